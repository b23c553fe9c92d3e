//! The options of fabrics: which there are, and which patch gets which.

use super::own::{PaletteChoice, PhotoChoice};
use super::patch_fabric::PatchFabric;
use super::{Options as _, flag, options};
use crate::color::{
    ColorError, FabricCount, FabricStock, FabricWish, PhotoWish, Scheme, Tones, Touching, ZoneShape,
    read_stash,
};
use piecework_tiling::error::Error;
use piecework_tiling::setting::{NoEffect, OptionError, words};

/// The heading over which patch gets which fabric.
const FABRICS: &str = "Fabrics";

/// How fabrics are given to patches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum FabricScheme {
    /// As few as possible.
    #[default]
    Fewest,
    /// Each for as many patches as any other.
    Balanced,
    /// Zones one inside the other.
    Concentric,
    /// Zones from top to bottom.
    Bands,
    /// Zones from corner to corner.
    Diagonal,
    /// Turning the quilt exchanges fabrics.
    Symmetric,
    /// By piece.
    Kind,
    /// By orientation.
    Orientation,
    /// By whether a piece is flipped.
    Mirrored,
    /// From the stash in the palette file.
    Stash,
}

words! {
    FabricScheme {
        "fewest" => FabricScheme::Fewest, "use as few fabrics as possible";
        "balanced" => FabricScheme::Balanced, "cut the same number of patches from each fabric";
        "concentric" => FabricScheme::Concentric, "zones one inside the other, two fabrics each, or one if patches may match";
        "bands" => FabricScheme::Bands, "zones from top to bottom, as concentric";
        "diagonal" => FabricScheme::Diagonal, "zones from corner to corner, as concentric";
        "symmetric" => FabricScheme::Symmetric, "turning the quilt swaps fabrics";
        "kind" => FabricScheme::Kind, "one fabric for each kind of piece";
        "orientation" => FabricScheme::Orientation, "one fabric for each way a piece is turned";
        "mirrored" => FabricScheme::Mirrored, "other fabrics for pieces that are flipped";
        "stash" => FabricScheme::Stash, "stay within the amounts that the palette file lists";
    }
}

options! {
    /// The fabrics, and which patch gets which.
    FabricRequest {
        /// The fabrics: a palette by name, colors such as red,navy,#c0c0c0, your own palette file (.json, or .csv with lines
        /// name,#rrggbb,role,stock), or the eight main colors of a photo (JPEG, PNG, WebP or GIF). Photos of
        /// fabrics are shown at true size: Rust=rust.jpg@8in,Oat=oat.jpg@6in, with the width of the cloth in each (and
        /// @15deg to turn one), or named in your file
        palette: PaletteChoice = "harvest"; value_name: "NAME",
            of_colors: true,
        /// How fabrics are assigned to patches; patches that touch differ unless --touching says otherwise
        color: FabricScheme = "fewest"; value_name: "SCHEME", group: FABRICS,
            label: "Fabric scheme", of_colors: true,
        /// Give each patch the fabric most like a photo under it: a JPEG, PNG, WebP or GIF file, or `cat`. Patches that
        /// touch may have the same fabric. All fabrics of the palette are used, or the K of --fabrics that fit best
        photo: Option<PhotoChoice>; value_name: "FILE", group: FABRICS, of_colors: true,
            excludes: &["color", "contrast", "exchange", "shuffle"],
        /// With a photo: mix fabrics in areas of a color between them (error diffusion)
        dither: bool; group: FABRICS, needs: Some("photo"),
            label: "Mix fabrics", of_colors: true,
        /// With a photo: whether its tones are stretched to those of the fabrics
        tones: Tones = "auto"; value_name: "HOW", group: FABRICS, needs: Some("photo"),
            label: "Tones of the photo", of_colors: true,
        /// Whether patches that touch may have the same fabric
        touching: Touching = "must-differ"; value_name: "RULE", group: FABRICS,
            label: "Patches that touch", of_colors: true,
        /// Use exactly K fabrics
        fabrics: Option<u64>; value_name: "K", group: FABRICS, range: (1, 64),
            label: "Number of fabrics", of_colors: true,
        /// Use at most K fabrics
        most_fabrics: Option<u64>; value_name: "K", group: FABRICS, range: (1, 64), excludes: &["fabrics"],
            label: "At most this many fabrics", of_colors: true,
        /// Use only these fabrics of the palette, and no more of each than you have: in yards or metres, fat
        /// quarters, patches or cells, as in "Oat=1 1/2yd,Rust=2 fat quarters,Sage=40,Ink=240cells"; for a quilt also
        /// border=2yd, binding, backing, background, facing and cornerstones. The stash alone decides, or --color or --photo
        /// within it
        stash: Option<String>; value_name: "LIST", group: FABRICS,
            label: "My stash", of_colors: true,
        /// Give single patches a fabric by number, as in 12=Rust,15=Oat; patches are numbered as on the
        /// diagram, and few others change for it. Patches that touch may be given the same
        fabric_of: Vec<PatchFabric>; value_name: "LIST", group: FABRICS,
            label: "Fabric of single patches", of_colors: true,
        /// Give the patches other fabrics, at random; N decides which, and patches of --fabric-of keep theirs
        shuffle: u64 = "0"; value_name: "N", group: FABRICS,
            label: "Shuffle", of_colors: true,
        /// With zones: half a turn of the quilt swaps fabrics
        exchange: bool; group: FABRICS,
            label: "Swap fabrics by half a turn", of_colors: true,
        /// Choose fabrics from the whole palette for the greatest contrast between neighbours, not in palette
        /// order
        contrast: bool; group: FABRICS,
            label: "Greatest contrast", of_colors: true,
    }
}

impl FabricRequest {
    /// What is asked of the fabrics.
    ///
    /// # Errors
    /// [`OptionError`] for a stash that cannot be read, and for options that have no effect.
    pub fn wish(&self) -> Result<FabricWish, OptionError> {
        let zones = |shape| Scheme::Zones { shape, exchanged: self.exchange };
        let scheme = match (&self.photo, self.color) {
            (Some(photo), _) => Scheme::Photo(PhotoWish {
                photo: photo.photo().clone(),
                tones: self.tones,
                dither: self.dither,
            }),
            (None, FabricScheme::Fewest) => Scheme::Fewest,
            (None, FabricScheme::Balanced) => Scheme::Balanced,
            (None, FabricScheme::Concentric) => zones(ZoneShape::Concentric),
            (None, FabricScheme::Bands) => zones(ZoneShape::Bands),
            (None, FabricScheme::Diagonal) => zones(ZoneShape::Diagonal),
            (None, FabricScheme::Symmetric) => Scheme::Symmetric,
            (None, FabricScheme::Kind) => Scheme::Kind,
            (None, FabricScheme::Orientation) => Scheme::Orientation,
            (None, FabricScheme::Mirrored) => Scheme::Mirrored,
            (None, FabricScheme::Stash) => self.stash_of_palette()?,
        };
        let scheme = match &self.stash {
            Some(stash) => self.within(scheme, read_stash(stash).map_err(Error::from)?)?,
            None => scheme,
        };
        let zoned = matches!(scheme.as_bought(), Scheme::Zones { .. });
        if self.exchange && !zoned {
            return Err(OptionError::no_effect(
                "--exchange",
                "it needs zones: `--color concentric`, `bands` or `diagonal`; other quilts take `--color symmetric`",
            ));
        }
        let may_match = self.touching == Touching::MayMatch;
        if may_match && let Some(reason) = self.without_contact(&scheme.as_bought(), self.stash.is_some()) {
            return Err(OptionError::no_effect("--touching may-match", reason));
        }
        let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let count = match (self.fabrics, self.most_fabrics) {
            (Some(exactly), _) => FabricCount::Exactly(count(exactly)),
            (None, Some(most)) => FabricCount::AtMost(count(most)),
            (None, None) => FabricCount::Fewest,
        };
        if self.shuffle != 0 && scheme != Scheme::Fewest && !(may_match && zoned) {
            return Err(OptionError::no_effect(
                "--shuffle",
                "the scheme of `--color` decides which patch gets which fabric",
            ));
        }
        let fixed = self.fabric_of.iter().map(|given| (given.patch, given.fabric.clone())).collect();
        Ok(FabricWish {
            scheme,
            count,
            touching: self.touching,
            by_contrast: self.contrast,
            fixed,
            shuffle: self.shuffle,
            ..FabricWish::default()
        })
    }

    /// Why patches that may match make no sense with a scheme, if they do not.
    fn without_contact(&self, scheme: &Scheme, of_stash: bool) -> Option<&'static str> {
        let has_number = self.fabrics.is_some() || (of_stash && *scheme == Scheme::Fewest);
        match scheme {
            Scheme::Fewest if !has_number => Some(
                "all patches would have one fabric: give a number with `--fabrics`, or a scheme such as `--color orientation`",
            ),
            Scheme::Balanced if !has_number => {
                Some("all patches would have one fabric: give a number with `--fabrics`")
            }
            Scheme::Photo(_) => Some("patches that touch may match in a photo anyway"),
            Scheme::Symmetric => Some("a turn swaps fabrics only where patches that touch differ"),
            Scheme::Zones { exchanged: true, .. } => Some("`--exchange` needs two fabrics in each zone"),
            _ => None,
        }
    }

    /// A scheme within a stash; what would have no effect where the stash alone decides is refused.
    fn within(&self, scheme: Scheme, stash: Vec<(String, FabricStock)>) -> Result<Scheme, OptionError> {
        let alone: &[&'static str] = match scheme {
            Scheme::Fewest => &["fabrics", "most_fabrics", "contrast", "exchange", "shuffle"],
            Scheme::Stash(_) => &["color"],
            _ => &[],
        };
        match alone.iter().find(|key| self.is_set(key)) {
            Some(key) => Err(OptionError::Conflict { option: "--stash".to_owned(), other: flag(key) }),
            None if scheme == Scheme::Fewest => Ok(Scheme::Stash(stash)),
            None => Ok(Scheme::Within(Box::new(scheme), stash)),
        }
    }

    /// The stash that the palette file lists; options that would have no effect beside it are refused.
    fn stash_of_palette(&self) -> Result<Scheme, OptionError> {
        if let Some(key) =
            ["fabrics", "most_fabrics", "contrast", "shuffle"].into_iter().find(|key| self.is_set(key))
        {
            let option = flag(key);
            return Err(OptionError::NoEffect { option, reason: NoEffect::With("--color stash") });
        }
        let palette = self.palette.palette();
        match palette.stash() {
            [] => Err(Error::from(ColorError::NoStash { palette: palette.name().to_owned() }).into()),
            stash => Ok(Scheme::Stash(stash.to_vec())),
        }
    }
}
