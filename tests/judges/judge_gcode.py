#!/usr/bin/env python3
"""Judges G-code for lasers: every command known, the beam on along cuts only and off at the end, every pass the same."""

import gcode_reader
import strokes
from verdict import look, parser, speak, start


def judge(path, verdict):
    found = gcode_reader.read(path)
    if not found:
        verdict.fault("nothing is burnt")
        return
    left, low, right, high = strokes.bounds(found)
    if left < 0 or low < 0:
        verdict.fault(f"it begins at {left} {low}")
    verdict.note(f"{len(found)} lines, {right:.1f} x {high:.1f} mm")


def main(arguments):
    options = parser(__doc__).parse_args(arguments)
    return speak([look(path, lambda verdict: judge(path, verdict)) for path in options.files])


if __name__ == "__main__":
    start(main)
