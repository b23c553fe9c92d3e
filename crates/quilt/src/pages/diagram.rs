//! The assembly diagram: every patch with its number and template, or every rectangle with its label.

use super::signs::bar;
use super::{edge, format};
use crate::plan::Design;
use crate::plan::error::QuiltError;
use crate::plan::options::Method;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Diagram, Item, Medium};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::layout::{PAGE_OVERLAP, divide};
use piecework_draw::page::sizes::{AIR, LINE, MAP};
use piecework_draw::page::{Block, Entry, Page, Sign};
use piecework_tiling::puzzle::Piece;

/// How much larger than it must be a diagram may be that is divided over pages anyway, if it takes no more of them; chosen by
/// eye.
const STEPS: [f64; 6] = [1.1, 1.08, 1.06, 1.04, 1.02, 1.0];

/// How much larger than it must be a diagram is that shares a page with another; chosen by eye.
const ROOMY: f64 = 1.2;
/// The width of the outline of a block, in mm.
const BLOCK: f64 = 1.1;

/// The assembly diagram: every patch with its name, over several pages where one would be too small, with an
/// outline around each of `blocks`; and where templates or papers are mirror images, the same as seen from
/// the back.
pub(super) fn pages(design: &Design, blocks: &[Vec<usize>]) -> Result<Vec<Page>, QuiltError> {
    let is_mirrored = design.options.mirror && design.names.is_empty();
    if !is_mirrored && design.options.method != Method::EnglishPaper {
        return seen(design, blocks, false);
    }
    if let Some(page) = both_sides(design)?.filter(|_| blocks.len() < 2 && !design.is_chart()) {
        return Ok(vec![page]);
    }
    let mut pages = seen(design, blocks, false)?;
    pages.extend(seen(design, blocks, true)?);
    Ok(pages)
}

/// The diagram from the front, and below it from the back, on one page; none where they would be too small.
fn both_sides(design: &Design) -> Result<Option<Page>, QuiltError> {
    let mut page = format::page(design, "assembly diagram, and the same diagram from the back")?;
    let (free, key) = (page.free, Block::Legend(key(design)));
    let (colors, labels) = (design.colors(), labels(design));
    let mut diagram = of_scale(design, &colors, &labels);
    let words = 2.0 * LINE + 2.0 * AIR;
    let height = (free.height() - key.height(free.width())) / 2.0 - words;
    let scale = diagram.scale_in(Bounds { bottom: free.top + height, ..free });
    if height <= 0.0 || scale < diagram.least_scale() * ROOMY {
        return Ok(None);
    }
    diagram.largest_scale = scale;
    for from_behind in [false, true] {
        let canvas = side(design, &diagram, &[], from_behind);
        let (whole, top) = (canvas.bounds(), page.free.top);
        for (role, item) in canvas.into_items() {
            page.canvas.item(role, item.moved(free.left, top));
        }
        let below = page.words_below(about(design, from_behind), top + whole.bottom + AIR / 2.0);
        page.free.top = below + AIR;
    }
    page.block(&key);
    Ok(Some(page))
}

fn seen(design: &Design, blocks: &[Vec<usize>], from_behind: bool) -> Result<Vec<Page>, QuiltError> {
    let name = if from_behind { "assembly diagram from the back" } else { "assembly diagram" };
    let (page_format, title) = (format::read(design), format::title(design, name));
    let free = page_format.room(&title)?;
    let (colors, labels) = (design.colors(), labels(design));
    let mut diagram = of_scale(design, &colors, &labels);
    let key = Block::Legend(key(design));
    let rim = rim(blocks);
    let lines = if blocks.len() > 1 { 3.0 } else { 2.0 };
    let area = Bounds { bottom: free.bottom - lines * LINE - AIR - key.height(free.width() - MAP), ..free };
    let area = Bounds { right: area.right - 2.0 * rim, bottom: area.bottom - 2.0 * rim, ..area };
    let least = diagram.least_scale();
    diagram.largest_scale = diagram.largest_scale.max(least);
    let mut scale = diagram.scale_in(area);
    let is_small = scale < least;
    if is_small {
        let whole = design.patchwork.bounds();
        let along =
            |length: f64, room: f64| ((length - PAGE_OVERLAP) / (room - PAGE_OVERLAP)).ceil().max(1.0);
        let pages = |scale: f64| {
            along(whole.width() * scale, area.width()) * along(whole.height() * scale, area.height())
        };
        // A little smaller, rather than pages of which nothing but a margin is used.
        let fewest = pages(least);
        scale = STEPS
            .map(|larger| least * larger)
            .into_iter()
            .find(|&scale| pages(scale) <= fewest)
            .unwrap_or(least);
    }
    diagram.largest_scale = scale;
    let canvas = side(design, &diagram, blocks, from_behind);
    let whole = canvas.bounds();
    if !is_small {
        let mut page = Page::new(&page_format, title.clone())?;
        for (role, item) in canvas.into_items() {
            page.canvas.item(role, item.moved(area.left, area.top));
        }
        explain(design, blocks.len(), &mut page, area.top + whole.bottom, from_behind, &key);
        return Ok(vec![page]);
    }
    let grid = divide(&canvas.finish()?, area.width(), area.height(), PAGE_OVERLAP)?;
    let pages = grid.pages().iter().map(|part| {
        let mut page = Page::new(&page_format, title.clone())?.of_grid(&grid, part);
        part.draw(&mut page.canvas, Point { x: area.left, y: area.top });
        page.free.right -= MAP;
        explain(design, blocks.len(), &mut page, area.bottom, from_behind, &key);
        Ok(page)
    });
    pages.collect()
}

fn labels(design: &Design) -> Vec<String> {
    if design.is_chart() { Vec::new() } else { design.labels() }
}

/// Thick lines around blocks, if there are several.
fn draw_blocks(design: &Design, blocks: &[Vec<usize>], canvas: &mut Canvas, (at, scale): (Bounds, f64)) {
    if blocks.len() < 2 {
        return;
    }
    let (patchwork, whole) = (&design.patchwork, design.patchwork.bounds());
    let mut block_of = vec![usize::MAX; patchwork.patches().len()];
    for (index, block) in blocks.iter().enumerate() {
        block.iter().for_each(|&patch| block_of[patch] = index);
    }
    let put = |point: Point| Point {
        x: at.left + (point.x - whole.left) * scale,
        y: at.top + (point.y - whole.top) * scale,
    };
    let side = |patch: Option<usize>| patch.map(|patch| block_of[patch]);
    for edge in patchwork.edges().iter().filter(|edge| side(edge.left) != side(edge.right)) {
        let (from, to) = patchwork.ends(edge);
        bar(canvas, put(from), put(to), BLOCK);
    }
}

/// The diagram, at a scale still to be set.
fn of_scale<'a>(design: &'a Design, colors: &'a [Color], labels: &'a [String]) -> Diagram<'a> {
    Diagram { patchwork: &design.patchwork, colors, labels, curves: &[], largest_scale: 1.0 }
}

/// How far outlines of blocks reach over the edge of the quilt, in mm: half their width.
fn rim(blocks: &[Vec<usize>]) -> f64 {
    if blocks.len() > 1 { BLOCK / 2.0 } else { 0.0 }
}

/// The diagram at its largest scale with the outlines of `blocks`, from the front or from behind.
fn side(design: &Design, diagram: &Diagram<'_>, blocks: &[Vec<usize>], from_behind: bool) -> Canvas {
    let (bounds, scale, rim) = (design.patchwork.bounds(), diagram.largest_scale, rim(blocks));
    let (width, height) = (bounds.width() * scale + 2.0 * rim, bounds.height() * scale + 2.0 * rim);
    let mut canvas = Canvas::new("", Medium::Print, width, height);
    let whole = canvas.bounds();
    let drawn = diagram.draw(&mut canvas, whole.inset(rim));
    draw_blocks(design, blocks, &mut canvas, (drawn.bounds, drawn.scale));
    edge::draw_fillers(design, &mut canvas, drawn.bounds, drawn.scale, true);
    if from_behind { seen_from_behind(canvas) } else { canvas }
}

/// Everything with left and right exchanged; words stay readable, in the middle of where they were.
fn seen_from_behind(canvas: Canvas) -> Canvas {
    let width = canvas.bounds().right;
    let mut behind = Canvas::new("", canvas.medium(), width, canvas.bounds().bottom);
    for (role, item) in canvas.into_items() {
        let item = match item {
            Item::Path(path) => Item::Path(path.mapped(|at| Point { x: width - at.x, ..at })),
            Item::Text(text) => {
                let middle = text.bounds().center().x;
                Item::Text(text.moved(width - 2.0 * middle, 0.0))
            }
        };
        behind.item(role, item);
    }
    behind
}

/// What numbers and letters mean, below a diagram that ends at `bottom`.
fn explain(design: &Design, blocks: usize, page: &mut Page, bottom: f64, from_behind: bool, key: &Block<'_>) {
    let several = format!(
        "Thick lines: {blocks} blocks, each sewn by itself before the blocks are joined. Letters name the block, numbers the \
         rectangle, as on the list to cut and on the steps."
    );
    let words = if blocks > 1 { &several } else { about(design, from_behind) };
    page.free.top = page.words_below(words, bottom + AIR / 2.0) + AIR / 2.0;
    page.block(key);
}

/// What numbers and letters mean where there are no blocks.
fn about(design: &Design, from_behind: bool) -> &'static str {
    if !design.names.is_empty() {
        "Labels name the rectangles, as on the list to cut and on the steps."
    } else if from_behind {
        "The same quilt from the back, as what is printed as mirror images shows it."
    } else if design.is_chart() {
        let is_single = |piece: &Piece| piece.shape.cells().len() == 1;
        match design.tiling().puzzle().pieces().iter().all(is_single) {
            true => "Every patch in its fabric. Join the patches of each row, then the rows.",
            false => {
                "Every patch in its fabric. Any order does: sew neighbors in groups that are easy to hold, then join the groups."
            }
        }
    } else if design.options.method == Method::EnglishPaper {
        "Numbers: the patches in reading order. Letters: the shape, as on its papers; r: its mirror image."
    } else if design.rows().is_some() {
        "Numbers: the row, then the place in it. Letters: the template; r: the template reversed. Parts of units have the place \
         and a small letter."
    } else {
        "Numbers: the patches in reading order. Letters: the template; r: the template reversed."
    }
}

/// The fabrics with their colors.
fn key(design: &Design) -> Vec<Entry> {
    design.fabrics.iter().map(|fabric| Entry::new(Sign::Swatch(fabric.color), &*fabric.name)).collect()
}
