//! Rectangles, corners, foundations and straight seams in words.

use super::plural;
use super::sewing::{length_of_seams, rectangles};
use crate::plan::{AlikePairs, CornerCut, CutAway, Design, Repeats, StraightSeams};

/// How equal pairs are sewn.
pub(crate) const CHAIN_PIECING: &str = "Sew equal pairs one after the other, without cutting the thread between them, before the other steps. Where a strip set is \
     named sew its two strips instead, right sides together, press them, and subcut the pairs; the cutting layout has these strips.";

/// What a block is, above its steps; without steps it is one rectangle, or sewn on paper.
pub(crate) fn heading_of_block(
    design: &Design,
    seams: &StraightSeams,
    index: usize,
    without_steps: bool,
) -> String {
    let block = &seams.plan.blocks[index];
    let part = &seams.plan.parts[block.part];
    let over_all = if part.is_rectangle() { "" } else { " over all" };
    let (width, height) = (design.finished(part.area.columns), design.finished(part.area.rows));
    let what = match block.rectangles {
        1 => " is one rectangle".to_owned(),
        _ if without_steps => format!(" is the foundation {}", part.label),
        many => format!(": {}", rectangles(many)),
    };
    format!("Block {}{what}, finished {width} × {height}{over_all}", block.label)
}

/// Pairs that are alike: their steps, what they are, and their strip set.
pub(crate) fn pair(pair: &AlikePairs) -> String {
    let steps: Vec<String> = pair.steps.iter().map(usize::to_string).collect();
    let AlikePairs { fabrics, heights, subcut, .. } = pair;
    let (one, other) = (format!("{} {}", fabrics.0, heights.0), format!("{} {}", fabrics.1, heights.1));
    let strips = pair.strip_sets.map_or_else(String::new, |sets| {
        format!(
            " {}: {one} and {other}, pressed toward the second; subcut ({}) {subcut}.",
            plural(sets, "strip set"),
            pair.steps.len()
        )
    });
    format!("Steps {}: {one} × {subcut} and {other} × {subcut}.{strips}", steps.join(", "))
}

/// What is sewn, in a few words.
pub(crate) fn seams_in_words(design: &Design, seams: &StraightSeams, repeats: Option<&Repeats>) -> String {
    let count = plural(seams.steps.len(), if seams.plan.y_seams == 0 { "straight seam" } else { "seam" });
    let blocks = repeats.map_or(seams.plan.blocks.len(), Repeats::blocks);
    let blocks = plural(blocks, "block");
    let length = length_of_seams(design.options.units, design.seams(seams.plan.seam_cells()));
    let y_seams = match seams.plan.y_seams {
        0 => return format!("{count}, together {length}; {blocks}; no Y-seams"),
        1 => "one of them a Y-seam".to_owned(),
        many => format!("{many} of them Y-seams"),
    };
    format!("{count}, {y_seams}, together {length}; {blocks}")
}

/// How to sew at holes and inside corners, if the quilt has any.
pub(crate) fn seams_at_notches(seams: &StraightSeams) -> Option<String> {
    let plan = &seams.plan;
    let whole: usize = plan.cloth().map(|(part, _)| part.cells).sum();
    let inner = whole < plan.size.cells();
    let gaps = plan.steps.iter().any(|step| step.stretches.len() > 1 && step.turn().is_none());
    (inner || gaps).then(|| {
        let inner = "The quilt has inner corners or holes: there a seam ends where the shorter edge does.";
        let gaps = if gaps { " A seam of 2 in + 4 in has a gap; sew its stretches on one line." } else { "" };
        format!("{inner}{gaps}")
    })
}

/// Where corners are cut away, in sentences; the first says how. None without Y-seams.
pub(crate) fn cut_away(design: &Design, seams: &StraightSeams) -> Vec<String> {
    if seams.cut_away.is_empty() {
        return Vec::new();
    }
    let allowance = design.write(design.options.seam_allowance);
    let how = format!(
        "Lay these rectangles right side up, as in the diagram, and cut the corners away; other patches are set in there. Mark a dot \
         {allowance} inside both edges of each inside corner: the Y-seam turns there."
    );
    let line = |of: &CutAway| {
        let corner = |CornerCut { at_bottom, at_right, width, height }: &CornerCut| {
            let (end, side) =
                (if *at_bottom { "bottom" } else { "top" }, if *at_right { "right" } else { "left" });
            format!("{end} {side} {width} wide × {height} high")
        };
        let corners = of.corners.iter().map(corner).collect::<Vec<String>>().join("; ");
        format!("{} ({} wide × {} high): {corners}.", of.labels.join(", "), of.width, of.height)
    };
    std::iter::once(how).chain(seams.cut_away.iter().map(line)).collect()
}

/// How foundations are sewn, and what is on which; `pages` are those of each paper, if these are known.
pub(crate) fn foundations(seams: &StraightSeams, pages: &[Vec<usize>]) -> Vec<String> {
    let all = &seams.plan.foundations;
    let mut pages = pages.iter();
    let mut sentences = vec![
        "Foundation paper piecing (FPP): sew through the paper. The printed side is the wrong side of the quilt. Rectangles for \
         paper are cut larger all around, by the cutting list; the yardage counts them so. Set the stitch length to 1.5 mm, about 18 \
         stitches to the inch, so that the paper tears off easily. Tape papers of several pages together first. Place fabric 1 under the paper, wrong side against it, then \
         each next rectangle on top of it, right sides together. Turn the paper up, sew on the line between them and a few \
         stitches beyond both ends, and press the new rectangle open. Trim on the outer line. Tear the paper off after the \
         seams around it are sewn."
            .to_owned(),
    ];
    for row in seams.foundations.iter().filter(|row| row.rectangles.len() > 1) {
        let order: Vec<String> =
            (1..).zip(&row.rectangles).map(|(number, label)| format!("{number} is {label}")).collect();
        let on: Vec<String> = pages.next().into_iter().flatten().map(usize::to_string).collect();
        let on = if on.is_empty() {
            String::new()
        } else {
            format!("; page {} of the {}", on.join(", "), StraightSeams::PAPERS)
        };
        sentences.push(format!(
            "{}: {}; finished {} × {}{on}.",
            row.label,
            order.join(", "),
            row.finished_width,
            row.finished_height
        ));
    }
    let alone: Vec<&str> = all
        .iter()
        .filter(|foundation| foundation.order.len() == 1)
        .map(|foundation| seams.plan.parts[foundation.part].label.as_str())
        .collect();
    if !alone.is_empty() {
        let count = rectangles(alone.len());
        sentences.push(format!("Sew without paper ({count}): {}.", alone.join(", ")));
    }
    sentences
}
