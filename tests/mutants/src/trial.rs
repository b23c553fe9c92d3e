//! Turns on one change after the other and runs the tests until one fails.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::Failure;
use crate::build::Tests;
use crate::change::Change;

/// What the tests saw.
#[derive(Default)]
pub struct Tally {
    pub seen: usize,
    /// The numbers of the changes that no test saw.
    pub survivors: Vec<usize>,
}

/// Tests of rooms that know nothing of the changed ones, and take long.
const FOREIGN: [&str; 6] = ["solver::", "studio::", "comparison::", "question::", "polyform::", "fuzz::"];

/// How long tests may take: a change may make them endless, which is seen.
const MOST: Duration = Duration::from_secs(300);

/// Tries changes: first the tests beside each, then those of its room, then those of the library as its users see it.
pub fn try_all<'c>(
    tests: &Tests,
    changes: impl Iterator<Item = (usize, &'c Change)>,
) -> Result<Tally, Failure> {
    for program in [&tests.lib, &tests.library] {
        if !pass(tests, program, "", None)? {
            return Err("the tests fail without a change".into());
        }
    }
    let mut tally = Tally::default();
    for (number, change) in changes {
        let steps =
            [(&tests.lib, change.tests()), (&tests.lib, change.room()), (&tests.library, String::new())];
        let mut is_seen = false;
        for (program, filter) in &steps {
            is_seen = is_seen || !pass(tests, program, filter, Some(number))?;
        }
        eprintln!("{} {change}", if is_seen { "seen:    " } else { "NOT SEEN:" });
        if is_seen { tally.seen += 1 } else { tally.survivors.push(number) }
    }
    Ok(tally)
}

/// Runs the tests whose names have these words; returns whether all pass in time.
fn pass(tests: &Tests, program: &Path, filter: &str, change: Option<usize>) -> Result<bool, Failure> {
    let mut command = Command::new(program);
    command.arg("--quiet").args(FOREIGN.iter().flat_map(|name| ["--skip", name]));
    command.args((!filter.is_empty()).then_some(filter));
    command.envs(change.map(|number| ("PIECEWORK_MUTANT", number.to_string())));
    command.env("CARGO_MANIFEST_DIR", &tests.folder).current_dir(&tests.folder);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let began = Instant::now();
    while began.elapsed() < MOST {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill()?;
    child.wait()?;
    Ok(false)
}
