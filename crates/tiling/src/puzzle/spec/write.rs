//! Writes a puzzle as the text of a puzzle file.

use super::super::clues::listed;
use super::super::colors::Form;
use super::super::wrap::Joined;
use super::super::{Contact, Count, EqualPieces, Kind, Placed, Puzzle, Region};
use super::{FORMAT, classes, colors};
use crate::json::quoted;
use crate::lattice::{Cell, Picture};
use crate::polyform::Freedom;

/// Returns the text of a puzzle file that reads back as the same puzzle. Pieces are written one by one, even
/// if they came from a set. Defaults are left out.
///
/// # Examples
/// ```
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::puzzle::{read_puzzle, write_puzzle};
/// use piecework_tiling::source::Source;
/// let template = piecework_tiling::templates::puzzle_template("t-tetromino-4x4").expect("a template");
/// let puzzle = read_puzzle(&Source::new("t.json", template.text), &Limits::default())?;
/// let again = read_puzzle(&Source::new("again.json", write_puzzle(&puzzle)), &Limits::default())?;
/// assert_eq!(again, puzzle);
/// # Ok::<(), piecework_tiling::defect::ReadError>(())
/// ```
pub fn write_puzzle(puzzle: &Puzzle) -> String {
    // A piece that is turned to show other sides is written once, also where any number of each is a kind of its own.
    let is_first = |kind: &Kind| {
        let first = kind.pieces.start;
        !puzzle.is_opening(first) && puzzle.orientations_of(first).start == first
    };
    let kinds = puzzle.kinds().into_iter().filter(is_first);
    let pieces: Vec<String> = kinds.map(|kind| format!("    {}", kind_text(puzzle, &kind))).collect();
    let mut members = vec![
        format!("\"piecework\": {FORMAT}"),
        format!("\"name\": {}", quoted(&puzzle.name)),
        format!("\"lattice\": \"{}\"", puzzle.lattice()),
        format!("\"region\": {}", write_region(&puzzle.region)),
        format!("\"pieces\": [\n{}\n  ]", pieces.join(",\n")),
    ];
    members.extend(rules(puzzle));
    format!("{{\n  {}\n}}\n", members.join(",\n  "))
}

/// Returns a region as the value of `region` in a puzzle file.
pub fn write_region(region: &Region) -> String {
    format!("{{ {} }}", region_text(region))
}

/// Returns the rules that are not defaults.
fn rules(puzzle: &Puzzle) -> Vec<String> {
    let mut members = Vec::new();
    match puzzle.contact() {
        Contact::Forbidden => members.push("\"contact\": \"forbidden\"".into()),
        Contact::Allowed if at_corners(puzzle) => members.push("\"contact\": \"corners\"".into()),
        Contact::Allowed if puzzle.rules.gaps > 0 => {
            members.push(format!("\"gaps\": {}", puzzle.rules.gaps));
        }
        Contact::Allowed => {}
    }
    if puzzle.equal_pieces() == EqualPieces::Apart {
        members.push("\"equal_pieces\": \"apart\"".into());
    }
    if !puzzle.rules.apart.is_empty() && !at_corners(puzzle) {
        let set = |set: &Vec<usize>| {
            let is_whole = |piece: usize| puzzle.orientations_of(piece).all(|one| set.contains(&one));
            let name = |&piece: &usize| match is_whole(piece) {
                true => puzzle.name_of(piece),
                false => &puzzle.pieces[piece].name,
            };
            let mut names: Vec<String> = set.iter().map(|piece| quoted(name(piece))).collect();
            names.dedup();
            format!("[{}]", names.join(", "))
        };
        let sets: Vec<String> = puzzle.rules.apart.iter().map(set).collect();
        members.push(format!("\"apart\": [{}]", sets.join(", ")));
    }
    if puzzle.is_linked() {
        members.push("\"linked\": true".into());
    }
    members.extend(puzzle.balance().map(|most| format!("\"balance\": {most}")));
    if !puzzle.placed().is_empty() {
        let placed: Vec<String> =
            puzzle.placed().iter().map(|placed| format!("    {}", placed_text(puzzle, placed))).collect();
        members.push(format!("\"placed\": [\n{}\n  ]", placed.join(",\n")));
    }
    members.extend(clues(puzzle));
    members.extend(colors::members(puzzle, cells_text));
    members.extend(classes::members(puzzle, cells_text));
    members
}

/// Whether pieces touch at corners only.
fn at_corners(puzzle: &Puzzle) -> bool {
    let all = (0..puzzle.pieces.len()).filter(|&piece| !puzzle.is_opening(piece));
    let is_all = |set: &Vec<usize>| all.eq(set.iter().copied());
    puzzle.equal_pieces() == EqualPieces::MayTouch
        && puzzle.rules.gaps as usize == puzzle.region.area()
        && matches!(&puzzle.rules.apart[..], [set] if is_all(set))
}

/// Returns the clues of each kind that there is.
fn clues(puzzle: &Puzzle) -> Vec<String> {
    let (letters, numbers, edges) = listed(puzzle.clues());
    let entry =
        |what: String, cells: &[Cell]| format!("    {{ {what}, \"cells\": [{}] }}", cells_text(cells));
    let letters = letters
        .iter()
        .map(|(&piece, cells)| entry(format!("\"piece\": {}", quoted(puzzle.name_of(piece))), cells));
    let numbers = numbers.iter().map(|(sides, cells)| entry(format!("\"sides\": {sides}"), cells));
    let edges = edges.iter().map(|&(one, other)| format!("    [{}]", cells_text(&[one, other])));
    let kinds: [(&str, Vec<String>); 3] =
        [("letters", letters.collect()), ("numbers", numbers.collect()), ("edges", edges.collect())];
    let kinds = kinds.into_iter().filter(|(_, entries)| !entries.is_empty());
    kinds.map(|(key, entries)| format!("\"{key}\": [\n{}\n  ]", entries.join(",\n"))).collect()
}

fn placed_text(puzzle: &Puzzle, placed: &Placed) -> String {
    let name = quoted(&puzzle.pieces[placed.piece].name);
    format!("{{ \"piece\": {name}, \"cells\": [{}] }}", cells_text(&placed.cells))
}

fn cells_text(cells: &[Cell]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!("[{}, {}]", cell.x, cell.y)).collect();
    cells.join(", ")
}

/// Returns the shortest form that gives the same cells at the same places, and those that may stay empty.
fn region_text(region: &Region) -> String {
    let cells = all_cells_text(region) + &classes::labels_text(region);
    match region.optional() {
        [] => cells,
        optional => format!("{cells}, \"optional\": [{}]", cells_text(optional)),
    }
}

fn all_cells_text(region: &Region) -> String {
    if let Some(joined) = region.joined() {
        return wrapped_text(region, joined);
    }
    if let Some((columns, rows)) = rectangle(region) {
        return format!("\"rectangle\": [{columns}, {rows}]");
    }
    if let Some(rows) = picture(region) {
        let rows: Vec<String> = rows.iter().map(|row| format!("    {}", quoted(row))).collect();
        return format!("\"rows\": [\n{}\n  ]", rows.join(",\n"));
    }
    format!("\"cells\": [{}]", cells_text(region.cells()))
}

/// A rectangle with joined sides, and the cells that it lacks.
fn wrapped_text(region: &Region, joined: Joined) -> String {
    let lattice = region.lattice();
    let (wrap, (columns, rows)) = (joined.wrap, joined.rectangle(lattice));
    let row = |y: i32| lattice.row(columns, y);
    let missing: Vec<Cell> =
        (0..rows).flat_map(row).filter(|&cell| region.index_of(cell).is_none()).collect();
    let without = match missing.len() {
        0 => String::new(),
        _ => format!(", \"without\": [{}]", cells_text(&missing)),
    };
    let shift = match joined.shift(lattice) {
        0 => String::new(),
        shift => format!(", \"shift\": {shift}"),
    };
    format!("\"rectangle\": [{columns}, {rows}], \"wrap\": \"{wrap}\"{shift}{without}")
}

fn rectangle(region: &Region) -> Option<(u32, u32)> {
    let columns = region.cells().iter().take_while(|cell| cell.y == region.cells()[0].y).count();
    let (cells, rows) = (u32::try_from(columns).ok()?, u32::try_from(region.area() / columns).ok()?);
    let columns = cells / region.lattice().cells_in_column().unsigned_abs();
    let same = Region::rectangle(region.lattice(), columns, rows)
        .is_ok_and(|rectangle| rectangle.cells() == region.cells());
    same.then_some((columns, rows))
}

/// Returns the rows of a picture, if a picture keeps the places of the cells and is not mostly blank.
fn picture(region: &Region) -> Option<Vec<String>> {
    let reach = |at: fn(&Cell) -> i32| {
        region.cells().iter().map(|cell| u64::from(at(cell).unsigned_abs()) + 1).max().unwrap_or(0)
    };
    // Chosen by trial: at most seven blanks for each cell.
    if reach(|cell| cell.x) * reach(|cell| cell.y) > 8 * region.area() as u64 + 256 {
        return None;
    }
    let mut marks: Vec<(Cell, char)> = region.cells().iter().map(|&cell| (cell, '#')).collect();
    // A picture begins at its first row and column, so it needs the first cell of the lattice.
    if region.index_of(Cell::default()).is_none() {
        marks.push((Cell::default(), '.'));
    }
    let rows = Picture::print(region.lattice(), &marks, '.');
    let read = Picture::read(region.lattice(), rows.iter().map(String::as_str)).ok()?;
    let cells = read.marks().iter().filter(|(_, mark)| *mark == '#').map(|&(cell, _)| cell);
    cells.eq(region.cells().iter().copied()).then_some(rows)
}

/// Returns a piece, in whatever orientation, or pieces of which each copy shows one.
fn kind_text(puzzle: &Puzzle, kind: &Kind) -> String {
    let (first, count) = (kind.pieces.start, count_member(kind.count));
    let is_choice = puzzle.one_of().iter().any(|choice| choice.pieces == kind.pieces);
    if !is_choice || puzzle.orientations_of(first) == kind.pieces && kind.pieces.len() > 1 {
        return piece_text(puzzle, first, count);
    }
    let named = kind.pieces.clone().filter(|&piece| puzzle.orientations_of(piece).start == piece);
    let shown: Vec<String> = named.map(|piece| piece_text(puzzle, piece, None)).collect();
    let members: Vec<String> =
        [format!("\"one_of\": [{}]", shown.join(", "))].into_iter().chain(count).collect();
    format!("{{ {} }}", members.join(", "))
}

fn piece_text(puzzle: &Puzzle, number: usize, count: Option<String>) -> String {
    let piece = &puzzle.pieces[number];
    let own = puzzle.colors().of(number);
    let (key, rows) = match own.filter(|own| !own.cells.is_empty()) {
        Some(_) => ("colors", Picture::print(puzzle.lattice(), &Form::of(puzzle, number).cells, '.')),
        None => ("rows", piece.shape.rows()),
    };
    let rows: Vec<String> = rows.iter().map(|row| quoted(row)).collect();
    let mut members = vec![
        format!("\"name\": {}", quoted(puzzle.name_of(number))),
        format!("\"{key}\": [{}]", rows.join(", ")),
    ];
    let sides: String = own.into_iter().flat_map(|own| &own.sides).collect();
    members.extend((!sides.is_empty()).then(|| format!("\"sides\": \"{sides}\"")));
    members.extend(count);
    let turned = puzzle.orientations_of(number);
    let freedom = puzzle.turns(&turned).filter(|_| turned.len() > 1).unwrap_or(piece.freedom);
    if freedom != Freedom::Free {
        members.push(format!("\"symmetry\": \"{}\"", freedom.name()));
    }
    format!("{{ {} }}", members.join(", "))
}

/// Returns the count of copies, unless it is one.
fn count_member(count: Count) -> Option<String> {
    let count = match count {
        Count { min: 1, max: Some(1) } => return None,
        Count { min, max: Some(max) } if min == max && min > 0 => min.to_string(),
        Count { min: 0, max: None } => "\"any\"".to_owned(),
        Count { min, max: None } => format!("{{ \"min\": {min} }}"),
        Count { min, max: Some(max) } => format!("{{ \"min\": {min}, \"max\": {max} }}"),
    };
    Some(format!("\"count\": {count}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::limits::Limits;
    use crate::polyform::Shape;
    use crate::puzzle::{Piece, Rules, Wrap, read_puzzle};
    use crate::source::Source;

    #[track_caller]
    fn round_trip(puzzle: &Puzzle) -> String {
        let text = write_puzzle(puzzle);
        let read = read_puzzle(&Source::new("p.json", text.clone()), &Limits::default());
        assert_eq!(read.map_err(|error| error.to_string()).as_ref(), Ok(puzzle), "{text}");
        text
    }

    fn mono(lattice: Lattice, name: &str, freedom: Freedom, count: Count) -> Piece {
        let shape = Shape::new(lattice, vec![Cell::new(0, 0)]).expect("a good shape");
        Piece { name: name.into(), shape, freedom, count }
    }

    #[test]
    fn regions_keep_their_places() {
        let cells = |list: &[(i32, i32)]| list.iter().map(|&(x, y)| Cell::new(x, y)).collect::<Vec<Cell>>();
        for &lattice in Lattice::ALL {
            let regions = [
                (Region::rectangle(lattice, 5, 3), "rectangle"),
                (Region::new(lattice, cells(&[(0, 0), (1, 0), (0, 1)])), "rows"),
                (Region::new(lattice, cells(&[(3, 2), (4, 2), (4, 3)])), "rows"),
                (Region::new(lattice, cells(&[(-3, 2), (4, 2), (4, -3)])), "cells"),
                (Region::new(lattice, cells(&[(1, 1), (900, 900)])), "cells"),
            ];
            for (region, form) in regions {
                let piece = mono(lattice, "m", Freedom::Free, Count::ANY);
                let puzzle = Puzzle::new("test", region.expect("a good region"), vec![piece]).expect("good");
                let text = round_trip(&puzzle);
                assert!(text.contains(&format!("\"{form}\": [")), "{lattice}: {text}");
            }
        }
        for region in [
            Region::hexagon(Lattice::Hex, 3),
            Region::hexagon(Lattice::Triangle, 3),
            Region::triangle(Lattice::Triangle, 4),
        ] {
            let region = region.expect("a good region");
            let piece = mono(region.lattice(), "m", Freedom::Free, Count::ANY);
            round_trip(&Puzzle::new("test", region, vec![piece]).expect("good"));
        }
    }

    #[test]
    fn joined_sides_and_what_lacks_are_kept() {
        for &lattice in Lattice::ALL {
            for &wrap in Wrap::ALL {
                let whole = Region::wrapped(lattice, 6, 4, wrap).expect("a region");
                let some = whole.with_only(whole.cells()[2..].to_vec()).expect("a region");
                for region in [whole, some] {
                    let piece = mono(lattice, "m", Freedom::Free, Count::ANY);
                    let text = round_trip(&Puzzle::new("test", region, vec![piece]).expect("good"));
                    assert!(text.contains(&format!("\"wrap\": \"{wrap}\"")), "{text}");
                }
            }
        }
        // A piece across the seam is written with the cells of the board.
        let region = Region::wrapped(Lattice::Square, 4, 1, Wrap::Torus).expect("a region");
        let shape = Shape::from_rows(Lattice::Square, ["##"]).expect("a shape");
        let domino = Piece { shape, ..mono(Lattice::Square, "d", Freedom::Free, Count::ANY) };
        let placed = vec![Placed { piece: 0, cells: vec![Cell::new(3, 0), Cell::new(4, 0)] }];
        let rules = Rules { placed, ..Rules::default() };
        let text = round_trip(&Puzzle::ruled("test", region, vec![domino], rules).expect("good"));
        assert!(text.contains("[[0, 0], [3, 0]]"), "{text}");
    }

    #[test]
    fn names_counts_freedoms_and_rules_are_kept() {
        let region = || Region::rectangle(Lattice::Square, 4, 4).expect("a good region");
        let counts = [
            Count::ANY,
            Count::exactly(1),
            Count::exactly(3),
            Count { min: 0, max: Some(2) },
            Count { min: 2, max: None },
            Count { min: 1, max: Some(2) },
        ];
        let pieces: Vec<Piece> = counts
            .iter()
            .zip([Freedom::Free, Freedom::OneSided, Freedom::Fixed].into_iter().cycle())
            .enumerate()
            .map(|(i, (&count, freedom))| mono(Lattice::Square, &format!("\"{i}\\ חמ 🧩"), freedom, count))
            .collect();
        for (contact, gaps) in [(Contact::Allowed, 0), (Contact::Allowed, 2), (Contact::Forbidden, 0)] {
            let puzzle = Puzzle::with_rules("A \"test\" \\ 🧵", region(), pieces.clone(), contact, gaps);
            round_trip(&puzzle.expect("a good puzzle"));
        }
        let placed = |piece, x| Placed { piece, cells: vec![Cell::new(x, 0)] };
        let rules = Rules {
            equal_pieces: EqualPieces::Apart,
            balance: Some(3),
            placed: vec![placed(2, 3), placed(0, 1), placed(2, 0)],
            ..Rules::default()
        };
        let puzzle = Puzzle::ruled("test", region(), pieces.clone(), rules).expect("a good puzzle");
        let text = round_trip(&puzzle);
        for member in ["\"equal_pieces\": \"apart\"", "\"balance\": 3", "\"cells\": [[3, 0]]"] {
            assert!(text.contains(member), "{text}");
        }
    }
}
