//! Beds, the cell and border that make a quilt fit one, and the table of all sizes.

use super::error::YardageError;
use super::fabric::{BedFit, SizeRow};
use super::inches::Inches;
use super::options::{Bed, Border};
use crate::units::Units;
use piecework_tiling::length::Length;
use piecework_tiling::names::find;

/// Finished sizes by name, in inches, the shorter side first.
///
/// # Source
/// The sizes that embroiderypress, quiltersresources and quiltcalculator give differ by 20 in and more; these are
/// the larger ones that at least two of them share, so that a quilt hangs over the mattress.
const SIZES: [(&str, u32, u32); 7] = [
    ("crib", 36, 52),
    ("baby", 30, 40),
    ("lap", 50, 65),
    ("twin", 70, 90),
    ("full", 86, 90),
    ("queen", 90, 108),
    ("king", 108, 110),
];

/// By how much a side may be too short before there is a warning, in eighths of an inch: what hangs down at a
/// side of the bed is then narrower by a hand. Chosen by eye.
const MOST_SHORT: Inches = Inches::eighths(8 * 4);

/// The largest cell that is tried, in steps of [`Units::step`]: about 3 ft.
const MOST_STEPS: usize = 4 * 36;

/// The most blocks along a side: of an inch on the largest bed.
const MOST_BLOCKS: usize = 110;

/// How many smaller cells are tried before a border is left too narrow.
const MOST_SMALLER: usize = 4;

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
        let side = |inches: u32| Inches::eighths(8 * inches);
        SIZES.into_iter().map(move |(name, short, long)| Self { name, sides: (side(short), side(long)) })
    }

    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        self.name
    }

    /// The width and height for a quilt that lies as a top of this size does.
    fn wanted(self, top: (Inches, Inches)) -> (Inches, Inches) {
        if top.0 <= top.1 { self.sides } else { (self.sides.1, self.sides.0) }
    }

    /// The equal border around a top that reaches the size as nearly as it can without passing it; none where it would be
    /// too narrow to sew.
    pub(in crate::plan) fn equal_border(self, top: (Inches, Inches), units: Units) -> Inches {
        let (wanted, step) = (self.wanted(top), units.step());
        let border = half_of_the_rest(top.0, wanted.0, step).min(half_of_the_rest(top.1, wanted.1, step));
        if border < step.times(3) { Inches::ZERO } else { border }
    }

    /// The equal border around a top, or where one side would still be too short borders of two widths that reach the size; none
    /// where there is nothing to sew.
    pub(in crate::plan) fn border_around(self, top: (Inches, Inches), units: Units) -> Option<Border> {
        let (wanted, step) = (self.wanted(top), units.step());
        let length = |side: Inches| Length::from_mm(side.mm()).unwrap_or_default();
        let equal = self.equal_border(top, units);
        let finished = (top.0 + equal.times(2), top.1 + equal.times(2));
        let fit = self.compared(finished, true);
        let sides = (half_of_the_rest(top.0, wanted.0, step), half_of_the_rest(top.1, wanted.1, step));
        let is_sewn = |side: Inches| side == Inches::ZERO || side >= step.times(3);
        if fit.is_too_short() && is_sewn(sides.0) && is_sewn(sides.1) {
            return Some(Border::Sides(length(sides.0), length(sides.1)));
        }
        (equal > Inches::ZERO).then(|| Border::Width(length(equal)))
    }

    /// How many blocks from left to right and from top to bottom come nearest to the size and pass neither side: what the
    /// worse side is short by counts once, and an equal border, if there may be one, half; a wide border along two sides only
    /// looks wrong, and counts half as much again. One of a block that is too large.
    /// `top` is the size of so many blocks.
    pub(crate) fn blocks(
        self,
        top: impl Fn(u32, u32) -> (Inches, Inches),
        may_have_border: bool,
    ) -> (u32, u32) {
        let longest = self.sides.1;
        let columns = (1..).take_while(|&columns| columns == 1 || top(columns, 1).0 <= longest);
        let columns: Vec<u32> = columns.take(MOST_BLOCKS).collect();
        let rows: Vec<u32> =
            (1..).take_while(|&rows| rows == 1 || top(1, rows).1 <= longest).take(MOST_BLOCKS).collect();
        let step = 2.0 * Inches::eighths(1).mm();
        let off = |&(columns, rows): &(u32, u32)| {
            let size = top(columns, rows);
            let wanted = self.wanted(size);
            if size.0 > wanted.0 || size.1 > wanted.1 {
                return None;
            }
            let (wide, high) = ((wanted.0 - size.0).mm(), (wanted.1 - size.1).mm());
            let off = match may_have_border {
                true => {
                    let along_two = wide.min(high) < step && wide.max(high) > MOST_SHORT.mm();
                    let more = if along_two { wide.max(high) / 2.0 } else { 0.0 };
                    (wide - high).abs() + wide.min(high) / 4.0 + more
                }
                false => wide.max(high),
            };
            Some((off, size.0 > size.1))
        };
        let all = columns.iter().flat_map(|&columns| rows.iter().map(move |&rows| (columns, rows)));
        let fitting = all.filter_map(|blocks| Some((off(&blocks)?, blocks)));
        let best = fitting.min_by(|(a, _), (b, _)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        best.map_or((1, 1), |(_, blocks)| blocks)
    }

    /// What comes out, beside what is wanted.
    pub(crate) fn compared(self, finished: (Inches, Inches), is_rectangle: bool) -> BedFit {
        let wanted = self.wanted(finished);
        let less = |found: Inches, wanted: Inches| if found < wanted { wanted - found } else { Inches::ZERO };
        let short_by = less(finished.0, wanted.0).max(less(finished.1, wanted.1));
        BedFit { name: self.name, wanted, finished, short_by, is_rectangle, is_out_of_reach: false }
    }

    /// The cell and the border for this bed, if a border reaches it that is not wider than half of the top; that
    /// is chosen by eye. `top` is its size for each cell, `cell` one of them.
    pub(in crate::plan) fn row(self, top: &TopSize<'_>, cell: Inches, units: Units) -> Option<SizeRow> {
        let now = top(cell);
        let (wanted, step) = (self.wanted(now), units.step());
        let share = (wanted.0.mm() / now.0.mm()).min(wanted.1.mm() / now.1.mm());
        let steps = Inches::of_mm(cell.mm() * share).whole_steps(step) + 1;
        let of = |chosen: Inches| {
            let top = top(chosen);
            let border = (half_of_the_rest(top.0, wanted.0, step), half_of_the_rest(top.1, wanted.1, step));
            let finished = (top.0 + border.0.times(2), top.1 + border.1.times(2));
            SizeRow {
                name: self.name,
                cell: chosen,
                blocks: None,
                patches: 0,
                top,
                border,
                finished,
                takes: None,
            }
        };
        let is_sewn = |side: Inches| side == Inches::ZERO || side >= step.times(3);
        let reaches = |row: &SizeRow| row.border.0.max(row.border.1).times(2) <= row.top.0.min(row.top.1);
        let is_larger = |row: &SizeRow| row.top.0 > wanted.0 || row.top.1 > wanted.1;
        let rows = (1..=steps).rev().map(|steps| of(step.times(steps))).skip_while(is_larger);
        let rows: Vec<SizeRow> = rows.take(MOST_SMALLER).take_while(reaches).collect();
        rows.iter().find(|row| is_sewn(row.border.0) && is_sewn(row.border.1)).or(rows.first()).cloned()
    }

    /// The cell with which neither side, with the border, is further off than it must be; of two equal cells the
    /// smaller. `top` is the size of the top without border for each cell.
    pub(in crate::plan) fn nearest_cell(self, top: &TopSize<'_>, borders: &[Border], units: Units) -> Inches {
        let fine = if units == Units::Imperial { Inches::eighths(1) } else { units.step() };
        let wanted = self.wanted(top(fine));
        let off = |cell: &Inches| {
            let (top, border) = (top(*cell), Border::all_widths(borders, *cell));
            let side = |side: Inches, around: Inches, wanted: Inches| {
                (side.mm() + 2.0 * around.mm() - wanted.mm()).abs()
            };
            side(top.0, border.0, wanted.0).max(side(top.1, border.1, wanted.1))
        };
        let cells = (1..=MOST_STEPS * 2).map(|steps| fine.times(steps));
        cells.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(fine)
    }
}

/// Half of what a side lacks, in whole steps.
fn half_of_the_rest(side: Inches, wanted: Inches, step: Inches) -> Inches {
    if wanted <= side { Inches::ZERO } else { step.times((wanted - side).whole_steps(step.times(2))) }
}

/// The finished width and height of a top with cells of this edge.
pub(in crate::plan) type TopSize<'a> = dyn Fn(Inches) -> (Inches, Inches) + 'a;

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
    /// Whether a side is so much too short that less hangs down than should.
    pub fn is_too_short(&self) -> bool {
        self.short_by > MOST_SHORT
    }
}

/// The names of the sizes there are.
pub fn size_names() -> Vec<&'static str> {
    SIZES.iter().map(|&(name, ..)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::shopping::options_of_a_size as options;

    #[test]
    fn what_comes_out_is_compared_and_warned_of() {
        let of = |width: u32, height: u32, is_rectangle| {
            let finished = (Inches::eighths(width), Inches::eighths(height));
            Bed::named("queen").expect("a size").compared(finished, is_rectangle)
        };
        // The quilt of 23 x 24 cells of 4 1/4 in, and the rhombus of 6 x 6 triangles.
        let square = of(782, 816, true);
        assert_eq!(
            square.in_words(Units::Imperial),
            "size queen, 90 in × 108 in: the quilt is 97 3/4 in × 102 in, width 7 3/4 in more, height 6 in less"
        );
        assert_eq!((square.short_by, square.warnings(Units::Imperial).len()), (Inches::eighths(48), 1));
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
        let cell = Inches::millimetres(50);
        let top = |cell: Inches| (cell.times(10), cell.times(6));
        let rows: Vec<SizeRow> = Bed::all().filter_map(|bed| bed.row(&top, cell, Units::Metric)).collect();
        // Cells of 130 mm would leave a border of 10 mm at the sides; 125 mm leave 35 mm.
        assert_eq!(options(&rows[0], Units::Metric), "--cell 125mm --border 35mmx80mm");
        for row in &rows {
            assert_eq!(row.top, (row.cell.times(10), row.cell.times(6)), "{}", row.name);
        }
    }

    #[test]
    fn every_bed_is_reached_and_never_passed() {
        let cell = Inches::eighths(16);
        let top = |cell: Inches| (cell.times(23), cell.times(24));
        let rows: Vec<SizeRow> = Bed::all().filter_map(|bed| bed.row(&top, cell, Units::Imperial)).collect();
        assert_eq!(rows.len(), SIZES.len());
        for row in &rows {
            let (short, long) = Bed::named(row.name).expect("a bed").sides;
            assert!(row.finished.0 <= short && row.finished.1 <= long, "{row:?}");
            let near = Inches::eighths(4);
            assert!(short - row.finished.0 < near && long - row.finished.1 < near, "{row:?}");
            assert_eq!(row.top, (row.cell.times(23), row.cell.times(24)));
            let sewn = |side: Inches| side == Inches::ZERO || side >= Inches::eighths(6);
            assert!(sewn(row.border.0) && sewn(row.border.1), "{row:?}");
        }
        // 90 in by 23 is 3 7/8 in; 3 3/4 in makes 86 1/4 x 90 in.
        let queen = &rows[5];
        assert_eq!(
            (queen.name, options(queen, Units::Imperial)),
            ("queen", "--cell 3.75in --border 1.75inx9in".into())
        );
    }

    #[test]
    fn without_a_border_to_choose_the_nearest_cell_is_taken() {
        let border = |text: &str| Some(Border::Width(text.parse().expect("a length")));
        for (size, (columns, rows), border, cell) in [
            // 86 1/4 x 90 in; every other cell is further off on one side.
            ("full", (23, 24), None, 30),
            ("queen", (23, 24), None, 34),
            ("queen", (24, 23), None, 34),
            ("queen", (23, 24), Some(Border::Cells(2)), 29),
            ("queen", (23, 24), border("3in"), 32),
            ("crib", (6, 10), None, 44),
            ("throw", (23, 24), None, 20),
            ("king", (21, 26), None, 37),
        ] {
            let bed = Bed::named(size).expect("a size");
            let top = |cell: Inches| (cell.times(columns), cell.times(rows));
            let found = bed.nearest_cell(&top, border.as_slice(), Units::Imperial);
            assert_eq!(found, Inches::eighths(cell), "{size} {columns} {rows}");
        }
    }

    /// Blocks of 8 x 8 cells of 2 in, and of 23 x 24: never larger than the bed, and the border equal.
    #[test]
    fn blocks_are_added_until_an_equal_border_is_left() {
        let inches = |count: u32| Inches::eighths(8 * count);
        for (name, block, blocks, border) in [
            ("queen", (16, 16), (5, 6), 5),
            ("crib", (16, 16), (2, 3), 2),
            ("king", (46, 48), (2, 2), 7),
            ("twin", (12, 20), (5, 4), 5),
            ("baby", (60, 60), (1, 1), 0),
        ] {
            let bed = Bed::named(name).expect("a bed");
            let top = |columns: u32, rows: u32| (inches(columns * block.0), inches(rows * block.1));
            let found = bed.blocks(top, true);
            assert_eq!(found, blocks, "{name}");
            let found = bed.equal_border(top(found.0, found.1), Units::Imperial);
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
