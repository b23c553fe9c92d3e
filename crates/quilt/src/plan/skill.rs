//! How much practice a quilt takes.

use super::QuiltPlan;
use super::assembly::AssemblySteps;
use super::cut_patches::CutPatches;
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
    /// About how many hours the quilt top takes who has the practice.
    pub hours: usize,
    /// Whether it is sewn by hand over papers.
    pub by_hand: bool,
}

impl QuiltPlan {
    /// Returns the skill level, and why: what decides are Y-seams, pivots and partial seams, then the number
    /// of pieces; over papers the inside corners that are clipped.
    pub fn skill(&self) -> Skill {
        let summary = &self.summary;
        let rectangles = summary.straight.as_ref().map(|straight| straight.rectangles);
        let parts = self.design.cut.as_ref().map(CutPatches::count);
        let pieces = rectangles.or(parts).unwrap_or(summary.patches);
        let easy = Skill {
            level: SkillLevel::Beginner,
            pieces,
            y_seams: 0,
            pivots: 0,
            partial_seams: 0,
            clips: 0,
            hours: 0,
            has_slanted_ends: self.design.rows().is_some(),
            by_hand: summary.method == Method::EnglishPaper,
        };
        let inside = |steps: &AssemblySteps| steps.steps.iter().map(|step| step.set_in_corners.len()).sum();
        let y_seams = summary.straight.as_ref().map(|straight| straight.set_in_corners);
        let y_seams = y_seams.or(summary.assembly.as_ref().map(inside)).unwrap_or(0);
        let (pivots, partial_seams) =
            summary.assembly.as_ref().map_or((0, 0), |all| (all.pivots, all.partial_seams));
        let skill = if easy.by_hand {
            Skill { clips: self.design.patchwork.set_in_corners().len(), ..easy }
        } else {
            Skill { y_seams, pivots, partial_seams, ..easy }
        };
        let turns = skill.clips + skill.y_seams + skill.pivots + skill.partial_seams;
        let (few, many) = if easy.by_hand { TURNS_BY_HAND } else { (FEW_TURNS, MANY_TURNS) };
        let level = match turns {
            0 if pieces < MANY_PIECES && !easy.has_slanted_ends => SkillLevel::Beginner,
            _ if turns <= few => SkillLevel::ConfidentBeginner,
            _ if turns < many => SkillLevel::Intermediate,
            _ => SkillLevel::Advanced,
        };
        Skill { level, hours: self.hours(pieces, turns), ..skill }
    }

    /// About how many hours it takes to cut and piece the top.
    fn hours(&self, pieces: usize, turns: usize) -> usize {
        let summary = &self.summary;
        let (cut, hand) = match summary.method {
            Method::Templates => (CUT[0], 0),
            Method::Straight | Method::Fused => (CUT[1], 0),
            Method::EnglishPaper => (CUT[2], 1),
        };
        let chosen = summary.methods.rows.iter().find(|row| row.chosen);
        let inches = chosen.map_or(0.0, |row| row.seam_length_mm / 25.4);
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
