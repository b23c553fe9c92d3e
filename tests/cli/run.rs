//! The test harness: arranges files, runs the program, and checks the results.
//!
//! Silence is the default: unexpected text on a stream fails the test.

use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A run of the program that is being arranged.
pub(crate) struct Run {
    folder: TempDir,
    args: Vec<OsString>,
    input: Vec<u8>,
}

/// The results of a run.
pub(crate) struct Ran {
    folder: TempDir,
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

/// A run of `piecework` with these arguments.
pub(crate) fn piecework<'a>(args: impl IntoIterator<Item = &'a str>) -> Run {
    let args = args.into_iter().map(OsString::from).collect();
    Run { folder: tempfile::tempdir().expect("a temporary folder"), args, input: Vec::new() }
}

impl Run {
    /// Adds a file to the folder of the run.
    pub(crate) fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        fs::write(self.folder.path().join(name), content).expect("writable");
        self
    }

    /// Sets the standard input.
    pub(crate) fn input(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }

    /// The command, ready to start.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_piecework"));
        command.args(&self.args).current_dir(self.folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs it in the folder of an earlier run.
    pub(crate) fn after(mut self, earlier: Ran) -> Self {
        self.folder = earlier.folder;
        self
    }

    /// A path in the folder of the run.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Passes its folder on, after [`Run::command`].
    pub(crate) fn not_run(self) -> Ran {
        Ran { folder: self.folder, status: None, stdout: String::new(), stderr: String::new() }
    }

    /// Runs it to the end.
    pub(crate) fn run(self) -> Ran {
        let mut child = self.command().spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("piped");
        // A program that does not read its input may exit before all of it is written.
        let _ = stdin.write_all(&self.input);
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        Ran::new(self.folder, &output)
    }
}

impl Ran {
    fn new(folder: TempDir, output: &Output) -> Self {
        Self {
            folder,
            status: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Expects this exit code.
    #[track_caller]
    pub(crate) fn exit(self, code: i32) -> Self {
        assert_eq!(self.status, Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Whether it exited with this code.
    pub(crate) fn ended_with(&self, code: i32) -> bool {
        self.status == Some(code)
    }

    /// Expects this in standard output.
    #[track_caller]
    pub(crate) fn says(self, part: &str) -> Self {
        assert!(self.stdout.contains(part), "`{part}` is not in standard output:\n{}", self.stdout);
        self
    }

    /// Expects this in standard error.
    #[track_caller]
    pub(crate) fn complains(self, part: &str) -> Self {
        assert!(self.stderr.contains(part), "`{part}` is not in standard error:\n{}", self.stderr);
        self
    }

    /// Expects empty standard output.
    #[track_caller]
    pub(crate) fn silent(self) -> Self {
        assert_eq!(self.stdout, "", "standard output");
        self
    }

    /// Expects empty standard error.
    #[track_caller]
    pub(crate) fn content(self) -> Self {
        assert_eq!(self.stderr, "", "standard error");
        self
    }

    /// Standard output as one JSON object.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in:\n{}", self.stdout))
    }

    /// Standard output as it is.
    pub(crate) fn stdout(&self) -> &str {
        &self.stdout
    }

    /// Standard error as it is.
    pub(crate) fn stderr(&self) -> &str {
        &self.stderr
    }

    /// Expects exactly these files in the folder `name`, in any order.
    #[track_caller]
    pub(crate) fn has_files(self, name: &str, files: &[&str]) -> Self {
        let mut expected: Vec<String> = files.iter().map(ToString::to_string).collect();
        expected.sort();
        assert_eq!(names_in(&self.path(name)), expected);
        self
    }

    /// A path in the folder it ran in.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The bytes of a file in the folder it ran in.
    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

/// The names of everything in a folder, hidden files included, sorted.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
