//! Rules of puzzle files that are not rules of puzzles.

use crate::fault::fault;
use crate::lattice::{Cell, Lattice};
use crate::polyform::set_names;
use crate::text::{shown, shown_character};

fault! {
    /// Why a part of a puzzle file breaks a rule. Rows and columns are counted from 1.
    #[derive(Clone, PartialEq, Eq)]
    pub enum PuzzleFileError {
        Character { row: usize, column: usize, found: char } = E0440 {
            message("row {row}, column {column}: {character} is neither a cell `#` nor blank `.`", character = shown_character(*found))
            found("{character}", character = found.escape_debug()) allowed("#, . and space")
        }
        /// Rows of squares must end together.
        Ragged { row: usize, found: usize, allowed: usize } = E0441 {
            message("row {row} ends after column `{found}`, but row 1 after {allowed}")
            found("{found}") allowed("{allowed}")
            help("fill the row up with `.`")
        }
        /// Entries are counted from 0, as in a JSON pointer.
        CellAgain { cell: Cell, first: usize } = E0442 {
            message("cell `({}, {})` is entry {first} too", cell.x, cell.y)
            found("({}, {})", cell.x, cell.y)
        }
        /// A cell to leave out that is not in the region.
        NotInRegion { cell: Cell } = E0443 {
            message("cell `({}, {})` is not in the region", cell.x, cell.y)
            found("({}, {})", cell.x, cell.y)
        }
        /// Gaps are meaningless where contact is forbidden: any cell may be empty.
        GapsWithoutContact = E0449 {
            message("`gaps` means nothing where pieces may not touch")
            help("delete it, or allow contact")
        }
        /// Keeping copies apart is meaningless where contact is forbidden: all pieces keep apart.
        ApartWithoutContact { key: &'static str } = E0450 {
            message("`{key}` means nothing where pieces may not touch")
            help("delete it, or allow contact")
        }
        LinkedWithoutSets = E0480 {
            message("`linked` means nothing without sets of pieces that keep apart")
            help("add \"contact\": \"corners\", or sets as \"apart\"")
        }
        NoSuchPiece { found: String, nearest: Option<String> } = E0451 {
            message("there is no piece `{found}`")
            found("{found}")
            meant(Some(nearest) = nearest => "{nearest}", nearest = shown(nearest))
        }
        NoSuchSet { found: String, nearest: Option<&'static str> } = E0444 {
            message("there is no piece and no set of pieces called `{found}`")
            found("{found}") allowed("{sets}", sets = set_names().collect::<Vec<_>>().join(", "))
            meant(Some(nearest) = nearest => "{nearest}")
            help("`piecework list pieces` lists the sets; the letters of pentominoes and tetrominoes are names too")
        }
        OtherLattice { set: &'static str, found: Lattice, allowed: Lattice } = E0445 {
            message("the set `{set}` is {found}, but the puzzle is {allowed}")
            found("{found}") allowed("{allowed}")
            help("write \"lattice\": \"{found}\"")
        }
        NoSuchMember { found: String, set: &'static str, allowed: Vec<String> } = E0446 {
            message("there is no `{found}` in the set `{set}`")
            found("{found}") allowed("{names}", names = allowed.join(", "))
            help("its pieces are {names}", names = few(allowed))
        }
        WordTwice { found: String } = E0469 {
            message("several cells have the word `{found}`")
            found("{found}")
            help("list the cells instead of the words")
        }
        MemberAgain { found: String } = E0447 {
            message("`{found}` is listed twice")
            found("{found}")
        }
        CountWithin = E0472 {
            message("of the pieces in `one_of`, each copy shows one, so none has a count of its own")
            help("write \"count\" beside \"one_of\": {{ \"one_of\": [...], \"count\": 2 }}")
        }
        Sides { found: usize, allowed: usize } = E0478 {
            message("`sides` has {found} colors; a cell has {allowed} sides")
            found("{found}") allowed("{allowed}")
        }
        NothingLeft { set: &'static str } = E0448 {
            message("nothing is left of the set `{set}`")
        }
    }
}

/// The first names of a list.
fn few(names: &[String]) -> String {
    const FEW: usize = 20;
    let more = if names.len() > FEW { " and more" } else { "" };
    names.iter().take(FEW).map(String::as_str).collect::<Vec<&str>>().join(", ") + more
}
