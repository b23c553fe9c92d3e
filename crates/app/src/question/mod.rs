//! Answers questions about tilings, such as `fault_lines > 0 && crossings <= 2`.
//!
//! Each number is computed when a question first needs it, and then cached. A wrong condition is refused
//! with its column before any tiling is evaluated.

mod condition;
mod error;
mod figures;

pub use condition::{Condition, SortKey};
pub use error::QuestionError;
pub(crate) use figures::CHANGED_BY_REFLECTION;
pub use figures::{Figures, KEYS, Key, key};
