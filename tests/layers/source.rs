//! Reads source files without comments, texts and tests.

use std::path::{Path, PathBuf};

/// A source file.
pub(crate) struct Source {
    /// The path below `src`, with `/` on every system.
    pub(crate) path: String,
    /// Its words and signs.
    pub(crate) tokens: Vec<Token>,
}

/// A word or sign of the code, and the line that it is on.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

impl Source {
    /// The room that the file belongs to: the first part of its path.
    pub(crate) fn room(&self) -> &str {
        self.path.split('/').next().unwrap_or_default().trim_end_matches(".rs")
    }
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All source files, sorted by path. Test files are left out, because tests look at a room from outside.
pub(crate) fn sources() -> Vec<Source> {
    let mut paths = Vec::new();
    collect(&root().join("src"), &mut paths);
    let is_code =
        |path: &PathBuf| !path.ends_with("tests.rs") && !path.components().any(|c| c.as_os_str() == "tests");
    let inside = |path: &Path| path.strip_prefix(root().join("src")).expect("below src").to_owned();
    let mut sources: Vec<Source> = paths
        .iter()
        .filter(|path| is_code(&inside(path)))
        .map(|path| {
            let parts = inside(path);
            let parts: Vec<_> = parts.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            let text = std::fs::read_to_string(path).expect("readable");
            Source { path: parts.join("/"), tokens: without_tests(tokens(&text)) }
        })
        .collect();
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    sources
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Words, `::`, and every other character by itself; comments, texts and characters are skipped.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(c) = rest.chars().next() {
        let length = length(rest, c);
        let (token, after) = rest.split_at(length);
        let is_comment = token.starts_with("//") || token.starts_with("/*");
        let is_text =
            token.ends_with(['"', '#']) && token.contains('"') || token.len() > 2 && token.starts_with('\'');
        if !c.is_whitespace() && !is_comment && !is_text {
            found.push(Token { text: token.to_owned(), line });
        }
        line += token.matches('\n').count();
        rest = after;
    }
    found
}

/// How many bytes the token at the start of `rest` takes.
fn length(rest: &str, first: char) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    if let Some(length) = text_length(rest) {
        return length;
    }
    match first {
        '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
        '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |at| at + 2),
        ':' if rest.starts_with("::") => 2,
        '\'' => character_length(rest),
        _ if word > 0 => word,
        _ => first.len_utf8(),
    }
}

/// The length of a text such as `"…"`, `b"…"` or `r#"…"#`, if one begins here.
fn text_length(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix('b').unwrap_or(rest);
    let raw = after.strip_prefix('r');
    let after = raw.unwrap_or(after);
    let hashes = after.len() - after.trim_start_matches('#').len();
    if !after[hashes..].starts_with('"') || (hashes > 0 && raw.is_none()) {
        return None;
    }
    let begin = rest.len() - after.len() + hashes + 1;
    if raw.is_some() {
        let end = format!("\"{}", "#".repeat(hashes));
        return rest[begin..].find(&end).map(|at| begin + at + end.len());
    }
    let mut escaped = false;
    let end = rest[begin..].find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map(|at| begin + at + 1)
}

/// The length of a character such as `'a'` or `'\''`, or 1 for the start of a lifetime.
fn character_length(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => rest[3..].find('\'').map_or(1, |at| at + 4),
        Some((at, c)) if rest[at + c.len_utf8()..].starts_with('\'') => at + c.len_utf8() + 1,
        _ => 1,
    }
}

/// Removes items that are compiled only for tests.
fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    let marker = ["#", "[", "cfg", "(", "test", ")", "]"];
    let is_marker = |at: usize| {
        let words = tokens[at..].iter().take(marker.len()).map(|token| token.text.as_str());
        words.eq(marker)
    };
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        if is_marker(at) {
            at = end_of_item(&tokens, at + marker.len());
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// The end of an item: after its block, or after a semicolon outside all brackets.
fn end_of_item(tokens: &[Token], from: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match token.text.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        let is_use = tokens.get(from).is_some_and(|first| first.text == "use");
        let ends = token.text == ";" || token.text == "}" && !is_use;
        if depth == 0 && ends {
            return at + 1;
        }
    }
    tokens.len()
}

#[test]
fn code_is_separated_from_comments_texts_and_tests() {
    let words = |text: &str| tokens(text).into_iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
    assert_eq!(
        words("a::b // c::d\n/* e */ f(\"g::h\\\" i\", 'j', '\\'', r#\"k\"l\"#)"),
        "a :: b f ( , , , )"
    );
    assert_eq!(words("fn f<'a>(x: &'a str)"), "fn f < ' a > ( x : & ' a str )");
    assert_eq!(tokens("a\n\"b\nc\"\nd")[1].line, 4);
    let kept = without_tests(tokens("a #[cfg(test)] mod tests { use x; } b #[cfg(test)] use y::{z}; c"));
    assert_eq!(kept.iter().map(|token| token.text.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
}
