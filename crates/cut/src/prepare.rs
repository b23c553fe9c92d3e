//! Decides everything about a cut that can be known before its tiling is.
//!
//! [`prepare`] refuses what cannot be made, and chooses formats, stock, lines and what is done to sheets.
//! [`PreparedCut::job`] plans the cut of a tiling, and [`files`](crate::files) makes its files.

use std::ops::RangeInclusive;

use super::effects::{check_effects, refuse_contents};
use super::{
    Art, ArtStyle, BoxOptions, CutBurn, CutDivisionKind, CutError, CutOptions, CutPrices, CutRequest, Dress,
    Engraving, InlayOptions, KnobOptions, LidPicture, LineOptions, Lines, Machine, MachineError, Material,
    OwnArt, OwnLineOptions, PrintedTray, Registration, SetSize, StockList, Thickness, ToolKind, ToolPath,
    TrayOptions, WorkArea, check_fit,
};
use crate::material_check::{check_material, material_without_machine};
use piecework_draw::geometry::{Bounds, Dimensions, Outline};
use piecework_draw::layout::{self, SheetFormat};
use piecework_draw::options::{FabricRequest, Options as _, flag};
use piecework_draw::render::{Content, FORMATS, FormatRef, Unit, sold_formats};
use piecework_tiling::length::Length;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::setting::{NoEffect, OptionError, Size, bad, written};
use piecework_tiling::stop::StopFlag;

/// The paper if none is given.
const PAPER: &str = "a4";
/// The thickness of plates for 3D printers, in mm: two layers at least, and less than the tallest printers
/// build. Chosen by eye.
const THICKNESS: RangeInclusive<f64> = 0.4..=100.0;
/// The floor of a tray from a 3D printer, in mm: lines on the lid are two layers deep.
const FLOOR: RangeInclusive<f64> = 0.8..=20.0;

/// A cut of which everything is decided but what its tiling decides.
#[derive(Debug, Clone)]
pub struct PreparedCut {
    pub(super) request: CutRequest,
    /// What the planner takes.
    pub(super) options: CutOptions,
    pub(super) formats: Vec<FormatRef>,
    /// The keys of the options that ask for anything.
    pub(super) given: Vec<&'static str>,
    pub(super) dress: Dress,
    /// The paper of pages for people.
    pub(super) paper: SheetFormat,
    notes: Vec<String>,
}

/// Decides everything about a cut before the tiling of its puzzle is known, and refuses what cannot be. A set is
/// prepared size by size: see [`CutRequest::each_size`].
///
/// # Errors
/// [`CutError::Option`] for options that contradict each other or change nothing, [`CutError::Machine`] for what the
/// machine cannot do, and others for a cell, a paper or a clearance that cannot be.
///
/// # Examples
/// ```
/// use piecework_cut::{CutFileOptions, CutRequest, files, prepare};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
///
/// let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
/// let tiling = infer_from_grid("two L trominoes", &grids[0])?;
/// let mut request = CutRequest::default();
/// request.kerf = Some("0.2mm".parse()?);
/// let cut = prepare(&request, tiling.puzzle())?;
/// let job = cut.job(&tiling)?;
/// let files = files(&job, &CutFileOptions { stem: "two-l", ..CutFileOptions::default() })?;
/// assert_eq!(files[0].name, "two-l-cut-1.svg");
/// # Ok::<(), piecework_tiling::error::Error>(())
/// ```
pub fn prepare(request: &CutRequest, puzzle: &Puzzle) -> Result<PreparedCut, CutError> {
    let machine = request.machine.machine();
    let (formats, given) = (formats(request), given(request));
    let notes = check(request, &given, &formats)?;
    let (thickness, floor) = (request.thickness.mm(), request.floor.mm());
    if !THICKNESS.contains(&thickness) {
        let (least, most) = (*THICKNESS.start(), *THICKNESS.end());
        return Err(MachineError::PlateThickness { found: thickness, least, most }.into());
    }
    if !FLOOR.contains(&floor) {
        let (least, most) = (*FLOOR.start(), *FLOOR.end());
        return Err(MachineError::FloorThickness { found: floor, least, most }.into());
    }
    let paper = layout::paper(request.paper.as_deref().unwrap_or(PAPER))?;
    let stock = request.stock.as_ref().map(|stock| in_mm(stock.last().size));
    for size in first_stock(request) {
        machine.stock(Some(size))?;
    }
    let area = machine.area(&formats, stock, (&paper, request.picture.is_some()))?;
    let registration = area.registration;
    let options = options(request, &formats, area);
    machine.check_cell(options.cell)?;
    check_fit(&options, request.division())?;
    if request.engrave_floor.is_some() && !puzzle.region().labels().is_empty() {
        let reason = "the floor has the words of the board";
        return Err(OptionError::no_effect("--engrave-floor", reason).into());
    }
    Outline::try_allowance(puzzle, options.cell, options.allowance())?;
    // A cell that cannot be is refused before a search that may take hours.
    Bounds::of_region(puzzle.region(), options.cell)?;
    let dress = dress(request, registration)?;
    Ok(PreparedCut { request: request.clone(), options, formats, given, dress, paper, notes })
}

impl PreparedCut {
    /// Stops planning and writing when the flag is raised.
    #[must_use]
    pub fn until(mut self, stop: StopFlag) -> Self {
        self.options.stop = stop;
        self
    }

    /// Returns what a person should know before the search: options that have no effect on some of the files.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    pub(super) fn machine(&self) -> &Machine {
        self.request.machine.machine()
    }

    /// Says what must be tried, if the material is one of ours.
    pub(super) fn caution(&self) -> Option<String> {
        let choice = self.request.material.as_ref()?;
        let material = choice.material().filter(|known| choice.is_embedded() || known.is_proposal())?;
        Some(material.caution(self.machine()))
    }

    pub(super) fn unit(&self) -> Unit {
        self.request.units.unwrap_or(self.machine().unit)
    }

    /// Whether there are sheets to cut or to print.
    pub(super) fn has_sheets(&self) -> bool {
        self.formats.iter().any(|format| matches!(format.content, Content::Sheets | Content::Prints))
    }

    /// Whether there are files of this content.
    pub(super) fn has(&self, content: Content) -> bool {
        self.formats.iter().any(|format| format.content == content)
    }
}

/// A size of a set, or the only one.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SizedCut {
    /// What it is called in file names, such as `20mm`; `None` if there is only one size.
    pub name: Option<String>,
    /// The cut of this size alone.
    pub request: CutRequest,
}

impl CutRequest {
    /// Returns the cut of each size of a set; that of the only size if there is no set.
    ///
    /// # Errors
    /// [`OptionError::NoEffect`] for sizes with a thickness that nothing has, and for several sizes on sheets that are
    /// there once.
    pub fn each_size(&self) -> Result<Vec<SizedCut>, OptionError> {
        if self.sizes.is_empty() {
            return Ok(vec![SizedCut { name: None, request: self.clone() }]);
        }
        if self.stock.as_ref().is_some_and(|stock| stock.is_mixed() || stock.last().count.is_some()) {
            let reason = "each size has sheets of its own, and those of `--stock` are there once: cut one size, then the next from what is left";
            return Err(OptionError::no_effect("--sizes", reason));
        }
        let is_printed = formats(self).iter().any(|one| one.content == Content::Solids);
        let has_thickness = is_printed || self.r#box.is_some();
        if !has_thickness && self.sizes.iter().any(|size| size.thickness.is_some()) {
            return Err(OptionError::no_effect("--sizes", "a thickness is for `--box` and for 3D printers"));
        }
        let sized = |size: &SetSize| SizedCut {
            name: Some(size.name()),
            request: Self {
                sizes: Vec::new(),
                cell: size.cell,
                thickness: size.thickness.filter(|_| is_printed).unwrap_or(self.thickness),
                r#box: self.r#box.map(|usual| size.thickness.map_or(usual, Thickness::Of)),
                ..self.clone()
            },
        };
        Ok(self.sizes.iter().map(sized).collect())
    }

    /// Returns the least distance between pieces on the stock, in mm: what is asked for, or what the machine needs.
    pub fn least_gap(&self) -> f64 {
        self.gap.map(Length::mm).or(self.machine.machine().gap).unwrap_or(CutOptions::GAP)
    }

    /// Returns the material, if it is known and not only in words.
    pub fn known_material(&self) -> Option<&Material> {
        self.material.as_ref().and_then(|choice| choice.material())
    }

    /// Returns the width of material that the tool removes, in mm: what is asked for, or what the material says.
    pub fn kerf_mm(&self) -> f64 {
        let of_material = || self.known_material().map(|material| material.kerf_on(self.machine.machine()));
        self.kerf.map(Length::mm).or_else(of_material).unwrap_or(0.0)
    }

    /// Returns what is paid, if prices are given or the material has one.
    pub(super) fn prices(&self) -> Option<CutPrices> {
        let sheet = self.known_material().and_then(|material| material.sheet_price);
        match self.price {
            Some(prices) => Some(CutPrices { sheet: prices.sheet.or(sheet), ..prices }),
            None => sheet.map(|sheet| CutPrices { sheet: Some(sheet), ..CutPrices::default() }),
        }
    }

    /// Returns the settings of a laser: what is asked for, then what the material says for this machine.
    fn burn(&self) -> CutBurn {
        let machine = self.machine.machine();
        let known = self.known_material().and_then(|material| material.settings_for(machine));
        let known = known.map(|settings| settings.burn).unwrap_or_default();
        let float = |value: u64| u32::try_from(value).map_or(f64::INFINITY, f64::from);
        CutBurn {
            speed: self.speed.map(float).or(known.speed),
            power: self.power.map(|percent| float(percent) / 100.0).or(known.power),
            passes: self.passes.and_then(|passes| u32::try_from(passes).ok()).or(known.passes),
            ..known
        }
    }

    /// Returns a thickness in mm; `check` has refused that of a material that is not known.
    fn thickness_of(&self, thickness: Thickness) -> f64 {
        match thickness {
            Thickness::Of(length) => length.mm(),
            Thickness::Material => self.known_material().map_or(0.0, |material| material.thickness),
        }
    }

    /// Returns whether trays and boxes are of the material of the pieces: unless one is known to be of another thickness.
    fn is_of_one_material(&self) -> bool {
        let parts = [self.r#box, self.stand].into_iter().flatten().map(|part| self.thickness_of(part));
        self.known_material().is_none_or(|material| parts.into_iter().all(|part| part == material.thickness))
    }

    /// Returns the thickness of a tray from a sheet, in mm.
    fn tray_thickness(&self) -> f64 {
        let asked = self.stand.or(self.r#box).or(self.known_material().map(|_| Thickness::Material));
        asked.map_or(TrayOptions::default().thickness, |thickness| self.thickness_of(thickness))
    }

    /// Returns how the tool runs along lines: the machine decides what nobody else does.
    pub fn tool_path(&self) -> ToolPath {
        let tool = self.machine.machine().tool;
        let mm = |given: Option<Length>, usual: Option<f64>| given.map_or(usual.unwrap_or(0.0), Length::mm);
        ToolPath {
            // Tabs interrupt lines, which then have no end to run on from.
            overcut: mm(self.overcut, tool.overcut.filter(|_| self.tabs == 0)),
            blade_offset: mm(self.blade_offset, tool.blade_offset),
            lead_in: self.lead_in.mm(),
            tabs: usize::try_from(self.tabs).unwrap_or(usize::MAX),
            tab_width: self.tab_width.mm(),
            fillet: mm(self.fillet, tool.fillet),
        }
    }

    /// Returns what is cut from one sheet, as far as it is known before the search.
    pub(super) fn division(&self) -> CutDivisionKind {
        match self {
            Self { by_fabric: true, turn, .. } => CutDivisionKind::Fabrics { turned: *turn },
            // Wood has no grain that a puzzle must keep.
            Self { inlay: true, .. } => CutDivisionKind::Fabrics { turned: true },
            Self { by_piece: true, .. } => CutDivisionKind::Pieces,
            _ => CutDivisionKind::Whole,
        }
    }

    /// The heights of a tray from a 3D printer.
    pub(super) fn printed_tray(&self) -> PrintedTray {
        PrintedTray { floor: self.floor.mm(), pieces: self.thickness.mm(), words: self.words }
    }

    /// What is on the back of the pieces.
    pub fn back(&self) -> Option<Engraving> {
        self.engrave_back.or(self.engrave_back_own.is_some().then_some(Engraving::Own))
    }

    /// How far what is printed goes beyond its edge, in mm.
    fn bleed_mm(&self) -> f64 {
        let usual = if self.picture.is_some() { CutOptions::PICTURE_BLEED } else { 0.0 };
        self.bleed.map_or(usual, Length::mm)
    }
}

/// The formats to write.
fn formats(request: &CutRequest) -> Vec<FormatRef> {
    let machine = request.machine.machine();
    let mut formats =
        if request.formats.is_empty() { machine.usual_formats() } else { request.formats.clone() };
    if request.picture.is_some() {
        formats.extend(FORMATS.iter().filter(|one| one.content == Content::Prints && one.is_built_in()));
    }
    if request.shop {
        formats.extend(sold_formats());
    }
    formats.sort_unstable();
    formats.dedup();
    formats
}

/// The options that ask for anything: a length of 0 is the same as none.
fn given(request: &CutRequest) -> Vec<&'static str> {
    let long = |length: Option<Length>| length.is_some_and(|length| length.mm() != 0.0);
    let keys = CutRequest::rows().into_iter().map(|row| row.key);
    keys.filter(|&key| match key {
        "kerf" => long(request.kerf),
        "overcut" => long(request.overcut),
        "blade_offset" => long(request.blade_offset),
        "fillet" => long(request.fillet),
        key => request.is_set(key),
    })
    .collect()
}

/// What the planner takes.
fn options(request: &CutRequest, formats: &[FormatRef], area: WorkArea) -> CutOptions {
    let all = |content| formats.iter().all(|format| format.content == content);
    let (sewn_only, printed_only) = (all(Content::Stitches), all(Content::Solids));
    let has_sheets = formats.iter().any(|format| matches!(format.content, Content::Sheets | Content::Prints));
    let has_picture = request.picture.is_some();
    // Pieces lie apart because they are printed before they are cut, or by a gap asked for.
    let apart = request.inlay
        || !has_sheets
        || (area.registration.is_some() && !has_picture)
        || request.gap.is_some()
        || request.is_set("nest");
    let printed = request.printed_tray();
    let options = CutOptions {
        cell: request.cell.mm(),
        kerf: if sewn_only { 0.0 } else { request.kerf_mm() },
        seam_allowance: request.seam.mm(),
        // Neighbours must not be printed over each other.
        gap: request.least_gap().max(2.0 * request.bleed_mm()),
        bed: area.bed,
        stock: Some(area.stock),
        stock_first: first_stock(request).collect(),
        most_sheets: request.stock.as_ref().and_then(|stock| stock.last().count),
        offcuts: request.stock.is_some(),
        nest: request.nest,
        copies: usize::try_from(request.copies).unwrap_or(usize::MAX),
        parts_bed: has_picture.then(|| request.machine.machine().bed.clone()),
        // Pieces of a picture are printed.
        one_material: request.is_of_one_material() && !has_picture,
        // Nothing is drawn on a picture.
        labels: !request.no_labels && !has_picture,
        engraving: if request.engrave_own.is_some() { Engraving::Own } else { request.engrave },
        back: request.back(),
        // The crosses of both sides are at the corners of the stock.
        near_corner: request.stock.is_none()
            && request.back().is_none()
            && !has_picture
            && formats.iter().any(|format| format.carries.moves),
        mirror: request.mirror,
        tray: (request.tray && !sewn_only).then(|| TrayOptions {
            clearance: request.tray_clearance.mm(),
            thickness: request.tray_thickness(),
            printed: Some(printed).filter(|_| printed_only),
            stand: request.stand.map(|thickness| request.thickness_of(thickness)),
            hang: request.hang,
            lid_magnets: request.lid_magnets,
        }),
        magnets: request.magnets.filter(|_| !sewn_only),
        printed_pieces: Some(request.thickness.mm()).filter(|_| printed_only),
        boxed: (request.r#box.filter(|_| !sewn_only)).map(|thickness| BoxOptions {
            thickness: request.thickness_of(thickness),
            joint: request.finger_joint,
            push_hole: request.push_hole,
            detent: request.detent,
        }),
        lid: if request.lid_solution { LidPicture::Solution } else { request.lid },
        own: OwnArt {
            lid: request.engrave_lid.clone(),
            floor: request.engrave_floor.clone(),
            sides: request.engrave_sides.clone(),
            front: request.engrave_own.clone(),
            back: request.engrave_back_own.clone(),
            style: ArtStyle { photo: request.engrave_photo, pitch: engrave_pitch(request) },
        },
        own_lines: own_lines(request),
        inlay: request.inlay.then_some(InlayOptions { mirrored: request.mirror_plugs }),
        picture: request.picture.as_ref().map(|picture| picture.picture().clone()),
        line: LineOptions {
            lines: match request.lines {
                // The board is printed whole.
                Lines::Auto if has_picture => Lines::Shared,
                Lines::Auto if apart => Lines::Separate,
                lines => lines,
            },
            fit: request.fit.map(Length::mm),
            knobs: (request.knobs.filter(|_| !sewn_only))
                .map(|style| KnobOptions { style, seed: request.knob_seed }),
            order: request.order,
            tool: request.tool_path(),
        },
        stop: StopFlag::never(),
    };
    if printed_only { options.for_solids() } else { options }
}

/// The widths that `--engrave-pitch` may have, in mm: from a fine laser to a broad pen.
const PITCHES: RangeInclusive<f64> = 0.05..=2.0;

/// How wide a line is burnt, in mm.
fn engrave_pitch(request: &CutRequest) -> f64 {
    let kerf = request.kerf_mm();
    // The kerf of a bit or a blade says nothing about what engraves.
    let of_laser = (0.1..=0.5).contains(&kerf) && request.machine.machine().tool.kind == ToolKind::Beam;
    request.engrave_pitch.map_or(if of_laser { kerf } else { ArtStyle::PITCH }, Length::mm)
}

/// The art of one's own, with the keys of its options.
fn own_art(request: &CutRequest) -> impl Iterator<Item = (&'static str, &Art)> {
    let all = [
        ("engrave_lid", &request.engrave_lid),
        ("engrave_floor", &request.engrave_floor),
        ("engrave_sides", &request.engrave_sides),
    ];
    let pieces = [("engrave_own", &request.engrave_own), ("engrave_back_own", &request.engrave_back_own)];
    let pieces = pieces.into_iter().filter_map(|(key, art)| Some((key, art.as_ref()?)));
    let all = all.into_iter().filter_map(|(key, art)| Some((key, art.as_ref()?)));
    all.chain(pieces.flat_map(|(key, art)| art.all().map(move |art| (key, art))))
}

/// Refuses pictures that cannot be engraved, and options about pictures where there are none.
fn check_art(request: &CutRequest, formats: &[FormatRef]) -> Result<(), OptionError> {
    let picture = own_art(request).find(|(_, art)| art.is_picture());
    if let Some((key, _)) = picture.filter(|_| formats.iter().any(|one| one.content == Content::Solids)) {
        let reason = "the nozzle of a 3D printer is too wide for the dots of a picture; use a drawing (.svg)";
        return Err(OptionError::no_effect(flag(key), reason));
    }
    let is_filled = own_art(request).any(|(_, art)| art.is_filled());
    let about = [("engrave_photo", picture.is_some()), ("engrave_pitch", is_filled)];
    if let Some((key, _)) = about.into_iter().find(|(key, is_used)| request.is_set(key) && !is_used) {
        return Err(OptionError::Needs { option: flag(key), other: "--engrave-lid photo.jpg".into() });
    }
    match request.engrave_pitch {
        Some(pitch) if !PITCHES.contains(&pitch.mm()) => {
            Err(bad(&written(pitch), "a width from 0.05mm to 2mm for --engrave-pitch"))
        }
        _ => Ok(()),
    }
}

/// The least width of pieces in a board whose lines only waver, in mm: none is joined to another.
const LEAST_WIDTH: f64 = 0.1;

fn has_own_lines(request: &CutRequest) -> bool {
    request.whimsies.is_some() || request.border.is_some()
}

/// The lines of one's own that the board is cut along, if there are any.
fn own_lines(request: &CutRequest) -> Option<OwnLineOptions> {
    let own = OwnLineOptions {
        whimsies: request.whimsies.clone(),
        border: request.border.clone(),
        // Lines that only waver leave pieces as they are.
        least_width: if has_own_lines(request) { request.least_width.mm() } else { LEAST_WIDTH },
        wobble: request.wobble.map(Length::mm),
    };
    (has_own_lines(request) || own.wobble.is_some()).then_some(own)
}

/// The sizes of stock that are used before that which there is enough of.
fn first_stock(request: &CutRequest) -> impl Iterator<Item = Dimensions> {
    request.stock.iter().flat_map(StockList::first).map(in_mm)
}

fn in_mm(size: Size) -> Dimensions {
    Dimensions { width: size.width.mm(), height: size.height.mm() }
}

/// What is done to each sheet.
fn dress(request: &CutRequest, registration: Option<Registration>) -> Result<Dress, OptionError> {
    let positive = |option: &str, length: Option<Length>| match length {
        Some(length) if length.mm() <= 0.0 => Err(OptionError::NotPositive { option: option.into() }),
        other => Ok(other.map(Length::mm)),
    };
    Ok(Dress {
        hairline: positive("--hairline", request.hairline)?,
        pens: request.pens,
        bleed: request.bleed_mm(),
        burn: request.burn(),
        reference: positive("--reference", request.reference)?,
        registration,
        calibration: request.calibrate.unwrap_or_default(),
    })
}

/// Refuses at once what would be refused after the search, and says what has no effect on some files.
fn check(request: &CutRequest, given: &[&str], formats: &[FormatRef]) -> Result<Vec<String>, CutError> {
    let machine = request.machine.machine();
    contradictions(request, machine, formats)?;
    check_material(request)?;
    check_art(request, formats)?;
    let pages = !request.no_assembly || request.job_sheet || request.insert_card || request.shop;
    let mut notes = check_effects(given, formats, pages)?;
    notes.extend(material_without_machine(request));
    let is_printed = formats.iter().any(|format| format.content == Content::Prints);
    if request.lines == Lines::Shared && request.picture.is_none() && is_printed {
        let reason = "a page to print is for pieces that lie apart";
        return Err(OptionError::no_effect("--lines shared", reason).into());
    }
    // Tray and box of a picture have sheets of their own.
    let apart = |key: &&str| request.picture.is_some() && ["tray", "box"].contains(key);
    let on_pages: Vec<&str> = given.iter().copied().filter(|key| !apart(key)).collect();
    refuse_contents(&on_pages, formats)?;
    if let Some(engraving) = request.back() {
        machine.check_back(engraving, request.pens)?;
    }
    let about_fabrics = FabricRequest::rows().into_iter().find(|row| request.is_set(row.key));
    match about_fabrics {
        Some(row) if !request.by_fabric && !request.inlay => {
            Err(OptionError::NoEffect { option: row.flag(), reason: NoEffect::Without("--by-fabric") }.into())
        }
        _ => Ok(notes),
    }
}

/// Refuses options that contradict the machine, the formats or each other.
fn contradictions(request: &CutRequest, machine: &Machine, formats: &[FormatRef]) -> Result<(), OptionError> {
    let lacks: Vec<&'static str> = formats
        .iter()
        .filter(|format| !format.carries.layers && !format.carries.pixels)
        .map(|format| format.name)
        .collect();
    if request.reference.is_some() && !lacks.is_empty() {
        // A square to measure needs a layer that is not cut.
        return Err(OptionError::NoEffect { option: "--reference".into(), reason: NoEffect::In(lacks) });
    }
    if request.pens && machine.tool.kind != ToolKind::Blade {
        return Err(OptionError::no_effect("--pens", "only machines with a knife leave lines for a pen out"));
    }
    let lid = ["lid", "lid_solution", "engrave_lid"].into_iter().find(|key| request.is_set(key));
    if let Some(lid) = lid.filter(|_| !request.tray && request.r#box.is_none()) {
        return Err(OptionError::Needs { option: flag(lid), other: "--tray` or `--box".into() });
    }
    if request.price.is_some_and(|prices| prices.minute > 0.0) && machine.speeds.is_none() {
        return Err(OptionError::no_effect(
            "--price",
            "the machine file has no speeds, so that minutes are not known; leave `minute` out",
        ));
    }
    let is_mixed = request.stock.as_ref().is_some_and(StockList::is_mixed);
    let of_one_size = ["by_fabric", "by_piece", "inlay", "test_card", "engrave_back", "engrave_back_own"];
    if let Some(other) = of_one_size.into_iter().find(|key| is_mixed && request.is_set(key)) {
        let reason = "sheets of several sizes (--stock) are filled with everything, and cut from the front";
        return Err(OptionError::no_effect(flag(other), reason));
    }
    let triplication = [("engrave", Some(request.engrave)), ("engrave_back", request.engrave_back)];
    let tripled = triplication.into_iter().find(|(_, asked)| *asked == Some(Engraving::Triplication));
    if let Some((key, _)) = tripled.filter(|_| has_own_lines(request)) {
        let reason = "with --whimsies and --border pieces are no longer those of the puzzle";
        return Err(OptionError::no_effect(flag(key), reason));
    }
    if request.wobble.is_some_and(|wobble| wobble.mm() <= 0.0) {
        return Err(OptionError::NotPositive { option: flag("wobble") });
    }
    if request.is_set("least_width") && !has_own_lines(request) {
        let other = "--whimsies` or `--border".into();
        return Err(OptionError::Needs { option: flag("least_width"), other });
    }
    if has_own_lines(request) && request.least_width.mm() <= 0.0 {
        return Err(OptionError::NotPositive { option: flag("least_width") });
    }
    let is_whole =
        request.lines == Lines::Shared || request.picture.is_some() && request.lines == Lines::Auto;
    if is_whole && request.is_set("nest") {
        let reason =
            "pieces that share lines lie as in the puzzle; `--lines separate` gives each its own outline";
        return Err(OptionError::no_effect("--nest", reason));
    }
    if request.by_piece && request.gap.is_some() {
        return Err(OptionError::no_effect("--gap", "with `--by-piece` there is only one piece on a sheet"));
    }
    Ok(())
}
