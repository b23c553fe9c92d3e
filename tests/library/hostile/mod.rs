//! Checks that no broken file is accepted, crashes the reader, or is refused without a place and a reason.

mod cases;

use std::collections::BTreeSet;

use cases::{Case, GOOD, bad, odd_but_good};
use piecework::defect::ReadError;
use piecework::error::Error;
use piecework::fault::ErrorKind;
use piecework::limits::Limits;
use piecework::puzzle::{Puzzle, read_puzzle, write_puzzle};
use piecework::source::Source;

fn read(case: &Case) -> Result<Puzzle, ReadError> {
    let name = format!("{}.json", case.name);
    let limits = Limits::default();
    let source = Source::read(&name, case.bytes.as_slice(), &limits)?;
    read_puzzle(&source, &limits)
}

/// Every error has the file, a place in it, and a rule, in lines that a terminal can show.
#[track_caller]
fn is_well_said(name: &str, error: ReadError) {
    let text = error.to_string();
    assert!(text.lines().count() <= 21, "{name}: {text}");
    let plain = |line: &str| line.chars().count() < 400 && !line.chars().any(char::is_control);
    assert!(text.lines().all(plain), "{name}: {text}");
    let error = Error::from(error);
    assert_eq!(error.kind(), ErrorKind::Input);
    for finding in error.findings() {
        assert_eq!(finding.file.as_deref(), Some(format!("{name}.json").as_str()));
        assert!(finding.line >= Some(1) && finding.column >= Some(1), "{name}: {finding:?}");
        let of_the_whole = finding.code.starts_with("E01") || finding.code.starts_with("E02");
        assert!(of_the_whole || finding.pointer.is_some(), "{name}: {finding:?}");
    }
}

#[test]
fn every_bad_file_is_refused_for_the_right_reason() {
    let cases = bad();
    assert!(cases.len() >= 150, "{}", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let Err(error) = read(case) else {
            wrong.push(format!("{}: believed", case.name));
            continue;
        };
        let codes: Vec<&str> = error.defects().iter().map(|defect| defect.fault().code()).collect();
        if !case.code.is_empty() && !codes.contains(&case.code) {
            wrong.push(format!("{}: expected {}, but {error}", case.name, case.code));
        }
        is_well_said(&case.name, error);
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn odd_files_are_read_when_they_are_good() {
    let good = read(&Case { name: "good".into(), bytes: GOOD.into(), code: "" }).expect("a good puzzle");
    for case in odd_but_good() {
        let puzzle = read(&case).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let says_the_same = !case.name.starts_with("title-") && !case.name.contains("short");
        assert_eq!(puzzle == good, says_the_same, "{}", case.name);
        let again = Case { name: case.name, bytes: write_puzzle(&puzzle).into(), code: "" };
        assert_eq!(read(&again).expect("what is written is read"), puzzle, "{}", again.name);
    }
}

#[test]
fn names_of_cases_are_file_names_of_their_own() {
    let mut names = BTreeSet::new();
    for case in bad().into_iter().chain(odd_but_good()) {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(case.name.chars().all(plain), "{}", case.name);
        assert!(names.insert(case.name.clone()), "duplicate case {}", case.name);
    }
}

/// Random changes of bytes, the same on every run: the reader always returns an answer in words.
#[test]
fn damaged_files_never_crash_the_reader() {
    const BYTES: &[u8] = b"\"\\{}[],:-.0123456789eE#. \n\t\0\x7f\x80\xff\xc3truefalsnxI";
    // A linear congruential generator; constants of Knuth's MMIX.
    let mut state = 1_u64;
    let mut below = |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits") % end
    };
    let mut believed = 0;
    for round in 0..20_000 {
        let mut bytes = GOOD.as_bytes().to_vec();
        for _ in 0..=below(4) {
            if bytes.is_empty() {
                break;
            }
            let at = below(bytes.len());
            match below(4) {
                0 => bytes[at] = BYTES[below(BYTES.len())],
                1 => bytes.insert(at, BYTES[below(BYTES.len())]),
                2 => drop(bytes.remove(at)),
                _ => bytes.truncate(at),
            }
        }
        let case = Case { name: format!("damaged-{round}"), bytes, code: "" };
        match read(&case) {
            Ok(puzzle) => {
                believed += 1;
                let again = Case { name: case.name, bytes: write_puzzle(&puzzle).into(), code: "" };
                assert_eq!(read(&again).expect("what is written is read"), puzzle);
            }
            Err(error) => is_well_said(&case.name, error),
        }
    }
    assert!(believed > 100, "some damage is harmless: {believed}");
}
