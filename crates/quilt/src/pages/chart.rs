//! The photo beside the quilt with a chart by rows, and the pages of a quilt whose squares are fused.

use std::collections::BTreeMap;

use super::quilt_picture::QuiltPicture;
use super::{Read, format, materials};
use crate::plan::error::QuiltError;
use crate::plan::{ChartRow, Fused, FusedSection, QuiltPlan};
use crate::words::capital;
use crate::words::fused::ROWS;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Anchor, Canvas, Path, PlacedPicture, Role, Text};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::sizes::{AIR, LINE, TEXT};
use piecework_draw::page::{Block, Entry, Figure, Page, Sign, wrapped};
use piecework_tiling::polyform::counted_name;

/// The height of photo and quilt, as a share of a page: where there is room, and below which they are not made smaller for
/// the chart; chosen by eye, as are the next two.
const PICTURES: [f64; 2] = [0.36, 0.22];
/// The air between them, as a share of the width of the page.
const BETWEEN: f64 = 0.04;
/// The least width of the picture of a section with its words, in mm.
const SECTION: f64 = 85.0;

/// The page of a quilt that shows a photo or is fused: pictures, and the chart by rows, with letters where names are too
/// long for one page.
pub(super) fn pages(plan: &QuiltPlan) -> Result<Vec<Page>, QuiltError> {
    if plan.photo.is_none() && plan.summary.chart.is_empty() {
        return Ok(Vec::new());
    }
    let chart = &plan.summary.chart;
    if chart.is_empty() {
        return format::section(&plan.design, "photo and quilt", pictures(plan, PICTURES[0])?);
    }
    let mut best: Option<Vec<Page>> = None;
    for (share, is_short) in [(PICTURES[0], false), (PICTURES[0], true), (PICTURES[1], true)] {
        let mut blocks = pictures(plan, share)?;
        if is_short {
            let letters = Letters::new(plan);
            blocks.push(letters.legend(plan));
            blocks.extend(rows(plan, chart.iter().map(|row| row.in_short(|fabric| letters.of(fabric))))?);
        } else {
            blocks.extend(rows(plan, chart.iter().map(ChartRow::in_words))?);
        }
        let pages = format::section(&plan.design, "chart by rows", blocks)?;
        if pages.len() == 1 {
            return Ok(pages);
        }
        if best.as_ref().is_none_or(|best| pages.len() < best.len()) {
            best = Some(pages);
        }
    }
    Ok(best.unwrap_or_default())
}

/// Fabrics by a letter each.
struct Letters(BTreeMap<String, String>);

impl Letters {
    fn new(plan: &QuiltPlan) -> Self {
        let fabrics = plan.design.fabrics.iter().enumerate();
        Self(fabrics.map(|(at, of)| (of.name.clone(), counted_name(at))).collect())
    }

    fn of(&self, fabric: &str) -> String {
        self.0.get(fabric).cloned().unwrap_or_default()
    }

    fn legend(&self, plan: &QuiltPlan) -> Block<'static> {
        let fabrics = plan.design.fabrics.iter();
        let entry = |of: &piecework_draw::color::Fabric| format!("{}: {}", self.of(&of.name), of.name);
        Block::Legend(fabrics.map(|of| Entry::new(Sign::Swatch(of.color), entry(of))).collect())
    }
}

/// A line for each row, in as many parts as have room in two columns beside each other, each with a heading.
fn rows(plan: &QuiltPlan, lines: impl Iterator<Item = String>) -> Result<Vec<Block<'static>>, QuiltError> {
    /// The height of the rows of a part, in both columns, in mm; chosen by eye.
    const PART: f64 = 225.0;
    let column = format::reading_room(&plan.design)?.width() / 2.0 - 2.0 * AIR;
    let lines: Vec<String> = lines.collect();
    let high: usize = lines.iter().map(|words| wrapped(words, TEXT, column).len()).sum();
    let mut blocks = vec![Block::Paragraph(ROWS.to_owned())];
    let parts = (1..=lines.len()).find(|&parts| high as f64 * LINE <= PART * parts as f64).unwrap_or(1);
    let each = lines.len().div_ceil(parts).max(1);
    for (part, lines) in lines.chunks(each).enumerate() {
        let first = part * each + 1;
        if parts > 1 {
            blocks.push(Block::heading(format!("Rows {first} to {}", first + lines.len() - 1)));
        }
        let entries = lines.iter().map(|words| Entry::new(Sign::None, words.clone())).collect();
        blocks.push(Block::Columns(vec![Block::List(entries)]));
    }
    Ok(blocks)
}

/// The photo, if there is one, and the quilt beside it, at a share of the height of a page.
fn pictures(plan: &QuiltPlan, share: f64) -> Result<Vec<Block<'_>>, QuiltError> {
    let Some(photo) = &plan.photo else { return Ok(Vec::new()) };
    let picture = photo.picture()?;
    let room = format::reading_room(&plan.design)?;
    let quilt = QuiltPicture::new(plan);
    let ratio = quilt.size().0 / quilt.size().1;
    let width = room.width();
    let free = width * (1.0 - BETWEEN);
    let height = (room.height() * share).min(free / (ratio + picture.ratio()));
    let draw = move |canvas: &mut Canvas, at: Bounds| {
        let left = at.left + (at.width() - height * (ratio + picture.ratio()) - width * BETWEEN) / 2.0;
        let photo =
            Bounds { left, top: at.top, right: left + height * picture.ratio(), bottom: at.top + height };
        let placed =
            PlacedPicture::new(picture.clone(), Point { x: photo.left, y: photo.top }, photo.width());
        canvas.path(Role::Fill, Path::rectangle(photo).filled(picture.mean()).pictured(placed));
        let left = photo.right + width * BETWEEN;
        quilt.draw(canvas, Bounds { left, right: left + height * ratio, ..photo });
    };
    Ok(vec![Block::Figure(Figure { width, height, beside: Vec::new(), draw: Box::new(draw) })])
}

/// The pages that are read before a fused quilt is sewn; nothing of it is cut by a template.
pub(super) fn fused(plan: &QuiltPlan, fused: &Fused) -> Result<Read, QuiltError> {
    let units = plan.options().units;
    let seam = plan.design.write(plan.options().seam_allowance);
    let mut blocks: Vec<Block<'_>> = fused.how(&seam, units).into_iter().map(Block::Paragraph).collect();
    let figures = fused.sections.iter().map(|section| of_section(plan, section)).collect();
    blocks.push(Block::Figures(figures, SECTION));
    let pictures = format::section(&plan.design, "sewing, section by section", blocks)?;
    // Squares from strips need no layout; what else is cut does.
    let yardage = &plan.summary.yardage;
    let strips_alone =
        yardage.borders.is_empty() && yardage.fabrics.iter().all(|of| of.fat_quarters.is_none());
    let layouts = if strips_alone { vec![Vec::new()] } else { materials::layout_pages(plan)? };
    Ok(Read { lists: Vec::new(), layouts, pictures })
}

/// A section as it is laid, with its counts.
fn of_section<'a>(plan: &'a QuiltPlan, section: &'a FusedSection) -> Figure<'a> {
    /// The width of a section, in mm; chosen by eye.
    const WIDTH: f64 = 42.0;
    let square = |length: (usize, usize)| (length.1 + 1 - length.0) as f64;
    let (columns, rows) = (square(section.columns), square(section.rows));
    let (width, height) = (WIDTH, WIDTH * rows / columns);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (count, fabric) in section.chart.iter().flat_map(|row| &row.runs) {
        fabric.iter().for_each(|fabric| *counts.entry(fabric).or_default() += count);
    }
    let color = |fabric: &str| {
        let of = plan.design.fabrics.iter().find(|of| of.name == fabric);
        of.map_or(Color::WHITE, |of| of.color)
    };
    let words = capital(&section.in_words(plan.options().units));
    let mut beside = vec![Entry::new(Sign::CheckBox, words).bold()];
    beside.extend(
        counts
            .iter()
            .map(|(fabric, count)| Entry::new(Sign::Swatch(color(fabric)), format!("{count} {fabric}"))),
    );
    let draw = move |canvas: &mut Canvas, at: Bounds| {
        let side = at.width() / columns;
        for (down, row) in (0_u32..).zip(&section.chart) {
            let mut left = at.left;
            for (count, fabric) in &row.runs {
                let top = at.top + f64::from(down) * side;
                for _ in 0..*count {
                    let cell = Bounds { left, top, right: left + side, bottom: top + side };
                    fabric.iter().for_each(|of| canvas.fill(Path::rectangle(cell), color(of)));
                    left += side;
                }
            }
            if down == 0 || row.row % 5 == 0 {
                let y = at.top + (f64::from(down) + 0.5) * side + TEXT * 0.3;
                let number =
                    Text::new(row.row.to_string(), Point { x: at.left - 0.8, y }, TEXT * 0.6, Anchor::End);
                canvas.text(Role::Label, number);
            }
        }
        for line in 1..section.columns.1 + 1 - section.columns.0 {
            let x = at.left + line as f64 * side;
            canvas.line(Role::Guide, Point { x, y: at.top }, Point { x, y: at.top + height });
        }
        for line in 1..section.rows.1 + 1 - section.rows.0 {
            let y = at.top + line as f64 * side;
            canvas.line(Role::Guide, Point { x: at.left, y }, Point { x: at.left + width, y });
        }
        canvas.path(
            Role::Cut,
            Path::rectangle(Bounds { right: at.left + width, bottom: at.top + height, ..at }),
        );
    };
    Figure { width, height, beside, draw: Box::new(draw) }
}

/// The same in words: how sections are made, and each with its rows.
pub(super) fn fused_in_words(plan: &QuiltPlan, fused: &Fused) -> Vec<(String, Vec<String>)> {
    let units = plan.options().units;
    let seam = plan.design.write(plan.options().seam_allowance);
    let how = ("How to fuse and sew".to_owned(), fused.how(&seam, units));
    let section = |section: &FusedSection| {
        let rows = section.chart.iter().map(ChartRow::in_words);
        (section.in_words(units), rows.collect())
    };
    std::iter::once(how).chain(fused.sections.iter().map(section)).collect()
}
