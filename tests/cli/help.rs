use super::run::piecework;

const COMMANDS: [&str; 13] = [
    "solve",
    "order",
    "compatible",
    "divide",
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
