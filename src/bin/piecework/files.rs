//! Sets of files: drawings in all formats under one stem, written whole or not at all.

use std::path::Path;

use piecework::cut::{FileFormat, Unit};
use piecework::output::{self, Disk, FileSet, Overwrite};
#[cfg(feature = "dxf")]
use piecework::render::dxf::{Apparel, DxfOptions, DxfUnit, DxfVersion};
use piecework::{Drawing, render};
use serde_json::Value;

use crate::exit::Failure;
use crate::report::Report;

/// Files being gathered.
pub(crate) struct Files<'a> {
    directory: &'a Path,
    overwrite: Overwrite,
    set: FileSet,
}

impl<'a> Files<'a> {
    /// No files yet; refuses at once a folder that could not be written to later.
    pub(crate) fn new(directory: &'a Path, force: bool) -> Result<Self, Failure> {
        output::writable(directory, &Disk)?;
        Ok(Self { directory, overwrite: overwrite(force), set: FileSet::new() })
    }

    /// Adds a drawing as SVG.
    pub(crate) fn svg(&mut self, name: &str, drawing: &Drawing) -> Result<(), Failure> {
        Ok(self
            .set
            .add(format!("{name}.svg"), render::svg::svg(drawing, &render::svg::SvgOptions::default())?)?)
    }

    /// Adds a file of words.
    pub(crate) fn text(&mut self, name: String, text: String) -> Result<(), Failure> {
        Ok(self.set.add(name, text)?)
    }

    /// Adds a drawing as PNG, `width` pixels wide.
    #[cfg(feature = "png")]
    pub(crate) fn png(&mut self, name: &str, drawing: &Drawing, width: u32) -> Result<(), Failure> {
        use render::png::{PngOptions, Resolution};
        let options = PngOptions { resolution: Resolution::Width(width) };
        Ok(self.set.add(format!("{name}.png"), render::png::png(drawing, &options)?)?)
    }

    /// Adds drawings as the pages of a PDF.
    #[cfg(feature = "pdf")]
    pub(crate) fn pdf(&mut self, name: &str, title: &str, pages: &[Drawing]) -> Result<(), Failure> {
        let options = render::pdf::PdfOptions { title: title.to_owned(), bookmarks: pages.len() > 1 };
        Ok(self.set.add(format!("{name}.pdf"), render::pdf::pdf(pages, &options)?)?)
    }

    /// Adds a drawing as SVG of one path a layer.
    pub(crate) fn compound_svg(&mut self, name: &str, drawing: &Drawing) -> Result<(), Failure> {
        let options = render::svg::SvgOptions { joining: render::svg::Joining::Compound };
        Ok(self.set.add(format!("{name}-compound.svg"), render::svg::svg(drawing, &options)?)?)
    }

    /// Adds a drawing as DXF R12; the unit that it cannot say stands in the name.
    #[cfg(feature = "dxf")]
    pub(crate) fn dxf_r12(&mut self, name: &str, drawing: &Drawing, unit: Unit) -> Result<(), Failure> {
        self.dxf(format!("{name}-r12_{}.dxf", suffix(unit)), drawing, (DxfVersion::R12, unit))
    }

    /// Adds a drawing as DXF R2000, named like the others.
    #[cfg(feature = "dxf")]
    pub(crate) fn dxf_r2000(&mut self, name: &str, drawing: &Drawing, unit: Unit) -> Result<(), Failure> {
        self.dxf(format!("{name}-r2000_{}.dxf", suffix(unit)), drawing, (DxfVersion::R2000, unit))
    }

    #[cfg(feature = "dxf")]
    fn dxf(&mut self, name: String, drawing: &Drawing, kind: (DxfVersion, Unit)) -> Result<(), Failure> {
        let options = DxfOptions { version: kind.0, unit: dxf_unit(kind.1), ..DxfOptions::default() };
        Ok(self.set.add(name, render::dxf::dxf(drawing, &options)?)?)
    }

    /// Adds pieces as apparel DXF; the unit that it cannot say stands in the name.
    #[cfg(feature = "dxf")]
    pub(crate) fn apparel(
        &mut self,
        (name, style): (&str, &str),
        pieces: &[Drawing],
        (apparel, unit): (Apparel, Unit),
    ) -> Result<(), Failure> {
        let kind = match apparel {
            Apparel::Aama => "aama",
            Apparel::Astm => "astm",
        };
        let options = DxfOptions { unit: dxf_unit(unit), ..DxfOptions::default() };
        let name = format!("{name}-{kind}_{}.dxf", suffix(unit));
        Ok(self.set.add(name, render::dxf::apparel(style, pieces, apparel, &options)?)?)
    }

    /// Adds a drawing as HPGL.
    pub(crate) fn hpgl(&mut self, name: &str, drawing: &Drawing) -> Result<(), Failure> {
        Ok(self.set.add(format!("{name}.plt"), render::hpgl::hpgl(drawing)?)?)
    }

    /// Adds a drawing as a LightBurn project.
    pub(crate) fn lightburn(&mut self, name: &str, drawing: &Drawing) -> Result<(), Failure> {
        Ok(self.set.add(format!("{name}.lbrn2"), render::lightburn::lightburn(drawing)?)?)
    }

    /// Adds a drawing as stitches.
    pub(crate) fn stitches(
        &mut self,
        name: &str,
        format: FileFormat,
        drawing: &Drawing,
    ) -> Result<(), Failure> {
        let bytes = match format {
            FileFormat::Dst => render::stitches::dst(drawing),
            _ => render::stitches::exp(drawing),
        };
        Ok(self.set.add(format!("{name}.{}", format.name()), bytes)?)
    }

    /// Writes all of them and reports them; `summary` is what else `--json` prints.
    pub(crate) fn write(self, report: Report, summary: Value) -> Result<(), Failure> {
        self.write_after("", report, summary)
    }

    /// The same, with words that come before the names of the files.
    pub(crate) fn write_after(self, words: &str, report: Report, summary: Value) -> Result<(), Failure> {
        self.set.write_all(self.directory, self.overwrite, &Disk)?;
        let names: Vec<String> =
            self.set.names().map(|name| self.directory.join(name).display().to_string()).collect();
        let mut value = summary;
        value["files"] = Value::from(names.clone());
        let gap = if words.is_empty() { "" } else { "\n" };
        let text = format!("{words}{gap}{}\n", names.join("\n"));
        report.result(&text, &value)
    }
}

#[cfg(feature = "dxf")]
fn dxf_unit(unit: Unit) -> DxfUnit {
    match unit {
        Unit::Millimetre => DxfUnit::Millimetre,
        Unit::Inch => DxfUnit::Inch,
    }
}

#[cfg(feature = "dxf")]
fn suffix(unit: Unit) -> &'static str {
    match unit {
        Unit::Millimetre => "mm",
        Unit::Inch => "in",
    }
}

/// What `--force` means.
pub(crate) const fn overwrite(force: bool) -> Overwrite {
    if force { Overwrite::Replace } else { Overwrite::Refuse }
}
