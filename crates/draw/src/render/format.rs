//! Lists the file formats: name, what each can carry, and its writer.
//!
//! A new format is one writer and one row of [`FORMATS`]. Which options apply to a format follows from
//! [`Content`] and [`Carries`], so no other code needs its name.

#[cfg(feature = "dxf")]
use super::dxf::{DxfOptions, DxfVersion, dxf};
#[cfg(feature = "pdf")]
use super::pdf::{PdfOptions, pdf};
#[cfg(feature = "png")]
use super::png::{LONGEST_SIDE, PngOptions, Resolution, png};
#[cfg(feature = "png")]
use super::png_text::describe;
#[cfg(feature = "solid")]
use super::stl::stl;
use super::svg::{Joining, SvgOptions, svg};
#[cfg(feature = "solid")]
use super::threemf::threemf;
use super::{RenderError, Unit};
use super::{gcode::gcode, hpgl::hpgl, lightburn::lightburn, stitches, xtool::xcs};
use crate::drawing::Drawing;
use piecework_tiling::stop::StopFlag;

/// What each drawing of a format contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Content {
    /// Sheets of stock with the lines to cut.
    Sheets,
    /// Pages to print before cutting.
    Prints,
    /// Stitches.
    Stitches,
    /// Plates for 3D printers.
    Solids,
}

/// What a format can carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Carries {
    /// Filled areas.
    pub fills: bool,
    /// Layers that a machine can skip.
    pub layers: bool,
    /// Several drawings in one file.
    pub several: bool,
    /// Text as text.
    pub text: bool,
    /// A choice of the unit.
    pub units: bool,
    /// The width of lines.
    pub widths: bool,
    /// The speed and power of a laser.
    pub powers: bool,
    /// Pixels in the place of lines: a picture to look at.
    pub pixels: bool,
    /// Every move of a machine, each with a speed and a power, from a zero at the near left corner.
    pub moves: bool,
    /// A text of any length that says how the file was made.
    pub metadata: bool,
}

/// A file in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// The usual thickness of plates for 3D printers, in mm; chosen by eye.
pub const SOLID_THICKNESS: f64 = 4.0;

/// Options that apply to several formats.
#[derive(Debug, Clone, Copy, Default)]
pub struct WriteOptions<'a> {
    /// The title of the document. Default: none.
    pub title: &'a str,
    /// The unit, if the format has a choice. Default: millimetres.
    pub unit: Unit,
    /// How the file was made, if the format can carry it. Default: nothing.
    pub metadata: Option<&'a str>,
    /// The thickness of plates for 3D printers, in mm. Default: 4.
    pub thickness: Option<f64>,
    /// Stops writing formats that hold several drawings. Default: nothing does.
    pub stop: Option<&'a StopFlag>,
}

/// The function that writes a format: one drawing, or several if the format can carry them.
type Writer = fn(&[Drawing], &WriteOptions<'_>) -> Result<Vec<u8>, RenderError>;

/// A file format.
#[derive(Debug)]
#[non_exhaustive]
pub struct Format {
    /// Its name on the command line and in machine files.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// The part of a file name between stem and extension; `{unit}` is the unit.
    suffix: &'static str,
    /// The extension of its files, without the dot.
    pub extension: &'static str,
    /// What its drawings contain.
    pub content: Content,
    /// What it can carry.
    pub carries: Carries,
    /// `None` if the program was built without it.
    writer: Option<Writer>,
}

/// A reference to a row of [`FORMATS`].
pub type FormatRef = &'static Format;

const NOTHING: Carries = Carries {
    fills: false,
    layers: false,
    several: false,
    text: false,
    units: false,
    widths: false,
    powers: false,
    pixels: false,
    moves: false,
    metadata: false,
};
const LINES: Carries = Carries { layers: true, metadata: true, ..NOTHING };
const PROJECT: Carries = Carries { powers: true, ..LINES };
const SVG: Carries = Carries { fills: true, widths: true, ..LINES };
const PDF: Carries = Carries { several: true, text: true, ..SVG };
const PNG: Carries = Carries { fills: true, widths: true, pixels: true, metadata: true, ..NOTHING };
const DXF: Carries = Carries { units: true, ..LINES };
/// One drawing for each step of a hooping.
const STITCHES: Carries = Carries { several: true, ..NOTHING };
/// A laser draws every line but guides; a comment says how the file was made.
const GCODE: Carries = Carries { powers: true, moves: true, metadata: true, ..NOTHING };

/// Makes the rows: name, suffix and extension of files, what the drawings contain, what they can carry, and the
/// writer, after the feature that it needs.
macro_rules! formats {
    ($($name:literal ($suffix:literal, $extension:literal) $content:ident $carries:ident $about:literal
        $([$feature:literal])? => $writer:expr;)+) => {
        &[$(Format {
            name: $name,
            about: $about,
            suffix: $suffix,
            extension: $extension,
            content: Content::$content,
            carries: $carries,
            writer: {
                $(#[cfg(not(feature = $feature))]
                const WRITER: Option<Writer> = None;
                #[cfg(feature = $feature)])?
                const WRITER: Option<Writer> = Some($writer);
                WRITER
            },
        }),+]
    };
}

/// All formats, in the order in which files are written.
pub static FORMATS: &[Format] = formats! {
    "svg" ("", "svg") Sheets SVG "SVG, one path for each piece" => write_svg;
    "svg-compound" ("-compound", "svg") Sheets SVG "SVG, one path for each layer" => write_compound;
    "dxf-r12" ("-r12_{unit}", "dxf") Sheets DXF "DXF R12"
        ["dxf"] => |drawings, options| write_dxf(drawings, options, DxfVersion::R12);
    "dxf-r2000" ("-r2000_{unit}", "dxf") Sheets DXF "DXF R2000, with its unit in the file"
        ["dxf"] => |drawings, options| write_dxf(drawings, options, DxfVersion::R2000);
    "pdf" ("", "pdf") Sheets PDF "PDF, one page for each sheet" ["pdf"] => write_pdf;
    "png" ("", "png") Sheets PNG "PNG, a picture of each sheet" ["png"] => write_png;
    "hpgl" ("", "plt") Sheets NOTHING "HPGL for plotters" => |drawings, _| hpgl(only(drawings)?);
    "gcode" ("", "gcode") Sheets GCODE "G-code for GRBL and Marlin"
        => |drawings, options| gcode(only(drawings)?, options.metadata);
    "lbrn2" ("", "lbrn2") Sheets PROJECT "LightBurn project"
        => |drawings, options| lightburn(only(drawings)?, options.metadata);
    "xcs" ("", "xcs") Sheets PROJECT "xTool project" => |drawings, options| xcs(only(drawings)?, options.metadata);
    "dst" ("", "dst") Stitches STITCHES "Tajima stitches" => |drawings, _| Ok(stitches::dst(drawings));
    "exp" ("", "exp") Stitches STITCHES "Melco stitches" => |drawings, _| Ok(stitches::exp(drawings));
    "pes" ("", "pes") Stitches STITCHES "Brother stitches" => |drawings, _| Ok(stitches::pes(drawings));
    "jef" ("", "jef") Stitches STITCHES "Janome stitches" => |drawings, _| Ok(stitches::jef(drawings));
    "stl" ("", "stl") Solids NOTHING "STL for 3D printers"
        ["solid"] => |drawings, options| stl(only(drawings)?, options.thickness.unwrap_or(SOLID_THICKNESS));
    "3mf" ("", "3mf") Solids NOTHING "3MF for 3D printers, every piece by name"
        ["solid"] => |drawings, options| threemf(only(drawings)?, options.thickness.unwrap_or(SOLID_THICKNESS));
    "print" ("", "pdf") Prints PDF "a page with registration marks, to print and then cut" ["pdf"] => write_pdf;
};

/// What buyers of files expect; programs read DXF R12 without exception.
const SOLD: [&str; 4] = ["svg", "dxf-r12", "pdf", "lbrn2"];

/// Returns the formats of a package to sell, as far as this program was built with them.
pub fn sold_formats() -> impl Iterator<Item = FormatRef> {
    SOLD.into_iter().filter_map(format).filter(|format| format.is_built_in())
}

/// Returns the format of a picture or a page on its own, which is always there.
pub fn page_format() -> FormatRef {
    format("svg").expect("a row of the table")
}

/// Returns the format of a document of several pages, if this program was built with it.
pub fn document_format() -> Option<FormatRef> {
    format("pdf").filter(|format| format.is_built_in())
}

/// Returns the format of lines that every program for machines reads, in millimetres or inches.
pub fn line_format() -> FormatRef {
    format("dxf-r12").expect("a row of the table")
}

/// Returns the format of this name.
pub fn format(name: &str) -> Option<FormatRef> {
    FORMATS.iter().find(|format| format.name == name)
}

impl Format {
    /// Returns whether this program was built with its writer.
    pub fn is_built_in(&self) -> bool {
        self.writer.is_some()
    }

    /// Returns the name of a file with this stem.
    pub fn file_name(&self, stem: &str, unit: Unit) -> String {
        format!("{stem}{}.{}", self.suffix.replace("{unit}", unit.name()), self.extension)
    }

    /// Writes drawings as one file.
    ///
    /// # Errors
    /// [`RenderError`] if the format cannot hold them, or if the program was built without it.
    pub fn write(&self, drawings: &[Drawing], options: &WriteOptions<'_>) -> Result<Vec<u8>, RenderError> {
        let writer = self.writer.ok_or(RenderError::NotBuiltIn { format: self.name })?;
        writer(drawings, options)
    }

    fn row(&self) -> usize {
        FORMATS.iter().position(|other| other.name == self.name).unwrap_or(FORMATS.len())
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Format {}

impl PartialOrd for Format {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// In the order of [`FORMATS`].
impl Ord for Format {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.row().cmp(&other.row())
    }
}

/// Returns the only drawing, for a format that carries one.
fn only(drawings: &[Drawing]) -> Result<&Drawing, RenderError> {
    drawings.first().ok_or(RenderError::NoPage)
}

fn write_svg(drawings: &[Drawing], options: &WriteOptions<'_>) -> Result<Vec<u8>, RenderError> {
    svg(only(drawings)?, &SvgOptions { joining: Joining::Separate, metadata: options.metadata })
}

fn write_compound(drawings: &[Drawing], options: &WriteOptions<'_>) -> Result<Vec<u8>, RenderError> {
    svg(only(drawings)?, &SvgOptions { joining: Joining::Compound, metadata: options.metadata })
}

#[cfg(feature = "pdf")]
fn write_pdf(drawings: &[Drawing], options: &WriteOptions<'_>) -> Result<Vec<u8>, RenderError> {
    let &WriteOptions { title, metadata, stop, .. } = options;
    let (bookmarks, stop) = (drawings.len() > 1, stop.cloned().unwrap_or_default());
    pdf(drawings, &PdfOptions { title, bookmarks, metadata, stop, ..PdfOptions::default() })
}

/// 150 pixels an inch, or as many as a picture may have.
#[cfg(feature = "png")]
fn write_png(drawings: &[Drawing], options: &WriteOptions<'_>) -> Result<Vec<u8>, RenderError> {
    let drawing = only(drawings)?;
    let longest = drawing.width().max(drawing.height()) / 25.4;
    let PngOptions { resolution } = PngOptions::default();
    let resolution = match resolution {
        Resolution::PerInch(usual) => {
            Resolution::PerInch(usual.min((f64::from(LONGEST_SIDE) / longest).floor().max(1.0)))
        }
        other => other,
    };
    let mut bytes = png(drawing, &PngOptions { resolution })?;
    describe(&mut bytes, options.metadata);
    Ok(bytes)
}

#[cfg(feature = "dxf")]
fn write_dxf(
    drawings: &[Drawing],
    options: &WriteOptions<'_>,
    version: DxfVersion,
) -> Result<Vec<u8>, RenderError> {
    let &WriteOptions { unit, metadata, .. } = options;
    dxf(only(drawings)?, &DxfOptions { version, unit, metadata, ..DxfOptions::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Canvas, Medium, Path, Role};
    use crate::geometry::Point;

    #[test]
    fn names_are_distinct_and_files_of_one_stem_too() {
        for unit in [Unit::Millimetre, Unit::Inch] {
            let sheets = FORMATS.iter().filter(|format| format.content == Content::Sheets);
            let mut names: Vec<String> = sheets.map(|format| format.file_name("x", unit)).collect();
            let count = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count, "{names:?}");
        }
        assert!(FORMATS.iter().all(|one| format(one.name) == Some(one)));
        assert_eq!(
            format("dxf-r12").map(|one| one.file_name("a", Unit::Inch)),
            Some("a-r12_in.dxf".to_owned())
        );
    }

    #[test]
    fn formats_that_carry_metadata_do() {
        let mut canvas = Canvas::new("sheet", Medium::Machine, 100.0, 80.0);
        canvas.path(Role::Cut, Path::circle(Point::new(50.0, 40.0), 30.0));
        let drawings = [canvas.finish().expect("fits")];
        for format in FORMATS.iter().filter(|format| format.is_built_in()) {
            let with =
                WriteOptions { title: "t", metadata: Some("how it was made"), ..WriteOptions::default() };
            let without = WriteOptions { metadata: None, ..with };
            let [with, without] =
                [with, without].map(|options| format.write(&drawings, &options).expect("written"));
            assert_eq!(with != without, format.carries.metadata, "{}", format.name);
        }
    }
}
