//! Papers for English paper piecing: one shape for all equal patches, of its finished size, as seen from the back of the
//! quilt.
//!
//! The printed side shows on the back while the patch is sewn, so every paper is the mirror image of its patch. Equal
//! papers are a pile: one sheet with as many as it holds, which is printed several times; what is left of all piles
//! shares sheets.

use super::format;
use super::printed::{Laid, Printed, shortest};
use super::template::{NAME, name_alone};
use crate::plan::Design;
use crate::plan::error::QuiltError;
use piecework_draw::drawing::{Canvas, Medium};
use piecework_draw::geometry::{Dimensions, Outline, Point};
use piecework_draw::layout::{LayoutError, Mark, Part, Placed, Sheet, Stock, nest_pages};
use piecework_draw::page::StripEdge;
use piecework_draw::page::sizes::SCISSORS;
use piecework_tiling::stop::StopFlag;

/// Equal papers.
pub(super) struct Pile {
    /// Which template of the design they are of.
    pub(super) template: usize,
    pub(super) printed: Printed,
    pub(super) count: usize,
}

/// The papers of a design, by template and hand.
///
/// # Units
/// `room` in mm: what there is on a page.
pub(super) fn piles(design: &Design, room: Dimensions) -> Result<Vec<Pile>, QuiltError> {
    let mut piles = Vec::new();
    for (template, used) in design.templates.iter().enumerate() {
        let drawn =
            Outline::of_shape(&design.tiling().puzzle().pieces()[used.piece].shape, design.options.cell)?;
        for (reversed, count) in [(false, used.count), (true, used.mirrored)] {
            if count > 0 {
                // The back of a patch that shows the shape as it is drawn is its mirror image.
                let sewn = if used.flipped == reversed { drawn.mirrored() } else { drawn.clone() };
                let name = format!("{}{}", used.name, if reversed { "r" } else { "" });
                piles.push(Pile { template, printed: paper(&name, &sewn, room)?, count });
            }
        }
    }
    Ok(piles)
}

fn paper(name: &str, sewn: &Outline, room: Dimensions) -> Result<Printed, QuiltError> {
    let lying = |degrees: i32| {
        let outline = sewn.turned(degrees);
        Printed::new(part(name, &outline)?, outline.bounds(), room)
    };
    let printed = lying(0)?;
    if printed.grid.is_none() {
        return Ok(printed);
    }
    let other = lying(90)?;
    Ok(if other.pages() < printed.pages() { other } else { printed })
}

/// A paper as it lies on its sheet, with its name.
fn part(name: &str, outline: &Outline) -> Result<Part, QuiltError> {
    let mut canvas = Canvas::new("", Medium::Print, 1.0, 1.0);
    name_alone(&mut canvas, outline, name, NAME);
    let marks = canvas.into_items().map(|(role, item)| Mark { role, item }).collect();
    Ok(Part::new(name.to_owned(), outline.clone(), marks)?)
}

/// The sheets of papers: one with as many equal ones as it holds is printed several times; what is left of all shares
/// sheets. Papers touch each other only where that saves sheets.
pub(super) fn laid<'a>(design: &Design, piles: &'a [Pile], edge: StripEdge) -> Result<Laid<'a>, QuiltError> {
    let free = format::long_room(design, edge)?;
    let of_gap = |gap: f64| Stock { width: free.width(), height: free.height(), margin: 0.0, gap };
    let (stocks, stop, roll) = ([SCISSORS, 0.0].map(of_gap), &design.options.stop, design.options.paper.roll);
    // Quarters keep the grain of squares; other shapes have none that they share.
    let step = if design.tiling().lattice().is_rectilinear() { 90 } else { 30 };
    let turns: Vec<i32> = (1..360 / step).map(|turn| turn * step).collect();
    let printed = piles.iter().map(|pile| &pile.printed).collect();
    let mut laid = Laid::empty(printed, piles.iter().map(|pile| pile.count).collect(), edge);
    let mut rest: Vec<usize> = Vec::new();
    for (at, pile) in piles.iter().enumerate().filter(|(_, pile)| pile.printed.grid.is_none()) {
        if pile.count == 1 {
            rest.push(at);
            continue;
        }
        let area = pile.printed.part.outline().area();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few, and not negative")]
        let most = (free.width() * free.height() / area + 1e-9) as usize;
        // One more than there are, so that a sheet that would not be full is left to the others.
        let copies = vec![pile.printed.part.clone(); if roll { 0 } else { most.clamp(1, pile.count + 1) }];
        let all = lying(&copies, &turns, &stocks, stop)?.into_iter().flatten();
        let full = all.rev().max_by_key(|sheet| sheet.placed.len());
        let each = full.as_ref().map_or(usize::MAX, |sheet| sheet.placed.len());
        if let Some(sheet) = full.filter(|_| pile.count >= each) {
            laid.add(papers_on(&sheet, &copies, &vec![at; copies.len()])?, pile.count / each);
        }
        rest.extend(std::iter::repeat_n(at, pile.count % each));
    }
    let left: Vec<Part> = rest.iter().map(|&at| piles[at].printed.part.clone()).collect();
    let sheets = match roll {
        true => Some(shortest(&left, of_gap(SCISSORS))?),
        false => lying(&left, &turns, &stocks, stop)?.into_iter().min_by_key(Vec::len),
    };
    for sheet in sheets.iter().flatten() {
        laid.add(papers_on(sheet, &left, &rest)?, 1);
    }
    Ok(laid)
}

/// Sheets of papers in several ways, the best first where they hold as many: with a gap or without, as they are or turned; up to one
/// that is as few as their area allows.
fn lying(
    parts: &[Part],
    turns: &[i32],
    stocks: &[Stock],
    stop: &StopFlag,
) -> Result<Vec<Vec<Sheet>>, LayoutError> {
    let area: f64 = parts.iter().map(|part| part.outline().area()).sum();
    let mut found = Vec::new();
    for (stock, turns) in stocks.iter().flat_map(|stock| [&[], turns].map(|turns| (stock, turns))) {
        let sheets = nest_pages(parts, stock, turns, stop)?;
        let is_best = (sheets.len() as f64) < area / (stock.width * stock.height) + 1.0;
        found.push(sheets);
        if is_best {
            break;
        }
    }
    Ok(found)
}

/// What lies on a sheet, each turned with its name upright; `of` says which of all each part is.
fn papers_on(sheet: &Sheet, parts: &[Part], of: &[usize]) -> Result<Vec<(Part, Point, usize)>, QuiltError> {
    let lying = |placed: &Placed| {
        let paper = &parts[placed.part];
        let turned = match placed.turn {
            0 => paper.clone(),
            degrees => part(paper.name(), &paper.outline().turned(degrees))?,
        };
        Ok((turned, placed.at, of[placed.part]))
    };
    sheet.placed.iter().map(lying).collect()
}
