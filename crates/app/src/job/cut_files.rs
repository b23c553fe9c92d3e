//! Decides which files a cut job writes, and what is done to its sheets.

use std::ops::RangeInclusive;

use crate::design::effects::check_effects;
use crate::design::{CutRequest, DesignError, NoEffect, Options as _};
use piecework_cut::{
    CutBurn, CutError, CutOptions, Dress, Machine, MachineError, Registration, ToolKind, WorkArea,
};
use piecework_draw::geometry::Dimensions;
use piecework_draw::layout::SheetFormat;
use piecework_draw::render::{FormatRef, Unit, format};
use piecework_quilt::Units;
use piecework_tiling::error::Error;
use piecework_tiling::length::Length;

/// The formats to write.
pub(super) fn formats(request: &CutRequest, machine: &Machine) -> Vec<FormatRef> {
    let mut formats =
        if request.formats.is_empty() { machine.usual_formats() } else { request.formats.clone() };
    if request.picture.is_some() {
        formats.extend(format("print").filter(|format| format.is_built_in()));
    }
    if request.shop {
        formats.extend(SHOP.into_iter().filter_map(format).filter(|format| format.is_built_in()));
    }
    formats.sort_unstable();
    formats.dedup();
    formats
}

/// What buyers of files expect; programs read DXF R12 without exception.
const SHOP: [&str; 4] = ["svg", "dxf-r12", "pdf", "lbrn2"];

/// The unit asked for.
pub(super) fn unit(request: &CutRequest) -> Option<Unit> {
    match request.units? {
        Units::Imperial => Some(Unit::Inch),
        _ => Some(Unit::Millimetre),
    }
}

/// The area that pieces are placed on: the machine's, or with a page to print the paper inside its marks.
pub(super) fn area(
    request: &CutRequest,
    formats: &[FormatRef],
    machine: &Machine,
    paper: &SheetFormat,
) -> Result<WorkArea, Error> {
    let stock = request.stock.map(|size| Dimensions { width: size.width.mm(), height: size.height.mm() });
    Ok(machine.area(formats, stock, (paper, request.picture.is_some())).map_err(CutError::from)?)
}

/// What is done to each sheet.
pub(super) fn dress(request: &CutRequest, registration: Option<Registration>) -> Result<Dress, DesignError> {
    let positive = |option: &str, length: Option<Length>| match length {
        Some(length) if length.mm() <= 0.0 => Err(DesignError::NotPositive { option: option.into() }),
        other => Ok(other.map(Length::mm)),
    };
    Ok(Dress {
        hairline: positive("--hairline", request.hairline)?,
        pens: request.pens,
        bleed: bleed(request),
        burn: burn(request),
        reference: positive("--reference", request.reference)?,
        registration,
        calibration: request.calibrate.unwrap_or_default(),
    })
}

/// The thickness of plates for 3D printers, in mm: two layers at least, and less than the tallest printers
/// build. Chosen by eye.
const THICKNESS: RangeInclusive<f64> = 0.4..=100.0;

/// The thickness of plates for 3D printers, in mm.
pub(super) fn thickness(request: &CutRequest) -> Result<f64, CutError> {
    let found = request.thickness.mm();
    if THICKNESS.contains(&found) {
        return Ok(found);
    }
    let (least, most) = (*THICKNESS.start(), *THICKNESS.end());
    Err(MachineError::PlateThickness { found, least, most }.into())
}

/// The floor of a tray from a 3D printer, in mm: lines on the lid are two layers deep.
const FLOOR: RangeInclusive<f64> = 0.8..=20.0;

/// The thickness of the floor and of the lid of a tray from a 3D printer, in mm.
pub(super) fn floor(request: &CutRequest) -> Result<f64, CutError> {
    let found = request.floor.mm();
    if FLOOR.contains(&found) {
        return Ok(found);
    }
    let (least, most) = (*FLOOR.start(), *FLOOR.end());
    Err(MachineError::FloorThickness { found, least, most }.into())
}

/// How far what is printed goes beyond its edge, in mm.
pub(super) fn bleed(request: &CutRequest) -> f64 {
    let usual = if request.picture.is_some() { CutOptions::PICTURE_BLEED } else { 0.0 };
    request.bleed.map_or(usual, Length::mm)
}

/// What is asked for of a laser.
fn burn(request: &CutRequest) -> CutBurn {
    let float = |value: u64| u32::try_from(value).map_or(f64::INFINITY, f64::from);
    CutBurn {
        speed: request.speed.map(float),
        power: request.power.map(|percent| float(percent) / 100.0),
        passes: request.passes.and_then(|passes| u32::try_from(passes).ok()),
    }
}

/// The options that ask for anything: a length of 0 is the same as none.
pub(super) fn given(request: &CutRequest) -> Vec<&'static str> {
    let long = |length: Option<Length>| length.is_some_and(|length| length.mm() != 0.0);
    let keys = CutRequest::rows().into_iter().map(|row| row.key);
    keys.filter(|&key| match key {
        "overcut" => long(request.overcut),
        "blade_offset" => long(request.blade_offset),
        "fillet" => long(request.fillet),
        key => request.is_set(key),
    })
    .collect()
}

/// Refuses options that change none of the files, and lists those that have no effect on some.
pub(super) fn check(
    request: &CutRequest,
    given: &[&str],
    formats: &[FormatRef],
) -> Result<Vec<String>, DesignError> {
    let lacks: Vec<&'static str> =
        formats.iter().filter(|format| !format.carries.layers).map(|format| format.name).collect();
    if request.reference.is_some() && !lacks.is_empty() {
        // A square to measure needs a layer that is not cut.
        return Err(DesignError::NoEffect { option: "--reference".into(), reason: NoEffect::In(lacks) });
    }
    if request.pens && request.machine.machine().tool.kind != ToolKind::Blade {
        return Err(DesignError::no_effect("--pens", "only machines with a knife leave lines for a pen out"));
    }
    if request.lid_solution && !request.tray && request.r#box.is_none() {
        return Err(DesignError::Needs {
            option: "--lid-solution".into(),
            other: "--tray` or `--box".into(),
        });
    }
    let machine = request.machine.machine();
    if request.price.is_some_and(|prices| prices.minute > 0.0) && machine.speeds.is_none() {
        return Err(DesignError::no_effect(
            "--price",
            "the machine file has no speeds, so that minutes are not known; leave `minute` out",
        ));
    }
    if request.by_piece && request.gap.is_some() {
        return Err(DesignError::no_effect("--gap", "with `--by-piece` there is only one piece on a sheet"));
    }
    let pages = !request.no_assembly || request.job_sheet || request.insert_card || request.shop;
    check_effects(given, formats, pages)
}
