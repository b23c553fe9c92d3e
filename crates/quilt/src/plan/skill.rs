//! How much practice a quilt takes.

use super::QuiltPlan;
use super::options::Method;

/// From how many turns of the needle on a quilt is for experts; chosen by eye, as are the next two.
const MANY_TURNS: usize = 60;
/// Up to how many turns it is for confident beginners.
const FEW_TURNS: usize = 4;
/// From how many pieces with straight seams on it takes more than a beginner's patience.
const MANY_PIECES: usize = 150;

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
    /// The number of Y-seams, pivots and partial seams; 0 over papers.
    pub turns: usize,
    /// Whether it is sewn by hand over papers.
    pub by_hand: bool,
}

impl QuiltPlan {
    /// Returns the skill level, and why: what decides are Y-seams, pivots and partial seams, then the number
    /// of pieces. Papers sewn by hand need patience but no special seams.
    #[must_use]
    pub fn skill(&self) -> Skill {
        let summary = &self.summary;
        let pieces = summary.straight.as_ref().map_or(summary.patches, |straight| straight.rectangles);
        if summary.method == Method::EnglishPaper {
            return Skill { level: SkillLevel::Beginner, pieces, turns: 0, by_hand: true };
        }
        let y_seams = summary.straight.as_ref().map_or(0, |straight| straight.set_in_corners);
        let turns = summary.assembly.as_ref().map_or(y_seams, |steps| {
            let inside: usize = steps.steps.iter().map(|step| step.set_in_corners.len()).sum();
            inside + steps.pivots + steps.partial_seams
        });
        let level = match turns {
            0 if pieces < MANY_PIECES => SkillLevel::Beginner,
            0..=FEW_TURNS => SkillLevel::ConfidentBeginner,
            _ if turns < MANY_TURNS => SkillLevel::Intermediate,
            _ => SkillLevel::Advanced,
        };
        Skill { level, pieces, turns, by_hand: false }
    }
}
