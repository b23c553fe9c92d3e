//! Why a stash of cloth is not enough, or is not known to be.

use crate::fault::{Category, Fault};
use crate::text::shown;

/// Why a quilt cannot be cut from what there is.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StashError {
    /// What goes around or behind the top takes more of a fabric than there is.
    #[error("of fabric `{}` there is `{}`; {} alone take `{}`", shown(&.0.fabric), .0.stock, .0.parts, .0.needed)]
    EdgesTakeAll(Box<EdgesTake>),
    /// Long strips are not cut from fat quarters.
    #[error("the {part} is not cut from fat quarters, which is all there is of fabric `{fabric}`", fabric = shown(fabric))]
    NotFromQuarters {
        /// The name of the fabric.
        fabric: String,
        /// What is cut from it.
        part: &'static str,
    },
    /// A patch is larger than every cloth there is.
    #[error("a patch `{piece}` alone, cut {sizes}, is too large for every fabric of the stash", piece = shown(piece))]
    FitsNowhere {
        /// The name of the piece.
        piece: String,
        /// What it is cut into.
        sizes: String,
    },
    /// All cloth together is not enough, however full strips are.
    #[error(
        "the stash is too small whichever patch is cut from which fabric: cut in strips, patches take at least `{needed}`, \
         and there is `{found}` for them"
    )]
    TooLittle {
        /// The area that strips with all patches take at least.
        needed: String,
        /// The area of the cloth that is there for patches.
        found: String,
    },
    /// No way was found, and it is not proved that there is none.
    #[error(
        "no way was found to cut the quilt from the stash, and none is proved not to be there (`{effort}` steps); the best one lacks {}",
        lacks(lacking)
    )]
    NotDecided {
        /// What the best way lacks: fabrics, each with how much of it.
        lacking: Vec<(String, String)>,
        /// How many steps everything was tried for.
        effort: u64,
    },
}

/// More than there is, taken by what goes around or behind the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdgesTake {
    /// The name of the fabric.
    pub fabric: String,
    /// What there is of it.
    pub stock: String,
    /// What is cut from it whatever the patches are: `border`, `binding`, `backing`.
    pub parts: String,
    /// What they take.
    pub needed: String,
}

fn lacks(lacking: &[(String, String)]) -> String {
    let each: Vec<String> =
        lacking.iter().map(|(name, much)| format!("`{much}` of `{}`", shown(name))).collect();
    each.join(", ")
}

impl Fault for StashError {
    fn code(&self) -> &'static str {
        match self {
            StashError::EdgesTakeAll(_) => "E1530",
            StashError::NotFromQuarters { .. } => "E1531",
            StashError::FitsNowhere { .. } => "E1532",
            StashError::TooLittle { .. } => "E1533",
            StashError::NotDecided { .. } => "E1534",
        }
    }

    fn category(&self) -> Category {
        match self {
            StashError::NotFromQuarters { .. } => Category::Input,
            StashError::NotDecided { .. } => Category::Limit,
            StashError::EdgesTakeAll(_) | StashError::FitsNowhere { .. } | StashError::TooLittle { .. } => {
                Category::NoAnswer
            }
        }
    }

    fn found(&self) -> Option<String> {
        match self {
            StashError::EdgesTakeAll(edges) => Some(edges.stock.clone()),
            StashError::TooLittle { found, .. } => Some(found.clone()),
            StashError::FitsNowhere { piece, .. } => Some(shown(piece)),
            StashError::NotFromQuarters { fabric, .. } => Some(shown(fabric)),
            StashError::NotDecided { .. } => None,
        }
    }

    fn allowed(&self) -> Option<String> {
        match self {
            StashError::EdgesTakeAll(edges) => Some(format!("{} or more", edges.needed)),
            StashError::TooLittle { needed, .. } => Some(format!("{needed} or more")),
            _ => None,
        }
    }

    fn hint(&self) -> Option<String> {
        Some(match self {
            StashError::EdgesTakeAll(_) => "use another fabric for it".into(),
            StashError::NotFromQuarters { .. } => "say how long its cloth is, such as `1/2yd`".into(),
            StashError::FitsNowhere { .. } => "make cells smaller, or sew with `--method straight`".into(),
            StashError::TooLittle { .. } => "add a fabric, or make cells smaller".into(),
            StashError::NotDecided { .. } => "add what is lacking, or a fabric more".into(),
        })
    }
}
