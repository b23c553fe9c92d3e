//! Plans in words: what somebody who reads by ear needs to make the product.

use serde::Serialize;

use super::Plan;
use crate::quilt::QuiltPlan;
use crate::text::plural;

/// A part of a plan in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlanWords {
    /// Its heading.
    pub title: String,
    /// Its lines, in the order in which they are done.
    pub lines: Vec<String>,
}

impl Plan {
    /// Returns the plan in words: how a quilt is cut and sewn step by step, or which lines a machine cuts, sheet by sheet.
    #[must_use]
    pub fn in_words(&self) -> Vec<PlanWords> {
        let part = |(title, lines): (String, Vec<String>)| PlanWords { title, lines };
        match self {
            Plan::Quilt(plan) => quilt(plan).into_iter().map(part).collect(),
            Plan::Cut(plan) => plan.in_words().into_iter().map(part).collect(),
            Plan::Sheet(_) | Plan::None => Vec::new(),
        }
    }
}

fn quilt(plan: &QuiltPlan) -> Vec<(String, Vec<String>)> {
    let mut parts = Vec::new();
    let templates = plan.summary.templates.iter();
    let templates: Vec<String> = templates
        .map(|template| {
            let reversed = (template.mirrored > 0).then(|| format!(" and {} reversed", template.mirrored));
            let by_fabric = template.by_fabric.iter().zip(&plan.summary.fabrics);
            let fabrics = by_fabric.filter(|((front, back), _)| front + back > 0);
            let fabrics: Vec<String> = fabrics
                .map(|((front, back), fabric)| match back {
                    0 => format!("{}: {front}", fabric.name),
                    back => format!("{}: {front} and {back} reversed", fabric.name),
                })
                .collect();
            let reversed = reversed.unwrap_or_default();
            format!("template {}: cut {}{reversed}; {}", template.name, template.count, fabrics.join(", "))
        })
        .collect();
    if !templates.is_empty() {
        parts.push(("templates".to_owned(), templates));
    }
    if let Some(assembly) = &plan.summary.assembly {
        let title = format!("sewing, {}", plural(assembly.steps.len(), "step"));
        parts.push((title, assembly.steps.iter().map(|step| step.in_words()).collect()));
    }
    if let Some(straight) = &plan.straight {
        let title = format!("cutting, {}", plural(straight.rectangles.len(), "rectangle"));
        parts.push((title, straight.rectangles.iter().map(|row| row.in_words()).collect()));
        let title = format!("sewing, {}", plural(straight.steps.len(), "step"));
        parts.push((title, straight.steps.iter().map(|step| step.in_words()).collect()));
    }
    parts
}
