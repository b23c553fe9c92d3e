//! Checks the words that people choose, names and titles, before they get in.
//!
//! Accepted text is one line without control characters or changes of text direction, so every writer may
//! treat it as plain text. Also here: file names made of such text, and the escaping of values in messages.

use crate::fault::fault;

fault! {
    /// Why a text cannot be a name or a title.
    #[derive(Clone, PartialEq, Eq)]
    pub enum TextError {
        Blank = E0330 {
            message("the text is blank")
        }
        TooLong { found: u64, allowed: u64 } = E0331 {
            message("the text has `{found}` characters; at most {allowed} are allowed")
            found("{found}") allowed("1 to {allowed} characters")
        }
        /// The position is counted from 1.
        Forbidden { found: char, position: usize, kind: Forbidden } = E0333 {
            message("character {position} is U+{code:04X}, {kind}", code = *found as u32)
            found("U+{code:04X}", code = *found as u32)
            if let Forbidden::LineOrTab = kind => help("write it in one line")
            help("type the text again instead of pasting it")
        }
    }
}

/// Kinds of characters that no name or title may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forbidden {
    /// A tabulator or line break.
    LineOrTab,
    /// A control character (C0, DEL or C1).
    Control,
    /// A line or paragraph separator.
    Separator,
    /// A bidirectional override, embedding or isolate.
    Direction,
    /// A code point that will never be a character.
    Noncharacter,
}

impl std::fmt::Display for Forbidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Forbidden::LineOrTab => "a tab or line break",
            Forbidden::Control => "a control character",
            Forbidden::Separator => "a line separator",
            Forbidden::Direction => "a character that changes the direction of text",
            Forbidden::Noncharacter => "not a character",
        })
    }
}

/// Lets a name or title pass: all scripts and emoji are welcome, one line of at most `most` characters.
///
/// # Errors
/// [`TextError`]: blank, too long, or holding a [`Forbidden`] character.
///
/// # Source
/// The characters: Unicode 16, sections 23.1 (C0, DEL, C1), 23.7 (noncharacters), 23.2 (U+2028, U+2029), and
/// the explicit formatting characters of Unicode Annex 9, section 2.
pub fn gate(text: &str, most: u64) -> Result<(), TextError> {
    let found = text.chars().count() as u64;
    if found > most {
        return Err(TextError::TooLong { found, allowed: most });
    }
    for (index, found) in text.chars().enumerate() {
        if let Some(kind) = forbidden(found) {
            return Err(TextError::Forbidden { found, position: index + 1, kind });
        }
    }
    if text.chars().all(char::is_whitespace) { Err(TextError::Blank) } else { Ok(()) }
}

/// What kind of forbidden character `c` is, if it is one.
pub fn forbidden(c: char) -> Option<Forbidden> {
    match c {
        '\t' | '\n' | '\r' => Some(Forbidden::LineOrTab),
        // C0, DEL and C1 are the general category Cc, which is what this asks.
        _ if c.is_control() => Some(Forbidden::Control),
        '\u{2028}' | '\u{2029}' => Some(Forbidden::Separator),
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => Some(Forbidden::Direction),
        '\u{FDD0}'..='\u{FDEF}' => Some(Forbidden::Noncharacter),
        _ if c as u32 & 0xFFFE == 0xFFFE => Some(Forbidden::Noncharacter),
        _ => None,
    }
}

/// Whether `found` is the known word, also in British spelling: `colour`, `grey` and `licence` are read wherever
/// `color`, `gray` and `license` are.
///
/// # Examples
/// ```
/// use piecework_tiling::text::is_word;
/// assert!(is_word("most_colors", "most_colours") && is_word("gray", "grey") && is_word("mitred", "mitered") && !is_word("colour", "color"));
/// ```
pub fn is_word(known: &str, found: &str) -> bool {
    known == found || known == american(found)
}

/// A word in American spelling, the one of this program.
pub(crate) fn american(word: &str) -> String {
    let usual = [
        ("colour", "color"),
        ("grey", "gray"),
        ("licence", "license"),
        ("mitered", "mitred"),
        ("metre", "meter"),
    ];
    usual.iter().fold(word.to_owned(), |word, (here, there)| word.replace(here, there))
}

/// A value from a file as it may stand in a message: forbidden characters escaped, cut after 80 characters.
pub fn shown(text: &str) -> String {
    const MOST: usize = 80;
    let mut shown = String::new();
    let mut width = 0;
    for c in text.chars() {
        let escaped = escaped(c);
        let wide = escaped.chars().count();
        if width + wide > MOST {
            // Room for the mark of the cut is made by taking back what stands there.
            while shown.chars().count() >= MOST {
                shown.pop();
            }
            shown.push('…');
            break;
        }
        shown.push_str(&escaped);
        width += wide;
    }
    shown
}

/// A character as it may stand in a message: in back-ticks if it can be seen, else by its number.
pub(crate) fn shown_character(c: char) -> String {
    // Zero-width characters and the byte order mark, besides blanks of all kinds.
    let unseen = matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}');
    let unseen = unseen || c.is_whitespace() || forbidden(c).is_some();
    if unseen { format!("U+{:04X}", u32::from(c)) } else { format!("`{c}`") }
}

/// The whole of `text` with forbidden characters escaped: for paths, which must not be cut.
pub fn escaped_text(text: &str) -> String {
    text.chars().map(escaped).collect()
}

fn escaped(c: char) -> String {
    if forbidden(c).is_some() { c.escape_unicode().to_string() } else { c.to_string() }
}

/// A file name made of a name: letters and digits of every script in lower case, and `-`; at most 60 bytes,
/// never empty, never a name that Windows keeps for itself. Different names may give the same slug; number
/// the files.
///
/// # Source
/// The reserved names: Microsoft, "Naming Files, Paths, and Namespaces".
pub fn slug(name: &str) -> String {
    slug_of(name, |c| is_letter_or_digit(c) || is_mark(c))
}

/// The same in `[a-z0-9-]` alone, for names that other programs check.
pub fn ascii_slug(name: &str) -> String {
    slug_of(name, |c| c.is_ascii_alphanumeric())
}

/// Whether a character may stand anywhere in the name of a file, on every system: a letter or a digit of any
/// script. That leaves out what is not seen, what changes the direction of writing, and all signs.
pub fn is_letter_or_digit(c: char) -> bool {
    // Some letters are blank: fillers of Hangul.
    let is_blank = matches!(c, '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}');
    c.is_alphanumeric() && !is_blank
}

/// Whether a character is written onto the letter before it: an accent, a vowel point, a sign for a missing
/// vowel.
///
/// # Source
/// Unicode 16, code charts. Other marks of Indic scripts are letters by `is_alphanumeric`.
pub const fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{34E}' | '\u{350}'..='\u{36F}' | '\u{483}'..='\u{487}' | '\u{591}'..='\u{5BD}' | '\u{5BF}'
        | '\u{5C1}' | '\u{5C2}' | '\u{5C4}' | '\u{5C5}' | '\u{5C7}' | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}'
        | '\u{670}' | '\u{93C}' | '\u{94D}' | '\u{9BC}' | '\u{9CD}' | '\u{A3C}' | '\u{A4D}' | '\u{ABC}' | '\u{ACD}'
        | '\u{B3C}' | '\u{B4D}' | '\u{BCD}' | '\u{C4D}' | '\u{CBC}' | '\u{CCD}' | '\u{D4D}' | '\u{DCA}'
        | '\u{E38}'..='\u{E3A}' | '\u{E47}'..='\u{E4E}' | '\u{EBA}' | '\u{EC8}'..='\u{ECD}' | '\u{F39}'
        | '\u{F71}'..='\u{F84}' | '\u{1037}' | '\u{1039}' | '\u{103A}' | '\u{17C6}'..='\u{17D3}' | '\u{1DC0}'..='\u{1DFF}'
        | '\u{3099}' | '\u{309A}')
}

fn slug_of(name: &str, is_kept: impl Fn(char) -> bool) -> String {
    const MOST: usize = 60;
    let mut slug = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        // A mark is never alone.
        let is_kept = is_kept(c) && !(is_mark(c) && (slug.is_empty() || slug.ends_with('-')));
        let next = if is_kept { c } else { '-' };
        if slug.len() + next.len_utf8() > MOST {
            // The last word is left out rather than cut, if much is left without it.
            slug.truncate(slug.rfind('-').filter(|&end| is_kept && end > MOST / 2).unwrap_or(slug.len()));
            break;
        }
        slug.extend((is_kept || !(slug.is_empty() || slug.ends_with('-'))).then_some(next));
    }
    slug.truncate(slug.trim_end_matches('-').len());
    match slug.as_str() {
        "" => "unnamed".to_owned(),
        device if is_device(device) => format!("x-{slug}"),
        _ => slug,
    }
}

/// Whether Windows keeps a name in lower case for a device: `con`, `nul`, `com1`, also with a raised digit.
///
/// # Source
/// Microsoft, "Naming Files, Paths, and Namespaces", Win32 documentation.
pub fn is_device(name: &str) -> bool {
    let number = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
    let is_digit = |c: char| c.is_ascii_digit() || matches!(c, '¹' | '²' | '³');
    matches!(name, "con" | "prn" | "aux" | "nul")
        || number.is_some_and(|digit| digit.chars().count() == 1 && digit.chars().all(is_digit))
}

/// Writes a count with its noun: `1 strip`, `2 strips`.
pub fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limit;

    #[test]
    fn words_of_all_scripts_pass() {
        for text in
            ["Pentominoes 8 x 8", "חמש", "五連方", "👩‍👩‍👧 quilt", "e\u{301}", "A", "<b>&\"'", "عربي\u{200F}"]
        {
            assert_eq!(gate(text, 200), Ok(()), "{text}");
        }
    }

    #[test]
    fn forbidden_characters_are_named() {
        for (found, kind) in [
            ('\t', Forbidden::LineOrTab),
            ('\n', Forbidden::LineOrTab),
            ('\0', Forbidden::Control),
            ('\u{1B}', Forbidden::Control),
            ('\u{7F}', Forbidden::Control),
            ('\u{85}', Forbidden::Control),
            ('\u{2028}', Forbidden::Separator),
            ('\u{2029}', Forbidden::Separator),
            ('\u{202A}', Forbidden::Direction),
            ('\u{202E}', Forbidden::Direction),
            ('\u{2066}', Forbidden::Direction),
            ('\u{2069}', Forbidden::Direction),
            ('\u{FDD0}', Forbidden::Noncharacter),
            ('\u{FFFE}', Forbidden::Noncharacter),
            ('\u{FFFF}', Forbidden::Noncharacter),
            ('\u{1FFFE}', Forbidden::Noncharacter),
            ('\u{10FFFF}', Forbidden::Noncharacter),
        ] {
            let error = gate(&format!("ab{found}c"), 60).unwrap_err();
            assert_eq!(error, TextError::Forbidden { found, position: 3, kind });
        }
        let message = gate("\u{1B}", 60).unwrap_err().to_string();
        assert_eq!(message, "character 1 is U+001B, a control character");
        for good in
            ['\u{2027}', '\u{202F}', '\u{2065}', '\u{206A}', '\u{FDCF}', '\u{FDF0}', '\u{FFFD}', '\u{A0}']
        {
            assert_eq!(forbidden(good), None, "{good:?} is a neighbour of forbidden ones");
        }
    }

    #[test]
    fn lengths_at_and_over_the_limits() {
        for limit in [Limit::TitleCharacters, Limit::NameCharacters] {
            let allowed = limit.default_value();
            let text = |n: u64| "é".repeat(usize::try_from(n).expect("small"));
            assert_eq!(gate(&text(allowed - 1), allowed), Ok(()));
            assert_eq!(gate(&text(allowed), allowed), Ok(()));
            let found = allowed + 1;
            assert_eq!(gate(&text(found), allowed), Err(TextError::TooLong { found, allowed }));
        }
        assert_eq!(gate("", 60), Err(TextError::Blank));
        assert_eq!(gate(" \u{3000}", 60), Err(TextError::Blank));
    }

    #[test]
    fn slugs_are_safe_file_names() {
        for (name, expected) in [
            ("L Tromino", "l-tromino"),
            ("../../etc/passwd", "etc-passwd"),
            ("C:\\x", "c-x"),
            ("חמש", "חמש"),
            ("ünï cödé", "ünï-cödé"),
            ("u\u{308}ni", "u\u{308}ni"),
            ("Лоскутное Одеяло 7×8", "лоскутное-одеяло-7-8"),
            ("Πεντόμινο", "πεντόμινο"),
            ("五格骨牌（大）", "五格骨牌-大"),
            ("कपड़े की रजाई", "कपड़े-की-रजाई"),
            ("ผ้าห่ม", "ผ้าห่ม"),
            ("مربع ٦", "مربع-٦"),
            ("\u{301}a", "a"),
            ("a\u{202E}b\u{200B}c\u{2044}d", "a-b-c-d"),
            ("\u{3164}", "unnamed"),
            ("🧵", "unnamed"),
            ("com²", "x-com²"),
            ("", "unnamed"),
            ("--a--b--", "a-b"),
            ("CON", "x-con"),
            ("nul.txt", "nul-txt"),
            ("com1", "x-com1"),
            ("LPT9", "x-lpt9"),
            ("com10", "com10"),
            ("Ünter", "ünter"),
        ] {
            assert_eq!(slug(name), expected, "{name}");
        }
        assert_eq!(slug(&"a".repeat(61)), "a".repeat(60));
        assert_eq!(slug(&format!("{}-b", "a".repeat(59))), "a".repeat(59));
        let title = "Thirteen Pieces of Three to Seven Cells on a Chessboard of Walnut";
        assert_eq!(slug(title), "thirteen-pieces-of-three-to-seven-cells-on-a-chessboard-of");
        assert_eq!(slug(&format!("on-{}", "b".repeat(70))), format!("on-{}", "b".repeat(57)));
        assert_eq!(slug(&"五".repeat(90)), "五".repeat(20), "60 bytes");
        assert_eq!(slug(&format!("a{}", "ж".repeat(90))), format!("a{}", "ж".repeat(29)));
        assert_eq!(ascii_slug("Лоскут L 7"), "l-7");
    }

    #[test]
    fn a_slug_is_a_safe_name_and_its_own_slug_whatever_it_is_made_of() {
        for c in (0..=0x2_FFFF).filter_map(char::from_u32) {
            for name in [c.to_string(), format!("a{c}b"), format!("{c}x {c}")] {
                let made = slug(&name);
                assert_eq!(slug(&made), made, "{name:?}");
                assert!(!made.chars().any(|c| forbidden(c).is_some() || c.is_whitespace()), "{name:?}");
                assert!((1..=62).contains(&made.len()) && !made.starts_with('-'), "{name:?}");
            }
        }
    }

    #[test]
    fn shown_values_are_short_and_harmless() {
        assert_eq!(shown("plain"), "plain");
        assert_eq!(shown("a\n\u{202E}b"), "a\\u{a}\\u{202e}b");
        assert_eq!(shown(&"x".repeat(80)), "x".repeat(80));
        let cut = shown(&"x".repeat(81));
        assert!(cut.chars().count() == 80 && cut.ends_with("x…"), "{cut}");
        let escapes = shown(&"\0".repeat(1000));
        assert!(escapes.chars().count() <= 80 && escapes.ends_with('…'), "{escapes}");
    }
}
