use super::run::piecework;

const COMMANDS: [&str; 15] = [
    "solve",
    "order",
    "compatible",
    "divide",
    "puzzle",
    "quilt",
    "cut",
    "check",
    "sheet",
    "inspect",
    "list",
    "explain",
    "schema",
    "completions",
    "inkscape",
];

#[test]
fn help_shows_every_command_and_the_exit_codes() {
    let ran = piecework(["--help"]).run().exit(0).content().says("Exit codes");
    for command in COMMANDS {
        assert!(ran.stdout().contains(command), "{command}");
    }
}

#[test]
fn help_of_each_command_shows_an_example() {
    for command in COMMANDS {
        piecework([command, "--help"]).run().exit(0).content().says(&format!("Example: piecework {command}"));
    }
}

#[test]
fn short_help_fits_and_says_how_to_go_on() {
    for command in ["solve", "puzzle", "quilt", "cut", "sheet", "book", "inspect", "order"] {
        let short = piecework([command, "-h"]).run().exit(0).content();
        let lines = short.stdout().lines().count();
        assert!(lines <= 60, "{command} -h has {lines} lines");
        let long = piecework([command, "--help"]).run().exit(0);
        let flags = |text: &str| text.lines().filter(|line| line.trim_start().starts_with('-')).count();
        assert!(flags(short.stdout()) <= 25, "{command}");
        if flags(long.stdout()) > 25 {
            short.says(&format!("piecework {command} --help GROUP")).says("Example: piecework");
        }
    }
    let lines = include_str!("../../src/bin/piecework/help.txt").lines();
    let options: usize = lines
        .filter_map(|line| line.strip_prefix("short ")?.split_once(": "))
        .map(|(_, ids)| ids.split(' ').count())
        .sum();
    let shown = ["solve", "puzzle", "quilt", "cut", "sheet", "book"].map(|command| {
        let short = piecework([command, "-h"]).run().exit(0);
        let is_option = |line: &&str| line.starts_with("      --") || line.starts_with("  -");
        short.stdout().lines().filter(is_option).filter(|line| !line.contains("--help ")).count()
    });
    assert_eq!(shown.iter().sum::<usize>(), options, "every option that help.txt lists is one: {shown:?}");
}

#[test]
fn a_group_of_options_is_shown_alone() {
    for word in ["tray", "sheets"] {
        let ran =
            piecework(["cut", "--help", word]).run().exit(0).content().says("--inlay").says("--magnets");
        assert!(!ran.stdout().contains("--kerf") && !ran.stdout().contains("--json"), "{}", ran.stdout());
    }
    piecework(["quilt", "--help", "main"]).run().exit(0).content().says("--seam");
    piecework(["cut", "--help", "cover"]).run().exit(2).silent().complains("groups are main, ");
}

/// The manual is one page: every command is a section of it with all of its options, and no other page is
/// named.
#[test]
fn the_manual_names_no_page_that_there_is_not() {
    let ran = piecework(["man"]).run().exit(0).content();
    let page = ran.stdout().replace("\\-", "-").replace("\\f", "");
    let named: Vec<&str> = page.split_whitespace().filter(|word| word.ends_with("(1)")).collect();
    assert!(named.iter().all(|word| *word == "piecework(1)"), "{named:?}");
    let sections: Vec<&str> = page.split("\n.SH ").collect();
    for command in COMMANDS {
        let head = format!("\"PIECEWORK {}\"", command.to_uppercase());
        let section = sections.iter().find(|section| section.starts_with(&head));
        let section = section.unwrap_or_else(|| panic!("no section {head}"));
        let help = piecework([command, "--help"]).run().exit(0);
        let general = piecework(["--help"]).run().exit(0);
        let flags = |text: &str| -> Vec<String> {
            let lines = text.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
            let flag = |line: &str| {
                line.split([' ', ',', '=', '[']).find(|word| word.starts_with("--")).map(str::to_owned)
            };
            lines.filter_map(flag).collect()
        };
        let of_all = flags(general.stdout());
        for flag in flags(help.stdout()).iter().filter(|flag| !of_all.contains(flag)) {
            assert!(section.contains(flag.as_str()), "{command} {flag} is not in the manual");
        }
    }
}

#[test]
fn no_command_and_bad_options_are_usage_errors() {
    piecework([]).run().exit(2).silent().complains("Usage");
    piecework(["solve", "--frist", "3"]).run().exit(2).silent().complains("--first");
    piecework(["solve", "x", "--count", "--all"]).run().exit(2).silent();
}

#[test]
fn templates_are_listed() {
    let figures = piecework(["list", "figures"]).run().exit(0);
    let lines: Vec<&str> = figures.stdout().lines().collect();
    assert!(
        lines.len() > 300 && lines.iter().all(|line| line.contains("  ")),
        "names end before what they are"
    );
    for command in ["list", "templates"] {
        piecework([command]).run().exit(0).content().says("pentomino-6x10").says("letter").says("generic");
    }
    let value = piecework(["list", "--json"]).run().exit(0).json();
    assert!(value["puzzles"].as_array().is_some_and(|puzzles| puzzles.len() >= 15));
    for (kind, all) in value.as_object().expect("kinds") {
        let one = piecework(["list", kind, "--json"]).run().exit(0).json();
        assert_eq!((&one[kind], one.as_object().map(serde_json::Map::len)), (all, Some(1)), "{kind}");
        assert!(all[0]["name"].is_string(), "{kind}");
    }
    piecework(["list", "papers"]).run().exit(0).says("arch-d");
}

#[test]
fn every_code_is_explained() {
    piecework(["explain", "e1512"]).run().exit(0).says("{cells} are not cut into rows").says("hint: ");
    let text = std::fs::read_to_string("docs/errors.md").expect("the page");
    let codes = text.lines().filter_map(|line| line.strip_prefix("| E")?.split(' ').next());
    for code in codes.step_by(40) {
        piecework(["explain", &format!("E{code}")]).run().exit(0).says(code);
    }
    piecework(["explain", "E9999"]).run().exit(2).complains("no error `E9999`");
}

#[test]
fn the_schema_is_json_and_completions_are_scripts() {
    let schema = piecework(["schema"]).run().exit(0).content().json();
    assert!(schema["$schema"].as_str().is_some_and(|name| name.contains("2020-12")));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = piecework(["completions", shell]).run().exit(0).content().says("piecework");
        // Names of designs and of values; fish and zsh go on with files.
        if ["bash", "zsh", "fish"].contains(&shell) {
            script.says("hat-puzzle").says("okabe-ito").says("tabloid");
        }
    }
}

/// Command lines from before piecework had one spelling.
#[test]
fn the_british_spelling_is_read_as_before() {
    let made = |words: [&str; 6]| {
        let ran = piecework(words.into_iter().chain(["--quiet", "-o", "out"])).run().exit(0);
        ran.read("out/six-pentominoes-5x6-quilt.txt")
    };
    let now = ["quilt", "six-pentominoes-5x6", "--color", "fewest", "--palette", "grays"];
    let before = ["quilt", "six-pentominoes-5x6", "--colour", "fewest", "--palette", "greys"];
    assert_eq!(made(now), made(before));
}
