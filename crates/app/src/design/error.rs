//! What can be wrong with a design, or with the options it is written by.

use crate::question::QuestionError;
use piecework_tiling::fault::fault;
use piecework_tiling::setting::OptionError;
use piecework_tiling::templates::board_names;
use piecework_tiling::text::shown;

fault! {
    /// What is wrong with a design or an option. Options are named as they are typed, such as `--kerf`.
    pub enum DesignError {
        NothingToMake = E2208 {
            message("the design does not say what to make")
            help("add one of `solve`, `order`, `compatible`, `divide`, `made_puzzles`, `quilt`, `cut`, `sheet`, `book`, `compare`")
        }
        NoSubject = E2209 {
            message("there is no puzzle to make something of")
            help("name one, such as pentomino-6x10, or give `--board 5x8 --pieces pentominoes`; in a design it is `puzzle`")
        }
        NoDesignInFile { file: String } = E2210 {
            message("`{file}` does not say how it was made", file = shown(file))
        }
        PuzzleToMake { input: String } = E2233 {
            message("`{input}` is a puzzle, which does not say what to make of it", input = shown(input))
            help("`piecework quilt {input}`, `cut` and `sheet` make something of it; `piecework list gallery` lists designs", input = shown(input))
        }
        /// A board without pieces, or pieces without a board.
        OneOfTwo { given: &'static str, missing: &'static str, such: &'static str } = E2235 {
            message("`{given}` needs `{missing}`")
            about("{given}")
            help("add `{missing}`, such as `{missing} {such}`")
        }
        FolderLikeFile { folder: String, stem: String } = E2234 {
            message("several files are written, so `{folder}` would be a folder", folder = shown(folder))
            help("name a folder, such as `-o {stem}`; where there is `--formats`, it says which files", stem = shown(stem))
        }
        PiecesOnly { input: String } = E2211 {
            message("`{input}` names pieces but no board to cover", input = shown(input))
            help("give a board too, such as `--board 6x10 --pieces pentominoes`")
        }
        NotFound { name: String, nearest: Option<&'static str> } = E2212 {
            message("there is no file, template or design called `{name}`", name = shown(name))
            meant(Some(near) = nearest => "{near}")
            if let true = name.starts_with(|c: char| c.is_ascii_digit()) => help("a board is covered with pieces: `--board {name} --pieces pentominoes`", name = shown(name))
            help("`piecework list` lists the templates, and the designs that `piecework make` knows")
        }
        NoTiling { input: String } = E2214 {
            message("`{input}` holds a puzzle but no tiling", input = shown(input))
            help("`piecework solve` finds tilings")
        }
        FileEnding { file: String } = E2215 {
            message("`{file}` must end in .jsonl (one tiling a line), .json or .svg (one tiling) or .txt (letter grids)", file = shown(file))
        }
        SeveralTilings { file: String } = E2216 {
            message("`{file}` holds one tiling only", file = shown(file))
            help("write them to a .jsonl file, one a line")
        }
        SameFile { option: String, other: String } = E2218 {
            message("`{option}` and `{other}` are the same file")
            help("give two file names")
        }
        /// A packing has no picture.
        PackingForm { file: String } = E2219 {
            message("`{file}` cannot hold a packing that is not a tiling", file = shown(file))
            help("write it to a .json or .txt file")
        }
        /// Only letter grids do not say their lattice.
        LatticeUnused { input: String, format: &'static str } = E2213 {
            message("`--lattice` has no effect on `{input}`, a {format}: only letter grids need it", input = shown(input))
            help("leave out `--lattice`")
        }
        /// `--shard auto` outside of an array job.
        NoArrayJob { variables: Vec<&'static str> } = E2221 {
            message("`--shard auto` finds none of {names}", names = variables.join(", "))
            help("run it as an array job, or give `--shard` a number")
        }
        ArrayJobDisagrees { first: String, second: String } = E2222 {
            message("`--shard auto` finds two answers: {first} and {second}")
            help("give `--shard` and `--shards` numbers")
        }
        /// `make DESIGN` with options.
        SeveralProducts { option: String } = E2230 {
            message("the design makes several things, so `{option}` could change any of them", option = shown(option))
            help("use the command of one of them, such as `piecework quilt DESIGN`")
        }
        WeekdaysNeedYear = E2232 {
            message("the calendar has weekdays, and a date has its weekday only in a year")
            help("add --year, such as --year 2027")
        }
        BoardArea { board: String, cells: u64, covered: u64, nearest: Option<String> } = E2231 {
            message("the pieces cover {covered} cells, but the board {board} has {cells}")
            found("{cells} cells") allowed("{covered} cells")
            meant(Some(near) = nearest => "{near}")
            help("add or leave out pieces (`pentominoes+O`), give their numbers (`5 L, 3 T`), or allow any with --count-any")
        }
        NoBoard { found: String, nearest: Option<&'static str> } = E2223 {
            message("there is no board called `{found}`", found = shown(found))
            found("{found}", found = shown(found))
            meant(Some(near) = nearest => "{near}")
            help("boards are COLUMNSxROWS such as 8x5, {names}, any shape with a size such as \"diamond 8\" or \"hexagon 4\", a name such as letters:ANNA, or a .txt or .json file", names = board_names().collect::<Vec<_>>().join(", "))
        }
        LettersTooLarge { text: String, least_columns: usize, least_rows: usize, columns: u32, rows: u32, fits: String } = E2241 {
            message("`{text}` needs {least_columns} x {least_rows} cells, and the board has {columns} x {rows}", text = shown(text))
            found("{columns}x{rows}") allowed("at least {least_columns}x{least_rows}")
            if let false = fits.is_empty() => help("`{fits}` fits; or take a larger board")
            help("take a larger board")
        }
        NoLetter { found: String } = E2240 {
            message("the alphabet has no letter `{found}`", found = shown(found))
            found("{found}", found = shown(found)) allowed("A to Z with accents, 0 to 9, and & + - . ' ! ♥")
        }
        OtherLattice { pieces: String, cells: &'static str, board: String, of: &'static str } = E2238 {
            message("the pieces {pieces} are {cells}, and {board} has {of}", pieces = shown(pieces))
            help("`piecework list pieces` says which sets are of {of}")
        }
        /// Without their colors they would be other pieces.
        ColoredPieces { puzzle: String } = E2242 {
            message("the pieces of `{puzzle}` have colors, which rectangles and figures do not know", puzzle = shown(puzzle))
            help("delete \"colors\" and \"sides\" from its pieces")
        }
    } from {
        /// An option or its value is wrong.
        Option(OptionError),
        /// A condition or key that cannot be read.
        Question(QuestionError),
    }
}
