//! Random puzzle files of squares with all rules together, against an enumerator of its own: it has its own cells, turns
//! and rules, which are those of the documents, and shares nothing with the library.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use piecework::design::Design;
use piecework::job::{Silent, run};
use piecework::limits::Limits;
use piecework::puzzle::{Puzzle, read_puzzle, write_puzzle};
use piecework::solver::{Engine, SolveOptions, SolverError, count, first, solve};
use piecework::source::Source;
use piecework::tiling::Tiling;

/// Random puzzles with more tilings are skipped.
const MOST_TILINGS: usize = 400;

/// Random puzzles that take more steps of trying everything are skipped.
const MOST_STEPS: u32 = 30_000;

/// How many of a hundred puzzles have pieces with colored sides.
const SIDES: u64 = 35;

type Square = (i32, i32);

/// Numbers from a seed (splitmix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn one<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[usize::try_from(self.below(of.len() as u64)).expect("small")]
    }
}

/// A piece in one orientation: its cells with their colors, and the colors of its sides from the top on, clockwise.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Form {
    cells: Vec<(Square, char)>,
    sides: Option<[char; 4]>,
}

impl Form {
    /// At the origin: the first cell in reading order is at (0, 0).
    fn at_origin(mut self) -> Self {
        self.cells.sort_unstable_by_key(|&((x, y), _)| (y, x));
        let ((left, top), _) = self.cells[0];
        self.cells.iter_mut().for_each(|((x, y), _)| (*x, *y) = (*x - left, *y - top));
        self
    }

    fn turned(&self) -> Self {
        let cells = self.cells.iter().map(|&((x, y), color)| ((-y, x), color)).collect();
        Self { cells, sides: self.sides.map(|[top, right, bottom, left]| [left, top, right, bottom]) }
            .at_origin()
    }

    fn flipped(&self) -> Self {
        let cells = self.cells.iter().map(|&((x, y), color)| ((-x, y), color)).collect();
        Self { cells, sides: self.sides.map(|[top, right, bottom, left]| [top, left, bottom, right]) }
            .at_origin()
    }
}

#[derive(Debug, Clone)]
struct NamedPiece {
    name: String,
    form: Form,
    symmetry: &'static str,
    has_colors: bool,
}

impl NamedPiece {
    fn forms(&self) -> BTreeSet<Form> {
        let mut forms = BTreeSet::from([self.form.clone()]);
        let mut form = self.form.clone();
        for _ in 0..4 {
            if self.symmetry != "fixed" {
                form = form.turned();
                forms.insert(form.clone());
            }
            if self.symmetry == "free" {
                forms.insert(form.flipped());
            }
        }
        forms
    }

    /// The members of the object in a file.
    fn text(&self) -> String {
        let name = format!("\"name\": \"{}\", \"symmetry\": \"{}\"", self.name, self.symmetry);
        if let Some(sides) = self.form.sides {
            return format!("{name}, \"sides\": \"{}\"", sides.iter().collect::<String>());
        }
        let key = if self.has_colors { "colors" } else { "rows" };
        let span = |of: fn(Square) -> i32| {
            let all = self.form.cells.iter().map(move |&(cell, _)| of(cell));
            all.clone().min().expect("a cell")..=all.max().expect("a cell")
        };
        let at =
            |x, y| self.form.cells.iter().find(|(cell, _)| *cell == (x, y)).map_or('.', |&(_, color)| color);
        let rows = span(|(_, y)| y).map(|y| span(|(x, _)| x).map(|x| at(x, y)).collect::<String>());
        format!("{name}, \"{key}\": {:?}", rows.collect::<Vec<_>>())
    }
}

/// Pieces of which each copy shows one, or one piece.
#[derive(Debug, Clone)]
struct Kind {
    /// Indices of pieces.
    shown: Vec<usize>,
    least: usize,
    most: usize,
}

/// A puzzle as it is written in a file.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    /// Each cell, and whether it may stay empty.
    board: Vec<(Square, bool)>,
    pieces: Vec<NamedPiece>,
    kinds: Vec<Kind>,
    gaps: usize,
    contact: Option<&'static str>,
    equal_apart: bool,
    apart: Vec<Vec<usize>>,
    balance: Option<usize>,
    colors: Vec<(Square, char)>,
    border: Option<char>,
}

/// A piece on cells; the sides say how one with colored sides is turned.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Laid {
    piece: usize,
    cells: Vec<Square>,
    sides: Option<[char; 4]>,
}

const FORMS: &[&[Square]] = &[
    &[(0, 0)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 0), (1, 0), (0, 1)],
    &[(0, 0), (1, 0), (1, 1), (2, 1)],
];

impl Written {
    /// A random puzzle, often with each of the rules.
    pub(crate) fn random(dice: &mut Dice) -> Self {
        let (columns, rows) = *dice.one(&[(2, 2), (3, 2), (3, 1), (4, 1), (3, 3), (2, 3), (4, 2)]);
        let (rim, holes) = (*dice.one(&[0, 30, 60, 100]), *dice.one(&[0, 0, 15]));
        let mut board = Vec::new();
        for cell in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
            let is_optional = dice.chance(rim);
            if !dice.chance(holes) || board.is_empty() {
                board.push((cell, is_optional));
            }
        }
        let has_colors = dice.chance(20);
        let colors = board.iter().filter(|_| has_colors && dice.chance(80));
        let colors: Vec<(Square, char)> = colors.map(|&(cell, _)| (cell, 'b')).collect();
        let colors = colors.into_iter().map(|(cell, _)| (cell, *dice.one(&['b', 'w']))).collect();
        let has_sides = dice.chance(SIDES);
        let (mut pieces, mut kinds) = (Vec::new(), Vec::new());
        for _ in 0..=dice.below(3) {
            let shown: Vec<usize> =
                (0..if dice.chance(25) { 2 } else { 1 }).map(|more| pieces.len() + more).collect();
            for &number in &shown {
                pieces.push(Self::piece(dice, number, has_sides, has_colors));
            }
            let least = usize::try_from(dice.below(3)).expect("small");
            let most = if dice.chance(20) {
                usize::MAX
            } else {
                least.max(1 + usize::try_from(dice.below(4)).expect("small"))
            };
            kinds.push(Kind { shown, least, most });
        }
        let contact = if dice.chance(30) { Some(*dice.one(&["corners", "forbidden"])) } else { None };
        let gaps = if contact.is_none() && dice.chance(50) {
            usize::try_from(dice.below(4)).expect("small")
        } else {
            0
        };
        let mut sets = [Vec::new(), Vec::new()];
        if contact.is_none() && dice.chance(25) {
            for piece in 0..pieces.len() {
                if let Some(set) = sets.get_mut(usize::try_from(dice.below(3)).expect("small")) {
                    set.push(piece);
                }
            }
        }
        Self {
            board,
            pieces,
            kinds,
            gaps,
            contact,
            equal_apart: contact.is_none() && dice.chance(25),
            apart: sets.into_iter().filter(|set| !set.is_empty()).collect(),
            balance: dice.chance(25).then(|| usize::try_from(dice.below(3)).expect("small")),
            colors,
            border: (has_sides && dice.chance(30)).then_some('r'),
        }
    }

    fn piece(dice: &mut Dice, number: usize, has_sides: bool, has_colors: bool) -> NamedPiece {
        let symmetry = *dice.one(&["free", "one-sided", "fixed"]);
        let has_sides = has_sides && dice.chance(80);
        let shape = if has_sides { FORMS[0] } else { *dice.one(FORMS) };
        let has_colors = has_colors && !has_sides && dice.chance(70);
        let color = |dice: &mut Dice| if has_colors { *dice.one(&['b', 'w', '#']) } else { '#' };
        let cells = shape.iter().map(|&cell| (cell, color(dice))).collect();
        let sides = has_sides.then(|| [(); 4].map(|()| *dice.one(&['r', 'r', 'g'])));
        let mut form = Form { cells, sides };
        (0..dice.below(4)).for_each(|_| form = form.turned());
        let name = char::from(b'A' + u8::try_from(number).expect("few")).to_string();
        NamedPiece { name, form: form.at_origin(), symmetry, has_colors }
    }

    /// The puzzle file.
    pub(crate) fn text(&self) -> String {
        let listed = |cells: Vec<Square>| {
            let cells: Vec<String> = cells.iter().map(|(x, y)| format!("[{x}, {y}]")).collect();
            format!("[{}]", cells.join(", "))
        };
        let optional: Vec<Square> = self.board.iter().filter(|cell| cell.1).map(|&(cell, _)| cell).collect();
        let mut region = format!("\"cells\": {}", listed(self.board.iter().map(|&(cell, _)| cell).collect()));
        if !optional.is_empty() {
            region += &format!(", \"optional\": {}", listed(optional));
        }
        let kinds = self.kinds.iter().map(|kind| {
            let count = match kind.most {
                usize::MAX => format!("\"count\": {{ \"min\": {} }}", kind.least),
                most => format!("\"count\": {{ \"min\": {}, \"max\": {most} }}", kind.least),
            };
            let shown: Vec<String> = kind.shown.iter().map(|&piece| self.pieces[piece].text()).collect();
            match &shown[..] {
                [only] => format!("{{ {only}, {count} }}"),
                _ => {
                    let shown: Vec<String> = shown.iter().map(|piece| format!("{{ {piece} }}")).collect();
                    format!("{{ \"one_of\": [{}], {count} }}", shown.join(", "))
                }
            }
        });
        let mut members = vec![
            "\"piecework\": 1, \"name\": \"rules\", \"lattice\": \"square\"".to_owned(),
            format!("\"region\": {{ {region} }}"),
            format!("\"pieces\": [{}]", kinds.collect::<Vec<_>>().join(", ")),
        ];
        members.extend(self.contact.map(|contact| format!("\"contact\": \"{contact}\"")));
        members.extend((self.gaps > 0).then(|| format!("\"gaps\": {}", self.gaps)));
        members.extend(self.equal_apart.then(|| "\"equal_pieces\": \"apart\"".to_owned()));
        let names = |set: &Vec<usize>| set.iter().map(|&piece| self.pieces[piece].name.clone()).collect();
        let sets: Vec<Vec<String>> = self.apart.iter().map(names).collect();
        members.extend((!sets.is_empty()).then(|| format!("\"apart\": {sets:?}")));
        members.extend(self.balance.map(|most| format!("\"balance\": {most}")));
        let of = |ink: char| self.colors.iter().filter(|cell| cell.1 == ink).map(|&(cell, _)| cell).collect();
        let inks: Vec<String> = ['b', 'w']
            .into_iter()
            .filter(|&ink| self.colors.iter().any(|cell| cell.1 == ink))
            .map(|ink| format!("{{ \"color\": \"{ink}\", \"cells\": {} }}", listed(of(ink))))
            .collect();
        members.extend((!inks.is_empty()).then(|| format!("\"colors\": [{}]", inks.join(", "))));
        members.extend(self.border.map(|ink| format!("\"border\": \"{ink}\"")));
        format!("{{ {} }}", members.join(",\n  "))
    }

    /// Every tiling, or `None` if there are very many or it takes long: cell by cell, each covered or not.
    fn tilings(&self) -> Option<BTreeSet<Vec<Laid>>> {
        let forms: Vec<_> = self.pieces.iter().map(NamedPiece::forms).collect();
        let (mut found, mut steps) = (BTreeSet::new(), 0);
        self.lay(&forms, 0, &mut Vec::new(), &mut found, &mut steps);
        (found.len() <= MOST_TILINGS && steps <= MOST_STEPS).then_some(found)
    }

    fn lay(
        &self,
        forms: &[BTreeSet<Form>],
        next: usize,
        laid: &mut Vec<Laid>,
        found: &mut BTreeSet<Vec<Laid>>,
        steps: &mut u32,
    ) {
        *steps += 1;
        if found.len() > MOST_TILINGS || *steps > MOST_STEPS || !self.may_be_part(laid) {
            return;
        }
        let Some(&(cell, _)) = self.board.get(next) else {
            if self.is_tiling(laid) {
                let mut sorted = laid.clone();
                sorted.sort_unstable();
                found.insert(sorted);
            }
            return;
        };
        self.lay(forms, next + 1, laid, found, steps);
        if covers(laid, cell).is_some() {
            return;
        }
        for (piece, forms_of) in forms.iter().enumerate() {
            for form in forms_of {
                let there = |&((x, y), color): &(Square, char)| ((x + cell.0, y + cell.1), color);
                let placed: Vec<(Square, char)> = form.cells.iter().map(there).collect();
                if placed.iter().all(|&(at, color)| covers(laid, at).is_none() && self.agrees(at, color)) {
                    let cells = placed.iter().map(|&(at, _)| at).collect();
                    laid.push(Laid { piece, cells, sides: form.sides });
                    self.lay(forms, next + 1, laid, found, steps);
                    laid.pop();
                }
            }
        }
    }

    /// Whether a cell of this color may be at a cell of the board.
    fn agrees(&self, at: Square, color: char) -> bool {
        let ink = self.colors.iter().find(|colored| colored.0 == at);
        self.board.iter().any(|&(inside, _)| inside == at)
            && (color == '#' || ink.is_none_or(|&(_, ink)| ink == color))
    }

    /// Whether pieces may be a part of a tiling, as far as the rules say that are about pieces that are there.
    fn may_be_part(&self, laid: &[Laid]) -> bool {
        self.kinds
            .iter()
            .all(|kind| laid.iter().filter(|one| kind.shown.contains(&one.piece)).count() <= kind.most)
            && laid.iter().all(|one| self.sides_agree(laid, one))
            && laid
                .iter()
                .enumerate()
                .all(|(number, one)| laid[number + 1..].iter().all(|other| self.may_touch(one, other)))
    }

    fn is_tiling(&self, laid: &[Laid]) -> bool {
        let empty: Vec<bool> = self
            .board
            .iter()
            .filter(|(cell, _)| covers(laid, *cell).is_none())
            .map(|&(_, optional)| optional)
            .collect();
        let copies = |piece: usize| laid.iter().filter(|one| one.piece == piece).count();
        let used: Vec<usize> = (0..self.pieces.len()).map(copies).collect();
        let as_many = self.kinds.iter().all(|kind| {
            let of_kind: usize = kind.shown.iter().map(|&piece| used[piece]).sum();
            (kind.least..=kind.most).contains(&of_kind)
        });
        let spread = used.iter().max().expect("a piece") - used.iter().min().expect("a piece");
        as_many
            && self.balance.is_none_or(|most| spread <= most)
            && (self.contact.is_some() || empty.iter().filter(|&&optional| !optional).count() <= self.gaps)
    }

    fn may_touch(&self, one: &Laid, other: &Laid) -> bool {
        let apart: Vec<Square> = one
            .cells
            .iter()
            .flat_map(|&(x, y)| other.cells.iter().map(move |&(u, v)| ((x - u).abs(), (y - v).abs())))
            .collect();
        let share_an_edge = apart.iter().any(|&(across, down)| across + down == 1);
        let touch = apart.iter().any(|&(across, down)| across <= 1 && down <= 1);
        let in_one_set = self.apart.iter().any(|set| set.contains(&one.piece) && set.contains(&other.piece));
        match self.contact {
            Some("forbidden") => !touch,
            Some(_) => !share_an_edge,
            None => !share_an_edge || !(in_one_set || self.equal_apart && one.piece == other.piece),
        }
    }

    fn sides_agree(&self, laid: &[Laid], one: &Laid) -> bool {
        let Some(sides) = one.sides else { return true };
        let (x, y) = one.cells[0];
        [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)].into_iter().enumerate().all(|(number, near)| {
            if !self.board.iter().any(|&(cell, _)| cell == near) {
                return self.border.is_none_or(|border| border == sides[number]);
            }
            let meets =
                covers(laid, near).and_then(|other| other.sides).map(|theirs| theirs[(number + 2) % 4]);
            meets.is_none_or(|color| color == sides[number])
        })
    }

    /// What is seen of a tiling: the names and cells of its pieces.
    fn seen(&self, laid: &[Laid]) -> Vec<(String, Vec<Square>)> {
        let mut seen: Vec<_> = laid
            .iter()
            .map(|one| {
                let mut cells = one.cells.clone();
                cells.sort_unstable();
                (self.pieces[one.piece].name.clone(), cells)
            })
            .collect();
        seen.sort_unstable();
        seen
    }
}

fn covers(laid: &[Laid], cell: Square) -> Option<&Laid> {
    laid.iter().find(|one| one.cells.contains(&cell))
}

/// What is seen of a tiling: a piece that is turned to show other sides is called by its name and a number.
fn seen(tiling: &Tiling) -> Vec<(String, Vec<Square>)> {
    let of = |placement: &piecework::tiling::Placement| {
        let name = &tiling.puzzle().pieces()[placement.piece].name;
        let mut cells: Vec<Square> = placement.cells.iter().map(|cell| (cell.x, cell.y)).collect();
        cells.sort_unstable();
        (name.split('.').next().unwrap_or_default().to_owned(), cells)
    };
    let mut seen: Vec<_> = tiling.placements().iter().map(of).collect();
    seen.sort_unstable();
    seen
}

/// Compares each engine that accepts the puzzle; returns which did.
fn compare(written: &Written, puzzle: &Arc<Puzzle>) -> Option<BTreeSet<Engine>> {
    let tilings = written.tilings()?;
    let mut expected: Vec<_> = tilings.iter().map(|laid| written.seen(laid)).collect();
    expected.sort_unstable();
    let mut searched = BTreeSet::new();
    for &engine in Engine::ALL {
        // An engine requested by name must find out by itself that no tiling exists.
        let own = SolveOptions { arguments: engine == Engine::Auto, ..SolveOptions::default() };
        let node_limit = (!engine.is_exhaustive()).then_some(500);
        let options = SolveOptions { engine, node_limit, ..own };
        let context = || format!("{engine}\n{}", written.text());
        let refused = |error: &SolverError| matches!(error, SolverError::NotForEngine { .. });
        match first(puzzle, &options) {
            Err(error) => assert!(refused(&error), "{error}: {}", context()),
            Ok((Some(tiling), _)) => {
                assert!(expected.binary_search(&seen(&tiling)).is_ok(), "{}", context());
                searched.insert(engine);
            }
            Ok((None, report)) => {
                assert!(!report.outcome.is_complete() || expected.is_empty(), "{}", context())
            }
        }
        let mut all = Vec::new();
        let listed = solve(puzzle, &options, |tiling| {
            all.push(seen(&tiling));
            ControlFlow::Continue(())
        });
        match listed {
            Err(error) => assert!(refused(&error), "{error}: {}", context()),
            Ok(report) => {
                all.sort_unstable();
                assert!(report.outcome.is_complete(), "{}", context());
                assert_eq!(all, expected, "{}", context());
                let count = count(puzzle, &options).expect("as the list");
                assert_eq!(count.raw.to_u128(), Some(expected.len() as u128), "{}", context());
            }
        }
    }
    Some(searched)
}

/// How many random puzzles are tried, but for [`crate::oracle::times`].
const TRIED: u64 = if cfg!(debug_assertions) { 1_000 } else { 10_000 };

/// What is written of a puzzle reads back as the same puzzle.
fn reads_back(puzzle: &Puzzle) {
    let text = write_puzzle(puzzle);
    let again = read_puzzle(&Source::new("again.json", text.as_str()), &Limits::default());
    let again = again.unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!((&again, again.fingerprint()), (puzzle, puzzle.fingerprint()), "{text}");
}

#[test]
fn every_engine_keeps_the_rules_that_the_documents_say() {
    let (mut searched, mut with_tilings) = (std::collections::BTreeMap::new(), 0);
    let tried = TRIED * u64::from(crate::oracle::times());
    for seed in 0..tried {
        let written = Written::random(&mut Dice(seed));
        let source = Source::new("random.json", written.text());
        // Areas that cannot add up are refused.
        let Ok(puzzle) = read_puzzle(&source, &Limits::default()) else { continue };
        reads_back(&puzzle);
        let found = compare(&written, &Arc::new(puzzle)).unwrap_or_default();
        with_tilings += u64::from(!found.is_empty());
        found.into_iter().for_each(|engine| *searched.entry(engine).or_insert(0) += 1);
    }
    assert!(with_tilings >= tried / 10, "{with_tilings}");
    for engine in [Engine::Auto, Engine::Cover, Engine::Dlx, Engine::Frontier, Engine::BruteForce] {
        assert!(searched.get(&engine).is_some_and(|&searched| searched >= tried / 50), "{searched:?}");
    }
}

/// Makes a product of the puzzle, and returns what is said of it.
fn made(written: &Written, product: &str) -> serde_json::Value {
    let text = written.text();
    let members = text.trim().trim_end_matches('}');
    let source = Source::new("random.json", format!("{members}, {product} }}"));
    let design = Design::read(&source, &Limits::default())
        .unwrap_or_else(|error| panic!("{error}: {product} of {text}"));
    let outcome = run(&design, &mut Silent).unwrap_or_else(|error| panic!("{error}: {product} of {text}"));
    outcome.made[0].summary.clone()
}

/// A list has as many tilings as are counted, whatever makes two of them the same.
#[test]
fn lists_and_sheets_have_what_is_counted() {
    let tried = TRIED / 4 * u64::from(crate::oracle::times());
    let (mut compared, mut merged) = (0, 0);
    for seed in 0..tried {
        let written = Written::random(&mut Dice(seed));
        let source = Source::new("random.json", written.text());
        let Ok(puzzle) = read_puzzle(&source, &Limits::default()) else { continue };
        let raw = count(&puzzle, &SolveOptions::default()).expect("small").raw;
        if !raw.to_u64().is_some_and(|raw| (2..=MOST_TILINGS as u64).contains(&raw)) {
            continue;
        }
        compared += 1;
        for (distinct, key) in [("raw", "raw"), ("one-sided", "up_to_turns"), ("free", "up_to_symmetry")] {
            let counted =
                made(&written, &format!(r#""solve": {{ "count": true, "distinct": "{distinct}" }}"#));
            let counted = counted[key].as_u64().expect("a number");
            merged += u64::from(raw != u128::from(counted));
            for how in [r#""all": true"#, r#""all": true, "raw": true"#, r#""first": 1000"#] {
                let listed = made(&written, &format!(r#""solve": {{ {how}, "distinct": "{distinct}" }}"#));
                assert_eq!(listed["found"].as_u64(), Some(counted), "{distinct} {how} of {}", written.text());
            }
            let sampled =
                made(&written, &format!(r#""solve": {{ "sample": 30, "distinct": "{distinct}" }}"#));
            assert!(
                sampled["found"].as_u64().is_some_and(|found| (1..=counted).contains(&found)),
                "{sampled}"
            );
            // Few pages: drawing them is slow.
            if seed % 10 == 0 && counted < 20 {
                let sheet =
                    made(&written, &format!(r#""sheet": {{ "all": true, "distinct": "{distinct}" }}"#));
                assert_eq!(
                    sheet["sheet"]["solutions"].as_u64(),
                    Some(counted),
                    "{distinct} of {}",
                    written.text()
                );
            }
        }
    }
    assert!(compared >= tried / 10 && merged >= compared, "{compared}, {merged}");
}
