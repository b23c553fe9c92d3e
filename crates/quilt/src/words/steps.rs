//! The steps of sewing in words.

use super::rotary::triangle_marks;
use crate::plan::piecing::Press;
use crate::plan::yardage::Inches;
use crate::plan::{
    AssemblyStep, AssemblySteps, ClosedEnd, HalfSquarePair, HalfSquares, LeftOpen, PressToward, QuiltPlan,
    RowStep, SewnUnit, StepRow, UnitSeamStep, UnitsFrom,
};
use crate::units::Units;
use piecework_tiling::text::plural;

/// A step as its card shows it.
pub(crate) struct StepCard {
    /// The letters of its block; none where blocks are joined.
    pub(crate) block: Option<String>,
    /// Its sentences.
    pub(crate) words: Vec<String>,
    /// To which side its seam is pressed; none over papers.
    pub(crate) press: Option<PressToward>,
    /// The labels of what is sewn and of what is added, if these have any.
    pub(crate) parts: Option<[String; 2]>,
}

impl QuiltPlan {
    /// Returns all steps in which patches or rectangles are sewn, in the order of [`QuiltPlan::assembly`].
    pub(crate) fn step_cards(&self) -> Vec<StepCard> {
        let rectangles = self.straight.iter().flat_map(|seams| &seams.steps).map(|step| StepCard {
            block: step.block.clone(),
            words: step.in_words(),
            press: Some(match step.press {
                Press::Left | Press::Up => PressToward::Sewn,
                Press::Right | Press::Down => PressToward::Added,
            }),
            parts: Some([step.first.clone(), step.second.clone()]),
        });
        let whole = self.summary.assembly.iter().flat_map(|all| &all.steps).map(|step| StepCard {
            block: step.block.clone(),
            words: step.in_words(),
            press: step.press,
            parts: None,
        });
        rectangles.chain(whole).collect()
    }
}

impl AssemblySteps {
    /// Returns what holds for all steps, a sentence each.
    pub fn in_words(&self) -> Vec<String> {
        let mut words = Vec::new();
        // Nothing is pressed or chained over papers.
        if self.steps.iter().all(|step| step.press.is_none()) {
            return words;
        }
        if self.chain.len() > 1 {
            words.push(format!(
                "Chain piecing: steps {} sew two single patches each. Sew them first, one after the other, without cutting the thread \
                 between them.",
                ranges(&self.chain)
            ));
        }
        let nested = match self.crossings {
            0 => String::new(),
            _ => format!(
                " Where seams cross they are pressed to opposite sides, so that they nest ({} of {} crossings).",
                self.nested, self.crossings
            ),
        };
        words.push(format!("Press each seam as its step says: toward the darker fabric.{nested}"));
        words
    }
}

impl AssemblyStep {
    /// Returns the step in sentences; the first says what is added to what.
    pub fn in_words(&self) -> Vec<String> {
        let fabric = self.fabric.as_ref().map(|fabric| format!(" ({fabric})")).unwrap_or_default();
        let mut words =
            vec![format!("Step {}. Add {}{fabric} to {}.", self.step, units(&self.adds), units(&self.to))];
        if self.lines > 1 {
            words.push(format!("This closes a ring: sew {}.", plural(self.lines, "separate seam")));
        }
        words.extend(self.turns());
        words.push(self.lengths());
        words.extend(
            by_step(self.left_open.iter().map(|LeftOpen { between, until }| (*until, *between)))
                .map(|(until, seams)| format!("Leave the {seams} partly open until step {until}.")),
        );
        words.extend(
            by_step(self.closes.iter().map(|ClosedEnd { between, since }| (*since, *between)))
                .map(|(since, seams)| format!("Finish the partial {seams}, open since step {since}.")),
        );
        words.extend(self.press.map(|press| match press {
            PressToward::Added => format!("Press toward {}.", self.added_in_short()),
            PressToward::Sewn => format!("Press away from {}.", self.added_in_short()),
        }));
        words
    }

    fn added_in_short(&self) -> String {
        match (&self.block, self.added_patches.as_slice()) {
            (_, [patch]) => format!("patch {patch}"),
            (Some(_), _) => "the patches added".to_owned(),
            (None, _) => units(&self.adds),
        }
    }

    /// Where the needle turns.
    fn turns(&self) -> Option<String> {
        let corners = match self.set_in_corners.len() {
            0 => None,
            1 => Some(format!("at corner {}", self.set_in_corners[0])),
            _ => Some(format!("at corners {}", ranges(&self.set_in_corners))),
        };
        let more = (self.pivots > 0).then(|| format!("{} between patches", times(self.pivots)));
        let turns: Vec<String> = corners.into_iter().chain(more).collect();
        (!turns.is_empty()).then(|| format!("Pivot {}.", turns.join(", and ")))
    }

    /// The lengths of its seams.
    fn lengths(&self) -> String {
        let by_hand = self.press.is_none();
        let along = self.seams.iter().map(|seam| format!("{} to {}", seam.length, seam.sewn));
        match (&self.fabric, self.seams.as_slice()) {
            (_, [only]) if by_hand => format!("Whip-stitch {}.", only.length),
            (_, [only]) => format!("Seam: {}.", only.length),
            (Some(_), _) => {
                let along = along.collect::<Vec<String>>().join(", ");
                if by_hand { format!("Whip-stitch {along}.") } else { format!("Seams: {along}.") }
            }
            (None, all) => format!("{}, total {}.", plural(all.len(), "seam"), self.seam),
        }
    }
}

impl RowStep {
    /// Returns the step in sentences.
    pub fn in_words(&self) -> Vec<String> {
        let RowStep { step, row, strips, onto, seam, .. } = self;
        let (first, last) =
            (strips.first().cloned().unwrap_or_default(), strips.last().cloned().unwrap_or_default());
        if let Some(unit) = &self.unit {
            let seams =
                self.unit_seams.iter().map(UnitSeamStep::in_words).collect::<Vec<String>>().join("; ");
            let part = |(name, template): (&String, &String)| format!("{} {template}", part_of(name));
            let parts = strips.iter().zip(&self.templates).map(part).collect::<Vec<String>>().join(", ");
            return vec![format!("Step {step}. Unit {unit} ({parts}): sew {seams}.")];
        }
        let Some(onto) = onto else {
            // Rows press to alternate sides, so that their seams nest.
            let toward = if row.is_multiple_of(2) { last } else { first };
            return vec![
                format!("Step {step}. Row {row}: sew {} together in this order.", list(strips)),
                format!("Each seam: {seam}."),
                format!("Press toward {toward}."),
            ];
        };
        let strip = if strips.len() == 1 { format!(" (strip {first})") } else { String::new() };
        vec![format!("Step {step}. Sew row {row}{strip} to row {onto}."), format!("Seam: {seam}.")]
    }
}

impl UnitSeamStep {
    /// Returns it as part of a sentence.
    fn in_words(&self) -> String {
        let parts = |parts: &[String]| parts.iter().map(|part| part_of(part)).collect::<Vec<_>>().join(" + ");
        format!("{} to {} ({})", parts(&self.added), parts(&self.sewn), self.seam)
    }
}

/// The letter of a part of a unit.
fn part_of(label: &str) -> &str {
    label.trim_start_matches(|at: char| !at.is_alphabetic())
}

impl StepRow {
    /// Returns the step in one line, for a list of the steps of a block.
    pub fn in_short(&self) -> String {
        let (place, press) = match self.press {
            Press::Left => ("left of", &self.first),
            Press::Right => ("left of", &self.second),
            Press::Up => ("above", &self.first),
            Press::Down => ("above", &self.second),
        };
        let (first, second, makes) = (&self.first, &self.second, &self.makes);
        let seam = match self.is_y_seam {
            true => format!(", Y-seam {}", self.seam),
            // Without gaps it is as long as what comes out.
            false if !self.seam.contains('+') => String::new(),
            false => format!(", seam {}", self.seam),
        };
        let size = format!("{} × {}", self.unfinished_width, self.unfinished_height);
        format!("Step {}. {first} {place} {second}{seam}: {makes}, {size}; to {press}.", self.step)
    }

    /// Returns the step in sentences.
    pub fn in_words(&self) -> Vec<String> {
        // The first part is above or to the left.
        let (sides, press) = match self.press {
            Press::Left => (("left", "right"), &self.first),
            Press::Right => (("left", "right"), &self.second),
            Press::Up => (("top", "bottom"), &self.first),
            Press::Down => (("top", "bottom"), &self.second),
        };
        let over_all = if self.is_rectangle { "" } else { " over all" };
        vec![
            format!(
                "Step {}. Sew {} ({}) to {} ({}) to make {}.",
                self.step, self.first, sides.0, self.second, sides.1, self.makes
            ),
            format!(
                "{}: {}. Press toward {press}.",
                if self.is_y_seam { "Y-seam" } else { "Seam" },
                self.seam
            ),
            format!(
                "{} unfinished{over_all}: {} × {}.",
                self.makes, self.unfinished_width, self.unfinished_height
            ),
        ]
    }
}

/// `patch 6 P`, `patches 1, 3 and 4`, `blocks A and C and patch 12`.
pub(crate) fn units(all: &[SewnUnit]) -> String {
    if let [SewnUnit::Patch { number, template: Some(template), reversed }] = all {
        // A name that begins with a digit would run into the number.
        let apart = if template.starts_with(|c: char| c.is_ascii_digit()) { ", piece" } else { "" };
        return format!("patch {number}{apart} {template}{}", if *reversed { "r" } else { "" });
    }
    let (patches, blocks): (Vec<&SewnUnit>, Vec<&SewnUnit>) =
        all.iter().partition(|unit| matches!(unit, SewnUnit::Patch { .. }));
    let named = |noun: &str, units: &[&SewnUnit]| {
        let names: Vec<String> = units.iter().map(|unit| unit.label()).collect();
        let plural = if noun == "patch" { "es" } else { "s" };
        (!names.is_empty())
            .then(|| format!("{noun}{} {}", if names.len() == 1 { "" } else { plural }, list(&names)))
    };
    let units = [named("block", &blocks), named("patch", &patches)];
    units.into_iter().flatten().collect::<Vec<String>>().join(" and ")
}

/// Steps with their seams: `seam between 1 and 4`, `seams between 1 and 4 and between 3 and 4`.
fn by_step(ends: impl Iterator<Item = (usize, (usize, usize))>) -> impl Iterator<Item = (usize, String)> {
    let mut ends: Vec<_> = ends.collect();
    ends.sort_unstable();
    ends.dedup();
    let mut steps: Vec<(usize, Vec<String>)> = Vec::new();
    for (step, (a, b)) in ends {
        let between = format!("between {a} and {b}");
        match steps.last_mut() {
            Some((last, seams)) if *last == step => seams.push(between),
            _ => steps.push((step, vec![between])),
        }
    }
    steps.into_iter().map(|(step, seams)| {
        let noun = if seams.len() == 1 { "seam" } else { "seams" };
        (step, format!("{noun} {}", list(&seams)))
    })
}

/// `3, 5–8 and 12`.
pub(super) fn ranges(numbers: &[usize]) -> String {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|a, b| a + 1 == *b);
    let words = runs.flat_map(|run| match run {
        [first, .., last] if run.len() > 2 => vec![format!("{first}–{last}")],
        _ => run.iter().map(usize::to_string).collect(),
    });
    list(&words.collect::<Vec<String>>())
}

fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{count} times"),
    }
}

pub(crate) fn list(names: &[String]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        names => names.concat(),
    }
}

impl HalfSquares {
    /// How they are sewn, a sentence or two each.
    pub fn in_words(&self, units: Units) -> Vec<String> {
        let [finished, two, eight, trimmed] =
            [self.finished, self.for_two, self.for_eight, self.unfinished].map(|length| length.write(units));
        let allowance = Inches::of_mm((self.unfinished - self.finished).mm() / 2.0);
        let seam = allowance.write(units);
        let of_eight = self.pairs.iter().any(|pair| pair.eight_at_a_time > 0);
        let any = |of: fn(&HalfSquarePair) -> bool| self.pairs.iter().any(of);
        let of_two =
            any(|pair| pair.squares() > 0 || pair.cut_from == UnitsFrom::Squares && pair.triangles() > 0);
        // Beyond the end of a seam at 45°.
        let tip = Inches::of_mm(allowance.mm() * std::f64::consts::SQRT_2);
        let marks = triangle_marks((self.unfinished, tip), units);
        let strips = any(|pair| pair.from_strips() > 0).then(|| {
            format!(
                "Strips: lay a {trimmed} strip of each fabric on the other, right sides together, and cut both at once into triangles, as \
                 the cutting layout shows, at 45° and square across in turn: {marks}. They lie in pairs. Sew each along the long side, {seam} from \
                 the edge, and press toward the darker fabric: a unit of {trimmed}."
            )
        });
        let single = any(|pair| pair.cut_from == UnitsFrom::Both).then(|| {
            format!("One by one: sew a triangle of each fabric along the long side, and trim each unit to {trimmed}.")
        });
        let eight = of_eight.then(|| {
            format!(
                "Eight at a time: lay two whole {eight} squares right sides together, draw both diagonals, and sew {seam} from each line on \
                 both sides. Cut the square in four through the middles of its sides, then on the lines. Press toward the darker fabric, \
                 and trim each unit to {trimmed}."
            )
        });
        let two = (of_two || !(of_eight || strips.is_some() || single.is_some())).then(|| {
            format!(
                "Two at a time: lay two whole {two} squares right sides together, draw a diagonal, and sew {seam} from the line on both \
                 sides. Cut on the line and press toward the darker fabric. Trim each unit to {trimmed}. For one unit that is left over \
                 cut a square of each fabric once on the diagonal, and use one triangle."
            )
        });
        let first = vec![format!(
            "Sew the triangles to squares first, each a unit of two; then go on with these. A unit finishes {finished} \
                 square."
        )];
        first.into_iter().chain(eight).chain(two).chain(strips).chain(single).collect()
    }

    /// Which steps sew units; none if they are sewn in rows.
    pub fn steps_in_words(&self) -> Option<String> {
        (!self.steps.is_empty()).then(|| {
            let any = |of: fn(&HalfSquarePair) -> bool| self.pairs.iter().any(of);
            let many = match (any(|pair| pair.eight_at_a_time > 0), any(|pair| pair.cut_from != UnitsFrom::Squares)) {
                (_, true) => "",
                (true, _) => ", eight or two at a time",
                (false, _) => ", two at a time",
            };
            format!(
                "Half-square triangles: steps {} sew two triangles to a square each. Sew all of these first{many}; they have no \
                 cards.",
                ranges(&self.steps)
            )
        })
    }

    /// What to sew of each pair of fabrics.
    pub fn pairs_in_words(&self) -> Vec<String> {
        self.pairs.iter().map(HalfSquarePair::in_words).collect()
    }
}

impl HalfSquarePair {
    /// `Oat and Rust: 13 units; 6 squares of each, and 1 triangle of each`.
    pub fn in_words(&self) -> String {
        let (one, other) = &self.fabrics;
        let units = plural(self.units, "unit");
        if self.is_plain() {
            return format!("{one} and {one}: {units}; a plain square can take the place of each");
        }
        let eights = self.eight_at_a_time;
        let singles = self.triangles() + self.from_strips();
        let parts = [(eights, "large square"), (self.squares(), "square"), (singles, "triangle")];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> =
            parts.map(|(count, what)| format!("{} of each", plural(count, what))).collect();
        format!("{one} and {other}: {units}; {}", parts.join(", and "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::SeamAlong;

    fn step() -> AssemblyStep {
        let along = |sewn, length: &str| SeamAlong { sewn, added: 2, length: length.to_owned() };
        AssemblyStep {
            step: 6,
            block: Some("A".to_owned()),
            adds: vec![SewnUnit::Patch { number: 2, template: Some("X".to_owned()), reversed: false }],
            sewn_patches: vec![1, 3, 4, 6],
            added_patches: vec![2],
            fabric: Some("Rust".to_owned()),
            to: [1, 3, 4, 6].map(SewnUnit::patch).to_vec(),
            seams: vec![along(1, "10 in"), along(3, "2 in")],
            seam_mm: 304.8,
            seam: "12 in".to_owned(),
            lines: 1,
            set_in_corners: vec![4, 1, 3, 5, 8, 7, 6],
            pivots: 2,
            bays: 0,
            press: Some(PressToward::Sewn),
            left_open: vec![LeftOpen { between: (2, 6), until: 9 }, LeftOpen { between: (1, 2), until: 9 }],
            closes: vec![ClosedEnd { between: (3, 4), since: 2 }],
        }
    }

    #[test]
    fn a_step_reads_as_in_a_bought_pattern() {
        assert_eq!(
            step().in_words(),
            [
                "Step 6. Add patch 2 X (Rust) to patches 1, 3, 4 and 6.",
                "Pivot at corners 1 and 3–8, and twice between patches.",
                "Seams: 10 in to 1, 2 in to 3.",
                "Leave the seams between 1 and 2 and between 2 and 6 partly open until step 9.",
                "Finish the partial seam between 3 and 4, open since step 2.",
                "Press away from patch 2.",
            ]
        );
        let papers = AssemblyStep {
            press: None,
            set_in_corners: vec![],
            pivots: 0,
            left_open: vec![],
            closes: vec![],
            ..step()
        };
        assert_eq!(papers.in_words()[1..], ["Whip-stitch 10 in to 1, 2 in to 3."]);
    }

    #[test]
    fn blocks_and_single_patches_are_told_apart() {
        let block = |name: &str| SewnUnit::Block(name.to_owned());
        let to = vec![block("A"), SewnUnit::patch(12), block("C")];
        let blocks = AssemblyStep {
            block: None,
            fabric: None,
            adds: vec![block("B")],
            to,
            added_patches: vec![2, 5],
            ..step()
        };
        let words = blocks.in_words();
        assert_eq!(words[0], "Step 6. Add block B to blocks A and C and patch 12.");
        assert_eq!(words[2], "2 seams, total 12 in.");
        assert_eq!(words.last().map(String::as_str), Some("Press away from block B."));
    }
}
