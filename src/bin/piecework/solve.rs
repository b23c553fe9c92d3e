//! `piecework solve`: tilings, or how many there are.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::Path;

use piecework::output::{Disk, FileStream, Overwrite};
use piecework::puzzle_sheet::{Look, SheetOptions, solution_picture};
use piecework::render::svg::{SvgOptions, svg};
use piecework::solver::{Find, Report as SearchReport};
use piecework::{
    DEFAULT_PALETTE, Draw, FabricWish, Limit, Limits, Palette, Tiling, TilingCount, Total, layout,
    svg_metadata, write_letter_grid, write_record, write_record_pretty,
};
use serde_json::{Value, json};

use crate::args::{Common, SolveArgs};
use crate::best_effort::best_effort;
use crate::choice::Choice;
use crate::exit::{Exit, Failure};
use crate::files::overwrite;
use crate::input::{self, Subject};
use crate::long_run::{self, Parts};
use crate::report::Report;
use crate::search::{self, Images};

/// How tilings are written to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Letter grids, a blank line between them.
    Grids,
    /// One record in JSON.
    Record,
    /// One record a line.
    Records,
    /// One picture, which carries its record.
    Svg,
}

/// What a run of the command is about.
struct Job<'a> {
    subject: Subject,
    args: &'a SolveArgs,
    choice: RefCell<Choice>,
    limits: &'a Limits,
    report: Report,
    force: Overwrite,
}

/// What a search for tilings came to.
struct Ran {
    result: SearchReport,
    /// How tilings were drawn, if they were.
    drawn: Option<Drawn>,
}

/// How tilings were drawn by chance.
struct Drawn {
    uniform: bool,
    total: Option<Total>,
}

impl Ran {
    /// Says in an object how tilings were drawn, if they were.
    fn add_draws(&self, value: &mut Value) {
        if let Some(drawn) = &self.drawn {
            value["uniform"] = drawn.uniform.into();
            value["total"] = drawn.total.as_ref().map_or(Value::Null, number);
        }
    }
}

impl Drawn {
    fn in_words(&self) -> String {
        match &self.total {
            Some(total) if self.uniform => {
                format!("drawn from all {total} tilings, turned and reflected ones too, each equally likely")
            }
            _ => "found in random order: some tilings are more likely than others".into(),
        }
    }
}

/// Runs the command.
pub(crate) fn solve(
    args: &SolveArgs,
    common: &Common,
    limits: &Limits,
    report: Report,
) -> Result<Exit, Failure> {
    let choice = RefCell::new(Choice::read(&args.choice)?);
    let subject = input::read(&args.input, limits, report)?;
    let force = overwrite(common.force);
    let job = Job { subject, args, choice, limits, report, force };
    job.refuse_what_does_not_go_together()?;
    if args.best_effort {
        return best_effort(&job.subject.puzzle, args, common, limits, report);
    }
    if !args.merge.is_empty() {
        return job.merge();
    }
    if !args.count && (args.output.is_some() || report.is_json()) {
        // Grids that are printed can be seen to be too many; these cannot.
        limits.allow(Limit::SolutionsWritten, job.wanted().unwrap_or(0))?;
    }
    match &args.output {
        Some(path) if args.shards.is_some() => job.one_shard(path),
        _ if args.count => job.count(),
        Some(path) => job.to_file(path),
        None if report.is_json() => job.as_object(),
        None => job.as_grids(),
    }
}

impl Job<'_> {
    fn refuse_what_does_not_go_together(&self) -> Result<(), Failure> {
        let args = self.args;
        let refuse = |text: &str| Err(Failure::Usage(text.to_owned()));
        if args.count && args.output.is_some() && args.shards.is_none() {
            return refuse("a count is printed; -o is for tilings, and with --count for a shard");
        }
        if (args.checkpoint.is_some() || args.shards.is_some()) && !args.all && !args.count {
            return refuse("a long search is for all tilings: add --all or --count");
        }
        let choice = self.choice.borrow();
        if choice.is_any() && args.shards.is_some() {
            return refuse("a shard finds all of its tilings; choose among them with --merge");
        }
        if choice.sorts() && self.wanted() == Some(1) && args.merge.is_empty() {
            return refuse("one tiling need not be sorted: add --all, --sample N or --first N");
        }
        let same = args.checkpoint.is_some() && args.checkpoint == args.output;
        if same { refuse("the checkpoint and the output are two files") } else { Ok(()) }
    }

    /// How many tilings are asked for; none: all.
    fn wanted(&self) -> Option<u64> {
        if self.args.all { None } else { Some(self.args.sample.unwrap_or(self.args.first)) }
    }

    /// What is asked for, in the words of a long run.
    fn find(&self) -> Find {
        match self.args {
            SolveArgs { count: true, .. } => Find::Count,
            SolveArgs { raw: true, .. } => Find::Raw,
            _ => Find::UpToSymmetry,
        }
    }

    /// Finds tilings, as many as are wanted, chooses among them and hands each to `take`: those of all parts, or of a
    /// search of its own.
    fn run(&self, mut take: impl FnMut(Tiling) -> Result<(), Failure>) -> Result<Ran, Failure> {
        let mut kept = 0;
        let ran = self.found(|tiling| {
            let mut choice = self.choice.borrow_mut();
            let (is_kept, ready) = choice.offer(tiling)?;
            kept += u64::from(is_kept);
            ready.map_or(Ok(()), &mut take)?;
            let enough = choice.is_full() || self.wanted().is_some_and(|wanted| kept >= wanted);
            Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        let waiting = self.choice.borrow_mut().waiting();
        waiting.into_iter().try_for_each(take)?;
        Ok(ran)
    }

    /// Finds tilings and hands each to `take` until it has enough.
    fn found(
        &self,
        mut take: impl FnMut(Tiling) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<Ran, Failure> {
        if let Some(parts) = self.parts()? {
            return Ok(Ran { result: parts.tilings(|tiling| take(tiling).map(|_| ()))?, drawn: None });
        }
        let images = if self.args.raw { Images::All } else { Images::One };
        let (puzzle, filters) = (&self.subject.puzzle, self.choice.borrow().filters());
        search::with_options(&self.args.search, self.limits, self.report, |options| {
            let Some(draws) = self.args.sample else {
                // Of those that are found some may not be kept, so it is not known how many to look for.
                let wanted = self.wanted().filter(|_| !filters);
                let result = match wanted {
                    Some(wanted) => search::find(puzzle, images, Some(wanted), options, |tiling| {
                        take(tiling).map(|_| ())
                    })?,
                    None => search::visit(puzzle, images, options, &mut take)?,
                };
                return Ok(Ran { result, drawn: None });
            };
            let sample = piecework::sample(puzzle, draws, options)?;
            let seed = options.seed.unwrap_or(0);
            for (number, tiling) in (1..).zip(sample.tilings) {
                if take(tiling.drawn_as(Draw { seed, number }))?.is_break() {
                    break;
                }
            }
            let drawn = Some(Drawn { uniform: sample.uniform, total: sample.total });
            Ok(Ran { result: sample.report, drawn })
        })
    }

    /// The parts of a long search, if it is one.
    fn parts(&self) -> Result<Option<Parts>, Failure> {
        let puzzle = &self.subject.puzzle;
        if !self.args.merge.is_empty() {
            return long_run::merge(puzzle, &self.args.merge).map(Some);
        }
        let path = if self.args.shards.is_some() { &self.args.output } else { &self.args.checkpoint };
        let Some(path) = path else { return Ok(None) };
        let shard = long_run::shard(self.args.shard, self.args.shards)?;
        let parts = search::with_options(&self.args.search, self.limits, self.report, |options| {
            long_run::search(puzzle, path, (self.find(), shard), self.force, self.report, options)
        })?;
        Ok(Some(parts))
    }

    /// Searches the parts of one shard into its file.
    fn one_shard(&self, path: &Path) -> Result<Exit, Failure> {
        let Some(parts) = self.parts()? else { return Ok(Exit::Done) };
        let result = parts.end()?;
        let complete = result.outcome.is_complete();
        let value = json!({
            "file": path.display().to_string(),
            "shard": self.args.shard,
            "shards": self.args.shards,
            "parts": parts.done(),
            "complete": complete,
            "engine": result.engine.name(),
            "nodes": result.nodes,
        });
        self.report.result("", &value)?;
        self.report.note(&format!("{} parts are in `{}`", parts.done(), path.display()));
        // Whether there is a tiling is known only when all shards are joined.
        Ok(if complete { Exit::Done } else { Exit::Stopped })
    }

    /// Joins shards and gives what one run would have given.
    fn merge(&self) -> Result<Exit, Failure> {
        let parts = long_run::merge(&self.subject.puzzle, &self.args.merge)?;
        match &self.args.output {
            _ if parts.find() == Find::Count => self.show_count(&parts.count()?),
            Some(path) => self.to_file(path),
            None if self.report.is_json() => self.as_object(),
            None => self.as_grids(),
        }
    }

    /// Says how the search went, and how the program ends for it.
    fn end(&self, result: &SearchReport, found: u64) -> Exit {
        self.report.note(&search::summary(result, found));
        search::end(result, found)
    }

    /// The same, and how tilings were drawn if they were.
    fn end_of(&self, ran: &Ran, found: u64) -> Exit {
        if let Some(drawn) = &ran.drawn {
            self.report.note(&drawn.in_words());
        }
        let choice = self.choice.borrow();
        if !choice.is_any() {
            return self.end(&ran.result, found);
        }
        self.report.note(&choice.summary(&ran.result, found));
        choice.end(&ran.result, found)
    }

    /// Says in an object among how many tilings was chosen, if it was.
    fn add_choice(&self, value: &mut Value) {
        let choice = self.choice.borrow();
        if choice.is_any() {
            value["looked_at"] = choice.looked_at().into();
        }
    }

    fn count(&self) -> Result<Exit, Failure> {
        let puzzle = &self.subject.puzzle;
        let count = match self.parts()? {
            Some(parts) => parts.count()?,
            None => search::with_options(&self.args.search, self.limits, self.report, |options| {
                Ok(piecework::count(puzzle, options)?)
            })?,
        };
        self.show_count(&count)
    }

    fn show_count(&self, count: &TilingCount) -> Result<Exit, Failure> {
        let puzzle = &self.subject.puzzle;
        let mut value = json!({
            "puzzle": puzzle.name(),
            "fingerprint": puzzle.fingerprint(),
            "engine": count.report.engine.name(),
            "raw": number(&count.raw),
            "up_to_symmetry": number(&count.up_to_symmetry),
            "complete": count.is_complete(),
            "nodes": count.report.nodes,
        });
        search::add_argument(&mut value, &count.report);
        self.report.result(&count_in_words(count), &value)?;
        Ok(self.end(&count.report, count.raw.to_u64().unwrap_or(u64::MAX)))
    }

    /// Prints each tiling as soon as it is found.
    fn as_grids(&self) -> Result<Exit, Failure> {
        let mut found = 0;
        let ran = self.run(|tiling| {
            let blank = if found > 0 { "\n" } else { "" };
            found += 1;
            self.report.print(&format!("{blank}{}", write_letter_grid(&tiling)))
        })?;
        Ok(self.end_of(&ran, found))
    }

    /// Prints everything as one JSON object, each tiling as soon as it is found.
    fn as_object(&self) -> Result<Exit, Failure> {
        let puzzle = &self.subject.puzzle;
        let (name, fingerprint) = (json!(puzzle.name()), json!(puzzle.fingerprint()));
        let head = format!("{{\n  \"puzzle\": {name},\n  \"fingerprint\": {fingerprint},\n  \"tilings\": [");
        let mut found = 0;
        let ran = self.run(|tiling| {
            let before = if found > 0 { "," } else { &head };
            found += 1;
            self.report.print(&format!("{before}\n    {}", write_record(&tiling)))
        });
        let ran = match ran {
            Ok(ran) => ran,
            // The object was begun and must be one.
            Err(failure) if found > 0 && !matches!(failure, Failure::StandardOutput(_)) => {
                let (errors, exit) = (json!(self.report.complaint(&failure)), failure.exit());
                let code = exit.code();
                let tail = format!("\"complete\": false,\n  \"errors\": {errors},\n  \"exit\": {code}");
                self.report.print(&format!("\n  ],\n  {tail}\n}}\n"))?;
                return Ok(exit);
            }
            Err(failure) => return Err(failure),
        };
        let (engine, complete) = (json!(ran.result.engine.name()), ran.result.outcome.is_complete());
        let nodes = ran.result.nodes;
        let tail = format!("\"complete\": {complete},\n  \"engine\": {engine},\n  \"nodes\": {nodes}");
        let before = if found > 0 { "\n  " } else { &head };
        let mut extra = json!({});
        ran.add_draws(&mut extra);
        self.add_choice(&mut extra);
        search::add_argument(&mut extra, &ran.result);
        let extra = extra.as_object().into_iter().flatten();
        let extra: String = extra.map(|(key, value)| format!(",\n  \"{key}\": {value}")).collect();
        self.report.print(&format!("{before}],\n  {tail}{extra}\n}}\n"))?;
        Ok(self.end_of(&ran, found))
    }

    /// Writes a file in the form that its name asks for, each tiling as soon as it is found.
    fn to_file(&self, path: &Path) -> Result<Exit, Failure> {
        let form = form(path, if self.args.merge.is_empty() { self.wanted() } else { None })?;
        let mut file = FileStream::begin(path, self.force, &Disk)?;
        let mut found = 0u64;
        let ran = self.run(|tiling| {
            let text = form.text_of(&tiling, found == 0)?;
            found += 1;
            Ok(file.write(text.as_bytes())?)
        })?;
        // What a checkpoint keeps need not be here too, where it would stop the command that goes on from it.
        let whole = ran.result.outcome.is_complete() || self.args.checkpoint.is_none();
        let written = whole && found > 0;
        if written {
            file.finish()?;
        }
        let mut value = json!({
            "file": written.then(|| path.display().to_string()),
            "tilings": found,
            "engine": ran.result.engine.name(),
            "complete": ran.result.outcome.is_complete(),
        });
        ran.add_draws(&mut value);
        self.add_choice(&mut value);
        search::add_argument(&mut value, &ran.result);
        self.report.result("", &value)?;
        Ok(self.end_of(&ran, found))
    }
}

impl Form {
    /// What a file gets for a tiling, the first of all or a later one.
    pub(crate) fn text_of(self, tiling: &Tiling, is_first: bool) -> Result<String, Failure> {
        Ok(match self {
            Form::Grids if is_first => write_letter_grid(tiling),
            Form::Grids => format!("\n{}", write_letter_grid(tiling)),
            Form::Record => write_record_pretty(tiling),
            Form::Records => format!("{}\n", write_record(tiling)),
            Form::Svg => picture(tiling)?,
        })
    }
}

/// A tiling as SVG in the default palette, cells of 10 mm; it can be read again.
fn picture(tiling: &Tiling) -> Result<String, Failure> {
    let options = SheetOptions {
        paper: layout::paper("a4")?,
        palette: Palette::named(DEFAULT_PALETTE)?,
        per_page: None,
        colouring: FabricWish::default(),
        look: Look::Colours,
        letters: true,
    };
    let drawing = solution_picture(tiling, 10.0, &options)?;
    let drawing = drawing.with_recipe(svg_metadata(std::slice::from_ref(tiling)));
    let bytes = svg(&drawing, &SvgOptions::default())?;
    String::from_utf8(bytes).map_err(|error| Failure::Panic(error.to_string()))
}

fn count_in_words(count: &TilingCount) -> String {
    let least = if count.is_complete() { "" } else { "at least " };
    format!("{least}{} tilings, {least}{} up to symmetry\n", count.raw, count.up_to_symmetry)
}

/// JSON numbers beyond 64 bits are not read alike everywhere; those are written as text.
fn number(count: &Total) -> Value {
    count.to_u64().map_or_else(|| Value::from(count.to_string()), Value::from)
}

/// The form that the ending of a file name asks for.
pub(crate) fn form(path: &Path, wanted: Option<u64>) -> Result<Form, Failure> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("txt") => Ok(Form::Grids),
        Some("jsonl") => Ok(Form::Records),
        Some("json") if wanted == Some(1) => Ok(Form::Record),
        Some("svg") if wanted == Some(1) => Ok(Form::Svg),
        Some("json" | "svg") => Err(Failure::Usage("several tilings go to a .jsonl file, one a line".into())),
        _ => Err(Failure::Usage(format!(
            "`{}` must end in .jsonl (one tiling a line), .json or .svg (one) or .txt (letter grids)",
            path.display()
        ))),
    }
}
