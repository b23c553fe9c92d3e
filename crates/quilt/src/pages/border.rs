//! How the border is sewn to the quilt top: a picture with the numbers of the steps, and the steps in words.

use super::format;
use crate::plan::QuiltPlan;
use crate::plan::error::QuiltError;
use crate::plan::yardage::{BorderYardage, Inches, Yardage};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Path, Role, Text};
use piecework_draw::geometry::Bounds;
use piecework_draw::page::sizes::{HEADING, TEXT};
use piecework_draw::page::{Block, Entry, Figure, Page, Sign};

/// The share of the width and of the height of a page that the picture takes at most; chosen by eye.
const SHARE: f64 = 0.48;
/// The color of the quilt top in the picture.
const TOP: Color = Color::new(0xef, 0xef, 0xef);

/// The pages; none without a border.
pub(super) fn pages(plan: &QuiltPlan) -> Result<Vec<Page>, QuiltError> {
    let Some(border) = &plan.summary.yardage.border else { return Ok(Vec::new()) };
    let blocks = vec![Block::Figure(picture(plan, border)?)];
    format::section(&plan.design, "sewing the border", blocks)
}

/// The quilt top, the two sides, then the strips across, each with the number of its step.
fn picture<'a>(plan: &'a QuiltPlan, border: &'a BorderYardage) -> Result<Figure<'a>, QuiltError> {
    let room = format::reading_room(&plan.design)?;
    let finished = plan.summary.yardage.finished;
    let (width, height) = (finished.0.mm(), finished.1.mm());
    let scale = (room.width() * SHARE / width).min(room.height() * SHARE / height).min(1.0);
    let draw = move |canvas: &mut Canvas, whole: Bounds| {
        let (side, across) = border.widths();
        let (side, across) = (side.mm() * scale, across.mm() * scale);
        let top = Bounds {
            left: whole.left + side,
            top: whole.top + across,
            right: whole.right - side,
            bottom: whole.bottom - across,
        };
        let sides = [
            Bounds { right: top.left, left: whole.left, ..top },
            Bounds { left: top.right, right: whole.right, ..top },
            Bounds { bottom: top.top, ..whole },
            Bounds { top: top.bottom, ..whole },
        ];
        let has_width = |(area, _): &(Bounds, usize)| area.width() > 0.0 && area.height() > 0.0;
        for (area, step) in sides.into_iter().zip(plan.steps() + 1..).filter(has_width) {
            canvas.fill(Path::rectangle(area), plan.design.border_color());
            canvas.path(Role::Cut, Path::rectangle(area));
            number(canvas, area, step);
        }
        canvas.fill(Path::rectangle(top), TOP);
        canvas.path(Role::Cut, Path::rectangle(top));
        canvas.text(Role::Label, Text::centered("quilt top", top.center(), HEADING));
    };
    let (width, height) = (width * scale, height * scale);
    let beside = sentences(plan, border).into_iter().map(|words| Entry::new(Sign::None, words)).collect();
    Ok(Figure { width, height, beside, draw: Box::new(draw) })
}

/// The number of a step on a white spot, so that it is readable on every color.
fn number(canvas: &mut Canvas, area: Bounds, step: usize) {
    let text = Text::centered(format!("{step}"), area.center(), TEXT);
    canvas.fill(Path::rectangle(text.bounds().inset(-TEXT * 0.2)), Color::WHITE);
    canvas.text(Role::Label, text);
}

/// The steps in words.
pub(super) fn sentences(plan: &QuiltPlan, border: &BorderYardage) -> Vec<String> {
    let (design, yardage): (_, &Yardage) = (&plan.design, &plan.summary.yardage);
    let write = |length: Inches| length.write(design.options.units);
    let seams = yardage.seam_allowance.times(2);
    let (sides, across) = (write(border.lengths.0), write(border.lengths.1));
    let (width, height) = (write(yardage.top.0 + seams), write(yardage.top.1 + seams));
    let (wider, higher) = (write(yardage.finished.0 + seams), write(yardage.finished.1 + seams));
    let wide = write(border.strip_height);
    let high = border.across.map(|across| write(across.strip_height));
    let cut = match &high {
        None => {
            format!("two sides of {sides} and two strips of {across} for top and bottom, all {wide} wide")
        }
        Some(high) => format!(
            "two sides of {sides}, {wide} wide, and two strips of {across}, {high} wide, for top and bottom"
        ),
    };
    let joins = border.joins + border.across.map_or(0, |across| across.joins);
    let cut = match joins {
        _ if high.is_some() && joins > 0 => format!(
            "Join the strips of {} that are equally wide, with straight seams. From them cut {cut}.",
            design.border_name()
        ),
        0 => format!("From {} cut {cut}; see the cutting layout.", design.border_name()),
        joins => format!(
            "Join the {} strips of {} into one, with {joins} straight seams. From it cut {cut}.",
            border.strips,
            design.border_name()
        ),
    };
    let step = plan.steps() + 1;
    vec![
        format!(
            "The quilt top measures {width} × {height} unfinished. Press it, then measure again before you cut."
        ),
        cut,
        format!(
            "Steps {step} and {}. Sew a side of {sides} to the left edge of the quilt top and one to the right, right sides \
             together; match ends and middles. Press toward the border. It now measures {wider} × {height}.",
            step + 1
        ),
        format!(
            "Steps {} and {}. Sew a strip of {across} to the top edge and one to the bottom edge, across the ends of the \
             sides. Press toward the border. It now measures {wider} × {higher} unfinished, {} × {} finished.",
            step + 2,
            step + 3,
            write(yardage.finished.0),
            write(yardage.finished.1)
        ),
    ]
}

#[cfg(test)]
mod tests {
    use crate::yardage::Border;
    use crate::{Method, Pattern, QuiltOptions, pattern};
    use piecework_draw::drawing::{Drawing, Item};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn bordered(method: Method, cells: u32) -> Pattern {
        let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        let mut options = QuiltOptions { method, ..QuiltOptions::default() };
        options.yardage.border = Some(Border::Cells(cells));
        pattern(&tiling, &options).expect("a pattern")
    }

    /// All words on the pages with this in their title, as one line.
    fn words(pattern: &Pattern, title: &str) -> String {
        let pages = pattern.pages().filter(|page| page.title().contains(title));
        pages.flat_map(texts).collect::<Vec<_>>().join(" ")
    }

    fn texts(page: &Drawing) -> impl Iterator<Item = String> {
        page.layers().iter().flat_map(|layer| &layer.items).filter_map(|item| match item {
            Item::Text(text) => Some(text.content().to_owned()),
            Item::Path(_) => None,
        })
    }

    #[test]
    fn a_border_is_named_cut_and_sewn_by_every_method() {
        for method in [Method::Templates, Method::Straight, Method::EnglishPaper] {
            let pattern = bordered(method, 1);
            assert!(words(&pattern, "quilt pattern").contains("border fabric"));
            assert!(words(&pattern, "materials").contains("(border fabric)"));
            let layout = words(&pattern, "cutting layout");
            assert!(layout.contains("border fabric, border: 1/8 yd, 1 strip"), "{layout}");
            for side in ["left", "right", "top", "bottom"] {
                let found = layout.split(' ').filter(|word| *word == side).count();
                assert!(found >= 1, "{side}: {layout}");
            }
            let sewn = words(&pattern, "sewing the border");
            let first = pattern.plan.steps() + 1;
            // 6 x 4 in, and 2 in on every side.
            for words in [
                "The quilt top measures 6 1/2 in × 4 1/2 in unfinished",
                "two sides of 4 1/2 in and two strips of 10 1/2 in",
                "It now measures 10 1/2 in × 4 1/2 in.",
                "It now measures 10 1/2 in × 8 1/2 in unfinished, 10 in × 8 in finished.",
                &format!("Steps {first} and {}.", first + 1),
                &format!("Steps {} and {}.", first + 2, first + 3),
            ] {
                assert!(sewn.contains(words), "{words}: {sewn}");
            }
        }
    }

    #[test]
    fn a_border_longer_than_the_fabric_is_wide_is_joined_first() {
        let sewn = words(&bordered(Method::Straight, 20), "sewing the border");
        assert!(sewn.contains("into one, with"), "{sewn}");
        assert!(words(&bordered(Method::Straight, 20), "cutting layout").contains("border 1 "));
    }
}
