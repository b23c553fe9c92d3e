//! How hard a quilt is to sew, and what to sew it by instead, in words.

use super::plural;
use crate::plan::piecing::SewingMethod;
use crate::plan::{MOST_TURNS, MethodAdvice, Skill, SkillLevel};

impl SkillLevel {
    /// Returns the words that patterns use.
    pub const fn in_words(self) -> &'static str {
        match self {
            SkillLevel::Beginner => "beginner",
            SkillLevel::ConfidentBeginner => "confident beginner",
            SkillLevel::Intermediate => "intermediate",
            SkillLevel::Advanced => "advanced",
        }
    }
}

impl Skill {
    /// Returns the level and why, such as `beginner (12 papers, sewn by hand)` or `intermediate (12 pieces, 14
    /// Y-seams and 2 pivots)`.
    pub fn in_words(&self) -> String {
        let pieces = plural(self.pieces, if self.by_hand { "paper" } else { "piece" });
        let turns = [(self.y_seams, "Y-seam"), (self.pivots, "pivot"), (self.partial_seams, "partial seam")];
        let turns: Vec<String> = turns
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| plural(count, what))
            .collect();
        let why = match turns.as_slice() {
            _ if self.by_hand && self.clips > 0 => {
                format!("{} to clip, sewn by hand", plural(self.clips, "inside corner"))
            }
            _ if self.by_hand => "sewn by hand".to_owned(),
            [] if self.has_slanted_ends => "straight seams only, with 60° ends".to_owned(),
            [] => "straight seams only".to_owned(),
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            [only, ..] => only.clone(),
        };
        format!("{} ({pieces}, {why})", self.level.in_words())
    }

    /// Returns the time that the top takes, such as `about 12 hours for the top`.
    pub fn time_in_words(&self) -> String {
        format!("about {} for the top", plural(self.hours, "hour"))
    }
}

impl MethodAdvice {
    /// `by templates this quilt takes 959 steps with 2198 Y-seams and pivots; …`
    pub fn in_words(&self) -> String {
        let Self { steps, turns, taped_sheets, better, pieces, seams } = self;
        if *turns <= MOST_TURNS {
            let instead = match better {
                SewingMethod::StraightSeams | SewingMethod::Rows => format!(
                    "straight seams need none (--method straight): {pieces} pieces, {seams} seams from edge to edge; or "
                ),
                _ => String::new(),
            };
            return format!(
                "at this size templates and papers are taped together from up to {taped_sheets} sheets; {instead}print on a roll \
                 (--paper roll-36in)"
            );
        }
        let instead = match better {
            SewingMethod::EnglishPaper => {
                format!(
                    "English paper piecing suits it better (--method epp): {pieces} papers, sewn by hand without pivots"
                )
            }
            _ => format!(
                "straight seams suit it better (--method straight): {pieces} pieces, {seams} seams from edge to edge, no Y-seams"
            ),
        };
        format!(
            "by templates this quilt takes {steps} steps, and the needle turns at {turns} corners; {instead}"
        )
    }
}
