//! Why a palette or a colouring cannot be had.

use super::Colour;
use crate::fault::{Category, Fault};
use crate::text::{self, shown};

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
    /// Not every kind or orientation can have fabrics of its own.
    #[error("`{asked}` fabrics are not enough: {} {needed} fabrics of their own", groups_need(*.groups))]
    TooFewForGroups {
        /// How many fabrics were asked for.
        asked: usize,
        /// How many are enough.
        needed: usize,
        /// How many kinds or orientations there are.
        groups: usize,
        /// Whether fewer are proved not to be enough.
        proved: bool,
    },
    /// All fabric together is not enough.
    #[error("the stash is enough for `{found}` {unit}, but there are {needed}")]
    StashTooSmall {
        /// What there is.
        found: u64,
        /// What is needed.
        needed: u64,
        /// What is counted: `patches` or `cells`.
        unit: &'static str,
    },
    /// There is too much of few fabrics, which is proved by patches that touch.
    #[error(
        "the stash is uneven: patches that touch allow the most plentiful `{fabrics}` of its fabrics only {most} \
         {unit}, the others are enough for {others}, and there are {needed}"
    )]
    StashUneven {
        /// How many fabrics, the most plentiful.
        fabrics: usize,
        /// How much they can cover at most.
        most: u64,
        /// How much the others are enough for.
        others: u64,
        /// What is needed.
        needed: u64,
        /// What is counted: `patches` or `cells`.
        unit: &'static str,
    },
    /// No colouring keeps to the stash: every way was tried.
    #[error(
        "no way to give touching patches different fabrics keeps to the stash: all were tried, in `{steps}` steps"
    )]
    StashImpossible {
        /// How many steps that took.
        steps: u64,
    },
    /// Whether a colouring keeps to the stash was not found out.
    #[error("whether the stash is enough was not decided in `{effort}` steps")]
    StashNotDecided {
        /// How many steps were allowed.
        effort: u64,
    },
    /// A fabric that is not in the palette.
    #[error("palette `{palette}` has no fabric `{found}`", palette = shown(palette), found = shown(found))]
    UnknownFabric {
        /// The name of the palette.
        palette: String,
        /// The name of the fabric.
        found: String,
        /// The name most like it.
        nearest: Option<String>,
        /// The names there are.
        allowed: Vec<String>,
    },
    /// A fabric is in the stash twice.
    #[error("fabric `{name}` is in the stash twice", name = shown(name))]
    StockTwice {
        /// Its name.
        name: String,
    },
    /// A text that says nothing of a stash.
    #[error("`{found}` does not say how much there is of a fabric", found = shown(found))]
    NotStock {
        /// The text.
        found: String,
    },
    /// Cloth says nothing where no cloth is cut.
    #[error("of fabric `{fabric}` a length is given, but nothing is cut from cloth here", fabric = shown(fabric))]
    ClothNotCut {
        /// The name of the fabric.
        fabric: String,
    },
    /// A number of patches of a fabric that is for something else.
    #[error("of fabric `{fabric}` no patches are cut, so that they cannot be counted", fabric = shown(fabric))]
    NotForPatches {
        /// The name of the fabric.
        fabric: String,
    },
    /// A palette that does not say how much there is.
    #[error("palette `{palette}` does not say how much there is of its fabrics", palette = shown(palette))]
    NoStash {
        /// The name of the palette.
        palette: String,
    },
    /// Zones have two fabrics each.
    #[error("zones take two fabrics each, which `{asked}` are not")]
    NotPairs {
        /// How many fabrics were asked for.
        asked: usize,
    },
    /// The tiling has no symmetry.
    #[error("no such turn or reflection takes the tiling to itself, so that none can exchange fabrics")]
    NoTurn,
    /// No colouring is such that a turn exchanges its colours, which is proved.
    #[error("with {fabrics} no {turns} exchanges fabrics: all ways were tried", fabrics = fabrics(*least, *most), turns = turns.join(" or "))]
    NotExchanged {
        /// The fewest fabrics that were tried.
        least: usize,
        /// The most.
        most: usize,
        /// The turns and reflections that take the tiling to itself.
        turns: Vec<String>,
    },
    /// Whether a scheme can be had was not found out.
    #[error("whether `{fabrics}` fabrics can be {scheme} was not decided in {effort} steps")]
    SchemeNotDecided {
        /// What was wanted.
        scheme: &'static str,
        /// With how many fabrics at most.
        fabrics: usize,
        /// How many steps were allowed.
        effort: u64,
    },
    /// A line of a palette that names no fabric.
    #[error("`{found}` is not a fabric", found = shown(found))]
    NotAFabric {
        /// The line.
        found: String,
    },
    /// A role of a fabric that is not known.
    #[error("`{found}` is no role of a fabric", found = shown(found))]
    UnknownRole {
        /// The word.
        found: String,
    },
    /// A palette with too few or too many fabrics for patches.
    #[error("the palette has `{found}` fabrics for patches; allowed are {least} to {most}")]
    PaletteSize {
        /// How many.
        found: usize,
        /// At least so many.
        least: u64,
        /// At most so many.
        most: u64,
    },
    /// A name that cannot be printed.
    #[error(transparent)]
    Name(#[from] text::TextError),
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
            ColourError::PaletteTooSmall { .. } => {
                Some("choose a larger palette, or write one of your own".into())
            }
            ColourError::TooFewForGroups { needed, .. } => Some(format!("{needed} fabrics are enough")),
            ColourError::StashUneven { .. } => Some("add to the fabrics of which there is little".into()),
            ColourError::StashImpossible { .. } | ColourError::StashNotDecided { .. } => {
                Some("allow more of a fabric, or add one".into())
            }
            ColourError::UnknownFabric { nearest: Some(nearest), .. } => {
                Some(format!("did you mean `{}`?", shown(nearest)))
            }
            ColourError::UnknownFabric { allowed, .. } => {
                Some(format!("its fabrics are `{}`", allowed.join("`, `")))
            }
            ColourError::NotStock { .. } => {
                let words = "write `NAME=40` for patches, `NAME=240cells`, `NAME=1 1/2yd`, `NAME=80cm` or `NAME=2 fat quarters`, \
                             with commas between";
                Some(words.into())
            }
            ColourError::ClothNotCut { .. } => {
                Some("count patches or cells: `NAME=40`, `NAME=240cells`".into())
            }
            ColourError::NotForPatches { .. } => Some("give a length, such as `1yd`".into()),
            ColourError::NoStash { .. } => Some(
                "write lines `name,#rrggbb,role,1 1/2yd`, where the role may be empty, or use `--stash`"
                    .into(),
            ),
            ColourError::NotPairs { .. } => Some("ask for 2, 4, 6 or 8 fabrics".into()),
            ColourError::NotExchanged { .. } | ColourError::SchemeNotDecided { .. } => {
                Some("allow more fabrics".into())
            }
            ColourError::NotAFabric { .. } => {
                Some("write `name,#rrggbb` or `name,#rrggbb,role`, such as `Rust,#b7410e`".into())
            }
            ColourError::UnknownRole { .. } => Some(format!("the roles are {ROLES}")),
            _ => None,
        }
    }
}

/// The roles of fabrics, in words.
const ROLES: &str = "`patch`, `border`, `binding`, `backing`";

/// Groups as the subject of a sentence.
fn groups_need(count: usize) -> String {
    if count == 1 { "1 group of patches needs".to_owned() } else { format!("{count} groups of patches need") }
}

fn fabrics(least: usize, most: usize) -> String {
    if least == most { format!("`{most}` fabrics") } else { format!("`{least}` to `{most}` fabrics") }
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
            ColourError::TooFewForGroups { .. } => "E1210",
            ColourError::StashTooSmall { .. } => "E1211",
            ColourError::StashUneven { .. } => "E1212",
            ColourError::StashImpossible { .. } => "E1213",
            ColourError::StashNotDecided { .. } => "E1214",
            ColourError::UnknownFabric { .. } => "E1215",
            ColourError::StockTwice { .. } => "E1216",
            ColourError::NotStock { .. } => "E1217",
            ColourError::NotPairs { .. } => "E1218",
            ColourError::NoTurn => "E1219",
            ColourError::NotExchanged { .. } => "E1220",
            ColourError::SchemeNotDecided { .. } => "E1221",
            ColourError::NotAFabric { .. } => "E1222",
            ColourError::UnknownRole { .. } => "E1223",
            ColourError::PaletteSize { .. } => "E1224",
            ColourError::ClothNotCut { .. } => "E1225",
            ColourError::NotForPatches { .. } => "E1226",
            ColourError::NoStash { .. } => "E1227",
            ColourError::Name(error) => error.code(),
        }
    }

    fn category(&self) -> Category {
        match self {
            // Where a smaller number was found but not proved to be the smallest, nothing is proved.
            ColourError::TooFewForGroups { proved: false, .. } => Category::Limit,
            ColourError::TooFewColours { .. }
            | ColourError::TooFewForGroups { .. }
            | ColourError::StashTooSmall { .. }
            | ColourError::StashUneven { .. }
            | ColourError::StashImpossible { .. }
            | ColourError::NoTurn
            | ColourError::NotExchanged { .. } => Category::NoAnswer,
            ColourError::NotDecided { .. }
            | ColourError::StashNotDecided { .. }
            | ColourError::SchemeNotDecided { .. } => Category::Limit,
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
            ColourError::TooFewForGroups { asked, .. } | ColourError::NotPairs { asked } => {
                Some(asked.to_string())
            }
            ColourError::StashTooSmall { found, .. } => Some(found.to_string()),
            ColourError::UnknownFabric { found, .. }
            | ColourError::NotStock { found }
            | ColourError::NotAFabric { found }
            | ColourError::UnknownRole { found } => Some(shown(found)),
            ColourError::StockTwice { name } => Some(shown(name)),
            ColourError::ClothNotCut { fabric } | ColourError::NotForPatches { fabric } => {
                Some(shown(fabric))
            }
            ColourError::NoStash { palette } => Some(shown(palette)),
            ColourError::PaletteSize { found, .. } => Some(found.to_string()),
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
            ColourError::PaletteTooSmall { needed, .. } | ColourError::TooFewForGroups { needed, .. } => {
                Some(format!("{needed} or more"))
            }
            ColourError::StashTooSmall { needed, .. } => Some(format!("{needed} or more")),
            ColourError::UnknownFabric { allowed, .. } => Some(allowed.join(", ")),
            ColourError::NotStock { .. } => {
                Some("NAME=40, NAME=240cells, NAME=1 1/2yd, NAME=2 fat quarters".into())
            }
            ColourError::NotPairs { .. } => Some("2, 4, 6 or 8".into()),
            ColourError::NotAFabric { .. } => {
                Some("name,#rrggbb or name,#rrggbb,role or name,#rrggbb,role,stock".into())
            }
            ColourError::UnknownRole { .. } => Some(ROLES.into()),
            ColourError::PaletteSize { least, most, .. } => Some(format!("{least} to {most}")),
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
