//! Changes the lines of some rooms, one at a time, and looks whether a test sees it.
//!
//! All changes are compiled at once, each behind a switch that a variable of the environment turns on, so that nothing is built
//! for a change. Run from the repository:
//!
//! ```text
//! cargo run --manifest-path tests/mutants/Cargo.toml -- 200 1 src/geometry src/cut
//! ```
//!
//! tries 200 changes, drawn with seed 1. The copy it works on is in `target/mutants`. It prints the changes that no test
//! sees, and the rate.

mod build;
mod change;
mod trial;

use std::path::PathBuf;
use std::process::ExitCode;

use change::{Change, Room};

/// A message for the reader of the terminal; there is nobody else to tell.
type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("mutants: {failure}");
            ExitCode::from(1)
        }
    }
}

fn run() -> Result<(), Failure> {
    let mut words = std::env::args().skip(1);
    let usage = "needs a number of changes, a seed, and folders or files below src";
    let wanted: usize = words.next().ok_or(usage)?.parse()?;
    let seed: u64 = words.next().ok_or(usage)?.parse()?;
    let folders: Vec<PathBuf> = words.map(PathBuf::from).collect();
    if folders.is_empty() {
        return Err(usage.into());
    }
    let rooms = change::rooms(&folders)?;
    let all: Vec<Change> = rooms.iter().flat_map(Room::changes).collect();
    let drawn = change::draw(all.len(), wanted, seed);
    eprintln!("{} changes are possible, {} are drawn", all.len(), drawn.len());
    let (tests, foreign) = build::build(&rooms, &drawn.iter().copied().collect())?;
    let left: Vec<usize> = drawn.into_iter().filter(|number| !foreign.contains(number)).collect();
    eprintln!("{} do not compile, {} are tried", foreign.len(), left.len());
    let tally = trial::try_all(&tests, left.iter().map(|&number| (number, &all[number])))?;
    println!("{} of {} changes were seen", tally.seen, left.len());
    tally.survivors.iter().for_each(|&number| println!("not seen: {}", all[number]));
    Ok(())
}
