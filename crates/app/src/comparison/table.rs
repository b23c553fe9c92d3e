//! Writes a comparison as rows: for a terminal, for Markdown and as CSV.

use super::{Comparison, Lane, Run, RunEnd};

/// The column headings. For the searches for one tiling: how many were decided, the median nodes and seconds,
/// the seconds of the slowest, and the average number of covered cells; then the search for all.
const COLUMNS: [&str; 9] = [
    "engine",
    "first found",
    "nodes",
    "seconds",
    "slowest",
    "covered",
    "all found",
    "all nodes",
    "all seconds",
];

/// The columns of the CSV file, with unique names.
const CSV_COLUMNS: [&str; 9] = [
    "engine",
    "first_found",
    "first_nodes_median",
    "first_seconds_median",
    "first_seconds_slowest",
    "covered_mean",
    "all_tilings",
    "all_nodes",
    "all_seconds",
];

impl Comparison {
    /// Returns the table in aligned columns, with refusals below.
    pub fn table(&self) -> String {
        let rows = self.rows();
        let width = |column: usize| {
            let cells = rows.iter().map(|row| row[column].chars().count());
            cells.chain([COLUMNS[column].len()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
        let mut text = in_columns(&COLUMNS.map(str::to_owned), &widths);
        rows.iter().for_each(|row| text += &in_columns(row, &widths));
        for (engine, reason) in self.refusals() {
            text += &format!("{engine}: {reason}\n");
        }
        text
    }

    /// Returns the table as Markdown, with refusals below.
    pub fn markdown(&self) -> String {
        let mut text =
            format!("| {} |\n| --- |{}\n", COLUMNS.join(" | "), " ---: |".repeat(COLUMNS.len() - 1));
        for row in self.rows() {
            text += &format!("| {} |\n", row.join(" | "));
        }
        let refusals = self.refusals();
        if !refusals.is_empty() {
            text += "\n";
        }
        for (engine, reason) in refusals {
            text += &format!("- `{engine}`: {reason}\n");
        }
        text
    }

    /// Returns the table as CSV with a header line.
    pub fn csv(&self) -> String {
        let mut text = format!("{}\n", CSV_COLUMNS.join(","));
        for row in self.rows() {
            let row = row.map(|cell| if cell == "-" { String::new() } else { cell });
            text += &format!("{}\n", row.join(","));
        }
        text
    }

    fn rows(&self) -> Vec<[String; 9]> {
        self.lanes.iter().map(row).collect()
    }

    /// Returns the refusals of engines, with reasons.
    fn refusals(&self) -> Vec<(&'static str, &str)> {
        let mut all = Vec::new();
        for lane in &self.lanes {
            let mut said: Vec<&str> = Vec::new();
            for reason in [&lane.first_refused, &lane.all_refused].into_iter().flatten() {
                if !said.contains(&reason.as_str()) {
                    said.push(reason);
                    all.push((lane.engine.name(), reason.as_str()));
                }
            }
        }
        all
    }
}

fn in_columns(cells: &[String; 9], widths: &[usize]) -> String {
    let mut line = format!("{:width$}", cells[0], width = widths[0]);
    for (cell, width) in cells.iter().zip(widths).skip(1) {
        line += &format!("  {cell:>width$}");
    }
    format!("{}\n", line.trim_end())
}

fn row(lane: &Lane) -> [String; 9] {
    let firsts = &lane.firsts;
    let found = firsts.iter().filter(|run| run.is_decided()).count();
    let dash = || "-".to_owned();
    let of_firsts = |figure: &dyn Fn() -> String| if firsts.is_empty() { dash() } else { figure() };
    let of_all = |figure: &dyn Fn(&Run) -> String| lane.all.as_ref().map_or_else(dash, figure);
    [
        lane.engine.name().to_owned(),
        of_firsts(&|| format!("{found} of {}", firsts.len())),
        of_firsts(&|| rounded(median(firsts.iter().map(|run| run.nodes as f64)), 0)),
        of_firsts(&|| rounded(median(firsts.iter().map(|run| run.seconds)), 4)),
        of_firsts(&|| rounded(firsts.iter().map(|run| run.seconds).fold(0.0, f64::max), 4)),
        covered(firsts).map_or_else(dash, |mean| rounded(mean, 1)),
        of_all(&|all| {
            if all.end == RunEnd::Complete { all.tilings.to_string() } else { format!("{}+", all.tilings) }
        }),
        of_all(&|all| all.nodes.to_string()),
        of_all(&|all| rounded(all.seconds, 4)),
    ]
}

/// Returns the average number of covered cells, for an engine that makes packings.
fn covered(runs: &[Run]) -> Option<f64> {
    let cells: Vec<f64> = runs.iter().filter_map(|run| run.covered).map(|cells| cells as f64).collect();
    (!cells.is_empty()).then(|| cells.iter().sum::<f64>() / cells.len() as f64)
}

/// Returns the median; of an even number the upper of the two, so that it is a measured value.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

fn rounded(value: f64, digits: usize) -> String {
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_solve::Engine;

    fn run(nodes: u64, seconds: f64, covered: Option<usize>, end: RunEnd) -> Run {
        let tilings = u64::from(end == RunEnd::Found);
        Run { seed: Some(1), tilings, covered, nodes, seconds, end, course: Vec::new() }
    }

    fn comparison() -> Comparison {
        let cover = Lane {
            engine: Engine::Cover,
            firsts: vec![
                run(7, 0.5, None, RunEnd::Found),
                run(9, 2.0, None, RunEnd::TimeLimit),
                run(8, 1.0, None, RunEnd::Found),
            ],
            first_refused: None,
            all: Some(Run { tilings: 12, ..run(100, 3.0, None, RunEnd::TimeLimit) }),
            all_refused: None,
        };
        let genetic = Lane {
            engine: Engine::Genetic,
            firsts: vec![
                run(5, 0.25, Some(60), RunEnd::NodeLimit),
                run(5, 0.25, Some(63), RunEnd::NodeLimit),
            ],
            first_refused: None,
            all: None,
            all_refused: Some("it finds one tiling".into()),
        };
        Comparison { puzzle: "Test".into(), cells: 64, lanes: vec![cover, genetic] }
    }

    #[test]
    fn every_form_has_the_same_rows() {
        let table = comparison().table();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 4);
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
        assert_eq!(words(lines[1]), "cover 2 of 3 8 1.0000 2.0000 - 12+ 100 3.0000");
        assert_eq!(words(lines[2]), "genetic 0 of 2 5 0.2500 0.2500 61.5 - - -");
        assert_eq!(lines[3], "genetic: it finds one tiling");
        let csv = comparison().csv();
        let records: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
        assert!(records.iter().all(|record| record.len() == CSV_COLUMNS.len()));
        assert_eq!(records[2], ["genetic", "0 of 2", "5", "0.2500", "0.2500", "61.5", "", "", ""]);
        let markdown = comparison().markdown();
        assert!(markdown.contains("| cover | 2 of 3 | 8 | 1.0000 | 2.0000 | - | 12+ | 100 | 3.0000 |"));
        assert!(markdown.ends_with("- `genetic`: it finds one tiling\n"));
    }
}
