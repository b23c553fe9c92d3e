//! Papers for English paper piecing: one for each patch, of its finished size, as seen from the back of the quilt.
//!
//! In: a design and the room there is on a page. Out: [`Printed`] papers in the order of the patches. Always holds: what is
//! printed shows on the back while it is sewn, so every paper is the mirror image of its patch, turned by nothing or by a
//! quarter, with the arrow of the grain turned along.

use super::printed::Printed;
use super::template::{NAME, WORDS, draw_inwards, words_and_arrow};
use super::{Design, QuiltError};
use crate::drawing::{Canvas, Medium, Reading};
use crate::geometry::{Outline, Point};
use crate::layout::{Mark, Part};

/// How papers lie on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lying {
    /// As the patches do in the quilt.
    AsSewn,
    /// All upright.
    Upright,
    /// All on their sides.
    OnTheirSides,
}

impl Lying {
    /// All ways, the best first where they take as many pages.
    pub(super) const ALL: [Lying; 3] = [Lying::AsSewn, Lying::OnTheirSides, Lying::Upright];
}

/// The papers of a design.
///
/// # Units
/// `room` in mm: width and height there are on a page.
pub(super) fn papers(
    design: &Design<'_>,
    room: (f64, f64),
    lying: Lying,
) -> Result<Vec<Printed>, QuiltError> {
    (0..design.patchwork.patches().len()).map(|patch| paper(design, patch, room, lying)).collect()
}

fn paper(design: &Design<'_>, index: usize, room: (f64, f64), lying: Lying) -> Result<Printed, QuiltError> {
    let patch = &design.patchwork.patches()[index];
    let sewn = patch.outline().mirrored();
    let points: Vec<Point> = design.matching.at(index, &design.patchwork).map(Point::mirrored).collect();
    let bounds = sewn.bounds();
    let is_wide = bounds.width() > bounds.height();
    let turned = match lying {
        Lying::AsSewn => false,
        Lying::Upright => is_wide,
        Lying::OnTheirSides => !is_wide,
    };
    let of = |turned: bool| {
        if turned {
            let points: Vec<Point> = points.iter().map(|point| point.turned(90)).collect();
            let outline = sewn.turned(90);
            Printed::of(part(design, index, &outline, &points, Reading::Across)?, outline.bounds(), room)
        } else {
            Printed::of(part(design, index, &sewn, &points, Reading::Up)?, bounds, room)
        }
    };
    let printed = of(turned)?;
    if printed.grid.is_none() {
        return Ok(printed);
    }
    let other = of(!turned)?;
    Ok(if other.pages() < printed.pages() { other } else { printed })
}

fn part(
    design: &Design<'_>,
    index: usize,
    outline: &Outline,
    points: &[Point],
    grain: Reading,
) -> Result<Part, QuiltError> {
    let mut canvas = Canvas::new("", Medium::Print, 1.0, 1.0);
    for &point in points {
        draw_inwards(&mut canvas, outline, point);
    }
    let fabric = &design.fabrics[design.fabric_of[index]];
    let lines = [(design.label(index), NAME), (fabric.name.clone(), WORDS)];
    words_and_arrow(&mut canvas, outline, &lines, grain);
    let marks = canvas.into_items().map(|(role, item)| Mark { role, item }).collect();
    Ok(Part::new(format!("{}", index + 1), outline.clone(), marks)?)
}
