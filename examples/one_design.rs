//! Makes a quilt pattern, files for a laser and a puzzle page from one design, in memory.

use piecework::design::Design;
use piecework::job::{Silent, run};
use piecework::limits::Limits;
use piecework::source::Source;

const DESIGN: &str = r#"{
  "piecework": 2,
  "puzzle": "t-tetromino-4x4",
  "quilt": { "cell": "2in", "method": "straight" },
  "cut": { "machine": "lightburn", "cell": "20mm", "kerf": "0.2mm" },
  "sheet": { "paper": "letter" }
}"#;

fn main() -> Result<(), piecework::error::Error> {
    let design = Design::read(&Source::new("gift.json", DESIGN), &Limits::default())?;
    let outcome = run(&design, &mut Silent)?;
    for (name, bytes) in outcome.files.iter() {
        println!("{name}: {} bytes", bytes.len());
    }
    Ok(())
}
