//! Why the fabric required cannot be calculated.

use super::inches::Inches;
use piecework_tiling::fault::fault;
use piecework_tiling::names::nearest;

fault! {
    /// Why the fabric required cannot be calculated.
    #[derive(Clone, PartialEq, Eq)]
    pub enum YardageError {
        /// A part that is cut in one piece is wider than the fabric, in either direction.
        PartTooWide(part: Box<TooLarge>) = E1520 {
            message("part `{part}` is cut `{short}` x `{long}`; the fabric is `{width}` wide",
                part = part.part, short = part.short, long = part.long, width = part.width)
            found("{short}", short = part.short) allowed("at most {width}", width = part.width)
            help("use wider fabric or smaller cells")
        }
        /// A part that is cut in one piece is larger than a fat quarter or a pre-cut.
        LargerThanAQuarter(part: Box<TooLarge>) = E1521 {
            message("part `{part}` is cut `{short}` x `{long}`; each piece of cloth is `{width}` x `{height}`",
                part = part.part, short = part.short, long = part.long, width = part.width, height = part.height)
            found("{short}", short = part.short) allowed("at most {width}", width = part.width)
            help("cloth of `{enough}` is large enough, as in `--fat-quarters {enough}`; or cut from yardage, in a stash a length such as `1/2yd`, \
                or use smaller cells", enough = part.enough())
        }
        /// Fabric so narrow that seams take all of it.
        FabricTooNarrow { found: Inches, least: Inches } = E1522 {
            message("fabric `{found}` wide is too narrow; allowed `{least}` or more")
            found("{found}") allowed("{least} or more")
        }
        TooMuchExtra { found: u32, allowed: u32 } = E1523 {
            message("`{found}` per cent for shrinking and miscuts is too much; allowed 0 to {allowed}")
            found("{found}") allowed("0 to {allowed}")
        }
        /// A straight border cannot be sewn to a quilt with another outline.
        NoSidesForABorder { border: Inches } = E1524 {
            message("the quilt is not a rectangle, so a border of `{border}` cannot be sewn to it")
            found("{border}")
            help("make its edge straight with --edge fillers or --edge background, or leave the border out")
        }
        /// A facing as deep as the bays of the edge would meet the one opposite.
        TooDeepForFacing { found: Inches, allowed: Inches } = E1526 {
            message("a facing of `{found}` would cover the deepest bay of the edge; at most `{allowed}` fits this quilt")
            found("{found}") allowed("at most {allowed}")
            help("use --edge background, or --edge binding")
        }
        /// A part of a fabric with a one-way print does not fit on a fat quarter or a pre-cut without being
        /// turned.
        TooLargeUpright(part: Box<TooLarge>) = E1527 {
            message("part `{part}` is cut `{short}` wide x `{long}` high, and its print is one-way; each piece of cloth is `{height}` \
                wide x `{width}` high",
                part = part.part, short = part.short, long = part.long, width = part.width, height = part.height)
            found("{short} x {long}", short = part.short, long = part.long)
            allowed("at most {height} x {width}", width = part.width, height = part.height)
            help("cut from yardage, use smaller cells, or leave this fabric out of --one-way")
        }
        /// The layout has a part too often, or left it out.
        NotCutOnce { part: String, found: usize, expected: usize } = E1528 {
            kind(Internal)
            message("in the cutting layout part `{part}` is cut {found} times instead of {expected}")
        }
        BesideTheCloth { part: String } = E1529 {
            kind(Internal)
            message("in the cutting layout part `{part}` is cut beside the cloth")
        }
        CutFromTheSame { part: String, other: String } = E1540 {
            kind(Internal)
            message("in the cutting layout parts `{part}` and `{other}` are cut from the same cloth")
        }
        NoSuchSize { found: String, allowed: String } = E1525 {
            message("`{found}` is not a known bed size; allowed {allowed}")
            found("{found}") allowed("{allowed}")
            meant(Some(near) = nearest(found, allowed.split(", ")) => "{near}")
        }
    }
}

/// A part for which the cloth is too small.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooLarge {
    /// The name of the part.
    pub part: String,
    /// Its shorter side as it is cut; with a one-way print its width.
    pub short: Inches,
    /// Its longer side; with a one-way print its height.
    pub long: Inches,
    /// The usable width of the fabric, or the shorter side of a fat quarter.
    pub width: Inches,
    /// The longer side of a fat quarter; for fabric from the bolt the longer side of the part, which is as
    /// long as needed.
    pub height: Inches,
}

impl TooLarge {
    /// The least cloth that is large enough for the part and no smaller than this, as it is typed: `18inx21.375in`.
    fn enough(&self) -> String {
        let sides = [self.short.max(self.width), self.long.max(self.height)];
        let is_metric = sides.iter().any(|side| side.to_string().ends_with("mm"));
        let typed = |side: Inches| {
            let (number, unit) = if is_metric { (side.mm(), "mm") } else { (side.inches(), "in") };
            let digits = format!("{number:.4}");
            format!("{}{unit}", digits.trim_end_matches('0').trim_end_matches('.'))
        };
        sides.map(typed).join("x")
    }
}
