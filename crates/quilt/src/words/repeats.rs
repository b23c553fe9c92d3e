//! What is made how often, in words.

use super::plural;
use super::steps::list;
use crate::piecing::ALONG_BLOCKS;
use crate::plan::{Assembly, BendKind, CENTER, Design, Joint, PartKind, PartOf, RepeatedPart, Repeats};
use piecework_draw::geometry::Point;

/// How the plan of a quilt that repeats its blocks is read.
pub(crate) const HOW: &str = "Each part is shown once, with how many to make. Letters are pieces of cloth, as on the list to cut; numbers are parts that are \
     sewn already. Make all of a part before you go on.";

/// The most parts of which each is listed, even if rows are long.
const MOST_LISTED: usize = 40;

impl PartOf {
    /// Whether it is a row that lies the other way round than where it is shown.
    fn is_turned(&self, assembly: &Assembly<'_>, all: &Repeats) -> bool {
        let middle = |&piece: &usize| assembly.design.patchwork.patches()[piece].outline().bounds().center();
        let is_it = |part: &&RepeatedPart| part.kind == PartKind::Row && part.label == self.label;
        let row = all.parts.iter().find(is_it);
        let copy =
            row.and_then(|row| Some((row, row.copies.iter().find(|copy| copy.contains(&self.pieces[0]))?)));
        let Some((row, copy)) = copy else { return false };
        let ways = row.shown.iter().zip(copy).map(|(shown, here)| (middle(shown), middle(here)));
        let ways: Vec<_> = ways.collect();
        let from = ways[0];
        let along = |&(shown, here): &(Point, Point)| {
            (shown.x - from.0.x) * (here.x - from.1.x) + (shown.y - from.0.y) * (here.y - from.1.y)
        };
        // The piece that is farthest from the first one decides.
        ways.iter().map(along).max_by(|a, b| a.abs().total_cmp(&b.abs())).is_some_and(|most| most < 0.0)
    }
}

impl RepeatedPart {
    /// By how many degrees it is turned where it is drawn and measured: blocks and rows on point lie straight, also where they
    /// are joined.
    pub(crate) fn turn(&self, design: &Design) -> i32 {
        if design.options.is_on_point() && !self.is_whole() { ALONG_BLOCKS } else { 0 }
    }

    /// Whether it is all of the top.
    pub(crate) fn is_whole(&self) -> bool {
        self.kind == PartKind::Top && self.label != CENTER
    }

    /// Whether its last seam is upright, if it is along a side.
    pub(crate) fn is_upright(&self, assembly: &Assembly<'_>) -> Option<bool> {
        let patchwork = &assembly.design.patchwork;
        let step = &assembly.order.steps[*self.steps.last()?];
        let (from, to) = patchwork.ends(&patchwork.edges()[*step.seams.first()?.edges.first()?]);
        let turn = if assembly.design.options.is_on_point() { ALONG_BLOCKS } else { 0 };
        let (from, to) = (from.turned(turn), to.turned(turn));
        let upright = (from.x - to.x).abs() < 1e-6;
        (upright || (from.y - to.y).abs() < 1e-6).then_some(upright)
    }

    /// Its size before it is sewn into others; rows on point have none, because triangles are at their ends.
    fn size_in_words(&self, assembly: &Assembly<'_>) -> Option<String> {
        let design = assembly.design;
        let bounds =
            assembly.bounds_turned(&self.shown, self.turn(design)).unwrap_or(design.patchwork.bounds());
        let patches = design.patchwork.patches();
        let area: f64 = self.shown.iter().map(|&patch| patches[patch].outline().area()).sum();
        let is_whole = area > (1.0 - 1e-6) * bounds.width() * bounds.height();
        let seams = 2.0 * design.options.seam_allowance;
        let side = |finished: f64| design.write(finished + seams);
        (is_whole || !design.options.is_on_point())
            .then(|| format!("{} × {} unfinished.", side(bounds.width()), side(bounds.height())))
    }

    /// Returns the title of its card, what it is sewn from, and its size before it is sewn into others.
    pub(crate) fn in_words(&self, assembly: &Assembly<'_>, all: &Repeats) -> Vec<String> {
        let (design, upright) = (assembly.design, self.is_upright(assembly));
        let labels = self.labels_of();
        let is_cornered = self.is_whole() && design.options.is_on_point();
        let what = match (upright, labels.as_slice()) {
            (_, [center, corner, ..]) if is_cornered => {
                format!("Sew {corner} to each of the four corners of {center}.")
            }
            (_, [one, other]) => format!("Sew {one} to {other}."),
            (Some(true), all) if all.len() <= MOST_LISTED => format!("Sew {} in a row.", all.join(", ")),
            (Some(true), all) => format!("Sew {} in a row.", plural(all.len(), "part")),
            (_, all) if all.len() <= MOST_LISTED => format!("Sew {} below each other.", all.join(", ")),
            (_, all) => format!("Sew {} below each other.", plural(all.len(), "part")),
        };
        let mut words = vec![self.title(), what];
        words.extend(self.half_turns_in_words(assembly, all));
        words.extend(self.bends_in_words(assembly, all));
        words.extend(self.size_in_words(assembly));
        words
    }

    /// What it is sewn from: by name, and with its fabrics where all are made in the same.
    pub(crate) fn labels_of(&self) -> Vec<&str> {
        let [coloring] = self.colorings.as_slice() else {
            return self.of.iter().map(|of| of.label.as_str()).collect();
        };
        coloring.of.iter().map(String::as_str).collect()
    }

    /// Returns a line for each coloring, if there are several: `3a: make 6, B Oat, B Rust`.
    pub(crate) fn colorings_in_words(&self) -> Vec<String> {
        let several = self.colorings.iter().filter(|_| self.colorings.len() > 1);
        several.map(|of| format!("{}: make {}, {}", of.label, of.count, of.of.join(", "))).collect()
    }

    /// Returns what it is, and how many are made.
    pub(crate) fn title(&self) -> String {
        match self.kind {
            PartKind::Top if self.label == CENTER => "The center: the rows".to_owned(),
            PartKind::Top => "The top".to_owned(),
            PartKind::Block => format!("Block {}: make {}", self.label, self.count),
            PartKind::Unit => format!("Unit {}: make {}", self.label, self.count),
            PartKind::Row => format!("{}: make {}", self.label, self.count),
        }
    }

    /// Returns which of the rows that it is sewn from lie the other way round: a row is shown once, however it lies.
    fn half_turns_in_words(&self, assembly: &Assembly<'_>, all: &Repeats) -> Option<String> {
        let turned: Vec<usize> = (1..)
            .zip(&self.of)
            .filter(|(_, of)| of.is_turned(assembly, all))
            .map(|(number, _)| number)
            .collect();
        let second: Vec<usize> = (1..=self.of.len()).filter(|number| number.is_multiple_of(2)).collect();
        if turned.is_empty() {
            return None;
        }
        if turned == second && second.len() > 1 {
            return Some("Turn every second one half around.".to_owned());
        }
        let labels = self.labels_of();
        let named = |number: &usize| match labels[number - 1] {
            label if labels.iter().filter(|other| **other == label).count() == 1 => label.to_owned(),
            label => format!("{label} (the {})", ordinal(*number)),
        };
        let named: Vec<String> = turned.iter().map(named).collect();
        Some(format!("Turn {} half around.", list(&named)))
    }

    /// Returns where its seams turn or stay open.
    fn bends_in_words(&self, assembly: &Assembly<'_>, all: &Repeats) -> Vec<String> {
        let steps = || self.steps.iter().map(|&step| &assembly.order.steps[step]);
        let count =
            |is: fn(BendKind) -> bool| steps().flat_map(Joint::bends).filter(|bend| is(bend.kind)).count();
        let corners = count(|kind| matches!(kind, BendKind::SetIn(_)));
        let pivots = count(|kind| kind == BendKind::Pivot);
        let closes = count(|kind| matches!(kind, BendKind::Partial { .. }));
        let mut words = Vec::new();
        if corners > 0 {
            words.push(format!("Pivot at {}.", plural(corners, "inside corner")));
        }
        if pivots > 0 {
            words.push(format!("Pivot {} between patches.", plural(pivots, "time")));
        }
        for open in steps().flat_map(|step| &step.open) {
            let later = all.parts.iter().find(|part| part.steps.contains(&open.closed_by));
            let later = later.map_or_else(String::new, |part| format!(" until {} is sewn", part.label));
            words.push(format!("Leave the seam partly open at the ring{later}."));
        }
        words.extend((closes > 0).then(|| "Finish the partial seam.".to_owned()));
        words
    }
}

/// A place in a row: `9th`.
fn ordinal(number: usize) -> String {
    let end = match (number % 10, number % 100 / 10) {
        (1, ten) if ten != 1 => "st",
        (2, ten) if ten != 1 => "nd",
        (3, ten) if ten != 1 => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn places_are_said_as_people_say_them() {
        let all = [1, 2, 3, 9, 11, 12, 13, 21, 112].map(super::ordinal);
        assert_eq!(all.join(" "), "1st 2nd 3rd 9th 11th 12th 13th 21st 112th");
    }
}
