use std::fs;

use super::run::{names_in, piecework};

const CUT: [&str; 5] = ["cut", "t-tetromino-4x4", "-q", "-o", "out"];

#[test]
fn files_that_exist_are_kept_unless_forced() {
    let ran = piecework(CUT).run().exit(0);
    let name = "out/t-tetromino-4x4-cut-1.svg";
    fs::write(ran.path(name), "mine").expect("writable");
    let again = piecework(CUT).after(ran).run().exit(4).silent().complains("--force");
    assert_eq!(again.read(name), b"mine", "untouched");
    let forced = piecework(CUT.iter().copied().chain(["--force"])).after(again).run().exit(0);
    assert_ne!(forced.read(name), b"mine");
}

#[test]
fn an_impossible_folder_is_refused_before_the_search() {
    piecework(["cut", "pentomino-6x10", "-o", "a-file"])
        .file("a-file", "in the way")
        .run()
        .exit(4)
        .silent()
        .complains("a-file")
        .has_files(".", &["a-file"]);
}

#[test]
fn two_runs_write_the_same_bytes() {
    let bytes = |command: &'static str| {
        let ran = piecework([command, "six-pentominoes-5x6", "-q", "-o", "out"]).run().exit(0);
        let names = names_in(&ran.path("out"));
        let files: Vec<Vec<u8>> = names.iter().map(|name| ran.read(&format!("out/{name}"))).collect();
        (names, files)
    };
    for command in ["quilt", "cut", "sheet"] {
        assert_eq!(bytes(command), bytes(command), "{command}");
    }
}

#[test]
fn titles_are_text_in_every_format() {
    let name = r#"<script>\"(')%% \\n &amp; עברית"#;
    let puzzle = format!(
        r###"{{ "piecework": 1, "name": "{name}", "lattice": "square", "region": {{ "rectangle": [2, 2] }},
        "pieces": [ {{ "name": "</path>", "rows": ["##"], "count": 2 }} ] }}"###
    );
    for command in ["quilt", "cut", "sheet"] {
        let ran = piecework([command, "evil.json", "-o", "out"]).file("evil.json", &puzzle).run().exit(0);
        for file in names_in(&ran.path("out")).iter().filter(|file| file.ends_with(".svg")) {
            let svg = String::from_utf8(ran.read(&format!("out/{file}"))).expect("text");
            assert!(!svg.contains("<script") && !svg.contains("</path></"), "{file}");
            usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap_or_else(|e| panic!("{file}: {e}"));
        }
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_a_quiet_end() {
    use std::process::Stdio;
    let run = piecework(["solve", "pentomino-5x12", "--all", "--raw"]);
    let mut child = run.command().stdin(Stdio::null()).spawn().expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_an_earlier_run_left_goes_with_force_and_nothing_else_does() {
    let cut = |formats: &'static str, more: &[&'static str]| {
        let args = ["cut", "t-tetromino-4x4", "-o", "out", "--formats", formats];
        piecework(args.iter().chain(more).copied())
    };
    let first = cut("svg,dxf-r12,hpgl", &["--no-assembly"]).run().exit(0);
    for (name, text) in
        [("notes.txt", "mine"), ("t-tetromino-4x4-mine.svg", "<svg/>"), ("t-tetromino-4x4.csv", "mine")]
    {
        fs::write(first.path("out").join(name), text).expect("writable");
    }
    let kept = cut("pdf", &["--no-assembly"]).after(first).run().exit(0);
    let kept = kept.complains("left files that are not part of it now: t-tetromino-4x4-cut-1-r12_mm.dxf");
    assert_eq!(names_in(&kept.path("out")).len(), 7, "nothing goes unasked");
    let forced = cut("pdf", &["--no-assembly", "--force"]).after(kept).run().exit(0);
    let names = ["notes.txt", "t-tetromino-4x4-cut.pdf", "t-tetromino-4x4-mine.svg", "t-tetromino-4x4.csv"];
    forced.complains("removed what an earlier run").has_files("out", &names);
}
