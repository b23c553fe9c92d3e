//! Skill levels in words.

use super::plural;
use crate::plan::{Skill, SkillLevel};

impl SkillLevel {
    /// Returns the words that patterns use.
    #[must_use]
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
    /// Returns the level and why, such as `beginner (12 papers, sewn by hand)`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let pieces = plural(self.pieces, if self.by_hand { "paper" } else { "piece" });
        let why = match self.turns {
            0 if self.by_hand => "sewn by hand".to_owned(),
            turns if self.by_hand => {
                format!("{} to clip, sewn by hand", plural(turns, "inside corner"))
            }
            0 => "straight seams only".to_owned(),
            1 => "one Y-seam, pivot or partial seam".to_owned(),
            turns => format!("{turns} Y-seams, pivots and partial seams"),
        };
        format!("{} ({pieces}, {why})", self.level.in_words())
    }

    /// Returns the time that the top takes, such as `about 12 hours for the top`.
    #[must_use]
    pub fn time_in_words(&self) -> String {
        format!("about {} for the top", plural(self.hours, "hour"))
    }
}
