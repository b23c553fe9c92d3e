//! Replaces `--shard auto` on the command line.

use std::ffi::OsString;

use piecework::design::DesignError;
use piecework::job::array_place;

/// Replaces `--shard auto` by numbers, and adds `--shards` where the scheduler says how many runs there are.
///
/// # Errors
/// [`DesignError`] if no scheduler or several that disagree say which run this is, or `--shards` contradicts
/// them.
pub(crate) fn resolved(
    mut args: Vec<OsString>,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Vec<OsString>, DesignError> {
    let Some((at, is_pair)) = automatic(&args) else { return Ok(args) };
    let place = array_place(variable)?;
    let number = OsString::from(place.shard.to_string());
    if is_pair {
        args[at + 1] = number;
    } else {
        args.splice(at..=at, ["--shard".into(), number]);
    }
    let given = given_shards(&args);
    match (place.shards, given) {
        (Some(found), None) => args.extend(["--shards".into(), found.to_string().into()]),
        (Some(found), Some(given)) if given != found.to_string() => {
            return Err(DesignError::ArrayJobDisagrees {
                first: format!("--shards {given}"),
                second: format!("{} of {found} runs", place.variable),
            });
        }
        _ => {}
    }
    Ok(args)
}

/// Where `--shard auto` is, and whether it is two arguments.
fn automatic(args: &[OsString]) -> Option<(usize, bool)> {
    let is = |at: usize, text: &str| args.get(at).is_some_and(|arg| arg == text);
    (1..args.len()).take_while(|&at| !is(at, "--")).find_map(|at| match at {
        _ if is(at, "--shard=auto") => Some((at, false)),
        _ if is(at, "--shard") && is(at + 1, "auto") => Some((at, true)),
        _ => None,
    })
}

fn given_shards(args: &[OsString]) -> Option<String> {
    let texts: Vec<&str> = args.iter().filter_map(|arg| arg.to_str()).collect();
    let pair = texts.windows(2).find(|pair| pair[0] == "--shards").map(|pair| pair[1]);
    let joined = texts.iter().find_map(|text| text.strip_prefix("--shards="));
    pair.or(joined).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_the_place_of_auto() {
        let run = |args: &str| {
            let args = args.split(' ').map(OsString::from).collect();
            let variable = |name: &str| match name {
                "SLURM_ARRAY_TASK_ID" => Some("1".to_owned()),
                "SLURM_ARRAY_TASK_COUNT" => Some("4".to_owned()),
                _ => None,
            };
            let words = resolved(args, variable).map_err(|error| error.to_string())?;
            Ok::<_, String>(words.iter().filter_map(|arg| arg.to_str()).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(
            run("p solve x --shard auto --all").as_deref(),
            Ok("p solve x --shard 1 --all --shards 4")
        );
        assert_eq!(run("p solve x --shard=auto --shards 4").as_deref(), Ok("p solve x --shard 1 --shards 4"));
        assert_eq!(run("p solve x --shard 2").as_deref(), Ok("p solve x --shard 2"));
        let error = run("p solve x --shard auto --shards 5").unwrap_err();
        assert!(error.contains("--shards 5") && error.contains("of 4 runs"), "{error}");
    }
}
