//! The files that a machine gets: which formats, in which unit, and how each is called.

use clap::Args;
use piecework::cut::{
    self, Calibration, CutError, CutOptions, CutPlan, Dress, Embroidery, FileFormat, Machine, MachineError,
    Registration, Stitching, Unit,
};
use piecework::layout::SheetFormat;
#[cfg(feature = "dxf")]
use piecework::render::dxf::Apparel;
use piecework::{Drawing, FabricPlan, Length, Tiling};

use crate::args::{FILES, Units};
use crate::exit::Failure;
use crate::files::Files;
use crate::input::Subject;
use crate::recipe;

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
    /// Cut mirror images, for what is cut face down such as freezer paper; numbers stay legible
    #[arg(long, help_heading = FILES)]
    pub(crate) mirror: bool,
    /// Draw a square of this side to measure, on a layer that is not cut
    #[arg(long, value_name = "LENGTH", help_heading = FILES)]
    pub(crate) reference: Option<Length>,
    /// Leave out the command that each file carries to be made again
    #[arg(long, help_heading = FILES)]
    pub(crate) no_recipe: bool,
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

    /// The stitches, where a format has them.
    pub(crate) fn embroidery(
        &self,
        machine: &Machine,
        tiling: &Tiling,
        options: &CutOptions,
        fabrics: Option<&FabricPlan>,
    ) -> Result<Option<Embroidery>, Failure> {
        if !self.formats(machine).into_iter().any(is_sewn) {
            return Ok(None);
        }
        Ok(Some(cut::embroidery(tiling, options.cell, &machine.bed, fabrics)?))
    }

    fn unit(&self, machine: &Machine) -> Unit {
        match self.units {
            Some(Units::Metric) => Unit::Millimetre,
            Some(Units::Imperial) => Unit::Inch,
            None => machine.unit,
        }
    }

    /// The area that pieces are laid on: the machine's, or with a page to print the paper inside its marks.
    pub(crate) fn area(
        &self,
        machine: &Machine,
        stock: Option<(f64, f64)>,
        paper: &SheetFormat,
    ) -> Result<Area, Failure> {
        if !self.formats(machine).contains(&FileFormat::Print) {
            let stock = machine.stock(stock).map_err(CutError::from)?;
            return Ok(Area { bed: machine.bed.clone(), stock, registration: None });
        }
        if self.mirror {
            return Err(Failure::Usage("a page to print is seen from the front; leave out --mirror".into()));
        }
        if stock.is_some() {
            return Err(Failure::Usage("a page to print is as large as --paper; leave out --stock".into()));
        }
        let (bed, marks) = machine.printed(paper).map_err(CutError::from)?;
        Ok(Area { stock: (bed.width, bed.height), bed, registration: Some(marks) })
    }

    /// What is done to each sheet.
    fn dress(&self, recipe: Option<String>, registration: Option<Registration>) -> Result<Dress, Failure> {
        let positive = |name: &str, length: Option<Length>| match length {
            Some(length) if length.mm() <= 0.0 => {
                Err(Failure::Usage(format!("--{name} must be more than 0")))
            }
            other => Ok(other.map(Length::mm)),
        };
        Ok(Dress {
            hairline: positive("hairline", self.hairline)?,
            mirror: self.mirror,
            reference: positive("reference", self.reference)?,
            registration,
            calibration: self.calibrate.unwrap_or_default(),
            recipe,
        })
    }

    /// A square to measure needs a layer that is not cut, which some formats do not have.
    fn check_reference(&self, machine: &Machine) -> Result<(), Failure> {
        let lacks = |format: &FileFormat| {
            use FileFormat::{Aama, Astm, Dst, Exp, Hpgl};
            matches!(format, Hpgl | Aama | Astm | Dst | Exp)
        };
        match self.formats(machine).into_iter().find(lacks) {
            Some(format) if self.reference.is_some() => Err(Failure::Usage(format!(
                "--reference: `{}` files have no layer that is left alone; leave it out, or choose other --formats",
                format.name()
            ))),
            _ => Ok(()),
        }
    }
}

/// Whether a format is one of stitches.
fn is_sewn(format: FileFormat) -> bool {
    matches!(format, FileFormat::Dst | FileFormat::Exp)
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

/// What pieces are laid on.
pub(crate) struct Area {
    pub(crate) bed: SheetFormat,
    /// Width and height in mm.
    pub(crate) stock: (f64, f64),
    /// The marks, for a page to print.
    pub(crate) registration: Option<Registration>,
}

/// What all files of a command are made from.
pub(crate) struct Job<'a> {
    pub(crate) args: &'a FileArgs,
    pub(crate) machine: &'a Machine,
    pub(crate) subject: &'a Subject,
    pub(crate) tiling: &'a Tiling,
    pub(crate) options: &'a CutOptions,
    pub(crate) registration: Option<Registration>,
    /// The fabrics of the pieces, where sheets are divided by them.
    pub(crate) fabrics: Option<&'a FabricPlan>,
    /// The stitches, where a format has them.
    pub(crate) embroidery: Option<&'a Embroidery>,
}

impl Job<'_> {
    /// Refuses at once what would be refused after the search.
    pub(crate) fn check(args: &FileArgs, machine: &Machine) -> Result<(), Failure> {
        args.check_reference(machine)
    }

    /// The map of the hoopings, if there are several.
    pub(crate) fn add_map(&self, files: &mut Files<'_>) -> Result<(), Failure> {
        let (Some(embroidery), Some(paper)) = (self.embroidery, &self.options.paper) else { return Ok(()) };
        let Some(map) = embroidery.map(self.subject.puzzle.name(), paper)? else { return Ok(()) };
        let map = self.signed(map);
        let name = format!("{}-embroidery-hoopings", self.subject.stem);
        files.svg(&name, &map)?;
        #[cfg(feature = "pdf")]
        files.pdf(&name, self.subject.puzzle.name(), &[map])?;
        Ok(())
    }

    /// How the files are made, unless that is not to be told.
    fn recipe(&self) -> Option<String> {
        (!self.args.no_recipe).then(|| recipe::recipe(std::env::args_os(), &self.subject.puzzle))
    }

    /// A page that is no sheet to cut, with how it was made.
    fn signed(&self, page: Drawing) -> Drawing {
        match self.recipe() {
            Some(recipe) => page.with_recipe(recipe),
            None => page,
        }
    }

    /// The pages that put the whole together again.
    pub(crate) fn add_assembly(&self, files: &mut Files<'_>, plan: &CutPlan) -> Result<(), Failure> {
        let stem = &self.subject.stem;
        let signed = |pages: &[Drawing]| -> Vec<Drawing> {
            pages.iter().map(|page| self.signed(page.clone())).collect()
        };
        let Some(whole) = &plan.assembly else { return Ok(()) };
        let (whole, free_list, map) =
            (self.signed(whole.clone()), signed(&plan.free_list), signed(&plan.map));
        let name = format!("{stem}-assembly");
        files.svg(&name, &whole)?;
        for (number, list) in (1..).zip(&free_list) {
            files.svg(&format!("{stem}-free-{number}"), list)?;
        }
        if let Some((map, panels)) = map.split_first() {
            files.svg(&format!("{stem}-panels"), map)?;
            for (number, panel) in (1..).zip(panels) {
                files.svg(&format!("{stem}-panel-{number}"), panel)?;
            }
        }
        #[cfg(feature = "pdf")]
        {
            let pages: Vec<Drawing> = std::iter::once(whole).chain(free_list).chain(map).collect();
            files.pdf(&name, self.subject.puzzle.name(), &pages)?;
        }
        Ok(())
    }

    /// Adds every file of the plan.
    pub(crate) fn add(&self, files: &mut Files<'_>, plan: &CutPlan) -> Result<(), Failure> {
        let dress = self.args.dress(self.recipe(), self.registration)?;
        let sheets = plan.sheets.iter().map(|sheet| self.machine.dressed(sheet.clone(), &dress));
        let sheets = sheets.collect::<Result<Vec<Drawing>, _>>()?;
        let names: Vec<&str> = plan.summary.on_sheets.iter().map(|sheet| sheet.name.as_str()).collect();
        for format in self.args.formats(self.machine) {
            #[cfg(feature = "pdf")]
            if format == FileFormat::Print {
                let (stem, title) = (&self.subject.stem, self.subject.puzzle.name());
                files.pdf(&format!("{stem}-print"), title, &self.print(plan)?)?;
                continue;
            }
            self.add_format(files, format, (&names, &sheets), &dress)?;
        }
        Ok(())
    }

    fn add_format(
        &self,
        files: &mut Files<'_>,
        format: FileFormat,
        (names, sheets): (&[&str], &[Drawing]),
        dress: &Dress,
    ) -> Result<(), Failure> {
        let (stem, title) = (format!("{}-cut", self.subject.stem), self.subject.puzzle.name());
        let unit = self.args.unit(self.machine);
        let each = |files: &mut Files<'_>, add: &AddSheet<'_>| {
            let mut named = names.iter().zip(sheets);
            named.try_for_each(|(name, sheet)| add(files, &format!("{stem}-{name}"), sheet))
        };
        match format {
            FileFormat::Svg => each(files, &|files, name, sheet| files.svg(name, sheet)),
            FileFormat::SvgCompound => each(files, &|files, name, sheet| files.compound_svg(name, sheet)),
            #[cfg(feature = "dxf")]
            FileFormat::DxfR12 => each(files, &|files, name, sheet| files.dxf_r12(name, sheet, unit)),
            #[cfg(feature = "dxf")]
            FileFormat::DxfR2000 => each(files, &|files, name, sheet| files.dxf_r2000(name, sheet, unit)),
            #[cfg(feature = "dxf")]
            FileFormat::Aama => files.apparel((&stem, title), &self.pieces(dress)?, (Apparel::Aama, unit)),
            #[cfg(feature = "dxf")]
            FileFormat::Astm => files.apparel((&stem, title), &self.pieces(dress)?, (Apparel::Astm, unit)),
            #[cfg(feature = "pdf")]
            FileFormat::Pdf => files.pdf(&stem, title, sheets),
            FileFormat::Hpgl => each(files, &|files, name, sheet| files.hpgl(name, sheet)),
            FileFormat::Lightburn => each(files, &|files, name, sheet| files.lightburn(name, sheet)),
            FileFormat::Dst | FileFormat::Exp => self.add_stitches(files, format, dress),
            other => Err(Failure::Usage(format!("this program was built without `{}` files", other.name()))),
        }
    }

    /// The pieces one by one.
    #[cfg(feature = "dxf")]
    fn pieces(&self, dress: &Dress) -> Result<Vec<Drawing>, Failure> {
        let pieces = cut::pattern_pieces(self.tiling, self.options)?.into_iter();
        pieces.map(|piece| Ok(dress.finished(piece)?)).collect()
    }

    /// The pages to print; they are as the paper is, whatever the machine makes of it and wherever its tool runs.
    #[cfg(feature = "pdf")]
    fn print(&self, plan: &CutPlan) -> Result<Vec<Drawing>, Failure> {
        let marks = self.registration.ok_or_else(|| {
            let machine = self.machine.name().to_owned();
            CutError::from(MachineError::NoRegistration { machine })
        })?;
        let colours = match self.fabrics {
            Some(fabrics) => cut::fabric_colours(self.tiling, fabrics),
            None => cut::piece_colours(self.tiling, self.options.cell)?,
        };
        let sheets = plan.sheets.iter().zip(&plan.outlines);
        sheets
            .map(|(sheet, outlines)| Ok(self.signed(cut::print_page(sheet, outlines, &marks, &colours)?)))
            .collect()
    }

    /// A file a hooping and fabric, numbered in the order of sewing.
    fn add_stitches(&self, files: &mut Files<'_>, format: FileFormat, dress: &Dress) -> Result<(), Failure> {
        let Some(embroidery) = self.embroidery else { return Ok(()) };
        for Stitching { name, sheet } in embroidery.hoopings.iter().flat_map(|hooping| &hooping.sheets) {
            let name = format!("{}-embroidery-{name}", self.subject.stem);
            files.stitches(&name, format, &dress.finished(sheet.clone())?)?;
        }
        Ok(())
    }
}

/// What adds one sheet under a name.
type AddSheet<'a> = dyn Fn(&mut Files<'_>, &str, &Drawing) -> Result<(), Failure> + 'a;
