//! Draws a year in colors: a block for each month, in it each day with its number of tilings.

use super::{PuzzleSheetError, float};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Anchor, Canvas, Drawing, Path, Role, Text};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::layout::SheetFormat;
use piecework_draw::page::{Foot, Page, PageFormat, Title, finish, sizes};

/// Days in a row, blocks side by side, and the space around a block, in mm. Chosen by eye.
const DAYS: usize = 7;
const BLOCKS: usize = 3;
const GAP: f64 = 6.0;
/// The largest height of a day and of its number of tilings, and the space beside the number, in mm.
const TALLEST: f64 = 10.0;
const NUMBER: f64 = 2.4;
const AIR: f64 = 0.6;
/// The color of the fewest tilings, on which black letters can be read, and that of none; the most are white. Chosen by eye.
pub(crate) const FEWEST: Color = Color::new(0x86, 0xab, 0xcc);
const NONE: Color = Color::new(0xf2, 0x6d, 0x6d);
/// The fields of the scale below the blocks, and their size in mm.
const SCALE: usize = 9;
const FIELD: (f64, f64) = (11.0, 6.0);

/// A month, or any class of cells before the last: a block of days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YearBlock {
    /// Its word; may be empty.
    pub word: String,
    /// Its days.
    pub days: Vec<YearDay>,
}

/// A day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YearDay {
    /// Its word.
    pub word: String,
    /// The number of tilings, of each weekday if there are several.
    pub numbers: Vec<u64>,
}

/// Draws the page of a year. `line` is below the heading.
///
/// # Errors
/// Errors of drawing and layout.
pub fn year_page(
    name: &str,
    line: &str,
    blocks: &[YearBlock],
    paper: &SheetFormat,
) -> Result<Drawing, PuzzleSheetError> {
    let format = PageFormat::new(paper.clone(), Foot::Line(String::new()));
    let has_stripes = blocks.iter().flat_map(|block| &block.days).any(|day| day.numbers.len() > 1);
    // Words without letters are on no page.
    let is_legible = Text::fitted(line, Point::default(), sizes::TEXT, paper.width).missing().is_empty();
    let line = if is_legible { line } else { "numbers of tilings" };
    let mut page = Page::new(&format, Title::new(name, "every date").with_line(line))?;
    page.describe(format!("{name}. {line}"));
    let all = || blocks.iter().flat_map(|block| &block.days).flat_map(|day| &day.numbers).copied();
    let shade = Shade {
        fewest: all().filter(|&number| number > 0).min().unwrap_or(1),
        most: all().max().unwrap_or(1).max(1),
    };
    let room = Bounds { bottom: page.free.bottom - FIELD.1 - sizes::LINE - GAP, ..page.free };
    let columns = BLOCKS.min(blocks.len()).max(1);
    let rows = blocks.len().div_ceil(columns).max(1);
    let (width, height) = (room.width() + GAP, room.height() + GAP);
    let (width, height) = (width / float(columns), height / float(rows));
    let days = blocks.iter().map(|block| block.days.len().div_ceil(DAYS)).max().unwrap_or(1).max(1);
    let day = Size {
        width: (width - GAP) / float(DAYS),
        height: ((height - GAP - sizes::LINE) / float(days)).min(TALLEST),
    };
    let block_height = sizes::LINE + day.height * float(days) + GAP;
    for (index, block) in blocks.iter().enumerate() {
        let (column, row) = (float(index % columns), float(index / columns));
        let at = Point { x: room.left + column * width, y: room.top + row * block_height };
        draw_block(&mut page.canvas, (index + 1, block), at, day, shade);
    }
    let below = Point { x: room.left, y: room.top + float(rows) * block_height };
    draw_scale(&mut page.canvas, below, shade, all().any(|number| number == 0));
    if has_stripes {
        let words = "A day has a stripe for each weekday; its number is the fewest of them.";
        let at = Point { y: below.y + FIELD.1 + sizes::LINE, ..below };
        page.canvas.text(Role::Guide, Text::new(words, at, sizes::TEXT, Anchor::Start));
    }
    Ok(finish(vec![page])?.remove(0))
}

/// The size of a day, in mm.
#[derive(Clone, Copy)]
struct Size {
    width: f64,
    height: f64,
}

/// From numbers of tilings to colors: in equal steps where numbers grow by equal factors.
#[derive(Clone, Copy)]
struct Shade {
    fewest: u64,
    most: u64,
}

impl Shade {
    fn color(self, number: u64) -> Color {
        if number == 0 {
            return NONE;
        }
        let of = |number: u64| libm::log(number as f64);
        let whole = of(self.most) - of(self.fewest);
        let share = if whole > 0.0 { (of(number) - of(self.fewest)) / whole } else { 1.0 };
        FEWEST.toward(Color::WHITE, share)
    }

    /// The numbers of the scale, from the fewest to the most.
    fn steps(self) -> Vec<u64> {
        let (first, last) = (self.fewest as f64, self.most as f64);
        let step = |at: usize| libm::pow(last / first, float(at) / float(SCALE - 1)) * first;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between two numbers of tilings"
        )]
        let mut steps: Vec<u64> = (0..SCALE).map(|at| libm::round(step(at)) as u64).collect();
        steps.dedup();
        steps
    }
}

fn draw_block(canvas: &mut Canvas, (number, block): (usize, &YearBlock), at: Point, day: Size, shade: Shade) {
    let heading = Point { x: at.x, y: at.y + sizes::TEXT };
    let width = day.width * float(DAYS);
    canvas.text(Role::Label, legible(&block.word, number, heading, (sizes::TEXT, width)).bold());
    for (index, own) in block.days.iter().enumerate() {
        let (column, row) = (float(index % DAYS), float(index / DAYS));
        let (left, top) = (at.x + column * day.width, at.y + sizes::LINE + row * day.height);
        let field = Bounds { left, top, right: left + day.width, bottom: top + day.height };
        draw_day(canvas, (index + 1, own), field, shade);
    }
}

/// Draws a day: a stripe for each of its numbers, the word above, the fewest below.
fn draw_day(canvas: &mut Canvas, (count, day): (usize, &YearDay), field: Bounds, shade: Shade) {
    let stripe = field.width() / float(day.numbers.len().max(1));
    for (index, &number) in day.numbers.iter().enumerate() {
        let left = field.left + float(index) * stripe;
        let stripe = Bounds { left, right: left + stripe, ..field };
        canvas.fill(Path::rectangle(stripe), shade.color(number));
    }
    canvas.path(Role::Guide, Path::rectangle(field));
    let middle = field.center();
    let small = sizes::LEAST.min(field.height() * 0.25);
    let width = field.width() - 2.0 * AIR;
    let word = Point { x: field.left + AIR, y: field.top + AIR + small };
    canvas.text(Role::Label, legible(&day.word, count, word, (small, width)));
    if let Some(fewest) = day.numbers.iter().min() {
        let below = Point { x: middle.x, y: field.bottom - field.height() * 0.32 };
        number(canvas, *fewest, below, (NUMBER.min(field.height() * 0.3), width));
    }
}

/// A word, or its number where the typeface has no letters for it.
fn legible(word: &str, number: usize, at: Point, (height, width): (f64, f64)) -> Text {
    let text = Text::fitted(word, at, height, width);
    if text.missing().is_empty() { text } else { Text::fitted(number.to_string(), at, height, width) }
}

/// Writes a number about a point, at most so high and so wide.
fn number(canvas: &mut Canvas, number: u64, middle: Point, (height, width): (f64, f64)) {
    let words = number.to_string();
    let natural = Text::centered(&words, middle, height).bold().width();
    let height = if natural > width { height * width / natural } else { height };
    canvas.text(Role::Label, Text::centered(words, middle, height).bold());
}

fn draw_scale(canvas: &mut Canvas, at: Point, shade: Shade, has_none: bool) {
    let none = has_none.then_some(0).into_iter();
    for (index, step) in none.chain(shade.steps()).enumerate() {
        let left = at.x + float(index) * FIELD.0;
        let field = Bounds { left, top: at.y, right: left + FIELD.0, bottom: at.y + FIELD.1 };
        canvas.fill(Path::rectangle(field), shade.color(step));
        canvas.path(Role::Guide, Path::rectangle(field));
        number(canvas, step, field.center(), (NUMBER, FIELD.0 - 2.0 * AIR));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_draw::drawing::Item;
    use piecework_draw::layout::paper;

    #[test]
    fn every_day_has_its_number_and_none_has_a_color_of_its_own() {
        let day = |word: &str, numbers: &[u64]| YearDay { word: word.into(), numbers: numbers.to_vec() };
        let days = vec![day("1", &[7]), day("2", &[216]), day("3", &[0, 40])];
        let blocks = vec![YearBlock { word: "Jan".into(), days }; 12];
        let drawing = year_page("A calendar", "", &blocks, &paper("a4").expect("a paper")).expect("a page");
        let items = |role: Role| {
            drawing.layers().iter().filter(move |layer| layer.role == role).flat_map(|layer| &layer.items)
        };
        let has = |words: &str| {
            let is_it = |item: &&Item| matches!(item, Item::Text(text) if text.content() == words);
            items(Role::Label).filter(is_it).count()
        };
        assert_eq!((has("Jan"), has("7"), has("216"), has("0"), has("40")), (12, 13, 13, 13, 0));
        let none = |item: &&Item| matches!(item, Item::Path(path) if path.fill() == Some(NONE));
        assert_eq!(items(Role::Fill).filter(none).count(), 13, "twelve stripes, and the scale");
        assert!(drawing.bounds().is_some_and(|bounds| bounds.bottom <= drawing.height()));
        let other = [YearBlock { word: "ינו".into(), ..blocks[0].clone() }];
        let drawing =
            year_page("A calendar", "most in ינו", &other, &paper("a4").expect("a paper")).expect("a page");
        assert_eq!(drawing.missing_glyphs(), [], "the month is a number");
        for color in [FEWEST, NONE] {
            assert!(!color.needs_light_ground() && color.contrast(Color::BLACK) > 7.0, "{color}");
        }
    }
}
