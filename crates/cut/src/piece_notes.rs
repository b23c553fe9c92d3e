//! Names what is not as it was asked for: plain pieces, those that a board has lost, and art that engraves nothing.

use super::{Art, CutOptions, CutSummary};

/// The most names of pieces in a sentence; the plan has all.
const MOST_NAMES: usize = 20;

/// Names the pieces that lines of one's own left nothing of, or joined to others.
pub(super) fn lost_pieces(lost: &[String], whole: usize) -> Option<String> {
    (!lost.is_empty()).then(|| {
        format!(
            "{} of {whole} pieces of the puzzle are not in this board: {}; your lines cut them off, or what was left of them was joined \
             to a neighbor",
            lost.len(),
            listed(lost)
        )
    })
}

/// Names the pieces that are left plain, and why.
pub(super) fn plain_pieces(summary: &CutSummary) -> Vec<String> {
    let mut reasons: Vec<&str> = summary.plain.iter().map(|plain| plain.why.as_str()).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let named = |why: &str| {
        let own = summary.plain.iter().filter(|plain| plain.why == why);
        let names: Vec<String> = own.map(|plain| plain.piece.clone()).collect();
        format!("without a picture: {}; {why}", listed(&names))
    };
    reasons.into_iter().map(named).collect()
}

/// Names what is asked for on lids, floors and sides and engraves nothing, such as a white picture.
pub(super) fn blank_art(options: &CutOptions) -> Vec<String> {
    let own = &options.own;
    let all = [("lid", &own.lid), ("floor", &own.floor), ("sides", &own.sides)];
    let is_blank = |art: &Art| art.is_blank(&own.style);
    let blank = all.into_iter().filter(|(_, art)| art.as_ref().is_some_and(is_blank));
    blank.map(|(place, _)| format!("`--engrave-{place}` engraves nothing: all of it is white")).collect()
}

/// Returns names in a list, each once with how often it is there, and of many the first.
fn listed(names: &[String]) -> String {
    let counted = counted(names);
    let more = counted.len().saturating_sub(MOST_NAMES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", counted[..counted.len().min(MOST_NAMES)].join(", "))
}

/// Returns names, each once with how often it is there.
pub(super) fn counted(names: &[String]) -> Vec<String> {
    counted_by(names, |name, count| if count == 1 { name.clone() } else { format!("{count} {name}") })
}

/// Returns words for each name and how often it is there.
pub(super) fn counted_by(names: &[String], words: impl Fn(&String, usize) -> String) -> Vec<String> {
    let mut counted: Vec<(&String, usize)> = Vec::new();
    for name in names {
        match counted.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counted.push((name, 1)),
        }
    }
    counted.into_iter().map(|(name, count)| words(name, count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_one_name_are_counted() {
        let lost: Vec<String> = (0..96).map(|_| "square".to_owned()).chain(["L".to_owned()]).collect();
        let note = lost_pieces(&lost, 154).expect("a note");
        assert!(
            note.starts_with("97 of 154 pieces of the puzzle are not in this board: 96 square, L; "),
            "{note}"
        );
        let many: Vec<String> = (0..25).map(|number| number.to_string()).collect();
        assert!(listed(&many).ends_with("18, 19 and 5 more"), "{}", listed(&many));
        assert_eq!(lost_pieces(&[], 3), None);
    }
}
