#!/usr/bin/env python3
"""Judges pictures for a shop, which are for the eye: SVG that needs nothing outside of the file.

True size, the grammar of SVG, everything within the picture, every filter and gradient there and used, no links.
"""

import re

import strokes
import svg_reader
from judge_svg import tag, valid
from verdict import look, parser, speak, start

NEVER = {"use", "symbol", "image", "foreignObject", "script", "a", "text", "style"}
# How far a point may be off the picture, in mm.
EDGE = 1e-3


def judge(path, verdict):
    sheet = svg_reader.read(path)
    named, used = set(), set()
    for element in sheet.root.iter():
        if tag(element) in NEVER:
            verdict.fault(f"unsupported element <{tag(element)}>")
        for key, value in element.attrib.items():
            if "href" in key:
                verdict.fault(f"a link to {value!r}")
            used.update(re.findall(r"url\(#([^)]*)\)", value))
        if element.get("id") and tag(element.getparent()) == "defs":
            named.add(element.get("id"))
    for name in sorted(used - named):
        verdict.fault(f"{name!r} is used, but not there")
    for name in sorted(named - used - {"coin"}):
        verdict.fault(f"{name!r} is there, but not used")
    valid(sheet.root, verdict)
    if not sheet.strokes:
        verdict.fault("nothing is drawn")
        return
    left, top, right, bottom = strokes.bounds(sheet.strokes)
    if left < -EDGE or top < -EDGE or right > sheet.width + EDGE or bottom > sheet.height + EDGE:
        verdict.fault(f"drawn off the picture: {left:g} {top:g} to {right:g} {bottom:g}")
    verdict.note(f"{len(sheet.strokes)} lines, {len(used)} filters and gradients")


def main(arguments):
    options = parser(__doc__).parse_args(arguments)
    return speak([look(path, lambda verdict: judge(path, verdict)) for path in options.files])


if __name__ == "__main__":
    start(main)
