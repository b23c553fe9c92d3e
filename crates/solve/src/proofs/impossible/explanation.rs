//! Explains arguments in a sentence without capital and full stop.

use std::fmt::{self, Display, Formatter};

use super::marks::Leaves;
use super::overweight::HeaviestPiece;
use super::weighing::{Origin, PieceValues, Together};
use super::{DeadEnd, ForcedStep, Impossibility, Overweight, Weighing};
use piecework_tiling::lattice::{Cell, Lattice};

/// The most names, cells, values or steps that are listed. Chosen by trial.
const MOST_LISTED: usize = 4;

impl Display for Impossibility {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Impossibility::Area { lattice, region, gaps, sizes, unlimited } => {
                let pieces = if *unlimited { "pieces" } else { "as many pieces as there may be" };
                let sizes = joined(sizes.iter().map(u32::to_string), "and");
                let cells = lattice.cell_name();
                write!(f, "{pieces} of {sizes} {cells} cannot cover ")?;
                match gaps {
                    0 => write!(f, "exactly {}", counted(*region, *lattice)),
                    gaps => write!(f, "{} to {region} {cells}", region - gaps.min(region)),
                }
            }
            Impossibility::NoFit { piece } => write!(f, "`{piece}` must be used and fits nowhere"),
            Impossibility::Room { piece, required, most } => {
                write!(f, "`{piece}` must be used {required} times, but there is room for at most {most}")
            }
            Impossibility::Corners { needed, there } => {
                write!(f, "pieces that must not touch share no corners, and those that must be used have ")?;
                write!(f, "at least {needed}, but the region has {there}")
            }
            Impossibility::OutOfReach { cells, gaps } => out_of_reach(f, cells, *gaps),
            Impossibility::Forced { steps, end } => forced(f, steps, end),
            Impossibility::Weighing(weighing) => weighing.fmt(f),
            Impossibility::Overweight(weights) => weights.fmt(f),
            Impossibility::Rest(argument) => write!(f, "around the pieces that lie already: {argument}"),
        }
    }
}

fn out_of_reach(f: &mut Formatter<'_>, cells: &[Cell], gaps: u32) -> fmt::Result {
    write!(f, "no piece can cover {}", places(cells, "or"))?;
    match gaps {
        0 => Ok(()),
        1 => write!(f, ", and only 1 cell may stay empty"),
        gaps => write!(f, ", and only {gaps} cells may stay empty"),
    }
}

fn forced(f: &mut Formatter<'_>, steps: &[ForcedStep], end: &DeadEnd) -> fmt::Result {
    for (number, step) in steps.iter().enumerate().take(MOST_LISTED) {
        let then = if number == 0 { "" } else { "then " };
        write!(f, "{then}`{}` must lie on {}; ", step.piece, places(&step.cells, "and"))?;
    }
    match steps.len().saturating_sub(MOST_LISTED) {
        0 => {}
        1 => f.write_str("then another piece is forced; ")?,
        more => write!(f, "then {more} more pieces are forced one by one; ")?,
    }
    let then = if steps.is_empty() { "" } else { "then " };
    match end {
        DeadEnd::Cell(cell) => write!(f, "{then}nothing that is left covers {}", place(*cell)),
        DeadEnd::Piece(piece) => write!(f, "{then}there is no room for `{piece}`"),
    }
}

impl Display for Weighing {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let cells = self.lattice.cell_name();
        match (self.kind, self.modulus) {
            (Origin::Marks(marks), _) => write!(f, "{}: ", marks.words(self.lattice))?,
            (Origin::Part(cell), _) => {
                let size = counted(self.total, self.lattice);
                write!(f, "a part of the region stands alone, {size} with {}: ", place(cell))?;
            }
            (Origin::Numbers, Some(2)) => write!(f, "mark the {cells} that are 1 in the picture: ")?,
            (Origin::Numbers, _) => write!(f, "number the {cells} as in the picture: ")?,
        }
        let groups: Vec<String> = self.groups().iter().map(|group| self.group(group)).collect();
        write!(f, "{}", groups.join(", "))?;
        match self.gaps {
            0 => {}
            1 => f.write_str(", and 1 cell may stay empty")?,
            gaps => write!(f, ", and {gaps} cells may stay empty")?,
        }
        f.write_str("; ")?;
        self.conclude(f)
    }
}

impl Weighing {
    /// Returns the pieces grouped by their values.
    fn groups(&self) -> Vec<Vec<&PieceValues>> {
        let mut pieces: Vec<&PieceValues> = self.pieces.iter().filter(|piece| piece.most > 0).collect();
        // Stable, so that the pieces of a group keep their order.
        pieces.sort_by(|a, b| a.values.cmp(&b.values));
        pieces.chunk_by(|a, b| a.values == b.values).map(<[_]>::to_vec).collect()
    }

    /// "each of the 25 `T` covers 1 or 3".
    fn group(&self, pieces: &[&PieceValues]) -> String {
        let copies: Vec<Copies<'_>> =
            pieces.iter().map(|piece| (&*piece.name, piece.least, piece.most)).collect();
        format!("{} covers {}", subject(&copies), self.values(&pieces[0].values))
    }

    fn values(&self, values: &[u32]) -> String {
        match (self.kind, self.modulus) {
            (Origin::Numbers, Some(modulus)) => self.remainders(values, modulus),
            _ if values.len() > 2 * MOST_LISTED => {
                format!("{} to {}", values[0], values[values.len() - 1])
            }
            _ => joined(
                values.iter().map(|&value| if value == 0 { "none".into() } else { value.to_string() }),
                "or",
            ),
        }
    }

    /// "a number that leaves 1 or 2 when divided by 3".
    fn remainders(&self, values: &[u32], modulus: u32) -> String {
        let what = if self.kind == Origin::Numbers && modulus > 2 { "sum" } else { "number" };
        match (values, modulus) {
            ([0], 2) => "an even number".into(),
            ([1], 2) => "an odd number".into(),
            ([value], _) => format!("a {what} that {}", Leaves(*value, modulus)),
            _ if values.len() as u64 == u64::from(modulus) => format!("any {what}"),
            _ => {
                let values = joined(values.iter().map(u32::to_string), "or");
                format!("a {what} that leaves {values} when divided by {modulus}")
            }
        }
    }

    fn conclude(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let modulus = self.modulus.unwrap_or(1);
        let no_choice = "no choice of pieces with the area of the region covers";
        // If counts are open, the area limits them.
        let exact = self.pieces.iter().all(|piece| piece.least == piece.most);
        let all = match (exact, self.gaps) {
            (true, 0) => "together they",
            (false, 0) => "pieces that fill the region",
            (_, 1) => "together they and the empty cell",
            _ => "together they and the empty cells",
        };
        match self.together {
            Together::Leaves(remainder) => {
                let number = self.remainders(&[remainder], modulus);
                write!(f, "so {all} cover {number}")?;
            }
            Together::NeverLeaves => {
                let number = self.remainders(&[self.total % modulus], modulus);
                write!(f, "{no_choice} {number}")?;
            }
            Together::Exactly(number) => write!(f, "so {all} cover {number}")?,
            Together::AtLeast(least) => write!(f, "so {all} cover at least {least}")?,
            Together::AtMost(most) => write!(f, "so {all} cover at most {most}")?,
            Together::Never => return write!(f, "{no_choice} exactly {}", self.total),
        }
        match (self.kind, self.total) {
            (Origin::Part(_), total) => write!(f, ", but there are {total}")?,
            (Origin::Numbers, total) if modulus > 2 => write!(f, ", but all numbers together are {total}")?,
            (_, 0) => f.write_str(", but there are none")?,
            (_, 1) => f.write_str(", but there is 1")?,
            (_, total) => write!(f, ", but there are {total}")?,
        }
        let says_more = modulus > 2 && matches!(self.together, Together::Leaves(_));
        if says_more { write!(f, ", which {}", Leaves(self.total % modulus, modulus)) } else { Ok(()) }
    }
}

impl Display for Overweight {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "number the {} as in the picture: ", self.lattice.cell_name())?;
        let mut pieces: Vec<&HeaviestPiece> = self.pieces.iter().filter(|piece| piece.most > 0).collect();
        // Stable, so that the pieces of a group keep their order.
        pieces.sort_by_key(|piece| piece.heaviest);
        let groups = pieces.chunk_by(|a, b| a.heaviest == b.heaviest).map(heaviest);
        f.write_str(&groups.collect::<Vec<String>>().join(", "))?;
        match self.gaps {
            0 => {}
            1 => write!(f, ", and 1 cell may stay empty, at most {}", self.heaviest_gap())?,
            gaps => write!(f, ", and {gaps} cells may stay empty, each at most {}", self.heaviest_gap())?,
        }
        let all = match self.gaps {
            0 => "together they cover",
            1 => "together they and the empty cell are",
            _ => "together they and the empty cells are",
        };
        write!(f, "; so {all} at most {}, but all numbers together are {}", self.most(), self.total())
    }
}

/// "each of the 5 `A` covers a sum of at most 3", "each `A` covers a sum of at most 3, and there are at most
/// 7 of them".
fn heaviest(pieces: &[&HeaviestPiece]) -> String {
    let copies: Vec<Copies<'_>> =
        pieces.iter().map(|piece| (&*piece.name, piece.least, piece.most)).collect();
    let heaviest = pieces[0].heaviest;
    let most: u32 = pieces.iter().map(|piece| piece.copies()).sum();
    let bound = if heaviest > 0 { "most" } else { "least" };
    let open = heaviest != 0 && pieces.iter().any(|piece| piece.least < piece.most);
    let number = if open { format!(", and there are at {bound} {most} of them") } else { String::new() };
    format!("{} covers a sum of at most {heaviest}{number}", subject(&copies))
}

/// The name of a piece, and bounds of its copies.
type Copies<'a> = (&'a str, u32, u32);

/// "`T`", "each of the 25 `T`", "each of `A` and `B`", "each of 11 pieces (`A`, `B`, `C`, ...)".
fn subject(pieces: &[Copies<'_>]) -> String {
    let names = |and: &str| joined(pieces.iter().map(|(name, ..)| format!("`{name}`")), and);
    let copies: Option<u32> = pieces.iter().map(|&(_, least, most)| (least == most).then_some(most)).sum();
    match (pieces.len(), copies) {
        (1, Some(1)) => names("and"),
        (1, Some(copies)) => format!("each of the {copies} {}", names("and")),
        (1, None) => format!("each {}", names("or")),
        (2..=MOST_LISTED, Some(copies)) if copies as usize == pieces.len() => {
            format!("each of {}", names("and"))
        }
        (2..=MOST_LISTED, None) => format!("each {}", names("or")),
        (2..=MOST_LISTED, Some(copies)) => format!("each of the {copies} pieces {}", names("and")),
        (kinds, copies) => {
            let some = pieces[..MOST_LISTED - 1].iter().map(|(name, ..)| format!("`{name}`"));
            let some = some.collect::<Vec<_>>().join(", ");
            match copies {
                Some(copies) => format!("each of {copies} pieces ({some}, ...)"),
                None => format!("each piece of {kinds} kinds ({some}, ...)"),
            }
        }
    }
}

fn counted(number: u32, lattice: Lattice) -> String {
    let cells = lattice.cell_name();
    if number == 1 { format!("1 {}", cells.trim_end_matches('s')) } else { format!("{number} {cells}") }
}

fn place(cell: Cell) -> String {
    format!("({}, {})", cell.x, cell.y)
}

/// Returns the first cells, and how many more there are.
fn places(cells: &[Cell], and: &str) -> String {
    let listed = cells.iter().take(2 * MOST_LISTED).map(|&cell| place(cell));
    match cells.len().saturating_sub(2 * MOST_LISTED) {
        0 => joined(listed, and),
        more => format!("{} {and} {more} more", listed.collect::<Vec<_>>().join(", ")),
    }
}

/// "a", "a and b", "a, b and c".
fn joined(words: impl Iterator<Item = String>, and: &str) -> String {
    let words: Vec<String> = words.collect();
    match words.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} {and} {last}", before.join(", ")),
        _ => words.concat(),
    }
}

impl Weighing {
    /// Returns the weights as rows of digits (letters for weights over 9), if they follow no rule that words
    /// could describe.
    pub fn picture(&self) -> Option<Vec<String>> {
        if self.kind != Origin::Numbers {
            return None;
        }
        let digit = |weight| char::from_digit(weight, 36).unwrap_or('?').to_string();
        rows(self.weights().map(|(cell, weight)| (cell, digit(weight))))
    }
}

impl Overweight {
    /// Returns the weights as rows of numbers.
    pub fn picture(&self) -> Option<Vec<String>> {
        rows(self.weights().map(|(cell, weight)| (cell, weight.to_string())))
    }
}

/// Returns rows with the text of each cell, in reading order, and dots before cells that are missing. Columns
/// are as wide as the longest text; wide ones stand apart.
fn rows(cells: impl Iterator<Item = (Cell, String)>) -> Option<Vec<String>> {
    let cells: Vec<(Cell, String)> = cells.collect();
    let left = cells.iter().map(|(cell, _)| cell.x).min()?;
    let width = cells.iter().map(|(_, text)| text.len()).max()?;
    let width = if width > 1 { width + 1 } else { width };
    let mut rows: Vec<String> = Vec::new();
    let mut row = cells.first()?.0.y - 1;
    for (cell, text) in &cells {
        while row < cell.y {
            rows.push(String::new());
            row += 1;
        }
        let line = rows.last_mut()?;
        let column = usize::try_from(cell.x.abs_diff(left)).unwrap_or(usize::MAX);
        let missing = column.saturating_sub(line.len() / width);
        line.extend(std::iter::repeat_n(format!("{:>width$}", '.'), missing));
        *line += &format!("{text:>width$}");
    }
    Some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proofs::impossible::marks::Marks;

    fn step(x: i32) -> ForcedStep {
        ForcedStep { piece: "D".into(), cells: vec![Cell::new(x, 0), Cell::new(x, 1)] }
    }

    fn piece(name: &str, (least, most): (u32, u32), values: &[u32]) -> PieceValues {
        PieceValues { name: name.into(), least, most, values: values.to_vec() }
    }

    fn weighing(kind: Origin, modulus: Option<u32>, together: Together) -> Weighing {
        let pieces = vec![piece("A", (0, 9), &[0, 2]), piece("B", (2, 2), &[1]), piece("C", (0, 9), &[1])];
        let lattice = Lattice::Square;
        Weighing { lattice, kind, weights: Vec::new(), pieces, gaps: 0, modulus, total: 7, together }
    }

    #[track_caller]
    fn check(argument: &Impossibility, words: &str) {
        assert_eq!(argument.to_string(), words);
    }

    #[test]
    fn forced_steps_are_listed_up_to_a_point() {
        let (cell, piece) = (DeadEnd::Cell(Cell::new(9, 1)), DeadEnd::Piece("T".into()));
        let forced = |steps, end: &DeadEnd| Impossibility::Forced {
            steps: (0..steps).map(step).collect(),
            end: end.clone(),
        };
        check(&forced(0, &piece), "there is no room for `T`");
        check(
            &forced(1, &cell),
            "`D` must lie on (0, 0) and (0, 1); then nothing that is left covers (9, 1)",
        );
        let four = "`D` must lie on (0, 0) and (0, 1); then `D` must lie on (1, 0) and (1, 1); \
                    then `D` must lie on (2, 0) and (2, 1); then `D` must lie on (3, 0) and (3, 1); ";
        check(&forced(4, &piece), &format!("{four}then there is no room for `T`"));
        check(
            &forced(5, &cell),
            &format!("{four}then another piece is forced; then nothing that is left covers (9, 1)"),
        );
        check(
            &forced(7, &cell),
            &format!(
                "{four}then 3 more pieces are forced one by one; then nothing that is left covers (9, 1)"
            ),
        );
    }

    #[test]
    fn many_cells_are_not_all_listed() {
        let cells = |number| (0..number).map(|x| Cell::new(x, 0)).collect();
        check(&Impossibility::OutOfReach { cells: cells(1), gaps: 0 }, "no piece can cover (0, 0)");
        check(
            &Impossibility::OutOfReach { cells: cells(11), gaps: 4 },
            "no piece can cover (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0) or 3 more, and only 4 \
             cells may stay empty",
        );
    }

    #[test]
    fn conclusions_match_known_results() {
        let odd_rows = Origin::Marks(Marks::Line { x: 0, y: 1, modulus: 2, remainder: 1 });
        let marked =
            "mark the squares whose row is odd: each `A` covers none or 2, each `B` or `C` covers 1; ";
        let cases = [
            (Together::Exactly(8), None, "so pieces that fill the region cover 8, but there are 7"),
            (Together::AtLeast(8), None, "so pieces that fill the region cover at least 8, but there are 7"),
            (Together::AtMost(6), None, "so pieces that fill the region cover at most 6, but there are 7"),
            (
                Together::Leaves(0),
                Some(2),
                "so pieces that fill the region cover an even number, but there are 7",
            ),
            (
                Together::Leaves(2),
                Some(3),
                "so pieces that fill the region cover a number that leaves 2 when divided by 3, but there are 7, which \
                 leaves 1 when divided by 3",
            ),
            (
                Together::NeverLeaves,
                Some(3),
                "no choice of pieces with the area of the region covers a number that leaves 1 when divided by 3, but \
                 there are 7",
            ),
            (Together::Never, None, "no choice of pieces with the area of the region covers exactly 7"),
        ];
        for (together, modulus, words) in cases {
            let argument = Impossibility::Weighing(weighing(odd_rows, modulus, together));
            check(&argument, &format!("{marked}{words}"));
        }
        let part = Impossibility::Weighing(weighing(Origin::Part(Cell::new(4, 2)), None, Together::Never));
        check(
            &part,
            "a part of the region stands alone, 7 squares with (4, 2): each `A` covers none or 2, each `B` or `C` covers \
             1; no choice of pieces with the area of the region covers exactly 7",
        );
        let mut gaps = weighing(odd_rows, None, Together::AtMost(6));
        gaps.gaps = 2;
        gaps.total = 1;
        check(
            &Impossibility::Weighing(gaps),
            "mark the squares whose row is odd: each `A` covers none or 2, each `B` or `C` covers 1, and 2 cells may stay \
             empty; so together they and the empty cells cover at most 6, but there is 1",
        );
    }

    #[test]
    fn numbers_are_explained_by_their_remainders() {
        let told =
            |modulus| Impossibility::Weighing(weighing(Origin::Numbers, Some(modulus), Together::Leaves(1)));
        check(
            &told(4),
            "number the squares as in the picture: each `A` covers a sum that leaves 0 or 2 when divided by 4, each `B` or \
             `C` covers a sum that leaves 1 when divided by 4; so pieces that fill the region cover a sum that leaves 1 \
             when divided by 4, but all numbers together are 7, which leaves 3 when divided by 4",
        );
        let mut two = weighing(Origin::Numbers, Some(2), Together::Leaves(0));
        two.pieces = vec![piece("A", (3, 3), &[0]), piece("B", (1, 1), &[0, 1])];
        check(
            &Impossibility::Weighing(two),
            "mark the squares that are 1 in the picture: each of the 3 `A` covers an even number, `B` covers any number; so together they cover an even number, but there are 7",
        );
    }

    #[test]
    fn pieces_are_grouped_by_name_or_number() {
        let named = |copies: &[(u32, u32)]| {
            let pieces = ["A", "B", "C", "E", "F"].into_iter().zip(copies);
            subject(&pieces.map(|(name, &(least, most))| (name, least, most)).collect::<Vec<Copies<'_>>>())
        };
        for (copies, words) in [
            (&[(1, 1)][..], "`A`"),
            (&[(7, 7)], "each of the 7 `A`"),
            (&[(0, 7)], "each `A`"),
            (&[(1, 1); 3], "each of `A`, `B` and `C`"),
            (&[(2, 2); 3], "each of the 6 pieces `A`, `B` and `C`"),
            (&[(1, 1), (0, 1)], "each `A` or `B`"),
            (&[(1, 1); 5], "each of 5 pieces (`A`, `B`, `C`, ...)"),
            (&[(0, 1); 5], "each piece of 5 kinds (`A`, `B`, `C`, ...)"),
        ] {
            assert_eq!(named(copies), words);
        }
    }

    #[track_caller]
    fn check_picture(cells: &[(i32, i32, i32)], picture: &[&str]) {
        let cells = cells.iter().map(|&(x, y, number)| (Cell::new(x, y), number.to_string()));
        assert_eq!(rows(cells).expect("there are some"), picture);
    }

    #[test]
    fn pictures_keep_rows_and_columns() {
        check_picture(&[(2, -1, 1), (3, -1, 0), (1, 1, 2), (4, 1, 7)], &[".10", "", "2..7"]);
        check_picture(&[(0, 0, 1), (1, 0, -1), (2, 1, 12)], &["  1 -1", "  .  . 12"]);
        assert_eq!(rows(std::iter::empty()), None);
    }
}
