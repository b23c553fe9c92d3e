//! The command line as typed, made from the tables of the library: every option of a design is an option
//! here.

mod values;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use clap_complete::Shell;
use piecework::design::{KINDS, OptionSpec, Options, PRODUCTS, ProductSpec, SearchRequest, names};
use piecework::job::{keys_help, schedulers};
use piecework::puzzle::Wrap;

use crate::short_help;
pub(crate) use values::NAMED;
use values::{NamedPath, Values, option};

const ABOUT: &str = "Turns tiling puzzles into quilt patterns, cut files and puzzle pages";

const LONG_ABOUT: &str = "\
Turns tiling puzzles into quilt patterns, cut files and puzzle pages.

PUZZLE is a file, `-` for standard input, or a name (`piecework list` lists them). piecework reads puzzle, tiling and design \
files (JSON), files that it wrote (SVG, PDF, DXF, LightBurn), letter grids, names of pieces, D:/P:/H: files and BurrTools \
.xmpuzzle files.";

const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    finished, the answer is no
  2    bad usage or input, nothing written
  3    stopped by a limit, or fewer than asked for; what was found is kept
  4    cannot write, old files untouched
  5    internal error
  129, 130, 143  after a signal, what was found is kept";

/// The heading over the options of every command.
const EVERYWHERE: &str = "Options of every command";
/// The heading over searches that are kept and divided.
const LONG: &str = "Long searches (with --all or --count)";

/// The heading over job files.
const PLANS: &str = "Searches on several computers";

/// Parses a command line.
///
/// Options are made for the commands that it names alone: those of all commands take 5 ms, longer than many searches.
///
/// # Errors
/// An error of clap, with the words of the whole command line.
pub(crate) fn parse(args: &[OsString]) -> Result<ArgMatches, clap::Error> {
    let args = &joined(args);
    let named = short_help::fitted(with_options(|name| args.iter().any(|arg| arg == name)), args)?;
    // Help and version are the same with the options of all products, errors propose names from them.
    named
        .try_get_matches_from(args)
        .or_else(|end| if end.use_stderr() { command().try_get_matches_from(args) } else { Err(end) })
}

/// Joins what belongs to the option before it, so that it is answered there: a number with a minus, which looks like an
/// option, and a fraction or a unit that stands apart, as in `--cell 1 1/2 in`.
fn joined(args: &[OsString]) -> Vec<OsString> {
    const UNITS: [&str; 12] =
        ["in", "inch", "inches", "mm", "cm", "m", "yd", "yard", "yards", "millimetres", "millimeters", "\""];
    let mut joined: Vec<OsString> = Vec::new();
    for arg in args {
        let text = arg.to_str().unwrap_or_default();
        let back = |from_end: usize| {
            let at = joined.len().checked_sub(from_end)?;
            joined[at].to_str()
        };
        let (last, before) = (back(1).unwrap_or_default(), back(2).unwrap_or_default());
        let is_number = |text: &str| {
            text.starts_with(|c: char| c.is_ascii_digit()) && text.ends_with(|c: char| c.is_ascii_digit())
        };
        let is_value = is_number(last) && before.starts_with("--") && !before.contains('=');
        let negative =
            text.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let between = if negative && last.starts_with("--") && !last.contains('=') {
            Some("=")
        } else if is_value && (UNITS.contains(&text) || (text.contains('/') && is_number(text))) {
            Some(" ")
        } else {
            None
        };
        match between.zip(joined.last_mut()) {
            Some((between, last)) => {
                last.push(between);
                last.push(arg);
            }
            None => joined.push(arg.clone()),
        }
    }
    joined
}

/// The whole command line.
pub(crate) fn command() -> Command {
    with_options(|_| true)
}

/// The command line, with the options of the products that are meant.
fn with_options(is_meant: impl Fn(&str) -> bool) -> Command {
    let mut command = Command::new("piecework")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .long_about(LONG_ABOUT)
        .after_help(EXIT_CODES)
        .arg_required_else_help(true)
        .subcommand_required(true)
        .max_term_width(110)
        .args(everywhere());
    for spec in PRODUCTS {
        let bare = described(spec.command(), spec.about);
        command = command.subcommand(if is_meant(spec.command()) { product(bare, spec) } else { bare });
    }
    #[cfg(feature = "studio")]
    {
        command = command.subcommand(studio());
    }
    command.subcommands([
        make(),
        check(),
        inspect(),
        list(),
        explain(),
        schema(),
        completions(),
        man(),
        inkscape(),
    ])
}

/// Options of every command.
fn everywhere() -> [Arg; 5] {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    [
        flag("json", "Print one JSON object on standard output, and nothing else there"),
        flag("force", "Replace files that exist"),
        flag("quiet", "Print nothing on standard error but errors").short('q'),
        Arg::new("progress")
            .long("progress")
            .value_name("HOW")
            .value_parser(["line", "json"])
            .default_value("line")
            .hide_default_value(true)
            .conflicts_with("quiet")
            .help("Show the progress of long searches: line (on a terminal) or json (one object a second, on standard error)"),
        Arg::new("limit")
            .long("limit")
            .value_name("NAME=VALUE")
            .action(ArgAction::Append)
            .help("Raise or lower a limit, such as region-cells=100000; a wrong name lists them all"),
    ]
    .map(|arg| arg.global(true).help_heading(EVERYWHERE))
}

/// The command that makes a product.
fn product(bare: Command, spec: &'static ProductSpec) -> Command {
    let mut command = bare.arg(input(spec));
    let has_lattice = (spec.rows)().iter().any(|row| row.key == "lattice");
    if spec.name != "compare" && !is_of_pieces(spec) && !has_lattice {
        command = command.arg(lattice());
    }
    let is_option = |row: &&OptionSpec| !(is_of_pieces(spec) && row.key == "pieces" || is_parts(spec, row));
    command = command.args((spec.rows)().into_iter().filter(is_option).map(option));
    let searches = SearchRequest::rows().into_iter().filter(|row| spec.search.contains(&row.key));
    command =
        command
            .args(searches.map(option))
            .arg(output(spec.name))
            .arg(path("save_design", "FILE").long("save-design").help(
            "Also write the design, which `piecework make` makes again; with `-` print it and make nothing",
        ));
    if TAKES_LINES.contains(&spec.name) {
        command = command.args(puzzle_in_a_line());
    }
    match spec.name {
        "solve" => command.arg(proof()).args(long_searches()).arg(plan(PLANNED)),
        "order" => command.arg(plan(PLANNED_WHOLE)).arg(shards()),
        "sheet" => command.arg(plan(PLANNED)).arg(shards()),
        "made_puzzles" => command.arg(calibrate()),
        _ => command,
    }
}

const PLANNED: &str = "Search nothing; write into the folder -o the files with which this scheduler runs the search in --shards \
    shards, and a README.md with the command to type";
const PLANNED_WHOLE: &str = "Search nothing; write into the folder -o the files with which this scheduler runs the search, and a \
    README.md with the command to type";

/// The scheduler that job files are written for.
fn plan(help: &'static str) -> Arg {
    Arg::new("plan")
        .long("plan")
        .value_name("SCHEDULER")
        .value_parser(Values::OneOf(schedulers()))
        .help(help)
        .conflicts_with("save_design")
        .help_heading(PLANS)
}

/// Times of people, to fit the weights of difficulty.
fn calibrate() -> Arg {
    path("calibrate", "FILE")
        .long("calibrate")
        .help("Make nothing; fit the weights of difficulty to times that the page that plays saved (times.csv), and print them")
        .conflicts_with("save_design")
        .help_heading("Difficulty")
}

/// How many shards, for commands that plan searches and cannot run one shard.
fn shards() -> Arg {
    let arg = Arg::new("shards").long("shards").value_name("N").requires("plan");
    arg.help("With --plan: divide the search among N runs").help_heading(PLANS)
}

/// Whether a product is about pieces and not about a board.
fn is_of_pieces(spec: &ProductSpec) -> bool {
    (spec.new)().pieces().is_some()
}

/// Whether an option is the puzzles of a book, which are not typed as an option.
fn is_parts(spec: &ProductSpec, row: &OptionSpec) -> bool {
    (spec.new)().parts_mut().is_some() && row.key == "parts"
}

/// What a product is made from.
fn input(spec: &ProductSpec) -> Arg {
    let (name, help, several) = match spec.name {
        "order" => (
            "PIECE",
            "Pieces such as f840, two of them as f820_e070, or a puzzle whose pieces are used",
            true,
        ),
        "compatible" | "divide" => (
            "PIECE",
            "Pieces such as pentominoes:X, f840 or a whole set such as tetrominoes, or a puzzle whose pieces are used",
            true,
        ),
        "sheet" => {
            ("PUZZLE", "Puzzles or tilings: files, `-`, or names of templates; several make a book", true)
        }
        "cut" => {
            ("PUZZLE", "Puzzles or tilings: files, `-`, or names of templates; several share sheets", true)
        }
        "book" => ("PUZZLE", "Orders, puzzles or tilings: files, `-`, or names of templates", true),
        "compare" => ("PUZZLE", "Puzzles: files, `-`, or names of templates", true),
        _ => ("PUZZLE", "A file, `-` for standard input, or the name of a template", false),
    };
    let kinds: &[&str] = if name == "PIECE" { &["pieces", "puzzles"] } else { &["puzzles", "gallery"] };
    let arg = named_path(name, kinds).help(help);
    let arg = match spec.name {
        // A test card is cut without a puzzle.
        "cut" => arg.required_unless_present_any(["test_card", "line_board"]),
        // The board and the pieces may be options.
        "made_puzzles" => arg,
        // Part files say which puzzle they are of.
        "solve" => arg.required_unless_present_any(["status", "line_board"]),
        name if TAKES_LINES.contains(&name) => arg.required_unless_present("line_board"),
        _ => arg.required(true),
    };
    if several { arg.num_args(1..) } else { arg }
}

/// The products whose puzzle may be a line: a board and its pieces.
const TAKES_LINES: [&str; 4] = ["solve", "quilt", "cut", "sheet"];

/// A puzzle in one line, instead of a file or a template.
fn puzzle_in_a_line() -> [Arg; 5] {
    let value = |id: &'static str, long: &'static str, name: &'static str, help: &'static str| {
        Arg::new(id).long(long).value_name(name).help(help)
    };
    let board = "Instead of PUZZLE: a board such as 6x10, heart, \"diamond 8\", \"hexagon 4\" or a file, to be covered with --pieces";
    let pieces = "The pieces of --board: pentominoes, pentominoes+O, hexominoes:Y, \"F,I,L\" or \"5 L, 3 T\"";
    let wraps: Vec<&str> = Wrap::ALL.iter().map(|wrap| wrap.name()).collect();
    [
        value("line_board", "board", "BOARD", board).requires("line_pieces").conflicts_with("input"),
        value("line_pieces", "pieces", "PIECES", pieces).requires("line_board"),
        Arg::new("line_any")
            .long("count-any")
            .action(ArgAction::SetTrue)
            .help("Any number of each of --pieces")
            .requires("line_board"),
        value("line_wrap", "wrap", "SIDES", "Join the left and right side of --board, or all four")
            .value_parser(Values::OneOf(wraps))
            .requires("line_board"),
        value(
            "line_shift",
            "shift",
            "COLUMNS",
            "What leaves a torus at the bottom comes back at the top so many columns further right",
        )
        .value_parser(clap::value_parser!(u32))
        .requires("line_wrap"),
    ]
}

/// Where results go: a folder, or a file for tilings.
fn output(command: &str) -> Arg {
    let arg = path("output", "DIR").short('o').long("output");
    match command {
        "solve" | "order" | "inspect" => arg.value_name("FILE").help(
            "Write the tilings to a file: .jsonl (one a line), .json or .svg (one) or .txt (letter grids)",
        ),
        "compatible" | "divide" => arg.value_name("FILE").help(
            "Write the figures to a file: .svg (tilings side by side), .jsonl (one tiling a line) or .txt (letter grids)",
        ),
        _ => arg.default_value("output").help("The folder to write to"),
    }
}

/// The file for a proof that no tiling exists.
fn proof() -> Arg {
    path("proof", "FILE")
        .long("proof")
        .help(
            "Prove that no tiling exists, and write the proof for checkers of DRAT proofs to this file, with its clauses beside \
             it as .cnf; where only a proof in words is short, write that. Exit code 1 if a tiling exists",
        )
        .conflicts_with_all([
            "count", "first", "all", "raw", "sample", "best_effort", "export", "where", "distinct", "sort", "pick",
            "checkpoint", "merge", "status", "plan", "shards", "output",
        ])
}

/// Options that say where a long search is kept.
fn long_searches() -> [Arg; 3] {
    [
        path("checkpoint", "FILE")
            .long("checkpoint")
            .help("Keep every finished part of the search in this file, or the layers of a count beside it; the same command continues")
            .conflicts_with("shards"),
        path("merge", "FILES")
            .long("merge")
            .num_args(1..)
            .help("Join the files of all shards, or those in a folder: gives what one run would have given")
            .conflicts_with_all(["count", "first", "all", "raw", "sample", "checkpoint", "shards", "shard"]),
        path("status", "FILES")
            .long("status")
            .num_args(1..)
            .help(
                "Show which shards are finished, running, stopped, failed or missing, from their files or those in a \
                 folder; exit code 3 until all are finished",
            )
            .conflicts_with_all(["merge", "checkpoint", "shards", "shard", "output", "save_design"]),
    ]
    .map(|arg| arg.help_heading(LONG))
}

fn lattice() -> Arg {
    Arg::new("lattice")
        .long("lattice")
        .value_name("LATTICE")
        .value_parser(Values::OneOf(names("lattices")))
        .help("The lattice of letter grids and of --board; other formats specify it")
}

fn path(id: &'static str, value: &'static str) -> Arg {
    Arg::new(id).value_name(value).value_parser(value_parser!(PathBuf)).value_hint(ValueHint::AnyPath)
}

/// An input, which is a file or has a name.
fn named_path(value: &'static str, kinds: &'static [&'static str]) -> Arg {
    path("input", value).value_parser(NamedPath(kinds)).hide_possible_values(true)
}

fn make() -> Command {
    let options = "Options of the command that makes it, to change what the design says: those of `piecework quilt --help` for a quilt";
    described("make", "Make what a design says, or make a written file again")
        .arg(
            named_path("DESIGN", &["gallery"])
                .required(true)
                .help("A design file, a design of the gallery by name (`piecework list gallery`), or a file that piecework made: SVG, PDF, DXF or LightBurn"),
        )
        .arg(output("make"))
        .arg(
            Arg::new("options")
                .value_name("OPTIONS")
                .value_parser(value_parser!(OsString))
                .num_args(0..)
                .allow_hyphen_values(true)
                .trailing_var_arg(true)
                .help(options),
        )
}

fn check() -> Command {
    let help = "Files that `piecework cut` wrote: .svg, .dxf, .plt, .gcode, .lbrn2, .xcs, .pdf, .stl, .3mf, .dst, .exp; and tilings: .txt, .json, \
        .jsonl";
    let flag = |id: &'static str, name: &'static str, help: &'static str| {
        Arg::new(id).long(name).action(ArgAction::SetTrue).help(help)
    };
    described(
        "check",
        "Read cut files back, compare the files of each sheet, and make them again; verify tilings",
    )
    .arg(flag("no_remake", "no-remake", "Do not compare files with what the design in them makes"))
    .arg(flag("verbose", "verbose", "List every file with its design, and every pair"))
    .arg(path("input", "FILE").required(true).num_args(1..).help(help))
    .arg(lattice())
}

fn inspect() -> Command {
    let choice = piecework::design::ChoiceRequest::rows();
    described(
        "inspect",
        "List the properties of tilings, or of pieces such as f840; choose, sort and convert tilings",
    )
    .arg(
        named_path("TILING", &["puzzles", "gallery", "pieces"])
            .required(true)
            .num_args(1..)
            .help("Files, `-` for standard input, or the name of a template"),
    )
    .arg(lattice())
    .arg(
        Arg::new("words")
            .long("words")
            .action(ArgAction::SetTrue)
            .conflicts_with("output")
            .help("Describe the board, every patch and every row in words, to listen to"),
    )
    .args(choice.into_iter().map(option))
    .args(SearchRequest::rows().into_iter().map(option))
    .arg(output("inspect"))
}

#[cfg(feature = "studio")]
fn studio() -> Command {
    let flag = |id: &'static str, name: &'static str, help: &'static str| {
        Arg::new(id).long(name).action(ArgAction::SetTrue).help(help)
    };
    let value = |id: &'static str, value: &'static str| Arg::new(id).long(id).value_name(value);
    let listen = "The address and port to listen on; port 0 takes a free one. 127.0.0.1:8765 by default, which only this \
        computer reaches";
    let host = "A name that the server is reached by, such as quilts.example.org; may be given several times";
    let module = "The folder with the program for the page that needs no server, for --export or to offer it at device/; `web` beside this program \
        by default, which archives of a release have and packaging/build-web makes";
    described("studio", "Design in the browser: choose, roll, color, make and take")
        .arg(value("listen", "ADDR").help(listen))
        .arg(flag("no_open", "no-open", "Do not open the browser"))
        .arg(flag(
            "public",
            "public",
            "Serve strangers: smaller limits for each design, and the page that needs no server at device/ if it is \
             installed; the browser is not opened",
        ))
        .arg(flag(
            "class",
            "class",
            "Give a class a wall for solved boards and designs, without accounts: also prints the address for the teacher, whose \
             page has the code for pupils. It is in memory only, and gone at the end",
        ))
        .arg(value("host", "NAME").action(ArgAction::Append).help(host))
        .arg(
            path("export", "DIR")
                .long("export")
                .help("Write the page as a folder that needs no server, for any web host"),
        )
        .arg(path("module", "DIR").long("module").help(module))
        .arg(flag("force", "force", "With --export: replace files that exist"))
}

fn list() -> Command {
    let kind = Arg::new("kind").value_name("KIND").help("What to list; everything by default");
    described(
        "list",
        "List what has a name: puzzles, designs, boards, pieces, palettes, papers, machines, materials",
    )
    .visible_alias("templates")
    .arg(kind.value_parser(Values::OneOf(KINDS.to_vec())))
}

fn explain() -> Command {
    described("explain", "Print what the code of an error means, and what to do").arg(
        Arg::new("code")
            .value_name("CODE")
            .required(true)
            .help("The code at the end of a message, such as E2207"),
    )
}

fn schema() -> Command {
    let kind = Arg::new("kind").help("The kind of file").default_value("puzzle");
    described("schema", "Print the JSON Schema of puzzle, design, machine or material files")
        .arg(kind.value_parser(Values::OneOf(vec!["puzzle", "design", "machine", "material"])))
}

fn completions() -> Command {
    described("completions", "Print a completion script for a shell")
        .arg(Arg::new("shell").required(true).help("The shell").value_parser(value_parser!(Shell)))
}

fn man() -> Command {
    described("man", "Print the manual page")
}

fn inkscape() -> Command {
    let folder = path("folder", "DIR").long("folder");
    described("inkscape", "Install the extension that puts tilings into Inkscape drawings")
        .arg(
            Arg::new("install")
                .long("install")
                .action(ArgAction::SetTrue)
                .help("Write the extension; without it, only say where it would go"),
        )
        .arg(folder.help("Inkscape's folder of user extensions; Inkscape is asked for it by default"))
}

/// A command with its examples, and the keys of tilings where it takes them.
fn described(name: &'static str, about: &'static str) -> Command {
    let example = short_help::words(name);
    let command = Command::new(name).about(about).after_help(example.clone());
    match name {
        "solve" | "inspect" => command.after_long_help(format!("{example}\n\n{}", keys_help())),
        _ => command,
    }
}
