//! Which run of an array job this is, from the variables that job schedulers set.

use crate::design::DesignError;

/// A scheduler, and how its variables say which run this is.
struct Scheduler {
    /// The variable with the number of this run.
    index: &'static str,
    /// The number of the first run: a variable, or a fixed number.
    first: First,
    /// The distance between numbers, if it can be other than 1.
    step: Option<&'static str>,
    count: Count,
}

enum First {
    Is(u64),
    In(&'static str),
}

/// How many runs there are.
enum Count {
    /// Only `--shards` says it.
    Unknown,
    In(&'static str),
    /// From the number of the last run.
    UpTo(&'static str),
}

/// # Source
/// The manuals: sbatch (Slurm), qsub (Grid Engine, PBS), hq (HyperQueue), Kubernetes Indexed Jobs, AWS Batch
/// array jobs, GNU parallel. PBS does not say where it begins: jobs must be numbered from 0.
const SCHEDULERS: [Scheduler; 7] = [
    Scheduler {
        index: "SLURM_ARRAY_TASK_ID",
        first: First::In("SLURM_ARRAY_TASK_MIN"),
        step: Some("SLURM_ARRAY_TASK_STEP"),
        count: Count::In("SLURM_ARRAY_TASK_COUNT"),
    },
    Scheduler {
        index: "SGE_TASK_ID",
        first: First::In("SGE_TASK_FIRST"),
        step: Some("SGE_TASK_STEPSIZE"),
        count: Count::UpTo("SGE_TASK_LAST"),
    },
    Scheduler {
        index: "AWS_BATCH_JOB_ARRAY_INDEX",
        first: First::Is(0),
        step: None,
        count: Count::In("AWS_BATCH_JOB_ARRAY_SIZE"),
    },
    Scheduler { index: "PBS_ARRAY_INDEX", first: First::Is(0), step: None, count: Count::Unknown },
    Scheduler { index: "HQ_TASK_ID", first: First::Is(0), step: None, count: Count::Unknown },
    Scheduler { index: "JOB_COMPLETION_INDEX", first: First::Is(0), step: None, count: Count::Unknown },
    Scheduler { index: "PARALLEL_SEQ", first: First::Is(1), step: None, count: Count::Unknown },
];

/// Which run of an array job this is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArrayPlace {
    /// The variable that says it.
    pub variable: &'static str,
    /// Which shard it is, from 0.
    pub shard: u64,
    /// How many there are, if the scheduler says it.
    pub shards: Option<u64>,
}

/// Returns which run of an array job this is; `variable` gives the value of an environment variable.
///
/// # Errors
/// [`DesignError::NoArrayJob`] if no scheduler says it, [`DesignError::ArrayJobDisagrees`] if two say
/// different things.
pub fn array_place(variable: impl Fn(&str) -> Option<String>) -> Result<ArrayPlace, DesignError> {
    let number = |name: &str| variable(name).and_then(|text| text.trim().parse::<u64>().ok());
    let places = SCHEDULERS.iter().filter_map(|scheduler| {
        let index = number(scheduler.index)?;
        let first = match scheduler.first {
            First::Is(first) => first,
            First::In(name) => number(name).unwrap_or(0),
        };
        let step = scheduler.step.and_then(number).unwrap_or(1).max(1);
        let shards = match scheduler.count {
            Count::Unknown => None,
            Count::In(name) => number(name),
            Count::UpTo(name) => number(name).map(|last| last.saturating_sub(first) / step + 1),
        };
        Some(ArrayPlace { variable: scheduler.index, shard: index.checked_sub(first)? / step, shards })
    });
    let places: Vec<ArrayPlace> = places.collect();
    let Some(place) = places.first() else {
        let variables = SCHEDULERS.iter().map(|scheduler| scheduler.index).collect();
        return Err(DesignError::NoArrayJob { variables });
    };
    // GNU parallel may run inside of a task of another scheduler: then which of both is meant is not known.
    if let Some(other) = places.iter().find(|other| other.shard != place.shard) {
        let words = |place: &ArrayPlace| format!("{} (shard {})", place.variable, place.shard);
        return Err(DesignError::ArrayJobDisagrees { first: words(place), second: words(other) });
    }
    let shards = places.iter().find_map(|place| place.shards);
    Ok(ArrayPlace { variable: place.variable, shard: place.shard, shards })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(variables: &[(&str, &str)]) -> Result<(u64, Option<u64>), String> {
        let variable =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        array_place(variable).map(|place| (place.shard, place.shards)).map_err(|error| error.to_string())
    }

    #[test]
    fn every_scheduler_says_which_run_it_is() {
        for (variables, wanted) in [
            ("SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_COUNT=4", (3, Some(4))),
            (
                "SLURM_ARRAY_TASK_ID=6 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_STEP=2 SLURM_ARRAY_TASK_COUNT=4",
                (3, Some(4)),
            ),
            ("SGE_TASK_ID=3 SGE_TASK_FIRST=1 SGE_TASK_LAST=8 SGE_TASK_STEPSIZE=1", (2, Some(8))),
            ("AWS_BATCH_JOB_ARRAY_INDEX=0 AWS_BATCH_JOB_ARRAY_SIZE=5", (0, Some(5))),
            ("HQ_TASK_ID=2", (2, None)),
            ("JOB_COMPLETION_INDEX=2", (2, None)),
            ("PBS_ARRAY_INDEX=2", (2, None)),
            ("PARALLEL_SEQ=3", (2, None)),
            ("SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MIN=0 PARALLEL_SEQ=3", (2, None)),
        ] {
            let pairs: Vec<(&str, &str)> =
                variables.split(' ').filter_map(|pair| pair.split_once('=')).collect();
            assert_eq!(place(&pairs), Ok(wanted), "{variables}");
        }
    }

    #[test]
    fn what_is_contradictory_or_missing_is_refused_by_name() {
        let error = place(&[("SLURM_ARRAY_TASK_ID", "1"), ("PARALLEL_SEQ", "3")]).unwrap_err();
        assert!(
            error.contains("SLURM_ARRAY_TASK_ID (shard 1)") && error.contains("PARALLEL_SEQ (shard 2)"),
            "{error}"
        );
        let error = place(&[("SGE_TASK_ID", "undefined")]).unwrap_err();
        assert!(error.contains("--shard auto"), "{error}");
    }
}
