"""Compares the PDF pages of two writers: `judge_writers.py DIR` reads each NAME-ours.pdf and NAME-printpdf.pdf in a folder.

In: what `cargo run -p piecework-printpdf --example both_writers DIR` wrote. Out: one line a pair, `pass` or `FAIL`. Pages have the
same boxes and layers, every line is in the same place of the same layer, and rasters differ by antialiasing only: each
pixel is within the shades that the other raster has there and around it.
"""

import subprocess
import tempfile
from pathlib import Path

import numpy
from PIL import Image

import pdf_reader
from verdict import look, parser, speak, start

BOXES = ("/MediaBox", "/CropBox", "/TrimBox")
# Points: a tenth of what the writers promise.
SAME_BOX = 0.0006
# In mm; the writers round to ten thousandths of a point.
SAME_PLACE = 0.001
DPI = 150
# Of 255: what the edge of a letter differs by, as text and as an outline.
SAME_SHADE = 96


def judge(ours, theirs, verdict):
    documents = [pdf_reader.read(path) for path in (ours, theirs)]
    (first, drawn), (second, redrawn) = documents
    if len(drawn) != len(redrawn):
        verdict.fault(f"{len(drawn)} and {len(redrawn)} pages")
    if layers(first) != layers(second):
        verdict.fault(f"layers {layers(first)} and {layers(second)}")
    for number, pages in enumerate(zip(first.pages, second.pages), 1):
        for name in BOXES:
            a, b = ([float(side) for side in page.obj[name]] for page in pages)
            if max(abs(x - y) for x, y in zip(a, b)) > SAME_BOX:
                verdict.fault(f"page {number}: {name} {a} and {b}")
    for number, (a, b) in enumerate(zip(drawn, redrawn), 1):
        for fault in a.faults + b.faults:
            verdict.fault(f"page {number}: {fault}")
        lines(number, a, b, verdict)
    for number, (a, b) in enumerate(zip(rasters(ours), rasters(theirs)), 1):
        compare(number, a, b, verdict)
    verdict.note(f"{len(drawn)} pages")


def layers(document):
    return [str(group["/Name"]) for group in document.Root.get("/OCProperties", {}).get("/OCGs", [])]


def lines(number, a, b, verdict):
    """The lines of both pages in order, but for letters, which are text in one and areas in the other."""
    shown = [[s for s in page.strokes if s.paint == "stroke"] for page in (a, b)]
    if len(shown[0]) != len(shown[1]):
        verdict.fault(f"page {number}: {len(shown[0])} and {len(shown[1])} lines")
    for x, y in zip(*shown):
        off = [max(abs(p[0] - q[0]), abs(p[1] - q[1])) for p, q in zip(x.points, y.points)]
        if (x.layer, x.closed, len(x.points)) != (y.layer, y.closed, len(y.points)) or max(off, default=0) > SAME_PLACE:
            verdict.fault(f"page {number}: a line of {x.layer} at {x.points[0]} is one of {y.layer} at {y.points[0]}")
        if abs(x.width - y.width) > SAME_PLACE:
            verdict.fault(f"page {number}: lines of {x.width} and {y.width} mm")


def rasters(path):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["pdftoppm", "-r", str(DPI), "-png", path, f"{folder}/page"], check=True, timeout=300)
        return [numpy.asarray(Image.open(p).convert("RGB"), dtype=int) for p in sorted(Path(folder).glob("page*.png"))]


def compare(number, a, b, verdict):
    if a.shape != b.shape:
        verdict.fault(f"page {number}: {a.shape} and {b.shape} pixels")
        return
    off = max(strange(a, b), strange(b, a))
    if off:
        verdict.fault(f"page {number}: {off} pixels of {a.shape[0] * a.shape[1]} are unlike all around them in the other raster")


def strange(a, b):
    """How many pixels of one raster are outside the shades that the other has there and around it."""
    height, width, _ = b.shape
    padded = numpy.pad(b, ((1, 1), (1, 1), (0, 0)), mode="edge")
    around = numpy.stack([padded[y:y + height, x:x + width] for y in range(3) for x in range(3)])
    low, high = around.min(axis=0) - SAME_SHADE, around.max(axis=0) + SAME_SHADE
    return int(((a < low) | (a > high)).any(axis=2).sum())


def main(arguments):
    options = parser(__doc__).parse_args(arguments)
    pairs = [(path, path.with_name(path.name.replace("-ours.", "-printpdf.")))
             for folder in options.files for path in sorted(Path(folder).glob("*-ours.pdf"))]
    if not pairs:
        print("FAIL there is nothing to compare")
        return 1
    return speak([look(ours, lambda verdict, pair=(ours, theirs): judge(*pair, verdict)) for ours, theirs in pairs])


if __name__ == "__main__":
    start(main)
