//! The command line program: arguments in, exit code out; the story stands in `run`.

mod args;
mod best_effort;
mod check;
mod choice;
#[cfg(feature = "chart")]
mod compare;
mod cut;
mod cut_division;
mod cut_effects;
mod cut_files;
mod cut_lines;
mod exit;
mod fabrics;
mod files;
mod input;
mod inspect;
mod listing;
mod long_run;
mod order;
mod part_file;
mod plan_files;
mod progress;
mod quilt;
mod recipe;
mod report;
mod request;
mod run;
mod search;
mod sheet;
mod sheet_words;
mod signals;
mod solve;
mod yardage;

fn main() -> std::process::ExitCode {
    run::run(std::env::args_os()).into()
}
