//! Writes the files with which a scheduler such as Slurm runs a divided search.
//!
//! A plan is a folder: the puzzle, scripts for one shard, for a worker that takes one free shard after the
//! other, and to join the parts, the scheduler's own job file, and a page with the one command to type. The
//! scheduler runs the workers, so it never sees more jobs than it allows, however many shards there are. The texts are in `templates/schedulers`, with `@WORDS@` to
//! fill in.

use std::time::Duration;

use crate::design::{
    Design, DesignError, Memory, OptionError, Options as _, OrderRequest, Product, SearchRequest,
    SheetRequest, SolveRequest, option_words,
};
use crate::output::FileSet;
use piecework_solve::SolveOptions;
use piecework_tiling::error::Error;
use piecework_tiling::names::find;
use piecework_tiling::puzzle::write_puzzle;
use piecework_tiling::text::ascii_slug;

/// The time limit of a Slurm worker without one: they run at most an hour in many queues.
const USUAL_LIMIT: Duration = Duration::from_secs(55 * 60);
/// The minutes that a Slurm worker has beyond its time limit, to end by itself.
const GRACE: u64 = 5;
/// The most workers of a plan. An array of Slurm has at most 1,000 tasks unless a cluster allows more
/// (`MaxArraySize`).
const MOST_WORKERS: u64 = 1000;
/// The workers of a plan with enough shards, and the shards for each where there are more. Chosen by eye.
const USUAL_WORKERS: u64 = 100;
const SHARDS_OF_A_WORKER: u64 = 40;

/// A scheduler, with its job files.
struct Scheduler {
    name: &'static str,
    title: &'static str,
    /// Names and texts.
    files: &'static [(&'static str, &'static str)],
    /// What to type.
    command: &'static str,
    note: &'static str,
    /// Whether each task has a time limit.
    is_limited: bool,
}

macro_rules! text {
    ($name:literal) => {
        piecework_templates::file(concat!("schedulers/", $name))
    };
}

const SCHEDULERS: &[Scheduler] = &[
    Scheduler {
        name: "slurm",
        title: "Slurm",
        files: &[("submit.sh", text!("slurm-submit.sh")), ("search.sbatch", text!("search.sbatch"))],
        command: "sh submit.sh",
        note: "The workers are an array job, `@WORKERS@` of them; `WORKERS=20 sh submit.sh` sends another number. One that reaches its \
               time limit is queued again. The merge is a job that begins when all have ended; `merge.out` has its words.",
        is_limited: true,
    },
    Scheduler {
        name: "parallel",
        title: "GNU parallel",
        files: &[("run.sh", text!("parallel-run.sh"))],
        command: "sh run.sh",
        note: "It uses all cores of this computer; `PCS=pc1,pc2,pc3,pc4 sh run.sh` uses those of others too, by ssh. A worker that \
               is killed is run again.",
        is_limited: false,
    },
    Scheduler {
        name: "dask",
        title: "Dask",
        files: &[("run.py", text!("dask-run.py"))],
        command: "python run.py",
        note: "It uses all cores of this computer; `python run.py tcp://HOST:8786` uses a cluster. A worker that \
               is killed is run again.",
        is_limited: false,
    },
    Scheduler {
        name: "ray",
        title: "Ray",
        files: &[("run.py", text!("ray-run.py"))],
        command: "python run.py",
        note: "It uses all cores of this computer; `python run.py auto` uses a cluster. A worker that is killed is run \
               again.",
        is_limited: false,
    },
    Scheduler {
        name: "snakemake",
        title: "Snakemake",
        files: &[("Snakefile", text!("Snakefile"))],
        command: "snakemake --cores all",
        note: "A worker that is killed is run again. Profiles for clusters work as for every workflow.",
        is_limited: false,
    },
];

/// The names of all schedulers that a plan can be for.
pub fn schedulers() -> Vec<&'static str> {
    SCHEDULERS.iter().map(|scheduler| scheduler.name).collect()
}

/// The files of a planned search.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SearchPlan {
    /// All files of the folder.
    pub files: FileSet,
    /// What to type in the folder.
    pub command: &'static str,
    /// The file or folder that has the result.
    pub result: &'static str,
}

/// What a plan is for.
struct Goal {
    /// In words, for the page.
    what: String,
    /// The words of the command that searches, without the program.
    search: Vec<String>,
    /// The commands that join the parts.
    merge: String,
    result: &'static str,
}

/// Plans the search of a design in `shards` shards.
///
/// # Errors
/// [`DesignError`] for a search that cannot be divided: one that does not look for all tilings, of several
/// puzzles, or an order in more than one shard.
pub fn plan_search(design: &Design, scheduler: &str, shards: u64) -> Result<SearchPlan, Error> {
    let known = find(scheduler, SCHEDULERS, |known| known.name);
    let scheduler =
        known.ok_or_else(|| OptionError::UnknownWord { found: scheduler.into(), allowed: schedulers() })?;
    let mut search = design.search.clone();
    let is_order = matches!(design.products.as_slice(), [Product::Order(_)]);
    let threads = *search.threads.get_or_insert(1);
    // An order is not kept in parts, and a limit would end it for good. Otherwise it is that of a worker.
    if scheduler.is_limited && !is_order {
        search.time_limit.get_or_insert(USUAL_LIMIT);
    }
    let limit = search.time_limit;
    if !is_order {
        search.time_limit = None;
    }
    let mut files = FileSet::new();
    let goal = goal(design, shards, &mut files)?;
    // The shards of a catalogue are those of `solve`, which takes every option.
    let taken = design.products.first().filter(|_| is_order).map(|order| order.spec().search);
    let rows =
        SearchRequest::rows().into_iter().filter(|row| taken.is_none_or(|keys| keys.contains(&row.key)));
    let rows: Vec<_> = rows.collect();
    let options = typed(&rows, |key| search.get(key), &mut files)?;
    let words = goal.search.iter().chain(&options).cloned().collect::<Vec<String>>().join(" ");
    let subject = design.subjects.first();
    let title =
        subject.map_or_else(|| goal.search[1..].join(" "), |subject| subject.puzzle.name().to_owned());
    let name = ascii_slug(&title);
    // Slurm takes 0 for no limit, which many clusters refuse; without a time, they have one of their own.
    let time = limit.map(|limit| format!("--time={}", limit.as_secs().div_ceil(60) + GRACE));
    let Memory(memory) = search.memory.unwrap_or(Memory(SolveOptions::default().memory_limit));
    let workers = shards.min(USUAL_WORKERS.max(shards / SHARDS_OF_A_WORKER)).min(MOST_WORKERS);
    let values = [
        ("@SEARCH@", words),
        ("@SHARDS@", shards.to_string()),
        ("@NAME@", if name.is_empty() { "search".into() } else { name }),
        ("@TIME@", time.unwrap_or_default()),
        ("@SECONDS@", limit.map_or_else(String::new, |limit| limit.as_secs().max(1).to_string())),
        // With room for the shell and what the system counts to it.
        ("@MEGABYTES@", ((memory >> 20) + (memory >> 23) + 64).to_string()),
        ("@THREADS@", threads.to_string()),
        ("@MERGE@", goal.merge),
        ("@TITLE@", title),
        ("@WHAT@", format!("{}, in {}, for {}.", goal.what, number(shards), scheduler.title)),
        ("@NOTE@", scheduler.note.to_owned()),
        ("@COMMAND@", scheduler.command.to_owned()),
        ("@RESULT@", goal.result.to_owned()),
        ("@WORKERS@", workers.to_string()),
    ];
    let filled =
        |text: &str| values.iter().fold(text.to_owned(), |text, (key, value)| text.replace(key, value));
    let page = if is_order {
        files.add("worker.sh", filled(text!("order.sh")))?;
        files.add("merge.sh", filled(text!("merge-order.sh")))?;
        text!("order-README.md")
    } else {
        files.add("shard.sh", filled(text!("shard.sh")))?;
        files.add("worker.sh", filled(text!("worker.sh")))?;
        files.add("merge.sh", filled(text!("merge.sh")))?;
        text!("README.md")
    };
    for (name, text) in scheduler.files {
        files.add(*name, filled(text))?;
    }
    files.add("README.md", filled(page))?;
    Ok(SearchPlan { files, command: scheduler.command, result: goal.result })
}

fn number(shards: u64) -> String {
    if shards == 1 { "one shard".into() } else { format!("{shards} shards") }
}

/// The command that joins the parts.
const MERGE: &str = "\"$piecework\" solve puzzle.json --merge parts";

/// Returns the command that joins lists, with these options.
fn listed(options: &[String]) -> String {
    format!("{MERGE}{} -o tilings.jsonl --force", after(options))
}

fn after(words: &[String]) -> String {
    words.iter().map(|word| format!(" {word}")).collect()
}

fn goal(design: &Design, shards: u64, files: &mut FileSet) -> Result<Goal, Error> {
    match design.products.as_slice() {
        [Product::Solve(request)] => list_or_count(design, request, files),
        [Product::Sheet(request)] => catalogue(design, request, files),
        [Product::Order(request)] => order(design, request, shards, files),
        _ => Err(DesignError::NothingToMake.into()),
    }
}

fn list_or_count(design: &Design, request: &SolveRequest, files: &mut FileSet) -> Result<Goal, Error> {
    let set = |key| request.is_set(key);
    if let Some(key) =
        ["sample", "first", "symmetric", "best_effort", "certificate", "export", "shard", "split_part"]
            .into_iter()
            .find(|key| set(key))
    {
        let option = format!("--{}", key.replace('_', "-"));
        return Err(OptionError::Conflict { option: "--plan".into(), other: option }.into());
    }
    if !request.all && !request.count {
        return Err(OptionError::Needs { option: "--plan".into(), other: "--all` or `--count".into() }.into());
    }
    let title = puzzle(design, files)?;
    let rows = SolveRequest::rows();
    let (of_search, of_merge): (Vec<_>, Vec<_>) =
        rows.into_iter().partition(|row| matches!(row.key, "all" | "count" | "raw"));
    let mut search = vec!["solve".to_owned(), "puzzle.json".to_owned()];
    search.extend(typed(&of_search, |key| request.get(key), files)?);
    // Counts are added up as they were counted; lists are chosen from when they are joined.
    let distinct: Vec<_> = of_merge.iter().filter(|row| row.key == "distinct").cloned().collect();
    let distinct = typed(&distinct, |key| request.get(key), files)?;
    if request.count {
        search.extend(distinct.iter().cloned());
    }
    let choice: Vec<_> = of_merge.into_iter().filter(|row| row.key != "shards").collect();
    let merge_words = typed(&choice, |key| request.get(key), files)?;
    let (what, merge, result) = match request.count {
        true => ("counts the tilings", format!("{MERGE}{} > count.new", after(&distinct)), "count.txt"),
        false => ("lists all tilings", listed(&merge_words), "tilings.jsonl"),
    };
    Ok(Goal { what: format!("This folder {what} of {title}"), search, merge, result })
}

fn catalogue(design: &Design, request: &SheetRequest, files: &mut FileSet) -> Result<Goal, Error> {
    if !request.all {
        return Err(OptionError::Needs { option: "--plan".into(), other: "--all".into() }.into());
    }
    let title = puzzle(design, files)?;
    let merge_words = typed(&SheetRequest::rows(), |key| request.get(key), files)?;
    Ok(Goal {
        what: format!("This folder draws all tilings of {title}"),
        search: ["solve", "puzzle.json", "--all"].map(str::to_owned).to_vec(),
        merge: format!(
            "{} && \"$piecework\" sheet tilings.jsonl{} -o pages --force",
            listed(&[]),
            after(&merge_words)
        ),
        result: "pages",
    })
}

fn order(design: &Design, request: &OrderRequest, shards: u64, files: &mut FileSet) -> Result<Goal, Error> {
    if shards > 1 {
        return Err(OptionError::no_effect(
            "--shards",
            "an order is one search that cannot be divided; give 1",
        )
        .into());
    }
    let mut search = vec!["order".to_owned()];
    search.extend(request.pieces.iter().cloned());
    if !design.subjects.is_empty() {
        puzzle(design, files)?;
        search.push("puzzle.json".into());
    }
    if search.len() == 1 {
        return Err(DesignError::NoSubject.into());
    }
    let rows: Vec<_> = OrderRequest::rows().into_iter().filter(|row| row.key != "pieces").collect();
    search.extend(typed(&rows, |key| request.get(key), files)?);
    Ok(Goal {
        what: "This folder looks for the smallest rectangle".into(),
        search,
        merge: String::new(),
        result: "rectangles.jsonl",
    })
}

/// Adds the only puzzle of a design, and returns its title.
fn puzzle(design: &Design, files: &mut FileSet) -> Result<String, Error> {
    let [subject] = design.subjects.as_slice() else {
        return Err(OptionError::no_effect("--plan", "a plan is for one puzzle").into());
    };
    files.add("puzzle.json", write_puzzle(&subject.puzzle))?;
    Ok(subject.puzzle.name().to_owned())
}

/// Spells options as words for a shell. A palette of one's own becomes a file.
fn typed(
    rows: &[&'static crate::design::OptionSpec],
    get: impl Fn(&str) -> Option<serde_json::Value>,
    files: &mut FileSet,
) -> Result<Vec<String>, Error> {
    let mut words = Vec::new();
    for row in rows {
        let value = get(row.key);
        match option_words(row, value.as_ref()) {
            Some(own) => words.extend(own),
            None => {
                let name = format!("{}.json", row.key);
                let text = serde_json::to_string_pretty(&value).unwrap_or_default() + "\n";
                files.add(name.clone(), text)?;
                words.extend([row.flag(), name]);
            }
        }
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::Subject;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::source::Source;

    fn design(rest: &str) -> Design {
        let text = format!(r#"{{ "piecework": 2, {rest} }}"#);
        Design::read(&Source::new("d.json", text), &Limits::default()).expect("a good design")
    }

    fn file(plan: &SearchPlan, name: &str) -> String {
        let (_, bytes) = plan.files.iter().find(|file| file.0 == name).expect("a file");
        String::from_utf8(bytes.to_vec()).expect("text")
    }

    #[test]
    fn every_scheduler_gets_files_with_nothing_left_to_fill_in() {
        let goals = [
            r#""puzzle": "pentomino-6x10", "solve": { "all": true, "where": "crossings > 2" }"#,
            r#""puzzle": "pentomino-6x10", "solve": { "count": true }, "search": { "memory": "1GiB" }"#,
            r#""puzzle": "pentomino-6x10", "sheet": { "all": true, "per_page": 12 }"#,
        ];
        for goal in goals.map(design) {
            for scheduler in schedulers() {
                let plan = plan_search(&goal, scheduler, 16).expect("planned");
                for name in plan.files.names() {
                    let text = file(&plan, name);
                    let left = text
                        .split_whitespace()
                        .find(|word| word.len() > 2 && word.starts_with('@') && word.ends_with('@'));
                    assert_eq!(left, None, "{scheduler}: {name}");
                }
                let commands = ["README.md", "merge.sh"].map(|name| file(&plan, name).contains(plan.command));
                assert_eq!(commands, [true, true], "{scheduler}");
                assert!(file(&plan, "shard.sh").contains("solve puzzle.json"), "{scheduler}");
            }
        }
    }

    #[test]
    fn options_go_where_they_belong() {
        let list =
            r#""puzzle": "pentomino-6x10", "solve": { "all": true, "raw": true, "where": "crossings > 2" }"#;
        let plan = plan_search(&design(list), "slurm", 8).expect("planned");
        let (shard, merge) = (file(&plan, "shard.sh"), file(&plan, "merge.sh"));
        assert!(shard.contains(" solve puzzle.json --all --raw --threads 1 --shards 8 --shard "), "{shard}");
        assert!(merge.contains("--merge parts --where 'crossings > 2' -o tilings.jsonl"), "{merge}");
        assert!(file(&plan, "worker.sh").contains("seconds=3300 "));
        let count =
            design(r#""puzzle": "pentomino-6x10", "solve": { "count": true, "distinct": "one-sided" }"#);
        let plan = plan_search(&count, "slurm", 8).expect("planned");
        assert!(file(&plan, "shard.sh").contains(" solve puzzle.json --count --distinct one-sided "));
        assert!(file(&plan, "merge.sh").contains("--merge parts --distinct one-sided > count.new"));
        let order =
            plan_search(&design(r#""order": { "pieces": ["f840"] }"#), "parallel", 1).expect("planned");
        assert!(file(&order, "worker.sh").contains("order f840 -o rectangles.jsonl"));
    }

    /// An array of Slurm has at most 1,000 tasks, and no cluster takes a task without an end; other schedulers
    /// become slow with a million jobs. Nothing but the number of shards may grow with it.
    #[test]
    fn no_number_of_shards_is_too_many_for_a_scheduler() {
        let list = r#""puzzle": "pentomino-6x10", "solve": { "all": true }, "search": { "memory": "1GiB" }"#;
        for scheduler in schedulers() {
            for (shards, workers) in [(1, 1), (16, 16), (1001, 100), (1002, 100), (1_000_000, 1000)] {
                let plan = plan_search(&design(list), scheduler, shards).expect("planned");
                for name in
                    plan.files.names().filter(|name| !matches!(*name, "shard.sh" | "worker.sh" | "README.md"))
                {
                    assert!(
                        shards < 1001 || !file(&plan, name).contains(&shards.to_string()),
                        "{scheduler}: {name}"
                    );
                }
                let job = plan.files.names().map(|name| file(&plan, name)).collect::<String>();
                let named =
                    [":-@}", "range(@)", "$((@ - 1))"].map(|text| text.replace('@', &workers.to_string()));
                assert!(named.iter().any(|text| job.contains(text)), "{scheduler}, {shards}");
            }
        }
        let submit =
            |rest: &str| file(&plan_search(&design(rest), "slurm", 1).expect("planned"), "submit.sh");
        assert!(submit(list).contains(" --time=60 "), "{}", submit(list));
        assert!(submit(list).contains("--dependency=\"afterany:") && submit(list).contains("--mem=1216M"));
        let order = r#""order": { "pieces": ["f840"] }"#;
        assert!(!submit(order).contains("--time"), "its time is not known");
        let limited = r#""order": { "pieces": ["f840"] }, "search": { "time_limit": "2h" }"#;
        assert!(submit(limited).contains("--time=125"));
    }

    #[test]
    fn searches_that_cannot_be_divided_are_refused_by_name() {
        let refused =
            |rest: &str, shards| plan_search(&design(rest), "slurm", shards).unwrap_err().to_string();
        let puzzle = r#""puzzle": "pentomino-6x10""#;
        assert!(refused(&format!("{puzzle}, \"solve\": {{}}"), 4).contains("--all` or `--count"));
        assert!(refused(&format!("{puzzle}, \"solve\": {{ \"sample\": 3 }}"), 4).contains("--sample"));
        assert!(refused(&format!("{puzzle}, \"sheet\": {{}}"), 4).contains("--all"));
        assert!(refused(r#""order": { "pieces": ["f840"] }"#, 2).contains("cannot be divided"));
        let two = Design {
            subjects: vec![Subject::template("t-tetromino-4x4").expect("known"); 2],
            ..design(&format!("{puzzle}, \"solve\": {{ \"all\": true }}"))
        };
        assert!(plan_search(&two, "slurm", 2).unwrap_err().to_string().contains("one puzzle"));
    }
}
