use std::collections::BTreeSet;

use super::*;
use crate::color::contrast::alike;
use piecework_tiling::fault::Fault;

fn read(text: &str) -> Result<Palette, String> {
    Palette::read(&Source::new("p.json", text), &Limits::default()).map_err(|error| error.to_string())
}

#[track_caller]
fn refuses(fabrics: &str, expected: &str) {
    let message = read(&format!(r#"{{"piecework": 1, "name": "n", "fabrics": {fabrics}}}"#)).unwrap_err();
    assert!(message.contains(expected), "{message}");
}

#[test]
fn every_file_of_the_folder_is_a_palette() {
    let files: BTreeSet<String> = piecework_templates::names("palettes").map(str::to_owned).collect();
    let embedded: BTreeSet<String> = Palette::all().map(|palette| palette.name).collect();
    assert_eq!(files, embedded);
    assert!(PALETTES.iter().zip(Palette::all()).all(|(listed, read)| listed.0 == read.name));
    assert!(Palette::all().all(|palette| !palette.source.is_empty()));
    assert_eq!(Palette::named(DEFAULT_PALETTE).unwrap().name(), DEFAULT_PALETTE);
}

/// Most quilts need four fabrics.
#[test]
fn everyone_can_distinguish_the_first_four_fabrics() {
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    for palette in Palette::all() {
        let colors: Vec<Color> = palette.fabrics.iter().map(|fabric| fabric.color).collect();
        assert_eq!(alike(&colors[..4], &pairs), [], "{}", palette.name);
        for (index, one) in colors.iter().enumerate() {
            for other in &colors[..index] {
                assert!(one.difference(*other) >= 20.0, "{}: {one} and {other}", palette.name);
            }
        }
    }
}

#[test]
fn okabe_and_ito_are_theirs_to_the_bit() {
    let found: BTreeSet<String> =
        Palette::named("okabe-ito").unwrap().fabrics.iter().map(|f| f.color.to_string()).collect();
    let theirs = ["#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"];
    assert_eq!(found, theirs.map(str::to_owned).into());
}

#[test]
fn warm_and_cool_are_pairs_of_equal_value() {
    let palette = Palette::named("warm-and-cool").unwrap();
    for (one, other) in palette.fabrics[..4].iter().zip(&palette.fabrics[4..]) {
        assert!((one.color.lightness() - other.color.lightness()).abs() < 3.0, "{} {}", one.name, other.name);
    }
}

#[test]
fn names_and_numbers_asked_for() {
    let unknown = Palette::named("harvset").unwrap_err();
    assert_eq!(unknown.help().as_deref(), Some("did you mean `harvest`?"));
    let grays = Palette::named("grays").unwrap();
    assert_eq!(grays.first(5).unwrap().len(), 5);
    assert_eq!(
        grays.first(6).unwrap_err(),
        ColorError::PaletteTooSmall { palette: "grays".into(), found: 5, needed: 6 }
    );
}

#[test]
fn a_palette_of_ones_own() {
    let palette = read(
        r##"{"piecework": 1, "name": "mine", "fabrics": [
                {"name": "Ink", "rgb": "#101820"}, {"name": "Paper", "oklch": [1, 0, 0]}]}"##,
    );
    let palette = palette.unwrap();
    assert_eq!((palette.title(), palette.source()), ("mine", ""));
    assert_eq!(palette.fabrics()[1], Fabric { name: "Paper".into(), color: Color::WHITE });
}

#[test]
fn what_is_wrong_is_said_where_it_is() {
    let good = r##"{"name": "a", "rgb": "#000000"}"##;
    refuses("[]", "/fabrics");
    refuses(&format!("[{good}]"), "/fabrics");
    refuses(
        &format!(r##"[{good}, {{"name": "a", "rgb": "#111111"}}]"##),
        "/fabrics/1: two fabrics are called `a`",
    );
    refuses(
        &format!(r#"[{good}, {{"name": "b", "oklch": [0, 0, 0]}}]"#),
        "/fabrics/1: fabric `b` has the color",
    );
    refuses(
        &format!(r#"[{good}, {{"name": "b", "rgb": "black"}}]"#),
        "/fabrics/1/rgb: `black` is not a color",
    );
    refuses(&format!(r#"[{good}, {{"name": "b", "oklch": [1.1, 0, 0]}}]"#), "/fabrics/1/oklch/0");
    refuses(&format!(r#"[{good}, {{"name": "b", "oklch": [1, 0]}}]"#), "/fabrics/1/oklch");
    refuses(&format!(r#"[{good}, {{"name": "b"}}]"#), "/fabrics/1");
    let role = |role: &str| format!(r##"[{good}, {{"name": "b", "rgb": "#ffffff", "role": "{role}"}}]"##);
    refuses(&role("quilt"), "/fabrics/1/role: `quilt` is not a role of a fabric");
    refuses(&role("binding"), "/fabrics: the palette has `1` fabrics for patches");
    refuses(r#"[{"rgb": "red"}, {"name": "b", "hex": 1}]"#, "/fabrics/1/hex: key `hex` is not known here");
    assert!(read(r#"{"piecework": 2, "name": "n", "fabrics": []}"#).is_err());
}
