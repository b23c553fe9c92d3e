//! Parses XML that strangers wrote, within limits.
//!
//! The parser needs cubic time for nested namespace declarations and quadratic time for the attributes of one
//! element: a file of 100 kB could take half a minute. So the tags are counted before anything is parsed.

use roxmltree::{Document, ParsingOptions};

/// How many attributes one element may have. Our own have up to ten, Inkscape's up to thirty.
const ATTRIBUTES: usize = 100;
/// How many namespaces one document may declare. Inkscape declares eight.
const NAMESPACES: usize = 100;

/// How many `<` a document may have: the parser takes 72 bytes for each before it reads any.
const TAGS: usize = 1_000_000;
/// How many attributes all elements may have together: each takes about 60 bytes.
const ALL_ATTRIBUTES: usize = 1_500_000;

/// Why a text is not accepted as XML.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct XmlError {
    /// The cause in words.
    pub cause: String,
    /// The byte of the text where it was found.
    pub offset: usize,
}

/// Parses a text whose elements are nested at most as deep as is allowed. A document type is refused, so no
/// entity can grow.
pub fn parse(text: &str, depth: usize) -> Result<Document<'_>, XmlError> {
    count_tags(text, depth)?;
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let place = error.pos();
        XmlError { cause: error.to_string(), offset: offset(text, place.row, place.col) }
    })
}

/// The byte at a line and a character of it, both counted from 1.
fn offset(text: &str, row: u32, column: u32) -> usize {
    let before = |number: u32| usize::try_from(number).unwrap_or(usize::MAX).saturating_sub(1);
    let start: usize = text.split_inclusive('\n').take(before(row)).map(str::len).sum();
    let line = &text[start..];
    start + line.char_indices().nth(before(column)).map_or(line.len(), |(at, _)| at)
}

/// Refuses texts that would take the parser long.
fn count_tags(text: &str, most_deep: usize) -> Result<(), XmlError> {
    if let Some((offset, _)) = text.match_indices('<').nth(TAGS) {
        return Err(XmlError { cause: format!("more than {TAGS} tags"), offset });
    }
    let (mut depth, mut namespaces, mut all, mut at) = (0_usize, 0, 0, 0);
    while let Some(found) = text[at..].find('<') {
        at += found;
        let tag = tag(&text[at..]);
        let (attributes, declared) =
            if tag.starts_with("<!") || tag.starts_with("<?") { (0, 0) } else { counts(tag) };
        namespaces += declared;
        all += attributes;
        if tag.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else if !tag.ends_with("/>") && !tag.starts_with("<!") && !tag.starts_with("<?") {
            depth += 1;
        }
        for (found, most, what) in [
            (depth, most_deep, "nested elements (the limit `depth`)"),
            (attributes, ATTRIBUTES, "attributes of one element"),
            (all, ALL_ATTRIBUTES, "attributes"),
            (namespaces, NAMESPACES, "declared namespaces"),
        ] {
            if found > most {
                return Err(XmlError { cause: format!("more than {most} {what}"), offset: at });
            }
        }
        at += tag.len();
    }
    Ok(())
}

/// The tag, comment or other markup at the start of `rest`; all of `rest` if it has no end.
fn tag(rest: &str) -> &str {
    let until = |end: &str| rest.find(end).map_or(rest, |at| &rest[..at + end.len()]);
    match rest {
        _ if rest.starts_with("<!--") => until("-->"),
        _ if rest.starts_with("<![CDATA[") => until("]]>"),
        _ if rest.starts_with("<?") => until("?>"),
        _ => {
            let mut quoted = Quoted::default();
            let end = rest.bytes().position(|byte| !quoted.passes(byte) && byte == b'>');
            end.map_or(rest, |at| &rest[..=at])
        }
    }
}

/// How many attributes a tag has, and how many of them declare a namespace.
fn counts(tag: &str) -> (usize, usize) {
    let mut quoted = Quoted::default();
    let equals = tag.bytes().enumerate().filter(|&(_, byte)| !quoted.passes(byte) && byte == b'=');
    equals.fold((0, 0), |(attributes, declared), (at, _)| {
        let name = tag[..at].trim_end().rsplit(|c: char| c.is_ascii_whitespace()).next().unwrap_or_default();
        (attributes + 1, declared + usize::from(name.starts_with("xmlns")))
    })
}

/// Whether a byte of a tag is inside a quoted value.
#[derive(Default)]
struct Quoted {
    by: Option<u8>,
}

impl Quoted {
    /// Goes on by one byte, and says whether it belongs to a quoted value.
    fn passes(&mut self, byte: u8) -> bool {
        match self.by {
            Some(quote) if byte == quote => self.by = None,
            None if byte == b'"' || byte == b'\'' => self.by = Some(byte),
            Some(_) => {}
            None => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEPTH: usize = 256;

    fn cause(text: &str) -> String {
        parse(text, DEPTH).map_or_else(|error| error.cause, |_| "parsed".to_owned())
    }

    #[test]
    fn each_limit_is_allowed_and_one_more_is_refused() {
        let nested = |depth: usize| format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth));
        assert_eq!(cause(&nested(DEPTH)), "parsed");
        assert_eq!(cause(&nested(DEPTH + 1)), "more than 256 nested elements (the limit `depth`)");
        let wide = |count: usize| {
            let attributes: String = (0..count).map(|n| format!(" a{n} = '='")).collect();
            format!("<a{attributes}/>")
        };
        assert_eq!(cause(&wide(ATTRIBUTES)), "parsed");
        assert_eq!(cause(&wide(ATTRIBUTES + 1)), "more than 100 attributes of one element");
        let named = |count: usize| {
            let inner: String = (0..count).map(|n| format!("<b xmlns:n{n}=\"u{n}\" xm='1'/>")).collect();
            format!("<a>{inner}</a>")
        };
        assert_eq!(cause(&named(NAMESPACES)), "parsed");
        assert_eq!(cause(&named(NAMESPACES + 1)), "more than 100 declared namespaces");
    }

    #[test]
    fn only_tags_count() {
        let inside = "<a b='<c>'>".repeat(1000).replace('<', "&lt;");
        let comment = format!("<!-- {} -->", "<a>".repeat(1000));
        let data = format!("<![CDATA[{}]]>", "<a>".repeat(1000));
        let siblings = "<a b='>'/><c></c>".repeat(1000);
        assert_eq!(cause(&format!("<?x <a> ?><d>{inside}{comment}{data}{siblings}</d>")), "parsed");
    }

    #[test]
    fn mistakes_have_a_place() {
        let error = parse("<a>\n ü<b></a>", DEPTH).expect_err("broken");
        assert_eq!(error.offset, "<a>\n ü<b>".len());
        for broken in ["<a/><", "<a b='", "", "<!DOCTYPE a><a/>"] {
            assert!(parse(broken, DEPTH).is_err(), "{broken}");
        }
        assert!(cause(&"<".repeat(TAGS + 1)).contains("tags"));
    }
}
