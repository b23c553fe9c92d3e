//! Questions about tilings: figures by name, and expressions of them.
//!
//! In: a tiling and the name of a figure, or an expression such as `fault_lines > 0 && crossings <= 2`. Out: a whole number, a
//! yes or no. Always holds: every figure is counted when it is first asked for and then kept, so a question costs what
//! its own figures cost; a wrong expression is refused before any tiling is looked at, with the place. What is done
//! with the answers is not known here.

mod error;
#[cfg(feature = "questions")]
mod expression;
mod figures;

pub use error::QuestionError;
#[cfg(feature = "questions")]
pub use expression::{Expression, Wanted};
pub use figures::{Figures, KEYS, Key, key};
