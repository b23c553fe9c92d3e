//! Pictures that are printed over the board and cut.

use super::run::{Ran, names_in, piecework};

/// A small photo on its side, as a camera writes it.
const DOT: &[u8] = include_bytes!("../../crates/draw/src/color/turned.jpg");

fn cut(machine: &str, extra: &[&str]) -> Ran {
    let args = ["cut", "pentomino-6x10", "--machine", machine, "-o", "out", "--no-assembly"];
    piecework(args.into_iter().chain(extra.iter().copied())).file("dot.jpg", DOT).run()
}

/// Every machine gets a page to print, the picture alone and its own files; `check` makes all of them again.
#[test]
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

/// A file of one's own is in the design, small and as JPEG, so that the design needs no other file.
#[test]
fn a_picture_of_ones_own_is_held_by_the_design() {
    let ran = cut("generic", &["--picture", "dot.jpg", "--formats", "svg", "--cell", "5mm"]).exit(0);
    let print = ran.read("out/pentomino-6x10-print.pdf");
    std::fs::remove_file(ran.path("dot.jpg")).expect("it was there");
    let args = ["make", "out/pentomino-6x10-cut-1.svg", "-o", "again", "-q"];
    let again = piecework(args).after(ran).run().exit(0);
    assert!(again.read("again/pentomino-6x10-print.pdf") == print);
}

#[test]
fn what_does_not_go_with_a_picture_is_refused() {
    let args = ["cut", "t-tetromino-4x4", "--picture"];
    let refused = |more: &[&str]| {
        piecework(args.into_iter().chain(more.iter().copied())).file("dot.jpg", "GIF89a").run()
    };
    refused(&["dot.jpg"]).exit(2).complains("dot.jpg: the file is not a photo that can be read");
    refused(&["none.jpg"]).exit(2).complains("none.jpg: cannot be read");
    refused(&["dog"]).exit(2).complains("there is no photo `dog`");
    for option in ["--seam=3mm", "--lines=separate", "--mirror", "--tray", "--fit=0.1mm", "--by-piece"] {
        refused(&["meadow", option]).exit(2).complains("cannot be used with");
    }
    refused(&["meadow", "--formats", "svg", "--stock", "90mmx90mm"]).exit(2).complains("--paper");
}
