//! Checks proofs in clauses with a checker that shares nothing with the solver, and that it refuses what is
//! no proof.

use std::collections::BTreeMap;
use std::sync::Arc;

use piecework::lattice::Lattice;
use piecework::polyform::{Freedom, enumerate};
use piecework::puzzle::{Count, EqualPieces, Piece, Puzzle, Region, Rules};
use piecework::solver::{Certificate, Proof, SolveOptions, StopReason, count, prove_impossible};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::oracle;

/// Clauses and the values that follow from those of one literal. Each clause is watched by its first two
/// literals.
#[derive(Default)]
struct Checker {
    clauses: Vec<Vec<i64>>,
    watching: BTreeMap<i64, Vec<usize>>,
    /// By literal: whether it is true now.
    is_true: BTreeMap<i64, bool>,
    trail: Vec<i64>,
    /// How many literals of the trail are propagated.
    done: usize,
    contradiction: bool,
}

impl Checker {
    fn value(&self, literal: i64) -> Option<bool> {
        self.is_true.get(&literal).copied()
    }

    fn assume(&mut self, literal: i64) {
        self.is_true.insert(literal, true);
        self.is_true.insert(-literal, false);
        self.trail.push(literal);
    }

    /// Adds a clause for good; what it implies stays.
    fn add(&mut self, mut clause: Vec<i64>) {
        clause.sort_by_key(|&literal| self.value(literal) == Some(false));
        let open = clause.iter().filter(|&&literal| self.value(literal) != Some(false)).count();
        let number = self.clauses.len();
        clause.iter().take(2).for_each(|&literal| self.watching.entry(literal).or_default().push(number));
        match (open, clause.first()) {
            (0, _) => self.contradiction = true,
            (1, Some(&literal)) if self.value(literal).is_none() => self.assume(literal),
            _ => {}
        }
        self.clauses.push(clause);
        self.contradiction |= !self.propagates();
    }

    fn delete(&mut self, clause: &[i64]) {
        let sorted = |clause: &[i64]| {
            let mut clause = clause.to_vec();
            clause.sort_unstable();
            clause
        };
        let wanted = sorted(clause);
        let found = clause.iter().filter_map(|literal| self.watching.get(literal)).flatten().copied();
        if let Some(number) = found.into_iter().find(|&number| sorted(&self.clauses[number]) == wanted) {
            self.watching.values_mut().for_each(|numbers| numbers.retain(|&other| other != number));
        }
    }

    /// Draws all conclusions; false if they contradict one another.
    fn propagates(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            let mut kept = Vec::new();
            let mut waiting = self.watching.remove(&-literal).unwrap_or_default().into_iter();
            let mut fine = true;
            for number in waiting.by_ref() {
                let own = usize::from(self.clauses[number][0] != -literal);
                let free = |&at: &usize| self.value(self.clauses[number][at]) != Some(false);
                if let Some(at) = (2..self.clauses[number].len()).find(free) {
                    self.clauses[number].swap(own, at);
                    self.watching.entry(self.clauses[number][own]).or_default().push(number);
                    continue;
                }
                kept.push(number);
                match self.clauses[number].get(1 - own).map(|&other| (other, self.value(other))) {
                    Some((_, Some(true))) => {}
                    Some((other, None)) => self.assume(other),
                    _ => {
                        fine = false;
                        break;
                    }
                }
            }
            self.watching.entry(-literal).or_default().extend(kept.into_iter().chain(waiting));
            if !fine {
                return false;
            }
        }
        true
    }

    /// Whether a clause follows by unit propagation: its opposite leads to a contradiction.
    fn follows(&mut self, clause: &[i64]) -> bool {
        let (before, done) = (self.trail.len(), self.done);
        let holds = clause.iter().any(|&literal| match self.value(literal) {
            Some(value) => value,
            None => {
                self.assume(-literal);
                false
            }
        });
        let follows = self.contradiction || holds || !self.propagates();
        for literal in self.trail.split_off(before) {
            self.is_true.remove(&literal);
            self.is_true.remove(&-literal);
        }
        self.done = done;
        follows
    }
}

fn literals(line: &str) -> Vec<i64> {
    let numbers: Vec<i64> = line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    assert_eq!(numbers.last(), Some(&0), "{line}");
    numbers[..numbers.len() - 1].to_vec()
}

/// Whether the lines prove that no values satisfy the clauses.
fn is_proof<'l>(clauses: &str, proof: impl IntoIterator<Item = &'l str>) -> bool {
    let mut checker = Checker::default();
    for line in clauses.lines().filter(|line| !line.starts_with(['c', 'p'])) {
        checker.add(literals(line));
    }
    for line in proof {
        if let Some(deleted) = line.strip_prefix("d ") {
            checker.delete(&literals(deleted));
            continue;
        }
        let clause = literals(line);
        if !checker.follows(&clause) {
            return false;
        }
        if clause.is_empty() {
            return true;
        }
        checker.add(clause);
    }
    false
}

fn is_accepted(certificate: &Certificate) -> bool {
    is_proof(&certificate.clauses, certificate.proof.lines())
}

fn certificate(puzzle: &Arc<Puzzle>) -> Option<Certificate> {
    let options = SolveOptions { node_limit: Some(2000), ..SolveOptions::default() };
    match prove_impossible(puzzle, &options).expect("small") {
        // Coloring arguments have no short proof in clauses.
        Proof::Stopped(StopReason::NodeLimit) => None,
        Proof::Certificate(certificate) => Some(certificate),
        Proof::Tiling(tiling) => {
            assert_eq!(tiling.puzzle(), puzzle);
            None
        }
        _ => panic!("neither a proof nor a tiling"),
    }
}

/// Puzzles of one kind of piece, or of two, that need a search to see that they have no tiling.
fn impossible(lattice: Lattice) -> impl Iterator<Item = Arc<Puzzle>> {
    let regions = match lattice {
        Lattice::Square => [Region::rectangle(lattice, 6, 6), Region::rectangle(lattice, 5, 8)],
        Lattice::Hex => [Region::hexagon(lattice, 3), Region::rectangle(lattice, 6, 4)],
        _ => {
            let (width, height) = if lattice.kinds() < 6 { (4, 3) } else { (3, 2) };
            let or = |region: Result<Region, _>, width, height| {
                region.or_else(|_| Region::rectangle(lattice, width, height))
            };
            [or(Region::hexagon(lattice, 2), width, height), or(Region::triangle(lattice, 6), height, width)]
        }
    };
    let pieces = move |size: usize| {
        let forms = enumerate(lattice, size).expect("small");
        let piece = move |(number, form): (usize, &piecework::polyform::Polyform)| Piece {
            name: number.to_string(),
            shape: form.shape().clone(),
            freedom: Freedom::Free,
            count: if number % 3 == 0 { Count::ANY } else { Count { min: 2, max: Some(7) } },
        };
        forms.iter().enumerate().map(piece).collect::<Vec<Piece>>()
    };
    regions.map(|region| region.expect("a region")).into_iter().flat_map(move |region| {
        let pairs = (3..6).flat_map(move |size| {
            let pieces = pieces(size);
            (0..pieces.len()).map(move |at| {
                let twice = [pieces[at].clone(), pieces[(at + 1) % pieces.len()].clone()];
                if at % 2 == 0 || pieces.len() == 1 { vec![pieces[at].clone()] } else { twice.to_vec() }
            })
        });
        pairs.filter_map(move |pieces| {
            Puzzle::with_rules("impossible", region.clone(), pieces, piecework::puzzle::Contact::Allowed, 0)
                .ok()
                .map(Arc::new)
        })
    })
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn proofs_on_every_lattice_are_accepted_and_broken_ones_refused() {
    let options = SolveOptions { arguments: false, ..SolveOptions::default() };
    for &lattice in Lattice::ALL {
        let mut proved = 0;
        for puzzle in impossible(lattice) {
            if count(&puzzle, &options).expect("small").raw.to_u64() != Some(0) {
                continue;
            }
            let Some(certificate) = certificate(&puzzle) else { continue };
            assert!(is_accepted(&certificate), "{lattice:?}, {:?}", puzzle.pieces());
            let lines: Vec<&str> = certificate.proof.lines().collect();
            if !(5..100).contains(&lines.len()) {
                continue;
            }
            let without = |at: usize| lines[..at].iter().chain(&lines[at + 1..]).copied().collect::<Vec<_>>();
            let opposite = lines[0]
                .split_once(' ')
                .map(|(first, rest)| format!("{} {rest}", -first.parse::<i64>().expect("a number")));
            let opposite = opposite.expect("a clause");
            let changed: Vec<&str> =
                [opposite.as_str()].into_iter().chain(lines[1..].iter().copied()).collect();
            let refused = (0..lines.len() - 1)
                .rev()
                .take(8)
                .filter(|&at| !is_proof(&certificate.clauses, without(at)))
                .count();
            assert!(refused > 0, "no line is needed: {lines:?}");
            assert!(!is_proof(&certificate.clauses, ["0"]), "{lines:?}");
            assert!(
                !is_proof(&certificate.clauses, without(lines.len() - 1)),
                "nothing is refuted at the end"
            );
            proved += usize::from(!is_proof(&certificate.clauses, changed));
            if proved == 3 {
                break;
            }
        }
        assert_eq!(proved, 3, "{lattice:?}");
    }
}

#[test]
fn random_puzzles_have_a_proof_or_a_tiling() {
    let config = Config { cases: if cfg!(debug_assertions) { 100 } else { 500 }, ..Config::default() };
    let proofs = std::cell::Cell::new(0);
    TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    )
    .run(&oracle::puzzle(), |puzzle| {
        let tilings = oracle::every_tiling(&puzzle, 1).len();
        let certificate = certificate(&Arc::new(puzzle));
        prop_assert_eq!(certificate.is_none(), tilings > 0);
        prop_assert!(certificate.as_ref().is_none_or(is_accepted));
        proofs.set(proofs.get() + usize::from(certificate.is_some()));
        Ok(())
    })
    .expect("all agree");
    assert!(proofs.get() > 20, "{proofs:?}");
}

#[test]
fn limits_stop_the_search_for_a_proof() {
    let bar = piecework::polyform::Shape::from_rows(Lattice::Square, ["####"]).expect("a shape");
    let piece = Piece { name: "I".into(), shape: bar, freedom: Freedom::Free, count: Count::ANY };
    let region = Region::rectangle(Lattice::Square, 10, 10).expect("a region");
    let puzzle = Arc::new(Puzzle::new("I", region.clone(), vec![piece.clone()]).expect("a puzzle"));
    let options = SolveOptions { node_limit: Some(20), ..SolveOptions::default() };
    let proof = prove_impossible(&puzzle, &options).expect("small");
    assert!(matches!(proof, Proof::Stopped(StopReason::NodeLimit)), "stopped");
    let rules = Rules { equal_pieces: EqualPieces::Apart, ..Rules::default() };
    let apart = Arc::new(Puzzle::ruled("I", region, vec![piece], rules).expect("a puzzle"));
    let proof = prove_impossible(&apart, &options).expect("small");
    assert!(matches!(proof, Proof::Decorated), "refused");
}
