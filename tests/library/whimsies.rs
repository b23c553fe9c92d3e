//! Rebuilds jigsaws with whimsies from the lines of their cut files alone: no geometry of the library is used here.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use piecework::design::{Design, PRODUCTS, Subject};
use piecework::job::{Silent, run};
use piecework::limits::Limits;
use piecework::source::Source;

type At = (f64, f64);

/// Eight whimsies, drawn on a page as large as the board.
const EIGHT: &str = include_str!("../../examples/eight-whimsies.svg");
/// A board of squares.
const SQUARES: &str = include_str!("../../examples/jigsaw.json");

/// Cuts the squares with these options, and returns the SVG, or the error.
fn cut(given: &[(&str, &str)]) -> Result<String, String> {
    let spec = PRODUCTS.iter().find(|spec| spec.name == "cut").expect("cut files");
    let mut product = (spec.new)();
    let fixed = [("formats", "svg"), ("no_assembly", "true"), ("no_labels", "true"), ("cell", "18mm")];
    for (key, value) in fixed.iter().chain(given) {
        product.set(key, value, &Limits::default()).map_err(|error| error.to_string())?;
    }
    let puzzle = piecework::puzzle::read_puzzle(&Source::new("jigsaw", SQUARES), &Limits::default());
    let puzzle = std::sync::Arc::new(puzzle.expect("a puzzle"));
    let subject = Subject { stem: "jigsaw".into(), template: None, open: None, puzzle, tilings: Vec::new() };
    let design = Design::new(subject, product);
    let made = run(&design, &mut Silent).map_err(|error| error.to_string())?;
    let (_, bytes) = made.files.iter().find(|(name, _)| name.ends_with("cut-1.svg")).expect("a sheet");
    Ok(String::from_utf8(bytes.to_vec()).expect("text"))
}

/// Reads all lines that are cut: absolute moves, lines and arcs of circles, as short straight lines.
fn lines(svg: &str) -> Vec<Vec<At>> {
    let document = roxmltree::Document::parse(svg).expect("XML");
    let is_cut = |node: &roxmltree::Node<'_, '_>| {
        let layer = node.ancestors().find_map(|node| node.attribute("id").filter(|_| node.has_tag_name("g")));
        node.has_tag_name("path") && layer.is_some_and(|id| id.starts_with("cut"))
    };
    let paths = document.descendants().filter(is_cut);
    let mut all = Vec::new();
    for data in paths.filter_map(|path| path.attribute("d")) {
        let spaced: String = data
            .chars()
            .flat_map(|c| if c.is_ascii_alphabetic() { vec![' ', c, ' '] } else { vec![c] })
            .collect();
        let mut words = spaced.split([' ', ',']).filter(|word| !word.is_empty()).peekable();
        let (mut line, mut command): (Vec<At>, char) = (Vec::new(), 'M');
        while let Some(&word) = words.peek() {
            if let Some(letter) = word.chars().next().filter(char::is_ascii_alphabetic) {
                words.next();
                command = letter;
                if letter == 'Z' {
                    let first = line[0];
                    line.push(first);
                }
                continue;
            }
            let mut number = || -> f64 { words.next().expect("a number").parse().expect("a number") };
            let here = line.last().copied().unwrap_or_default();
            match command {
                'M' => {
                    all.push(std::mem::take(&mut line));
                    line.push((number(), number()));
                    command = 'L';
                }
                'L' => line.push((number(), number())),
                'H' => line.push((number(), here.1)),
                'V' => line.push((here.0, number())),
                'A' => {
                    let (radius, _, _) = (number(), number(), number());
                    let (large, sweep) = (number() == 1.0, number() == 1.0);
                    line.extend(arc(here, (number(), number()), radius, (large, sweep)));
                }
                other => panic!("a command {other}"),
            }
        }
        all.push(line);
    }
    all.retain(|line| line.len() > 1);
    all
}

/// Points along an arc of a circle; the same whichever way it runs.
fn arc(from: At, to: At, radius: f64, (large, sweep): (bool, bool)) -> Vec<At> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let chord = libm::hypot(dx, dy);
    let up =
        (radius * radius - chord * chord / 4.0).max(0.0).sqrt() * if large == sweep { -1.0 } else { 1.0 };
    let center = ((from.0 + to.0) / 2.0 - dy / chord * up, (from.1 + to.1) / 2.0 + dx / chord * up);
    let angle = |at: At| libm::atan2(at.1 - center.1, at.0 - center.0);
    let turn = if sweep {
        (angle(to) - angle(from)).rem_euclid(TAU)
    } else {
        -(angle(from) - angle(to)).rem_euclid(TAU)
    };
    (1..=12)
        .map(|step| {
            let at = angle(from) + turn * f64::from(step) / 12.0;
            if step == 12 {
                to
            } else {
                (center.0 + radius * libm::cos(at), center.1 + radius * libm::sin(at))
            }
        })
        .collect()
}

/// Lines cut where others end on them or cross them: files do not say where that is.
fn parted(lines: &[Vec<At>]) -> Vec<(At, At)> {
    #[expect(clippy::cast_possible_truncation, reason = "a sheet is small")]
    let square = |length: f64| (length / 4.0).floor() as i64;
    let sides: Vec<(At, At)> =
        lines.iter().flat_map(|line| line.windows(2)).map(|pair| (pair[0], pair[1])).collect();
    let mut near: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    for (number, (a, b)) in sides.iter().enumerate() {
        for x in square(a.0.min(b.0) - 0.01)..=square(a.0.max(b.0) + 0.01) {
            for y in square(a.1.min(b.1) - 0.01)..=square(a.1.max(b.1) + 0.01) {
                near.entry((x, y)).or_default().push(number);
            }
        }
    }
    let mut on: Vec<Vec<f64>> = vec![vec![0.0, 1.0]; sides.len()];
    for all in near.values() {
        for &one in all {
            for &other in all.iter().filter(|&&other| other != one) {
                let ((a, b), (c, d)) = (sides[one], sides[other]);
                let (rx, ry, sx, sy) = (b.0 - a.0, b.1 - a.1, d.0 - c.0, d.1 - c.1);
                let (long, cross) = (libm::hypot(rx, ry), rx * sy - ry * sx);
                for end in [c, d] {
                    let along = ((end.0 - a.0) * rx + (end.1 - a.1) * ry) / (long * long);
                    let off = ((end.0 - a.0) * ry - (end.1 - a.1) * rx) / long;
                    on[one].extend(Some(along).filter(|at| off.abs() < 1e-3 && (0.0..1.0).contains(at)));
                }
                if cross.abs() > 1e-9 {
                    let t = ((c.0 - a.0) * sy - (c.1 - a.1) * sx) / cross;
                    let u = ((c.0 - a.0) * ry - (c.1 - a.1) * rx) / cross;
                    on[one].extend(Some(t).filter(|t| (0.0..1.0).contains(t) && (0.0..1.0).contains(&u)));
                }
            }
        }
    }
    let mut parts = Vec::new();
    for ((a, b), mut on) in sides.into_iter().zip(on) {
        on.sort_by(f64::total_cmp);
        let at = |share: f64| (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share);
        parts.extend(on.windows(2).map(|pair| (at(pair[0]), at(pair[1]))));
    }
    parts
}

/// The faces between lines that meet in their points, each as a ring with a positive area; and the area around all of them.
fn faces(lines: &[Vec<At>]) -> (Vec<Vec<At>>, f64) {
    #[expect(clippy::cast_possible_truncation, reason = "a sheet is small")]
    let key = |at: At| ((at.0 * 500.0).round() as i64, (at.1 * 500.0).round() as i64);
    let mut around: BTreeMap<(i64, i64), Vec<(i64, i64)>> = BTreeMap::new();
    for (a, b) in parted(lines) {
        let (a, b) = (key(a), key(b));
        if a != b {
            around.entry(a).or_default().push(b);
            around.entry(b).or_default().push(a);
        }
    }
    for (at, others) in &mut around {
        others.sort_by(|a, b| {
            let angle = |to: &(i64, i64)| libm::atan2((to.1 - at.1) as f64, (to.0 - at.0) as f64);
            angle(a).total_cmp(&angle(b))
        });
        let count = others.len();
        others.dedup();
        assert_eq!(others.len(), count, "a line is cut twice at {at:?}");
    }
    let mut walked: std::collections::BTreeSet<((i64, i64), (i64, i64))> = std::collections::BTreeSet::new();
    let (mut rings, mut outside) = (Vec::new(), 0.0);
    let starts: Vec<_> = around.iter().flat_map(|(&a, others)| others.iter().map(move |&b| (a, b))).collect();
    for start in starts {
        let (mut ring, mut here) = (Vec::new(), start);
        while walked.insert(here) {
            ring.push((here.0.0 as f64 / 500.0, here.0.1 as f64 / 500.0));
            let others = &around[&here.1];
            let back = others.iter().position(|&other| other == here.0).expect("the way back");
            here = (here.1, others[(back + others.len() - 1) % others.len()]);
        }
        match area(&ring) {
            inner if inner > 0.0 => rings.push(ring),
            outer => outside -= outer,
        }
    }
    (rings, outside)
}

fn area(ring: &[At]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>() / 2.0
}

fn contains(ring: &[At], at: At) -> bool {
    let next = ring.iter().cycle().skip(1);
    let crosses = |(a, b): &(&At, &At)| {
        (a.1 > at.1) != (b.1 > at.1) && at.0 < a.0 + (at.1 - a.1) / (b.1 - a.1) * (b.0 - a.0)
    };
    ring.iter().zip(next).filter(crosses).count() % 2 == 1
}

fn distance(ring: &[At], at: At) -> f64 {
    let next = ring.iter().cycle().skip(1);
    let far = |(a, b): (&At, &At)| {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let share = (((at.0 - a.0) * dx + (at.1 - a.1) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
        libm::hypot(at.0 - a.0 - share * dx, at.1 - a.1 - share * dy)
    };
    ring.iter().zip(next).map(far).fold(f64::INFINITY, f64::min)
}

/// Whether two pieces hold each other: in whichever direction one is moved by 2 mm, a part of its edge is in the other.
fn hold(one: &[At], other: &[At]) -> bool {
    let middle = |ring: &[At]| {
        (
            ring.iter().map(|at| at.0).sum::<f64>() / ring.len() as f64,
            ring.iter().map(|at| at.1).sum::<f64>() / ring.len() as f64,
        )
    };
    let (a, b) = (middle(one), middle(other));
    if libm::hypot(a.0 - b.0, a.1 - b.1) > 60.0 {
        return false;
    }
    let common: Vec<At> = one.iter().copied().filter(|at| other.contains(at)).collect();
    common.len() > 8
        && (0..16).all(|turn| {
            let angle = f64::from(turn) / 16.0 * TAU;
            let moved = |at: &At| (at.0 + 2.0 * libm::cos(angle), at.1 + 2.0 * libm::sin(angle));
            let is_inside = |at: &At| contains(other, *at) && distance(other, *at) > 0.05;
            common.iter().map(moved).any(|at| is_inside(&at))
        })
}

/// Whether pieces that hold each other hang together, all of them.
fn all_interlock(pieces: &[Vec<At>]) -> bool {
    let mut group: Vec<usize> = (0..pieces.len()).collect();
    for one in 0..pieces.len() {
        for other in 0..one {
            if group[one] != group[other] && hold(&pieces[one], &pieces[other]) {
                let (kept, gone) = (group[one], group[other]);
                group.iter_mut().filter(|group| **group == gone).for_each(|group| *group = kept);
            }
        }
    }
    group.iter().all(|&one| one == group[0])
}

/// The narrowest of some widths at which a disc cannot go through all of a piece but its corners, on a grid of half a
/// millimetre.
fn is_thick(piece: &[At], width: f64) -> bool {
    const STEP: f64 = 0.5;
    let (radius, slack) = (width / 2.0, 0.35);
    let least = |pick: fn(&At) -> f64| piece.iter().map(pick).fold(f64::INFINITY, f64::min);
    let most = |pick: fn(&At) -> f64| piece.iter().map(pick).fold(0.0, f64::max);
    let (left, top) = (least(|at| at.0), least(|at| at.1));
    let count = |length: f64| (0..2000_u16).find(|&n| f64::from(n) * STEP > length).expect("a small piece");
    let (columns, rows) = (count(most(|at| at.0) - left), count(most(|at| at.1) - top));
    let mut core: Vec<(u16, u16)> = Vec::new();
    let mut inside: Vec<At> = Vec::new();
    let place =
        |(x, y): (u16, u16)| (left + (f64::from(x) + 0.37) * STEP, top + (f64::from(y) + 0.37) * STEP);
    for x in 0..columns {
        for y in 0..rows {
            let at = place((x, y));
            if contains(piece, at) {
                inside.push(at);
                core.extend(Some((x, y)).filter(|_| distance(piece, at) >= radius - slack));
            }
        }
    }
    let Some(&first) = core.first() else { return false };
    // The middle of the disc goes from one place to all others.
    let mut reached = vec![first];
    let mut rest: std::collections::BTreeSet<(u16, u16)> = core.iter().copied().skip(1).collect();
    let mut at = 0;
    while at < reached.len() {
        let (x, y) = reached[at];
        for near in
            (x.saturating_sub(1)..=x + 1).flat_map(|x| (y.saturating_sub(1)..=y + 1).map(move |y| (x, y)))
        {
            if rest.remove(&near) {
                reached.push(near);
            }
        }
        at += 1;
    }
    let far = |at: &At| {
        core.iter()
            .map(|&cell| place(cell))
            .map(|c| libm::hypot(c.0 - at.0, c.1 - at.1))
            .fold(f64::INFINITY, f64::min)
    };
    rest.is_empty() && inside.iter().all(|at| far(at) < 3.4 * radius)
}

const BOARD: f64 = 198.0 * 252.0;

#[test]
fn a_jigsaw_with_eight_whimsies_is_rebuilt_from_its_lines() {
    let svg = cut(&[("whimsies", EIGHT), ("knobs", "jigsaw"), ("lines", "shared")]).expect("files");
    let (pieces, outside) = faces(&lines(&svg));
    assert!((130..=150).contains(&pieces.len()), "{} pieces", pieces.len());
    let sum: f64 = pieces.iter().map(|piece| area(piece)).sum();
    assert!((sum - BOARD).abs() < 1.0 && (outside - BOARD).abs() < 1.0, "{sum} and {outside} of {BOARD}");
    for (number, piece) in pieces.iter().enumerate() {
        let mut corners = piece.iter().map(|at| (at.0.to_bits(), at.1.to_bits())).collect::<Vec<_>>();
        corners.sort_unstable();
        corners.dedup();
        assert_eq!(corners.len(), piece.len(), "piece {number} touches itself");
    }
    assert!(all_interlock(&pieces));
    // Without knobs nothing holds.
    let plain = cut(&[("whimsies", EIGHT), ("lines", "shared")]).expect("files");
    let (plain, _) = faces(&lines(&plain));
    assert_eq!(plain.len(), pieces.len());
    assert!(!all_interlock(&plain));
    assert!(plain.iter().all(|piece| is_thick(piece, 8.0)));
    assert!(!plain.iter().all(|piece| is_thick(piece, 14.0)), "the test can fail");
    // A heart, a star, a moon, a fish, a house, a tree, a mushroom and an egg: the largest circles by hand.
    let egg = std::f64::consts::PI * 21.0 * 14.0;
    let at = sheet_corner(&plain);
    let piece = plain.iter().find(|piece| contains(piece, (at.0 + 148.0, at.1 + 198.0))).expect("the egg");
    assert!((area(piece) - egg).abs() < 2.0, "{} and {egg}", area(piece));
    let house = plain.iter().find(|piece| contains(piece, (at.0 + 152.0, at.1 + 112.0))).expect("the house");
    assert!((area(house) - (30.0 * 18.0 + 15.0 * 14.25)).abs() < 0.1, "{}", area(house));
}

#[test]
fn wavering_lines_hold_together_around_whimsies_too() {
    for whimsies in [None, Some(("whimsies", EIGHT))] {
        let mut given = vec![("wobble", "1.5mm"), ("knobs", "varied"), ("lines", "shared")];
        given.extend(whimsies);
        let (pieces, outside) = faces(&lines(&cut(&given).expect("files")));
        let sum: f64 = pieces.iter().map(|piece| area(piece)).sum();
        assert!((sum - BOARD).abs() < 1.0 && (outside - BOARD).abs() < 1.0, "{sum} and {outside} of {BOARD}");
        assert!(
            if whimsies.is_some() { pieces.len() > 130 } else { pieces.len() == 154 },
            "{}",
            pieces.len()
        );
        assert!(all_interlock(&pieces));
    }
    let refused = cut(&[("wobble", "3mm"), ("knobs", "varied")]).expect_err("refused");
    assert!(refused.contains("`--wobble` of `3` mm is too large"), "{refused}");
    assert!(cut(&[("wobble", "1mm")]).expect_err("refused").contains("knobs"));
}

fn sheet_corner(pieces: &[Vec<At>]) -> At {
    let all = || pieces.iter().flatten();
    (all().map(|at| at.0).fold(f64::INFINITY, f64::min), all().map(|at| at.1).fold(f64::INFINITY, f64::min))
}

#[test]
fn round_oval_and_own_borders_are_rebuilt_from_their_lines() {
    let own = "<svg xmlns='http://www.w3.org/2000/svg' width='198mm' height='252mm' viewBox='0 0 198 252'>\
        <path d='M99 4C190 4 196 70 190 126C184 200 160 248 99 248C38 248 14 200 8 126C2 70 8 4 99 4Z'/></svg>";
    let pi = std::f64::consts::PI;
    for (border, expected) in
        [("round", Some(pi * 99.0 * 99.0)), ("oval", Some(pi * 99.0 * 126.0)), (own, None)]
    {
        let given = [("border", border), ("knobs", "varied"), ("lines", "shared")];
        let (pieces, outside) = faces(&lines(&cut(&given).expect("files")));
        let sum: f64 = pieces.iter().map(|piece| area(piece)).sum();
        assert!((sum - outside).abs() < 1.0, "{border}: {sum} of {outside}");
        assert!(
            expected.is_none_or(|expected| (sum - expected).abs() < 15.0),
            "{border}: {sum} of {expected:?}"
        );
        assert!(all_interlock(&pieces), "{border}");
        let (plain, _) = faces(&lines(&cut(&[given[0], given[2]]).expect("files")));
        assert_eq!(plain.len(), pieces.len());
        assert!(plain.iter().all(|piece| is_thick(piece, 8.0)), "{border}");
    }
}

#[test]
fn what_cannot_be_laid_in_a_board_is_refused_and_said() {
    let drawing = |inner: &str| {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='198mm' height='252mm' viewBox='0 0 198 252'>{inner}</svg>"
        )
    };
    let refused = |given: &[(&str, &str)]| cut(given).expect_err("refused");
    for (inner, words) in [
        (
            "<circle cx='50' cy='50' r='20'/><circle cx='95' cy='50' r='20'/>",
            "less than 8 mm between two lines",
        ),
        ("<circle cx='10' cy='50' r='20'/>", "whimsy 1 goes beyond the edge of the board at (-"),
        ("<rect x='50' y='50' width='40' height='5'/>", "whimsy 1 is thinner than 8 mm"),
        ("<path d='M50 50L90 50L90 90'/>", "line 1 of the drawing, from (50.0, 50.0), is open"),
        (
            "<path d='M50 50L90 90L90 50L50 90Z'/>",
            "line 1 of the drawing, from (50.0, 50.0), is not one simple outline",
        ),
        ("<circle cx='50' cy='50' r='20'/><circle cx='60' cy='50' r='20'/>", "overlap at (55.0, 50.0)"),
        ("<text x='5' y='5'>A</text>", "unsupported element `text`"),
    ] {
        let error = refused(&[("whimsies", &drawing(inner))]);
        assert!(error.contains(words), "{inner}: {error}");
    }
    let two = drawing("<circle cx='50' cy='50' r='20'/><circle cx='120' cy='50' r='20'/>");
    assert!(refused(&[("border", &two)]).contains("has 2 outlines"));
    assert!(cut(&[("whimsies", &two)]).is_ok());
    for (key, value) in
        [("by_fabric", "true"), ("magnets", "4x2mm"), ("inlay", "true"), ("sizes", "18mm,20mm")]
    {
        assert!(!refused(&[("whimsies", &two), (key, value)]).is_empty(), "{key}");
    }
    assert!(refused(&[("least_width", "9mm")]).contains("needs"));
    // What is thick enough is for who cuts it.
    let near = drawing("<circle cx='50' cy='50' r='20'/><circle cx='95' cy='50' r='20'/>");
    assert!(cut(&[("whimsies", &near), ("least_width", "5mm")]).is_ok());
}
