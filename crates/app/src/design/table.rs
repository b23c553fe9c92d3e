//! The macro that declares options once: a struct, its defaults, its rows, and how each value is read and
//! written.

use serde_json::{Map, Value};

use super::DesignError;
use super::setting::Setting;
use super::spec::{OptionSpec, flag};
use piecework_tiling::json::{Node, Object};
use piecework_tiling::limits::Limits;
use piecework_tiling::text::nearest;

/// Options that are declared in a table.
pub trait Options: Sized + Default {
    /// The rows, in the order of help texts; those of shared parts last.
    fn rows() -> Vec<&'static OptionSpec>;

    /// Sets the option of a key from text as it is typed on the command line.
    ///
    /// # Errors
    /// [`DesignError`] names the option and says what is wrong with the value.
    fn set(&mut self, key: &str, text: &str, limits: &Limits) -> Result<(), DesignError>;

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
    /// [`DesignError::Conflict`] or [`DesignError::Needs`], with both options.
    fn agree(&self) -> Result<(), DesignError> {
        for row in Self::rows().into_iter().filter(|row| self.is_set(row.key)) {
            if let Some(other) = row.excludes.iter().find(|other| self.is_set(other)) {
                return Err(DesignError::Conflict { option: row.flag(), other: flag(other) });
            }
            if let Some(other) = row.needs.filter(|other| !self.is_set(other)) {
                return Err(DesignError::Needs { option: row.flag(), other: flag(other) });
            }
        }
        Ok(())
    }
}

/// Options that are read from a design; what is wrong is noted in the document.
pub(crate) trait ReadOptions: Options {
    /// Reads those keys that are its own.
    fn read_keys(object: &Object<'_>) -> Option<Self>;

    /// Reads them from their object.
    fn read(node: Node<'_>) -> Option<Self> {
        let keys: Vec<&'static str> = Self::rows().iter().map(|row| row.key).collect();
        Self::read_keys(&node.object(&keys)?)
    }
}

/// The row of a key.
pub(crate) fn row<O: Options>(key: &str) -> Option<&'static OptionSpec> {
    O::rows().into_iter().find(|row| row.key == key)
}

/// The error for a key that is not among the options `O`.
pub(crate) fn unknown<O: Options>(key: &str) -> DesignError {
    let nearest = nearest(key, O::rows().into_iter().map(|row| row.key));
    DesignError::UnknownOption { found: key.to_owned(), nearest }
}

/// The key of a field; a field called by a word of Rust is written `r#word`.
pub(crate) const fn key_of(field: &'static str) -> &'static str {
    let bytes = field.as_bytes();
    if bytes.len() > 2 && bytes[0] == b'r' && bytes[1] == b'#' { field.split_at(2).1 } else { field }
}

/// The value of a setting as JSON, unless it is the default.
pub(crate) fn unless_default<S: Setting + PartialEq>(value: &S, default: &S) -> Option<Value> {
    (value != default).then(|| value.to_json())
}

/// Declares a struct of options and their table.
///
/// Each field has its help text as its documentation, a type that is a [`Setting`], a default after `=` (else
/// that of the type), and after `;` whatever else its row says. After `with` follow shared parts, which are
/// options themselves.
macro_rules! options {
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
                    $($field: options!(@default $type $(, $default)?),)*
                    $($($part: <$part_type>::default(),)*)?
                }
            }
        }

        impl $name {
            const OWN: &'static [$crate::design::spec::OptionSpec] = &[
                $($crate::design::spec::OptionSpec {
                    key: $crate::design::table::key_of(stringify!($field)),
                    help: concat!($($help, "\n"),+),
                    kind: <$type as $crate::design::setting::Setting>::KIND,
                    default: options!(@text $($default)?),
                    $($($key: $value,)+)?
                    ..$crate::design::spec::USUAL
                },)*
            ];
        }

        impl $crate::design::table::Options for $name {
            fn rows() -> Vec<&'static $crate::design::spec::OptionSpec> {
                #[allow(unused_mut, reason = "some have no parts")]
                let mut rows: Vec<_> = Self::OWN.iter().collect();
                $($(rows.extend(<$part_type as $crate::design::table::Options>::rows());)*)?
                rows
            }

            fn set(
                &mut self,
                key: &str,
                text: &str,
                limits: &piecework_tiling::limits::Limits,
            ) -> Result<(), $crate::design::DesignError> {
                let Some(spec) = $crate::design::table::row::<Self>(key) else {
                    return Err($crate::design::table::unknown::<Self>(key));
                };
                let ask = $crate::design::spec::Ask { spec, limits };
                $(if key == $crate::design::table::key_of(stringify!($field)) {
                    let value = <$type as $crate::design::setting::Setting>::from_text(text, ask);
                    self.$field = value.map_err(|error| error.of(spec))?;
                    return Ok(());
                })*
                $($(if $crate::design::table::row::<$part_type>(key).is_some() {
                    return $crate::design::table::Options::set(&mut self.$part, key, text, limits);
                })*)?
                Ok(())
            }

            fn get(&self, key: &str) -> Option<serde_json::Value> {
                $(if key == $crate::design::table::key_of(stringify!($field)) {
                    let default = options!(@default $type $(, $default)?);
                    return $crate::design::table::unless_default(&self.$field, &default);
                })*
                $($(if let Some(value) = $crate::design::table::Options::get(&self.$part, key) {
                    return Some(value);
                })*)?
                None
            }
        }

        impl $crate::design::table::ReadOptions for $name {
            fn read_keys(object: &piecework_tiling::json::Object<'_>) -> Option<Self> {
                let mut options = Self::default();
                let mut right = true;
                $(if let Some(node) = object.get($crate::design::table::key_of(stringify!($field))) {
                    let spec = $crate::design::table::row::<Self>($crate::design::table::key_of(stringify!($field)))?;
                    let ask = $crate::design::spec::Ask { spec, limits: node.limits() };
                    match <$type as $crate::design::setting::Setting>::from_json(node, ask) {
                        Some(value) => options.$field = value,
                        None => right = false,
                    }
                })*
                $($(match <$part_type as $crate::design::table::ReadOptions>::read_keys(object) {
                    Some(value) => options.$part = value,
                    None => right = false,
                })*)?
                right.then_some(options)
            }
        }
    };
    (@default $type:ty) => { <$type>::default() };
    (@default $type:ty, $default:literal) => { <$type as $crate::design::setting::Setting>::preset($default) };
    (@text) => { None };
    (@text $default:literal) => { Some($default) };
}
pub(crate) use options;
