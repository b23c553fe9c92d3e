//! How much practice a quilt takes.

use super::QuiltPlan;
use super::assembly::AssemblySteps;
use super::options::Method;
use super::rows::Rows;

/// From how many turns of the needle on a quilt is for experts; chosen by eye, as are the next two.
const MANY_TURNS: usize = 60;
/// Up to how many turns it is for confident beginners.
const FEW_TURNS: usize = 4;
/// Up to how many inside corners to clip a quilt over papers is for confident beginners.
const MANY_CLIPS: usize = 60;
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
    /// The number of Y-seams; 0 over papers.
    pub y_seams: usize,
    /// The number of pivots; 0 over papers.
    pub pivots: usize,
    /// The number of partial seams; 0 over papers.
    pub partial_seams: usize,
    /// Whether pieces have ends of 60°, which straight seams are harder to match at.
    pub has_slanted_ends: bool,
    /// Over papers the number of inside corners that are clipped.
    pub clips: usize,
    /// Whether it is sewn by hand over papers.
    pub by_hand: bool,
}

impl QuiltPlan {
    /// Returns the skill level, and why: what decides are Y-seams, pivots and partial seams, then the number
    /// of pieces; over papers the inside corners that are clipped.
    #[must_use]
    pub fn skill(&self) -> Skill {
        let summary = &self.summary;
        let rectangles = summary.straight.as_ref().map(|straight| straight.rectangles);
        let strips = self.design.rows.as_ref().map(Rows::count);
        let pieces = rectangles.or(strips).unwrap_or(summary.patches);
        let easy = Skill {
            level: SkillLevel::Beginner,
            pieces,
            y_seams: 0,
            pivots: 0,
            partial_seams: 0,
            clips: 0,
            has_slanted_ends: strips.is_some(),
            by_hand: summary.method == Method::EnglishPaper,
        };
        if easy.by_hand {
            let chosen = summary.methods.rows.iter().find(|row| row.chosen);
            let clips = chosen.map_or(0, |row| row.clipped_corners);
            let level = match clips {
                0 => SkillLevel::Beginner,
                1..=MANY_CLIPS => SkillLevel::ConfidentBeginner,
                _ => SkillLevel::Intermediate,
            };
            return Skill { level, clips, ..easy };
        }
        let inside = |steps: &AssemblySteps| steps.steps.iter().map(|step| step.set_in_corners.len()).sum();
        let y_seams = summary.straight.as_ref().map(|straight| straight.set_in_corners);
        let y_seams = y_seams.or(summary.assembly.as_ref().map(inside)).unwrap_or(0);
        let whole = summary.assembly.as_ref().map_or((0, 0), |all| (all.pivots, all.partial_seams));
        let (pivots, partial_seams) = whole;
        let turns = y_seams + pivots + partial_seams;
        let level = match turns {
            0 if pieces < MANY_PIECES && !easy.has_slanted_ends => SkillLevel::Beginner,
            0..=FEW_TURNS => SkillLevel::ConfidentBeginner,
            _ if turns < MANY_TURNS => SkillLevel::Intermediate,
            _ => SkillLevel::Advanced,
        };
        Skill { level, y_seams, pivots, partial_seams, ..easy }
    }
}
