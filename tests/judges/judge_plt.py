#!/usr/bin/env python3
"""Judges HPGL files: every command known and ended, whole places from 0 on, the pen up at the end, no edge without length."""

from pathlib import Path

import plt_reader
import recipe
import strokes
import tool_path
from verdict import look, parser, speak, start

# Two ends that are rounded to half a unit each, aslant, in mm.
ROUNDED = 0.04


def judge(path, options, verdict):
    found = plt_reader.read(path)
    if not found:
        verdict.fault("nothing is drawn")
        return
    for fault in strokes.shape_faults(found):
        verdict.fault(fault)
    plain = tool_path.plain(found, recipe.tool(path), verdict.fault, rounded=ROUNDED)
    if options.once:
        for fault in strokes.twice_faults(plain):
            verdict.fault(fault)
            if recipe.design(Path(path)) is None:
                verdict.fault("no file beside it says by which design it was made, so that no overcut is declared")
    if options.closed:
        for _ in (s for s in found if s.layer == options.closed and not s.closed):
            verdict.fault(f"a line of layer {options.closed} is not closed")
    left, low, right, high = strokes.bounds(found)
    if options.bbox and any(abs(a - b) > plt_reader.UNIT for a, b in zip((right - left, high - low), options.bbox)):
        verdict.fault(f"drawn are {right - left:.3f} x {high - low:.3f} mm")
    verdict.note(f"{len(found)} lines, {right:.1f} x {high:.1f} mm")


def main(arguments):
    line = parser(__doc__)
    line.add_argument("--once", action="store_true", help="no line twice with a pen, not even in part")
    line.add_argument("--closed", metavar="LAYER", help="every line of this layer comes back to its start")
    line.add_argument("--bbox", nargs=2, type=float, metavar="MM", help="width and height of everything drawn")
    options = line.parse_args(arguments)
    return speak([look(path, lambda verdict: judge(path, options, verdict)) for path in options.files])


if __name__ == "__main__":
    start(main)
