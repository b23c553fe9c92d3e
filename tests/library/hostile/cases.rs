//! Bad puzzle files, each made from a good one by one named change, and a few unusual valid ones.
//!
//! The table is independent of how a file is passed: the library reads bytes, the command line a path.

/// A file, with its expected error.
pub(crate) struct Case {
    /// The change to the good file; also usable as a file name.
    pub(crate) name: String,
    /// The contents of the file.
    pub(crate) bytes: Vec<u8>,
    /// The code of one of the mistakes; empty for a valid file.
    pub(crate) code: &'static str,
}

/// The file that all changes start from.
pub(crate) const GOOD: &str = r####"{
  "piecework": 1,
  "name": "Good",
  "lattice": "square",
  "region": { "rectangle": [5, 4], "without": [[0, 0], [4, 3]] },
  "pieces": [
    { "name": "I", "rows": ["##"], "count": { "min": 1, "max": 2 }, "symmetry": "free" },
    { "name": "V", "cells": [[0, 0], [1, 0], [0, 1]], "count": 2 },
    { "set": "tetrominoes", "only": ["T", "O"], "count": "any" }
  ],
  "contact": "allowed",
  "gaps": 1
}
"####;

/// The text to replace (first occurrence), its replacement, and the expected code.
type Change = (&'static str, &'static str, &'static str, &'static str);

/// Values of wrong types and out of range, and keys that are wrong, missing or too many.
const VALUES: &[Change] = &[
    ("root-list", GOOD, "[1, 2]", "E0306"),
    ("root-null", GOOD, "null", "E0306"),
    ("root-number", GOOD, "7", "E0306"),
    ("root-text", GOOD, "\"puzzle\"", "E0306"),
    ("root-empty-object", GOOD, "{}", "E0303"),
    ("root-empty-list", GOOD, "[]", "E0306"),
    ("format-missing", "\"piecework\": 1,", "", "E0303"),
    ("format-2", "\"piecework\": 1", "\"piecework\": 2", "E0314"),
    ("format-999", "\"piecework\": 1", "\"piecework\": 999", "E0314"),
    ("format-0", "\"piecework\": 1", "\"piecework\": 0", "E0308"),
    ("format-negative", "\"piecework\": 1", "\"piecework\": -1", "E0308"),
    ("format-text", "\"piecework\": 1", "\"piecework\": \"1\"", "E0306"),
    ("format-decimal", "\"piecework\": 1", "\"piecework\": 1.0", "E0307"),
    ("format-2-to-the-64", "\"piecework\": 1", "\"piecework\": 18446744073709551616", "E0308"),
    ("format-null", "\"piecework\": 1", "\"piecework\": null", "E0306"),
    ("name-missing", "\"name\": \"Good\",", "", "E0303"),
    ("name-null", "\"Good\"", "null", "E0306"),
    ("name-number", "\"Good\"", "12", "E0306"),
    ("name-list", "\"Good\"", "[\"Good\"]", "E0306"),
    ("name-empty", "\"Good\"", "\"\"", "E0330"),
    ("name-blank", "\"Good\"", "\"   \"", "E0330"),
    ("name-newline", "\"Good\"", "\"Go\\nod\"", "E0333"),
    ("name-tab", "\"Good\"", "\"Go\\tod\"", "E0333"),
    ("name-nul", "\"Good\"", "\"Go\\u0000od\"", "E0333"),
    ("name-escape", "\"Good\"", "\"\\u001b[2J\"", "E0333"),
    ("name-delete", "\"Good\"", "\"Go\\u007fod\"", "E0333"),
    ("name-c1", "\"Good\"", "\"Go\\u009bod\"", "E0333"),
    ("name-line-separator", "\"Good\"", "\"Go\\u2028od\"", "E0333"),
    ("name-bidi-override", "\"Good\"", "\"Go\\u202eod\"", "E0333"),
    ("name-bidi-isolate", "\"Good\"", "\"Go\\u2066od\"", "E0333"),
    ("name-noncharacter", "\"Good\"", "\"Go\\uffffod\"", "E0333"),
    ("name-half-character", "\"Good\"", "\"Go\\ud800od\"", "E0213"),
    ("lattice-missing", "\"lattice\": \"square\",", "", "E0303"),
    ("lattice-unknown", "\"square\"", "\"cubic\"", "E0311"),
    ("lattice-misspelt", "\"square\"", "\"squares\"", "E0311"),
    ("lattice-capital", "\"square\"", "\"Square\"", "E0311"),
    ("lattice-number", "\"square\"", "4", "E0306"),
    ("lattice-null", "\"square\"", "null", "E0306"),
    ("lattice-of-another-set", "\"square\"", "\"triangle\"", "E0445"),
    ("region-missing", "\"region\": { \"rectangle\": [5, 4], \"without\": [[0, 0], [4, 3]] },", "", "E0303"),
    ("region-null", "{ \"rectangle\": [5, 4], \"without\": [[0, 0], [4, 3]] }", "null", "E0306"),
    ("region-list", "{ \"rectangle\": [5, 4], \"without\": [[0, 0], [4, 3]] }", "[5, 4]", "E0306"),
    ("region-text", "{ \"rectangle\": [5, 4], \"without\": [[0, 0], [4, 3]] }", "\"5x4\"", "E0306"),
    ("region-empty", "{ \"rectangle\": [5, 4], \"without\": [[0, 0], [4, 3]] }", "{}", "E0304"),
    ("region-two-forms", "\"rectangle\": [5, 4]", "\"rectangle\": [5, 4], \"cells\": [[1, 1]]", "E0305"),
    ("region-unknown-form", "\"rectangle\"", "\"circle\"", "E0301"),
    ("region-misspelt-form", "\"rectangle\"", "\"rectange\"", "E0301"),
    ("region-square-hexagon", "\"rectangle\": [5, 4]", "\"hexagon\": 3", "E0425"),
    ("region-square-triangle", "\"rectangle\": [5, 4]", "\"triangle\": 3", "E0425"),
    ("rectangle-number", "[5, 4]", "5", "E0306"),
    ("rectangle-object", "[5, 4]", "{ \"columns\": 5, \"rows\": 4 }", "E0306"),
    ("rectangle-one-side", "[5, 4]", "[5]", "E0313"),
    ("rectangle-three-sides", "[5, 4]", "[5, 4, 3]", "E0313"),
    ("rectangle-no-sides", "[5, 4]", "[]", "E0313"),
    ("rectangle-zero", "[5, 4]", "[0, 4]", "E0308"),
    ("rectangle-negative", "[5, 4]", "[5, -4]", "E0308"),
    ("rectangle-decimal", "[5, 4]", "[5.5, 4]", "E0307"),
    ("rectangle-exponent", "[5, 4]", "[5e0, 4]", "E0307"),
    ("rectangle-text", "[5, 4]", "[\"5\", 4]", "E0306"),
    ("rectangle-null", "[5, 4]", "[null, 4]", "E0306"),
    ("rectangle-2-to-the-31", "[5, 4]", "[2147483648, 1]", "E0423"),
    ("rectangle-2-to-the-32", "[5, 4]", "[4294967296, 1]", "E0423"),
    ("rectangle-2-to-the-63", "[5, 4]", "[9223372036854775808, 4]", "E0308"),
    ("rectangle-2-to-the-64", "[5, 4]", "[18446744073709551616, 4]", "E0308"),
    ("rectangle-product-wraps", "[5, 4]", "[4294967295, 4294967295]", "E0423"),
    ("rectangle-million-squared", "[5, 4]", "[1000000, 1000000]", "E0423"),
    ("rectangle-one-cell-over", "[5, 4]", "[65537, 1]", "E0423"),
    ("rectangle-one-side-over", "[5, 4]", "[4097, 1]", "E0308"),
    (
        "region-cells-too-far-apart",
        "\"rectangle\": [5, 4], \"without\": [[0, 0], [4, 3]]",
        "\"cells\": [[0, 0], [0, 4096]]",
        "E0432",
    ),
    ("rectangle-1e400", "[5, 4]", "[1e400, 4]", "E0307"),
    ("rectangle-nan", "[5, 4]", "[NaN, 4]", "E0208"),
    ("rectangle-infinity", "[5, 4]", "[5, Infinity]", "E0208"),
    ("rectangle-minus-infinity", "[5, 4]", "[5, -Infinity]", "E0208"),
    ("without-outside", "[4, 3]]", "[5, 3]]", "E0443"),
    ("without-twice", "[4, 3]]", "[0, 0]]", "E0442"),
    ("without-empty", "[[0, 0], [4, 3]]", "[]", "E0313"),
    ("without-not-pairs", "[[0, 0], [4, 3]]", "[0, 0]", "E0306"),
    ("without-pair-of-one", "[4, 3]]", "[4]]", "E0313"),
    ("without-far-out", "[4, 3]]", "[32768, 3]]", "E0308"),
    ("without-decimal", "[4, 3]]", "[4.0, 3]]", "E0307"),
    ("without-huge", "[4, 3]]", "[4, -9223372036854775809]]", "E0308"),
    ("without-null", "[[0, 0], [4, 3]]", "null", "E0306"),
    ("pieces-null", "\"pieces\": [", "\"pieces\": null, \"x-pieces\": [", "E0306"),
    ("pieces-object", "\"pieces\": [", "\"pieces\": {}, \"x-pieces\": [", "E0306"),
    ("pieces-none", "\"pieces\": [", "\"pieces\": [], \"x-pieces\": [", "E0313"),
    ("pieces-missing", "\"pieces\": [", "\"x-pieces\": [", "E0303"),
    ("pieces-of-numbers", "\"pieces\": [", "\"pieces\": [1, ", "E0306"),
    ("pieces-of-lists", "\"pieces\": [", "\"pieces\": [[\"##\"], ", "E0306"),
    ("pieces-of-texts", "\"pieces\": [", "\"pieces\": [\"pentominoes\", ", "E0306"),
    ("pieces-of-nothing", "\"pieces\": [", "\"pieces\": [{}, ", "E0303"),
    ("piece-name-missing", "\"name\": \"I\", ", "", "E0303"),
    ("piece-name-number", "\"name\": \"I\"", "\"name\": 1", "E0306"),
    ("piece-name-empty", "\"name\": \"I\"", "\"name\": \"\"", "E0330"),
    ("piece-name-newline", "\"name\": \"I\"", "\"name\": \"I\\r\"", "E0333"),
    ("piece-name-bidi", "\"name\": \"I\"", "\"name\": \"\\u202dI\"", "E0333"),
    ("piece-names-equal", "\"name\": \"V\"", "\"name\": \"I\"", "E0428"),
    ("piece-without-shape", "\"rows\": [\"##\"], ", "", "E0304"),
    ("piece-with-two-shapes", "\"rows\": [\"##\"]", "\"rows\": [\"##\"], \"cells\": [[0, 0]]", "E0305"),
    ("piece-rows-text", "\"rows\": [\"##\"]", "\"rows\": \"##\"", "E0306"),
    ("piece-rows-empty", "\"rows\": [\"##\"]", "\"rows\": []", "E0313"),
    ("piece-rows-blank", "\"rows\": [\"##\"]", "\"rows\": [\"..\"]", "E0410"),
    ("piece-rows-of-nothing", "\"rows\": [\"##\"]", "\"rows\": [\"\"]", "E0410"),
    ("piece-rows-number", "\"rows\": [\"##\"]", "\"rows\": [11]", "E0306"),
    ("piece-rows-ragged", "\"rows\": [\"##\"]", "\"rows\": [\"##\", \"#\"]", "E0441"),
    ("piece-rows-letter", "\"rows\": [\"##\"]", "\"rows\": [\"XX\"]", "E0440"),
    ("piece-rows-tab", "\"rows\": [\"##\"]", "\"rows\": [\"#\\t\"]", "E0440"),
    ("piece-rows-wide", "\"rows\": [\"##\"]", "\"rows\": [\"\u{ff03}\u{ff03}\"]", "E0440"),
    ("piece-rows-control", "\"rows\": [\"##\"]", "\"rows\": [\"#\\u0000\"]", "E0440"),
    ("piece-rows-apart", "\"rows\": [\"##\"]", "\"rows\": [\"#.#\"]", "E0412"),
    ("piece-cells-empty", "\"cells\": [[0, 0], [1, 0], [0, 1]]", "\"cells\": []", "E0313"),
    ("piece-cells-twice", "[0, 1]]", "[1, 0]]", "E0442"),
    ("piece-cells-apart", "[0, 1]]", "[1, 1], [3, 1]]", "E0412"),
    ("piece-cells-far-out", "[0, 1]]", "[0, -32768]]", "E0308"),
    ("piece-cells-numbers", "[0, 1]]", "1]", "E0306"),
    ("piece-cells-triple", "[0, 1]]", "[0, 1, 2]]", "E0313"),
    ("piece-cells-text", "[0, 1]]", "\"0,1\"]", "E0306"),
    ("piece-cells-bool", "[0, 1]]", "[true, 1]]", "E0306"),
    ("count-zero", "\"count\": 2", "\"count\": 0", "E0308"),
    ("count-negative", "\"count\": 2", "\"count\": -2", "E0308"),
    ("count-decimal", "\"count\": 2", "\"count\": 2.5", "E0307"),
    ("count-whole-decimal", "\"count\": 2", "\"count\": 2.0", "E0307"),
    ("count-text", "\"count\": 2", "\"count\": \"2\"", "E0306"),
    ("count-word", "\"count\": 2", "\"count\": \"all\"", "E0306"),
    ("count-null", "\"count\": 2", "\"count\": null", "E0306"),
    ("count-bool", "\"count\": 2", "\"count\": true", "E0306"),
    ("count-list", "\"count\": 2", "\"count\": [1, 2]", "E0306"),
    ("count-one-over", "\"count\": 2", "\"count\": 65537", "E0308"),
    ("count-2-to-the-32", "\"count\": 2", "\"count\": 4294967296", "E0308"),
    ("count-2-to-the-64", "\"count\": 2", "\"count\": 18446744073709551617", "E0308"),
    ("count-1e400", "\"count\": 2", "\"count\": 1e400", "E0307"),
    ("count-minus-zero-point", "\"count\": 2", "\"count\": -0.0", "E0307"),
    ("count-empty-range", "{ \"min\": 1, \"max\": 2 }", "{}", "E0304"),
    ("count-range-turned", "{ \"min\": 1, \"max\": 2 }", "{ \"min\": 2, \"max\": 1 }", "E0429"),
    ("count-range-max-zero", "{ \"min\": 1, \"max\": 2 }", "{ \"min\": 0, \"max\": 0 }", "E0308"),
    ("count-range-texts", "{ \"min\": 1, \"max\": 2 }", "{ \"min\": \"1\", \"max\": 2 }", "E0306"),
    ("count-range-unknown-key", "{ \"min\": 1, \"max\": 2 }", "{ \"least\": 1, \"max\": 2 }", "E0301"),
    ("symmetry-unknown", "\"free\"", "\"mirrored\"", "E0311"),
    ("symmetry-misspelt", "\"free\"", "\"fre\"", "E0311"),
    ("symmetry-bool", "\"free\"", "true", "E0306"),
    ("symmetry-null", "\"free\"", "null", "E0306"),
    ("set-unknown", "\"tetrominoes\"", "\"polyominoes\"", "E0444"),
    ("set-misspelt", "\"tetrominoes\"", "\"tetronimoes\"", "E0444"),
    ("set-path", "\"tetrominoes\"", "\"../../etc/passwd\"", "E0444"),
    ("set-url", "\"tetrominoes\"", "\"https://example.org/set.json\"", "E0444"),
    ("set-number", "\"tetrominoes\"", "4", "E0306"),
    ("set-null", "\"tetrominoes\"", "null", "E0306"),
    ("set-of-triangles", "\"tetrominoes\"", "\"hexiamonds\"", "E0445"),
    ("set-with-rows", "\"set\": \"tetrominoes\"", "\"set\": \"tetrominoes\", \"rows\": [\"##\"]", "E0301"),
    ("set-only-and-without", "\"only\": [\"T\", \"O\"]", "\"only\": [\"T\"], \"without\": [\"O\"]", "E0305"),
    ("set-only-empty", "[\"T\", \"O\"]", "[]", "E0313"),
    ("set-only-unknown", "[\"T\", \"O\"]", "[\"Q\"]", "E0446"),
    ("set-only-twice", "[\"T\", \"O\"]", "[\"T\", \"T\"]", "E0447"),
    ("set-only-text", "[\"T\", \"O\"]", "\"TO\"", "E0306"),
    ("set-only-numbers", "[\"T\", \"O\"]", "[1, 2]", "E0306"),
    (
        "set-without-all",
        "\"only\": [\"T\", \"O\"]",
        "\"without\": [\"I\", \"L\", \"O\", \"S\", \"T\"]",
        "E0448",
    ),
    ("contact-unknown", "\"allowed\"", "\"maybe\"", "E0311"),
    ("contact-bool", "\"allowed\"", "true", "E0306"),
    ("contact-null", "\"allowed\"", "null", "E0306"),
    ("contact-forbidden-with-gaps", "\"allowed\"", "\"forbidden\"", "E0449"),
    ("gaps-negative", "\"gaps\": 1", "\"gaps\": -1", "E0308"),
    ("gaps-text", "\"gaps\": 1", "\"gaps\": \"1\"", "E0306"),
    ("gaps-decimal", "\"gaps\": 1", "\"gaps\": 0.5", "E0307"),
    ("gaps-null", "\"gaps\": 1", "\"gaps\": null", "E0306"),
    ("gaps-one-over", "\"gaps\": 1", "\"gaps\": 65537", "E0308"),
    ("gaps-bool", "\"gaps\": 1", "\"gaps\": false", "E0306"),
    ("equal-pieces-unknown", "\"gaps\": 1", "\"equal_pieces\": \"asunder\"", "E0311"),
    ("equal-pieces-bool", "\"gaps\": 1", "\"equal_pieces\": true", "E0306"),
    (
        "equal-pieces-without-contact",
        "\"allowed\",\n  \"gaps\": 1",
        "\"forbidden\", \"equal_pieces\": \"apart\"",
        "E0450",
    ),
    ("balance-negative", "\"gaps\": 1", "\"balance\": -1", "E0308"),
    ("balance-decimal", "\"gaps\": 1", "\"balance\": 1.5", "E0307"),
    ("balance-one-over", "\"gaps\": 1", "\"balance\": 65537", "E0308"),
    ("balance-null", "\"gaps\": 1", "\"balance\": null", "E0306"),
    ("placed-object", "\"gaps\": 1", "\"placed\": {}", "E0306"),
    ("placed-empty", "\"gaps\": 1", "\"placed\": []", "E0313"),
    ("placed-without-piece", "\"gaps\": 1", "\"placed\": [{\"cells\": [[1, 1]]}]", "E0303"),
    ("placed-without-cells", "\"gaps\": 1", "\"placed\": [{\"piece\": \"I\"}]", "E0304"),
    (
        "placed-unknown",
        "\"gaps\": 1",
        "\"placed\": [{\"piece\": \"i\", \"cells\": [[1, 1], [2, 1]]}]",
        "E0451",
    ),
    ("placed-other-shape", "\"gaps\": 1", "\"placed\": [{\"piece\": \"I\", \"cells\": [[1, 1]]}]", "E0434"),
    ("placed-nothing", "\"gaps\": 1", "\"placed\": [{\"piece\": \"I\", \"rows\": [\"..\"]}]", "E0434"),
    (
        "placed-outside",
        "\"gaps\": 1",
        "\"placed\": [{\"piece\": \"I\", \"cells\": [[0, 0], [1, 0]]}]",
        "E0435",
    ),
    (
        "placed-over-another",
        "\"gaps\": 1",
        "\"placed\": [{\"piece\": \"I\", \"cells\": [[1, 1], [1, 2]]}, {\"piece\": \"I\", \"rows\": [\"....\", \"..##\", \"....\"]}, {\"piece\": \"I\", \"cells\": [[3, 1], [3, 0]]}]",
        "E0436",
    ),
    (
        "placed-beside-an-equal",
        "\"gaps\": 1",
        "\"equal_pieces\": \"apart\", \"placed\": [{\"piece\": \"I\", \"cells\": [[1, 1], [1, 2]]}, {\"piece\": \"I\", \"rows\": [\"....\", \"..##\"]}]",
        "E0437",
    ),
    (
        "placed-too-often",
        "\"gaps\": 1",
        "\"placed\": [{\"piece\": \"I\", \"cells\": [[1, 0], [2, 0]]}, {\"piece\": \"I\", \"cells\": [[1, 1], [2, 1]]}, {\"piece\": \"I\", \"cells\": [[1, 2], [2, 2]]}]",
        "E0438",
    ),
    ("key-unknown", "\"gaps\": 1", "\"color\": 1", "E0301"),
    ("key-misspelt", "\"gaps\"", "\"gasp\"", "E0301"),
    ("key-capital", "\"gaps\"", "\"Gaps\"", "E0301"),
    ("key-with-blank", "\"gaps\"", "\"gaps \"", "E0301"),
    ("key-empty", "\"gaps\"", "\"\"", "E0301"),
    ("key-proto", "\"gaps\"", "\"__proto__\"", "E0301"),
    ("key-with-controls", "\"gaps\"", "\"\\u001b[31mgaps\"", "E0301"),
    ("key-x-without-dash", "\"gaps\"", "\"xgaps\"", "E0301"),
    ("key-misspelt-in-piece", "\"symmetry\"", "\"simmetry\"", "E0301"),
    ("key-misspelt-in-region", "\"without\"", "\"witout\"", "E0301"),
    ("key-twice", "\"gaps\": 1", "\"gaps\": 1, \"gaps\": 1", "E0302"),
    ("key-twice-differently", "\"gaps\": 1", "\"gaps\": 1, \"gaps\": 2", "E0302"),
    ("key-twice-escaped", "\"gaps\": 1", "\"gaps\": 1, \"\\u0067aps\": 1", "E0302"),
    ("key-twice-in-piece", "\"count\": 2", "\"count\": 2, \"count\": 2", "E0302"),
    ("key-twice-in-range", "\"min\": 1", "\"min\": 1, \"min\": 1", "E0302"),
    ("key-twice-in-extension", "\"gaps\": 1", "\"gaps\": 1, \"x-a\": {\"b\": 1, \"b\": 2}", "E0302"),
    ("extension-twice", "\"gaps\": 1", "\"x-a\": 1, \"x-a\": 1", "E0302"),
    (
        "area-too-little",
        "\"only\": [\"T\", \"O\"], \"count\": \"any\"",
        "\"only\": [\"O\"], \"count\": 1",
        "E0431",
    ),
    ("area-too-much", "\"count\": \"any\"", "\"count\": 5", "E0430"),
];

/// Texts that are not JSON.
const SYNTAX: &[Change] = &[
    ("comment-line", "\"gaps\": 1", "\"gaps\": 1 // one", "E0205"),
    ("comment-block", "\"gaps\": 1", "/* one */ \"gaps\": 1", "E0205"),
    ("comment-hash", "\"gaps\": 1", "\"gaps\": 1 # one", "E0205"),
    ("comma-after-last-key", "\"gaps\": 1", "\"gaps\": 1,", "E0203"),
    ("comma-after-last-item", "\"O\"]", "\"O\",]", "E0203"),
    ("comma-twice", "[5, 4]", "[5,, 4]", "E0202"),
    ("comma-first", "[5, 4]", "[, 4]", "E0202"),
    ("comma-missing-in-list", "[5, 4]", "[5 4]", "E0204"),
    ("comma-missing-in-object", "\"allowed\",", "\"allowed\"", "E0204"),
    ("colon-missing", "\"gaps\": 1", "\"gaps\" 1", "E0202"),
    ("colon-twice", "\"gaps\": 1", "\"gaps\":: 1", "E0202"),
    ("equals-for-colon", "\"gaps\": 1", "\"gaps\" = 1", "E0202"),
    ("key-without-quotes", "\"gaps\"", "gaps", "E0207"),
    ("key-in-single-quotes", "\"gaps\"", "'gaps'", "E0206"),
    ("key-in-curly-quotes", "\"gaps\"", "“gaps”", "E0206"),
    ("key-number", "\"gaps\"", "1", "E0207"),
    ("text-in-single-quotes", "\"Good\"", "'Good'", "E0206"),
    ("text-without-quotes", "\"Good\"", "Good", "E0207"),
    ("text-open", "\"Good\"", "\"Good", "E0211"),
    ("text-with-raw-newline", "\"Good\"", "\"Go\nod\"", "E0211"),
    ("text-with-raw-tab", "\"Good\"", "\"Go\tod\"", "E0211"),
    ("text-with-raw-nul", "\"Good\"", "\"Go\0od\"", "E0211"),
    ("escape-unknown", "\"Good\"", "\"Go\\xod\"", "E0212"),
    ("escape-short", "\"Good\"", "\"Go\\u12\"", "E0212"),
    ("escape-not-hex", "\"Good\"", "\"Go\\u12zz\"", "E0212"),
    ("escape-second-half-first", "\"Good\"", "\"\\udc00\\ud800\"", "E0213"),
    ("number-leading-zero", "\"gaps\": 1", "\"gaps\": 01", "E0209"),
    ("number-plus", "\"gaps\": 1", "\"gaps\": +1", "E0209"),
    ("number-hex", "\"gaps\": 1", "\"gaps\": 0x1", "E0209"),
    ("number-point-first", "\"gaps\": 1", "\"gaps\": .5", "E0209"),
    ("number-point-last", "\"gaps\": 1", "\"gaps\": 1.", "E0209"),
    ("number-bare-exponent", "\"gaps\": 1", "\"gaps\": 1e", "E0209"),
    ("number-minus-only", "\"gaps\": 1", "\"gaps\": -", "E0209"),
    ("number-underscore", "\"gaps\": 1", "\"gaps\": 1_000", "E0209"),
    ("number-arabic-digits", "\"gaps\": 1", "\"gaps\": ١", "E0202"),
    ("word-true-capital", "\"gaps\": 1", "\"gaps\": True", "E0207"),
    ("word-undefined", "\"gaps\": 1", "\"gaps\": undefined", "E0207"),
    ("word-none", "\"gaps\": 1", "\"gaps\": None", "E0207"),
    ("bracket-missing", "[5, 4]", "[5, 4", "E0202"),
    ("bracket-of-other-kind", "[5, 4]", "[5, 4}", "E0202"),
    ("bracket-too-many", "[5, 4]", "[5, 4]]", "E0202"),
    ("merge-mark", "  \"lattice\"", "<<<<<<< HEAD\n  \"lattice\"", "E0217"),
    ("web-page", GOOD, "<!DOCTYPE html><html><body>404</body></html>", "E0218"),
    ("xml", GOOD, "<?xml version=\"1.0\"?><puzzle/>", "E0218"),
    ("letter-grid", GOOD, "AAB\nABB\n", "E0207"),
    ("yaml", GOOD, "piecework: 1\nname: Good\n", "E0207"),
    ("two-documents", GOOD, "{} {}", "E0214"),
    ("json-lines", GOOD, "{\"piecework\": 1}\n{\"piecework\": 1}\n", "E0214"),
    ("no-break-space", "\"gaps\": 1", "\"gaps\":\u{a0}1", "E0202"),
    ("two-marks-in-front", GOOD, "\u{feff}\u{feff}{}", "E0202"),
];

/// Every file that must be refused.
pub(crate) fn bad() -> Vec<Case> {
    let tables = VALUES.iter().chain(SYNTAX);
    let mut cases: Vec<Case> = tables.map(changed).collect();
    let whole = GOOD.trim_end().len();
    // Every seventh place: each kind of token is cut somewhere.
    cases.extend((1..whole).step_by(7).map(|at| case(format!("cut-at-{at}"), &GOOD.as_bytes()[..at], "")));
    cases.extend(bytes());
    cases.extend(large());
    cases
}

/// Unusual files that are valid.
pub(crate) fn odd_but_good() -> Vec<Case> {
    let text = |name: &str, text: String| case(name, text.as_bytes(), "");
    let name = |title: &str| GOOD.replace("Good", title);
    vec![
        text("as-it-is", GOOD.into()),
        text("byte-order-mark", format!("\u{feff}{GOOD}")),
        text("windows-line-ends", GOOD.replace('\n', "\r\n")),
        text("old-mac-line-ends", GOOD.replace('\n', "\r")),
        text("no-line-ends", GOOD.replace('\n', "")),
        text("tabulators-between", GOOD.replace("  ", "\t")),
        text("blanks-around", format!("\n\n {GOOD} \t\r\n")),
        text("title-hebrew", name("חמישה")),
        text("title-chinese", name("五連方")),
        text("title-emoji", name("👩‍👩‍👧 🧩")),
        text("title-combining", name("e\u{301}")),
        text("title-markup", name("</svg><script>alert(1)</script>")),
        text("title-formula", name("=1+1")),
        text("title-200-characters", name(&"é".repeat(200))),
        text("title-escaped", name("\\u0047\\ud83e\\udde9")),
        text("keys-escaped", GOOD.replace("\"gaps\"", "\"\\u0067aps\"")),
        text("own-keys", GOOD.replace("\"gaps\": 1", "\"gaps\": 1, \"x-note\": {\"any\": [1, null, {}]}")),
        text(
            "keys-in-another-order",
            GOOD.replace("\"piecework\": 1,", "").replace("\"gaps\": 1", "\"gaps\": 1, \"piecework\": 1"),
        ),
        text("minus-zero", GOOD.replace("[[0, 0], [4, 3]]", "[[-0, 0], [4, 3]]")),
        text("one-cell-short-but-gaps", GOOD.replace("[4, 3]]", "[4, 2], [4, 3]]")),
    ]
}

fn changed(&(name, from, to, code): &Change) -> Case {
    assert!(GOOD.contains(from), "{name}: the good file does not hold {from}");
    case(name, GOOD.replacen(from, to, 1).as_bytes(), code)
}

fn case(name: impl Into<String>, bytes: &[u8], code: &'static str) -> Case {
    Case { name: name.into(), bytes: bytes.to_vec(), code }
}

/// Files that are not UTF-8 text.
fn bytes() -> Vec<Case> {
    let utf16 = |mark: &[u8], bytes: fn(u16) -> [u8; 2]| {
        mark.iter().copied().chain(GOOD.encode_utf16().flat_map(bytes)).collect::<Vec<u8>>()
    };
    let utf32: Vec<u8> = GOOD.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    let with = |byte: u8| {
        let mut bytes = GOOD.as_bytes().to_vec();
        let at = GOOD.find("Good").expect("the title");
        bytes[at] = byte;
        bytes
    };
    vec![
        case("empty", b"", "E0105"),
        case("blank", b" \r\n\t \n", "E0105"),
        case("mark-only", b"\xef\xbb\xbf", "E0105"),
        case("utf-16-little", &utf16(b"\xff\xfe", u16::to_le_bytes), "E0106"),
        case("utf-16-big", &utf16(b"\xfe\xff", u16::to_be_bytes), "E0106"),
        case("utf-16-little-without-mark", &utf16(b"", u16::to_le_bytes), "E0106"),
        case("utf-16-big-without-mark", &utf16(b"", u16::to_be_bytes), "E0106"),
        case("utf-32", &utf32, "E0106"),
        case("latin-1", &with(0xe9), "E0107"),
        case("byte-ff", &with(0xff), "E0107"),
        case("byte-80", &with(0x80), "E0107"),
        case("byte-c0", &with(0xc0), "E0107"),
        case("cut-inside-a-character", "{\"é".as_bytes().split_last().expect("bytes").1, "E0107"),
        case("surrogate-in-utf-8", b"{\"\xed\xa0\x80\": 1}", "E0107"),
        case("gzip", b"\x1f\x8b\x08\x00\x00\x00\x00\x00", "E0109"),
        case("zip", b"PK\x03\x04\x14\x00", "E0108"),
        case("png", b"\x89PNG\r\n\x1a\n\x00", "E0108"),
        case("jpeg", b"\xff\xd8\xff\xe0\x00\x10", "E0108"),
        case("pdf", b"%PDF-1.7\n", "E0108"),
        case("program", b"\x7fELF\x02\x01", "E0108"),
        case("zeros", &[0; 64], "E0202"),
    ]
}

/// Files that would need too many resources.
fn large() -> Vec<Case> {
    let deep = |open: &str, times: usize| open.repeat(times).into_bytes();
    let replaced = |from: &str, to: &str| GOOD.replacen(from, to, 1).into_bytes();
    let digits = "9".repeat(10_000);
    let pieces: Vec<String> = (0..4097).map(|i| format!(r##"{{"name":"{i}","rows":["#"]}}"##)).collect();
    let unknown: Vec<String> = (0..10_000).map(|i| format!("\"k{i}\": {i}")).collect();
    let twice = "\"gaps\": 1, ".repeat(10_000);
    let big = |name: &str, bytes: Vec<u8>, code| Case { name: name.into(), bytes, code };
    vec![
        big("deep-lists-33", format!("{}{}", "[".repeat(33), "]".repeat(33)).into_bytes(), "E0215"),
        big("deep-lists-thousand", deep("[", 1000), "E0215"),
        big("deep-lists-million", deep("[", 1_000_000), "E0215"),
        big("deep-objects-million", deep("{\"a\":", 1_000_000), "E0215"),
        big(
            "deep-in-an-extension",
            replaced("\"gaps\": 1", &format!("\"x-a\": {}", "[".repeat(100_000))),
            "E0215",
        ),
        big("digits-ten-thousand", replaced("\"gaps\": 1", &format!("\"gaps\": {digits}")), "E0308"),
        big("decimals-ten-thousand", replaced("\"gaps\": 1", &format!("\"gaps\": 0.{digits}")), "E0307"),
        big("title-201", replaced("Good", &"t".repeat(201)), "E0331"),
        big("title-64-kib", replaced("Good", &"t".repeat(1 << 16)), "E0331"),
        big("title-1-mib", replaced("Good", &"t".repeat(1 << 20)), "E0331"),
        big("piece-name-61", replaced("\"I\"", &format!("\"{}\"", "i".repeat(61))), "E0331"),
        big("key-1-mib", replaced("gaps", &"k".repeat(1 << 20)), "E0301"),
        big("row-1-mib", replaced("[\"##\"]", &format!("[\"{}\"]", "#".repeat(1 << 20))), "E0403"),
        big("row-of-4097-cells", replaced("[\"##\"]", &format!("[\"{}\"]", "#".repeat(4097))), "E0413"),
        big(
            "pieces-4097",
            replaced("\"pieces\": [", &format!("\"x-all\": 0, \"pieces\": [{}, ", pieces.join(","))),
            "E0313",
        ),
        big(
            "sets-4096",
            replaced(
                "\"pieces\": [",
                &format!("\"pieces\": [{}", "{\"set\": \"octominoes\"}, ".repeat(4090)),
            ),
            "E0426",
        ),
        big(
            "sets-4096-one-piece-each",
            replaced(
                "\"pieces\": [",
                &format!(
                    "\"pieces\": [{}",
                    "{\"set\": \"octominoes\", \"only\": [\"8-001\"]}, ".repeat(4090)
                ),
            ),
            "E0428",
        ),
        big(
            "set-members-unknown",
            replaced("[\"T\", \"O\"]", &format!("[{}\"T\"]", "\"8-000\", ".repeat(4))),
            "E0446",
        ),
        big("unknown-keys-ten-thousand", replaced("\"gaps\": 1", &unknown.join(",")), "E0301"),
        big("equal-keys-ten-thousand", replaced("\"gaps\": 1", &format!("{twice}\"gaps\": 1")), "E0302"),
        big("values-two-million", format!("[{}0]", "0,".repeat(2_000_000)).into_bytes(), "E0216"),
        big("blanks-17-mib", vec![b' '; 17 << 20], "E0104"),
        big("open-text-8-mib", [b"[\"".to_vec(), vec![b'a'; 8 << 20]].concat(), "E0210"),
    ]
}
