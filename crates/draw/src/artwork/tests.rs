use super::*;

fn text(inner: &str) -> String {
    format!("<svg xmlns=\"{SVG}\" width=\"40mm\" height=\"20mm\" viewBox=\"0 0 400 200\">{inner}</svg>")
}

fn art(inner: &str) -> Artwork {
    Artwork::read(&Source::new("a.svg", text(inner)), &Limits::default()).expect("a drawing")
}

fn said(text: &str) -> String {
    let read = Artwork::read(&Source::new("a.svg", text), &Limits::default());
    read.map_or_else(|error| error.to_string(), |_| "read".to_owned())
}

fn length(line: &ArtLine) -> f64 {
    let first = line.points.first().filter(|_| line.closed);
    let points: Vec<Point> = line.points.iter().chain(first).copied().collect();
    points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

#[test]
fn every_shape_is_as_long_as_it_is() {
    let circle = 2.0 * std::f64::consts::PI * 50.0;
    for (inner, expected, closed) in [
        ("<rect x='10' y='20' width='30' height='40'/>", 140.0, true),
        ("<rect width='100' height='100' rx='50'/>", circle, true),
        ("<circle cx='100' cy='50' r='50'/>", circle, true),
        ("<ellipse rx='50' ry='50'/>", circle, true),
        ("<line x2='30' y2='40'/>", 50.0, false),
        ("<polyline points='0,0 30,40 30,0'/>", 90.0, false),
        ("<polygon points='0,0 30,40 30,0'/>", 120.0, true),
        ("<path d='M0 0h30v40z'/>", 120.0, true),
        ("<path d='m 50 0 a 50 50 0 1 0 0.0001 0 z'/>", circle, true),
        ("<path d='M0 0Q50 0 100 0T200 0'/>", 200.0, false),
        ("<path d='M0 0C50 0 50 0 100 0S150 0 200 0'/>", 200.0, false),
        ("<g transform='translate(5 5)'><g transform='scale(2)'><line x2='3' y2='4'/></g></g>", 10.0, false),
        ("<line x2='30' y2='40' transform='rotate(37) skewX(0) matrix(1 0 0 1 7 8)'/>", 50.0, false),
        (
            "<line x2='30' y2='40'/><g display='none'><text>x</text></g><rect style='a:b;display: none'/>",
            50.0,
            false,
        ),
        (
            "<defs><text/></defs><title>t</title><style>.a{fill:red}</style><line x2='30' y2='40'/>",
            50.0,
            false,
        ),
        ("<n:view xmlns:n='urn:n'><n:text/></n:view><line x2='30' y2='40'/>", 50.0, false),
    ] {
        let art = art(inner);
        assert_eq!((art.lines().len(), art.lines()[0].closed), (1, closed), "{inner}");
        let found = length(&art.lines()[0]);
        assert!((found - expected).abs() < 2e-3 * expected, "{inner}: {found}");
        assert!((art.mm_per_unit() - 0.1).abs() < 1e-12);
    }
    let two = art("<path d='M0 0h10v10zm20 20h10v10z'/>");
    assert_eq!((two.lines().len(), two.bounds().right), (2, 30.0), "after z, m is from where it began");
}

#[test]
fn what_cannot_be_read_is_named_with_its_place() {
    let nested = format!("{}<path d='M0 0h1'/>{}", "<g>".repeat(MOST_DEEP + 1), "</g>".repeat(MOST_DEEP + 1));
    for (inner, words) in [
        ("\n<text x='1'>Anna</text>", "a.svg:2:1: unsupported element `text`"),
        ("<image/>", "unsupported element `image`"),
        ("<use href='#a'/>", "unsupported element `use`"),
        ("\n  <path d='M0 0 L 10 ten'/>", "a.svg:2:12: `d` cannot be read"),
        ("<path d='L 10 10'/>", "`d` cannot be read"),
        ("<path d='M0 0h1' transform='turn(3)'/>", "`transform` cannot be read"),
        ("<rect width='30%' height='1'/>", "`width` cannot be read: a number without a unit"),
        ("<circle r='-1'/>", "`r` cannot be read: a size is not negative"),
        ("<polygon points='1 2 3'/>", "`points` cannot be read: pairs of numbers"),
        ("<line x2='1e9'/>", "allowed up to 10000000 units"),
        ("<style>.a{display:none}</style><line x2='3'/>", "a style sheet must not say what is seen"),
        ("<g><title>t</title></g>", "it has no lines that are seen"),
        ("<path d='M5 5z'/>", "it has no lines that are seen"),
        (&nested, "nested more than 32 levels deep"),
        (&"<line x2='1'/>".repeat(MOST_SHAPES + 1), "more than 10000 shapes"),
        (&format!("<path d='M0 0{}'/>", "h1 ".repeat(MOST_POINTS + 1)), "more than 200000 points"),
        ("<path d='M0 0'", "it is not valid XML"),
    ] {
        let found = said(&text(inner));
        assert!(found.contains(words), "{words}: {found}");
    }
    assert!(said("<a/>").contains("found `a`, expected an SVG drawing"));
    assert!(said("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>").contains("not valid XML"));
    assert!(
        said(&text("<line x2='3'/>").replace("0 0 400 200", "0 0 x")).contains("`viewBox` cannot be read")
    );
}

/// Bytes of a drawing that are lost, doubled or exchanged are read or refused, and never stop the program.
#[test]
fn broken_drawings_are_read_or_refused() {
    let good = text(
        "<g transform='rotate(30 5 5)'><path d='M1 2a5 3 0 0 1 9 9c1 2 3 4 5 6z'/><rect rx='2' width='9' height='8'/></g>",
    );
    let mut random = piecework_tiling::random::Random::new(3);
    let mut read = 0;
    for _ in 0..2000 {
        let mut bytes = good.clone().into_bytes();
        for _ in 0..=random.below(3) {
            let (at, other) = (random.below(bytes.len()), random.below(bytes.len()));
            match random.below(3) {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, bytes[other]),
                _ => bytes.swap(at, other),
            }
        }
        let text = String::from_utf8(bytes).expect("ASCII");
        read += usize::from(said(&text) == "read");
    }
    assert!((100..1900).contains(&read), "{read}");
}

/// A filling is that of the nearest element that says one, and style sheets go before attributes.
#[test]
fn shapes_are_filled_as_they_say() {
    let filled = |inner: &str| {
        let art = art(inner);
        let burnt = |line: &ArtLine| line.fill.filter(|fill| !fill.is_white).map(|fill| fill.even_odd);
        art.lines().iter().map(burnt).collect::<Vec<_>>()
    };
    let rect = "<rect width='9' height='9'/>";
    for (inner, fill) in [
        (rect.to_owned(), Some(false)),
        (format!("<g fill-rule='evenodd'>{rect}</g>"), Some(true)),
        (format!("<g fill='none'>{rect}</g>"), None),
        (format!("<g style='fill: none'>{rect}</g>"), None),
        (format!("<g fill='white'>{rect}</g>"), None),
        (format!("<g fill-opacity='0'>{rect}</g>"), None),
        (format!("<style>/* .b{{}} */ path, rect {{ fill: none; stroke: red }}</style>{rect}"), None),
        (format!("<style>*{{fill:none}}rect{{fill:red;fill-rule:evenodd}}</style>{rect}"), Some(true)),
        ("<line x2='9'/>".to_owned(), None),
    ] {
        assert_eq!(filled(&inner), [fill], "{inner}");
    }
    assert_eq!(filled(&format!("{rect}<path fill='none' d='M0 0h9v9z'/>")), [Some(false), None]);
    let error = said(&text(&format!("<style>g > rect{{fill:none}}</style>{rect}")));
    assert!(error.contains("an element, a class or an id"), "{error}");
}
