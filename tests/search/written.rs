//! Random puzzle files of squares with all rules together, and all their tilings: an enumerator with its own cells, turns and
//! rules, which are those of the documents. It shares nothing with the library.

use std::collections::BTreeSet;

/// Random puzzles with more tilings are skipped.
pub(crate) const MOST_TILINGS: usize = 400;

/// Random puzzles that take more steps of trying everything are skipped.
const MOST_STEPS: u32 = 30_000;

/// How many of a hundred puzzles have pieces with colored sides.
const SIDES: u64 = 35;

pub(crate) type Square = (i32, i32);

/// Numbers from a seed (splitmix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    fn chance(&mut self, percent: u64) -> bool {
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
    /// How many columns and rows there are if sides are joined, and which are.
    wrap: Option<(Square, &'static str)>,
    told: Vec<Told>,
}

/// What is known of the tilings.
#[derive(Debug, Clone, PartialEq)]
enum Told {
    Placed(Laid),
    Letter(Square, usize),
    Number(Square, usize),
    Edge(Square, Square),
}

/// A piece on cells; the sides say how one with colored sides is turned.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Laid {
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
    fn random(dice: &mut Dice) -> Self {
        let (columns, rows) = *dice.one(&[(2, 2), (3, 2), (3, 1), (4, 1), (3, 3), (2, 3), (4, 2)]);
        let wrap = dice.chance(20).then(|| ((columns, rows), *dice.one(&["cylinder", "torus"])));
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
        let has_sides = wrap.is_none() && dice.chance(SIDES);
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
            wrap,
            told: Vec::new(),
        }
    }

    /// A random puzzle, of which often something is told.
    pub(crate) fn told_at_random(seed: u64) -> Self {
        let mut dice = Dice(seed);
        let mut written = Self::random(&mut dice);
        if dice.chance(40) {
            written.tell(&mut dice);
        }
        written
    }

    /// Says something of one of its tilings, if it has some.
    fn tell(&mut self, dice: &mut Dice) {
        let Some(tilings) = self.tilings().filter(|tilings| !tilings.is_empty()) else { return };
        let tilings: Vec<Vec<Laid>> = tilings.into_iter().collect();
        let tiling = dice.one(&tilings).clone();
        // The orientations of a piece with colored sides have names of their own.
        let placed =
            tiling.iter().filter(|one| one.sides.is_none() && dice.chance(40)).cloned().map(Told::Placed);
        self.told = placed.collect();
        // Clues are for boards that are full.
        let is_full = self.contact.is_none() && self.gaps == 0 && self.board.iter().all(|cell| !cell.1);
        for &(cell, _) in self.board.iter().filter(|_| is_full) {
            let Some(over) = over(&tiling, cell).filter(|_| dice.chance(25)) else { continue };
            let outside: Vec<Square> = self.beside(cell).filter(|near| !over.cells.contains(near)).collect();
            let inside = outside.iter().find(|near| self.board.iter().any(|other| other.0 == **near));
            let told = match (dice.below(3), inside) {
                (0, _) => Told::Letter(cell, over.piece),
                (1, Some(&near)) => Told::Edge(cell.min(near), cell.max(near)),
                _ => Told::Number(cell, outside.len()),
            };
            self.told.push(told);
        }
    }

    /// The cells at the sides of a cell, from the top on, clockwise.
    fn beside(&self, (x, y): Square) -> impl Iterator<Item = Square> {
        [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)].into_iter().map(|cell| self.home(cell))
    }

    /// The cell of the board that a cell beyond a joined side is.
    fn home(&self, (x, y): Square) -> Square {
        match self.wrap {
            None => (x, y),
            Some(((columns, _), "cylinder")) => (x.rem_euclid(columns), y),
            Some(((columns, rows), _)) => (x.rem_euclid(columns), y.rem_euclid(rows)),
        }
    }

    fn is_told(&self, laid: &[Laid], told: &Told) -> bool {
        match told {
            Told::Placed(one) => laid.contains(one),
            Told::Letter(cell, piece) => over(laid, *cell).is_some_and(|over| over.piece == *piece),
            Told::Number(cell, sides) => over(laid, *cell).is_some_and(|over| {
                self.beside(*cell).filter(|near| !over.cells.contains(near)).count() == *sides
            }),
            Told::Edge(one, other) => over(laid, *one) != over(laid, *other),
        }
    }

    /// The members of the file that say what is told.
    fn told_text(&self) -> Vec<String> {
        let name = |piece: usize| &self.pieces[piece].name;
        let entry = |told: &Told| match told {
            Told::Placed(one) => (
                "placed",
                format!("{{ \"piece\": \"{}\", \"cells\": {} }}", name(one.piece), listed(&one.cells)),
            ),
            Told::Letter(cell, piece) => {
                ("letters", format!("{{ \"piece\": \"{}\", \"cells\": {} }}", name(*piece), listed(&[*cell])))
            }
            Told::Number(cell, sides) => {
                ("numbers", format!("{{ \"sides\": {sides}, \"cells\": {} }}", listed(&[*cell])))
            }
            Told::Edge(one, other) => ("edges", listed(&[*one, *other])),
        };
        let entries: Vec<(&str, String)> = self.told.iter().map(entry).collect();
        let of = |key: &str| {
            let own: BTreeSet<&str> =
                entries.iter().filter(|(of, _)| *of == key).map(|(_, text)| text.as_str()).collect();
            let text = own.iter().copied().collect::<Vec<_>>().join(", ");
            (!own.is_empty()).then(|| format!("\"{key}\": [{text}]"))
        };
        ["placed", "letters", "numbers", "edges"].into_iter().filter_map(of).collect()
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
        let optional: Vec<Square> = self.board.iter().filter(|cell| cell.1).map(|&(cell, _)| cell).collect();
        let inside: Vec<Square> = self.board.iter().map(|&(cell, _)| cell).collect();
        let mut region = format!("\"cells\": {}", listed(&inside));
        if let Some(((columns, rows), wrap)) = self.wrap {
            region = format!("\"rectangle\": [{columns}, {rows}], \"wrap\": \"{wrap}\"");
            let all = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
            let without: Vec<Square> = all.filter(|cell| !inside.contains(cell)).collect();
            if !without.is_empty() {
                region += &format!(", \"without\": {}", listed(&without));
            }
        }
        if !optional.is_empty() {
            region += &format!(", \"optional\": {}", listed(&optional));
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
        let of = |ink: char| -> Vec<Square> {
            self.colors.iter().filter(|cell| cell.1 == ink).map(|&(cell, _)| cell).collect()
        };
        let inks: Vec<String> = ['b', 'w']
            .into_iter()
            .filter(|&ink| self.colors.iter().any(|cell| cell.1 == ink))
            .map(|ink| format!("{{ \"color\": \"{ink}\", \"cells\": {} }}", listed(&of(ink))))
            .collect();
        members.extend((!inks.is_empty()).then(|| format!("\"colors\": [{}]", inks.join(", "))));
        members.extend(self.border.map(|ink| format!("\"border\": \"{ink}\"")));
        members.extend(self.told_text());
        format!("{{ {} }}", members.join(",\n  "))
    }

    /// Every tiling, or `None` if there are very many or it takes long: cell by cell, each covered or not.
    pub(crate) fn tilings(&self) -> Option<BTreeSet<Vec<Laid>>> {
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
        if over(laid, cell).is_some() {
            return;
        }
        for (piece, forms_of) in forms.iter().enumerate() {
            for form in forms_of {
                let there = |&((x, y), color): &(Square, char)| (self.home((x + cell.0, y + cell.1)), color);
                let placed: Vec<(Square, char)> = form.cells.iter().map(there).collect();
                if placed.iter().all(|&(at, color)| over(laid, at).is_none() && self.agrees(at, color)) {
                    let mut cells: Vec<Square> = placed.iter().map(|&(at, _)| at).collect();
                    cells.sort_unstable();
                    // Around a board, a piece may meet itself.
                    if cells.windows(2).any(|pair| pair[0] == pair[1]) {
                        continue;
                    }
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
            .filter(|(cell, _)| over(laid, *cell).is_none())
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
            && self.told.iter().all(|told| self.is_told(laid, told))
            && (self.contact.is_some() || empty.iter().filter(|&&optional| !optional).count() <= self.gaps)
    }

    fn may_touch(&self, one: &Laid, other: &Laid) -> bool {
        let meets = |near: Square| other.cells.contains(&self.home(near));
        let share_an_edge = one.cells.iter().any(|&cell| self.beside(cell).any(meets));
        let around =
            |&(x, y): &Square| (-1..=1).any(|across| (-1..=1).any(|down| meets((x + across, y + down))));
        let touch = one.cells.iter().any(around);
        let in_one_set = self.apart.iter().any(|set| set.contains(&one.piece) && set.contains(&other.piece));
        match self.contact {
            Some("forbidden") => !touch,
            Some(_) => !share_an_edge,
            None => !share_an_edge || !(in_one_set || self.equal_apart && one.piece == other.piece),
        }
    }

    fn sides_agree(&self, laid: &[Laid], one: &Laid) -> bool {
        let Some(sides) = one.sides else { return true };
        self.beside(one.cells[0]).enumerate().all(|(number, near)| {
            if !self.board.iter().any(|&(cell, _)| cell == near) {
                return self.border.is_none_or(|border| border == sides[number]);
            }
            let meets = over(laid, near).and_then(|other| other.sides).map(|theirs| theirs[(number + 2) % 4]);
            meets.is_none_or(|color| color == sides[number])
        })
    }

    /// What is seen of a tiling: the names and cells of its pieces.
    pub(crate) fn seen(&self, laid: &[Laid]) -> Vec<(String, Vec<Square>)> {
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

fn listed(cells: &[Square]) -> String {
    let cells: Vec<String> = cells.iter().map(|(x, y)| format!("[{x}, {y}]")).collect();
    format!("[{}]", cells.join(", "))
}

fn over(laid: &[Laid], cell: Square) -> Option<&Laid> {
    laid.iter().find(|one| one.cells.contains(&cell))
}
