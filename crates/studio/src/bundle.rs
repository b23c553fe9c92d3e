//! Joins the modules of the page into one file, so that a browser asks once.
//!
//! Each module becomes a function that returns what it exports, and every import takes it from there. That is enough
//! for modules whose comments have lines of their own, whose imports are at the top, name what they take, and whose exports are functions, classes and
//! constants; a test of the page keeps them so.

/// Joins modules, each after those that it imports: pairs of a name and a text. The bundle exports each by its variable.
pub(super) fn bundle<'a>(modules: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let (mut text, mut all) = (String::from("\"use strict\";\n"), Vec::new());
    for (name, module) in modules {
        text += &joined(name, module);
        all.push(variable(name));
    }
    text + &format!("export {{ {} }};\n", all.join(", "))
}

/// Joins modules that also import from those of the bundle `studio.js`, whose names are given; the last of them is what the file exports.
pub(super) fn bundle_beside<'a>(
    names: impl Iterator<Item = &'a str>,
    modules: impl Iterator<Item = (&'a str, &'a str)>,
) -> String {
    let (mut text, mut last) = (String::new(), String::new());
    for (name, module) in modules {
        text += &joined(name, module);
        last = variable(name);
    }
    let taken: Vec<String> =
        names.map(variable).filter(|name| text.contains(&format!("= {name};"))).collect();
    let taken = taken.join(", ");
    format!("import {{ {taken} }} from \"./studio.js\";\n{text}export default {last};\n")
}

/// A module as a constant.
fn joined(name: &str, module: &str) -> String {
    format!("const {} = (() => {{\n{}}})();\n", variable(name), body(module))
}

/// What a module is called in the bundle.
fn variable(name: &str) -> String {
    format!("module_{}", name.trim_end_matches(".js"))
}

/// The lines of a module, with what it returns at its end.
fn body(module: &str) -> String {
    let (mut text, mut exports) = (String::new(), Vec::new());
    let mut lines = module.lines();
    while let Some(line) = lines.next() {
        let words = line.trim_start();
        if words.starts_with("/**") {
            let mut comment = words;
            while !comment.ends_with("*/") {
                comment = lines.next().map_or("*/", str::trim_end);
            }
        } else if line.starts_with("import ") {
            let mut import = line.to_owned();
            while !import.contains(" from ") {
                import += lines.next().unwrap_or(" from ");
            }
            text += &taken(&import);
        } else if let Some(rest) = line.strip_prefix("export ") {
            exports.extend(declared(rest));
            text = text + rest + "\n";
        } else if !words.starts_with("// ") {
            text = text + words + "\n";
        }
    }
    text + &format!("return {{ {} }};\n", exports.join(", "))
}

/// An import as a constant: `import { a, b as c } from "./x.js";` or `import * as x from "./x.js";`.
fn taken(import: &str) -> String {
    let (names, from) = import.trim_start_matches("import ").split_once(" from ").unwrap_or_default();
    let from = variable(from.trim_matches(['"', ';', '.', '/']));
    let names = names.trim().trim_start_matches("* as ").replace(" as ", ": ");
    format!("const {names} = {from};\n")
}

/// The name that a declaration gives: of a function, a class or a constant.
fn declared(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches("async ");
    let rest = ["function ", "const ", "class "].iter().find_map(|kind| rest.strip_prefix(kind))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_functions_that_return_what_they_export() {
        let first = "// First.\n/**\n * One.\n */\nexport const one = 1;\nexport async function two() {}\n";
        let second = "import {\n  one,\n  two as zwei,\n} from \"./a.js\";\nimport * as all from \"./a.js\";\nexport class C {}\n";
        let joined = bundle([("a.js", first), ("b.js", second)].into_iter());
        let expected = "\"use strict\";\n\
            const module_a = (() => {\nconst one = 1;\nasync function two() {}\nreturn { one, two };\n})();\n\
            const module_b = (() => {\nconst {  one,  two: zwei,} = module_a;\nconst all = module_a;\nclass C {}\nreturn { C };\n})();\n\
            export { module_a, module_b };\n";
        assert_eq!(joined, expected);
        let beside = bundle_beside(["a.js", "c.js"].into_iter(), [("b.js", second)].into_iter());
        assert!(beside.starts_with("import { module_a } from \"./studio.js\";\nconst module_b"), "{beside}");
        assert!(beside.ends_with("export default module_b;\n"), "{beside}");
    }
}
