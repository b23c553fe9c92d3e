//! The largest files that the default limits allow, read by a program that may not take more than 300 MB.

use std::io::Write as _;
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
#[ignore = "half a minute without optimisation: see CONTRIBUTING.md"]
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
#[ignore = "minutes without optimisation: see CONTRIBUTING.md"]
fn files_as_large_as_any_are_checked_in_300_mb() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:i=\"http://www.inkscape.org/namespaces/inkscape\" \
        width=\"100mm\" height=\"100mm\" viewBox=\"0 0 100 100\"><g i:label=\"CUT\" fill=\"none\">";
    let lightburn = "<LightBurnProject><CutSetting><index Value=\"0\"/><name Value=\"CUT\"/><priority Value=\"0\"/>\
        </CutSetting><Shape Type=\"Path\" CutIndex=\"0\"><XForm>1 0 0 1 0 0</XForm><VertList>";
    let dxf = "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n999\n1 unit = 1 mm\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n";
    let canvas = "{\"canvas\":[{\"displays\":[";
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
        ("objects.xcs", full(canvas, "{\"id\":\"\",\"dPath\":\"M0 0L1 1\"},", "{}]}]}"), "objects"),
        (
            "steps.xcs",
            full(&format!("{canvas}{{\"dPath\":\"M0 0"), "L1 1L2 2", "\"}]}]}"),
            "a project of xTool",
        ),
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
#[ignore = "half a minute without optimisation: see CONTRIBUTING.md"]
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
#[ignore = "minutes without optimisation: see CONTRIBUTING.md"]
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
#[ignore = "minutes without optimisation: see CONTRIBUTING.md"]
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

/// A PDF of these objects, numbered from 1: the catalog, the pages, a page and its content come first.
fn pdf(objects: &[Vec<u8>]) -> Vec<u8> {
    let (mut file, mut places) = (b"%PDF-1.6\n".to_vec(), String::new());
    for (number, object) in (1..).zip(objects) {
        places.push_str(&format!("{:010} 00000 n \n", file.len()));
        file.extend([format!("{number} 0 obj\n").as_bytes(), object, b"\nendobj\n"].concat());
    }
    let (count, start) = (objects.len() + 1, file.len());
    let table = format!("xref\n0 {count}\n0000000000 65535 f \n{places}");
    let trailer = format!("trailer\n<</Size {count}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n");
    file.extend([table, trailer].concat().into_bytes());
    file
}

/// The objects of a page with this content.
fn page(content: &[u8]) -> Vec<Vec<u8>> {
    let packed = zlib(content);
    let header = format!("<</Length {}/Filter/FlateDecode>>\nstream\n", packed.len()).into_bytes();
    vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Properties<</L0 5 0 R>>>>>>"
            .to_vec(),
        [header.as_slice(), &packed, b"\nendstream"].concat(),
        b"<</Type/OCG/Name(CUT)>>".to_vec(),
    ]
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(bytes).and_then(|()| packer.finish()).expect("in memory")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(bytes).and_then(|()| packer.finish()).expect("in memory")
}

/// A ZIP of this many empty files and one that is given.
fn archive(empty: usize, name: &str, bytes: &[u8]) -> Vec<u8> {
    let names: Vec<String> = (0..empty).map(|number| format!("{number}.svg")).collect();
    let files = names.iter().map(|name| (name.as_str(), b"".as_slice()));
    piecework::output::zip(files.chain([(name, bytes)]))
}

/// A hostile file: the command that reads it, its name, its bytes, and words of its refusal.
type Hostile = (&'static str, &'static str, Vec<u8>, &'static str);

/// PDFs whose content or objects are small and become large, or end before what begins in them.
fn hostile_pdfs() -> Vec<Hostile> {
    let content = |content: &[u8]| pdf(&page(content));
    let drawn = |before: &str, after: &str| {
        content(format!("/OC /L0 BDC {before} 9 9 m 99 9 l S {after} EMC").as_bytes())
    };
    let with = |place: usize, object: &[u8]| {
        let mut objects = page(b"");
        objects[place] = object.to_vec();
        pdf(&objects)
    };
    let values = |count: usize| [b"<</Kids[".as_slice(), &b"0 ".repeat(count), b"]>>"].concat();
    let files = [
        (drawn("q", "Q"), ""),
        // 4,000,000 saved states took 2.2 GB.
        (content(&b"q\n".repeat(4_000_000)), "nested more than 256 levels"),
        (content(&b"0 ".repeat(4_000_000)), "more than 100 operands"),
        (content(&b"h\n".repeat(4_000_000)), "steps in a path"),
        (content(&b"[".repeat(1_000_000)), "nested more than 256 levels"),
        (content(&b"<<".repeat(1_000_000)), "nested more than 256 levels"),
        (content(&[b"[".as_slice(), &b"0 ".repeat(1_000_000), b"]"].concat()), "values in an array"),
        (content(&b"(".repeat(1_000_000)), "`)` is missing"),
        (content(&b" ".repeat(40 << 20)), "bytes when it is unpacked"),
        (drawn("q", ""), "`Q` is missing"),
        (drawn("", "Q"), "`q` is missing"),
        (drawn("BT", ""), "`ET` is missing"),
        (drawn("", "ET"), "`BT` is missing"),
        (drawn("q BT", "Q ET"), "`ET` is missing"),
        (drawn("", "EMC"), "`BDC` is missing"),
        (drawn("/OC /L0 BDC", ""), "`EMC` is missing"),
        (with(1, &values(1_000_000)), "values in an array"),
        (with(1, b"<</Kids[2 0 R]>>"), "more than 2000 pages"),
        (
            with(1, &[b"<</Kids[".as_slice(), &b"3 0 R ".repeat(3_000), b"]>>"].concat()),
            "more than 2000 pages",
        ),
        (with(0, b"5 0 R"), "a page"),
        (with(3, b"<</Length 9999999>>\nstream\nq"), "the end of a stream"),
        (with(3, b"<</Length 9>>\nstream\nqqqqqqqqqq"), "`endstream` is missing"),
    ];
    files.into_iter().map(|(file, words)| ("check", "hostile.pdf", file, words)).collect()
}

/// The same for text formats and packages.
fn hostile_files() -> Vec<Hostile> {
    let nested = |open: &str, count: usize| open.repeat(count).into_bytes();
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9mm\" height=\"9mm\" viewBox=\"0 0 9 9\">";
    let dxf = |body: &str| {
        let head = "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n999\n1 unit = 1 mm\n0\nENDSEC\n";
        format!("{head}0\nSECTION\n2\nENTITIES\n{body}0\nEOF\n").into_bytes()
    };
    let gcode =
        |body: &str| format!("; sheet of 9 x 9 mm\nG21\nG90\n; layer CUT, pass 1 of 1\n{body}").into_bytes();
    let zeros = vec![b' '; 100 << 20];
    vec![
        ("check", "deep.svg", [svg, &"<g>".repeat(300)].concat().into_bytes(), "the limit `depth`"),
        ("check", "open.svg", [svg, "<g>"].concat().into_bytes(), "valid XML"),
        ("check", "deep.lbrn2", nested("<LightBurnProject>", 300), "the limit `depth`"),
        ("check", "deep.dxf", dxf(&"0\nSECTION\n".repeat(300)), "nested more than 256 levels"),
        ("check", "section.dxf", dxf(""), "`ENDSEC` is missing"),
        ("check", "ended.dxf", dxf("0\nENDSEC\n0\nENDSEC\n"), "`SECTION` is missing"),
        (
            "check",
            "twice.dxf",
            dxf("0\nENDSEC\n0\nSECTION\n2\nENTITIES\n0\nENDSEC\n"),
            "`ENTITIES` is used twice",
        ),
        ("check", "line.dxf", dxf("0\nPOLYLINE\n8\nCUT\n0\nENDSEC\n"), "`SEQEND` is missing"),
        ("check", "seqend.dxf", dxf("0\nSEQEND\n0\nENDSEC\n"), "`POLYLINE` is missing"),
        ("check", "block.dxf", dxf("0\nBLOCK\n0\nENDSEC\n"), "`ENDBLK` is missing"),
        ("check", "endblk.dxf", dxf("0\nENDBLK\n0\nENDSEC\n"), "`BLOCK` is missing"),
        ("check", "table.dxf", dxf("0\nTABLE\n0\nENDSEC\n"), "`ENDTAB` is missing"),
        ("check", "beam.gcode", gcode("M4\nG1 X1 Y1\n"), "the pen is down"),
        ("check", "beams.gcode", gcode("M4\nG1 X1 Y1\nM4\nG1 X2 Y1\nM5\n"), "`M5` is missing"),
        ("check", "pen.plt", b"IN;SP1;PU0,0;PD40,40;".to_vec(), "the pen is down"),
        ("check", "bomb.3mf", archive(0, "3D/3dmodel.model", &zeros), "bytes in its model"),
        ("check", "files.3mf", archive(20_000, "3D/3dmodel.model", b""), "files in it"),
        ("check", "deep.3mf", archive(0, "3D/3dmodel.model", &nested("<a>", 300)), "the limit `depth`"),
        ("check", "bomb.zip", archive(0, "a.svg", &zeros), "more than 67108864 bytes"),
        ("check", "files.zip", archive(20_000, "a.svg", b""), "files in it"),
        ("inspect", "deep.xmpuzzle", nested("<puzzle>", 300), "the limit `depth`"),
        ("inspect", "bomb.xmpuzzle", gzip(&zeros), "more than 16777216 bytes"),
        ("inspect", "deep.json", nested("[", 300), "nested deeper than 32"),
        (
            "make",
            "deep.json",
            [b"{\"piecework\":2,\"cut\":".to_vec(), nested("{\"a\":", 300)].concat(),
            "nested deeper than 32",
        ),
        (
            "inspect",
            "values.txt",
            metadata(svg, &format!("{{\"piecework\":[{}0]}}", "0,".repeat(8_000_000))),
            "no tilings",
        ),
    ]
}

fn metadata(svg: &str, text: &str) -> Vec<u8> {
    [svg, "<metadata>", text, "</metadata></svg>"].concat().into_bytes()
}

/// Each reader bounds what a small file may become, and refuses what begins and does not end.
#[test]
fn small_files_that_become_large_are_refused_in_300_mb() {
    for (command, name, bytes, words) in hostile_pdfs().into_iter().chain(hostile_files()) {
        let ran = within_bounds(command, name, &bytes, "");
        let said = String::from_utf8_lossy(&ran.stderr);
        let refused = if words.is_empty() { Some(0) } else { Some(2) };
        assert!(ran.status.code() == refused && said.contains(words), "{name}, wanted `{words}`: {said}");
    }
}

/// Runs `piecework ARGUMENTS` and returns the most memory that it took, in bytes.
#[cfg(target_os = "linux")]
fn peak(folder: &std::path::Path, arguments: &str) -> u64 {
    use std::process::Stdio;
    let mut command = Command::new(env!("CARGO_BIN_EXE_piecework"));
    command.args(arguments.split(' ')).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().expect("a child").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        most = most.max(kibibytes.unwrap_or(0) << 10);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let code = child.wait().expect("a child").code();
    assert!(code == Some(0) || code == Some(3), "{arguments}: {code:?}");
    most
}

/// `--memory` is for the whole process: layers in memory and on the disk, samples, dead states, proofs, cuts,
/// and what is kept to be sorted and compared.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "a minute without optimisation: see CONTRIBUTING.md"]
fn no_search_takes_more_memory_than_it_may() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = |name: &str, size: [u32; 2], pieces: &[&str], count: &str| {
        let piece = |(number, rows): (usize, &&str)| {
            format!(
                r#"{{ "name": "p{number}", "rows": ["{}"], "symmetry": "one-sided"{count} }}"#,
                rows.replace('/', "\",\"")
            )
        };
        let pieces: Vec<String> = pieces.iter().enumerate().map(piece).collect();
        let head = r#"{ "piecework": 1, "name": "large", "lattice": "square", "region": { "rectangle": "#;
        let text = format!("{head}{size:?} }}, \"pieces\": [{}] }}", pieces.join(","));
        std::fs::write(folder.path().join(name), text).expect("writable");
    };
    let tetrominoes = ["####", "##/##", "###/.#.", ".##/##.", "##./.##", "###/#..", "###/..#"];
    puzzle("any.json", [12, 12], &tetrominoes, r#", "count": "any""#);
    let oblongs: Vec<String> = (1..9)
        .flat_map(|rows| (rows + 1..9).map(move |columns| vec!["#".repeat(columns); rows].join("/")))
        .collect();
    let oblongs: Vec<&str> = oblongs.iter().map(String::as_str).collect();
    puzzle("each.json", [8, 8], &oblongs, r#", "count": { "min": 0, "max": 1 }"#);
    for (memory, bytes) in [("64MB", 64_000_000), ("160MB", 160_000_000)] {
        for arguments in [
            "solve any.json --count --threads 2",
            "solve any.json --count --threads 2 --checkpoint kept --force --time-limit 5s",
            "solve each.json --count --threads 2",
            "solve each.json --sample 2 --seed 1 --time-limit 5s",
            "solve each.json --all -o each.jsonl --force --time-limit 4s",
            "solve thirteen-pieces-8x8 --count --threads 2",
            "solve thirteen-pieces-8x8 --all --distinct fixed -o fixed.jsonl --force --time-limit 5s",
            "solve domino-8x8 --all --raw --distinct free -o free.jsonl --force --time-limit 8s",
            "solve domino-8x8 --all --sort crossings -o sorted.jsonl --force --time-limit 8s",
            "solve domino-8x8 --all --engine cover --sort pieces -o sorted.jsonl --force --time-limit 8s",
            "order fcf030 --time-limit 5s",
        ] {
            let taken = peak(folder.path(), &format!("{arguments} --memory {memory}"));
            assert!(taken <= bytes, "{arguments}: {taken} of {memory}");
        }
    }
}
