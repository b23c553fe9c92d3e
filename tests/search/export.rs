//! Solves exported problems with small programs that share nothing with the solver, and compares the numbers
//! of solutions.

use std::collections::{BTreeMap, BTreeSet};

use piecework::lattice::Lattice;
use piecework::polyform::{Freedom, Shape};
use piecework::puzzle::{Contact, Count, EqualPieces, Piece, Puzzle, Region, Rules};
use piecework::solver::{CoverForm, SolveOptions, count, exact_cover};

/// The primary items with their bounds, and the items of each option.
pub(crate) type Matrix = (BTreeMap<String, (usize, usize)>, Vec<Vec<String>>);

pub(crate) fn read_matrix(text: &str) -> Matrix {
    let mut lines = text.lines().filter(|line| !line.starts_with('|'));
    let head = lines.next().expect("a line of items");
    let (primary, secondary) = head.split_once(" | ").unwrap_or((head, ""));
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let mut items = BTreeMap::new();
    for item in primary.split_whitespace() {
        let (bounds, name) = item.split_once('|').unwrap_or(("1", item));
        let (least, most) = bounds.split_once(':').unwrap_or((bounds, bounds));
        items.insert(name.to_owned(), (number(least), number(most)));
    }
    items.extend(secondary.split_whitespace().map(|name| (name.to_owned(), (0, 1))));
    let options = lines.map(|line| line.split_whitespace().map(str::to_owned).collect());
    (items, options.collect())
}

/// How many sets of options keep all bounds: the item that is short of options branches on the first one that
/// is taken.
pub(crate) fn covers((items, options): &Matrix) -> usize {
    type Used<'m> = BTreeMap<&'m str, usize>;
    fn go<'m>(
        options: &[&'m Vec<String>],
        used: &Used<'m>,
        items: &BTreeMap<String, (usize, usize)>,
    ) -> usize {
        let of = |item: &str| used.get(item).copied().unwrap_or(0);
        let fits = |option: &&&Vec<String>| {
            option.iter().all(|item| items.get(item).is_none_or(|bounds| of(item) < bounds.1))
        };
        let options: Vec<&Vec<String>> = options.iter().filter(fits).copied().collect();
        let over = |item: &str| options.iter().filter(|option| option.iter().any(|own| own == item)).count();
        let short = items.keys().filter(|item| of(item) < items[*item].0).min_by_key(|item| over(item));
        let mut sum = 0;
        for (number, option) in options.iter().enumerate() {
            if short.is_some_and(|item| !option.contains(item)) {
                continue;
            }
            // Those before it are not taken.
            let is_later =
                |other: usize| other > number || short.is_some_and(|item| !options[other].contains(item));
            let rest = (0..options.len()).filter(|&other| is_later(other)).map(|other| options[other]);
            let mut used = used.clone();
            option.iter().for_each(|item| *used.entry(item).or_default() += 1);
            sum += go(&rest.collect::<Vec<_>>(), &used, items);
        }
        // None is taken.
        sum + usize::from(short.is_none())
    }
    go(&options.iter().collect::<Vec<_>>(), &BTreeMap::new(), items)
}

/// The number of options, and the clauses.
fn read_clauses(text: &str) -> (i64, Vec<Vec<i64>>) {
    let options = text.lines().filter(|line| line.starts_with("c ") && line.contains(" = ")).count();
    let clauses = text.lines().filter(|line| !line.starts_with(['c', 'p']));
    let literals = |line: &str| line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    let clauses: Vec<Vec<i64>> = clauses.map(literals).collect();
    assert!(clauses.iter().all(|clause| clause.last() == Some(&0)));
    let head = text.lines().find(|line| line.starts_with("p cnf ")).expect("a head");
    let said: Vec<usize> = head.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let most = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
    assert!(said[1] == clauses.len() && most <= said[0] as u64, "{head}");
    (options as i64, clauses.into_iter().map(|clause| clause[..clause.len() - 1].to_vec()).collect())
}

/// The values of the options in all solutions: unit propagation, then the first open variable, options first;
/// of the others one solution is enough.
fn solutions(options: i64, clauses: &[Vec<i64>]) -> BTreeSet<Vec<i64>> {
    fn go(
        options: i64,
        clauses: Vec<Vec<i64>>,
        mut chosen: BTreeSet<i64>,
        all: &mut BTreeSet<Vec<i64>>,
    ) -> bool {
        let mut clauses = clauses;
        loop {
            let kept = clauses.iter().filter(|clause| !clause.iter().any(|literal| chosen.contains(literal)));
            let open = |clause: &Vec<i64>| {
                clause.iter().copied().filter(|literal| !chosen.contains(&-literal)).collect::<Vec<i64>>()
            };
            clauses = kept.map(open).collect();
            if clauses.iter().any(Vec::is_empty) || chosen.iter().any(|literal| chosen.contains(&-literal)) {
                return false;
            }
            let before = chosen.len();
            chosen.extend(clauses.iter().filter(|clause| clause.len() == 1).map(|clause| clause[0]));
            if chosen.len() == before {
                break;
            }
        }
        let is_open = |variable: &i64| !chosen.contains(variable) && !chosen.contains(&-variable);
        let shortest = clauses.iter().min_by_key(|clause| clause.len());
        let tight =
            shortest.and_then(|clause| clause.iter().map(|literal| literal.abs()).find(|&v| v <= options));
        let option = tight.or_else(|| (1..=options).find(is_open));
        let variable = option.or_else(|| clauses.first().map(|clause| clause[0].abs()));
        let Some(variable) = variable else {
            all.insert(chosen.into_iter().filter(|literal| literal.abs() <= options).collect());
            return true;
        };
        let mut found = false;
        for literal in [variable, -variable] {
            if option.is_some() || !found {
                let with = chosen.iter().copied().chain([literal]).collect();
                found |= go(options, clauses.clone(), with, all);
            }
        }
        found
    }
    let mut all = BTreeSet::new();
    go(options, clauses.to_vec(), BTreeSet::new(), &mut all);
    all
}

fn puzzle(sides: (u32, u32), pieces: &[(&[&str], Count)], contact: Contact, gaps: u32) -> Puzzle {
    let piece = |(number, (rows, count)): (usize, &(&[&str], Count))| Piece {
        name: number.to_string(),
        shape: Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a shape"),
        freedom: Freedom::Free,
        count: *count,
    };
    let region = Region::rectangle(Lattice::Square, sides.0, sides.1).expect("a region");
    let pieces = pieces.iter().enumerate().map(piece).collect();
    Puzzle::with_rules("exported", region, pieces, contact, gaps).expect("a puzzle")
}

#[track_caller]
fn agrees(puzzle: Puzzle) -> usize {
    let options = SolveOptions::default();
    let text = |form| exact_cover(&puzzle, form, &options).expect("small").expect("plain rules");
    let (matrix, clauses) = (text(CoverForm::Matrix), text(CoverForm::Clauses));
    let counted = count(&std::sync::Arc::new(puzzle.clone()), &options).expect("small");
    let tilings = usize::try_from(counted.raw.to_u64().expect("few")).expect("few");
    assert_eq!(covers(&read_matrix(&matrix)), tilings, "{matrix}");
    let (options, clauses) = read_clauses(&clauses);
    assert_eq!(solutions(options, &clauses).len(), tilings, "{matrix}");
    tilings
}

const DOMINO: &[&str] = &["##"];
const CORNER: &[&str] = &["##", "#."];
const T: &[&str] = &["###", ".#."];

#[test]
fn exported_problems_have_as_many_solutions_as_tilings() {
    let any = Count::ANY;
    assert_eq!(agrees(puzzle((4, 4), &[(DOMINO, any)], Contact::Allowed, 0)), 36);
    assert_eq!(agrees(puzzle((4, 4), &[(T, Count::exactly(4))], Contact::Allowed, 0)), 2);
    assert_eq!(agrees(puzzle((3, 3), &[(DOMINO, any)], Contact::Allowed, 0)), 0);
    let two_to_three = Count { min: 2, max: Some(3) };
    assert!(agrees(puzzle((5, 2), &[(CORNER, two_to_three), (DOMINO, any)], Contact::Allowed, 0)) > 0);
    let at_least_two = Count { min: 2, max: None };
    assert!(agrees(puzzle((5, 2), &[(CORNER, any), (DOMINO, at_least_two)], Contact::Allowed, 0)) > 0);
    assert!(agrees(puzzle((4, 2), &[(CORNER, Count::exactly(1)), (DOMINO, any)], Contact::Allowed, 1)) > 0);
    assert!(agrees(puzzle((4, 2), &[(DOMINO, Count::exactly(1)), (CORNER, any)], Contact::Forbidden, 0)) > 0);
}

#[test]
fn rules_that_covers_do_not_have_are_refused() {
    let plain = puzzle((4, 4), &[(DOMINO, Count::ANY)], Contact::Allowed, 0);
    let rules = Rules { equal_pieces: EqualPieces::Apart, ..Rules::default() };
    let apart = Puzzle::ruled("apart", plain.region().clone(), plain.pieces().to_vec(), rules);
    let text = exact_cover(&apart.expect("a puzzle"), CoverForm::Matrix, &SolveOptions::default());
    assert_eq!(text, Ok(None));
}
