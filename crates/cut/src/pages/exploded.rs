//! Draws trays and boxes in exploded pictures, with how they are put together.

use crate::lengths::mm;
use crate::plan::{BoxPanel, CutPlan, PlannedBox, Stands, ToolLine};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Diagram, Path, Role, Text};
use piecework_draw::geometry::{Bounds, Patchwork, Point};
use piecework_draw::page::{Entry, Figure, Sign, sizes};

/// Pale wood, for what is cut out.
pub(super) const WOOD: Color = Color::new(0xf3, 0xe7, 0xd3);

/// How far apart the layers of the tray are drawn, and how much it leans, in mm; chosen by eye.
const LAYER: f64 = 13.0;
/// The width of that picture, and of the words beside it, in mm.
const EXPLODED: f64 = 80.0;
const BESIDE: f64 = 50.0;

/// Returns the parts of a tray above each other, with the pieces between frame and lid; `None` without them.
pub(super) fn tray<'a>(plan: &CutPlan, patchwork: &Patchwork) -> Option<Figure<'a>> {
    let part = |name: &str| {
        let cuts = plan.sheets.iter().flat_map(|sheet| &sheet.cuts);
        let lines = cuts.filter(|cut| cut.name == name).map(|cut| lying(&cut.lines)).next()?;
        Some((name.to_owned(), lines))
    };
    let (base, lid) = (part("base").or_else(|| part("tray"))?, part("lid")?);
    let size = Bounds::around(base.1.iter().flatten().copied())?;
    let (all, middle) = (patchwork.bounds(), size.center());
    let (upright, center) = (all.height() > all.width(), all.center());
    let placed = |point: &Point| {
        let (x, y) = (point.x - center.x, point.y - center.y);
        if upright { middle.moved(y, x) } else { middle.moved(x, y) }
    };
    let curves = plan.edge_curves(patchwork);
    let whole = Diagram { patchwork, colors: &[], labels: &[], curves: &curves, largest_scale: 1.0 };
    let lines = patchwork.patches().iter().flat_map(|patch| whole.path(patch).flattened(0.1));
    let pieces = lines.map(|line| line.points.iter().map(placed).collect()).collect();
    let pieces = ("pieces".to_owned(), pieces);
    let frame = part("frame").or_else(|| part("plate"));
    let layers = [Some(lid), Some(pieces), frame, Some(base), part("backing")];
    let layers: Vec<_> = layers.into_iter().flatten().collect();
    let scale = EXPLODED / (size.width() + size.height() * 0.5);
    let deep = size.height() * scale * 0.4;
    let height = deep + LAYER * (layers.len() - 1) as f64 + sizes::AIR;
    Some(Figure {
        width: EXPLODED + BESIDE,
        height,
        beside: Vec::new(),
        draw: Box::new(move |canvas, room| {
            for (at, (name, rings)) in layers.iter().enumerate().rev() {
                let down = room.top + LAYER * at as f64;
                let put = |point: Point| Point {
                    x: room.left + ((point.x - size.left) + (size.bottom - point.y) * 0.5) * scale,
                    y: down + (point.y - size.top) * scale * 0.4,
                };
                let frame = [size.left, size.right].map(|x| [size.top, size.bottom].map(|y| Point { x, y }));
                let elements = rings.iter().flat_map(|ring| {
                    let ring: Vec<Point> = ring.iter().map(|&point| put(point)).collect();
                    Path::polygon(&ring).elements().collect::<Vec<_>>()
                });
                let path = Path::new(elements);
                canvas.fill(path.clone(), WOOD);
                canvas.path(Role::Engrave, path);
                let right = frame.iter().flatten().map(|&corner| put(corner).x).fold(0.0, f64::max);
                let y = down + deep / 2.0;
                let at = Point { x: right + sizes::AIR, y };
                let words = match name.as_str() {
                    "frame" => "frame, glued, with notch".to_owned(),
                    "plate" => "plate, glued on the base".to_owned(),
                    "backing" => "backing, glued under the base".to_owned(),
                    _ => name.clone(),
                };
                canvas.text(Role::Label, Text::fitted(words, at, sizes::TEXT, BESIDE));
            }
        }),
    })
}

/// Returns the rings of a part in the same corner and orientation: its longer side is level.
fn lying(lines: &[ToolLine]) -> Vec<Vec<Point>> {
    let flat: Vec<Vec<Point>> = lines.iter().map(|line| line.flattened(0.1)).collect();
    let Some(bounds) = Bounds::around(flat.iter().flatten().copied()) else { return flat };
    let upright = bounds.height() > bounds.width();
    let place = |point: &Point| {
        let (x, y) = (point.x - bounds.left, point.y - bounds.top);
        if upright { Point { x: y, y: x } } else { Point { x, y } }
    };
    flat.iter().map(|ring| ring.iter().map(place).collect()).collect()
}

/// How far the parts of a box are apart, as a share of its longest side; chosen by eye.
const APART: f64 = 0.16;

/// Returns the parts of a box apart from each other, with the steps beside them; `None` without one.
pub(super) fn boxed<'a>(plan: &CutPlan) -> Option<Figure<'a>> {
    let planned = plan.boxed.as_ref()?;
    let panels: Vec<Vec<Point>> =
        drawing_order(planned).into_iter().map(|panel| seen(planned, panel)).collect();
    let bounds = Bounds::around(panels.iter().flatten().copied())?;
    let scale = EXPLODED / bounds.width();
    Some(Figure {
        width: EXPLODED,
        height: bounds.height() * scale + sizes::AIR,
        beside: steps(planned),
        draw: Box::new(move |canvas, room| {
            let put = |point: &Point| Point {
                x: room.left + (point.x - bounds.left) * scale,
                y: room.top + (point.y - bounds.top) * scale,
            };
            for panel in &panels {
                let path = Path::polygon(&panel.iter().map(put).collect::<Vec<Point>>());
                canvas.fill(path.clone(), WOOD);
                canvas.path(Role::Engrave, path);
            }
        }),
    })
}

/// The panels from back to front.
fn drawing_order(planned: &PlannedBox) -> Vec<&BoxPanel> {
    const ORDER: [&str; 8] = [
        "box bottom",
        "box side right",
        "box back",
        "box rail below",
        "box rail above",
        "box front",
        "box side left",
        "box lid",
    ];
    let of = |name: &'static str| planned.panels.iter().rev().filter(move |panel| panel.name == name);
    ORDER.into_iter().flat_map(of).collect()
}

/// A panel as it is seen from the front, from the right and from above, away from the others.
fn seen(planned: &PlannedBox, panel: &BoxPanel) -> Vec<Point> {
    let apart = APART * planned.length_mm;
    let (away_x, away_y, away_z) = match panel.name.as_str() {
        "box bottom" => (0.0, 0.0, -apart),
        "box side left" => (0.0, -apart, 0.0),
        "box side right" => (0.0, apart, 0.0),
        "box back" => (apart, 0.0, 0.0),
        "box front" => (-apart, 0.0, 0.0),
        "box lid" => (-apart / 2.0, 0.0, 2.0 * apart),
        _ => (0.0, 0.0, 0.0),
    };
    let (x, y, z) = panel.origin_mm;
    let place = |point: &Point| {
        let (x, y, z) = match panel.stands {
            Stands::Flat => (x + point.x, y + point.y, z),
            Stands::Along => (x + point.x, y, z - point.y),
            Stands::Across => (x, y + point.x, z - point.y),
        };
        let (x, y, z) = (x + away_x, y + away_y, z + away_z);
        Point { x: x + 0.5 * y, y: -z - 0.35 * y }
    };
    panel.ring.iter().map(place).collect()
}

/// How a box is put together.
fn steps(planned: &PlannedBox) -> Vec<Entry> {
    let PlannedBox { length_mm, width_mm, height_mm, thickness_mm, .. } = planned;
    let [length, width, height] = [length_mm, width_mm, height_mm].map(|mm| tenth(*mm));
    let material = mm(*thickness_mm);
    let has_holes =
        |name: &str| planned.panels.iter().any(|panel| panel.name == name && !panel.holes.is_empty());
    let (snaps, is_pushed) = (has_holes("box lid"), has_holes("box bottom"));
    let snap = if snaps { ", until it snaps into the windows of both sides" } else { "" };
    let mut steps = vec![
        format!("Outside: {length} x {width} x {height} mm, of {material} mm material."),
        "1. Glue bottom, sides, back and front together: the low panel is the front.".to_owned(),
        "2. Glue the rails below to the sides, on the bottom.".to_owned(),
        "3. Lay the lid on them. Glue the rails above to the sides, flush with the top, and take the lid out.".to_owned(),
        format!("4. The lid slides in over the front, with its notch at the front{snap}."),
    ];
    if snaps {
        steps[3] += " No glue in the windows and the slits.";
    }
    if is_pushed {
        steps.push("5. To empty the box, push with a finger through the hole in the bottom.".to_owned());
    }
    steps.into_iter().map(|words| Entry::new(Sign::None, words)).collect()
}

/// A length to a tenth of a millimetre.
pub(super) fn tenth(mm: f64) -> String {
    format!("{}", (mm * 10.0).round() / 10.0)
}
