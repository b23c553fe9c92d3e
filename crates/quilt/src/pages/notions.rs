//! Tools and notions: what a quilter needs beside fabric.

use crate::plan::QuiltPlan;
use crate::plan::options::Method;

/// The tools and notions of a pattern, as entries of a list.
pub(super) fn tools(plan: &QuiltPlan) -> Vec<String> {
    let options = plan.options();
    let has_border = !plan.summary.yardage.borders.is_empty();
    let by_hand = options.method == Method::EnglishPaper;
    let on_paper = options.piecing.foundations.is_some() && options.method == Method::Straight;
    let mut tools = vec!["Rotary cutter, mat and ruler"];
    match options.method {
        Method::Templates if options.seam_allowance > 0.0 => tools.extend([
            "Card or template plastic, a fabric marker and an awl for the matching points",
            "Small sharp scissors to clip inside corners",
        ]),
        Method::Templates => tools.push("Card or template plastic and a fabric marker"),
        Method::EnglishPaper => tools.extend([
            "Card stock for the papers",
            "Hand-sewing needles, fine thread, and basting thread or fabric glue",
        ]),
        Method::Straight if plan.summary.set_in_corners > 0 => {
            tools.extend([
                "A fabric marker for the dots at inside corners",
                "Small sharp scissors to clip inside corners",
            ]);
        }
        Method::Straight => {}
    }
    if on_paper {
        tools.push("Thin paper for the foundations; set the stitch length to 1.5 mm");
    }
    if !by_hand || has_border {
        tools.push("Sewing machine with a foot for an exact seam allowance, and piecing thread");
    }
    tools.extend(["Pins or clips, an iron", "Batting, backing and binding as listed; quilting thread"]);
    tools.into_iter().map(str::to_owned).collect()
}
