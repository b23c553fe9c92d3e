//! What to sew a quilt by instead, in words.

use crate::plan::piecing::SewingMethod;
use crate::plan::{MOST_TURNS, MethodAdvice};

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
