//! Answers questions about tilings, such as `fault_lines > 0 && crossings <= 2`.
//!
//! Each number is computed when a question first needs it, and then cached. A wrong expression is refused
//! with its column before any tiling is evaluated.

mod error;
mod expression;
mod figures;
mod grammar;

pub use error::QuestionError;
pub use expression::{Expression, Wanted};
pub(crate) use figures::CHANGED_BY_REFLECTION;
pub use figures::{Figures, KEYS, Key, key};
