//! `piecework studio`: serves the page and opens the browser.

use clap::ArgMatches;
use piecework::studio::{Studio, StudioOptions};
use serde_json::json;

use crate::exit::{Exit, Failure};
use crate::report::Report;
use crate::signals;

/// Serves until a signal arrives.
pub(crate) fn studio(matches: &ArgMatches, report: Report) -> Result<Exit, Failure> {
    let usual = StudioOptions::default();
    let public = matches.get_flag("public");
    let asked = matches.get_one::<String>("listen").cloned();
    let hosts = matches.get_many::<String>("host").into_iter().flatten().cloned().collect();
    let listen = asked.clone().unwrap_or_else(|| usual.listen.clone());
    let options = StudioOptions { listen, public, hosts };
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
    report.result(&format!("{url}\n"), &json!({ "url": url }))?;
    if !public && !matches.get_flag("no_open") {
        match open::that_detached(&url) {
            Ok(()) => report.note("the studio is open in your browser; Ctrl-C ends it"),
            Err(_) => report.note(&format!("open {url} in a browser; Ctrl-C ends the studio")),
        }
    }
    studio.serve(&stop)?;
    Ok(Exit::Done)
}
