//! Beds, the cell and border that make a quilt fit one, and the table of all sizes.

use super::edges::with_border;
use super::error::YardageError;
use super::fabric::{BedFit, SizeRow};
use super::inches::{ClothSize, Inches};
use super::options::{Bed, Border};
use crate::units::Units;
use piecework_tiling::length::Length;
use piecework_tiling::names::find;

/// Finished sizes by name, in inches, the shorter side first: the least that is sold under that name, and what is aimed at.
///
/// # Source
/// The sizes that embroiderypress, quiltersresources and quiltcalculator give differ by 20 in and more: queen is 90 × 95 in to
/// 90 × 108 in. Those aimed at are the larger ones that at least two of them share, so that a quilt hangs over the mattress.
const SIZES: [Bed; 7] = [
    Bed { name: "crib", least: inches(36, 52), aim: inches(36, 52) },
    Bed { name: "baby", least: inches(30, 40), aim: inches(30, 40) },
    Bed { name: "lap", least: inches(50, 60), aim: inches(50, 65) },
    Bed { name: "twin", least: inches(60, 80), aim: inches(70, 90) },
    Bed { name: "full", least: inches(78, 86), aim: inches(86, 90) },
    Bed { name: "queen", least: inches(90, 95), aim: inches(90, 108) },
    Bed { name: "king", least: inches(95, 108), aim: inches(108, 110) },
];

/// A size in whole inches.
const fn inches(short: u32, long: u32) -> ClothSize {
    ClothSize { width: Inches::eighths(8 * short), height: Inches::eighths(8 * long) }
}

/// By how much a side may be shorter or longer than the sizes of its name, in eighths of an inch: what hangs down at a side of
/// the bed then differs by half a hand. Chosen by eye.
const MOST_OFF: Inches = Inches::eighths(8 * 4);

/// The widest border that is chosen, in eighths of an inch: a wider one looks like a smaller quilt on a sheet. Chosen by eye.
const WIDEST_BORDER: Inches = Inches::eighths(8 * 12);

/// How much nearer, in inches, a quilt that is wider than high must come: beds are longer than wide. Chosen by eye.
const LYING: f64 = 6.0;

/// The largest cell that is tried, in steps of [`Units::step`]: about 3 ft.
const MOST_STEPS: usize = 4 * 36;

/// The most blocks or cells along a side: of an inch on the largest bed.
const MOST_COUNT: usize = 114;

impl Bed {
    /// The bed of a name.
    ///
    /// # Errors
    /// [`YardageError::NoSuchSize`].
    pub fn named(size: &str) -> Result<Self, YardageError> {
        find(size, Self::all(), |bed| bed.name).ok_or_else(|| YardageError::NoSuchSize {
            found: piecework_tiling::text::shown(size),
            allowed: size_names().join(", "),
        })
    }

    /// All of them, from the smallest that is usual.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        SIZES.into_iter()
    }

    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        self.name
    }

    /// The width and height for a quilt that lies as a top of this size does.
    fn wanted(self, top: ClothSize) -> ClothSize {
        lying(self.aim, top)
    }

    /// How far a quilt of this size is from the bed, in inches: what a side lacks of the size aimed at, and four times as much
    /// for what it lacks of the least; what is too much counts twice, and more than a hand of it eight times.
    fn off(self, size: ClothSize) -> f64 {
        let (least, wanted) = (lying(self.least, size), self.wanted(size));
        let side = |side: Inches, least: Inches, wanted: Inches| {
            let more = |of: f64| of.max(0.0);
            let [side, least, wanted, off] = [side, least, wanted, MOST_OFF].map(Inches::inches);
            more(wanted - side)
                + 4.0 * more(least - side)
                + 2.0 * more(side - wanted)
                + 8.0 * more(side - wanted - off)
        };
        side(size.width, least.width, wanted.width) + side(size.height, least.height, wanted.height)
    }

    /// The equal border around a top that comes nearest to the bed, and how far off the quilt then is; of two the narrower.
    fn nearest_border(self, top: ClothSize, units: Units) -> (Inches, f64) {
        let step = units.step();
        // Nor is it wider than half of the top, or that is a strip on a sheet.
        let widest = WIDEST_BORDER.min(Inches::of_mm(top.width.min(top.height).mm() / 2.0));
        let widths = (3..=widest.whole_steps(step)).map(|steps| step.times(steps));
        // Half of its width counts: patches are what a quilt is made for.
        let off = |border: Inches| self.off(with_border(top, (border, border))) + border.inches() / 2.0;
        let all = [Inches::ZERO].into_iter().chain(widths).map(|border| (border, off(border)));
        all.min_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap_or_default()
    }

    /// The equal border around a top that comes nearest to the bed; none where it is as near without.
    pub(in crate::plan) fn border_around(self, top: ClothSize, units: Units) -> Option<Border> {
        let (border, _) = self.nearest_border(top, units);
        let width = Length::from_mm(border.mm()).unwrap_or_default();
        (border > Inches::ZERO).then_some(Border::Width(width))
    }

    /// The counts from left to right and from top to bottom, of blocks or of cells, with which a quilt comes nearest to the bed,
    /// the nearest first; its border is the equal one that fits, if it may have one. `top` is the size of so many.
    pub(crate) fn counts(
        self,
        top: impl Fn(u32, u32) -> ClothSize,
        may_have_border: bool,
        units: Units,
    ) -> Vec<Counts> {
        let longest = self.aim.height + MOST_OFF;
        let up_to = |fits: &dyn Fn(u32) -> bool| {
            (1..).take_while(|&count| count == 1 || fits(count)).take(MOST_COUNT).collect::<Vec<u32>>()
        };
        let columns = up_to(&|columns| top(columns, 1).width <= longest);
        let rows = up_to(&|rows| top(1, rows).height <= longest);
        let of = |(columns, rows): (u32, u32)| {
            let size = top(columns, rows);
            let off = if may_have_border { self.nearest_border(size, units).1 } else { self.off(size) };
            let off = if size.width > size.height { off + LYING } else { off };
            Counts { columns, rows, off }
        };
        let all = columns.iter().flat_map(|&columns| rows.iter().map(move |&rows| (columns, rows)));
        let mut counts: Vec<Counts> = all.map(of).collect();
        counts.sort_by(|a, b| a.off.total_cmp(&b.off));
        counts
    }

    /// What comes out, beside what is wanted.
    pub(crate) fn compared(self, finished: ClothSize, is_rectangle: bool) -> BedFit {
        let wanted = self.wanted(finished);
        let less = |found: Inches, wanted: Inches| if found < wanted { wanted - found } else { Inches::ZERO };
        let short_of =
            |wanted: ClothSize| less(finished.width, wanted.width).max(less(finished.height, wanted.height));
        BedFit {
            name: self.name,
            wanted,
            finished,
            short_by: short_of(wanted),
            is_too_short: short_of(lying(self.least, finished)) > MOST_OFF,
            is_rectangle,
            is_out_of_reach: false,
        }
    }

    /// The cell and the equal border for this bed, if a border reaches it. `top` is the size of the top for each cell.
    pub(in crate::plan) fn row(self, top: &TopSize<'_>, units: Units) -> Option<SizeRow> {
        let longest = self.aim.height + MOST_OFF;
        let of = |cell: Inches| {
            let top = top(cell);
            let (border, off) = self.nearest_border(top, units);
            let finished = with_border(top, (border, border));
            let row = SizeRow {
                name: self.name,
                cell,
                blocks: None,
                board: None,
                patches: 0,
                top,
                border: (border, border),
                finished,
                takes: None,
            };
            (row, off)
        };
        let is_small = |(row, _): &(SizeRow, f64)| row.top.width.max(row.top.height) <= longest;
        let rows = (1..=MOST_STEPS).map(|steps| of(units.step().times(steps))).take_while(is_small);
        let (row, _) = rows.min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        self.compared(row.finished, true).is_reached().then_some(row)
    }

    /// The cell with which the quilt, with the border, is least off; of two equal cells the smaller. `top` is the size of the
    /// top without border for each cell.
    pub(in crate::plan) fn nearest_cell(self, top: &TopSize<'_>, borders: &[Border], units: Units) -> Inches {
        let fine = if units == Units::Imperial { Inches::eighths(1) } else { units.step() };
        let off = |cell: &Inches| self.off(with_border(top(*cell), Border::all_widths(borders, *cell)));
        let cells = (1..=MOST_STEPS * 2).map(|steps| fine.times(steps));
        cells.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(fine)
    }
}

/// Two sides, the shorter first, for a quilt that lies as one of this size does.
fn lying(sides: ClothSize, size: ClothSize) -> ClothSize {
    if size.width <= size.height { sides } else { sides.turned() }
}

/// How many blocks or cells there are, and how far off the quilt then is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Counts {
    /// From left to right.
    pub(crate) columns: u32,
    /// From top to bottom.
    pub(crate) rows: u32,
    /// In inches, what is too large more than once.
    pub(crate) off: f64,
}

/// The finished width and height of a top with cells of this edge.
pub(in crate::plan) type TopSize<'a> = dyn Fn(Inches) -> ClothSize + 'a;

impl SizeRow {
    /// The border as it is asked for; none where the top reaches the size.
    pub fn border(&self) -> Option<Border> {
        let length = |side: Inches| Length::from_mm(side.mm()).unwrap_or_default();
        let (side, across) = self.border;
        match side.max(across) {
            Inches::ZERO => None,
            _ if side == across => Some(Border::Width(length(side))),
            _ => Some(Border::Sides(length(side), length(across))),
        }
    }
}

impl BedFit {
    /// Whether a side is so much shorter than the least size of this name that less hangs down than should.
    pub fn is_too_short(&self) -> bool {
        self.is_too_short
    }

    /// Whether a quilt has a size of this name: neither side is off by more than a hand.
    pub(crate) fn is_reached(&self) -> bool {
        let fits = |found: Inches, wanted: Inches| found <= wanted + MOST_OFF;
        let (found, wanted) = (self.finished, self.wanted);
        !self.is_too_short && fits(found.width, wanted.width) && fits(found.height, wanted.height)
    }
}

/// The names of the sizes there are.
pub fn size_names() -> Vec<&'static str> {
    SIZES.iter().map(|bed| bed.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::shopping::options_of_a_size as options;

    #[test]
    fn what_comes_out_is_compared_and_warned_of() {
        let of = |width: u32, height: u32, is_rectangle| {
            let finished = (Inches::eighths(width), Inches::eighths(height)).into();
            Bed::named("queen").expect("a size").compared(finished, is_rectangle)
        };
        // The quilt of 23 x 24 cells of 4 1/4 in, and the rhombus of 6 x 6 triangles.
        let square = of(782, 816, true);
        assert_eq!(
            square.in_words(Units::Imperial),
            "size queen, 90 in × 108 in: the quilt is 97 3/4 in × 102 in, width 7 3/4 in more, height 6 in less"
        );
        // Queens are made from 90 × 95 in.
        assert_eq!((square.short_by, square.warnings(Units::Imperial).len()), (Inches::eighths(48), 0));
        let rhombus = of(999, 576, false);
        assert!(
            rhombus.in_words(Units::Imperial).contains("108 in × 90 in: the quilt is 124 7/8 in × 72 in")
        );
        let warnings = rhombus.warnings(Units::Imperial);
        assert!(warnings[0].contains("18 in too short for size queen"), "{warnings:?}");
        assert!(warnings[1].contains("not a rectangle"), "{warnings:?}");
        for (width, height, warnings) in [(720, 864, 0), (688, 832, 0), (687, 864, 1), (864, 687, 1)] {
            assert_eq!(of(width, height, true).warnings(Units::Metric).len(), warnings, "{width} x {height}");
        }
        assert!(of(720, 864, true).in_words(Units::Metric).ends_with("width as wanted, height as wanted"));
    }

    #[test]
    fn metric_sizes_are_on_a_metric_ruler() {
        let top = |cell: Inches| ClothSize { width: cell.times(10), height: cell.times(9) };
        let rows: Vec<SizeRow> = Bed::all().filter_map(|bed| bed.row(&top, Units::Metric)).collect();
        let queen = rows.iter().find(|row| row.name == "queen").expect("a row");
        assert_eq!(options(queen, Units::Metric), "--cell 255mm");
        for row in &rows {
            assert_eq!(row.top, top(row.cell), "{}", row.name);
            assert_eq!(row.cell.mm() % 5.0, 0.0, "{row:?}");
        }
    }

    /// Cells of every size, and an equal border.
    #[test]
    fn every_bed_is_reached_with_equal_borders_of_a_usual_width() {
        let top = |cell: Inches| ClothSize { width: cell.times(21), height: cell.times(26) };
        let rows: Vec<SizeRow> = Bed::all().filter_map(|bed| bed.row(&top, Units::Imperial)).collect();
        assert_eq!(rows.len(), SIZES.len());
        for row in &rows {
            let bed = Bed::named(row.name).expect("a bed");
            assert!(bed.compared(row.finished, true).is_reached(), "{row:?}");
            let sewn = row.border.0 == Inches::ZERO || row.border.0 >= Inches::eighths(6);
            assert!(row.border.0 == row.border.1 && sewn && row.border.0 <= WIDEST_BORDER, "{row:?}");
        }
        // A strip reaches no bed.
        let strip = |cell: Inches| ClothSize { width: cell.times(20), height: cell.times(3) };
        assert!(Bed::all().all(|bed| bed.row(&strip, Units::Imperial).is_none()));
    }

    #[test]
    fn without_a_border_to_choose_the_nearest_cell_is_taken() {
        let border = |text: &str| Some(Border::Width(text.parse().expect("a length")));
        for (size, (columns, rows), border, cell) in [
            // 86 1/4 x 90 in; every other cell is further off on one side.
            ("full", (23, 24), None, 30),
            ("queen", (23, 24), None, 32),
            ("queen", (24, 23), None, 32),
            ("queen", (23, 24), Some(Border::Cells(2)), 27),
            ("queen", (23, 24), border("3in"), 30),
            ("crib", (6, 10), None, 44),
            ("throw", (23, 24), None, 19),
            ("king", (21, 26), None, 35),
        ] {
            let bed = Bed::named(size).expect("a size");
            let top = |cell: Inches| ClothSize { width: cell.times(columns), height: cell.times(rows) };
            let found = bed.nearest_cell(&top, border.as_slice(), Units::Imperial);
            assert_eq!(found, Inches::eighths(cell), "{size} {columns} {rows}");
        }
    }

    /// Blocks of 8 x 8 cells of 2 in, of 23 x 24, and others: the border is equal, and beds are longer than wide.
    #[test]
    fn blocks_are_added_until_an_equal_border_is_left() {
        let inches = |count: u32| Inches::eighths(8 * count);
        for (name, block, blocks, border) in [
            ("queen", (16, 16), (5, 6), 5),
            ("crib", (16, 16), (2, 3), 2),
            // 92 × 96 in without a border: a side of 108 in is not reached, but queens are made from 95 in.
            ("queen", (46, 48), (2, 2), 0),
            ("twin", (20, 12), (3, 7), 3),
            ("baby", (60, 60), (1, 1), 0),
        ] {
            let bed = Bed::named(name).expect("a bed");
            let top = |columns: u32, rows: u32| super::inches(columns * block.0, rows * block.1);
            let found = bed.counts(top, true, Units::Imperial)[0];
            assert_eq!((found.columns, found.rows), blocks, "{name}");
            let (found, _) = bed.nearest_border(top(found.columns, found.rows), Units::Imperial);
            assert_eq!(found, inches(border), "{name}");
        }
    }

    #[test]
    fn unknown_sizes_are_answered_with_those_there_are() {
        assert_eq!(
            Bed::named("cot").unwrap_err().to_string(),
            "`cot` is not a known bed size; allowed crib, baby, lap, twin, full, queen, king"
        );
    }
}
