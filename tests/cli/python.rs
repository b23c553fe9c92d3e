//! The Python module, with the program of this build.

use std::path::Path;
use std::process::Command;

/// Runs a script that imports the module; nothing where there is no Python.
fn python(script: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_BIN_EXE_piecework"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = program.parent().map(Path::to_owned).into_iter().chain(std::env::split_paths(&path));
    let mut command = Command::new("python3");
    command.args(["-B", "-c", script]).current_dir(folder.path());
    command.env("PYTHONPATH", root.join("packaging/python"));
    command.env("PATH", std::env::join_paths(paths).expect("plain paths"));
    let Ok(output) = command.output() else {
        println!("SKIPPED: there is no python3 to run the module with");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_was_found_before_a_limit_is_returned() {
    python(
        r#"
import piecework
design = {"piecework": 2, "puzzle": "pentomino-6x10", "search": {"nodes": 60000}, "solve": {"all": True}}
made = piecework.run(design)
assert made.complete is False and made.exit_code == 3, made
assert list(made.files) == ["pentomino-6x10-partial-tilings.jsonl"], list(made.files)
assert made.summary["complete"] is False and made.summary["found"] > 0, made.summary
"#,
    );
}

#[test]
fn no_for_an_answer_is_no_error() {
    python(
        r####"
import piecework
puzzle = {"piecework": 1, "name": "T", "lattice": "square", "region": {"rectangle": [5, 4]},
          "pieces": [{"name": "T", "rows": ["###", ".#."], "count": 5}]}
made = piecework.run({"piecework": 2, "puzzle": puzzle, "quilt": {"cell": "2in"}})
assert made.complete is False and made.exit_code == 1 and made.files == {}, made
"####,
    );
}

#[test]
fn only_faults_are_raised() {
    python(
        r#"
import piecework
made = piecework.run({"piecework": 2, "puzzle": "t-tetromino-4x4", "quilt": {"cell": "2in"}})
assert made.complete is True and made.exit_code == 0 and made.files, made
assert "<svg" in made._repr_svg_()
try:
    piecework.run({"piecework": 2, "puzzle": "t-tetromino-4x4", "quilt": {"cell": "wide"}})
except piecework.Error as error:
    assert error.exit_code == 2 and error.findings[0]["code"].startswith("E"), error.findings
else:
    raise SystemExit("a design that is wrong was made")
"#,
    );
}
