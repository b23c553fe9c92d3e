//! What is printed: results on standard output, everything else on standard error.

use std::ffi::OsString;
use std::io::{self, Write};

use piecework::error::Error;
use piecework::fault::{ErrorKind, Finding};
use serde_json::{Value, json};

use crate::exit::{Exit, Failure};

/// Where words go.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Report {
    json: bool,
    quiet: bool,
    /// Whether progress is JSON on standard error, whether or not that is a terminal.
    progress_json: bool,
}

impl Report {
    pub(crate) fn new(matches: &clap::ArgMatches) -> Self {
        // Options of every command are known to all of them.
        let matches = matches.subcommand().map_or(matches, |(_, matches)| matches);
        let progress_json = matches.get_one::<String>("progress").is_some_and(|how| how == "json");
        Self { json: matches.get_flag("json"), quiet: matches.get_flag("quiet"), progress_json }
    }

    /// As far as words can be read that are no command line: whether JSON was asked for.
    pub(crate) fn before_parsing(args: &[OsString]) -> Self {
        let json = args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "--json");
        Self { json, quiet: false, progress_json: false }
    }

    /// Whether results are one JSON object.
    pub(crate) fn is_json(self) -> bool {
        self.json
    }

    /// Whether progress may be shown.
    pub(crate) fn is_quiet(self) -> bool {
        self.quiet
    }

    /// Whether progress is printed as JSON.
    pub(crate) fn is_progress_json(self) -> bool {
        self.progress_json
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

    /// Says why the program ends early on standard error; returns the same for programs.
    pub(crate) fn complaint(self, failure: &Failure) -> Vec<Value> {
        match failure {
            Failure::StandardOutput(error) if error.kind() == io::ErrorKind::BrokenPipe => Vec::new(),
            Failure::StandardOutput(error) => message(&format!("standard output: {error}")),
            Failure::Usage(finding) => told(std::slice::from_ref(finding)),
            Failure::Panic(cause) => message(&internal(cause)),
            Failure::Library(error) => library(error),
        }
    }
}

fn message(text: &str) -> Vec<Value> {
    complain(text);
    vec![json!({ "message": text })]
}

fn library(error: &Error) -> Vec<Value> {
    let findings = told(&error.findings());
    if error.more() > 0 {
        complain(&format!("and {} more; raise the limit `defects-shown` to see them", error.more()));
    }
    if error.kind() == ErrorKind::Internal {
        complain(&internal("a check of our own failed"));
    }
    findings
}

/// Prints findings and what to do about them; returns them for programs.
fn told(findings: &[Finding]) -> Vec<Value> {
    for (index, finding) in findings.iter().enumerate() {
        complain(&finding.to_string());
        let next = findings.get(index + 1).and_then(|next| next.help.as_ref());
        if let Some(hint) = finding.help.as_ref().filter(|hint| next != Some(hint)) {
            complain(&format!("hint: {hint}"));
        }
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
