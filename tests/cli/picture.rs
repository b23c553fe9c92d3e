//! Pictures that are printed over the board and cut, and photos of fabrics on quilts.

use super::run::{Ran, names_in, piecework};

/// A small photo on its side, as a camera writes it.
const DOT: &[u8] = include_bytes!("../../crates/draw/src/color/turned.jpg");

fn cut(machine: &str, extra: &[&str]) -> Ran {
    let args = ["cut", "pentomino-6x10", "--machine", machine, "-o", "out", "--no-assembly"];
    piecework(args.into_iter().chain(extra.iter().copied())).file("dot.jpg", DOT).run()
}

/// Every machine gets a page to print, the picture alone and its own files; `check` makes all of them again.
#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn a_picture_is_printed_and_cut_on_every_kind_of_machine() {
    for (machine, file, fit) in [
        ("silhouette-cameo", "pentomino-6x10-cut-1-r12_mm.dxf", "let the machine find the marks"),
        ("cricut", "pentomino-6x10-cut-1-compound.svg", "upload the PNG to be printed then cut"),
        ("glowforge", "pentomino-6x10-cut-1.svg", "by the camera"),
        ("lightburn", "pentomino-6x10-cut-1.lbrn2", "align its crosses with those of the cut file"),
    ] {
        let ran = cut(machine, &["--picture", "meadow", "--knobs"]).exit(0);
        assert!(ran.stderr().contains(fit), "{machine}: {}", ran.stderr());
        let names = names_in(&ran.path("out"));
        for name in [file, "pentomino-6x10-print.pdf", "pentomino-6x10-print.png"] {
            assert!(names.iter().any(|known| known == name), "{machine}: {name} in {names:?}");
        }
        let drawn = |file: &str| String::from_utf8_lossy(&ran.read(&format!("out/{file}"))).into_owned();
        assert!(!drawn(file).contains("LABEL"), "{machine}: no numbers on the picture");
        let (sheet, page) = (format!("out/{file}"), "out/pentomino-6x10-print.pdf");
        let checked = piecework(["check", &sheet, page]).after(ran).run().exit(0);
        checked.says("2 of 2 as the design in them makes them");
    }
}

/// Pieces that lie apart are on as many pages as they take, each page with its marks; the files are made again.
#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn pieces_of_a_picture_lie_apart_on_several_pages() {
    let knobs = [
        "--picture",
        "dot.jpg",
        "--knobs",
        "varied",
        "--lines",
        "separate",
        "--kerf",
        "0.2mm",
        "--cell",
        "25mm",
    ];
    let ran = cut("generic", &[&knobs[..], &["--formats", "svg"]].concat()).exit(0);
    let names = names_in(&ran.path("out"));
    let sheets = names.iter().filter(|name| name.contains("-cut-")).count();
    assert!(sheets > 1, "{names:?}");
    let checked = piecework(["check", "out"]).after(ran).run().exit(0).says("0 differ");
    checked.says(&format!("pentomino-6x10-print.pdf: PDF, {sheets} sheets"));
}

/// A file of one's own is in the design, small and as JPEG, so that the design needs no other file.
#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn a_picture_of_ones_own_is_held_by_the_design() {
    let ran = cut("generic", &["--picture", "dot.jpg", "--formats", "svg", "--cell", "5mm"]).exit(0);
    let print = ran.read("out/pentomino-6x10-print.pdf");
    std::fs::remove_file(ran.path("dot.jpg")).expect("it was there");
    let args = ["make", "out/pentomino-6x10-cut-1.svg", "-o", "again", "-q"];
    let again = piecework(args).after(ran).run().exit(0);
    assert!(again.read("again/pentomino-6x10-print.pdf") == print);
}

/// The picture is printed on the sheets of the pieces alone; tray and box lie on sheets as large as the machine, without marks.
#[test]
fn a_picture_has_a_tray_and_a_box_on_sheets_of_their_own() {
    for lines in ["shared", "separate"] {
        let args = [
            "cut",
            "t-tetromino-4x4",
            "--picture",
            "dot.jpg",
            "--cell",
            "20mm",
            "--kerf",
            "0.2mm",
            "--formats",
            "svg",
        ];
        let more = ["--tray", "--box", "3mm", "--job-sheet", "--lines", lines, "--knobs", "-o", "out"];
        let args: Vec<&str> =
            args.into_iter().chain(more).filter(|arg| lines == "separate" || *arg != "0.2mm").collect();
        let args: Vec<&str> =
            args.into_iter().filter(|arg| lines == "separate" || *arg != "--kerf").collect();
        let ran = piecework(args).file("dot.jpg", DOT).run().exit(0);
        let read =
            |name: &str| String::from_utf8(ran.read(&format!("out/t-tetromino-4x4-{name}"))).expect("text");
        let (pieces, parts) = (read("cut-1.svg"), read("cut-2.svg"));
        assert!(
            pieces.contains("width=\"210mm\"") && pieces.contains("GUIDE"),
            "{lines}: the paper and its marks"
        );
        assert!(parts.contains("width=\"600mm\"") && !parts.contains("GUIDE"), "{lines}: the machine's bed");
        for part in ["base", "frame", "lid", "box bottom", "box lid"] {
            assert!(
                parts.contains(&format!("<title>{part}</title>")) || parts.contains(part),
                "{lines}: {part}"
            );
            assert!(!pieces.contains(&format!("<title>{part}</title>")), "{lines}: {part}");
        }
        let ran = piecework(["check", "out"]).after(ran).run().exit(0).says("right: ");
        ran.says("t-tetromino-4x4-print.pdf: PDF, 1 sheet");
    }
}

#[test]
fn what_does_not_go_with_a_picture_is_refused() {
    let args = ["cut", "t-tetromino-4x4", "--picture"];
    let refused = |more: &[&str]| {
        piecework(args.into_iter().chain(more.iter().copied())).file("dot.jpg", "GIF89a").run()
    };
    refused(&["none.jpg"]).exit(2).complains("none.jpg: cannot be read");
    refused(&["dog"]).exit(2).complains("there is no photo `dog`");
    for option in ["--seam=3mm", "--mirror", "--shop", "--by-piece"] {
        refused(&["meadow", option]).exit(2).complains("cannot be used with");
    }
    refused(&["meadow", "--formats", "svg", "--stock", "90mmx90mm"]).exit(2).complains("--paper");
}

/// Cover, layouts and pictures show the photos, and the design in a file holds them.
#[test]
fn a_quilt_shows_the_photos_of_its_fabrics_at_true_size() {
    let table = "Cat,,,,dot.jpg,3in\nOat,#e8dcc0,,,dot.jpg\nInk,#101820\nSky,#87aac4\n";
    let args = ["quilt", "t-tetromino-4x4", "--palette", "mine.csv", "-o", "out", "-q"];
    let run = piecework(args).file("mine.csv", table).file("dot.jpg", DOT);
    let ran = run.run().exit(0);
    let svg = String::from_utf8(ran.read("out/t-tetromino-4x4-quilt.svg")).expect("text");
    assert_eq!(svg.matches("<image").count(), 1, "one photo, once");
    // mm for each pixel, on a picture that is at a scale of its own.
    let steps = svg
        .split("patternTransform=\"matrix(")
        .skip(1)
        .filter_map(|rest| rest.split(' ').next()?.parse().ok());
    let steps: Vec<f64> = steps.collect();
    let (least, most) = steps.iter().fold((9.9, 0.0), |(a, b), &step| (f64::min(a, step), f64::max(b, step)));
    assert!((most / least - 8.0 / 3.0).abs() < 1e-3, "8 in, and 3 in: {steps:?}");
    let pdf = ran.read("out/t-tetromino-4x4-quilt.pdf");
    assert!(pdf.windows(9).any(|bytes| bytes == b"DCTDecode"));
    std::fs::remove_file(ran.path("dot.jpg")).expect("it was there");
    let again =
        piecework(["make", "out/t-tetromino-4x4-quilt.svg", "-o", "again", "-q"]).after(ran).run().exit(0);
    assert!(again.read("again/t-tetromino-4x4-quilt.pdf") == pdf);
}

/// The photo and all its copies are turned clockwise, in a table, on the command line and in the design that a file holds.
#[test]
fn the_photo_of_a_fabric_is_turned_by_any_degrees() {
    let turns = |svg: &[u8]| -> Vec<f64> {
        let svg = String::from_utf8_lossy(svg);
        let matrices = svg.split("patternTransform=\"matrix(").skip(1);
        let numbers = matrices.map(|rest| -> Vec<f64> {
            rest.split(')').next().unwrap_or_default().split(' ').filter_map(|one| one.parse().ok()).collect()
        });
        numbers.map(|all| libm::atan2(all[1], all[0]).to_degrees()).collect()
    };
    let is_turned = |svg: &[u8], by: f64| {
        let found = turns(svg);
        assert!(
            !found.is_empty() && found.iter().all(|turn| (turn - by).abs() < 0.01),
            "{found:?}, not {by}"
        );
    };
    let table = "Cat,,,,dot.jpg,3in,15deg\nInk,#101820\nSky,#87aac4\n";
    let args = ["quilt", "t-tetromino-4x4", "--palette", "mine.csv", "-o", "out", "-q"];
    let ran = piecework(args).file("mine.csv", table).file("dot.jpg", DOT).run().exit(0);
    is_turned(&ran.read("out/t-tetromino-4x4-quilt.svg"), 15.0);
    let again =
        piecework(["make", "out/t-tetromino-4x4-quilt.svg", "-o", "again", "-q"]).after(ran).run().exit(0);
    is_turned(&again.read("again/t-tetromino-4x4-quilt.svg"), 15.0);
    let typed = "Cat=dot.jpg@3in@-60deg,Oat=oat.png@3in@-60deg";
    let args = ["quilt", "t-tetromino-4x4", "--palette", typed, "-o", "out", "-q"];
    let oat = include_bytes!("../../docs/pictures/gallery/baby-domino.png");
    let ran = piecework(args).file("dot.jpg", DOT).file("oat.png", oat).run().exit(0);
    is_turned(&ran.read("out/t-tetromino-4x4-quilt.svg"), -60.0);
    let args = ["quilt", "t-tetromino-4x4", "--palette", "Cat=dot.jpg@361deg,Oat=oat.png"];
    let run = piecework(args).file("dot.jpg", DOT).file("oat.png", oat).run().exit(2);
    run.complains("degrees from -360 to 360");
}

#[test]
fn photos_of_fabrics_that_cannot_be_used_are_refused_where_they_are_named() {
    let refused = |palette: &str, complaint: &str| {
        let table = "Cat,,,,dot.jpg,3in\nOat,,,,none.jpg\nInk,#101820\n";
        let args = ["quilt", "t-tetromino-4x4", "--palette", palette];
        let run = piecework(args).file("dot.jpg", DOT).file("mine.csv", table).file("bad.png", "GIF89a");
        run.run().exit(2).complains(complaint);
    };
    refused("mine.csv", "mine.csv:2:1: the photo `none.jpg` cannot be used: cannot be read");
    refused("Cat=bad.png,Oat=dot.jpg", "the photo `bad.png` cannot be used: the GIF picture is cut off");
    refused("Cat=dot.jpg@9mm,Oat=dot.jpg", "allowed 10 mm to 2000 mm");
    refused("Cat=dot.jpg,Oat=dot.jpg", "fabric `Oat` has the color");
    refused("Cat=dot.jpg@3in,Oat", "`Oat` is not a photo of a fabric");
}

/// One pixel each.
const GIF: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\x20\x40\x60\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
const WEBP: &[u8] = b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0";

/// Wherever a picture is taken its bytes say what it is, whatever its name, and what cannot be printed whole is
/// refused with the name of the file.
#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn pictures_are_read_by_their_bytes_in_all_places() {
    let places = |file: &'static str| {
        let quilt = ["quilt", "t-tetromino-4x4", "--formats", "txt", "-q", "-o", "out"];
        let with = |option: &'static str, value: String| {
            quilt.map(str::to_owned).into_iter().chain([option.to_owned(), value]).collect()
        };
        let cut = ["cut", "t-tetromino-4x4", "--formats", "svg", "-q", "-o", "out", "--picture", file];
        let places: [Vec<String>; 4] = [
            with("--photo", file.into()),
            with("--palette", format!("Cat={file}@3in,Oat=dot.jpg")),
            with("--palette", "mine.csv".into()),
            cut.map(str::to_owned).to_vec(),
        ];
        places
    };
    let heic = b"\0\0\0\x24ftypheic\0\0\0\0mif1heic";
    let bad: [(&str, &[u8], &str); 6] = [
        ("cat.jpg", &DOT[..DOT.len() * 2 / 3], "the JPEG picture is cut off"),
        ("cat.heic", heic, "the file is a HEIC picture"),
        ("cat.jpg", heic, "the file is a HEIC picture"),
        ("cat", b"BM\x46\0\0\0\0\0\0\0\x36\0", "the file is a BMP picture"),
        ("cat.png", b"", "the file is empty"),
        ("cat.webp", &WEBP[..20], "the WebP picture is cut off"),
    ];
    let good: [(&str, &[u8], &str); 3] = [("my.gif", GIF, ""), ("my.webp", WEBP, ""), ("my.bmp", GIF, "")];
    for (file, bytes, complaint) in bad.into_iter().chain(good) {
        // `cat` alone is the photo of the program.
        for args in places(file).into_iter().skip(usize::from(file == "cat")) {
            let table = format!("Cat,,,,{file},3in\nOat,#e8dcc0\nInk,#101820\n");
            let run = piecework(args.iter().map(String::as_str)).file("mine.csv", table).file("dot.jpg", DOT);
            let ran = run.file(file, bytes).run();
            match complaint {
                "" => drop(ran.exit(0)),
                _ => drop(ran.exit(2).complains(complaint).complains(file)),
            }
        }
    }
}
