//! Reads JSON strictly and keeps the place of every value.
//!
//! The [`Node`]s of a [`Document`] give values or note what is wrong with them, so a reader goes on and a
//! person sees all mistakes at once. It accepts RFC 8259 and nothing more, no key twice in an object, and
//! limits the depth.

mod node;
mod rule;
mod scan;
mod syntax;

use std::cell::RefCell;
use std::fmt::Write as _;

use crate::defect::{Defect, Defects, Place, ReadError};
use crate::fault::Fault;
use crate::limits::{Limit, Limits};
use crate::source::{Source, SourceError};
use scan::Value;

pub use node::{Node, Object};
pub use rule::ValueError;
pub use syntax::SyntaxError;

/// Returns `text` in quotes, with what JSON must escape escaped.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A JSON text taken apart, and the list of what is wrong with it.
#[derive(Debug)]
pub struct Document<'s> {
    source: &'s Source,
    root: Value,
    limits: Limits,
    defects: RefCell<Defects>,
}

impl<'s> Document<'s> {
    /// Takes the text apart. Keys that stand twice are noted, to be reported with everything else by
    /// [`Document::finish`].
    ///
    /// # Errors
    /// [`ReadError`] with one [`SyntaxError`]: what follows a broken bracket cannot be understood.
    pub fn parse(source: &'s Source, limits: &Limits) -> Result<Self, ReadError> {
        let text = source.text();
        let refuse = |defect| ReadError::new(source.name(), defect);
        let allowed = limits.get(Limit::InputBytes);
        if text.len() as u64 > allowed {
            let first = Place { line: 1, column: 1 };
            return Err(refuse(Defect::new(SourceError::TooLarge { allowed }).at(first)));
        }
        let scanned = scan::scan(text, limits)
            .map_err(|(error, offset)| refuse(Defect::new(error).at(Place::at_byte(text, offset))))?;
        let defects = RefCell::new(Defects::new(limits));
        let document = Self { source, root: scanned.root, limits: limits.clone(), defects };
        for twice in scanned.twice {
            document.defects.borrow_mut().push(|| {
                let key = crate::text::shown(&twice.key);
                let first_line = Place::at_byte(text, twice.first).line;
                document.defect_at(twice.second, ValueError::KeyTwice { key, first_line })
            });
        }
        Ok(document)
    }

    /// The outermost value.
    pub fn root(&self) -> Node<'_> {
        Node::new(self, &self.root)
    }

    /// The limits that readers of this document obey.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What was read, if nothing was wrong.
    ///
    /// # Errors
    /// [`ReadError`] with every defect noted.
    ///
    /// # Panics
    /// If there is no value although no defect was noted: a reader that returns nothing must say why.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, ReadError> {
        self.defects.into_inner().into_result(self.source.name())?;
        Ok(value.expect("a reader that gives no value notes a defect"))
    }

    /// Notes what is wrong at byte `offset`; only what will be shown is worked out.
    fn note<F: Fault>(&self, offset: usize, fault: impl FnOnce() -> F) {
        self.defects.borrow_mut().push(|| self.defect_at(offset, fault()));
    }

    fn defect_at(&self, offset: usize, fault: impl Fault) -> Defect {
        let place = Place::at_byte(self.source.text(), offset);
        Defect::new(fault).at(place).with_pointer(pointer_to(&self.root, offset))
    }

    /// The text of a value as it is in the file.
    fn raw(&self, value: &Value) -> &str {
        &self.source.text()[value.start..value.end]
    }
}

/// The JSON pointer of the innermost value at `offset`; a key counts as its value.
fn pointer_to(root: &Value, offset: usize) -> String {
    let mut pointer = String::new();
    let mut value = root;
    // Writing to a string cannot fail.
    loop {
        if value.start == offset {
            return pointer;
        }
        match &value.content {
            scan::Content::Array(items) => {
                let index = items.partition_point(|item| item.end <= offset);
                let Some(item) = items.get(index).filter(|item| item.start <= offset) else { return pointer };
                let _ = write!(pointer, "/{index}");
                value = item;
            }
            scan::Content::Object(members) => {
                let index = members.partition_point(|member| member.value.end <= offset);
                let Some(member) = members.get(index).filter(|member| member.key_at <= offset) else {
                    return pointer;
                };
                let _ = write!(pointer, "/{}", member.key.replace('~', "~0").replace('/', "~1"));
                if offset < member.value.start {
                    return pointer;
                }
                value = &member.value;
            }
            _ => return pointer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_lead_to_keys_and_values() {
        let text = r#"{"a": [10, {"b/c~": true}], "d": {}}"#;
        let source = Source::new("x", text);
        let document = Document::parse(&source, &Limits::default()).expect("good JSON");
        for (found, pointer) in [
            ("{", ""),
            ("\"a\"", "/a"),
            ("[", "/a"),
            ("10", "/a/0"),
            ("{\"b", "/a/1"),
            ("\"b", "/a/1/b~1c~0"),
            ("true", "/a/1/b~1c~0"),
            ("\"d", "/d"),
            ("{}", "/d"),
        ] {
            let offset = text.find(found).expect("in the text");
            assert_eq!(pointer_to(&document.root, offset), pointer, "{found}");
        }
    }

    #[test]
    fn keys_that_stand_twice_are_refused_at_any_depth() {
        let source = Source::new("x.json", "{\"a\": {\"b\": 1,\n\"c\": 2,\n\"b\": 1}, \"a\": 3}");
        let document = Document::parse(&source, &Limits::default()).expect("good syntax");
        let error = document.finish(Some(())).unwrap_err();
        assert_eq!(
            error.to_string(),
            "x.json:3:1: /a/b: key `b` is here twice, first in line 1 [E0302]\n\
             x.json:3:10: /a: key `a` is here twice, first in line 1 [E0302]"
        );
    }
}
