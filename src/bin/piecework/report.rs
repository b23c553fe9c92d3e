//! What is printed: results on standard output, everything else on standard error.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Write};

use piecework::{Drawing, Error};
use serde_json::{Value, json};

use crate::args::Common;
use crate::exit::{Exit, Failure};

/// Where words go.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Report {
    json: bool,
    quiet: bool,
}

impl Report {
    pub(crate) fn new(common: &Common) -> Self {
        Self { json: common.json, quiet: common.quiet }
    }

    /// One that says nothing on the way; for tests.
    #[cfg(test)]
    pub(crate) fn silent() -> Self {
        Self { json: false, quiet: true }
    }

    /// As far as words can be read that are no command line: whether JSON was asked for.
    pub(crate) fn before_parsing(args: &[OsString]) -> Self {
        let json = args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "--json");
        Self { json, quiet: false }
    }

    /// Whether results are one JSON object.
    pub(crate) fn is_json(self) -> bool {
        self.json
    }

    /// Whether progress may be shown.
    pub(crate) fn is_quiet(self) -> bool {
        self.quiet
    }

    /// Prints a result: `text` for people, or `value` for programs.
    pub(crate) fn result(self, text: &str, value: &Value) -> Result<(), Failure> {
        if self.json { self.print(&format!("{value:#}\n")) } else { self.print(text) }
    }

    /// Prints bytes that are the result as they are.
    pub(crate) fn bytes(self, bytes: &[u8]) -> Result<Exit, Failure> {
        let mut out = io::stdout().lock();
        out.write_all(bytes).and_then(|()| out.flush()).map_err(Failure::StandardOutput)?;
        Ok(Exit::Done)
    }

    /// Prints text as it is, at once.
    pub(crate) fn print(self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes()).map(|_| ())
    }

    /// Says something on the way.
    pub(crate) fn note(self, text: &str) {
        if !self.quiet {
            complain(text);
        }
    }

    /// Says which characters the built-in typeface cannot draw.
    pub(crate) fn warn_of_missing_glyphs(self, drawings: &[Drawing]) {
        let missing: BTreeSet<char> = drawings.iter().flat_map(Drawing::missing_glyphs).collect();
        if !missing.is_empty() {
            let points: Vec<String> = missing.iter().map(|&c| format!("U+{:04X}", u32::from(c))).collect();
            self.note(&format!("no glyph for {}; drawn as code points", points.join(", ")));
        }
    }

    /// Says why the program ends early, and how. With `--json` a failure is one object too.
    pub(crate) fn failure(self, failure: &Failure) -> Exit {
        let exit = failure.exit();
        let errors = self.complaint(failure);
        if self.json && !matches!(failure, Failure::StandardOutput(_)) {
            // A failure that cannot be printed keeps the exit code of the failure.
            let _ = self.print(&format!("{:#}\n", json!({ "errors": errors, "exit": exit.code() })));
        }
        exit
    }

    /// Says why the program ends early on standard error; gives back the same for programs.
    pub(crate) fn complaint(self, failure: &Failure) -> Vec<Value> {
        match failure {
            Failure::StandardOutput(error) if error.kind() == io::ErrorKind::BrokenPipe => Vec::new(),
            Failure::StandardOutput(error) => message(&format!("standard output: {error}")),
            Failure::Usage(text) => message(text),
            Failure::Panic(cause) => message(&internal(cause)),
            Failure::Library(error) => library(error, failure.exit()),
        }
    }
}

fn message(text: &str) -> Vec<Value> {
    complain(text);
    vec![json!({ "message": text })]
}

fn library(error: &Error, exit: Exit) -> Vec<Value> {
    let findings = error.findings();
    for finding in &findings {
        complain(&finding.to_string());
        if let Some(hint) = &finding.hint {
            complain(&format!("hint: {hint}"));
        }
    }
    if exit == Exit::Internal {
        complain(&internal("a check of our own failed"));
    }
    findings.iter().map(|finding| json!(finding)).collect()
}

fn internal(message: &str) -> String {
    format!("internal error: {message}; this is a bug, please report it with the command and its input")
}

/// Writes one line to standard error; if even that is closed there is nobody to tell.
fn complain(text: &str) {
    let _ = writeln!(io::stderr().lock(), "piecework: {text}");
}
