//! Checks files that piecework wrote: cut files are read back, compared, and made again from the design in
//! them; tilings are verified and counted.

mod remade;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::Watcher;
use super::input::{Input, recipe_design};
use super::packages::{is_for_people, unpacked};
use crate::design::{CutRequest, Design, DesignError, Product};
use piecework_draw::check::{self, CheckError, CheckedSheet, CutFile, FileSheet, SheetName, sheet_name};
use piecework_draw::drawing::{MachineLook, Medium, Role, Style};
use piecework_draw::geometry::Point;
use piecework_draw::render::FORMATS;
use piecework_draw::render::lightburn::PALETTE;
use piecework_tiling::defect::{Defect, ReadError};
use piecework_tiling::error::Error;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::Limits;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::source::Source;
use piecework_tiling::stop::StopFlag;
use piecework_tiling::text::plural;
use piecework_tiling::tiling::{Format, Likeness, Sameness, Tiling, recognise};
use remade::{Remade, Unproved, is_printed, remade};

/// The places where a cut may end without another line there: what the tool does beyond or short of lines.
fn ends_anywhere(request: &CutRequest) -> bool {
    let tool = request.tool_path();
    request.test_card
        || request.back().is_some()
        || tool.tabs > 0
        || tool.lead_in.max(tool.overcut).max(tool.blade_offset) > 0.0
}

/// Whether the lines are those of the axis of a drag knife.
fn swivels(request: &CutRequest) -> bool {
    request.tool_path().blade_offset > 0.0
}

/// Returns the color of a style as a format writes it.
fn color_in(format: &str, style: &Style) -> Option<String> {
    match format {
        "SVG" => Some(style.color.to_string()),
        "DXF R12" | "DXF R2000" => Some(format!("ACI {}", style.aci)),
        "LightBurn" => {
            let entry = PALETTE.iter().find(|(_, color)| *color == style.color);
            entry.map(|(index, _)| format!("palette {index}"))
        }
        _ => None,
    }
}

/// Compares a cut file with the design that it carries: the colors of its layers, and lines that were opened.
fn against_design(file: &CutFile, design: &Design) -> Result<(), CheckError> {
    let Some(Product::Cut(request)) = design.products.first() else { return Ok(()) };
    // Which size of a set it is, its name may not say any more: it is one of them.
    let sizes = request.each_size().unwrap_or_default();
    let mut compared = sizes.iter().map(|size| against_request(file, &size.request));
    let first = compared.next().unwrap_or(Ok(()));
    first.or_else(|error| compared.find_map(Result::ok).ok_or(error))
}

/// Compares a cut file with the request for it alone.
fn against_request(file: &CutFile, request: &CutRequest) -> Result<(), CheckError> {
    let look = MachineLook { colors: request.machine.machine().colors.clone(), ..MachineLook::default() };
    for sheet in &file.sheets {
        for &role in Role::ALL {
            let style = look.style(role, Medium::Machine);
            let written = sheet.colors.get(style.layer).zip(color_in(file.format, &style));
            if let Some((found, expected)) = written.filter(|(found, expected)| *found != expected) {
                let (layer, found) = (style.layer.to_owned(), found.clone());
                return Err(CheckError::WrongColor { layer, found, expected });
            }
        }
        if let Some(Point { x, y }) = sheet.loose_end().filter(|_| !ends_anywhere(request)) {
            return Err(CheckError::LooseEnd { x, y });
        }
        let calibration = request.calibrate.unwrap_or_default();
        let least = apart(request) * calibration.x.min(calibration.y) - ROUNDING;
        if let Some((Point { x, y }, found)) = sheet.too_close(least).filter(|_| !request.inlay) {
            return Err(CheckError::TooClose { x, y, found, least });
        }
        let (cell, calibration) = (request.cell.mm(), request.calibrate.unwrap_or_default());
        let crossing = || sheet.crossing_off_corners(cell * calibration.x, cell * calibration.y);
        if let Some(Point { x, y }) = if swivels(request) { None } else { crossing() } {
            return Err(CheckError::Crossing { x, y });
        }
    }
    Ok(())
}

/// How much closer two outlines may be because of rounding, in mm.
const ROUNDING: f64 = 0.05;

/// The least distance between the outlines of two pieces, in mm.
fn apart(request: &CutRequest) -> f64 {
    request.kerf_mm() + request.least_gap()
}

/// Refuses sheets of one job that carry different designs: some of them are from an earlier run.
fn of_one_design(files: &[Read]) -> Vec<Error> {
    let mut first: BTreeMap<String, &Read> = BTreeMap::new();
    let mut errors = Vec::new();
    // Without a design, the words that LightBurn shows are the title of the sheet.
    let carries_one = |read: &&Read| read.file.recipe.as_ref().is_some_and(|text| text.starts_with('{'));
    for read in files.iter().filter(carries_one) {
        let Some(name) = sheet_name(&read.name) else { continue };
        let known = *first.entry(name.job).or_insert(read);
        if known.file.recipe != read.file.recipe {
            let error = CheckError::OtherDesign { first: known.name.clone() };
            errors.push(ReadError::new(&read.name, Defect::new(error)).into());
        }
    }
    errors
}

/// A file that was read, under its name.
struct Read {
    name: String,
    file: CutFile,
    bytes: Vec<u8>,
    design: Option<Design>,
    /// Whether no machine reads it, so that it is only compared with what its design makes.
    for_people: bool,
    /// Why no machine reads it, unless it turns out to be a file for people under another name.
    refused: Option<Error>,
}

/// The endings of files that hold tilings; an SVG may hold some, and is read as a cut file.
const TILINGS: [&str; 3] = ["txt", "json", "jsonl"];

/// A file of tilings, each of them whole and allowed.
struct Held {
    name: String,
    /// The names of the puzzles, each once.
    puzzles: Vec<String>,
    tilings: usize,
    /// How many there are if those that are turned or flipped count once.
    distinct: usize,
}

/// Two files of one sheet, and where they differ.
struct Compared<'a> {
    sheet: SheetName,
    one: &'a str,
    other: &'a str,
    differences: Vec<String>,
}

/// What to check, and how much to tell.
#[derive(Debug, Clone, Copy)]
pub struct CheckOptions {
    /// The lattice of tilings in letters. Default: square.
    pub lattice: Option<Lattice>,
    /// Whether files are made again from the design in them, and compared with that. Default: yes.
    pub remake: bool,
    /// Whether every file and every pair is listed, with its design. Default: no.
    pub verbose: bool,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self { lattice: None, remake: true, verbose: false }
    }
}

/// The most lines for a person who did not ask for more, below the verdict.
const MOST_LINES: usize = 16;

/// What came of checking some files.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct CheckedFiles {
    /// What to print for a person.
    pub text: String,
    /// The same as JSON.
    pub value: Value,
    /// Why files were refused.
    pub errors: Vec<Error>,
    /// Whether two files of one sheet differ.
    pub differ: bool,
}

/// Reads files that piecework wrote, compares those of one sheet, and makes them again from their designs.
///
/// The `watcher` hears of these jobs and can stop them; its limits are those of all readers.
pub fn check_files(paths: &[PathBuf], options: CheckOptions, watcher: &mut dyn Watcher) -> CheckedFiles {
    let limits = watcher.limits();
    let (mut files, mut held, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    let stop = watcher.stop().map_or(StopFlag::never(), StopFlag::when);
    for path in &in_folders(paths, &limits) {
        if let Err(stopped) = stop.check() {
            errors.push(stopped.into());
            break;
        }
        let name = path.display().to_string();
        if is_for_people(&name) {
            match Source::bytes(path, &check::limits(&limits)) {
                Ok(bytes) => for_people(name, bytes, &limits, (&mut files, &mut errors)),
                Err(error) => errors.push(error.into()),
            }
            continue;
        }
        let is_tilings = path.extension().is_some_and(|ending| TILINGS.iter().any(|known| ending == *known));
        let done = if is_tilings {
            tilings(path, options.lattice, &limits).map(|file| held.push(file))
        } else {
            opened(path, &limits).map(|file| files.push(file))
        };
        errors.extend(done.err());
    }
    errors.extend(of_one_design(&files));
    let refused: Vec<Option<Error>> = files.iter_mut().map(|read| read.refused.take()).collect();
    let compared = compare(&files);
    let (remade, unproved) = if options.remake { remade(&files, watcher) } else { Default::default() };
    // Pages and pictures have no order of cutting: their design judges them.
    let is_judged = |read: &Read| {
        let of = |file: &Remade<'_>| {
            file.name == read.name && (file.is_for_people() || sheet_name(&read.name).is_none())
        };
        read.design.as_ref().is_some_and(is_printed) || remade.iter().any(of)
    };
    let refused = files.iter().zip(refused).filter(|(read, _)| !is_judged(read));
    let refused: Vec<Error> = refused.filter_map(|(_, error)| error).collect();
    // Only a design in them or beside them can judge files for people.
    let (unjudged, unproved): (Vec<Unproved<'_>>, Vec<_>) =
        unproved.into_iter().partition(|unproved| unproved.read.for_people && !unproved.has_design);
    let not_read = unjudged.len() + refused.len();
    errors.extend(refused);
    errors.extend(unjudged.iter().map(|Unproved { read, .. }| {
        let found = read.name.rsplit('.').next().unwrap_or_default().to_owned();
        Error::from(ReadError::new(&read.name, Defect::new(CheckError::UnknownKind { found })))
    }));
    let verdict = Verdict {
        read: files.len() + held.len() - not_read,
        refused: errors.len(),
        compared: compared.len(),
        differ: compared.iter().filter(|pair| !pair.differences.is_empty()).count(),
        remade: remade.len(),
        changed: remade.iter().filter(|file| !file.differences.is_empty()).count(),
        proved: unproved.is_empty() && (options.remake || files.is_empty()),
    };
    // What is wrong comes first.
    let mut lines: Vec<String> = remade.iter().filter_map(Remade::line).collect();
    let (wrong, right): (Vec<&Compared<'_>>, Vec<&Compared<'_>>) =
        compared.iter().partition(|pair| !pair.differences.is_empty());
    lines.extend(wrong.iter().map(|pair| pair.line()));
    lines.extend(unproved.iter().map(Unproved::line));
    lines.extend(held.iter().map(Held::line));
    let listed = files.iter().filter(|read| !read.for_people);
    lines.extend(listed.map(|read| line(read, options.verbose)));
    lines.extend(right.iter().filter(|_| options.verbose).map(|pair| pair.line()));
    let most = if options.verbose { lines.len() } else { MOST_LINES };
    let more = lines.len().saturating_sub(most);
    let mut text = format!("{}\n", verdict.line());
    lines.iter().take(most).for_each(|line| text.push_str(line));
    if more > 0 {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "and {}; `--verbose` lists all", plural(more, "more line"));
    }
    let value = json!({
        "right": verdict.is_right(),
        "proved": verdict.is_right() && verdict.proved,
        "files": files.iter().filter(|read| !read.for_people).map(value).collect::<Vec<Value>>(),
        "tilings": held.iter().map(Held::value).collect::<Vec<Value>>(),
        "compared": compared.iter().map(Compared::value).collect::<Vec<Value>>(),
        "remade": remade.iter().map(Remade::value).collect::<Vec<Value>>(),
        "unproved": unproved.iter().map(Unproved::value).collect::<Vec<Value>>(),
    });
    CheckedFiles { text, value, errors, differ: verdict.differ + verdict.changed > 0 }
}

/// The paths, with the files that can be checked in place of each folder that has some.
fn in_folders(paths: &[PathBuf], limits: &Limits) -> Vec<PathBuf> {
    let is_known = |path: &PathBuf| {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let is_of = |ending: String| {
            TILINGS.contains(&ending.as_str()) || FORMATS.iter().any(|format| format.extension == ending)
        };
        let is_known = is_for_people(&path.display().to_string()) || ending.is_some_and(is_of);
        // Puzzles beside their tilings are not checked.
        let is_puzzle =
            || Source::open(path, limits).is_ok_and(|source| recognise(&source) == Format::Puzzle);
        path.is_file() && is_known && !is_puzzle()
    };
    let inside = |path: &PathBuf| {
        let entries =
            std::fs::read_dir(path).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        let mut files: Vec<PathBuf> = entries.filter(is_known).collect();
        files.sort_unstable();
        if files.is_empty() { vec![path.clone()] } else { files }
    };
    paths.iter().flat_map(inside).collect()
}

/// The numbers of the first line.
struct Verdict {
    read: usize,
    refused: usize,
    compared: usize,
    differ: usize,
    remade: usize,
    changed: usize,
    /// Whether every file was made again.
    proved: bool,
}

impl Verdict {
    fn is_right(&self) -> bool {
        self.refused + self.differ + self.changed == 0
    }

    fn line(&self) -> String {
        let Self { read, refused, compared, differ, remade, changed, proved } = self;
        let word = match (self.is_right(), proved) {
            (false, _) => "wrong",
            (true, true) => "right",
            (true, false) => "read, not made again",
        };
        let (read, compared) = (plural(*read, "file"), plural(*compared, "pair"));
        let again = match (*remade, changed) {
            (0, _) => String::new(),
            (all, changed) => format!("; {} of {all} as the design in them makes them", all - changed),
        };
        format!("{word}: {read} read, {refused} refused, {compared} compared, {differ} differ{again}")
    }
}

fn opened(path: &Path, limits: &Limits) -> Result<Read, Error> {
    read(path.display().to_string(), Source::bytes(path, &check::limits(limits))?, limits)
}

/// Reads a file for people, and what is in it if it is a package.
fn for_people(
    name: String,
    bytes: Vec<u8>,
    limits: &Limits,
    (files, errors): (&mut Vec<Read>, &mut Vec<Error>),
) {
    if name.ends_with(".zip") {
        match unpacked(&name, &bytes, &check::limits(limits)) {
            Ok(inside) => inside.into_iter().for_each(|(name, bytes)| {
                if is_for_people(&name) && !name.ends_with(".zip") {
                    for_people(name, bytes, limits, (files, errors));
                    return;
                }
                match read(name, bytes, limits) {
                    Ok(file) => files.push(file),
                    Err(error) => errors.push(error),
                }
            }),
            Err(error) => errors.push(error.into()),
        }
    }
    let design = recipe_design(&name, &bytes, &check::limits(limits)).ok().flatten();
    files.push(Read { name, file: CutFile::default(), bytes, design, for_people: true, refused: None });
}

fn read(name: String, bytes: Vec<u8>, limits: &Limits) -> Result<Read, Error> {
    let limits = check::limits(limits);
    // Files are compared with a design that can be read; any other text in its place is ignored.
    let design = recipe_design(&name, &bytes, &limits).ok().flatten();
    let pages = design.as_ref().filter(|design| name.ends_with(".pdf") && is_printed(design));
    if pages.is_some() {
        // Nothing is cut from its pages, so that only its design can judge them.
        return Ok(Read { name, file: CutFile::default(), bytes, design, for_people: true, refused: None });
    }
    let judged = check::read(&name, bytes.clone(), &limits).and_then(|file| {
        let design = design.as_ref().filter(|_| sheet_name(&name).is_some());
        let judged = design.map_or(Ok(()), |design| against_design(&file, design));
        judged.map(|()| file).map_err(|error| ReadError::new(&name, Defect::new(error)))
    });
    match judged {
        Ok(file) => Ok(Read { name, file, bytes, design, for_people: false, refused: None }),
        // It may be a picture under another name, which its design can judge.
        Err(error) if design.is_some() && name.ends_with(".svg") => {
            let (file, refused) = (CutFile::default(), Some(error.into()));
            Ok(Read { name, file, bytes, design, for_people: true, refused })
        }
        Err(error) => Err(error.into()),
    }
}

/// Reads tilings; what is wrong with one is an error with its place.
fn tilings(path: &Path, lattice: Option<Lattice>, limits: &Limits) -> Result<Held, Error> {
    let name = path.display().to_string();
    let subject = match super::open(path, lattice, limits)?.input {
        Input::Subject(subject) if subject.is_solved() => subject,
        _ => return Err(DesignError::NoTiling { input: name }.into()),
    };
    let alike = subject.tilings.iter().map(|tiling| Likeness::new(tiling, Sameness::Free));
    let distinct = alike.collect::<BTreeSet<Likeness>>().len();
    let mut puzzles: Vec<&Arc<Puzzle>> = Vec::new();
    for puzzle in subject.tilings.iter().map(Tiling::puzzle) {
        if !puzzles.iter().rev().any(|known| Arc::ptr_eq(known, puzzle) || *known == puzzle) {
            puzzles.push(puzzle);
        }
    }
    let puzzles = puzzles.into_iter().map(|puzzle| puzzle.name().to_owned()).collect();
    Ok(Held { name, puzzles, tilings: subject.tilings.len(), distinct })
}

impl Held {
    fn line(&self) -> String {
        let (tilings, distinct) = (plural(self.tilings, "tiling"), self.distinct);
        let of = match self.puzzles.as_slice() {
            [one] => one.clone(),
            several => plural(several.len(), "puzzle"),
        };
        format!("{}: {tilings} of {of}, {distinct} if turned and flipped ones count once\n", self.name)
    }

    fn value(&self) -> Value {
        json!({
            "file": self.name,
            "puzzle": if let [one] = self.puzzles.as_slice() { Some(one) } else { None },
            "puzzles": self.puzzles,
            "tilings": self.tilings,
            "distinct": self.distinct,
        })
    }
}

/// Every file of a sheet with the first one of it.
fn compare(files: &[Read]) -> Vec<Compared<'_>> {
    let mut sheets: BTreeMap<SheetName, Vec<(&Read, FileSheet<'_>)>> = BTreeMap::new();
    for read in files {
        let Some(name) = sheet_name(&read.name) else { continue };
        for (number, sheet) in (1..).zip(read.file.file_sheets()) {
            let number = name.number.or(Some(number));
            sheets.entry(SheetName { number, ..name.clone() }).or_default().push((read, sheet));
        }
    }
    let mut compared = Vec::new();
    for (sheet, same) in sheets {
        let Some((first, others)) = same.split_first() else { continue };
        compared.extend(others.iter().map(|other| {
            let differences = check::compare(first.1, other.1);
            let differences = differences.iter().map(ToString::to_string).collect();
            Compared { sheet: sheet.clone(), one: &first.0.name, other: &other.0.name, differences }
        }));
    }
    compared
}

impl Compared<'_> {
    fn line(&self) -> String {
        let said = if self.differences.is_empty() { "agree".to_owned() } else { self.differences.join("; ") };
        format!("{} and {}: {said}\n", self.one, self.other)
    }

    fn value(&self) -> Value {
        json!({
            "sheet": self.sheet.number,
            "files": [self.one, self.other],
            "differences": self.differences,
        })
    }
}

fn line(read: &Read, verbose: bool) -> String {
    let file = &read.file;
    let edges: usize = file.sheets.iter().map(CheckedSheet::edges).sum();
    let mut text = format!(
        "{}: {}, {}, {}\n",
        read.name,
        file.format,
        plural(file.sheets.len(), "sheet"),
        plural(edges, "edge")
    );
    if let Some(recipe) = file.recipe.as_ref().filter(|_| verbose) {
        let _ = writeln!(text, "  made by: {}", piecework_tiling::text::escaped_text(recipe));
    }
    text
}

fn value(read: &Read) -> Value {
    let layers = |sheet: &CheckedSheet| -> Value {
        sheet.layers.iter().map(|(name, lines)| (name.clone(), Value::from(lines.edges.len()))).collect()
    };
    json!({
        "file": read.name,
        "format": read.file.format,
        "recipe": read.file.recipe,
        "sheets": read.file.sheets.iter().map(layers).collect::<Vec<Value>>(),
    })
}
