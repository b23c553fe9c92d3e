#!/usr/bin/env python3
"""Judges LightBurn projects: settings that shapes use, cuts last, closed lines that do not repeat a point, a note."""

import lbrn2_reader
import recipe
import strokes
import tool_path
from verdict import look, parser, speak, start

# The first of two tool layers, which are never cut.
TOOL = 30


def judge(path, options, verdict):
    project = lbrn2_reader.read(path)
    if not project.strokes:
        verdict.fault("nothing is drawn")
        return
    for fault in strokes.shape_faults(project.strokes):
        verdict.fault(fault)
    plain = tool_path.plain(project.strokes, recipe.tool(path), verdict.fault)
    if options.once:
        for fault in [*strokes.twice_faults(plain), *strokes.loose_faults(s for s in plain if s.layer == "CUT")]:
            verdict.fault(fault)
    if options.closed:
        for _ in (s for s in project.strokes if s.layer == options.closed and not s.closed):
            verdict.fault(f"a line of layer {options.closed} is not closed")
    order = sorted(project.settings.values(), key=lambda setting: setting.priority)
    if len({s.priority for s in order}) != len(order):
        verdict.fault("two settings have one priority")
    if "CUT" in [s.name for s in order] and order[-1].name != "CUT":
        verdict.fault(f"{order[-1].name} is cut after CUT")
    for setting in order:
        if setting.kind != ("Tool" if setting.index >= TOOL else "Cut"):
            verdict.fault(f"setting {setting.index} is of type {setting.kind}")
    if min(v for s in project.strokes for p in s.points for v in p) < 0:
        verdict.fault("negative coordinates")
    if not project.notes:
        verdict.fault("the notes do not say how it was made")
    verdict.note(f"{len(project.strokes)} lines in {', '.join(s.name for s in order)}")


def main(arguments):
    line = parser(__doc__)
    line.add_argument("--once", action="store_true", help="no line twice in a layer, not even in part")
    line.add_argument("--closed", metavar="LAYER", help="every line of this layer is closed")
    options = line.parse_args(arguments)
    return speak([look(path, lambda verdict: judge(path, options, verdict)) for path in options.files])


if __name__ == "__main__":
    start(main)
