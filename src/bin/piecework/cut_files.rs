//! The files that a machine gets: which formats, in which unit, and how each is called.

use clap::Args;
use piecework::cut::{Calibration, CutPlan, Dress, FileFormat, Machine, Unit};
use piecework::{Drawing, Length};

use crate::args::{FILES, Units};
use crate::exit::Failure;
use crate::files::Files;

/// What a person says about the files.
#[derive(Debug, Clone, Args)]
pub(crate) struct FileArgs {
    /// Write these formats instead of the machine's own: svg, svg-compound, dxf-r12, dxf-r2000, aama, astm, pdf, hpgl,
    /// lbrn2, dst, exp, print
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = FILES, value_parser = crate::request::file_format)]
    pub(crate) formats: Vec<FileFormat>,
    /// The unit of DXF files; the machine's own unless given
    #[arg(long, value_enum, help_heading = FILES)]
    pub(crate) units: Option<Units>,
    /// The width of lines; the machine's own unless given
    #[arg(long, value_name = "LENGTH", help_heading = FILES)]
    pub(crate) hairline: Option<Length>,
    /// Put a machine right that is not square: multiply widths and heights by X,Y such as 1.002,0.998
    #[arg(long, value_name = "X,Y", help_heading = FILES, value_parser = crate::request::calibration)]
    pub(crate) calibrate: Option<Calibration>,
    /// Draw a square of this side to measure, on a layer that is not cut
    #[arg(long, value_name = "LENGTH", help_heading = FILES)]
    pub(crate) reference: Option<Length>,
}

impl FileArgs {
    /// The formats to write, each once, in the order of their names.
    pub(crate) fn formats(&self, machine: &Machine) -> Vec<FileFormat> {
        let mut formats = if self.formats.is_empty() {
            machine.formats.iter().copied().filter(|&format| is_built_in(format)).collect()
        } else {
            self.formats.clone()
        };
        formats.sort_unstable();
        formats.dedup();
        formats
    }

    fn unit(&self, machine: &Machine) -> Unit {
        match self.units {
            Some(Units::Metric) => Unit::Millimetre,
            Some(Units::Imperial) => Unit::Inch,
            None => machine.unit,
        }
    }

    /// What is done to each sheet.
    pub(crate) fn dress(&self) -> Result<Dress, Failure> {
        let positive = |name: &str, length: Option<Length>| match length {
            Some(length) if length.mm() <= 0.0 => {
                Err(Failure::Usage(format!("--{name} must be more than 0")))
            }
            other => Ok(other.map(Length::mm)),
        };
        Ok(Dress {
            hairline: positive("hairline", self.hairline)?,
            reference: positive("reference", self.reference)?,
            calibration: self.calibrate.unwrap_or_default(),
            recipe: None,
        })
    }
}

/// Whether this program was built with what writes a format.
fn is_built_in(format: FileFormat) -> bool {
    match format {
        FileFormat::DxfR12 | FileFormat::DxfR2000 | FileFormat::Aama | FileFormat::Astm => {
            cfg!(feature = "dxf")
        }
        FileFormat::Pdf | FileFormat::Print => cfg!(feature = "pdf"),
        _ => true,
    }
}

/// Adds every file of the sheets; `stem` is what they are called, `title` what a reader shows.
pub(crate) fn add(
    files: &mut Files<'_>,
    args: &FileArgs,
    machine: &Machine,
    (stem, title): (&str, &str),
    plan: &CutPlan,
) -> Result<(), Failure> {
    let dress = args.dress()?;
    let sheets = plan.sheets.iter().map(|sheet| machine.dressed(sheet.clone(), &dress));
    let sheets = sheets.collect::<Result<Vec<Drawing>, _>>()?;
    let unit = args.unit(machine);
    for format in args.formats(machine) {
        let each = |files: &mut Files<'_>,
                    add: &dyn Fn(&mut Files<'_>, &str, &Drawing) -> Result<(), Failure>| {
            sheets
                .iter()
                .enumerate()
                .try_for_each(|(index, sheet)| add(files, &format!("{stem}-cut-{}", index + 1), sheet))
        };
        match format {
            FileFormat::Svg => each(files, &|files, name, sheet| files.svg(name, sheet))?,
            FileFormat::SvgCompound => each(files, &|files, name, sheet| files.compound_svg(name, sheet))?,
            #[cfg(feature = "dxf")]
            FileFormat::DxfR12 => each(files, &|files, name, sheet| files.dxf_r12(name, sheet, unit))?,
            #[cfg(feature = "dxf")]
            FileFormat::DxfR2000 => each(files, &|files, name, sheet| files.dxf_r2000(name, sheet, unit))?,
            #[cfg(feature = "pdf")]
            FileFormat::Pdf => files.pdf(&format!("{stem}-cut"), title, &sheets)?,
            other => return Err(Failure::Usage(format!("`{}` cannot be written yet", other.name()))),
        }
    }
    Ok(())
}
