//! Plans a box for the puzzle: five panels with finger joints, rails, and a lid that slides between them.
//!
//! The pieces, or the tray with its lid, are on the bottom between the lower rails. The box lid rests on these and
//! on the front panel, below the upper rails, and slides out over the front.

mod detent;
mod joints;

use super::extras::ExtraPart;
use super::{ToolLine, inlay, tray};
use crate::knobs::Knobs;
use crate::{BoxOptions, CutError, CutOptions, LidPicture, LineError, TrayOptions};
use detent::Detent;
use joints::{Edge, PanelShape};
use piecework_draw::drawing::Text;
use piecework_draw::geometry::{Bounds, GeometryError, Outline, Patchwork, Point, Ring};
use piecework_tiling::tiling::Tiling;

/// The air around what is in the box, and above it, in mm; chosen by eye.
const AIR: f64 = 1.0;
/// The air around the lid, so that it slides, in mm; chosen by eye.
const PLAY: f64 = 0.3;
/// The height of the upper rails, as a multiple of the thickness; chosen by eye.
const UPPER_RAIL: f64 = 2.0;
/// The radius of the notch in the lid for a thumb, in mm.
const THUMB: f64 = 8.0;
/// The radius of the hole in the bottom, in mm: wide enough for a finger.
const PUSH_HOLE: f64 = 10.0;
/// The number of straight lines in a notch.
const STEPS: u16 = 24;
/// The margin around the title and the picture on the lid, in mm.
const MARGIN: f64 = 6.0;
/// What stays free of a side beside its fingers, in mm; chosen by eye.
const SIDE_MARGIN: f64 = 1.5;
/// The largest cap height of the title, in mm, and its share of the height of the lid; chosen by eye.
const TITLE: (f64, f64) = (10.0, 0.14);
/// What material may be used, in mm.
const THICKNESS: (f64, f64) = (1.0, 12.0);

/// A box as finished.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PlannedBox {
    /// Its length outside, along which the lid slides, in mm.
    pub length_mm: f64,
    /// Its width outside, in mm.
    pub width_mm: f64,
    /// Its height outside, in mm.
    pub height_mm: f64,
    /// The thickness of its material, in mm.
    pub thickness_mm: f64,
    /// Its panels, rails and lid.
    pub panels: Vec<BoxPanel>,
}

/// A part of a box.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct BoxPanel {
    /// Its name.
    pub name: String,
    /// Its outline as finished; its origin is a corner of its inner rectangle.
    pub ring: Vec<Point>,
    /// Its holes: that of the bottom, windows in the sides and slits in the lid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Vec<Point>>,
    /// Where that corner is in the box, in mm along length, width and height.
    pub origin_mm: (f64, f64, f64),
    /// How it stands.
    pub stands: Stands,
}

/// How a panel stands in the box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Stands {
    /// Flat: its x runs along the length, its y along the width.
    Flat,
    /// Along the length: its x runs along it, its y down.
    Along,
    /// Across: its x runs along the width, its y down.
    Across,
}

impl BoxOptions {
    /// Refuses material that no box is made of.
    pub(super) fn check(self) -> Result<(), LineError> {
        let (found, (least, most)) = (self.thickness, THICKNESS);
        let good = (least..=most).contains(&found);
        if good { Ok(()) } else { Err(LineError::BoxThickness { found, least, most }) }
    }
}

impl PlannedBox {
    /// Plans the box for what these options cut, and the outline of each of its parts.
    pub(super) fn new(
        patchwork: &Patchwork,
        options: &CutOptions,
        BoxOptions { thickness: t, joint, push_hole, detent }: BoxOptions,
    ) -> Result<(Self, Vec<Outline>), CutError> {
        let (content, layers) = content(patchwork, options)?;
        let (long, short) = (content.width().max(content.height()), content.width().min(content.height()));
        let inner = long + AIR;
        let across = short + AIR + 2.0 * t;
        let low = layers * t + AIR;
        let upper = UPPER_RAIL * t;
        let high = low + t + PLAY + upper;
        // The sides have all corners, and the ends of the bars between them and the front and the back. The bottom
        // has the ends of the bars below it.
        let (odd, even) = (|length| Edge::odd(length, t, joint), |length| Edge::even(length, t, joint));
        let panel = |(width, height), edges: [Edge; 4], corners| {
            PanelShape { width, height, thickness: t, edges, corners }.outline()
        };
        // Both begin at the same end of a bar: on the right the way around goes down.
        let ends = |high| [Edge::plain(across), even(high).reversed(), even(across), even(high)];
        let bottom = [odd(inner), odd(across), odd(inner), odd(across)];
        // What is above the front is of the sides.
        let side = [Edge::plain(inner), odd(high), even(inner), odd(low).then_all(high - low)];
        let side = panel((inner, high), side, [false, true, true, false])?;
        let detent = detent.then(|| Detent::new(inner, t)).transpose()?;
        let side = match &detent {
            Some(detent) => detent.window(&side, PLAY + upper)?,
            None => side,
        };
        let floor = panel((inner, across), bottom, [false; 4])?;
        let floor = if push_hole { with_push_hole(&floor, (inner, across))? } else { floor };
        let mut parts = vec![
            ("box bottom", floor, (t, t, 0.0), Stands::Flat),
            (
                "box back",
                panel((across, high), ends(high), [false; 4])?,
                (inner + t, t, t + high),
                Stands::Across,
            ),
            ("box front", panel((across, low), ends(low), [false; 4])?, (0.0, t, t + low), Stands::Across),
            ("box side left", side.clone(), (t, 0.0, t + high), Stands::Along),
            ("box side right", side, (t, across + t, t + high), Stands::Along),
        ];
        for y in [t, across] {
            let rail = Outline::rectangle(inner, low)?;
            parts.push(("box rail below", rail, (t, y, t + low), Stands::Along));
        }
        for y in [t, across] {
            let rail = Outline::rectangle(inner, upper)?;
            parts.push(("box rail above", rail, (t, y, t + high), Stands::Along));
        }
        parts.push((
            "box lid",
            lid((inner + t, across - PLAY), detent.as_ref())?,
            (0.0, t, t + low),
            Stands::Flat,
        ));
        let outlines = parts.iter().map(|(_, outline, ..)| outline.clone()).collect();
        let panels = parts.into_iter().map(|(name, outline, origin_mm, stands)| BoxPanel {
            name: name.to_owned(),
            ring: outline.outer().points().to_vec(),
            holes: outline.holes().iter().map(|hole| hole.points().to_vec()).collect(),
            origin_mm,
            stands,
        });
        let planned = Self {
            length_mm: inner + 2.0 * t,
            width_mm: across + 2.0 * t,
            height_mm: high + t,
            thickness_mm: t,
            panels: panels.collect(),
        };
        Ok((planned, outlines))
    }
}

/// Plans the box, and its parts with their kerf and what is engraved on the lid.
pub(super) fn plan(
    tiling: &Tiling,
    (patchwork, knobs): (&Patchwork, Option<&Knobs>),
    (options, wish): (&CutOptions, BoxOptions),
) -> Result<(PlannedBox, Vec<ExtraPart>), CutError> {
    let (planned, outlines) = PlannedBox::new(patchwork, options, wish)?;
    let mut parts = Vec::new();
    for (panel, outline) in planned.panels.iter().zip(outlines) {
        // Both sides are seen from outside: the other is the same turned over, and its art is on the side that is up.
        let is_turned = panel.name == "box side right" && options.own.sides.is_some();
        let outline = if is_turned { outline.mirrored() } else { outline };
        let cut = outline.with_allowance(options.kerf / 2.0, &panel.name).map_err(|error| match error {
            GeometryError::NotchCloses { .. } => {
                CutError::from(LineError::FingersClose { kerf: options.kerf, thickness: wish.thickness })
            }
            other => other.into(),
        })?;
        let mut part = ExtraPart::new(&panel.name, cut)?;
        if let Some(art) = options.own.sides.as_ref().filter(|_| panel.name.starts_with("box side")) {
            let room = clear(outline.bounds().inset(planned.thickness_mm + SIDE_MARGIN), outline.holes());
            art.check_in(room, "on a side of the box")?;
            part.engravings.extend(
                Some(ToolLine::open(art.lines_in(room, &options.own.style)))
                    .filter(|lines| !lines.is_empty()),
            );
        }
        if let Some(art) = options.own.lid.as_ref().filter(|_| panel.name == "box lid") {
            let room = lid_room(&outline);
            art.check_in(room, "on the lid of the box")?;
            let lines = ToolLine::open(art.lines_in(room, &options.own.style));
            part.engravings.extend(Some(lines).filter(|lines| !lines.is_empty()));
        } else if panel.name == "box lid" {
            let has_picture = matches!(options.lid, LidPicture::Solution | LidPicture::Tiling);
            let picture =
                has_picture.then(|| tray::on_lid(tiling, (patchwork, knobs), options)).transpose()?;
            let (title, sizes) = (tray::lid_title(tiling, options), (patchwork.bounds(), lid_room(&outline)));
            if options.lid != LidPicture::None {
                part.engravings = engraved(title, picture.as_deref(), sizes);
            }
        }
        parts.push(part);
    }
    Ok((planned, parts))
}

/// Returns the room that the content takes, seen from above, and how many sheets of material it is high: a tray is
/// base, frame and lid.
fn content(patchwork: &Patchwork, options: &CutOptions) -> Result<(Bounds, f64), CutError> {
    let layers = if options.tray.is_some() { 3.0 } else { 1.0 };
    let bounds = match &options.tray {
        _ if options.inlay.is_some() => inlay::plate(patchwork, options)?.bounds(),
        Some(tray) => {
            let outside = tray::Frame::new(patchwork, options.cell, tray)?.outside;
            Outline::new(outside, Vec::new())?.bounds()
        }
        None => patchwork.bounds().inset(-TrayOptions::default().clearance),
    };
    Ok((bounds, layers))
}

/// Returns the lid with a notch for a thumb at its front.
fn lid((length, width): (f64, f64), detent: Option<&Detent>) -> Result<Outline, CutError> {
    let radius = THUMB.min(width / 6.0);
    let mut points = vec![Point { x: 0.0, y: 0.0 }];
    points.extend(detent.iter().flat_map(|detent| detent.bump(0.0, -1.0)));
    points.extend([Point { x: length, y: 0.0 }, Point { x: length, y: width }]);
    points.extend(detent.iter().flat_map(|detent| detent.bump(width, 1.0).into_iter().rev()));
    points.push(Point { x: 0.0, y: width });
    points.extend((0..=STEPS).map(|step| {
        let angle = std::f64::consts::PI * f64::from(step) / f64::from(STEPS);
        Point { x: radius * libm::sin(angle), y: width / 2.0 + radius * libm::cos(angle) }
    }));
    let slits = detent.map_or_else(|| Ok(Vec::new()), |detent| detent.slits(width))?;
    Ok(Outline::new(Ring::new(points)?, slits)?)
}

/// Returns the bottom of a box with a round hole in its middle.
fn with_push_hole(floor: &Outline, (length, width): (f64, f64)) -> Result<Outline, CutError> {
    let (middle, radius) =
        (Point { x: length / 2.0, y: width / 2.0 }, PUSH_HOLE.min(length.min(width) / 4.0));
    let point = |step: u16| {
        let angle = std::f64::consts::TAU * f64::from(step) / f64::from(2 * STEPS);
        middle.moved(radius * libm::cos(angle), radius * libm::sin(angle))
    };
    let hole = Ring::new((0..2 * STEPS).map(point).collect())?;
    Ok(Outline::new(floor.outer().clone(), vec![hole])?)
}

/// Returns the room on a lid beside its notch and its slits.
fn lid_room(lid: &Outline) -> Bounds {
    let bounds = lid.bounds();
    let beside =
        Bounds { left: bounds.left + THUMB + MARGIN, right: bounds.right - MARGIN, ..bounds.inset(MARGIN) };
    clear(beside, lid.holes())
}

/// Returns the largest part of a room on one side of each hole, with some air between.
fn clear(room: Bounds, holes: &[Ring]) -> Bounds {
    let area = |room: &Bounds| room.width().max(0.0) * room.height().max(0.0);
    holes.iter().fold(room, |room, hole| {
        let hole = hole.bounds().inset(-SIDE_MARGIN);
        let across = hole.left < room.right && hole.right > room.left;
        if !across || hole.top >= room.bottom || hole.bottom <= room.top {
            return room;
        }
        let parts = [
            Bounds { right: hole.left, ..room },
            Bounds { left: hole.right, ..room },
            Bounds { bottom: hole.top, ..room },
            Bounds { top: hole.bottom, ..room },
        ];
        parts.into_iter().max_by(|a, b| area(a).total_cmp(&area(b))).unwrap_or(room)
    })
}

/// Returns the title and the picture of a puzzle of this size, in the middle of the room on the lid; or the title alone there.
/// The picture stands as the title does: the lid of an upright puzzle is read upright, with its notch below.
fn engraved(title: &str, picture: Option<&[ToolLine]>, (size, lid): (Bounds, Bounds)) -> Vec<Vec<ToolLine>> {
    let middle = lid.center();
    let upright = picture.is_some() && size.height() > size.width();
    let (far, deep) = (lid.width() / 2.0, lid.height() / 2.0);
    let (far, deep) = if upright { (deep, far) } else { (far, deep) };
    let room =
        Bounds { left: middle.x - far, top: middle.y - deep, right: middle.x + far, bottom: middle.y + deep };
    // A quarter turn, not a reflection.
    let turn = |point: Point| match upright {
        true => middle.moved(middle.y - point.y, point.x - middle.x),
        false => point,
    };
    let height = TITLE.0.min(TITLE.1 * room.height());
    let y = if picture.is_some() { room.top + height / 2.0 } else { middle.y };
    let center = Point { x: middle.x, y };
    let words = Text::centered(title, center, height);
    let words = words.at_height(height * (room.width() / words.width()).min(1.0)).about(center);
    let strokes = words.strokes();
    let written = strokes.into_iter().map(|stroke| ToolLine::straight(stroke, false).mapped(turn));
    let mut engraved = vec![written.collect()];
    let Some(picture) = picture else { return engraved };
    let room = Bounds { top: room.top + 2.0 * height, ..room };
    let scale = (room.width() / size.width()).min(room.height() / size.height()).min(1.0);
    let (from, to) = (size.center(), room.center());
    let place = |point: Point| turn(to.moved((point.x - from.x) * scale, (point.y - from.y) * scale));
    if scale > 0.0 {
        engraved.push(picture.iter().map(|line| line.mapped(place)).collect());
    }
    engraved
}

#[cfg(test)]
mod tests;
