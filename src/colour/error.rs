//! Why a palette or a colouring cannot be had.

use crate::fault::Fault;
use crate::text::shown;

/// A palette or a colouring that cannot be had.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ColourError {
    /// A text that is no colour.
    #[error("`{found}` is not a colour", found = shown(found))]
    NotAColour {
        /// The text.
        found: String,
    },
}

impl ColourError {
    /// What to try, where there is something to try.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            ColourError::NotAColour { .. } => Some("write it as `#rrggbb`, such as `#b7410e`".into()),
        }
    }
}

impl Fault for ColourError {
    fn code(&self) -> &'static str {
        match self {
            ColourError::NotAColour { .. } => "E1201",
        }
    }

    fn hint(&self) -> Option<String> {
        ColourError::hint(self)
    }
}
