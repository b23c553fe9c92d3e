//! `piecework studio`: serves the page and opens the browser, or writes the page as a folder.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use piecework::output::Changes;
use piecework::studio::{Module, Studio, StudioOptions, export};
use serde_json::json;

use crate::exit::{Exit, Failure};
use crate::report::Report;
use crate::signals;
use crate::writing::overwrite;

/// Serves until a signal arrives, or writes the page.
pub(crate) fn studio(matches: &ArgMatches, report: Report) -> Result<Exit, Failure> {
    if let Some(folder) = matches.get_one::<PathBuf>("export") {
        return write(folder, matches, report);
    }
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    keep_few_heaps();
    let usual = StudioOptions::default();
    let public = matches.get_flag("public");
    let asked = matches.get_one::<String>("listen").cloned();
    let hosts = matches.get_many::<String>("host").into_iter().flatten().cloned().collect();
    let listen = asked.clone().unwrap_or_else(|| usual.listen.clone());
    let module = matches.get_one::<PathBuf>("module");
    let device = match module {
        Some(folder) => Some(Module::open(folder)?),
        None => Module::open(&beside()).ok().filter(|_| public),
    };
    let options = StudioOptions { listen, public, device, class: matches.get_flag("class"), hosts };
    let studio = match Studio::open(&options) {
        // The usual port is taken, perhaps by another studio, and nobody asked for this one.
        Err(_) if asked.is_none() => {
            Studio::open(&StudioOptions { listen: "127.0.0.1:0".into(), ..options })?
        }
        opened => opened?,
    };
    // Signals are watched before anybody knows the address.
    let stop = signals::stop_flag();
    let url = studio.url();
    let class = studio.class_url();
    let mut value = json!({ "url": url });
    let mut text = format!("{url}\n");
    if let Some(class) = &class {
        value["class"] = class.as_str().into();
        text += &format!("{class}\n");
        report.note("the second address is for the teacher alone: its page has the code for the class");
    }
    report.result(&text, &value)?;
    let url = class.unwrap_or(url);
    if !public && !matches.get_flag("no_open") {
        match open::that_detached(&url) {
            Ok(()) => report.note("the studio is open in your browser; Ctrl-C ends it"),
            Err(_) => report.note(&format!("open {url} in a browser; Ctrl-C ends the studio")),
        }
    }
    studio.serve(&stop)?;
    Ok(Exit::Done)
}

/// Starts the program again in its own place, with two heaps that give back what is free.
///
/// Glibc gives each thread a heap of its own, and after twenty designs they hold twice of what is kept. How many there are is asked of the
/// environment, when a program starts, and nowhere else without `unsafe`.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn keep_few_heaps() {
    use std::os::unix::process::CommandExt;
    let heaps = "MALLOC_ARENA_MAX";
    if std::env::var_os(heaps).is_some() {
        return;
    }
    let Ok(program) = std::env::current_exe() else { return };
    let mut again = std::process::Command::new(program);
    // It comes back only if the program cannot be started; then the server takes more memory.
    let _ = again
        .args(std::env::args_os().skip(1))
        .env(heaps, "2")
        .env("MALLOC_TRIM_THRESHOLD_", "131072")
        .exec();
}

/// Writes the page that needs no server.
fn write(folder: &Path, matches: &ArgMatches, report: Report) -> Result<Exit, Failure> {
    let module = matches.get_one::<PathBuf>("module").cloned().unwrap_or_else(beside);
    let module = Module::open(&module)?;
    let mut changes = Changes::new();
    let (mut files, mut bytes) = (0, 0);
    for (name, content) in export(&module)? {
        (files, bytes) = (files + 1, bytes + content.len());
        changes.add(&folder.join(name), content)?;
    }
    changes.commit(overwrite(matches.get_flag("force")))?;
    let text = format!("{}: {files} files, {:.1} MB\n", folder.display(), bytes as f64 / 1e6);
    report.result(&text, &json!({ "folder": folder, "files": files, "bytes": bytes }))?;
    report.note("any web server can serve the folder, for example `python3 -m http.server` in it");
    Ok(Exit::Done)
}

/// Where the module is installed: beside the program in an archive of a release, and in `share` of what a package manager installs.
fn beside() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let folder = program.parent().unwrap_or(Path::new(""));
    let shared = || folder.parent().map(|prefix| prefix.join("share/piecework/web"));
    Some(folder.join("web")).filter(|web| web.is_dir()).or_else(shared).unwrap_or_default()
}
