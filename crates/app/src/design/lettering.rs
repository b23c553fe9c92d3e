//! Names as boards: letters of a quilt alphabet, in one line or two, as large as a board allows.
//!
//! The alphabet is drawn by hand in two sizes, strokes of one cell, and each letter is one piece; accents that are dots are cells
//! of their own. A capital with an accent is the letter with the accent over or under it.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::DesignError;
use piecework_tiling::setting::BoardSize;
use piecework_tiling::templates::{accents, alphabets};

/// Cells between two letters, and between two lines.
const SPACE: usize = 1;

/// Accents that are under a letter; the others are over it.
const UNDER: [&str; 2] = ["cedilla", "ogonek"];

/// Cells, row by row.
type Cells = Vec<Vec<bool>>;

/// A letter or a line, and where the capitals without accents are in it.
#[derive(Debug, Clone)]
struct Glyph {
    rows: Cells,
    over: usize,
}

impl Glyph {
    fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// The same with blank columns on both sides.
    fn widened(mut self, width: usize) -> Self {
        let left = (width - self.width()) / 2;
        for row in &mut self.rows {
            row.splice(0..0, vec![false; left]);
            row.resize(width, false);
        }
        self
    }

    /// This letter with an accent.
    fn with(self, accent: &Self, is_under: bool) -> Self {
        let width = self.width().max(accent.width());
        let (letter, accent) = (self.widened(width), accent.clone().widened(width));
        let over = if is_under { letter.over } else { letter.over + accent.rows.len() };
        let (first, last) = if is_under { (letter, accent) } else { (accent, letter) };
        Self { rows: [first.rows, last.rows].concat(), over }
    }
}

/// An alphabet in one size.
#[derive(Debug)]
struct Alphabet {
    /// Rows of a capital.
    height: usize,
    letters: BTreeMap<char, Glyph>,
}

/// The alphabets, from large to small.
static ALPHABETS: LazyLock<[Alphabet; 2]> = LazyLock::new(|| alphabets().map(Alphabet::read));

impl Alphabet {
    /// Reads a sheet of letters.
    fn read(sheet: &str) -> Self {
        let mut drawn = BTreeMap::new();
        for block in sheet.split("\n\n") {
            let mut lines = block.lines().map(str::split_whitespace);
            let names: Vec<&str> = lines.next().into_iter().flatten().collect();
            let mut glyphs = vec![Cells::new(); names.len()];
            for line in lines {
                for (glyph, row) in glyphs.iter_mut().zip(line) {
                    glyph.push(row.bytes().map(|cell| cell == b'#').collect());
                }
            }
            drawn.extend(names.into_iter().zip(glyphs.into_iter().map(|rows| Glyph { rows, over: 0 })));
        }
        let height = drawn.get("A").map_or(0, |letter| letter.rows.len());
        let single =
            |(name, glyph): (&&str, &Glyph)| Some((only(name).filter(|_| name.len() <= 3)?, glyph.clone()));
        let mut letters: BTreeMap<char, Glyph> = drawn.iter().filter_map(single).collect();
        for row in accents().lines() {
            let mut words = row.split_whitespace();
            let accent = words.next().unwrap_or_default();
            let (with, without) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            for (whole, base) in with.chars().zip(without.chars()) {
                if let (Some(base), Some(mark)) = (letters.get(&base), drawn.get(accent)) {
                    let glyph = base.clone().with(mark, UNDER.contains(&accent));
                    letters.insert(whole, glyph);
                }
            }
        }
        let blank = Glyph { rows: vec![vec![false; height / 3]; height], over: 0 };
        letters.insert(' ', blank);
        Self { height, letters }
    }

    /// Sets letters side by side.
    fn line(&self, text: &str) -> Result<Glyph, DesignError> {
        let letters = text.chars().map(|letter| {
            self.letters.get(&letter).ok_or_else(|| DesignError::NoLetter { found: letter.to_string() })
        });
        let letters: Vec<&Glyph> = letters.collect::<Result<_, _>>()?;
        let under = |letter: &Glyph| letter.rows.len() - letter.over - self.height;
        let over = letters.iter().map(|letter| letter.over).max().unwrap_or(0);
        let below = letters.iter().map(|letter| under(letter)).max().unwrap_or(0);
        let mut rows = vec![Vec::new(); over + self.height + below];
        for (at, letter) in letters.iter().enumerate() {
            let space = if at == 0 { 0 } else { SPACE };
            for (y, row) in rows.iter_mut().enumerate() {
                row.resize(row.len() + space, false);
                let own = (y + letter.over).checked_sub(over).and_then(|y| letter.rows.get(y));
                row.extend(own.cloned().unwrap_or_else(|| vec![false; letter.width()]));
            }
        }
        Ok(Glyph { rows, over })
    }

    /// Sets lines under each other, each in the middle.
    fn lines(&self, lines: &[String]) -> Result<Cells, DesignError> {
        let lines: Vec<Glyph> = lines.iter().map(|line| self.line(line)).collect::<Result<_, _>>()?;
        let width = lines.iter().map(Glyph::width).max().unwrap_or(0);
        let mut all = Cells::new();
        for line in lines {
            if !all.is_empty() {
                all.resize(all.len() + SPACE, vec![false; width]);
            }
            all.extend(line.widened(width).rows);
        }
        Ok(all)
    }
}

/// The only character of a name.
fn only(name: &str) -> Option<char> {
    let mut letters = name.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// Capitals, as the alphabet has them: a sharp s is one letter there.
fn capitals(text: &str) -> String {
    text.replace('ß', "ẞ").to_uppercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A way to set a text.
struct Setting {
    cells: Cells,
    /// Rows of a capital.
    height: usize,
    lines: usize,
    /// Whether a word goes on in the next line.
    is_broken: bool,
}

impl Setting {
    fn columns(&self) -> usize {
        self.cells.first().map_or(0, Vec::len)
    }

    /// How many times larger it fits in a board.
    fn scale(&self, board: BoardSize) -> usize {
        let across = board.columns as usize / self.columns().max(1);
        across.min(board.rows as usize / self.cells.len().max(1))
    }
}

/// Every way to set a text in one line or two.
fn settings(text: &str) -> Result<Vec<Setting>, DesignError> {
    let text = capitals(text);
    if text.is_empty() {
        return Err(DesignError::NoLetter { found: text });
    }
    let mut breaks = vec![(vec![text.clone()], false)];
    for (at, _) in text.char_indices().skip(1) {
        let (first, second) = text.split_at(at);
        let is_broken = !(first.ends_with([' ', '-']) || second.starts_with(' '));
        breaks.push((vec![first.trim().to_owned(), second.trim().to_owned()], is_broken));
    }
    let each = ALPHABETS
        .iter()
        .flat_map(|alphabet| breaks.iter().map(move |(lines, is_broken)| (alphabet, lines, *is_broken)));
    each.map(|(alphabet, lines, is_broken)| {
        let cells = alphabet.lines(lines)?;
        Ok(Setting { cells, height: alphabet.height, lines: lines.len(), is_broken })
    })
    .collect()
}

/// The best way to set a text on a board, or `None` if it does not fit: words in one piece, then the largest letters, then one line.
fn best(text: &str, board: BoardSize) -> Result<Option<Cells>, DesignError> {
    let fitting = settings(text)?.into_iter().filter(|setting| setting.scale(board) > 0);
    let best = fitting.min_by_key(|setting| {
        (setting.is_broken, Reverse(setting.height * setting.scale(board)), setting.lines, setting.columns())
    });
    Ok(best.map(|setting| enlarged(&setting.cells, setting.scale(board))))
}

fn enlarged(cells: &Cells, scale: usize) -> Cells {
    let wide = |row: &Vec<bool>| row.iter().flat_map(|&cell| vec![cell; scale]).collect::<Vec<bool>>();
    cells.iter().flat_map(|row| vec![wide(row); scale]).collect()
}

/// The letters of a text in the large alphabet, in one line.
///
/// # Errors
/// [`DesignError::NoLetter`].
pub(super) fn letters(text: &str) -> Result<Cells, DesignError> {
    Ok(settings(text)?.swap_remove(0).cells)
}

/// The letters of a text, as large as they fit on a board of so many columns and rows.
///
/// # Errors
/// [`DesignError::NoLetter`], and [`DesignError::LettersTooLarge`] with what fits.
pub(super) fn letters_in(text: &str, columns: u32, rows: u32) -> Result<Cells, DesignError> {
    let board = BoardSize { columns, rows };
    if let Some(cells) = best(text, board)? {
        return Ok(cells);
    }
    let capitals = capitals(text);
    let mut fits = String::new();
    for (at, letter) in capitals.char_indices() {
        let begin = capitals[..at + letter.len_utf8()].trim();
        if best(begin, board)?.is_none() {
            break;
        }
        begin.clone_into(&mut fits);
    }
    let (wide, high) = (columns.max(1) as usize, rows.max(1) as usize);
    let beyond = |setting: &Setting| (setting.columns() * high).max(setting.cells.len() * wide);
    let least = settings(text)?.into_iter().min_by_key(|setting| (beyond(setting), setting.is_broken));
    let (least_columns, least_rows) =
        least.map_or((0, 0), |setting| (setting.columns(), setting.cells.len()));
    Err(DesignError::LettersTooLarge {
        text: text.to_owned(),
        least_columns,
        least_rows,
        columns,
        rows,
        fits,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(cells: &Cells) -> String {
        let row = |row: &Vec<bool>| row.iter().map(|&cell| if cell { '#' } else { '.' }).collect::<String>();
        cells.iter().map(row).collect::<Vec<_>>().join("\n")
    }

    /// How many parts the cells have, by their sides.
    fn parts(cells: &Cells) -> usize {
        let mut left: std::collections::BTreeSet<(usize, usize)> = cells
            .iter()
            .enumerate()
            .flat_map(|(y, row)| row.iter().enumerate().filter(|(_, cell)| **cell).map(move |(x, _)| (x, y)))
            .collect();
        let mut count = 0;
        while let Some(first) = left.pop_first() {
            count += 1;
            let mut todo = vec![first];
            while let Some((x, y)) = todo.pop() {
                let near = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
                todo.extend(near.into_iter().filter(|next| left.remove(next)));
            }
        }
        count
    }

    #[test]
    fn every_letter_is_one_piece_and_unlike_every_other() {
        for alphabet in ALPHABETS.iter() {
            let mut seen = BTreeMap::new();
            for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ÆŒØẞÐÞŁ&♥+-".chars() {
                let glyph = &alphabet.letters[&letter];
                assert_eq!(parts(&glyph.rows), 1, "{letter}\n{}", drawn(&glyph.rows));
                // Five is an S, as on most clocks.
                if let Some(other) = seen.insert(drawn(&glyph.rows), letter) {
                    assert!(["S5", "O0"].iter().any(|two| two.contains(other) && two.contains(letter)));
                }
            }
        }
    }

    #[test]
    fn every_capital_of_latin_1_has_its_accent() {
        let all: Vec<char> = ('À'..='Þ').filter(|letter| letter.is_alphabetic()).collect();
        assert_eq!(all.len(), 30);
        for alphabet in ALPHABETS.iter() {
            let glyph = |letter: char| drawn(&alphabet.letters[&letter].rows);
            for &letter in &all {
                assert_eq!(all.iter().filter(|&&other| glyph(other) == glyph(letter)).count(), 1, "{letter}");
            }
            assert!(glyph('Ä').ends_with(&glyph('A')) && glyph('Ç').starts_with(&glyph('C')[..9]));
        }
        for name in ["Jürgen", "Łukasz", "Çağla", "straße", "ÿ", "Åse Ødegård", "Жeня"] {
            if name == "Жeня" {
                assert!(letters(name).is_err_and(|error| error.to_string().contains("`Ж`")));
            } else {
                assert!(letters(name).is_ok(), "{name}");
            }
        }
    }

    #[test]
    fn letters_are_as_large_as_the_board_allows() {
        let set = |text: &str, columns, rows| drawn(&letters_in(text, columns, rows).expect(text));
        assert_eq!(set("am", 24, 18).lines().nth(14), None);
        assert_eq!(set("am", 24, 18).lines().last(), Some("##......##..##......##"), "legs are equal");
        assert_eq!(set("L", 3, 5), "#..\n#..\n#..\n#..\n###", "the small alphabet");
        assert_eq!(set("AMY", 13, 12).lines().count(), 5, "words stay in one line where they can");
        assert_eq!(set("ANNA", 12, 12).lines().count(), 11, "in two lines");
        assert_eq!(set("Anna Eva", 24, 16).lines().count(), 15, "a line for each word");
        assert_eq!(set("Ü", 5, 9), "##.##\n.....\n#...#\n#...#\n#...#\n#...#\n#...#\n#...#\n#####");
    }

    #[test]
    fn what_does_not_fit_says_what_would() {
        let error = letters_in("Annalena", 12, 12).unwrap_err();
        let DesignError::LettersTooLarge { least_columns, least_rows, ref fits, .. } = error else {
            panic!("{error}")
        };
        assert_eq!(least_rows, 11, "{error}");
        assert!(letters_in(fits, 12, 12).is_ok() && !fits.is_empty(), "{fits}");
        let whole = letters_in(
            "Annalena",
            u32::try_from(least_columns).expect("small"),
            u32::try_from(least_rows).expect("small"),
        );
        assert!(whole.is_ok(), "{error}");
        assert!(letters_in("A", 2, 9).is_err_and(|error| error.to_string().contains("2 x 9")));
        assert!(matches!(letters_in(" ", 20, 20), Err(DesignError::NoLetter { .. })));
    }
}
