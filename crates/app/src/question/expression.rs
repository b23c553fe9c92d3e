//! Expressions about tilings: checked once, evaluated for any number of tilings.
//!
//! Names, types and operators are checked before any tiling is evaluated. After that, only a division by
//! zero, an overflow or a key without a value for the tiling can fail. `&&`, `||` and `? :` evaluate only
//! what they need.

use std::cmp::Ordering;

use super::error::YES_OR_NO;
use super::grammar::{Fault, Node, Part, parse};
use super::{Figures, KEYS, QuestionError, key};
use piecework_tiling::text::nearest;

/// The most characters of an expression.
const LONGEST: usize = 400;
/// The most nested operators, such as the two sums in `1 + 2 + 3`: evaluation recurses once for each.
const MOST_LEVELS: usize = 32;
/// The most nested brackets: the parser recurses eight times for each.
const DEEPEST: usize = 20;

/// The required answer for sorting.
const NUMBER: &str = "a number";

/// The required type of answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wanted {
    /// True or false: to choose tilings.
    YesOrNo,
    /// A number: to sort tilings.
    Number,
}

/// An expression about tilings.
///
/// # Examples
/// ```
/// use piecework_app::question::{Expression, Figures, Wanted};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
/// let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
/// let tiling = infer_from_grid("two", &grids[0])?;
/// let question = Expression::read("fault_lines == 0 && set_in_corners in [2, 4]", Wanted::YesOrNo)?;
/// assert!(question.holds(&Figures::new(&tiling))?);
/// let wrong = Expression::read("fault_lines = 0", Wanted::YesOrNo).unwrap_err();
/// assert_eq!(wrong.to_string(), "`fault_lines = 0`, column 13: `=` does not fit here");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Expression {
    text: String,
    root: Node,
}

impl Expression {
    /// Reads and checks an expression.
    ///
    /// # Errors
    /// [`QuestionError`] with the column of the mistake.
    pub fn read(text: &str, wanted: Wanted) -> Result<Self, QuestionError> {
        limited("characters", text.chars().count(), LONGEST)?;
        limited("brackets inside one another", depth(text), DEEPEST)?;
        let root = parse(text).map_err(|fault| refused(text, fault))?;
        limited("operators inside one another", levels(&root), MOST_LEVELS)?;
        let (found, wanted) = match (Check { text }.kind(&root)?, wanted) {
            (Kind::Yes, Wanted::YesOrNo) | (Kind::Whole | Kind::Real, Wanted::Number) => {
                return Ok(Self { text: text.to_owned(), root });
            }
            (found, Wanted::YesOrNo) => (found.words(), YES_OR_NO),
            (found, Wanted::Number) => (found.words(), NUMBER),
        };
        Err(QuestionError::WrongAnswer { text: text.to_owned(), found, wanted })
    }

    /// Returns the text of the expression.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether a key occurs in it.
    pub fn mentions(&self, name: &str) -> bool {
        let mut words = self.text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| key(word).is_some_and(|key| key.name == name))
    }

    /// Returns whether it is true of a tiling.
    ///
    /// # Errors
    /// [`QuestionError::NoValue`] for a division by zero or an overflow; errors of the figures.
    pub fn holds(&self, figures: &Figures<'_>) -> Result<bool, QuestionError> {
        match self.value(&self.root, figures)? {
            Value::Yes(yes) => Ok(yes),
            other => Err(self.no_value(format!("{other:?} is not {YES_OR_NO}"))),
        }
    }

    /// Returns its number for a tiling.
    ///
    /// # Errors
    /// As [`Expression::holds`].
    pub fn number(&self, figures: &Figures<'_>) -> Result<f64, QuestionError> {
        match self.value(&self.root, figures)?.real() {
            Some(number) if number.is_finite() => Ok(number),
            other => Err(self.no_value(format!("{other:?} is not {NUMBER}"))),
        }
    }

    fn value(&self, node: &Node, figures: &Figures<'_>) -> Result<Value, QuestionError> {
        let of = |node: &Node| self.value(node, figures);
        let holds = |node: &Node| Ok::<bool, QuestionError>(matches!(of(node)?, Value::Yes(true)));
        match &node.part {
            Part::Name(name) => match key(name) {
                Some(key) => Ok(Value::Whole(figures.get(key)?)),
                None => Err(self.no_value(format!("`{name}` is not a key"))),
            },
            &Part::YesOrNo(yes) => Ok(Value::Yes(yes)),
            &Part::Whole(number) => Ok(Value::Whole(number)),
            &Part::Real(number) => Ok(Value::Real(number)),
            Part::Not(inner) => Ok(Value::Yes(!holds(inner)?)),
            Part::Minus(inner) => self.computed("-", Value::Whole(0), of(inner)?),
            Part::Chain(operator, parts) => {
                let decisive = *operator == "||";
                let mut without_value = None;
                for (_, part) in parts {
                    match holds(part) {
                        Ok(yes) if yes == decisive => return Ok(Value::Yes(decisive)),
                        Ok(_) => {}
                        // As in CEL, a part without a value does not matter if another part decides.
                        Err(error @ QuestionError::NoValue { .. }) => without_value = Some(error),
                        Err(error) => return Err(error),
                    }
                }
                without_value.map_or(Ok(Value::Yes(!decisive)), Err)
            }
            Part::Choice(parts) => {
                let [condition, then, other] = &**parts;
                of(if holds(condition)? { then } else { other })
            }
            Part::Binary(operator, operands) => match &**operands {
                [wanted, Node { part: Part::List(elements), .. }] => {
                    let wanted = of(wanted)?;
                    let values = elements.iter().map(of).collect::<Result<Vec<Value>, _>>()?;
                    Ok(Value::Yes(values.iter().any(|&value| wanted.order(value) == Some(Ordering::Equal))))
                }
                [first, second] => self.computed(operator, of(first)?, of(second)?),
            },
            Part::Text | Part::List(_) => Err(self.no_value(format!("it is not {NUMBER}"))),
        }
    }

    /// The result of an operator for two values whose types were checked.
    fn computed(&self, operator: &str, first: Value, second: Value) -> Result<Value, QuestionError> {
        let order = first.order(second);
        let compared = match operator {
            "==" => Some(order == Some(Ordering::Equal)),
            "!=" => Some(order != Some(Ordering::Equal)),
            "<" => Some(order == Some(Ordering::Less)),
            "<=" => Some(matches!(order, Some(Ordering::Less | Ordering::Equal))),
            ">" => Some(order == Some(Ordering::Greater)),
            ">=" => Some(matches!(order, Some(Ordering::Greater | Ordering::Equal))),
            _ => None,
        };
        if let Some(yes) = compared {
            return Ok(Value::Yes(yes));
        }
        if let (Value::Whole(first), Value::Whole(second)) = (first, second) {
            if second == 0 && matches!(operator, "/" | "%") {
                return Err(self.no_value("a division by zero".to_owned()));
            }
            let number = match operator {
                "+" => first.checked_add(second),
                "-" => first.checked_sub(second),
                "*" => first.checked_mul(second),
                "/" => first.checked_div(second),
                _ => first.checked_rem(second),
            };
            return number
                .map(Value::Whole)
                .ok_or_else(|| self.no_value("a number beyond 64 bits".to_owned()));
        }
        let number = first.real().zip(second.real()).map(|(first, second)| match operator {
            "+" => first + second,
            "-" => first - second,
            "*" => first * second,
            _ => first / second,
        });
        number.map(Value::Real).ok_or_else(|| self.no_value(format!("it is not {NUMBER}")))
    }

    fn no_value(&self, reason: String) -> QuestionError {
        QuestionError::NoValue { text: self.text.clone(), reason }
    }
}

/// The value of a part of an expression for one tiling.
#[derive(Debug, Clone, Copy)]
enum Value {
    Yes(bool),
    Whole(i64),
    Real(f64),
}

impl Value {
    #[expect(clippy::cast_precision_loss, reason = "figures of tilings are far below 2^53")]
    fn real(self) -> Option<f64> {
        match self {
            Value::Yes(_) => None,
            Value::Whole(number) => Some(number as f64),
            Value::Real(number) => Some(number),
        }
    }

    fn order(self, other: Value) -> Option<Ordering> {
        match (self, other) {
            (Value::Yes(first), Value::Yes(second)) => Some(first.cmp(&second)),
            (Value::Whole(first), Value::Whole(second)) => Some(first.cmp(&second)),
            _ => self.real()?.partial_cmp(&other.real()?),
        }
    }
}

fn limited(what: &'static str, found: usize, most: usize) -> Result<(), QuestionError> {
    if found > most { Err(QuestionError::TooLarge { what, found, most }) } else { Ok(()) }
}

/// Returns the nesting depth of operators and lists.
fn levels(node: &Node) -> usize {
    let deepest = |inner: &mut dyn Iterator<Item = &Node>| 1 + inner.map(levels).max().unwrap_or(0);
    match &node.part {
        Part::Not(inner) | Part::Minus(inner) => 1 + levels(inner),
        Part::Binary(_, operands) => deepest(&mut operands.iter()),
        Part::Choice(parts) => deepest(&mut parts.iter()),
        Part::List(elements) => deepest(&mut elements.iter()),
        Part::Chain(_, parts) => deepest(&mut parts.iter().map(|(_, part)| part)),
        Part::Name(_) | Part::YesOrNo(_) | Part::Whole(_) | Part::Real(_) | Part::Text => 0,
    }
}

/// Returns the nesting depth of brackets, including those in texts.
fn depth(text: &str) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}

fn refused(text: &str, fault: Fault) -> QuestionError {
    let written = text.to_owned();
    match fault {
        Fault::NotHere(at, what) => QuestionError::NotHere { text: written, column: at + 1, what },
        Fault::Unreadable(at) => {
            let rest: Vec<char> = text.chars().skip(at).collect();
            let length = rest.iter().take_while(|&&c| c.is_alphanumeric() || c == '_').count().max(1);
            let found: String = rest.into_iter().take(length).collect();
            let found = Some(found).filter(|found| !found.trim().is_empty());
            QuestionError::Unreadable { text: written, column: at + 1, found }
        }
    }
}

/// The type of a part of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Yes,
    Whole,
    Real,
    Text,
    /// A list of numbers.
    List,
}

impl Kind {
    const fn words(self) -> &'static str {
        match self {
            Kind::Yes => YES_OR_NO,
            Kind::Whole => "a whole number",
            Kind::Real => NUMBER,
            Kind::Text => "a text",
            Kind::List => "a list",
        }
    }

    const fn is_number(self) -> bool {
        matches!(self, Kind::Whole | Kind::Real)
    }
}

/// Finds the type of each part, the innermost first.
struct Check<'a> {
    text: &'a str,
}

impl Check<'_> {
    fn kind(&self, node: &Node) -> Result<Kind, QuestionError> {
        match &node.part {
            Part::Name(name) if key(name).is_some() => Ok(Kind::Whole),
            Part::Name(name) => Err(QuestionError::NoSuchKey {
                text: self.text.to_owned(),
                column: node.at + 1,
                found: name.clone(),
                nearest: nearest(name, KEYS.iter().map(|key| key.name)),
                keys: KEYS.iter().map(|key| key.name).collect::<Vec<_>>().join(", "),
            }),
            Part::YesOrNo(_) => Ok(Kind::Yes),
            Part::Whole(_) => Ok(Kind::Whole),
            Part::Real(_) => Ok(Kind::Real),
            Part::Text => Ok(Kind::Text),
            Part::List(elements) => {
                for element in elements {
                    if !self.kind(element)?.is_number() {
                        let what = "lists of anything but numbers";
                        return Err(refused(self.text, Fault::NotHere(element.at, what)));
                    }
                }
                Ok(Kind::List)
            }
            Part::Not(inner) => self.operator(node.at, "!", &[self.kind(inner)?]),
            Part::Minus(inner) => self.operator(node.at, "-", &[self.kind(inner)?]),
            Part::Binary(operator, operands) => self.operator(node.at, operator, &self.kinds(&**operands)?),
            Part::Choice(parts) => self.operator(node.at, "? :", &self.kinds(&**parts)?),
            Part::Chain(operator, parts) => {
                let kinds =
                    parts.iter().map(|(_, part)| self.kind(part)).collect::<Result<Vec<Kind>, _>>()?;
                for (pair, (at, _)) in kinds.windows(2).zip(&parts[1..]) {
                    self.operator(*at, operator, pair)?;
                }
                Ok(Kind::Yes)
            }
        }
    }

    fn kinds(&self, nodes: &[Node]) -> Result<Vec<Kind>, QuestionError> {
        nodes.iter().map(|node| self.kind(node)).collect()
    }

    /// Returns the type of the result of an operator.
    fn operator(&self, at: usize, operator: &str, kinds: &[Kind]) -> Result<Kind, QuestionError> {
        match (operator, kinds) {
            ("&&" | "||" | "==" | "!=", [Kind::Yes, Kind::Yes])
            | ("!", [Kind::Yes])
            | ("in", [Kind::Whole | Kind::Real, Kind::List]) => Ok(Kind::Yes),
            ("==" | "!=" | "<" | "<=" | ">" | ">=", [first, second])
                if first.is_number() && second.is_number() =>
            {
                Ok(Kind::Yes)
            }
            ("+" | "-" | "*" | "/", &[first, second]) if first == second && first.is_number() => Ok(first),
            ("%", [Kind::Whole, Kind::Whole]) => Ok(Kind::Whole),
            ("-", &[only]) if only.is_number() => Ok(only),
            ("? :", &[Kind::Yes, first, second]) if first == second => Ok(first),
            _ => Err(QuestionError::WrongOperands {
                text: self.text.to_owned(),
                column: at + 1,
                operator: operator.to_owned(),
                operands: kinds.iter().map(|kind| kind.words()).collect::<Vec<_>>().join(" and "),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::tiling;
    use piecework_tiling::fault::Fault;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::tiling::Tiling;

    fn four() -> Tiling {
        tiling(Lattice::Square, "AAB\nABB\nCCC\nDDD")
    }

    #[test]
    fn questions_are_answered() {
        let tiling = four();
        for (text, expected) in [
            ("fault_lines > 0", true),
            ("fault_lines == 2 && crossings == 0", true),
            ("!(pieces < 4) || 1 / gaps == 1", true),
            ("pieces in [1, 2, 3]", false),
            ("pieces % 2 == 0 ? colors >= 3 : false", true),
            ("set_in_corners * 2 - 1 > pieces - 1", false),
            ("pieces > 3.5", true),
            ("-pieces == -4", true),
            ("true", true),
        ] {
            let question =
                Expression::read(text, Wanted::YesOrNo).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(question.holds(&Figures::new(&tiling)).expect(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_are_returned_for_sorting() {
        let tiling = four();
        for (text, expected) in [("-fault_lines", -2.0), ("pieces * 10 + crossings", 40.0), ("0.5", 0.5)] {
            let question = Expression::read(text, Wanted::Number).expect(text);
            let number = question.number(&Figures::new(&tiling)).expect(text);
            assert!((number - expected).abs() < 1e-12, "{text}: {number}");
        }
    }

    #[track_caller]
    fn refuses(text: &str, code: &str, message: &str) {
        let error = Expression::read(text, Wanted::YesOrNo).unwrap_err();
        assert_eq!((error.code(), error.to_string().as_str()), (code, message), "{text}");
    }

    #[test]
    fn wrong_questions_are_refused_with_the_column() {
        refuses("fault_lines >", "E2001", "`fault_lines >`, column 14: something is missing at the end");
        refuses("", "E2001", "``, column 1: something is missing at the end");
        refuses("pieces = 3", "E2001", "`pieces = 3`, column 8: `=` does not fit here");
        refuses("pieces > > 3", "E2001", "`pieces > > 3`, column 10: `>` does not fit here");
        refuses("pieces > 3 gaps", "E2001", "`pieces > 3 gaps`, column 12: `gaps` does not fit here");
        refuses(
            "pieces > 1 && faults > 0",
            "E2002",
            "`pieces > 1 && faults > 0`, column 15: there is no key `faults`",
        );
        refuses(
            "size(pieces) > 1",
            "E2003",
            "`size(pieces) > 1`, column 5: questions about tilings cannot use calls",
        );
        refuses("pieces.a", "E2003", "`pieces.a`, column 7: questions about tilings cannot use fields");
        refuses(
            "pieces > 1 && gaps",
            "E2004",
            "`pieces > 1 && gaps`, column 12: `&&` is not for true or false and a whole number",
        );
        refuses(
            "pieces == 'a'",
            "E2004",
            "`pieces == 'a'`, column 8: `==` is not for a whole number and a text",
        );
        refuses("pieces + 1", "E2005", "`pieces + 1` is a whole number; it must be true or false");
        let error = Expression::read("crossing > 0", Wanted::YesOrNo).unwrap_err();
        assert_eq!(error.help().as_deref(), Some("did you mean `crossings`?"));
        let error = Expression::read("pieces > 1", Wanted::Number).unwrap_err();
        assert_eq!(error.to_string(), "`pieces > 1` is true or false; it must be a number");
    }

    #[test]
    fn an_error_about_one_tiling_is_reported() {
        let tiling = four();
        let ask =
            |text: &str| Expression::read(text, Wanted::YesOrNo).expect(text).holds(&Figures::new(&tiling));
        assert!(ask("1 / gaps == 1").unwrap_err().to_string().ends_with("a division by zero"));
        assert!(ask("pieces * 9223372036854775807 > 1").unwrap_err().to_string().ends_with("beyond 64 bits"));
        let hexagons = crate::support::tiling(Lattice::Hex, "A A\n B B");
        let question =
            Expression::read("pieces > 9 && straight_rectangles > 1", Wanted::YesOrNo).expect("good");
        assert!(!question.holds(&Figures::new(&hexagons)).expect("what need not be known is not asked"));
        let question = Expression::read("straight_rectangles > 1", Wanted::YesOrNo).expect("good");
        assert!(matches!(question.holds(&Figures::new(&hexagons)), Err(QuestionError::Piecing(_))));
    }

    /// A text may nest to any depth: it is read or refused.
    #[test]
    fn deep_and_strange_texts_end_well() {
        let deep = |open: &str, middle: &str, close: &str| {
            let pair = format!("{open}{close}");
            let times = (LONGEST - middle.len()) / pair.len();
            format!("{}{middle}{}", open.repeat(times), close.repeat(times))
        };
        let texts = [
            deep("(", "true", ")"),
            deep("!", "true", ""),
            deep("-", "1 == 1", ""),
            deep("1+", "1 == 1", ""),
            deep("", "1", "==1"),
            deep("true&&", "true", ""),
            deep("gaps==1||", "true", ""),
            deep("true?true:", "true", ""),
            deep("true?", "true", ":true"),
            deep("[", "1", "]"),
            deep("{1:", "1", "}"),
            deep("pieces", "", ".a"),
            deep("pieces", "", "[0]"),
            format!("{}true{}", "(".repeat(DEEPEST), ")".repeat(DEEPEST)),
            format!("{}1{} == [1]", "[".repeat(DEEPEST), "]".repeat(DEEPEST)),
            "true".repeat(5000),
            "\u{0}".into(),
            "ä > 1".into(),
            "'\u{1f600}".into(),
            "/* */".into(),
            "1u == 1u".into(),
            "b'a' == b'a'".into(),
            "[1, 2].all(x, x > 0)".into(),
            "has(pieces.a)".into(),
            "`a` == 1".into(),
        ];
        for text in &texts {
            if let Ok(question) = Expression::read(text, Wanted::YesOrNo) {
                let _ = question.holds(&Figures::new(&four()));
            }
        }
    }
}
