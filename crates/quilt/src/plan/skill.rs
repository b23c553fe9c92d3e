//! How much practice a quilt takes.

use super::QuiltPlan;
use super::options::Method;

/// From how many turns of the needle on a quilt is for experts; chosen by eye, as are the next two.
const MANY_TURNS: usize = 60;
/// Up to how many turns it is for confident beginners.
const FEW_TURNS: usize = 4;
/// The same by hand over papers, where an inside corner takes a clip and patience, but no exact seam.
const TURNS_BY_HAND: (usize, usize) = (24, 120);
/// From how many pieces with straight seams on it takes more than a beginner's patience.
const MANY_PIECES: usize = 150;
/// Minutes to cut a piece: by a template, a rectangle, and a paper that is basted; chosen by eye, as are the
/// next two.
const CUT: [f64; 3] = [3.0, 1.0, 7.0];
/// Minutes for a seam, and for each turn of the needle: at the machine, and by hand.
const SEAM: [(f64, f64); 2] = [(2.0, 4.0), (1.0, 1.0)];
/// Minutes for each inch of a seam: at the machine with pinning and pressing, and by hand.
const INCH: [f64; 2] = [0.15, 1.5];

/// How much practice a quilt takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkillLevel {
    /// For a first quilt.
    Beginner,
    /// For who has sewn a few.
    ConfidentBeginner,
    /// Some special seams.
    Intermediate,
    /// Many special seams.
    Advanced,
}

/// What decides how much practice a quilt takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Skill {
    /// The level.
    pub level: SkillLevel,
    /// The number of pieces of cloth.
    pub pieces: usize,
    /// The number of Y-seams, pivots and partial seams; over papers that of inside corners to clip.
    pub turns: usize,
    /// About how many hours the quilt top takes who has the practice.
    pub hours: usize,
    /// Whether it is sewn by hand over papers.
    pub by_hand: bool,
}

impl QuiltPlan {
    /// Returns the skill level, and why: what decides are Y-seams, pivots and partial seams, over papers
    /// inside corners, then the number of pieces.
    #[must_use]
    pub fn skill(&self) -> Skill {
        let summary = &self.summary;
        let pieces = summary.straight.as_ref().map_or(summary.patches, |straight| straight.rectangles);
        let by_hand = summary.method == Method::EnglishPaper;
        let y_seams = summary.straight.as_ref().map_or(0, |straight| straight.set_in_corners);
        let turns = summary.assembly.as_ref().filter(|_| !by_hand).map_or(y_seams, |steps| {
            let inside: usize = steps.steps.iter().map(|step| step.set_in_corners.len()).sum();
            inside + steps.pivots + steps.partial_seams
        });
        let turns = if by_hand { self.design.patchwork.set_in_corners().len() } else { turns };
        let (few, many) = if by_hand { TURNS_BY_HAND } else { (FEW_TURNS, MANY_TURNS) };
        let level = match turns {
            0 if pieces < MANY_PIECES => SkillLevel::Beginner,
            _ if turns <= few => SkillLevel::ConfidentBeginner,
            _ if turns < many => SkillLevel::Intermediate,
            _ => SkillLevel::Advanced,
        };
        Skill { level, pieces, turns, hours: self.hours(pieces, turns), by_hand }
    }

    /// About how many hours it takes to cut and piece the top.
    fn hours(&self, pieces: usize, turns: usize) -> usize {
        let summary = &self.summary;
        let (cut, hand) = match summary.method {
            Method::Templates => (CUT[0], 0),
            Method::Straight => (CUT[1], 0),
            Method::EnglishPaper => (CUT[2], 1),
        };
        let chosen = summary.methods.rows.iter().find(|row| row.chosen);
        let inches = chosen.map_or(0.0, |row| row.seam_cells as f64 * self.options().cell / 25.4);
        let seams = chosen.map_or(0, |row| row.seams);
        let (seam, turn) = SEAM[hand];
        let minutes = pieces as f64 * cut + seams as f64 * seam + turns as f64 * turn + inches * INCH[hand];
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "hours, and not negative"
        )]
        let hours = (minutes / 60.0).ceil().max(1.0) as usize;
        // Nobody knows long work to the hour.
        if hours > 20 { hours.div_ceil(5) * 5 } else { hours }
    }
}
