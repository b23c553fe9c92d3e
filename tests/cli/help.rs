use super::run::piecework;

const COMMANDS: [&str; 14] = [
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
    "templates",
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
    piecework(["templates"]).run().exit(0).content().says("pentomino-6x10").says("letter").says("generic");
    let value = piecework(["templates", "--json"]).run().exit(0).json();
    assert!(value["puzzles"].as_array().is_some_and(|puzzles| puzzles.len() >= 15));
}

#[test]
fn the_schema_is_json_and_completions_are_scripts() {
    let schema = piecework(["schema"]).run().exit(0).content().json();
    assert!(schema["$schema"].as_str().is_some_and(|name| name.contains("2020-12")));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        piecework(["completions", shell]).run().exit(0).content().says("piecework");
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
