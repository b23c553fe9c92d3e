//! Tells letter grids from texts of other kinds: prose, and files for machines.
//!
//! Every text of printable characters could be a grid of tiny pieces, so the text decides by what grids never
//! have.

use std::collections::BTreeSet;

use super::LetterGrid;

/// What a text is that is no letter grid, by its first lines; none if it may be one.
pub(super) fn kind_of(text: &str) -> Option<&'static str> {
    /// How many lines or commands are looked at.
    const LOOKED_AT: usize = 60;
    let text = text.trim();
    let lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).take(LOOKED_AT).collect();
    let commands: Vec<&str> =
        text.split(';').map(str::trim).filter(|c| !c.is_empty()).take(LOOKED_AT).collect();
    match () {
        () if text.starts_with("%PDF-") => Some("a PDF file"),
        () if text.starts_with('<') && (text.contains("</") || text.contains("/>")) => Some("XML or HTML"),
        () if is_dxf(&lines) => Some("a DXF file"),
        () if is_hpgl(&commands) => Some("a plotter file (HPGL)"),
        () if is_gcode(&lines) => Some("G-code for a machine"),
        () => None,
    }
}

/// Whether grids that were read from a text are prose, or a list: most characters are pieces of one cell, as
/// in words, and there are words beside each other or signs between them. A board of single squares is a
/// block of letters without either.
pub(super) fn is_prose(text: &str, grids: &[LetterGrid]) -> bool {
    /// A grid of fewer single cells is read, whatever it is.
    const MOST_SINGLE: usize = 4;
    /// Grids that are drawn with a sign or two are shapes.
    const LETTERS_OF_WORDS: usize = 5;
    let groups = || grids.iter().flat_map(|grid| &grid.groups);
    let cells: usize = groups().map(|group| group.cells.len()).sum();
    let single = groups().filter(|group| group.cells.len() == 1).count();
    let letters: BTreeSet<char> = groups().map(|group| group.letter).collect();
    let has_signs = letters.iter().any(|letter| !letter.is_ascii_alphanumeric());
    let has_words = text.lines().any(|line| line.split(' ').filter(|word| word.len() > 1).count() > 1);
    single > MOST_SINGLE
        && 2 * single > cells
        && letters.len() >= LETTERS_OF_WORDS
        && (has_signs || has_words)
}

/// Pairs of lines: a number, and what it stands for.
fn is_dxf(lines: &[&str]) -> bool {
    matches!(lines.first(), Some(&("0" | "999"))) && lines.iter().take(6).any(|line| *line == "SECTION")
}

/// Commands of two letters with numbers, which end in semicolons.
fn is_hpgl(commands: &[&str]) -> bool {
    /// Begin, leave, choose a pen, move, draw, and set the size: one of them is at the beginning of every
    /// file.
    const FIRST: [&str; 9] = ["IN", "DF", "SP", "PU", "PD", "PA", "PR", "VS", "SC"];
    let is_command = |command: &&str| {
        let (name, numbers) = command.split_at_checked(2).unwrap_or((command, ""));
        name.len() == 2
            && name.bytes().all(|byte| byte.is_ascii_uppercase())
            && numbers.bytes().all(|byte| byte.is_ascii_digit() || b" ,.+-\r\n".contains(&byte))
    };
    // Labels are words, so not every command needs to look like one.
    let like = commands.iter().filter(|command| is_command(command)).count();
    let begins = commands.first().is_some_and(|first| FIRST.iter().any(|name| first.starts_with(name)));
    begins && commands.len() >= 3 && 4 * like >= 3 * commands.len()
}

/// Lines of words, each a letter with a number; remarks in parentheses or behind a semicolon.
fn is_gcode(lines: &[&str]) -> bool {
    let is_word = |word: &str| {
        let mut rest = word.chars();
        let letter = rest.next().is_some_and(|letter| letter.is_ascii_uppercase());
        let number = rest.as_str();
        letter && number.bytes().any(|byte| byte.is_ascii_digit()) && number.parse::<f64>().is_ok()
    };
    let is_line = |line: &&str| {
        let code = line.split([';', '(']).next().unwrap_or_default();
        *line == "%" || code.split_whitespace().all(is_word)
    };
    let many = |line: &&str| {
        line.starts_with(['G', 'M', 'N']) && line.split_whitespace().filter(|word| is_word(word)).count() > 1
    };
    lines.len() > 1 && lines.iter().all(is_line) && lines.iter().any(many)
}

#[cfg(test)]
mod tests {
    use crate::limits::Limits;
    use crate::source::Source;
    use crate::tiling::{Import, import};

    fn read(text: &str) -> Result<Vec<usize>, String> {
        match import(&Source::new("a.txt", text), None, &Limits::default()) {
            Ok(Import::Tilings(tilings)) => {
                Ok(tilings.iter().map(|tiling| tiling.placements().len()).collect())
            }
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn prose_and_files_for_machines_are_no_grids() {
        for (text, what) in [
            ("some text\n", "words"),
            ("Hello, world!\n", "words"),
            ("It was the best of times,\nit was the worst of times.\n", "words"),
            ("# A title\n\nWords in paragraphs - more than one.\n\nMore of them, with signs.\n", "words"),
            ("fabric,number\nRust,12\nOat,15\n", "words"),
            ("let x = 5;\nprint(x)\n", "words"),
            ("IN;SP1;PU0,0;PD1016,0,1016,1016,0,1016,0,0;PU;SP0;\n", "HPGL"),
            ("IN;\nSP1;\nPA0,0;\nPD2032,0;\nPD2032,2032;\nPU;\n", "HPGL"),
            ("IN;SP1;PU0,0;LBnames\u{3};PD1016,0;PU;PD0,0;PU;SP0;", "HPGL"),
            ("; made by hand\nG21\nG90\nG0 X10.000 Y20.000\nG1 X10.000 Y30.000 F600\nM5\n", "G-code"),
            ("G21 (mm)\nG0 X0 Y0\nG1 X10 Y0\nG1 X10 Y10\n", "G-code"),
            ("  0\nSECTION\n  2\nENTITIES\n  0\nENDSEC\n  0\nEOF\n", "DXF"),
            ("%PDF-1.7\n", "PDF"),
            ("<html><body>no grid</body></html>", "HTML"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains("[E0526]") && error.contains(what), "{text:?}: {error}");
        }
    }

    #[test]
    fn grids_as_programs_print_them_are_read() {
        for (text, pieces) in [
            // Pentominoes as their letters.
            ("IIIIIVVVZZ\nLLLLUUUVZT\nLNNPUXUVZT\nNNNPPPXZTT\nFWWYPXXXFT\nFFWWYYYYFF", 16),
            ("FFIIIIILLLLNNTTTVVVX\nUFFPPZWWLYNNNNTVXVXX\n", 14),
            // A few letters for many pieces.
            ("aaaabbbb\nabbbaaab\n", 4),
            ("AABB\nAABB\nBBAA\nBBAA\n", 4),
            // Signs where the letters have run out.
            ("!!##\n!$$#\n%%$&\n%&&&\n", 5),
            ("[[]]\n[\\\\]\n@@\\^\n@^^^\n", 5),
            // Digits.
            ("11122\n13322\n33344\n", 4),
            // Empty cells as spaces, points and hyphens.
            ("AA  BB\nA....B\nCC--DD\n", 4),
            // Single squares in a block, by letters and in two colors.
            ("ABCDE\nFGHIJ\nKLMNO\n", 15),
            ("ABABAB\nBABABA\nABABAB\n", 18),
            // Hexagons and triangles.
            ("A A B\n A B B\nC C C\n", 3),
            (" A B C D E\nF G H I J\n", 10),
            // A shape in signs.
            ("# #\n###\n", 1),
            ("*.*.*\n.*.*.\n*.*.*\n", 8),
            ("A", 1),
            ("AB\nBA", 4),
        ] {
            let found = read(text).map(|found| found.iter().sum::<usize>());
            assert_eq!(found, Ok(pieces), "{text}");
        }
    }
}
