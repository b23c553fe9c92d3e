//! How the border is sewn to the top: a picture with the numbers of the steps, and the steps in words.
//!
//! In: a design with its yardage. Out: a page, or none without a border. Always holds: sizes are those of the yardage, with
//! seam allowances where cloth is cut or measured. How the top is sewn is not known here.

use super::frame::{Frame, LINE, WORDS, reading_room};
use super::yardage::{BorderYardage, Inches, Yardage};
use super::{Design, QuiltError};
use crate::colour::Colour;
use crate::drawing::{Canvas, Path, Role, Text};
use crate::geometry::Bounds;

/// The share of a page that the picture takes at most; chosen by eye.
const SHARE: f64 = 0.5;
/// The colour of the top in the picture.
const TOP: Colour = Colour::new(0xef, 0xef, 0xef);

/// The page, if there is a border; `before` steps were sewn before.
pub(super) fn page(
    design: &Design<'_>,
    yardage: &Yardage,
    before: usize,
) -> Result<Option<Frame>, QuiltError> {
    let Some(border) = &yardage.border else { return Ok(None) };
    let free = reading_room(design)?;
    let mut frame = Frame::reading(design, "sewing the border")?;
    let room = Bounds { bottom: free.top + free.height() * SHARE, ..free };
    let mut y = draw(design, &mut frame.canvas, (yardage, border), room, before) + 2.0 * LINE;
    for words in sentences(design, yardage, border, before) {
        y = frame.paragraph(&words, y) + LINE * 0.4;
    }
    Ok(Some(frame))
}

/// The top, the sides beside it, then what lies across, each with the number of its step; gives back where it ends.
fn draw(
    design: &Design<'_>,
    canvas: &mut Canvas,
    (yardage, border): (&Yardage, &BorderYardage),
    room: Bounds,
    before: usize,
) -> f64 {
    let (width, height) = (yardage.finished.0.mm(), yardage.finished.1.mm());
    let scale = (room.width() / width).min(room.height() / height).min(1.0);
    let whole = Bounds { right: room.left + width * scale, bottom: room.top + height * scale, ..room };
    let top = whole.inset(border.finished_width.mm() * scale);
    let sides = [
        Bounds { right: top.left, left: whole.left, ..top },
        Bounds { left: top.right, right: whole.right, ..top },
        Bounds { bottom: top.top, ..whole },
        Bounds { top: top.bottom, ..whole },
    ];
    for (area, step) in sides.into_iter().zip([1, 2, 3, 4]) {
        canvas.fill(Path::rectangle(area), design.border_colour());
        canvas.path(Role::Cut, Path::rectangle(area));
        number(canvas, area, before + step);
    }
    canvas.fill(Path::rectangle(top), TOP);
    canvas.path(Role::Cut, Path::rectangle(top));
    canvas.text(Role::Label, Text::centred("top", top.centre(), WORDS * 1.2));
    whole.bottom
}

/// The number of a step on a white spot, so that it is read on every colour.
fn number(canvas: &mut Canvas, area: Bounds, step: usize) {
    /// As a share of the narrower side.
    const HIGH: f64 = 0.6;
    let height = (area.width().min(area.height()) * HIGH).min(WORDS * 1.2);
    let text = Text::centred(format!("{step}"), area.centre(), height);
    canvas.fill(Path::rectangle(text.bounds().inset(-height * 0.2)), Colour::WHITE);
    canvas.text(Role::Label, text);
}

/// The steps in words.
fn sentences(design: &Design<'_>, yardage: &Yardage, border: &BorderYardage, before: usize) -> Vec<String> {
    let write = |length: Inches| length.write(design.options.units);
    let seams = yardage.seam_allowance.times(2);
    let (sides, across) = (write(border.lengths.0), write(border.lengths.1));
    let (width, height) = (write(yardage.top.0 + seams), write(yardage.top.1 + seams));
    let (wider, higher) = (write(yardage.finished.0 + seams), write(yardage.finished.1 + seams));
    let wide = write(border.strip_height);
    let cut = format!("two sides of {sides} and two of {across} for above and below, all {wide} wide");
    let cut = match border.joins {
        0 => format!("Cut from {}: {cut}; the cutting layout shows how.", design.border_name()),
        joins => format!(
            "Sew the {} strips of {} to one, with {joins} straight joins. Cut from it {cut}.",
            border.strips,
            design.border_name()
        ),
    };
    let step = |number: usize| before + number;
    vec![
        format!(
            "The top measures {width} × {height} with its seam allowances. Press it and measure again before you cut."
        ),
        cut,
        format!(
            "Steps {} and {}. Sew a side of {sides} to the left edge of the top and one to the right, right sides together: \
             ends on ends, middle on middle. Press towards the border. It measures {wider} × {height}.",
            step(1),
            step(2)
        ),
        format!(
            "Steps {} and {}. Sew a strip of {across} to the upper edge and one to the lower, over the ends of the sides. Press \
             towards the border. It measures {wider} × {higher}, finished {} × {}.",
            step(3),
            step(4),
            write(yardage.finished.0),
            write(yardage.finished.1)
        ),
    ]
}

#[cfg(test)]
mod tests {
    use crate::drawing::{Drawing, Item};
    use crate::lattice::Lattice;
    use crate::limits::Limits;
    use crate::quilt::yardage::Border;
    use crate::quilt::{Method, Pattern, QuiltOptions, pattern};
    use crate::tiling::{infer_from_grid, read_letter_grids};

    fn bordered(method: Method, cells: u32) -> Pattern {
        let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        let mut options = QuiltOptions { method, ..QuiltOptions::default() };
        options.yardage.border = Some(Border::Cells(cells));
        pattern(&tiling, &options).expect("a pattern")
    }

    /// All words on the pages with this in their title, as one line.
    fn words(pattern: &Pattern, title: &str) -> String {
        let pages = pattern.pages.iter().filter(|page| page.title().contains(title));
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
            assert!(words(&pattern, "quilt pattern").contains("border fabric: 1 strip for the border"));
            assert!(words(&pattern, "materials").contains("(border fabric)"));
            let layout = words(&pattern, "cutting layout");
            assert!(layout.contains("border fabric, border: 1/8 yd, 1 strip"), "{layout}");
            for side in ["left", "right", "top", "bottom"] {
                assert_eq!(layout.split(' ').filter(|word| *word == side).count(), 1, "{side}: {layout}");
            }
            let sewn = words(&pattern, "sewing the border");
            let of_patches = pattern.summary.assembly.as_ref().map_or(0, |assembly| assembly.steps.len());
            let first = pattern.straight.as_ref().map_or(of_patches, |straight| straight.steps.len()) + 1;
            // 6 x 4 in, and 2 in on every side.
            for words in [
                "The top measures 6 1/2 in × 4 1/2 in",
                "two sides of 4 1/2 in and two of 10 1/2 in",
                "It measures 10 1/2 in × 4 1/2 in.",
                "It measures 10 1/2 in × 8 1/2 in, finished 10 in × 8 in.",
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
        assert!(sewn.contains("to one, with"), "{sewn}");
        assert!(words(&bordered(Method::Straight, 20), "cutting layout").contains("border 1 "));
    }
}
