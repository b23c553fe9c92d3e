//! Why a puzzle cannot be searched at all. That it has no tiling is no error, and neither is a search that was stopped.

use super::Engine;
use crate::fault::{Category, Fault};
use crate::puzzle::PuzzleError;
use crate::text::{nearest, shown};
use crate::tiling::TilingError;

/// Why a puzzle is not searched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// There is no engine of this name.
    #[error("there is no engine `{}`", shown(found))]
    NoSuchEngine {
        /// The name.
        found: String,
    },
    /// The pieces can lie in more ways than can be worked with.
    #[error("the pieces may lie in `{estimated}` ways; at most {allowed} placements are allowed")]
    TooManyPlacements {
        /// An upper bound of the placements.
        estimated: u64,
        /// How many there may be.
        allowed: u64,
    },
    /// The tables of the search would take more memory than allowed.
    #[error("the search may take `{estimated}` bytes; at most {allowed} are allowed")]
    TooMuchMemory {
        /// An upper bound of the bytes.
        estimated: u64,
        /// How many there may be.
        allowed: u64,
    },
    /// The engine asked for does not do what is asked of it.
    #[error("the {engine} engine cannot search this puzzle: {reason}")]
    NotForEngine {
        /// The engine.
        engine: Engine,
        /// What it cannot do, in a few words.
        reason: &'static str,
    },
    /// The smallest rectangle of these pieces cannot be looked for.
    #[error("the smallest rectangle is not looked for: {reason}")]
    NoOrder {
        /// What is wrong with the pieces, in a few words.
        reason: &'static str,
    },
    /// The pieces make no puzzle, whatever the region.
    #[error(transparent)]
    Pieces(PuzzleError),
    /// The engine found something that is no tiling: a mistake in this program.
    #[error("the {engine} engine found what is no tiling: {source}")]
    Internal {
        /// The engine.
        engine: Engine,
        /// What is wrong with it.
        source: TilingError,
    },
}

impl SolverError {
    /// What to try, where there is something to try.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            SolverError::NoSuchEngine { found } => {
                let names = Engine::ALL.map(Engine::name);
                let near = nearest(found, names);
                Some(near.map_or_else(
                    || format!("engines are {}", names.join(", ")),
                    |near| format!("did you mean `{near}`?"),
                ))
            }
            SolverError::TooManyPlacements { .. } => {
                Some("use fewer kinds of pieces or a smaller region, or raise the limit".into())
            }
            SolverError::TooMuchMemory { .. } => {
                Some("use fewer or smaller pieces or a smaller region, or allow more with --memory".into())
            }
            SolverError::NoOrder { .. } => {
                Some("give polyominoes that may be turned and flipped, none longer than ten cells".into())
            }
            SolverError::Pieces(error) => error.hint(),
            SolverError::NotForEngine { .. } => {
                Some("use --engine auto, or cover, which fits every puzzle".into())
            }
            SolverError::Internal { .. } => {
                Some("please report this puzzle; its results cannot be trusted".into())
            }
        }
    }
}

impl Fault for SolverError {
    fn code(&self) -> &'static str {
        match self {
            SolverError::NoSuchEngine { .. } => "E1001",
            SolverError::TooManyPlacements { .. } => "E1002",
            SolverError::TooMuchMemory { .. } => "E1003",
            SolverError::Internal { .. } => "E1004",
            SolverError::NotForEngine { .. } => "E1005",
            SolverError::NoOrder { .. } => "E1008",
            SolverError::Pieces(error) => error.code(),
        }
    }

    fn category(&self) -> Category {
        match self {
            SolverError::NoSuchEngine { .. }
            | SolverError::NotForEngine { .. }
            | SolverError::NoOrder { .. } => Category::Input,
            SolverError::Pieces(error) => error.category(),
            SolverError::TooManyPlacements { .. } | SolverError::TooMuchMemory { .. } => Category::Limit,
            SolverError::Internal { .. } => Category::Internal,
        }
    }

    fn found(&self) -> Option<String> {
        match self {
            SolverError::NoSuchEngine { found } => Some(shown(found)),
            SolverError::TooManyPlacements { estimated, .. }
            | SolverError::TooMuchMemory { estimated, .. } => Some(estimated.to_string()),
            SolverError::NotForEngine { engine, .. } => Some(engine.to_string()),
            SolverError::Pieces(error) => error.found(),
            SolverError::NoOrder { .. } | SolverError::Internal { .. } => None,
        }
    }

    fn allowed(&self) -> Option<String> {
        match self {
            SolverError::NoSuchEngine { .. } => Some(Engine::ALL.map(Engine::name).join(", ")),
            SolverError::TooManyPlacements { allowed, .. } | SolverError::TooMuchMemory { allowed, .. } => {
                Some(format!("at most {allowed}"))
            }
            SolverError::Pieces(error) => error.allowed(),
            SolverError::NotForEngine { .. } | SolverError::NoOrder { .. } | SolverError::Internal { .. } => {
                None
            }
        }
    }

    fn hint(&self) -> Option<String> {
        SolverError::hint(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_engines_are_answered() {
        let error = "covr".parse::<Engine>().unwrap_err();
        assert_eq!(error.to_string(), "there is no engine `covr`");
        assert_eq!(error.hint().as_deref(), Some("did you mean `cover`?"));
        assert_eq!((error.code(), error.category()), ("E1001", Category::Input));
        assert_eq!("cover".parse::<Engine>(), Ok(Engine::Cover));
    }
}
