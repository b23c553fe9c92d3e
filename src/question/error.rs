//! Why a question about tilings cannot be answered.

use crate::colour::ColourError;
use crate::fault::{Fault, PassesOn};
use crate::quilt::piecing::PiecingError;
use crate::text::shown;

/// What an answer must be to choose tilings by.
pub(super) const YES_OR_NO: &str = "true or false";

/// Why a question about tilings cannot be answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The text ends too early or has a word or sign too many.
    #[error("`{}`, column {column}: {}", shown(text), at_place(found.as_deref()))]
    Unreadable {
        /// The whole expression.
        text: String,
        /// Where it cannot be read on, in characters from 1.
        column: usize,
        /// What stands there; nothing at the end.
        found: Option<String>,
    },
    /// An expression that is longer or deeper than any person writes.
    #[error("the expression has `{found}` {what}; the most are {most}")]
    TooLarge {
        /// What is counted.
        what: &'static str,
        /// How many it has.
        found: usize,
        /// The most.
        most: usize,
    },
    /// A name that is no key.
    #[error("`{}`, column {column}: there is no key `{}`", shown(text), shown(found))]
    NoSuchKey {
        /// The whole expression.
        text: String,
        /// Where it stands, in characters from 1.
        column: usize,
        /// The name.
        found: String,
        /// The key most like it.
        nearest: Option<&'static str>,
    },
    /// Something that expressions have elsewhere, but not here.
    #[error("`{}`, column {column}: {what} are not for questions about tilings", shown(text))]
    NotHere {
        /// The whole expression.
        text: String,
        /// Where it stands, in characters from 1.
        column: usize,
        /// What it is, many of them.
        what: &'static str,
    },
    /// Things that cannot be compared, added and so on.
    #[error("`{}`, column {column}: `{operator}` is not for {operands}", shown(text))]
    WrongOperands {
        /// The whole expression.
        text: String,
        /// Where the operator or its first operand stands, in characters from 1.
        column: usize,
        /// The operator.
        operator: String,
        /// What it was to be done to.
        operands: String,
    },
    /// A number where a yes or no is needed, or the other way round.
    #[error("`{}` is {found}, and must be {wanted}", shown(text))]
    WrongAnswer {
        /// The whole expression.
        text: String,
        /// What it comes to.
        found: &'static str,
        /// What is wanted.
        wanted: &'static str,
    },
    /// A division by zero, or a number beyond 64 bits.
    #[error("`{}` has no value for a tiling: {reason}", shown(text))]
    NoValue {
        /// The whole expression.
        text: String,
        /// What went wrong.
        reason: String,
    },
    /// A figure that is not told of tilings so large.
    #[error("`{key}` is told of tilings of at most {most} pieces, not of `{pieces}`")]
    TooManyPieces {
        /// The key.
        key: &'static str,
        /// How many pieces are laid.
        pieces: usize,
        /// The most.
        most: usize,
    },
    /// The pieces cannot be coloured.
    #[error(transparent)]
    Colour(#[from] ColourError),
    /// There is no plan of straight seams.
    #[error(transparent)]
    Piecing(#[from] PiecingError),
}

fn at_place(found: Option<&str>) -> String {
    found.map_or_else(
        || "something is missing at the end".to_owned(),
        |found| format!("`{}` does not fit here", shown(found)),
    )
}

impl PassesOn for QuestionError {
    fn inner(&self) -> Option<&dyn Fault> {
        match self {
            QuestionError::Colour(error) => Some(error),
            QuestionError::Piecing(error) => Some(error),
            _ => None,
        }
    }

    fn own_code(&self) -> &'static str {
        match self {
            QuestionError::Unreadable { .. } => "E2001",
            QuestionError::NoSuchKey { .. } => "E2002",
            QuestionError::NotHere { .. } => "E2003",
            QuestionError::WrongOperands { .. } => "E2004",
            QuestionError::WrongAnswer { .. } => "E2005",
            QuestionError::NoValue { .. } => "E2006",
            QuestionError::TooManyPieces { .. } => "E2007",
            QuestionError::TooLarge { .. } => "E2008",
            QuestionError::Colour(_) | QuestionError::Piecing(_) => "",
        }
    }

    fn own_hint(&self) -> Option<String> {
        match self {
            QuestionError::NoSuchKey { nearest: Some(nearest), .. } => {
                Some(format!("did you mean `{nearest}`?"))
            }
            QuestionError::NoSuchKey { .. } => {
                Some(format!("the keys are {}", super::KEYS.map(|key| key.name).join(", ")))
            }
            QuestionError::Unreadable { .. } => {
                Some("such as `fault_lines > 0 && crossings <= 2`; for equal write `==`".into())
            }
            QuestionError::WrongAnswer { wanted, .. } if *wanted == YES_OR_NO => {
                Some("compare it with something, such as `fault_lines > 0`".into())
            }
            _ => None,
        }
    }
}
