//! What is made how often, in words.

use super::plural;
use crate::plan::{Assembly, Design, PartKind, RepeatedPart};

/// How the plan of a quilt that repeats its blocks is read.
pub(crate) const HOW: &str = "Each part is shown once, with how many to make. Letters are pieces of cloth, as on the list to cut; numbers are parts that are \
     sewn already. Make all of a part before you go on.";

/// The most colorings that are named; more are those of the blocks that they are part of.
const MOST_NAMED: usize = 6;
/// The most parts whose letters are listed.
const MOST_LISTED: usize = 9;

impl RepeatedPart {
    /// Whether its last seam is upright, if it is along a side.
    fn is_upright(&self, assembly: &Assembly<'_>) -> Option<bool> {
        let patchwork = &assembly.design.patchwork;
        let step = &assembly.order.steps[*self.steps.last()?];
        let (from, to) = patchwork.ends(&patchwork.edges()[*step.seams.first()?.edges.first()?]);
        let upright = (from.x - to.x).abs() < 1e-6;
        (upright || (from.y - to.y).abs() < 1e-6).then_some(upright)
    }

    /// Returns the title of its card, what it is sewn from, and its size before it is sewn into others.
    pub(crate) fn in_words(&self, assembly: &Assembly<'_>) -> Vec<String> {
        let (design, upright) = (assembly.design, self.is_upright(assembly));
        let bounds = assembly.bounds_of(&self.shown).unwrap_or(design.patchwork.bounds());
        let labels: Vec<&str> = self.of.iter().map(|of| of.label.as_str()).collect();
        let what = match (upright, labels.as_slice()) {
            (_, [one, other]) => format!("Sew {one} to {other}."),
            (Some(true), all) if all.len() <= MOST_LISTED => format!("Sew {} in a row.", all.join(", ")),
            (Some(true), all) => format!("Sew {} in a row.", plural(all.len(), "part")),
            (_, all) if all.len() <= MOST_LISTED => format!("Sew {} below each other.", all.join(", ")),
            (_, all) => format!("Sew {} below each other.", plural(all.len(), "part")),
        };
        let seams = 2.0 * design.options.seam_allowance;
        let side = |finished: f64| design.write(finished + seams);
        let size = format!("{} × {} unfinished.", side(bounds.width()), side(bounds.height()));
        let mut words = vec![self.title(), what];
        words.extend(self.colorings_in_words(design));
        words.push(size);
        words
    }

    /// Returns what it is, and how many are made.
    pub(crate) fn title(&self) -> String {
        match self.kind {
            PartKind::Top => "The top".to_owned(),
            PartKind::Block => format!("Block {}: make {}", self.label, self.count),
            PartKind::Unit => format!("Unit {}: make {}", self.label, self.count),
            PartKind::Row => format!("{}: make {}", self.label, self.count),
        }
    }

    /// Returns in which fabrics it is made, if that is not shown.
    fn colorings_in_words(&self, design: &Design) -> Option<String> {
        match (self.kind, self.colorings.len()) {
            (PartKind::Unit, 1) => Some(format!("{}.", self.fabrics_in_words(design, 0))),
            (PartKind::Unit, 2..=MOST_NAMED) => {
                let of = |index: usize| {
                    format!("{} {}", self.colorings[index].count, self.fabrics_in_words(design, index))
                };
                Some(format!("{}.", (0..self.colorings.len()).map(of).collect::<Vec<String>>().join("; ")))
            }
            (PartKind::Unit, _) if self.shown.len() == 2 => {
                Some("In the pairs of fabrics that what it is sewn into shows.".to_owned())
            }
            (PartKind::Unit, _) => Some("In the fabrics of its block.".to_owned()),
            _ => None,
        }
    }

    /// Returns the fabrics of a coloring, each once.
    pub(crate) fn fabrics_in_words(&self, design: &Design, coloring: usize) -> String {
        let mut names: Vec<&str> = Vec::new();
        for &fabric in &self.colorings[coloring].fabrics {
            let name = design.fabrics[fabric].name.as_str();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", ")
    }
}
