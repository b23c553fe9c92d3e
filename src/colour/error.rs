//! Why a palette or a colouring cannot be had.

use super::Colour;
use crate::fault::{Category, Fault};
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
    /// There is no palette of this name.
    #[error("there is no palette `{found}`", found = shown(found))]
    UnknownPalette {
        /// The name.
        found: String,
        /// The name most like it.
        nearest: Option<&'static str>,
        /// The names there are.
        allowed: Vec<&'static str>,
    },
    /// A colouring needs more fabrics than the palette has.
    #[error("palette `{palette}` has `{found}` fabrics, but {needed} are needed", palette = shown(palette))]
    PaletteTooSmall {
        /// The name of the palette.
        palette: String,
        /// How many fabrics it has.
        found: usize,
        /// How many are needed.
        needed: usize,
    },
    /// Two fabrics of a palette have one name.
    #[error("two fabrics are called `{name}`", name = shown(name))]
    SameFabricName {
        /// The name.
        name: String,
    },
    /// Two fabrics of a palette have one colour.
    #[error("fabric `{name}` has the colour `{colour}` of another", name = shown(name))]
    SameFabricColour {
        /// The name of the second.
        name: String,
        /// The colour.
        colour: Colour,
    },
    /// A piece is said to touch one that does not exist.
    #[error("piece `{piece}` is said to touch piece `{found}`, but there are {pieces}")]
    NoSuchPiece {
        /// The piece.
        piece: usize,
        /// What it is said to touch.
        found: usize,
        /// How many pieces there are.
        pieces: usize,
    },
    /// A piece is said to touch itself.
    #[error("piece `{piece}` is said to touch itself")]
    TouchesItself {
        /// The piece.
        piece: usize,
    },
    /// So many colours are not enough, which is proved.
    #[error("`{asked}` colours are not enough: {of} that touch need more", of = pieces(witness))]
    TooFewColours {
        /// How many colours were asked for.
        asked: usize,
        /// How many are enough.
        found: usize,
        /// Pieces, sorted, that alone need more.
        witness: Vec<usize>,
    },
    /// Whether so many colours are enough was not found out.
    #[error("whether `{asked}` colours are enough was not decided in {effort} steps")]
    NotDecided {
        /// How many colours were asked for.
        asked: usize,
        /// How many are enough.
        found: usize,
        /// How many steps of searching were allowed.
        effort: u64,
    },
}

impl ColourError {
    /// What to try, where there is something to try.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            ColourError::NotAColour { .. } => Some("write it as `#rrggbb`, such as `#b7410e`".into()),
            ColourError::TooFewColours { found, .. } | ColourError::NotDecided { found, .. } => {
                Some(format!("{found} colours are enough"))
            }
            ColourError::UnknownPalette { nearest: Some(nearest), .. } => {
                Some(format!("did you mean `{nearest}`?"))
            }
            ColourError::UnknownPalette { allowed, .. } => {
                Some(format!("the palettes are `{}`", allowed.join("`, `")))
            }
            ColourError::PaletteTooSmall { .. } => Some("choose a larger palette".into()),
            _ => None,
        }
    }
}

impl Fault for ColourError {
    fn code(&self) -> &'static str {
        match self {
            ColourError::NotAColour { .. } => "E1201",
            ColourError::NoSuchPiece { .. } => "E1202",
            ColourError::TouchesItself { .. } => "E1203",
            ColourError::TooFewColours { .. } => "E1204",
            ColourError::NotDecided { .. } => "E1205",
            ColourError::UnknownPalette { .. } => "E1206",
            ColourError::PaletteTooSmall { .. } => "E1207",
            ColourError::SameFabricName { .. } => "E1208",
            ColourError::SameFabricColour { .. } => "E1209",
        }
    }

    fn category(&self) -> Category {
        match self {
            ColourError::TooFewColours { .. } => Category::NoAnswer,
            ColourError::NotDecided { .. } => Category::Limit,
            // Neighbours come from our own patchwork.
            ColourError::NoSuchPiece { .. } | ColourError::TouchesItself { .. } => Category::Internal,
            _ => Category::Input,
        }
    }

    fn found(&self) -> Option<String> {
        match self {
            ColourError::NotAColour { found } => Some(shown(found)),
            ColourError::TooFewColours { asked, .. } | ColourError::NotDecided { asked, .. } => {
                Some(asked.to_string())
            }
            ColourError::UnknownPalette { found, .. } => Some(shown(found)),
            ColourError::PaletteTooSmall { found, .. } => Some(found.to_string()),
            ColourError::SameFabricName { name } => Some(shown(name)),
            ColourError::SameFabricColour { colour, .. } => Some(colour.to_string()),
            _ => None,
        }
    }

    fn allowed(&self) -> Option<String> {
        match self {
            ColourError::NotAColour { .. } => Some("#rrggbb".into()),
            ColourError::TooFewColours { found, .. } | ColourError::NotDecided { found, .. } => {
                Some(format!("{found} or more"))
            }
            ColourError::UnknownPalette { allowed, .. } => Some(allowed.join(", ")),
            ColourError::PaletteTooSmall { needed, .. } => Some(format!("{needed} or more")),
            _ => None,
        }
    }

    fn hint(&self) -> Option<String> {
        ColourError::hint(self)
    }
}

/// Pieces by number, the first twelve of them.
fn pieces(witness: &[usize]) -> String {
    const SHOWN: usize = 12;
    let mut text =
        witness.iter().take(SHOWN).map(|piece| format!("`{piece}`")).collect::<Vec<_>>().join(", ");
    if witness.len() > SHOWN {
        text += &format!(" and {} more", witness.len() - SHOWN);
    }
    format!("{} {text}", if witness.len() == 1 { "piece" } else { "pieces" })
}
