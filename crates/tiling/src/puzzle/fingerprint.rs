//! Computes a short name for a puzzle, so that tilings and checkpoints can say which puzzle they belong to.

use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use sha2::{Digest, Sha256};

use super::clues;
use super::colors::Form;
use super::wrap::Joined;
use super::{Colors, Contact, EqualPieces, Puzzle};
use crate::lattice::Cell;

/// The fingerprint of a puzzle, computed when it is first asked for: every record of a tiling has it. It follows from the rest of
/// the puzzle, so it does not count where puzzles are compared.
#[derive(Debug, Clone, Default)]
pub(super) struct Fingerprint(OnceLock<String>);

impl Fingerprint {
    /// Returns that of `puzzle`, which holds it.
    pub(super) fn of(&self, puzzle: &Puzzle) -> &str {
        self.0.get_or_init(|| fingerprint(puzzle))
    }
}

impl PartialEq for Fingerprint {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Fingerprint {}

impl Hash for Fingerprint {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Sixteen hexadecimal digits; see [`Puzzle::fingerprint`].
fn fingerprint(puzzle: &Puzzle) -> String {
    let digest = Sha256::digest(canonical_text(puzzle).as_bytes());
    digest.iter().take(8).fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Everything that decides which tilings exist, and nothing else.
fn canonical_text(puzzle: &Puzzle) -> String {
    let (letters, numbers, edges) = clues::listed(puzzle.clues());
    let texts: Vec<String> = puzzle
        .pieces
        .iter()
        .enumerate()
        .map(|(index, piece)| {
            let shape = piece.shape.least(piece.freedom);
            let count = (piece.count.min, piece.count.max);
            let placed = puzzle.placed().iter().filter(|placed| placed.piece == index);
            let placed: String = placed.map(|placed| format!("|{}", listed(&placed.cells))).collect();
            let letters =
                letters.get(&index).map_or_else(String::new, |cells| format!("|letters {}", listed(cells)));
            let class = puzzle.classes().iter().filter(|class| class.piece == index);
            let class: String = class.map(|class| format!("|class {}", listed(&class.cells))).collect();
            let colors = match puzzle.colors().of(index) {
                Some(_) => format!("|{:?}", Form::of(puzzle, index).least(puzzle.lattice(), piece.freedom)),
                None => String::new(),
            };
            format!(
                "{}|{}|{count:?}{placed}{letters}{class}{colors}",
                piece.freedom.name(),
                shape.rows().join("/")
            )
        })
        .collect();
    // Absent rules are not written, so that the names of older puzzles stay the same.
    let choices = puzzle.one_of().iter().map(|choice| {
        let mut shown = texts[choice.pieces.clone()].to_vec();
        shown.sort_unstable();
        format!("one of {:?}: {}", (choice.count.min, choice.count.max), shown.join(" "))
    });
    let apart = puzzle.rules.apart.iter().map(|set| {
        let mut set: Vec<&str> = set.iter().map(|&piece| texts[piece].as_str()).collect();
        set.sort_unstable();
        format!("apart: {}", set.join(" "))
    });
    let sees_copies =
        puzzle.equal_pieces() == EqualPieces::Apart || puzzle.balance().is_some() || !letters.is_empty();
    let turned = puzzle.colors().turned.iter().filter(|_| sees_copies).map(|turned| {
        let mut turned = texts[turned.pieces.clone()].to_vec();
        turned.sort_unstable();
        format!("turned: {}", turned.join(" "))
    });
    let mut pieces: Vec<String> = texts.iter().cloned().chain(choices).chain(apart).chain(turned).collect();
    pieces.sort_unstable();
    let cells = listed(puzzle.region.cells());
    let gaps = match puzzle.contact() {
        Contact::Allowed => puzzle.rules.gaps.to_string(),
        Contact::Forbidden => "untouchable".to_owned(),
    };
    let mut text = format!("{}\n{cells}\n{}\n{gaps}\n", puzzle.lattice(), pieces.join("\n"));
    if !puzzle.region.optional().is_empty() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "optional {}", listed(puzzle.region.optional()));
    }
    if let Some(joined) = puzzle.region.joined() {
        let Joined { wrap, columns, rows, .. } = joined;
        let shift = match joined.shift(puzzle.lattice()) {
            0 => String::new(),
            shift => format!(" {shift}"),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{wrap} {columns} {rows}{shift}");
    }
    if puzzle.equal_pieces() == EqualPieces::Apart {
        text += "equal apart\n";
    }
    if puzzle.is_linked() {
        text += "linked\n";
    }
    if let Some(most) = puzzle.balance() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "balance {most}");
    }
    let Colors { board, border, .. } = puzzle.colors();
    if !board.is_empty() || border.is_some() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "colors {border:?} {board:?}");
    }
    for (sides, cells) in numbers {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{sides} sides {}", listed(&cells));
    }
    for cells in &puzzle.rules.never {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "never {}", listed(cells));
    }
    for (one, other) in edges {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "edge {}", listed(&[one, other]));
    }
    text
}

fn listed(cells: &[Cell]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!("{},{}", cell.x, cell.y)).collect();
    cells.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::polyform::{Freedom, Shape};
    use crate::puzzle::{Count, Piece, Placed, Region, Rules};

    fn named(names: [&str; 2], rules: Rules) -> String {
        let shape = Shape::from_rows(Lattice::Square, ["##"]).expect("a good shape");
        let piece = |name: &str| {
            let count = Count::ANY;
            Piece { name: name.into(), shape: shape.clone(), freedom: Freedom::Free, count }
        };
        let region = Region::rectangle(Lattice::Square, 4, 4).expect("a good region");
        Puzzle::ruled("test", region, names.map(piece).into(), rules).expect("a good puzzle").fingerprint()
    }

    #[test]
    fn every_rule_changes_the_name_and_names_do_not() {
        let at = |piece, x| Placed { piece, cells: vec![Cell::new(x + 1, 0), Cell::new(x, 0)] };
        let placed = |placed: &[Placed]| Rules { placed: placed.to_vec(), ..Rules::default() };
        let rules = [
            Rules::default(),
            Rules { gaps: 2, ..Rules::default() },
            Rules { contact: Contact::Forbidden, ..Rules::default() },
            Rules { equal_pieces: EqualPieces::Apart, ..Rules::default() },
            Rules { apart: vec![vec![0, 1]], ..Rules::default() },
            Rules { apart: vec![vec![0, 1]], linked: true, ..Rules::default() },
            Rules { balance: Some(0), ..Rules::default() },
            Rules { balance: Some(1), ..Rules::default() },
            placed(&[at(0, 0)]),
            placed(&[at(0, 1)]),
            placed(&[at(0, 0), at(0, 2)]),
            placed(&[at(0, 0), at(1, 2)]),
        ];
        let all: Vec<String> = rules.iter().map(|rules| named(["a", "b"], rules.clone())).collect();
        let different: std::collections::BTreeSet<&String> = all.iter().collect();
        assert_eq!(different.len(), all.len(), "{all:?}");
        let again: Vec<String> = rules.iter().map(|rules| named(["c", "a"], rules.clone())).collect();
        assert_eq!(again, all);
        // Equal pieces are indistinguishable, so it does not matter which one is placed.
        assert_eq!(named(["a", "b"], placed(&[at(1, 0)])), all[8]);
        assert_eq!(named(["a", "b"], placed(&[at(1, 2), at(0, 0)])), all[11]);
    }
}
