//! Tests the program from outside: one file for each command, each test in its own folder.

#[path = "cli/run.rs"]
mod run;

#[path = "cli/calendars.rs"]
mod calendars;
#[path = "library/hostile/cases.rs"]
mod cases;
#[path = "cli/check.rs"]
mod check;
#[path = "cli/codes.rs"]
mod codes;
#[path = "cli/compare.rs"]
mod compare;
#[path = "cli/cut.rs"]
mod cut;
#[path = "cli/cut_options.rs"]
mod cut_options;
#[path = "cli/documents.rs"]
mod documents;
#[path = "cli/errors.rs"]
mod errors;
#[path = "cli/figures.rs"]
mod figures;
#[path = "cli/gallery.rs"]
mod gallery;
#[path = "cli/help.rs"]
mod help;
#[path = "cli/hostile.rs"]
mod hostile;
#[path = "cli/inkscape.rs"]
mod inkscape;
#[path = "cli/inspect.rs"]
mod inspect;
#[path = "cli/limits.rs"]
mod limits;
#[path = "cli/long_run.rs"]
mod long_run;
#[cfg(target_os = "linux")]
#[path = "cli/memory.rs"]
mod memory;
#[path = "cli/order.rs"]
mod order;
#[path = "cli/output.rs"]
mod output;
#[path = "cli/picture.rs"]
mod picture;
#[path = "cli/prompt.rs"]
mod prompt;
#[path = "cli/puzzle.rs"]
mod puzzle;
#[path = "cli/python.rs"]
mod python;
#[path = "cli/quilt.rs"]
mod quilt;
#[path = "cli/recipe.rs"]
mod recipe;
#[path = "cli/sheet.rs"]
mod sheet;
#[path = "cli/signals.rs"]
mod signals;
#[path = "cli/slips.rs"]
mod slips;
#[path = "cli/solve.rs"]
mod solve;
#[path = "cli/spans.rs"]
mod spans;
#[path = "cli/stops.rs"]
mod stops;
#[path = "cli/studio.rs"]
mod studio;
#[path = "cli/whole.rs"]
mod whole;
#[path = "cli/wrapped.rs"]
mod wrapped;
