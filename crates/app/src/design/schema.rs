//! The JSON Schema of designs, made from the tables that the reader uses.

use serde_json::{Map, Value, json};

use super::{OptionKind, OptionSpec, Options as _, PRODUCTS, SearchRequest};

/// The JSON Schema (draft 2020-12) of design files: what an editor needs to help while a person types.
pub fn design_schema() -> String {
    let puzzle: Value = serde_json::from_str(piecework_tiling::puzzle::puzzle_schema()).unwrap_or_default();
    let machine: Value = serde_json::from_str(piecework_cut::machine_schema()).unwrap_or_default();
    let material: Value = serde_json::from_str(piecework_cut::material_schema()).unwrap_or_default();
    let subject = json!({
        "puzzle": { "description": "The name of a template, or a puzzle in full.", "oneOf": [{ "type": "string" }, { "$ref": "#/$defs/puzzle" }] },
        "tilings": { "description": "Tilings of the puzzle, as records.", "type": "array", "items": { "type": "object" }, "minItems": 1 },
        "files": { "description": "What files made from it are called.", "type": "string" },
    });
    let mut properties = Map::new();
    properties
        .insert("piecework".into(), json!({ "description": "The format of the file.", "enum": [1, 2] }));
    properties.extend(subject.as_object().cloned().unwrap_or_default());
    let mut subject = subject;
    subject["open"] =
        json!({ "description": "The cells of the puzzle that stay open, by their words.", "type": "string" });
    let several = json!({ "type": "object", "properties": subject, "additionalProperties": false });
    properties.insert(
        "puzzles".into(),
        json!({ "description": "Several puzzles, for a book or a race.", "type": "array", "minItems": 1,
            "items": { "oneOf": [{ "type": "string" }, several] } }),
    );
    properties.insert("search".into(), options("How to search.", &SearchRequest::rows()));
    for spec in PRODUCTS {
        properties.insert(spec.name.into(), options(spec.about, &(spec.rows)()));
    }
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "piecework design",
        "description": "Everything that makes a result: what it is about, how to search, and what to make.",
        "type": "object",
        "properties": properties,
        "patternProperties": { "^x-": {} },
        "additionalProperties": false,
        "required": ["piecework"],
        "$defs": { "puzzle": without_schema_key(puzzle), "machine": without_schema_key(machine),
            "material": without_schema_key(material) },
    });
    format!("{schema:#}\n")
}

/// A schema inside another has no `$schema` of its own.
fn without_schema_key(mut schema: Value) -> Value {
    if let Some(members) = schema.as_object_mut() {
        members.remove("$schema");
        members.remove("$id");
    }
    schema
}

/// The schema of a table of options.
fn options(about: &str, rows: &[&OptionSpec]) -> Value {
    let properties: Map<String, Value> = rows.iter().map(|row| (row.key.to_owned(), value(row))).collect();
    json!({ "description": about, "type": "object", "properties": properties, "patternProperties": { "^x-": {} },
        "additionalProperties": false })
}

/// The schema of one option.
fn value(row: &OptionSpec) -> Value {
    let mut schema = kind(&row.kind, row.range);
    schema["description"] = row.about().into();
    if let Some(default) = row.default {
        let number = if matches!(row.kind, OptionKind::Whole) { default.parse::<u64>().ok() } else { None };
        schema["default"] = number.map_or_else(|| default.into(), Value::from);
    }
    schema
}

fn kind(kind: &OptionKind, (least, most): (u64, u64)) -> Value {
    match kind {
        OptionKind::Flag => json!({ "type": "boolean", "default": false }),
        OptionKind::Whole if most == u64::MAX => json!({ "type": "integer", "minimum": least }),
        OptionKind::Whole => json!({ "type": "integer", "minimum": least, "maximum": most }),
        OptionKind::Word(choices) => {
            let words =
                choices.iter().map(|choice| json!({ "const": choice.name, "description": choice.about }));
            json!({ "oneOf": words.collect::<Vec<Value>>() })
        }
        OptionKind::Text(_) => json!({ "type": ["string", "number"] }),
        OptionKind::List(inner) => json!({ "type": "array", "items": self::kind(inner, (least, most)) }),
        OptionKind::NameOrFile(what @ ("machine" | "material")) => {
            json!({ "oneOf": [{ "type": "string" }, { "$ref": format!("#/$defs/{what}") }] })
        }
        OptionKind::NameOrFile(_) => json!({ "oneOf": [{ "type": "string" }, { "type": "object" }] }),
    }
}
