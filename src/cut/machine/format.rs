//! The formats that a profile can ask for, by name. What is in them is decided where they are written.

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileFormat {
    /// SVG, every piece a path of its own.
    Svg,
    /// SVG, one path a layer, so that programs that rearrange objects keep them in place.
    SvgCompound,
    /// DXF R12.
    DxfR12,
    /// DXF R2000, which says its unit.
    DxfR2000,
    /// Apparel DXF after AAMA: a block a piece.
    Aama,
    /// Apparel DXF after ASTM D6673: the sew line on a layer of its own, and turn points.
    Astm,
    /// PDF, a page a sheet.
    Pdf,
    /// HPGL for plotters.
    Hpgl,
    /// A LightBurn project.
    Lightburn,
    /// Stitches for Tajima machines.
    Dst,
    /// Stitches for Melco machines.
    Exp,
    /// A page to print and then cut, with registration marks.
    Print,
}

/// The unit of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Unit {
    /// A millimetre.
    #[default]
    Millimetre,
    /// An inch.
    Inch,
}

impl Unit {
    /// Both, by the name that profiles use.
    pub(super) const NAMES: [(&'static str, Unit); 2] = [("mm", Unit::Millimetre), ("in", Unit::Inch)];
}

impl FileFormat {
    /// All of them, by the names used on the command line and in profiles.
    pub const NAMES: [(&'static str, FileFormat); 12] = [
        ("svg", FileFormat::Svg),
        ("svg-compound", FileFormat::SvgCompound),
        ("dxf-r12", FileFormat::DxfR12),
        ("dxf-r2000", FileFormat::DxfR2000),
        ("aama", FileFormat::Aama),
        ("astm", FileFormat::Astm),
        ("pdf", FileFormat::Pdf),
        ("hpgl", FileFormat::Hpgl),
        ("lbrn2", FileFormat::Lightburn),
        ("dst", FileFormat::Dst),
        ("exp", FileFormat::Exp),
        ("print", FileFormat::Print),
    ];

    /// What it is called on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, format)| *format == self).map_or("", |&(name, _)| name)
    }
}
