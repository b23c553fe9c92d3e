//! Errors of palettes and colorings.

use super::Color;
use piecework_tiling::fault::fault;
use piecework_tiling::length::LengthError;
use piecework_tiling::text::{self, shown};

/// The kinds of pictures that are read, as messages call them.
pub(super) const KINDS: &str = "a JPEG, PNG, WebP or GIF picture";

fault! {
    /// Why a palette or a coloring is refused or does not exist. Pieces are given by number.
    #[derive(Clone, PartialEq)]
    pub enum ColorError {
        NotAColor { found: String } = E1201 {
            message("`{found}` is not a color", found = shown(found))
            found("{found}", found = shown(found)) allowed("#rrggbb")
            help("write it as `#rrggbb`, such as `#b7410e`")
        }
        UnknownPalette { found: String, nearest: Option<&'static str>, allowed: Vec<&'static str> } = E1206 {
            message("there is no palette `{found}`", found = shown(found))
            found("{found}", found = shown(found)) allowed("{names}", names = allowed.join(", "))
            meant(Some(nearest) = nearest => "{nearest}")
            help("the palettes are `{names}`", names = allowed.join("`, `"))
        }
        PaletteTooSmall { palette: String, found: usize, needed: usize } = E1207 {
            message("palette `{palette}` has `{found}` fabrics, but {needed} are needed", palette = shown(palette))
            found("{found}") allowed("{needed} or more")
            help("choose a larger palette, or write one of your own")
        }
        SameFabricName { name: String } = E1208 {
            message("two fabrics are called `{name}`", name = shown(name))
            found("{name}", name = shown(name))
        }
        SameFabricColor { name: String, color: Color } = E1209 {
            message("fabric `{name}` has the color `{color}` of another", name = shown(name))
            found("{color}")
        }
        /// Neighbours come from our own patchwork.
        NoSuchPiece { piece: usize, found: usize, pieces: usize } = E1202 {
            kind(Internal)
            message("piece `{piece}` is listed beside piece `{found}`, but there are {pieces}")
        }
        TouchesItself { piece: usize } = E1203 {
            kind(Internal)
            message("piece `{piece}` is listed beside itself")
        }
        /// Too few colors, with proof: the witness pieces, sorted, alone need more.
        TooFewColors { asked: usize, found: usize, witness: Vec<usize> } = E1204 {
            kind(NoAnswer)
            message("`{asked}` colors are not enough: {of} that touch need more", of = pieces(witness))
            found("{asked}") allowed("{found} or more")
            help("{found} colors are enough")
        }
        NotDecided { asked: usize, found: usize, effort: u64 } = E1205 {
            kind(Limit)
            message("could not decide in {effort} steps whether `{asked}` colors are enough")
            found("{asked}") allowed("{found} or more")
            help("{found} colors are enough")
        }
        /// Kinds or orientations cannot all have their own fabrics; `proved` if fewer fabrics are proved to
        /// be too few.
        TooFewForGroups { asked: usize, needed: usize, groups: usize, proved: bool } = E1210 {
            kind(if *proved { NoAnswer } else { Limit })
            message("`{asked}` fabrics are not enough: {groups} {needed} fabrics of their own", groups = groups_need(*groups))
            found("{asked}") allowed("{needed} or more")
            help("{needed} fabrics are enough")
        }
        StashTooSmall { found: u64, needed: u64, unit: &'static str } = E1211 {
            kind(NoAnswer)
            message("the stash is enough for `{found}` {unit}, but there are {needed}")
            found("{found}") allowed("{needed} or more")
        }
        /// Too few fabrics have too much of the stash, proved by patches that touch.
        StashUneven { fabrics: usize, most: u64, others: u64, needed: u64, unit: &'static str } = E1212 {
            kind(NoAnswer)
            message("too little variety in the stash: only {most} {unit} can use the most plentiful `{fabrics}` fabrics, because \
                touching patches differ; the others are enough for {others}, and there are {needed}")
            help("add to the fabrics of which there is little")
        }
        /// The search was exhaustive.
        StashImpossible { steps: u64 } = E1213 {
            kind(NoAnswer)
            message("the stash is not enough: no coloring exists in which touching patches have different fabrics (exhaustive search, `{steps}` steps)")
            help("allow more of a fabric, or add one")
        }
        StashNotDecided { effort: u64 } = E1214 {
            kind(Limit)
            message("could not decide in `{effort}` steps whether the stash is enough")
            help("allow more of a fabric, or add one")
        }
        UnknownFabric { palette: String, found: String, nearest: Option<String>, allowed: Vec<String> } = E1215 {
            message("palette `{palette}` has no fabric `{found}`", palette = shown(palette), found = shown(found))
            found("{found}", found = shown(found)) allowed("{names}", names = allowed.join(", "))
            meant(Some(nearest) = nearest => "{nearest}", nearest = shown(nearest))
            help("its fabrics are `{names}`", names = allowed.join("`, `"))
        }
        StockTwice { name: String } = E1216 {
            message("fabric `{name}` is in the stash twice", name = shown(name))
            found("{name}", name = shown(name))
        }
        NotStock { found: String } = E1217 {
            message("`{found}` does not say how much there is of a fabric", found = shown(found))
            found("{found}", found = shown(found)) allowed("NAME=40, NAME=240cells, NAME=1 1/2yd, NAME=2 fat quarters")
            help("write `NAME=40` for patches, `NAME=240cells`, `NAME=1 1/2yd`, `NAME=80cm` or `NAME=2 fat quarters`, \
                with commas between")
        }
        ClothNotCut { fabric: String } = E1225 {
            message("fabric `{fabric}` has a length, but nothing is cut from cloth here", fabric = shown(fabric))
            found("{fabric}", fabric = shown(fabric))
            help("count patches or cells: `NAME=40`, `NAME=240cells`")
        }
        NotForPatches { fabric: String } = E1226 {
            message("fabric `{fabric}` is not for patches, so they cannot be counted", fabric = shown(fabric))
            found("{fabric}", fabric = shown(fabric))
            help("give a length, such as `1yd`")
        }
        NoStash { palette: String } = E1227 {
            message("palette `{palette}` does not say how much there is of its fabrics", palette = shown(palette))
            found("{palette}", palette = shown(palette))
            help("write lines `name,#rrggbb,role,1 1/2yd`, where the role may be empty, or use `--stash`")
        }
        /// Zones have two fabrics each.
        NotPairs { asked: usize } = E1218 {
            message("zones need two fabrics each (got `{asked}`)")
            found("{asked}") allowed("2, 4, 6 or 8")
            help("use 2, 4, 6 or 8 fabrics")
        }
        NoTurn = E1219 {
            kind(NoAnswer)
            message("the tiling has no such symmetry, so no turn or reflection can exchange fabrics")
        }
        /// The search was exhaustive.
        NotExchanged { least: usize, most: usize, turns: Vec<String> } = E1220 {
            kind(NoAnswer)
            message("no coloring with {fabrics} exists whose fabrics are exchanged by a {turns}",
                fabrics = fabrics(*least, *most), turns = turns.join(" or "))
            help("allow more fabrics")
        }
        SchemeNotDecided { scheme: &'static str, fabrics: usize, effort: u64 } = E1221 {
            kind(Limit)
            message("could not decide in {effort} steps whether `{fabrics}` fabrics can be {scheme}")
            help("allow more fabrics")
        }
        NotAFabric { found: String } = E1222 {
            message("`{found}` is not a fabric", found = shown(found))
            found("{found}", found = shown(found)) allowed("name,#rrggbb or name,#rrggbb,role or name,#rrggbb,role,stock")
            help("write `name,#rrggbb` or `name,#rrggbb,role`, such as `Rust,#b7410e`")
        }
        UnknownRole { found: String } = E1223 {
            message("`{found}` is not a role of a fabric", found = shown(found))
            found("{found}", found = shown(found)) allowed("{ROLES}")
            help("the roles are {ROLES}")
        }
        PaletteSize { found: usize, least: u64, most: u64 } = E1224 {
            message("the palette has `{found}` fabrics for patches; allowed are {least} to {most}")
            found("{found}") allowed("{least} to {most}")
        }
        NoSuchPatch { patch: usize, patches: usize } = E1228 {
            message("there is no patch `{patch}`: the design has {patches}")
            found("{patch}") allowed("1 to {patches}")
            help("patches are numbered in reading order, as on the diagram")
        }
        /// A patch gets a fabric that is not for patches, or not in the stash.
        NotInUse { fabric: String } = E1229 {
            message("fabric `{fabric}` cannot be given to a patch here", fabric = shown(fabric))
            found("{fabric}", fabric = shown(fabric))
            help("choose a fabric for patches; with a stash, one of the stash")
        }
        FixedTwice { patch: usize } = E1230 {
            message("patch `{patch}` is given two fabrics")
            help("give it one")
        }
        FixedTooMany { found: usize, most: usize } = E1232 {
            message("patches are given `{found}` different fabrics, but only {most} are allowed")
            found("{found}") allowed("{most} or fewer")
            help("allow more fabrics")
        }
        /// The search was exhaustive.
        FixedImpossible { fabrics: usize } = E1233 {
            kind(NoAnswer)
            message("no coloring with `{fabrics}` fabrics exists in which the other patches differ from those whose fabric is given")
            help("allow more fabrics, or give fewer patches a fabric")
        }
        FixedNotDecided { fabrics: usize, effort: u64 } = E1234 {
            kind(Limit)
            message("could not decide in {effort} steps whether `{fabrics}` fabrics are enough beside those that are given")
            help("allow more fabrics, or give fewer patches a fabric")
        }
        /// `kind` is what its first bytes say, such as `a HEIC picture`, `empty` or `not a picture`.
        NotAPhoto { kind: &'static str } = E1235 {
            message("the file is {kind}; allowed is {KINDS}")
            found("{kind}") allowed("{KINDS}")
            help("save it as JPEG or PNG")
        }
        BrokenPhoto { kind: &'static str } = E1236 {
            message("the {kind} picture is damaged: not all of it can be read")
            help("copy or download the file again, or save the picture again as JPEG or PNG")
        }
        PhotoSize { width: usize, height: usize, most: usize } = E1237 {
            message("the picture has {width} x {height} pixels; allowed are 1 to 16384 on a side, and {most} in all")
            found("{width} x {height}")
            if let true = *width > 0 && *height > 0 => help("make it smaller: 1650 pixels on a side are enough to print")
        }
        UnknownPhoto { found: String, allowed: Vec<&'static str> } = E1238 {
            message("there is no photo `{found}`", found = shown(found))
            found("{found}", found = shown(found)) allowed("{names}", names = allowed.join(", "))
            help("give the path of {KINDS}, or `{names}`", names = allowed.join("`, `"))
        }
        PhotoCutOff { kind: &'static str } = E1243 {
            message("the {kind} picture is cut off: the end of the file is missing")
            help("copy or download the file again")
        }
        Animated { kind: &'static str } = E1244 {
            message("the {kind} file is an animation; allowed is one picture")
            allowed("one picture")
            help("save one of its pictures as JPEG or PNG")
        }
        /// Lossless, arithmetic or hierarchical coding, which cameras do not use.
        RareJpeg = E1245 {
            message("the JPEG picture is coded in a rare way that cannot be read")
            allowed("baseline or progressive JPEG with Huffman codes")
            help("save the picture again as JPEG or PNG")
        }
        NotBase64 = E1246 {
            message("the picture is not text in base64")
            allowed("base64")
        }
        NotPixels { most: usize } = E1239 {
            message("rows of pixels must be equally long, six hexadecimal digits for each pixel, and at most {most} pixels wide and high")
        }
        NoPhotoFile { file: String, reason: String } = E1240 {
            message("the photo `{file}` cannot be used: {reason}", file = shown(file), reason = shown(reason))
            found("{file}", file = shown(file))
            help("use {KINDS}")
        }
        /// Of the photo of a fabric, in mm.
        PrintWidth { found: f64 } = E1241 {
            message("the photo of a fabric is `{found:.0} mm` wide; allowed 10 mm to 2000 mm")
            found("{found:.0} mm") allowed("10 mm to 2000 mm")
            help("give the width of the cloth that the photo shows, such as `8in`")
        }
        UnknownColor { found: String, nearest: Option<&'static str> } = E1247 {
            message("there is no color called `{found}`", found = shown(found))
            found("{found}", found = shown(found))
            meant(Some(nearest) = nearest => "{nearest}")
            help("colors are names such as `red` and `navy`, or `#rrggbb`; several with commas make a palette")
        }
        WidthAlone = E1242 {
            message("a width or a turn is that of a photo, and this fabric has none")
            help("add `photo`, or leave `width` and `turn` out")
        }
    } from {
        /// A name that cannot be printed.
        Name(text::TextError),
        /// A width of a photo that is no length.
        Length(LengthError),
    }
}

/// The roles of fabrics, in words.
const ROLES: &str = "`patch`, `border`, `cornerstone`, `binding`, `backing`, `background`, `facing`";

/// Groups as the subject of a sentence.
fn groups_need(count: usize) -> String {
    if count == 1 { "1 group of patches needs".to_owned() } else { format!("{count} groups of patches need") }
}

fn fabrics(least: usize, most: usize) -> String {
    if least == most { format!("`{most}` fabrics") } else { format!("`{least}` to `{most}` fabrics") }
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
