//! Parses expressions: the part of the Common Expression Language (CEL) that questions about tilings need.
//!
//! Operators bind as in CEL, from loosest to tightest: `? :`, `||`, `&&`, comparisons and `in`, `+ -`,
//! `* / %`, and the prefixes `!` and `-`. Calls, fields and maps have their own error message, because CEL
//! has them.
//!
//! # Source
//! <https://github.com/google/cel-spec>, by precedence climbing: V. R. Pratt, Top down operator precedence, 1973.

/// A part of an expression, with its place.
#[derive(Debug)]
pub(super) struct Node {
    /// The place of its operator or first character, in characters from 0.
    pub(super) at: usize,
    pub(super) part: Part,
}

#[derive(Debug)]
pub(super) enum Part {
    Name(String),
    YesOrNo(bool),
    Whole(i64),
    Real(f64),
    /// Read only for error messages: no operator takes a text.
    Text,
    List(Vec<Node>),
    Not(Box<Node>),
    Minus(Box<Node>),
    Binary(&'static str, Box<[Node; 2]>),
    /// `&&` or `||` between two or more parts; each but the first has the place of the operator before it.
    Chain(&'static str, Vec<(usize, Node)>),
    /// Condition, then, else.
    Choice(Box<[Node; 3]>),
}

/// Why a text is not an expression.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The text cannot be parsed at this place.
    Unreadable(usize),
    /// A feature of CEL that is not supported here.
    NotHere(usize, &'static str),
}

type Read<T> = Result<T, Fault>;

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Name(String),
    Sign(&'static str),
    Whole(u64),
    Real(f64),
    Text,
    /// A value of CEL that is not supported here.
    Foreign,
    /// A character that cannot begin a token, or a number that is too large.
    Strange,
}

/// Longer operators come before their prefixes.
const SIGNS: [&str; 24] = [
    "&&", "||", "==", "!=", "<=", ">=", "<", ">", "!", "+", "-", "*", "/", "%", "?", ":", "(", ")", "[", "]",
    ",", ".", "{", "}",
];

const VALUES: &str = "such values and calls";

/// Binary operators, the loosest first.
const LEVELS: [&[&str]; 3] = [&["<", "<=", ">", ">=", "==", "!=", "in"], &["+", "-"], &["*", "/", "%"]];

/// Parses a whole text. Brackets in it must not be nested too deeply for the stack.
pub(super) fn parse(text: &str) -> Read<Node> {
    let characters: Vec<char> = text.chars().collect();
    let tokens = tokens(&characters);
    let mut parser = Parser { tokens: &tokens, end: characters.len() };
    let root = parser.choice()?;
    match parser.tokens.first() {
        None => Ok(root),
        Some(&(at, _)) => Err(Fault::Unreadable(at)),
    }
}

fn tokens(text: &[char]) -> Vec<(usize, Token)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let (token, length) = match rest[0] {
            c if c.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            c if c.is_ascii_digit() || c == '.' && rest.get(1).is_some_and(char::is_ascii_digit) => {
                number(rest)
            }
            c if c.is_ascii_alphabetic() || c == '_' => name(rest),
            quote @ ('\'' | '"') => {
                let end = rest[1..].iter().position(|&c| c == quote);
                end.map_or((Token::Strange, 1), |end| (Token::Text, end + 2))
            }
            _ => {
                let begins = |sign: &&&str| sign.chars().eq(rest.iter().copied().take(sign.len()));
                let sign = SIGNS.iter().find(begins);
                sign.map_or((Token::Strange, 1), |sign| (Token::Sign(sign), sign.len()))
            }
        };
        tokens.push((at, token));
        at += length;
    }
    tokens
}

fn run(text: &[char], belongs: impl Fn(char) -> bool) -> usize {
    text.iter().take_while(|&&c| belongs(c)).count()
}

fn name(text: &[char]) -> (Token, usize) {
    let length = run(text, |c| c.is_ascii_alphanumeric() || c == '_');
    let name: String = text[..length].iter().collect();
    let token = match name.as_str() {
        "in" => Token::Sign("in"),
        "null" => Token::Foreign,
        _ => Token::Name(name),
    };
    (token, length)
}

/// Returns a whole or real number, decimal or, after `0x`, hexadecimal.
fn number(text: &[char]) -> (Token, usize) {
    let digits = |from: usize| run(&text[from..], |c| c.is_ascii_digit());
    let unsigned = |length: usize| matches!(text.get(length), Some('u' | 'U'));
    if text[0] == '0' && text.get(1) == Some(&'x') && text.get(2).is_some_and(char::is_ascii_hexdigit) {
        let length = 2 + run(&text[2..], |c| c.is_ascii_hexdigit());
        let digits: String = text[2..length].iter().collect();
        let token = u64::from_str_radix(&digits, 16).map_or(Token::Strange, Token::Whole);
        return if unsigned(length) { (Token::Foreign, length + 1) } else { (token, length) };
    }
    let mut length = digits(0);
    if unsigned(length) {
        return (Token::Foreign, length + 1);
    }
    let mut is_whole = true;
    if text.get(length) == Some(&'.') && digits(length + 1) > 0 {
        (is_whole, length) = (false, length + 1 + digits(length + 1));
    }
    if matches!(text.get(length), Some('e' | 'E')) {
        let sign = usize::from(matches!(text.get(length + 1), Some('+' | '-')));
        let exponent = digits((length + 1 + sign).min(text.len()));
        if exponent > 0 {
            (is_whole, length) = (false, length + 1 + sign + exponent);
        }
    }
    let written: String = text[..length].iter().collect();
    let token =
        if is_whole { written.parse().ok().map(Token::Whole) } else { written.parse().ok().map(Token::Real) };
    (token.unwrap_or(Token::Strange), length)
}

struct Parser<'a> {
    /// The remaining tokens.
    tokens: &'a [(usize, Token)],
    /// The length of the text.
    end: usize,
}

impl Parser<'_> {
    /// Returns the place of the next token, or the end.
    fn at(&self) -> usize {
        self.tokens.first().map_or(self.end, |&(at, _)| at)
    }

    fn next(&mut self) -> Option<(usize, &Token)> {
        let ((at, token), rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some((*at, token))
    }

    /// Takes the next token if it is one of these signs.
    fn sign(&mut self, signs: &[&'static str]) -> Option<(usize, &'static str)> {
        let Some(&(at, Token::Sign(sign))) = self.tokens.first() else { return None };
        signs.contains(&sign).then(|| {
            self.tokens = &self.tokens[1..];
            (at, sign)
        })
    }

    fn demand(&mut self, sign: &'static str) -> Read<()> {
        let at = self.at();
        self.sign(&[sign]).map(|_| ()).ok_or(Fault::Unreadable(at))
    }

    fn choice(&mut self) -> Read<Node> {
        let condition = self.chain("||")?;
        let Some((at, _)) = self.sign(&["?"]) else { return Ok(condition) };
        let then = self.chain("||")?;
        self.demand(":")?;
        let other = self.choice()?;
        Ok(Node { at, part: Part::Choice(Box::new([condition, then, other])) })
    }

    /// Parts between `||`, each of them parts between `&&`.
    fn chain(&mut self, operator: &'static str) -> Read<Node> {
        let part = |parser: &mut Self| {
            if operator == "||" { parser.chain("&&") } else { parser.binary(0) }
        };
        let first = part(self)?;
        let mut parts = vec![(first.at, first)];
        while let Some((at, _)) = self.sign(&[operator]) {
            parts.push((at, part(self)?));
        }
        match parts.as_slice() {
            [_] => Ok(parts.swap_remove(0).1),
            [_, (at, _), ..] => Ok(Node { at: *at, part: Part::Chain(operator, parts) }),
            [] => Err(Fault::Unreadable(self.at())),
        }
    }

    /// Operators of this level and tighter ones.
    fn binary(&mut self, level: usize) -> Read<Node> {
        let Some(operators) = LEVELS.get(level) else { return self.prefixed() };
        let mut left = self.binary(level + 1)?;
        while let Some((at, operator)) = self.sign(operators) {
            let right = self.binary(level + 1)?;
            left = Node { at, part: Part::Binary(operator, Box::new([left, right])) };
        }
        Ok(left)
    }

    /// Any number of `!` or of `-`, but not both; an even number of them has no effect.
    fn prefixed(&mut self) -> Read<Node> {
        let at = self.at();
        let Some((_, sign)) = self.sign(&["!", "-"]) else { return self.value(false) };
        let mut is_odd = true;
        while self.sign(&[sign]).is_some() {
            is_odd = !is_odd;
        }
        if sign == "-" && matches!(self.tokens.first(), Some((_, Token::Whole(_)))) {
            // The sign belongs to the number, because there is one more negative number than positive ones.
            return Ok(Node { at, ..self.value(is_odd)? });
        }
        let inner = self.value(false)?;
        Ok(match (is_odd, sign) {
            (false, _) => inner,
            (true, "!") => Node { at, part: Part::Not(Box::new(inner)) },
            (true, _) => Node { at, part: Part::Minus(Box::new(inner)) },
        })
    }

    fn value(&mut self, is_negative: bool) -> Read<Node> {
        let end = self.end;
        let (at, token) = self.next().ok_or(Fault::Unreadable(end))?;
        let part = match token {
            Token::Name(name) => match name.as_str() {
                "true" => Part::YesOrNo(true),
                "false" => Part::YesOrNo(false),
                _ => Part::Name(name.clone()),
            },
            &Token::Whole(number) => {
                let number = if is_negative { -i128::from(number) } else { i128::from(number) };
                Part::Whole(i64::try_from(number).map_err(|_| Fault::Unreadable(at))?)
            }
            &Token::Real(number) => Part::Real(number),
            Token::Text => Part::Text,
            Token::Sign("(") => {
                let inner = self.choice()?;
                self.demand(")")?;
                return self.end_of_value(inner);
            }
            Token::Sign("[") => Part::List(self.list()?),
            Token::Foreign | Token::Sign("{" | ".") => return Err(Fault::NotHere(at, VALUES)),
            Token::Sign(_) | Token::Strange => return Err(Fault::Unreadable(at)),
        };
        self.end_of_value(Node { at, part })
    }

    fn list(&mut self) -> Read<Vec<Node>> {
        let mut elements = Vec::new();
        while self.sign(&["]"]).is_none() {
            elements.push(self.choice()?);
            if self.sign(&[","]).is_none() {
                self.demand("]")?;
                break;
            }
        }
        Ok(elements)
    }

    /// Refuses what may follow a value in CEL.
    fn end_of_value(&mut self, value: Node) -> Read<Node> {
        match self.sign(&["(", "[", "{", "."]) {
            None => Ok(value),
            Some((at, ".")) => Err(Fault::NotHere(at, "fields")),
            Some((at, _)) => Err(Fault::NotHere(at, "calls")),
        }
    }
}
