//! The command line program: arguments in, exit code out. What it makes is made by the library.

mod args;
mod array_job;
mod check;
mod design_args;
mod exit;
mod inkscape;
mod inspect;
mod listing;
mod make;
mod plan;
mod progress;
mod report;
mod run;
mod saved_design;
mod short_help;
mod signals;
mod solve;
mod status;
#[cfg(feature = "studio")]
mod studio;
mod terminal;
mod usage;
mod writing;

fn main() -> std::process::ExitCode {
    run::run(std::env::args_os()).into()
}
