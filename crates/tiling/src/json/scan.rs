//! Takes a JSON text apart into values that know where they stand.
//!
//! # Source
//! RFC 8259, sections 2 to 7. Stricter in one place: an escaped half of a surrogate pair is refused, because
//! it is no text. Written anew because serde_json keeps no places and lets a second equal key replace the
//! first; the tests compare the two on thousands of damaged texts.

use super::syntax::SyntaxError;
use crate::limits::{Limit, Limits};
use crate::text::shown;

/// A value and the bytes it takes.
#[derive(Debug)]
pub(super) struct Value {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) content: Content,
}

/// What a value is. The digits of a number stay in the text: how they are to be read depends on the reader.
#[derive(Debug)]
pub(super) enum Content {
    Null,
    Boolean(bool),
    Number,
    Text(Box<str>),
    Array(Vec<Value>),
    Object(Vec<Member>),
}

/// A key with its value.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) key: Box<str>,
    pub(super) key_at: usize,
    pub(super) value: Value,
}

/// A key that stands twice in one object, with the offsets of both.
#[derive(Debug)]
pub(super) struct Twice {
    pub(super) key: Box<str>,
    pub(super) first: usize,
    pub(super) second: usize,
}

#[derive(Debug)]
pub(super) struct Scanned {
    pub(super) root: Value,
    pub(super) twice: Vec<Twice>,
}

/// What is wrong, and at which byte.
type Stop = (SyntaxError, usize);

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    depth: u64,
    most_depth: u64,
    values: u64,
    most_values: u64,
    twice: Vec<Twice>,
}

/// The whole text as one value.
pub(super) fn scan(text: &str, limits: &Limits) -> Result<Scanned, Stop> {
    let mut scanner = Scanner {
        text,
        at: 0,
        depth: 0,
        most_depth: limits.get(Limit::JsonDepth),
        values: 0,
        most_values: limits.get(Limit::JsonValues),
        twice: Vec::new(),
    };
    let root = scanner.document().map_err(|stop| better_reason(text, stop))?;
    Ok(Scanned { root, twice: scanner.twice })
}

/// The true reason where the text is no JSON at all, or a file that a merge left unfinished.
fn better_reason(text: &str, stop: Stop) -> Stop {
    let offset = stop.1;
    if text[..offset].trim().is_empty()
        && text[offset..].starts_with('<')
        && !text[offset..].starts_with("<<")
    {
        let start = text[offset..].chars().take(9).collect::<String>().to_ascii_lowercase();
        let html = start.starts_with("<!doctype") || start.starts_with("<html");
        return (SyntaxError::OtherKind { kind: if html { "a web page" } else { "XML" } }, offset);
    }
    let line = text[..offset].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let mark = ["<<<<<<<", "=======", ">>>>>>>"].into_iter().find(|mark| text[line..].starts_with(mark));
    mark.map_or(stop, |found| (SyntaxError::MergeMark { found }, line))
}

impl Scanner<'_> {
    fn document(&mut self) -> Result<Value, Stop> {
        let root = self.value("a value")?;
        self.skip_blanks();
        match self.peek_char() {
            None => Ok(root),
            Some('/' | '#') => Err((SyntaxError::Comment, self.at)),
            Some(found) => Err((SyntaxError::AfterEnd { found }, self.at)),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn peek_char(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn value(&mut self, expected: &'static str) -> Result<Value, Stop> {
        self.skip_blanks();
        let start = self.at;
        self.values += 1;
        if self.values > self.most_values {
            return Err((SyntaxError::TooMany { allowed: self.most_values }, start));
        }
        let content = match self.peek() {
            Some(b'{') => self.nested(Self::object)?,
            Some(b'[') => self.nested(Self::array)?,
            Some(b'"') => Content::Text(self.string()?),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => self.number()?,
            Some(byte) if byte.is_ascii_alphabetic() => self.word()?,
            _ => return Err(self.unexpected(expected)),
        };
        Ok(Value { start, end: self.at, content })
    }

    /// What is here cannot: the most helpful name for it.
    fn unexpected(&self, expected: &'static str) -> Stop {
        let error = match self.peek_char() {
            None => SyntaxError::End { expected },
            Some('/' | '#') => SyntaxError::Comment,
            Some(found @ ('\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '«' | '»')) => {
                SyntaxError::OtherQuote { found }
            }
            Some(found) => SyntaxError::Unexpected { found, expected },
        };
        (error, self.at)
    }

    /// Goes one level down; the limit is checked before the call, so that the stack cannot overflow.
    fn nested(&mut self, inside: fn(&mut Self) -> Result<Content, Stop>) -> Result<Content, Stop> {
        if self.depth == self.most_depth {
            return Err((SyntaxError::TooDeep { allowed: self.most_depth }, self.at));
        }
        self.depth += 1;
        self.at += 1;
        let content = inside(self)?;
        self.depth -= 1;
        Ok(content)
    }

    fn array(&mut self) -> Result<Content, Stop> {
        let mut items = Vec::new();
        while self.another_entry(b']', "`,` or `]`", items.is_empty())? {
            items.push(self.value("a value")?);
        }
        Ok(Content::Array(items))
    }

    fn object(&mut self) -> Result<Content, Stop> {
        let mut members: Vec<Member> = Vec::new();
        while self.another_entry(b'}', "`,` or `}`", members.is_empty())? {
            let key_at = self.at;
            match self.peek() {
                Some(b'"') => {}
                Some(byte) if byte.is_ascii_alphanumeric() || byte == b'_' => {
                    return Err((SyntaxError::Word { found: shown(self.token()) }, key_at));
                }
                _ => return Err(self.unexpected("a key in `\"`")),
            }
            let key = self.string()?;
            self.skip_blanks();
            if self.peek() != Some(b':') {
                return Err(self.unexpected("`:`"));
            }
            self.at += 1;
            let value = self.value("a value")?;
            members.push(Member { key, key_at, value });
        }
        self.note_twice(&members);
        Ok(Content::Object(members))
    }

    /// Moves to the next entry, past the comma that must be before all but the first; or past `close`.
    fn another_entry(&mut self, close: u8, expected: &'static str, first: bool) -> Result<bool, Stop> {
        self.skip_blanks();
        if self.peek() == Some(close) {
            self.at += 1;
            return Ok(false);
        }
        if first {
            return Ok(true);
        }
        match self.peek() {
            Some(b',') => {}
            Some(b'"' | b'{' | b'[' | b'-' | b'0'..=b'9') => {
                return Err((SyntaxError::CommaMissing, self.at));
            }
            _ => return Err(self.unexpected(expected)),
        }
        let comma = self.at;
        self.at += 1;
        self.skip_blanks();
        if self.peek() == Some(close) { Err((SyntaxError::CommaAfterLast, comma)) } else { Ok(true) }
    }

    fn note_twice(&mut self, members: &[Member]) {
        let mut order: Vec<&Member> = members.iter().collect();
        order.sort_by_key(|member| &member.key);
        for equal in order.chunk_by(|a, b| a.key == b.key) {
            let first = equal[0].key_at;
            let others = equal[1..].iter();
            self.twice.extend(others.map(|member| Twice {
                key: member.key.clone(),
                first,
                second: member.key_at,
            }));
        }
    }

    /// Everything up to the next blank, comma, colon, bracket or quote.
    fn token(&self) -> &str {
        let rest = &self.text[self.at..];
        let ends = |c: char| c.is_whitespace() || matches!(c, ',' | ':' | '[' | ']' | '{' | '}' | '"');
        &rest[..rest.find(ends).unwrap_or(rest.len())]
    }

    fn word(&mut self) -> Result<Content, Stop> {
        let token = self.token();
        let content = match token {
            "null" => Content::Null,
            "true" => Content::Boolean(true),
            "false" => Content::Boolean(false),
            _ if is_not_finite(token) => {
                return Err((SyntaxError::NotFinite { found: shown(token) }, self.at));
            }
            _ => return Err((SyntaxError::Word { found: shown(token) }, self.at)),
        };
        self.at += token.len();
        Ok(content)
    }

    fn number(&mut self) -> Result<Content, Stop> {
        let token = self.token();
        if is_number(token) {
            self.at += token.len();
            return Ok(Content::Number);
        }
        let found = shown(token);
        let unsigned = token.trim_start_matches(['-', '+']);
        let error = if is_not_finite(unsigned) {
            SyntaxError::NotFinite { found }
        } else {
            SyntaxError::Number { found }
        };
        Err((error, self.at))
    }

    /// The text between the quotes, escapes resolved.
    fn string(&mut self) -> Result<Box<str>, Stop> {
        let open = self.at;
        self.at += 1;
        let mut string = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(plain) = rest.find(|c: char| matches!(c, '"' | '\\' | '\0'..='\u{1f}')) else {
                return Err((SyntaxError::OpenText, open));
            };
            string.push_str(&rest[..plain]);
            self.at += plain;
            match self.peek_char() {
                Some('"') => {
                    self.at += 1;
                    return Ok(string.into());
                }
                Some('\\') => string.push(self.escape(open)?),
                Some(found) => return Err((SyntaxError::ControlCharacter { found }, self.at)),
                None => return Err((SyntaxError::OpenText, open)),
            }
        }
    }

    /// The character that an escape stands for. `open` is where the text began.
    fn escape(&mut self, open: usize) -> Result<char, Stop> {
        let start = self.at;
        self.at += 1;
        let kind = self.peek_char().ok_or((SyntaxError::OpenText, open))?;
        self.at += kind.len_utf8();
        Ok(match kind {
            '"' | '\\' | '/' => kind,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.unicode(start),
            _ => return Err((SyntaxError::Escape { found: shown(&self.text[start..self.at]) }, start)),
        })
    }

    /// The character of `\uXXXX`, or of two of them that are a surrogate pair (RFC 8259, section 7).
    fn unicode(&mut self, start: usize) -> Result<char, Stop> {
        let first = self.four_digits(start)?;
        if let Some(c) = char::from_u32(first) {
            return Ok(c);
        }
        let half = |scanner: &Self| {
            (SyntaxError::HalfCharacter { found: shown(&scanner.text[start..scanner.at]) }, start)
        };
        if !(0xD800..0xDC00).contains(&first) || !self.text[self.at..].starts_with("\\u") {
            return Err(half(self));
        }
        let second_start = self.at;
        self.at += 2;
        let second = self.four_digits(second_start)?;
        if !(0xDC00..0xE000).contains(&second) {
            return Err(half(self));
        }
        char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00)).ok_or_else(|| half(self))
    }

    fn four_digits(&mut self, start: usize) -> Result<u32, Stop> {
        let digits = self.text.get(self.at..self.at + 4);
        let hex = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match hex.and_then(|hex| u32::from_str_radix(hex, 16).ok()) {
            Some(code) => {
                self.at += 4;
                Ok(code)
            }
            None => {
                let found: String = self.text[start..].chars().take(6).collect();
                Err((SyntaxError::Escape { found: shown(&found) }, start))
            }
        }
    }
}

fn is_not_finite(word: &str) -> bool {
    ["nan", "inf", "infinity"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`, RFC 8259 section 6.
fn is_number(token: &str) -> bool {
    let unsigned = token.strip_prefix('-').unwrap_or(token);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let sign_off = |text: &str| digits(text.strip_prefix(['+', '-']).unwrap_or(text));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(sign_off)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan_text(text: &str) -> Result<Scanned, Stop> {
        scan(text, &Limits::default())
    }

    #[track_caller]
    fn stops(text: &str, message: &str, offset: usize) {
        let (error, at) = scan_text(text).expect_err("no JSON");
        assert_eq!((error.to_string().as_str(), at), (message, offset), "{text}");
    }

    #[test]
    fn mistakes_are_named_where_they_are() {
        stops("", "the text ends where a value is expected", 0);
        stops("{", "the text ends where a key in `\"` is expected", 1);
        stops("[1", "the text ends where `,` or `]` is expected", 2);
        stops("[1,]", "there is a comma after the last entry", 2);
        stops("{\"a\":1,}", "there is a comma after the last entry", 6);
        stops("[,1]", "found `,` where a value is expected", 1);
        stops("[1 2]", "a comma is missing before this entry", 3);
        stops("{\"a\":1 \"b\":2}", "a comma is missing before this entry", 7);
        stops("{\"a\" 1}", "found `1` where `:` is expected", 5);
        stops("[1 // one\n]", "JSON has no comments", 3);
        stops("[1] # one", "JSON has no comments", 4);
        stops("['a']", "found `'`; text must be in `\"`", 1);
        stops("{“a”: 1}", "found `“`; text must be in `\"`", 1);
        stops("{a: 1}", "`a` is not JSON; texts and keys must be in `\"`", 1);
        stops("[True]", "`True` is not JSON; texts and keys must be in `\"`", 1);
        stops("[NaN]", "`NaN` is not a number in JSON", 1);
        stops("[-Infinity]", "`-Infinity` is not a number in JSON", 1);
        for number in ["01", "+1", ".5", "1.", "1e", "0x10", "1_000", "--1", "-", "1.2.3", "1e+"] {
            stops(&format!("[{number}]"), &format!("`{number}` is not a number in JSON"), 1);
        }
        stops("[\"abc", "the text that begins here has no closing `\"`", 1);
        stops("[\"a\nb\"]", "U+000A is not allowed inside a text", 3);
        stops(r#"["\x41"]"#, r"`\x` is not an escape in JSON", 2);
        stops(r#"["\u12g4"]"#, r"`\u12g4` is not an escape in JSON", 2);
        stops(r#"["\ud800"]"#, r"`\ud800` is half of a character", 2);
        stops(r#"["\udc00\ud800"]"#, r"`\udc00` is half of a character", 2);
        stops(r#"["\ud800\u0041"]"#, r"`\ud800\u0041` is half of a character", 2);
        stops("{} {}", "the value has ended, but `{` follows", 3);
        stops("\u{feff}{}", "found U+FEFF where a value is expected", 0);
        stops("<!DOCTYPE html>", "the file looks like a web page, not JSON", 0);
        stops(" <puzzle/>", "the file looks like XML, not JSON", 1);
        stops("{\n<<<<<<< HEAD\n}", "`<<<<<<<` is the mark of an unfinished merge", 2);
        stops("{\"a\": 1,\n=======\n}", "`=======` is the mark of an unfinished merge", 9);
    }

    #[test]
    fn depth_and_number_of_values_at_and_over_the_limits() {
        let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(scan_text(&nested(31)).is_ok() && scan_text(&nested(32)).is_ok());
        stops(&nested(33), "nested deeper than 32", 32);
        stops(&"[".repeat(1_000_000), "nested deeper than 32", 32);
        stops(&"{\"a\":".repeat(100_000), "nested deeper than 32", 32 * 5);
        let mut limits = Limits::default();
        limits.set("json-values", 5).expect("in range");
        assert!(scan("[1,2,3]", &limits).is_ok() && scan("[1,2,3,4]", &limits).is_ok());
        let (error, offset) = scan("[1,2,3,4,5]", &limits).expect_err("too many");
        assert_eq!((error, offset), (SyntaxError::TooMany { allowed: 5 }, 9));
    }

    #[test]
    fn the_deepest_text_allowed_needs_little_stack() {
        let ceiling = usize::try_from(Limit::JsonDepth.ceiling()).expect("small");
        let mut limits = Limits::default();
        limits.set("json-depth", Limit::JsonDepth.ceiling()).expect("in range");
        let text = format!("{}{}", "[".repeat(ceiling), "]".repeat(ceiling));
        let small = std::thread::Builder::new().stack_size(512 * 1024);
        let thread = small.spawn(move || scan(&text, &limits).is_ok()).expect("a thread");
        assert!(thread.join().expect("no overflow"));
    }

    #[test]
    fn texts_are_resolved() {
        let text = r#" "a\"\\\/\b\f\n\r\t\u00e9\uD83E\uDDE9é" "#;
        let scanned = scan_text(text).expect("good JSON");
        let Content::Text(resolved) = scanned.root.content else { panic!("a text") };
        assert_eq!(&*resolved, "a\"\\/\u{8}\u{c}\n\r\té🧩é");
        assert_eq!((scanned.root.start, scanned.root.end), (1, text.len() - 1));
    }

    /// The same verdict as serde_json on everything that one damaged byte can make of a text.
    #[test]
    fn the_verdict_is_that_of_another_reader() {
        const GOOD: &str = r#"{"a": [1, -0.5e+3, 0, "x\n\u00e9\uD83E\uDDE9"], "b": {"c": null, "d": [true, false]}, "e": ""}"#;
        const BYTES: &[u8] = b"\"\\{}[],:0123456789.eE+-tfnul\n\t \x01'/aAxX";
        let agree = |text: &str| {
            // Reading into texts, too, makes serde_json look at surrogates.
            let theirs = serde_json::from_str::<serde_json::Value>(text).is_ok();
            assert_eq!(scan_text(text).is_ok(), theirs, "{text}");
        };
        for at in 0..GOOD.len() {
            agree(&GOOD[..at]);
            agree(&format!("{}{}", &GOOD[..at], &GOOD[at + 1..]));
            for &byte in BYTES {
                let damage = char::from(byte);
                agree(&format!("{}{damage}{}", &GOOD[..at], &GOOD[at + 1..]));
                agree(&format!("{}{damage}{}", &GOOD[..at], &GOOD[at..]));
            }
        }
        agree(GOOD);
    }
}
