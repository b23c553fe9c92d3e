//! How files were made: the command, as one line that can be run again.

use std::ffi::OsString;

use piecework::Puzzle;

/// Options that say where files go and what is printed, and change no byte of them; those of the second list take a value.
const ALONE: [&str; 3] = ["--force", "--json", "--quiet"];
const WITH_VALUE: [&str; 1] = ["--output"];

/// The command of `args`, the version and the puzzle, as a line of a shell whose end is a comment.
pub(crate) fn recipe(args: impl IntoIterator<Item = OsString>, puzzle: &Puzzle) -> String {
    let words: Vec<String> =
        args.into_iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let words: Vec<String> = lasting(&words).map(|word| quoted(word)).collect();
    let (version, hash) = (env!("CARGO_PKG_VERSION"), puzzle.fingerprint());
    format!("piecework {} # piecework {version}, puzzle {hash}", words.join(" "))
}

/// The words that decide what is made.
fn lasting(words: &[String]) -> impl Iterator<Item = &String> {
    let mut skip = false;
    let mut literal = false;
    words.iter().filter(move |word| {
        if std::mem::take(&mut skip) {
            return false;
        }
        if literal || *word == "--" {
            literal = true;
            return true;
        }
        let name = word.split('=').next().unwrap_or(word);
        if WITH_VALUE.contains(&name) {
            skip = !word.contains('=');
            return false;
        }
        if let Some(short) = word.strip_prefix('-').filter(|rest| !rest.is_empty() && !rest.starts_with('-'))
        {
            // `-q`, `-qo DIR`, `-oDIR`: no other short options exist.
            let quiet = short.trim_start_matches('q');
            skip = quiet == "o";
            return !(quiet.is_empty() || quiet.starts_with('o'));
        }
        !ALONE.contains(&name)
    })
}

/// A word as a POSIX shell reads it back.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn keeps(typed: &str, kept: &str) {
        let words: Vec<String> = typed.split(' ').map(str::to_owned).collect();
        let found: Vec<String> = lasting(&words).map(|word| quoted(word)).collect();
        assert_eq!(found.join(" "), kept, "{typed}");
    }

    #[test]
    fn where_files_go_is_no_part_of_how_they_were_made() {
        keeps("cut x --cell 20mm -o out -q", "cut x --cell 20mm");
        keeps("cut --output out x --json --force", "cut x");
        keeps("--quiet cut --output=out x -qo out2 --kerf=0.2mm", "cut x --kerf=0.2mm");
        keeps("cut -oout - --units imperial", "cut - --units imperial");
        keeps("cut -- -o", "cut -- -o");
    }

    #[test]
    fn words_survive_a_shell() {
        assert_eq!(quoted("my file.txt"), "'my file.txt'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("1 1/4in"), "'1 1/4in'");
    }
}
