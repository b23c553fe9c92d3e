//! The macro that declares options once: a struct, its defaults, its rows, and how each value is read and
//! written.

use serde_json::{Map, Value};

use super::spec::{OptionSpec, flag};
use piecework_tiling::json::{Node, Object};
use piecework_tiling::limits::Limits;
use piecework_tiling::names::nearest;
use piecework_tiling::setting::{OptionError, Setting};

/// Options that are declared in a table.
pub trait Options: Sized + Default {
    /// The rows, in the order of help texts; those of shared parts last.
    fn rows() -> Vec<&'static OptionSpec>;

    /// Sets the option of a key from text as it is typed on the command line.
    ///
    /// # Errors
    /// [`OptionError`] names the option and says what is wrong with the value.
    fn set(&mut self, key: &str, text: &str, limits: &Limits) -> Result<(), OptionError>;

    /// Sets the option of a key to its default.
    fn unset(&mut self, key: &str);

    /// The value of a key as JSON; none if it is the default or there is no such key.
    fn get(&self, key: &str) -> Option<Value>;

    /// Whether an option has another value than the default.
    fn is_set(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// All values that are not the default.
    fn to_json(&self) -> Value {
        let rows = Self::rows().into_iter();
        let set = rows.filter_map(|row| Some((row.key.to_owned(), self.get(row.key)?)));
        Value::Object(set.collect::<Map<String, Value>>())
    }

    /// Refuses options that contradict each other.
    ///
    /// # Errors
    /// [`OptionError::Conflict`] or [`OptionError::Needs`], with both options.
    fn agree(&self) -> Result<(), OptionError> {
        for row in Self::rows().into_iter().filter(|row| self.is_set(row.key)) {
            if let Some(other) = row.excludes.iter().find(|other| self.is_set(other)) {
                return Err(OptionError::Conflict { option: row.flag(), other: flag(other) });
            }
            if let Some(other) = row.needs.filter(|other| !self.is_set(other)) {
                return Err(OptionError::Needs { option: row.flag(), other: flag(other) });
            }
        }
        Ok(())
    }
}

/// Options that are read from a design; what is wrong is noted in the document.
pub trait ReadOptions: Options {
    /// Reads those keys that are its own.
    fn read_keys(object: &Object<'_>) -> Option<Self>;

    /// Reads them from their object.
    fn read(node: Node<'_>) -> Option<Self> {
        let keys: Vec<&'static str> = Self::rows().iter().map(|row| row.key).collect();
        Self::read_keys(&node.object(&keys)?)
    }
}

/// The row of a key.
pub fn row<O: Options>(key: &str) -> Option<&'static OptionSpec> {
    O::rows().into_iter().find(|row| row.key == key)
}

/// The error for a key that is not among the options `O`.
pub fn unknown<O: Options>(key: &str) -> OptionError {
    let nearest = nearest(key, O::rows().into_iter().map(|row| row.key));
    OptionError::UnknownOption { found: key.to_owned(), nearest }
}

/// The key of a field; a field called by a word of Rust is written `r#word`.
pub const fn key_of(field: &'static str) -> &'static str {
    let bytes = field.as_bytes();
    if bytes.len() > 2 && bytes[0] == b'r' && bytes[1] == b'#' { field.split_at(2).1 } else { field }
}

/// The value of a setting as JSON, unless it is the default.
pub fn unless_default<S: Setting + PartialEq>(value: &S, default: &S) -> Option<Value> {
    (value != default).then(|| value.to_json())
}

/// Declares a struct of options and their table.
///
/// Each field has its help text as its documentation, a type that is a [`Setting`], a default after `=` (else
/// that of the type), and after `;` whatever else its row says. After `with` follow shared parts, which are
/// options themselves.
#[macro_export]
#[doc(hidden)]
macro_rules! __options {
    (
        $(#[doc = $about:literal])+
        $name:ident {
            $($(#[doc = $help:literal])+ $field:ident : $type:ty $(= $default:literal)? $(; $($key:ident : $value:expr),+)? ,)*
        }
        $(with { $($(#[doc = $part_about:literal])+ $part:ident : $part_type:ty,)* })?
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[doc = $help])+ pub $field: $type,)*
            $($($(#[doc = $part_about])+ pub $part: $part_type,)*)?
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    $($field: $crate::options::options!(@default $type $(, $default)?),)*
                    $($($part: <$part_type>::default(),)*)?
                }
            }
        }

        impl $name {
            const OWN: &'static [$crate::options::OptionSpec] = &[
                $($crate::options::OptionSpec {
                    key: $crate::options::key_of(stringify!($field)),
                    help: concat!($($help, "\n"),+),
                    kind: <$type as piecework_tiling::setting::Setting>::KIND,
                    default: $crate::options::options!(@text $($default)?),
                    $($($key: $value,)+)?
                    ..$crate::options::USUAL
                },)*
            ];
        }

        impl $crate::options::Options for $name {
            fn rows() -> Vec<&'static $crate::options::OptionSpec> {
                #[allow(unused_mut, reason = "some have no parts")]
                let mut rows: Vec<_> = Self::OWN.iter().collect();
                $($(rows.extend(<$part_type as $crate::options::Options>::rows());)*)?
                rows
            }

            fn set(
                &mut self,
                key: &str,
                text: &str,
                limits: &piecework_tiling::limits::Limits,
            ) -> Result<(), piecework_tiling::setting::OptionError> {
                let Some(spec) = $crate::options::row::<Self>(key) else {
                    return Err($crate::options::unknown::<Self>(key));
                };
                let ask = piecework_tiling::setting::Ask { range: spec.range, limits };
                $(if key == $crate::options::key_of(stringify!($field)) {
                    let value = <$type as piecework_tiling::setting::Setting>::from_text(text, ask);
                    self.$field = value.map_err(|error| piecework_tiling::setting::OptionError::of_value(spec.flag(), error))?;
                    return Ok(());
                })*
                $($(if $crate::options::row::<$part_type>(key).is_some() {
                    return $crate::options::Options::set(&mut self.$part, key, text, limits);
                })*)?
                Ok(())
            }

            fn unset(&mut self, key: &str) {
                $(if key == $crate::options::key_of(stringify!($field)) {
                    self.$field = $crate::options::options!(@default $type $(, $default)?);
                })*
                $($($crate::options::Options::unset(&mut self.$part, key);)*)?
            }

            fn get(&self, key: &str) -> Option<piecework_tiling::setting::Value> {
                $(if key == $crate::options::key_of(stringify!($field)) {
                    let default = $crate::options::options!(@default $type $(, $default)?);
                    return $crate::options::unless_default(&self.$field, &default);
                })*
                $($(if let Some(value) = $crate::options::Options::get(&self.$part, key) {
                    return Some(value);
                })*)?
                None
            }
        }

        impl $crate::options::ReadOptions for $name {
            fn read_keys(object: &piecework_tiling::json::Object<'_>) -> Option<Self> {
                let mut options = Self::default();
                let mut right = true;
                $(if let Some(node) = object.get($crate::options::key_of(stringify!($field))) {
                    let spec = $crate::options::row::<Self>($crate::options::key_of(stringify!($field)))?;
                    let ask = piecework_tiling::setting::Ask { range: spec.range, limits: node.limits() };
                    match <$type as piecework_tiling::setting::Setting>::from_json(node, ask) {
                        Some(value) => options.$field = value,
                        None => right = false,
                    }
                })*
                $($(match <$part_type as $crate::options::ReadOptions>::read_keys(object) {
                    Some(value) => options.$part = value,
                    None => right = false,
                })*)?
                right.then_some(options)
            }
        }
    };
    (@default $type:ty) => { <$type>::default() };
    (@default $type:ty, $default:literal) => { <$type as piecework_tiling::setting::Setting>::preset($default) };
    (@text) => { None };
    (@text $default:literal) => { Some($default) };
}
#[doc(inline)]
pub use __options as options;
