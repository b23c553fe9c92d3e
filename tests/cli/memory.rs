//! The largest files that the default limits allow, read by a program that may not take more than 300 MB.

use std::process::{Command, Output};

/// What docs/limits.md promises, in units of 1024 bytes.
const MOST: u32 = 300 * 1000 * 1000 / 1024;

/// Runs `piecework COMMAND FILE ARGUMENTS` where the kernel refuses it more memory than [`MOST`].
fn within_bounds(command: &str, name: &str, content: impl AsRef<[u8]>, arguments: &str) -> Output {
    bounded(MOST, name, content, &format!("{command} {name} {arguments}"))
}

/// Runs `piecework ARGUMENTS` beside a file where the kernel refuses it more than so many units of 1024 bytes.
fn bounded(most: u32, name: &str, content: impl AsRef<[u8]>, arguments: &str) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), content).expect("writable");
    let program = env!("CARGO_BIN_EXE_piecework");
    let line = format!("ulimit -d {most} && exec '{program}' {arguments}");
    let ran = Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().expect("a shell");
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert!(
        !stderr.contains("memory") && ran.status.code().is_some_and(|code| code <= 3),
        "{name}: {stderr}"
    );
    ran
}

/// A file of almost 16 MiB: the largest that is read.
fn filled(before: &str, part: &str, after: &str) -> String {
    let room = 16 * 1024 * 1024 - before.len() - after.len();
    format!("{before}{}{after}", part.repeat(room / part.len()))
}

#[test]
#[cfg_attr(debug_assertions, ignore = "half a minute without optimisation: cargo test --release --test cli")]
fn files_as_large_as_any_are_read_in_300_mb() {
    let svg =
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="100mm" viewBox="0 0 100 100">"#;
    let values = format!("{{\"region\":[{}1]}}", "1,".repeat(999_990));
    let elements = filled(svg, "<path d=\"M0 0L1 1\"/>", "</svg>");
    let line = filled(&format!("{svg}<path stroke=\"#f00\" d=\"M0 0"), "L1 1L2 2", "\"/></svg>");
    for (command, name, content, arguments) in [
        ("solve", "values.json", &values, ""),
        ("solve", "text.json", &filled("{\"name\":\"", "x", "\"}"), ""),
        ("inspect", "elements.svg", &elements, ""),
        ("check", "elements.svg", &elements, ""),
        ("check", "line.svg", &line, ""),
        ("solve", "elements.xmpuzzle", &filled("<puzzle version=\"2\">", "<a/>", "</puzzle>"), ""),
        ("cut pentomino-6x10 --palette", "fabrics.csv", &filled("name,color\n", "a,#112233\n", ""), ""),
        ("inspect", "tags.svg", &filled(svg, "<a/>", "</svg>"), ""),
        ("inspect", "lines.txt", &filled("", "AB\n\n", ""), ""),
    ] {
        within_bounds(command, name, content, arguments);
    }
}

/// The same up to the 64 MiB that `check` reads.
fn full(before: &str, part: &str, after: &str) -> String {
    let room = 64 * 1024 * 1024 - before.len() - after.len();
    format!("{before}{}{after}", part.repeat(room / part.len()))
}

#[test]
#[cfg_attr(debug_assertions, ignore = "minutes without optimisation: cargo test --release --test cli")]
fn files_as_large_as_any_are_checked_in_300_mb() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:i=\"http://www.inkscape.org/namespaces/inkscape\" \
        width=\"100mm\" height=\"100mm\" viewBox=\"0 0 100 100\"><g i:label=\"CUT\" fill=\"none\">";
    let lightburn = "<LightBurnProject><CutSetting><index Value=\"0\"/><name Value=\"CUT\"/><priority Value=\"0\"/>\
        </CutSetting><Shape Type=\"Path\" CutIndex=\"0\"><XForm>1 0 0 1 0 0</XForm><VertList>";
    let dxf = "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n999\n1 unit = 1 mm\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n";
    let gcode = "; sheet of 100 x 100 mm\nG21\nG90\n; layer CUT, pass 1 of 2\n";
    for (name, content, refused) in [
        ("stitches.exp", full("", "\u{1}", ""), "stitches"),
        ("stops.exp", full("", "\u{1}\u{1}\u{2}\u{2}", ""), "stitches"),
        ("words.dxf", full("", "0\nX\n", "0\nEOF\n"), "groups"),
        ("entities.dxf", full(dxf, "0\nLINE\n8\nCUT\n", "0\nEOF\n"), "groups"),
        (
            "vertices.lbrn2",
            full(lightburn, "V1 2c0x1c1x1", "</VertList></Shape></LightBurnProject>"),
            "vertices",
        ),
        ("shapes.lbrn2", full("<LightBurnProject>", "<a b=\"\"/>", "</LightBurnProject>"), "tags"),
        ("lines.svg", full(&format!("{svg}<path d=\"M0 0"), "L1 1L2 2", "\"/></g></svg>"), "steps"),
        ("numbers.svg", full(&format!("{svg}<path d=\"M0 0L"), "1 1 2 2 ", "\"/></g></svg>"), "steps"),
        ("curves.svg", full(svg, "<path d=\"M0 0C99 0 0 99 99 99\"/>", "</g></svg>"), "tags"),
        ("attributes.svg", full(svg, "<a b=\"\" c=\"\" d=\"\" e=\"\"/>", "</g></svg>"), "attributes"),
        ("lines.plt", full("IN;SP1;PU0,0;PD", "1,1,2,2,", "3,3;PU;"), "lines"),
        ("lines.gcode", full(&format!("{gcode}M4\n"), "G1 X1 Y1\nG1 X2 Y2\n", "M5\n"), "steps"),
        ("strokes.gcode", full(gcode, "M4\nG1 X1 Y1\nM5\nM4\nG1 X2 Y2\nM5\n", ""), "lines"),
    ] {
        let ran = within_bounds("check", name, &content, "");
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.code() == Some(2) && said.contains(refused), "{name}: {said}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "half a minute without optimisation: cargo test --release --test cli")]
fn a_board_of_as_many_cells_as_any_is_cut_in_300_mb() {
    let row =
        |y: usize| (0..128).map(|x| ["AA", "BB", "CC", "DD", "EE", "FF"][(x + y % 3 * 2) % 6]).collect();
    let rows: Vec<String> = (0..256).map(row).collect();
    let ran = within_bounds(
        "cut",
        "board.txt",
        rows.join("\n"),
        "--lattice square --cell 2mm --formats svg --no-assembly",
    );
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// 12,482 bricks with every number on a page.
#[test]
#[cfg_attr(debug_assertions, ignore = "minutes without optimisation: cargo test --release --test cli")]
fn assembly_pages_of_thousands_of_pieces_are_made_in_300_mb() {
    let letter = |x: usize, y: usize| char::from(b"ABCDEFGHIJ"[(x / 2 + y * 3) % 10]);
    let rows: Vec<String> = (0..158).map(|y| (0..158).map(|x| letter(x, y)).collect()).collect();
    let ran =
        within_bounds("cut", "bricks.txt", rows.join("\n"), "--lattice square --cell 2mm --formats svg");
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// A board of bricks of two cells, as letters.
fn bricks(width: usize, height: usize) -> String {
    let letter = |x: usize, y: usize| char::from(b"ABCDEFGHIJ"[(x / 2 + y * 3) % 10]);
    let rows: Vec<String> =
        (0..height).map(|y| (0..width).map(|x| letter(x, y)).collect::<String>() + "\n").collect();
    rows.concat()
}

/// Every product on the largest design that it makes, or near to it, and the MB that it may take: what was measured, and up
/// to three quarters more.
#[test]
#[cfg_attr(debug_assertions, ignore = "minutes without optimisation: cargo test --release --test cli")]
fn the_largest_design_of_every_product_is_made_in_so_much_memory() {
    let letter = |x: usize, y: usize| [["A ", "B ", "C "], [" A", " B", " C"]][y % 2][(x + y % 2 * 2) % 3];
    let row = |y: usize| (0..100).map(|x| letter(x, y)).collect::<String>() + "\n";
    let (none, hexagons) = (String::new(), (0..50).map(row).collect::<String>());
    for (most, board, arguments) in [
        (110, &none, "quilt quilt-60x80"),
        (100, &none, "quilt quilt-60x80 --formats pages,svg"),
        (130, &none, "quilt quilt-60x80 --method straight"),
        (110, &none, "quilt quilt-60x80 --photo cat --follow"),
        (110, &none, "quilt quilt-60x80 --precut charm-pack"),
        (110, &bricks(60, 60), "quilt board.txt --lattice square"),
        (240, &hexagons, "quilt board.txt --lattice hex --cell 1in --method epp"),
        (180, &bricks(200, 200), "cut board.txt --lattice square --cell 8mm --kerf 0.2mm"),
        (110, &bricks(80, 60), "cut board.txt --lattice square --formats stl,3mf"),
        (300, &bricks(40, 40), "cut board.txt --lattice square --formats stl --knobs"),
        (170, &none, "cut quilt-60x80 --shop --job-sheet"),
        (130, &none, "sheet domino-8x8 --solutions 1000"),
    ] {
        let most = most * 1_000_000 / 1024;
        let ran = bounded(most, "board.txt", board, &format!("{arguments} -o out"));
        assert_eq!(ran.status.code(), Some(0), "{arguments}: {}", String::from_utf8_lossy(&ran.stderr));
    }
}

/// The bound is one: a program that needs more is ended by it.
#[test]
fn a_program_that_takes_more_is_noticed() {
    let line = format!(
        "ulimit -d {MOST} && exec awk 'BEGIN {{ s = \"x\"; while (length(s) < 1e9) s = s s; print length(s) }}'"
    );
    let ran = Command::new("sh").args(["-c", &line]).output().expect("a shell");
    assert!(!ran.status.success(), "awk took a gigabyte");
}
