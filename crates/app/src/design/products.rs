//! What a design makes besides quilts and cut files: one table of options for each command.

use std::time::Duration;

use super::board::BoardChoice;
use super::choices::ExportForm;
use super::language::Language;
use super::search::ChoiceRequest;
use piecework_draw::options::{FabricRequest, Options as _, flag, options};
use piecework_sheet::{SheetLook, SheetStyle, Trim};
use piecework_solve::maker::PuzzleKind;
use piecework_solve::{Engine, TilingSymmetry};
use piecework_tiling::lattice::Lattice;
use piecework_tiling::length::Length;

/// The heading over searches that are kept and divided.
const LONG: &str = "Long searches (with --all or --count)";

options! {
    /// Tilings, or how many there are.
    SolveRequest {
        /// Count the tilings instead of showing them: all, and up to symmetry or as --distinct says
        count: bool; excludes: &["first", "all", "raw", "where", "sort", "pick"],
        /// Count a second time in another way, and print the number only if both agree
        certificate: bool; needs: Some("count"), excludes: &["symmetric", "shards"],
        /// Stop after N tilings; with --where or --distinct, after N of those
        first: u64 = "1"; value_name: "N", range: (1, u64::MAX), excludes: &["all"],
            label: "Number of tilings",
        /// Find every tiling
        all: bool,
        /// Show turned and reflected tilings too, not one of each kind
        raw: bool;
            label: "Turned and flipped ones too",
        /// Draw N tilings at random, uniformly where they can be counted; --seed decides which
        sample: Option<u64>; value_name: "N", range: (1, u64::MAX), excludes: &["count", "first", "all", "raw"],
        /// Find only tilings that are equal to their own turn or mirror image: half-turn, third-turn,
        /// quarter-turn, sixth-turn, reflection, any, or full for all symmetries of the puzzle. Large boards
        /// become small ones
        symmetric: Option<TilingSymmetry>; value_name: "KIND", excludes: &["sample", "shards"],
        /// If no tiling is found, show the fullest packing, with `?` for uncovered cells; exit code 3 unless
        /// it is proved that no tiling exists
        best_effort: bool;
            excludes: &["count", "first", "all", "raw", "sample", "symmetric", "shards", "where", "distinct", "sort", "pick"],
        /// Write the puzzle for other solvers instead of searching: to standard output, or to the file of -o
        export: Option<ExportForm>; value_name: "FORM",
            excludes: &["count", "first", "all", "raw", "sample", "symmetric", "best_effort", "shards", "where", "distinct", "sort", "pick"],
        /// Divide the search among N runs, on any machines; each writes a part file with -o
        shards: Option<u64>; value_name: "N", group: LONG, range: (1, 1_000_000), needs: Some("shard"),
        /// Which of them this run is, from 0; `auto` asks the scheduler of an array job
        shard: Option<u64>; value_name: "I", group: LONG, range: (0, 999_999), needs: Some("shards"),
        /// Divide this part of the shard again, because it takes too long; one that takes over a minute is
        /// divided automatically. --status shows the parts
        split_part: Option<String>; value_name: "PART", group: LONG, needs: Some("shards"),
    }
    with {
        /// Which tilings are kept.
        choice: ChoiceRequest,
    }
}

options! {
    /// The smallest rectangle that copies of some pieces tile.
    OrderRequest {
        /// The pieces by hexadecimal name, such as f840 or f820_e070, besides those of the puzzle
        pieces: Vec<String>; value_name: "PIECE",
        /// Skip rectangles of more than N cells
        max_area: Option<u64>; value_name: "N", range: (1, 0xffff_ffff),
    }
}

options! {
    /// The smallest figure that copies of each of some pieces tile.
    CompatibleRequest {
        /// The pieces by name, such as f840 or pentominoes:X, besides those of the puzzle
        pieces: Vec<String>; value_name: "PIECE",
        /// Skip figures of more than N cells
        max_cells: Option<u64>; value_name: "N", range: (1, 0xffff_ffff),
        /// Find all smallest figures, not one
        all: bool,
        /// Only figures without holes
        no_holes: bool,
    }
}

options! {
    /// Pieces divided into groups that tile congruent figures.
    DivideRequest {
        /// The pieces by name, such as pentominoes or pentominoes:X, besides those of the puzzle
        pieces: Vec<String>; value_name: "PIECE",
        /// The number of groups
        groups: u64 = "2"; value_name: "N", range: (2, 30),
        /// Stop after N divisions
        first: u64 = "1"; value_name: "N", range: (1, u64::MAX), excludes: &["all"],
            label: "Number of tilings",
        /// Find every division: they differ in the figure or in the pieces of a group
        all: bool,
        /// Count the divisions instead of showing them
        count: bool; excludes: &["first", "all"],
        /// Only figures without holes
        no_holes: bool,
    }
}

options! {
    /// Puzzles made to order.
    PuzzleRequest {
        /// The board: columns and rows such as 8x5, a shape (heart, star, house, tree, diamond, cross, ring, stairs), one with a size (hexagon 4), a name (letters:ANNA), or a file
        /// (.txt: drawn with #, .json: of a puzzle); the board of PUZZLE by default
        board: Option<BoardChoice>; value_name: "BOARD",
        /// The pieces to choose from, by name: pentominoes, or pentominoes:F,I,L; those of PUZZLE by default
        pieces: Option<String>; value_name: "PIECES",
        /// What the puzzle gives
        kind: PuzzleKind = "subset"; value_name: "KIND",
        /// The language of a calendar
        language: Language = "en"; value_name: "CODE",
        /// The lattice of a calendar, and of letter grids that are read
        lattice: Option<Lattice>; value_name: "LATTICE",
        /// The calendar has weekdays too
        weekdays: bool,
        /// The pieces of the calendar are not turned over: wood with one good side
        no_flip: bool;
            label: "One-sided wood",
        /// How many pieces the calendar has; a number that usually works by default
        piece_count: Option<u64>; value_name: "N", range: (1, 40),
            label: "Number of pieces",
        /// Every date of the calendar has at least A solutions
        fewest: u64 = "1"; value_name: "A", range: (1, 1_000_000_000),
            label: "Fewest solutions of a date",
        /// Every date of the calendar has at most B solutions
        most: Option<u64>; value_name: "B", range: (1, 1_000_000_000),
            label: "Most solutions of a date",
        /// Only puzzles with one solution, up to turning and flipping the board; all kinds but subset and silhouette always have one
        unique: bool;
            label: "One solution",
        /// Only puzzles of this estimated difficulty, from 1 (easy) to 5, as a solver measures it that reasons like a person
        difficulty: Option<u64>; value_name: "CLASS", range: (1, 5),
        /// How many puzzles, no two alike
        count: u64 = "1"; value_name: "N", range: (1, 1000),
            label: "Number of puzzles",
        /// Make a class set and not a book: a page with a line for the name for each of N pupils, and a key
        copies: Option<u64>; value_name: "N", range: (1, 200), excludes: &["count", "trim"],
            label: "Pupils of a class",
        /// Give each pupil of a class another puzzle of one difficulty
        vary: bool; needs: Some("copies"),
        /// How many pieces a hint shows, besides those that are given; 0 for no hints
        hints: u64 = "1"; value_name: "K",
        /// The paper to print on
        paper: String = "a4"; value_name: "NAME",
            lists: &["papers"],
        /// Make a book to be printed and bound, with pages of this size and the cover as a file of its own
        trim: Option<Trim>; value_name: "SIZE", excludes: &["paper"],
            label: "Bound book",
        /// The book is printed on cream paper, which makes its spine wider
        cream: bool; needs: Some("trim"),
            label: "Cream paper",
        /// How pages look, and for whom they are made
        style: SheetStyle = "modern"; value_name: "STYLE",
        /// The title of the book of several puzzles
        title: String = "Puzzles made to order"; value_name: "TEXT",
    }
}

impl PuzzleRequest {
    /// The first option that only calendars obey.
    pub(crate) fn of_calendars(&self) -> Option<String> {
        let keys = ["language", "weekdays", "no_flip", "piece_count", "fewest", "most"];
        keys.into_iter().find(|key| self.is_set(key)).map(flag)
    }
}

options! {
    /// A race of engines on some puzzles.
    CompareRequest {
        /// Only these engines, such as frontier,cover,genetic; all by default
        engines: Vec<Engine>; value_name: "NAMES",
        /// Look for a first tiling with the seeds 1 to N
        seeds: u64 = "5"; value_name: "N", range: (1, 1000),
        /// Stop every single search after this time: 30s, 10m
        time_limit: Duration = "10s"; value_name: "T",
    }
}

options! {
    /// Puzzle pages.
    SheetRequest {
        /// The paper to print on
        paper: String = "a4"; value_name: "NAME",
            lists: &["papers"],
        /// How many solutions to draw, of each puzzle
        solutions: u64 = "1"; value_name: "N",
        /// Draw every solution, up to symmetry: a catalogue with numbers and an index
        all: bool; excludes: &["solutions"],
        /// How many solutions on a page; one by default, and in catalogues and contact sheets as many as stay
        /// readable
        per_page: Option<u64>; value_name: "N", short: Some('n'), range: (1, 400),
            label: "Solutions on a page",
        /// Add a page with K pieces of a solution on the board
        hints: u64 = "0"; value_name: "K",
        /// How solutions are drawn
        look: SheetLook = "colors"; value_name: "HOW",
            label: "Drawn",
        /// Leave out the names on pieces
        no_letters: bool;
            label: "Leave out letters",
        /// Also make pages with the pieces to cut out of card, with cells of this edge
        punch_out: Option<Length>; value_name: "LENGTH",
        /// Draw the solutions alone as one picture (.svg) instead of pages, N side by side
        picture: Option<u64>; value_name: "N", range: (1, 10_000), excludes: &["paper", "per_page", "hints", "look", "punch_out"],
        /// Make a book to be printed and bound, with pages of this size and the cover as a file of its own
        trim: Option<Trim>; value_name: "SIZE", excludes: &["paper"],
            label: "Bound book",
        /// The book is printed on cream paper, which makes its spine wider
        cream: bool; needs: Some("trim"),
            label: "Cream paper",
        /// The title of a book
        title: String = "A book of puzzles"; value_name: "TEXT",
    }
    with {
        /// The colors.
        fabrics: FabricRequest,
        /// Which tilings are kept.
        choice: ChoiceRequest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::{CutRequest, Options, QuiltRequest};

    #[test]
    fn options_that_rows_name_exist() {
        let tables = [
            SolveRequest::rows(),
            OrderRequest::rows(),
            CompatibleRequest::rows(),
            DivideRequest::rows(),
            PuzzleRequest::rows(),
            CompareRequest::rows(),
            QuiltRequest::rows(),
            CutRequest::rows(),
            SheetRequest::rows(),
        ];
        for rows in tables {
            for row in &rows {
                for other in row.excludes.iter().copied().chain(row.needs) {
                    assert!(rows.iter().any(|row| row.key == other), "{} names {other}", row.key);
                }
            }
        }
        for spec in crate::design::PRODUCTS {
            let keys: Vec<&str> = (spec.rows)().iter().map(|row| row.key).collect();
            assert!(spec.common.iter().all(|key| keys.contains(key)), "{}", spec.name);
        }
    }
}
