//! Expressions of figures, in a part of the Common Expression Language (CEL).
//!
//! In: a text such as `fault_lines > 0 && crossings <= 2`. Out: an [`Expression`], to be asked of any number of tilings.
//! Always holds: names, types and operators were checked before, so that only a division by zero or a figure that is not
//! told can stop it later. Numbers, `true`, `false`, keys, lists behind `in`, `+ - * / %`, comparisons, `&& || !`,
//! `a ? b : c` and brackets; no calls, no fields.
//!
//! # Source
//! <https://github.com/google/cel-spec>, by the crate `cel`.

use std::sync::Mutex;

use cel::common::ast::{CallExpr, Expr, LiteralValue, SourceInfo};
use cel::common::types::CelInt;
use cel::common::value::CowVal;
use cel::context::VariableResolver;
use cel::parser::Parser;
use cel::{Context, ExecutionError, IdedExpr, ParseErrors, Value};

use super::error::YES_OR_NO;
use super::{Figures, KEYS, QuestionError, key};
use crate::text::nearest;

/// The most characters of an expression: more than anyone types.
const LONGEST: usize = 400;
/// The most operators inside one another, such as the two sums in `1 + 2 + 3`: an answer calls itself once for each.
const MOST_LEVELS: usize = 32;
/// The stack of the reader, which takes up to 50 kB for a sign where nothing is optimised: four times what it needs.
const STACK: usize = 64 << 20;
/// The most brackets inside one another: the reader calls itself a dozen times for each of them.
const DEEPEST: usize = 20;

/// What an answer must be to sort by.
const NUMBER: &str = "a number";

/// What kind of answer is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Yes or no: to choose tilings by.
    YesOrNo,
    /// A number: to sort tilings by.
    Number,
}

/// A question that can be asked of tilings.
///
/// # Examples
/// ```
/// use piecework::question::{Expression, Figures, Wanted};
/// use piecework::{Lattice, Limits, infer_from_grid, read_letter_grids};
/// let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
/// let tiling = infer_from_grid("two", &grids[0])?;
/// let question = Expression::read("fault_lines == 0 && set_in_corners in [2, 4]", Wanted::YesOrNo)?;
/// assert!(question.holds(&Figures::of(&tiling))?);
/// let wrong = Expression::read("fault_lines = 0", Wanted::YesOrNo).unwrap_err();
/// assert_eq!(wrong.to_string(), "`fault_lines = 0`, column 13: `=` does not fit here");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Expression {
    text: String,
    root: IdedExpr,
    places: SourceInfo,
}

impl Expression {
    /// Reads and checks an expression.
    ///
    /// # Errors
    /// [`QuestionError`] with the column of what is wrong.
    pub fn read(text: &str, wanted: Wanted) -> Result<Self, QuestionError> {
        for (what, found, most) in [
            ("characters", text.chars().count(), LONGEST),
            ("brackets inside one another", depth(text), DEEPEST),
        ] {
            if found > most {
                return Err(QuestionError::TooLarge { what, found, most });
            }
        }
        let (root, places) = parsed(text).map_err(|errors| unreadable(text, &errors))?;
        let found = levels(&root);
        if found > MOST_LEVELS {
            return Err(QuestionError::TooLarge {
                what: "operators inside one another",
                found,
                most: MOST_LEVELS,
            });
        }
        let expression = Self { text: text.to_owned(), root, places };
        let (found, wanted) = match (Check { expression: &expression }.kind(&expression.root)?, wanted) {
            (Kind::Yes, Wanted::YesOrNo) | (Kind::Whole | Kind::Real, Wanted::Number) => {
                return Ok(expression);
            }
            (found, Wanted::YesOrNo) => (found.words(), YES_OR_NO),
            (found, Wanted::Number) => (found.words(), NUMBER),
        };
        Err(QuestionError::WrongAnswer { text: text.to_owned(), found, wanted })
    }

    /// What was read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is so for a tiling.
    ///
    /// # Errors
    /// [`QuestionError::NoValue`] for a division by zero or an overflow; errors of the figures.
    pub fn holds(&self, figures: &Figures<'_>) -> Result<bool, QuestionError> {
        match self.value(figures)? {
            Value::Bool(yes) => Ok(yes),
            other => Err(self.no_value(format!("{other:?} is not {YES_OR_NO}"))),
        }
    }

    /// The number it is for a tiling.
    ///
    /// # Errors
    /// As [`Expression::holds`].
    pub fn number(&self, figures: &Figures<'_>) -> Result<f64, QuestionError> {
        match self.value(figures)? {
            #[expect(clippy::cast_precision_loss, reason = "figures of tilings are far below 2^53")]
            Value::Int(number) => Ok(number as f64),
            Value::Float(number) if number.is_finite() => Ok(number),
            other => Err(self.no_value(format!("{other:?} is not {NUMBER}"))),
        }
    }

    fn value(&self, figures: &Figures<'_>) -> Result<Value, QuestionError> {
        let lookup = Lookup { figures, failed: Mutex::new(None) };
        let mut context = Context::default();
        context.set_variable_resolver(&lookup);
        let value = context.resolve(&self.root);
        drop(context);
        // A figure that is not told comes out as an unknown name.
        let failed = lookup.failed.into_inner().unwrap_or_default();
        match (failed, value) {
            (Some(error), _) => Err(error),
            (None, Ok(value)) => Ok(value),
            (None, Err(ExecutionError::DivisionByZero(_) | ExecutionError::RemainderByZero(_))) => {
                Err(self.no_value("a division by zero".to_owned()))
            }
            (None, Err(ExecutionError::Overflow(..))) => {
                Err(self.no_value("a number beyond 64 bits".to_owned()))
            }
            (None, Err(error)) => Err(self.no_value(error.to_string())),
        }
    }

    fn no_value(&self, reason: String) -> QuestionError {
        QuestionError::NoValue { text: self.text.clone(), reason }
    }
}

/// Figures as the variables of an expression.
struct Lookup<'a> {
    figures: &'a Figures<'a>,
    /// Why a figure is not told, the first of them.
    failed: Mutex<Option<QuestionError>>,
}

impl VariableResolver for Lookup<'_> {
    fn resolve<'b>(&'b self, variable: &str) -> Option<CowVal<'b, 'b>> {
        match self.figures.get(key(variable)?) {
            Ok(value) => Some(CowVal::owned(CelInt::from(value))),
            Err(error) => {
                if let Ok(mut failed) = self.failed.lock() {
                    failed.get_or_insert(error);
                }
                None
            }
        }
    }
}

/// Reads a text where there is room to call oneself often.
fn parsed(text: &str) -> Result<(IdedExpr, SourceInfo), ParseErrors> {
    let read = || Parser::new().parse_with_source_info(text);
    std::thread::scope(|scope| {
        let reader = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, read);
        // Without a thread, or with one that panicked, the reader is called here, and what is wrong is seen here.
        reader.ok().and_then(|reader| reader.join().ok()).unwrap_or_else(read)
    })
}

/// How many operators and lists are inside one another.
fn levels(part: &IdedExpr) -> usize {
    let inner: &[IdedExpr] = match &part.expr {
        Expr::Call(call) => &call.args,
        Expr::List(list) => &list.elements,
        _ => return 0,
    };
    1 + inner.iter().map(levels).max().unwrap_or(0)
}

/// How many brackets are open at most; those of texts count too, which no question has many of.
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

/// The first place where a text cannot be read on.
fn unreadable(text: &str, errors: &ParseErrors) -> QuestionError {
    let columns = errors.errors.iter().map(|error| error.pos.1);
    let column = columns.min().and_then(|column| usize::try_from(column).ok()).unwrap_or(1).max(1);
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let rest: String = text.chars().skip(column - 1).collect();
    let length = rest.chars().take_while(|&c| word(c)).count().max(1);
    let found: String = rest.chars().take(length).collect();
    let found = Some(found).filter(|found| !found.trim().is_empty());
    QuestionError::Unreadable { text: text.to_owned(), column, found }
}

/// What a part of an expression comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Yes,
    Whole,
    Real,
    Text,
    /// A list; of numbers, since nothing else can be looked up in one here.
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

/// An expression whose parts are checked, the innermost first.
struct Check<'a> {
    expression: &'a Expression,
}

impl Check<'_> {
    fn kind(&self, part: &IdedExpr) -> Result<Kind, QuestionError> {
        match &part.expr {
            Expr::Ident(name) if key(name).is_some() => Ok(Kind::Whole),
            Expr::Ident(name) => Err(QuestionError::NoSuchKey {
                text: self.text(),
                column: self.column(part),
                found: name.clone(),
                nearest: nearest(name, KEYS.iter().map(|key| key.name)),
            }),
            Expr::Literal(LiteralValue::Boolean(_)) => Ok(Kind::Yes),
            Expr::Literal(LiteralValue::Int(_)) => Ok(Kind::Whole),
            Expr::Literal(LiteralValue::Double(_)) => Ok(Kind::Real),
            Expr::Literal(LiteralValue::String(_)) => Ok(Kind::Text),
            Expr::List(list) => {
                for element in &list.elements {
                    if !self.kind(element)?.is_number() {
                        return Err(self.not_here(element, "lists of anything but numbers"));
                    }
                }
                Ok(Kind::List)
            }
            Expr::Call(call) => self.operator(part, call),
            Expr::Select(_) => Err(self.not_here(part, "fields")),
            _ => Err(self.not_here(part, "such values and calls")),
        }
    }

    fn operator(&self, part: &IdedExpr, call: &CallExpr) -> Result<Kind, QuestionError> {
        let symbol = call.func_name.trim_matches(['_', '@']);
        let is_word = symbol.chars().any(char::is_alphabetic) && symbol != "in";
        if is_word || call.target.is_some() || symbol == "[_]" {
            return Err(self.not_here(part, "calls"));
        }
        let kinds = call.args.iter().map(|part| self.kind(part)).collect::<Result<Vec<Kind>, _>>()?;
        let wrong = || QuestionError::WrongOperands {
            text: self.text(),
            column: self.column(part),
            operator: symbol.replace('_', " "),
            operands: kinds.iter().map(|kind| kind.words()).collect::<Vec<_>>().join(" and "),
        };
        let same = |first: Kind, second: Kind| first == second || (first.is_number() && second.is_number());
        match (symbol, kinds.as_slice()) {
            ("&&" | "||", [Kind::Yes, Kind::Yes])
            | ("!", [Kind::Yes])
            | ("in", [Kind::Whole | Kind::Real, Kind::List]) => Ok(Kind::Yes),
            ("==" | "!=", &[first, second]) if same(first, second) && first != Kind::List => Ok(Kind::Yes),
            ("<" | "<=" | ">" | ">=", [first, second]) if first.is_number() && second.is_number() => {
                Ok(Kind::Yes)
            }
            ("+" | "-" | "*" | "/", &[first, second]) if first == second && first.is_number() => Ok(first),
            ("%", [Kind::Whole, Kind::Whole]) => Ok(Kind::Whole),
            ("-", &[only]) if only.is_number() => Ok(only),
            ("?_:", &[Kind::Yes, first, second]) if first == second => Ok(first),
            _ => Err(wrong()),
        }
    }

    fn not_here(&self, part: &IdedExpr, what: &'static str) -> QuestionError {
        QuestionError::NotHere { text: self.text(), column: self.column(part), what }
    }

    fn text(&self) -> String {
        self.expression.text.clone()
    }

    /// Where a part stands, in characters from 1.
    fn column(&self, part: &IdedExpr) -> usize {
        let offset = self.expression.places.offset_for(part.id).map_or(0, |(start, _)| start);
        usize::try_from(offset).map_or(1, |offset| offset + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Fault;
    use crate::lattice::Lattice;
    use crate::limits::Limits;
    use crate::tiling::{Tiling, infer_from_grid, read_letter_grids};

    fn four() -> Tiling {
        let grids =
            read_letter_grids(Lattice::Square, "AAB\nABB\nCCC\nDDD", &Limits::default()).expect("good");
        infer_from_grid("four", &grids[0]).expect("a tiling")
    }

    #[test]
    fn questions_are_answered() {
        let tiling = four();
        for (text, expected) in [
            ("fault_lines > 0", true),
            ("fault_lines == 2 && crossings == 0", true),
            ("!(pieces < 4) || 1 / gaps == 1", true),
            ("pieces in [1, 2, 3]", false),
            ("pieces % 2 == 0 ? colours >= 3 : false", true),
            ("set_in_corners * 2 - 1 > pieces - 1", false),
            ("pieces > 3.5", true),
            ("-pieces == -4", true),
            ("true", true),
        ] {
            let question =
                Expression::read(text, Wanted::YesOrNo).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(question.holds(&Figures::of(&tiling)).expect(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_are_given_to_sort_by() {
        let tiling = four();
        for (text, expected) in [("-fault_lines", -2.0), ("pieces * 10 + crossings", 40.0), ("0.5", 0.5)] {
            let question = Expression::read(text, Wanted::Number).expect(text);
            let number = question.number(&Figures::of(&tiling)).expect(text);
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
            "`size(pieces) > 1`, column 5: calls are not for questions about tilings",
        );
        refuses("pieces.a", "E2003", "`pieces.a`, column 7: fields are not for questions about tilings");
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
        refuses("pieces + 1", "E2005", "`pieces + 1` is a whole number, and must be true or false");
        let error = Expression::read("crossing > 0", Wanted::YesOrNo).unwrap_err();
        assert_eq!(error.hint().as_deref(), Some("did you mean `crossings`?"));
        let error = Expression::read("pieces > 1", Wanted::Number).unwrap_err();
        assert_eq!(error.to_string(), "`pieces > 1` is true or false, and must be a number");
    }

    #[test]
    fn what_goes_wrong_with_one_tiling_is_told() {
        let tiling = four();
        let ask =
            |text: &str| Expression::read(text, Wanted::YesOrNo).expect(text).holds(&Figures::of(&tiling));
        assert!(ask("1 / gaps == 1").unwrap_err().to_string().ends_with("a division by zero"));
        assert!(ask("pieces * 9223372036854775807 > 1").unwrap_err().to_string().ends_with("beyond 64 bits"));
        let hexagons = read_letter_grids(Lattice::Hex, "A A\n B B", &Limits::default()).expect("good");
        let hexagons = infer_from_grid("hexagons", &hexagons[0]).expect("a tiling");
        let question =
            Expression::read("pieces > 9 && straight_rectangles > 1", Wanted::YesOrNo).expect("good");
        assert!(!question.holds(&Figures::of(&hexagons)).expect("what need not be known is not asked"));
        let question = Expression::read("straight_rectangles > 1", Wanted::YesOrNo).expect("good");
        assert!(matches!(question.holds(&Figures::of(&hexagons)), Err(QuestionError::Piecing(_))));
    }

    /// A text may nest as deep as it likes: it is read or refused.
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
                let _ = question.holds(&Figures::of(&four()));
            }
        }
    }
}
