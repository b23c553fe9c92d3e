#!/usr/bin/env python3
"""Judges PNG files: Pillow reads every pixel, and a size on paper, where one is said, is that of the drawing beside it.

With --print the picture is printed by the program of a cutter, which takes its size from the file: it must say one, and be as
large as what is cut around it and the bleed.
"""

import json
from pathlib import Path

from PIL import Image

import recipe
import strokes
import svg_reader
from verdict import look, parser, speak, start

INCH = 25.4
# The bleed of pictures on puzzles, in mm, and how far cut lines may be off the board: half a kerf on either side.
BLEED, KERF = 2.0, 0.5


def expected(path):
    """The width and height in mm of what is beside a picture, and how exactly; nothing if there is no such file."""
    drawing = path.with_suffix(".svg")
    if drawing.exists():
        sheet = svg_reader.read(drawing)
        return (sheet.width, sheet.height), 0.0
    stem = path.name.removesuffix("-print.png")
    cut = next(iter(sorted(path.parent.glob(f"{stem}-cut*.svg"))), None) if stem != path.name else None
    if cut is None:
        return None
    left, top, right, bottom = strokes.bounds([line for line in svg_reader.read(cut).strokes if line.layer == "CUT"])
    given = json.loads(recipe.design(cut) or "{}").get("cut", {})
    bleed = recipe.mm(str(given["bleed"])) if "bleed" in given else BLEED
    return (right - left + 2 * bleed, bottom - top + 2 * bleed), KERF


def judge(path, options, verdict):
    path = Path(path)
    with Image.open(path) as picture:
        # Every chunk with its check sum; then every pixel.
        picture.verify()
    with Image.open(path) as picture:
        picture.load()
        width, height = picture.size
        dots = picture.info.get("dpi")
    if picture.format != "PNG":
        verdict.fault(f"Pillow calls it {picture.format}")
    if not dots:
        if options.print:
            verdict.fault("no size on paper (pHYs), which programs of cutters need")
        verdict.note(f"{width} x {height} pixels")
        return
    if abs(dots[0] - dots[1]) > 0.01:
        verdict.fault(f"{dots[0]:g} pixels an inch across and {dots[1]:g} down")
    size = (width / dots[0] * INCH, height / dots[1] * INCH)
    wanted = expected(path)
    if wanted is None and any(path.parent.glob(path.name.removesuffix("-print.png") + "-cut*.dxf")):
        verdict.note("{:.1f} x {:.1f} mm, not compared: no SVG was written beside it".format(*size))
        return
    if wanted is None:
        verdict.fault("a size on paper, and no drawing beside it to compare it with")
        return
    # Pixels are whole, so that a picture may be half a pixel off at either edge.
    off = wanted[1] + INCH / dots[0]
    if any(abs(found - true) > off for found, true in zip(size, wanted[0])):
        verdict.fault("{:.2f} x {:.2f} mm on paper, not {:.2f} x {:.2f}".format(*size, *wanted[0]))
    verdict.note("{} x {} pixels, {:.1f} x {:.1f} mm".format(width, height, *size))


def main(arguments):
    line = parser(__doc__)
    line.add_argument("--print", action="store_true", help="the picture is printed by the program of a cutter")
    options = line.parse_args(arguments)
    return speak([look(path, lambda verdict: judge(path, options, verdict)) for path in options.files])


if __name__ == "__main__":
    start(main)
