//! The command line as typed: every doc comment here is help text.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use piecework::{DEFAULT_PALETTE, Lattice, Length};

const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    finished, the answer is no
  2    bad usage or input, nothing written
  3    stopped by a limit, what was found is kept
  4    cannot write, old files untouched
  5    internal error
  129, 130, 143  after a signal, what was found is kept";

const ORDER_HELP: &str = "\
A piece is named by hexadecimal digits, two a row, the left cell first: f840 is `#####` above `.#...`. Pieces may be
turned and flipped, and there are as many of each as needed. Every smaller rectangle is shown to have no tiling.

Example: piecework order f840
         piecework order f820_e070 --json
         piecework order y-hexomino-23x24 -o rectangle.json";

const SOLVE_HELP: &str = "\
Example: piecework solve pentomino-6x10 --count --json
         piecework solve pentomino-6x10 --all --where \"fault_lines > 0\" --json
         piecework solve pentomino-6x10 --sample 200 --seed 7 --sort=-crossings --pick 12 -o designs.jsonl";

const SHEET_HELP: &str = "\
Example: piecework sheet pentomino-6x10 --paper a4 -o sheet
         piecework sheet pentomino-6x10 --all -o catalogue
         piecework sheet pentomino-3x20 hexiamond-6x6 tetrahex-4x7 --title \"For the train\" -o book
         piecework solve pentomino-6x10 --sample 12 --seed 7 -o designs.jsonl
         piecework sheet designs.jsonl --palette jewel -o designs";

const INSPECT_HELP: &str = "\
Example: piecework inspect pentomino-6x10
         piecework inspect mine.txt yours.jsonl --distinct free -o both.jsonl";
const CHECK_HELP: &str = "\
What is broken is refused with its place (exit code 2). Files whose names say that they are of one sheet, such as
my-cut-1.svg, my-cut-1-r2000_mm.dxf and page 1 of my-cut.pdf, must have the same edges on the same layers to 0.01 mm, HPGL to
0.0125 mm; AAMA and ASTM files of a job the same lines, DST and EXP files of one name the same stitches. Otherwise the exit
code is 1. The command that a file was made by is shown. Of files with tilings every one is checked, and those that are only
turned or flipped are counted once.

Example: piecework check output/*-cut*
         piecework check designs.jsonl";

/// The heading over the options of every command.
const EVERYWHERE: &str = "Options of every command";

/// The heading over what decides how long and how to search.
const SEARCH: &str = "Search options";

/// The heading over what decides how straight seams are planned.
const STRAIGHT: &str = "Straight seams (with --method straight)";

/// The heading over who gets which fabric.
const FABRICS: &str = "Fabrics";

/// The heading over what decides which files a machine gets.
pub(crate) const FILES: &str = "Files for the machine";

/// The heading over what keeps and divides searches that take hours.
const LONG: &str = "Long searches (with --all or --count)";

/// Turns tiling puzzles into quilt patterns, cut files and puzzle sheets.
///
/// PUZZLE and TILING are a file, `-` for standard input, or the name of a template (see `piecework templates`). Read are
/// puzzle and tiling files (JSON), SVG files written here, letter grids, hexadecimal piece names, D:/P:/H: files and BurrTools .xmpuzzle files.
#[derive(Debug, Parser)]
#[command(name = "piecework", version, after_help = EXIT_CODES, arg_required_else_help = true, max_term_width = 110)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Options of every command.
#[derive(Debug, Clone, Args)]
pub(crate) struct Common {
    /// Print one JSON object on standard output, and nothing else there
    #[arg(long, global = true, help_heading = EVERYWHERE)]
    pub(crate) json: bool,
    /// Replace files that exist
    #[arg(long, global = true, help_heading = EVERYWHERE)]
    pub(crate) force: bool,
    /// Say nothing on standard error but errors
    #[arg(long, short, global = true, help_heading = EVERYWHERE)]
    pub(crate) quiet: bool,
    /// Raise or lower a limit, such as region-cells=100000; a wrong name lists them all
    #[arg(long = "limit", value_name = "NAME=VALUE", global = true, help_heading = EVERYWHERE)]
    pub(crate) limits: Vec<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find tilings of a puzzle, or count them
    #[command(after_help = SOLVE_HELP, after_long_help = format!("{SOLVE_HELP}\n\n{}", crate::choice::keys_help()))]
    Solve(SolveArgs),
    /// Find the smallest rectangle that copies of a piece, or of a few, tile
    #[command(after_help = "Example: piecework order f840", after_long_help = ORDER_HELP)]
    Order(OrderArgs),
    /// Make a quilt pattern: templates true to size, or rectangles sewn with straight seams only
    #[command(after_help = "Example: piecework quilt pentomino-6x10 --cell 2in --paper letter -o quilt
         piecework quilt y-hexomino-23x24 --method straight -o quilt")]
    Quilt(QuiltArgs),
    /// Make cut files: SVG, DXF and PDF for a die cutter or laser
    #[command(after_help = "Example: piecework cut pentomino-6x10 --cell 20mm --kerf 0.2mm -o cut")]
    Cut(CutArgs),
    /// Read cut files back, and compare the files of each sheet; read tilings and say what is wrong with them
    #[command(after_help = CHECK_HELP)]
    Check(CheckArgs),
    /// Make puzzle pages: the empty board with its pieces, solutions, catalogues, contact sheets of designs, books
    #[command(after_help = SHEET_HELP)]
    Sheet(SheetArgs),
    /// Tell the properties of tilings, or of pieces such as f840; choose, sort and convert tilings
    #[command(after_help = INSPECT_HELP, after_long_help = format!("{INSPECT_HELP}\n\n{}", crate::choice::keys_help()))]
    Inspect(InspectArgs),
    /// Race engines against one another on a puzzle, or several: a table and a chart
    #[cfg(feature = "chart")]
    #[command(after_help = "Example: piecework compare thirteen-pieces-8x8 -o compared
         piecework compare pentomino-6x10 --engines frontier,cover,dlx --time-limit 30s -o compared")]
    Compare(CompareArgs),
    /// List the templates: puzzles, palettes, papers and machines
    #[command(after_help = "Example: piecework templates --json")]
    Templates,
    /// Print the JSON Schema of puzzle files, or of machine files
    #[command(after_help = "Example: piecework schema > puzzle.schema.json")]
    Schema {
        /// What kind of file
        #[arg(value_enum, default_value_t = SchemaKind::Puzzle)]
        kind: SchemaKind,
    },
    /// Print a completion script for a shell
    #[command(after_help = "Example: piecework completions bash > /etc/bash_completion.d/piecework")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// The files that have a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaKind {
    /// Puzzles
    Puzzle,
    /// Machines
    Machine,
}

/// What to read.
#[derive(Debug, Clone, Args)]
pub(crate) struct Input {
    /// A file, `-` for standard input, or the name of a template
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: PathBuf,
    /// The lattice of letter grids; every other format says it itself
    #[arg(long, value_enum)]
    pub(crate) lattice: Option<GridLattice>,
}

/// The lattices that letter grids are drawn on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GridLattice {
    /// Squares: one letter beside the other
    Square,
    /// Hexagons: a space between letters, rows moved by one in turn
    Hex,
    /// Triangles: pointing up where row + column is even
    Triangle,
}

impl From<GridLattice> for Lattice {
    fn from(lattice: GridLattice) -> Self {
        match lattice {
            GridLattice::Square => Lattice::Square,
            GridLattice::Hex => Lattice::Hex,
            GridLattice::Triangle => Lattice::Triangle,
        }
    }
}

/// How long and how to search.
#[derive(Debug, Clone, Args)]
pub(crate) struct SearchArgs {
    /// Which engine searches; `auto` chooses and says so. The others: cover, frontier, dlx, liberties, backtrack, brute-force
    /// (exhaustive), cut-line, re-tiling, genetic and random (for one tiling or a packing)
    #[arg(long, help_heading = SEARCH, value_name = "NAME", default_value = "auto")]
    pub(crate) engine: String,
    /// Try options in a random order that this number decides; without it the order is fixed
    #[arg(long, help_heading = SEARCH, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Stop after this time: 30s, 10m, 2h
    #[arg(long, help_heading = SEARCH, value_name = "T", value_parser = crate::request::duration)]
    pub(crate) time_limit: Option<std::time::Duration>,
    /// Give up what leaves an empty area that no pieces can fill (engines backtrack and brute-force)
    #[arg(long, help_heading = SEARCH)]
    pub(crate) no_gaps: bool,
    /// Stop after this many steps of the search, which is then made by one thread
    #[arg(long, help_heading = SEARCH, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Search with this many threads; as many as the machine has unless given. The results are the same
    #[arg(long, help_heading = SEARCH, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Let the tables of the search take so much memory: 512MB, 2GiB; 2GiB unless given
    #[arg(long, help_heading = SEARCH, value_name = "SIZE", value_parser = crate::request::bytes)]
    pub(crate) memory: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Count the tilings instead of showing them: all, and up to symmetry
    #[arg(long, conflicts_with_all = ["first", "all", "raw", "question", "distinct", "sort", "pick"])]
    pub(crate) count: bool,
    /// Stop after this many tilings; with --where or --distinct, after so many of those
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "all", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) first: u64,
    /// Find every tiling
    #[arg(long)]
    pub(crate) all: bool,
    /// Show turned and reflected tilings too, not one of each kind
    #[arg(long)]
    pub(crate) raw: bool,
    /// Draw so many tilings by chance, all equally likely where they can be counted by layers; --seed decides which
    #[arg(long, value_name = "N", conflicts_with_all = ["count", "first", "all", "raw"], value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sample: Option<u64>,
    /// Without a tiling, show the fullest packing found, with `?` for uncovered cells; exit code 3 unless it is proved
    /// that there is no tiling
    #[arg(long, conflicts_with_all = ["count", "first", "all", "raw", "sample", "checkpoint", "shards", "merge", "question", "distinct", "sort", "pick"])]
    pub(crate) best_effort: bool,
    #[command(flatten)]
    pub(crate) choice: crate::choice::ChoiceArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// Write the tilings to a file: .jsonl (one a line), .json or .svg (one) or .txt (letter grids)
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Keep every finished part of the search in this file; the same command again goes on from there
    #[arg(long, help_heading = LONG, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Divide the search among so many runs, on any machines; each writes a file with -o, kept like a checkpoint
    #[arg(long, help_heading = LONG, value_name = "N", requires_all = ["shard", "output"], conflicts_with = "checkpoint")]
    pub(crate) shards: Option<usize>,
    /// Which of them this run is, from 0
    #[arg(long, help_heading = LONG, value_name = "I", requires = "shards")]
    pub(crate) shard: Option<usize>,
    /// Join the files of all shards: gives what one run would have given
    #[arg(long, help_heading = LONG, value_name = "FILES", num_args = 1..,
        conflicts_with_all = ["count", "first", "all", "raw", "sample", "checkpoint", "shards", "shard"])]
    pub(crate) merge: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct OrderArgs {
    /// Pieces such as f840, two of them as f820_e070, or a puzzle whose pieces are meant
    #[arg(value_name = "PIECE", required = true)]
    pub(crate) pieces: Vec<PathBuf>,
    /// Look at no rectangle of more cells
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_area: Option<u32>,
    /// Stop after this time: 30s, 10m, 2h
    #[arg(long, help_heading = SEARCH, value_name = "T", value_parser = crate::request::duration)]
    pub(crate) time_limit: Option<std::time::Duration>,
    /// Stop after this many steps of the search
    #[arg(long, help_heading = SEARCH, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Let the search take so much memory: 512MB, 2GiB; 2GiB unless given
    #[arg(long, help_heading = SEARCH, value_name = "SIZE", value_parser = crate::request::bytes)]
    pub(crate) memory: Option<u64>,
    /// Write the tilings to a file: .jsonl (one a line), .json (the first) or .txt (letter grids)
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What is raced, and how long.
#[cfg(feature = "chart")]
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// Puzzles: files, `-` for standard input, or names of templates
    #[arg(value_name = "PUZZLE", required = true)]
    pub(crate) puzzles: Vec<PathBuf>,
    /// Only these engines, such as frontier,cover,genetic; all unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) engines: Vec<String>,
    /// Look for a first tiling with the seeds 1 to N
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) seeds: u16,
    /// Stop every single search after this time: 30s, 10m
    #[arg(long, value_name = "T", default_value = "10s", value_parser = crate::request::duration)]
    pub(crate) time_limit: std::time::Duration,
    /// Stop every single search after this many steps
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Let the tables of a search take so much memory: 512MB, 2GiB; 2GiB unless given
    #[arg(long, value_name = "SIZE", value_parser = crate::request::bytes)]
    pub(crate) memory: Option<u64>,
    #[command(flatten)]
    pub(crate) directory: Directory,
}

/// Where to write a set of files.
#[derive(Debug, Clone, Args)]
pub(crate) struct Directory {
    /// The folder to write to
    #[arg(long, short, value_name = "DIR", default_value = "output")]
    pub(crate) output: PathBuf,
}

/// What is wanted of the fabrics.
#[derive(Debug, Clone, Args)]
pub(crate) struct FabricArgs {
    /// How fabrics are given to patches; those that touch always differ
    #[arg(long, value_enum, default_value_t = Mode::Fewest, help_heading = FABRICS)]
    pub(crate) colour: Mode,
    /// Use exactly so many fabrics
    #[arg(long, value_name = "K", help_heading = FABRICS, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) fabrics: Option<u16>,
    /// Use at most so many fabrics
    #[arg(long, value_name = "K", help_heading = FABRICS, conflicts_with = "fabrics", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) most_fabrics: Option<u16>,
    /// Use only these fabrics of the palette, and no more of each than there is: yards or metres, fat quarters, patches or
    /// cells, as in "Oat=1 1/2yd,Rust=2 fat quarters,Sage=40,Ink=240cells"
    #[arg(long, value_name = "LIST", help_heading = FABRICS, conflicts_with_all = ["colour", "fabrics", "most_fabrics", "contrast", "exchange"])]
    pub(crate) stash: Option<String>,
    /// With zones: half a turn of the quilt exchanges fabrics
    #[arg(long, help_heading = FABRICS)]
    pub(crate) exchange: bool,
    /// Choose fabrics from the whole palette for the greatest contrast where patches touch, not in its order
    #[arg(long, help_heading = FABRICS)]
    pub(crate) contrast: bool,
}

/// How fabrics are given to patches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// As few as possible
    Fewest,
    /// Each for as many patches as any other
    Balanced,
    /// Zones one inside the other, two fabrics each
    Concentric,
    /// Zones from top to bottom, two fabrics each
    Bands,
    /// Zones from corner to corner, two fabrics each
    Diagonal,
    /// Turning the quilt exchanges fabrics
    Symmetric,
    /// A fabric tells which piece a patch is
    Kind,
    /// A fabric tells how a patch is turned
    Orientation,
    /// No more of each than the palette file says there is
    Stash,
}

#[derive(Debug, Args)]
pub(crate) struct QuiltArgs {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The finished edge of one cell; 2in unless given, 5cm with --units metric
    #[arg(long, value_name = "LENGTH")]
    pub(crate) cell: Option<Length>,
    /// The seam allowance around every patch
    #[arg(long, value_name = "LENGTH", default_value = "1/4in")]
    pub(crate) seam: Length,
    /// How the quilt is cut and sewn
    #[arg(long, value_enum, default_value_t = Method::Templates)]
    pub(crate) method: Method,
    /// Print templates as mirror images: for freezer paper, foundations and pens on the back of the cloth
    #[arg(long)]
    pub(crate) mirror: bool,
    /// What the best plan is; fewest-rectangles unless given
    #[arg(long, help_heading = STRAIGHT, value_enum)]
    pub(crate) objective: Option<Objective>,
    /// The most rectangles in a block, which is sewn before blocks are joined; 20 unless given
    #[arg(long, help_heading = STRAIGHT, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) block: Option<u16>,
    /// Fill gaps, holes and the corners outside the region with background cloth, which stay empty otherwise
    #[arg(long, help_heading = STRAIGHT)]
    pub(crate) background: bool,
    /// Print foundations for what can be sewn on paper: mirror images, true to size, numbered in sewing order
    #[arg(long, help_heading = STRAIGHT)]
    pub(crate) foundations: bool,
    /// The fabrics: a palette by name, or a palette file (.json, or .csv with lines name,#rrggbb,role,stock)
    #[arg(long, value_name = "NAME", default_value = DEFAULT_PALETTE)]
    pub(crate) palette: String,
    /// Which patches must differ in fabric: those that share an edge, or also a corner
    #[arg(long, value_enum, default_value_t = Touching::Edge)]
    pub(crate) differ: Touching,
    #[command(flatten)]
    pub(crate) fabrics: FabricArgs,
    /// The paper to print on: a sheet such as a4, or a roll such as roll-a0, of which pages are as long as they must be
    #[arg(long, value_name = "NAME", default_value = "letter")]
    pub(crate) paper: String,
    /// The units that sizes are written in, and that decide what is usual
    #[arg(long, value_enum, default_value_t = Units::Imperial)]
    pub(crate) units: Units,
    #[command(flatten)]
    pub(crate) yardage: crate::yardage::YardageArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) directory: Directory,
}

#[derive(Debug, Args)]
pub(crate) struct CutArgs {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The machine, which decides stock, files, colours and units: a name, or the JSON file of one of your own
    #[arg(long, value_name = "NAME", default_value = "generic")]
    pub(crate) machine: String,
    #[command(flatten)]
    pub(crate) files: crate::cut_files::FileArgs,
    /// The edge of one cell of the finished piece
    #[arg(long, value_name = "LENGTH", default_value = "10mm")]
    pub(crate) cell: Length,
    /// The width of material that the beam or blade removes
    #[arg(long, value_name = "LENGTH", default_value = "0")]
    pub(crate) kerf: Length,
    /// The seam allowance around every piece
    #[arg(long, value_name = "LENGTH", default_value = "0")]
    pub(crate) seam: Length,
    /// The least distance between pieces on the stock; 2mm unless the machine needs more
    #[arg(long, value_name = "LENGTH")]
    pub(crate) gap: Option<Length>,
    /// The stock, WIDTHxHEIGHT such as 600mmx400mm; the machine's whole area unless given
    #[arg(long, value_name = "SIZE", value_parser = crate::request::size)]
    pub(crate) stock: Option<crate::request::Size>,
    /// The paper of the assembly diagram and of pages to print; a4 unless given
    #[arg(long, value_name = "NAME")]
    pub(crate) paper: Option<String>,
    /// Leave out the assembly diagram
    #[arg(long)]
    pub(crate) no_assembly: bool,
    /// Leave out the numbers drawn on the pieces
    #[arg(long)]
    pub(crate) no_labels: bool,
    #[command(flatten)]
    pub(crate) line: crate::cut_lines::LineArgs,
    #[command(flatten)]
    pub(crate) division: crate::cut_division::DivisionArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) directory: Directory,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files that `piecework cut` wrote: .svg, .dxf, .plt, .lbrn2, .pdf, .dst, .exp; and tilings: .txt, .json, .jsonl
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The lattice of letter grids; every other format says it itself
    #[arg(long, value_enum)]
    pub(crate) lattice: Option<GridLattice>,
}

#[derive(Debug, Args)]
pub(crate) struct SheetArgs {
    /// Puzzles or tilings: files, `-` for standard input, or names of templates; several make a book
    #[arg(value_name = "PUZZLE", required = true)]
    pub(crate) inputs: Vec<PathBuf>,
    /// The lattice of letter grids; every other format says it itself
    #[arg(long, value_enum)]
    pub(crate) lattice: Option<GridLattice>,
    /// The paper to print on
    #[arg(long, value_name = "NAME", default_value = "a4")]
    pub(crate) paper: String,
    /// The colours of solutions: a palette by name, or a palette file (.json or .csv)
    #[arg(long, value_name = "NAME", default_value = DEFAULT_PALETTE)]
    pub(crate) palette: String,
    #[command(flatten)]
    pub(crate) fabrics: FabricArgs,
    /// How many solutions to draw, of each puzzle
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) solutions: u64,
    /// Draw every solution, up to symmetry: a catalogue with numbers and an index
    #[arg(long, conflicts_with = "solutions")]
    pub(crate) all: bool,
    /// How many solutions on a page; unless given one, and in catalogues and contact sheets as many as can be read
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u32).range(1..=400))]
    pub(crate) per_page: Option<u32>,
    /// Add a page with so many pieces of a solution on the board
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub(crate) hints: usize,
    /// How solutions are drawn
    #[arg(long, value_enum, default_value_t = Look::Colours)]
    pub(crate) look: Look,
    /// Leave out the names on pieces
    #[arg(long)]
    pub(crate) no_letters: bool,
    /// Also make pages with the pieces to cut out of card, the edge of a cell so long
    #[arg(long, value_name = "LENGTH")]
    pub(crate) punch_out: Option<Length>,
    /// The title of a book
    #[arg(long, value_name = "TEXT", default_value = "A book of puzzles")]
    pub(crate) title: String,
    #[command(flatten)]
    pub(crate) choice: crate::choice::ChoiceArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) directory: Directory,
}

/// How solutions are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Look {
    /// In the colours of the palette
    Colours,
    /// By line only
    Lines,
}

#[derive(Debug, Args)]
pub(crate) struct InspectArgs {
    /// Files, `-` for standard input, or the name of a template
    #[arg(value_name = "TILING", required = true)]
    pub(crate) inputs: Vec<PathBuf>,
    /// The lattice of letter grids; every other format says it itself
    #[arg(long, value_enum)]
    pub(crate) lattice: Option<GridLattice>,
    #[command(flatten)]
    pub(crate) choice: crate::choice::ChoiceArgs,
    /// Write the tilings to a file: .jsonl (one a line), .json or .svg (one) or .txt (letter grids)
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

/// How a quilt is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// Cut each patch by a template and set corners in
    Templates,
    /// Cut rectangles, or strips of triangles, and sew them with straight seams only
    Straight,
    /// Fold each patch over a paper and sew by hand: English paper piecing
    Epp,
}

/// What the best plan of straight seams is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Objective {
    /// As few rectangles as possible
    FewestRectangles,
    /// The shortest seams in all
    ShortestSeams,
    /// All rectangles from strips of one height
    FewestStripHeights,
    /// As few steps one after another as possible
    ShallowestAssembly,
}

/// When two patches touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Touching {
    /// They share an edge
    Edge,
    /// They share an edge or a corner
    Corner,
}

/// Millimetres or inches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Units {
    /// Millimetres
    Metric,
    /// Inches, as fractions
    Imperial,
}
