//! The sizes that all pages share, in mm. Chosen by eye, but for those with a source.
//!
//! Heights of type are cap heights, because that is what [`Text`](crate::drawing::Text) takes. The type size
//! is the cap height divided by 0.714, the cap height of the embedded typeface in ems: 9 pt are 3.175 mm,
//! capitals 2.27 mm high.

/// The cap height in mm of type of this size in points.
const fn cap_height(points: f64) -> f64 {
    points * 25.4 / 72.0 * 0.714
}

/// Everything that is read: 9 pt.
///
/// # Source
/// 8 pt is the smallest size that style guides for instructions accept; 9 pt fits on step cards.
pub const TEXT: f64 = cap_height(9.0);
/// Labels inside of drawings: 8 pt or more.
pub const LEAST: f64 = crate::drawing::LEAST_WORDS;
/// Titles inside of pages and drawings: 13 pt.
pub const HEADING: f64 = cap_height(13.0);
/// Titles of pages: 18 pt of the typeface of titles, whose capitals are 0.65 em high.
pub const TITLE: f64 = 18.0 * 25.4 / 72.0 * 0.65;
/// From one line of text to the next: 1.4 times the type size.
pub const LINE: f64 = 9.0 * 25.4 / 72.0 * 1.4;
/// The air between blocks, and beside figures.
pub const AIR: f64 = 3.0;
/// The strip of a title.
pub const HEAD: f64 = 8.5;
/// The foot of a page that is read: one line.
pub const LOW_FOOT: f64 = 8.0;
/// The foot of a page that is cut by: a square of 1 in and some air.
///
/// # Source
/// Letter paper then keeps 8 1/2 in, which is a piece of four 2 in cells with its seam allowance.
pub const FOOT: f64 = 29.0;
/// The strip with a ruler and one line, on sheets that are full of what is cut out.
pub const STRIP: f64 = RULER + LINE + 0.8;
/// The side of a swatch.
pub const SWATCH: f64 = 4.0;
/// The length of a line that is shown in a legend.
pub const SAMPLE: f64 = 13.0;
/// The width of the map on a page that is taped to others.
pub const MAP: f64 = 30.0;
/// The air between cards.
pub const CARD_GAP: f64 = 2.5;
/// The distance of shapes that are cut out with scissors.
pub const SCISSORS: f64 = 4.0;
/// The room for a ruler with its numbers.
pub const RULER: f64 = 7.8;
/// The diameter of a match point.
pub const DOT: f64 = 1.5;
/// The height of a page off a roll where nothing on it is true to size, as a share of its width.
pub const ROLL_PAGE: f64 = 0.75;
