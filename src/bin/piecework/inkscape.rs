//! `piecework inkscape`: the extension that calls this program from Inkscape's menu.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::ArgMatches;
use piecework::color::Palette;
use piecework::output::FileSet;
use piecework::templates::puzzle_templates;
use serde_json::json;

use crate::design_args::Common;
use crate::exit::{Exit, Failure};
use crate::report::Report;
use crate::writing::overwrite;

const MENU: &str = include_str!("../../../packaging/inkscape/piecework.inx");
const SCRIPT: &str = include_str!("../../../packaging/inkscape/piecework_inkscape.py");

/// Writes the two files of the extension into Inkscape's folder, or says where they would go.
pub(crate) fn inkscape(matches: &ArgMatches, common: &Common, report: Report) -> Result<Exit, Failure> {
    let folder = folder(matches)?;
    if !matches.get_flag("install") {
        let text = format!("piecework inkscape --install writes to {}\n", folder.display());
        report.result(&text, &json!({ "folder": folder, "files": [] }))?;
        return Ok(Exit::Done);
    }
    let mut files = FileSet::new();
    files.add("piecework.inx", menu()).map_err(piecework::error::Error::from)?;
    files.add("piecework_inkscape.py", script()).map_err(piecework::error::Error::from)?;
    files.write_all(&folder, overwrite(common.force)).map_err(piecework::error::Error::from)?;
    report.note("start Inkscape again; the extension is Extensions > Piecework > Tiling puzzle");
    let written: Vec<PathBuf> = files.names().map(|name| folder.join(name)).collect();
    let text: String = written.iter().map(|path| format!("{}\n", path.display())).collect();
    report.result(&text, &json!({ "folder": folder, "files": written }))?;
    Ok(Exit::Done)
}

/// The folder of the user's extensions, asked of Inkscape itself: it differs between systems and kinds of
/// installation.
fn folder(matches: &ArgMatches) -> Result<PathBuf, Failure> {
    if let Some(folder) = matches.get_one::<PathBuf>("folder") {
        return Ok(folder.clone());
    }
    let asked = Command::new("inkscape")
        .arg("--user-data-directory")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()
        .filter(|answer| answer.status.success());
    let profile = asked.map(|answer| String::from_utf8_lossy(&answer.stdout).trim().to_owned());
    match profile {
        Some(profile) if Path::new(&profile).is_absolute() => Ok(Path::new(&profile).join("extensions")),
        _ => {
            let text = "Inkscape was not found; name its folder with --folder: Edit > Preferences > System > User extensions \
                 shows it";
            Err(Failure::usage("E3003", text.to_owned()))
        }
    }
}

/// The dialog, with the puzzles and palettes that this program knows.
fn menu() -> String {
    let option = |value: &str, text: &str| {
        format!("    <option value=\"{}\">{}</option>", escaped(value), escaped(text))
    };
    let puzzles: Vec<String> =
        puzzle_templates().iter().map(|puzzle| option(puzzle.name, puzzle.about)).collect();
    let palettes: Vec<String> =
        Palette::all().map(|palette| option(palette.name(), palette.name())).collect();
    MENU.replace("@PUZZLES@", &puzzles.join("\n")).replace("@PALETTES@", &palettes.join("\n"))
}

/// The script, with the place of this program.
fn script() -> String {
    let program = std::env::current_exe().ok().and_then(|path| path.to_str().map(str::to_owned));
    // A JSON text is a Python text, too.
    SCRIPT.replace("@PROGRAM@", &json!(program.unwrap_or_default()).to_string())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
