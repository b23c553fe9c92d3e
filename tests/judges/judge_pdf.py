#!/usr/bin/env python3
"""Judges PDF files with four outside readers: qpdf, mutool, ghostscript and poppler must all be content and silent.

Beyond that: pages of exactly the size they claim, printed at 100 %, every typeface in the file, words that can be
searched, everything drawn in a named layer, and a test square that measures what it says.
"""

import re
import subprocess
from xml.etree import ElementTree

import pdf_reader
from pdf_reader import POINT
from strokes import shape_faults, twice_faults
from verdict import look, parser, speak, start

# Width and height in mm. Letter and its kin are defined in inches.
PAPERS = {
    "a4": (210, 297), "a3": (297, 420), "a5": (148, 210),
    "letter": (215.9, 279.4), "legal": (215.9, 355.6), "tabloid": (279.4, 431.8),
}
# PDF counts pages in points; most writers round these to 0.01. In mm.
PAGE = 0.005
# A side of a test square may be off by this. In mm.
SIDE = 0.005
# What printers on demand ask of bound books, in mm: the fewest pages; for each inside margin the most pages; the
# other margins; the bleed around a cover, and how far its words keep from where it is cut (KDP, November 2026).
FEWEST = 24
INSIDE = [(150, 9.525), (300, 12.7), (500, 15.875), (700, 19.05), (828, 22.225)]
OUTSIDE = 6.35
BLEED = 3.175
# The longest side of a page, in points (ISO 32000-1, table C.1).
LONGEST = 14400


def say(command):
    """Exit code and what a program says, its errors first."""
    ran = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=300)
    return ran.returncode, (ran.stderr + ran.stdout).decode("utf-8", "replace").strip()


def outside(path, verdict):
    """The readers that look at the file as a whole."""
    code, said = say(["qpdf", "--check", path])
    if code or "WARNING" in said:
        verdict.fault(f"qpdf: {gist(said)}")
    code, said = say(["mutool", "draw", "-q", "-F", "trace", "-o", "/dev/null", path])
    # A build of mutool without color management says so each time; that is about mutool.
    said = "\n".join(line for line in said.splitlines() if "ICC" not in line)
    if code or said:
        verdict.fault(f"mutool: {gist(said)}")
    code, said = say(["gs", "-q", "-dSAFER", "-dNOPAUSE", "-dBATCH", "-sDEVICE=nullpage", "-dPDFSTOPONERROR", path])
    if code or said:
        verdict.fault(f"ghostscript: {gist(said)}")


def gist(said):
    """The line that says what is wrong."""
    lines = [line.strip(" *") for line in said.splitlines()]
    telling = [line for line in lines if "error" in line.lower() or "warning" in line.lower()] or lines
    return telling[0][:160] if telling else "it failed without a word"


def judge(path, options, verdict):
    outside(path, verdict)
    document, pages = pdf_reader.read(path)
    with document:
        boxes(document, options, verdict)
        catalog(document, verdict)
        fonts(document, verdict)
        layers(document, pages, options, verdict)
    for page in pages:
        for fault in [*page.faults, *shape_faults(page.strokes)]:
            verdict.fault(fault)
        drawn(page, options, verdict)
    if not any(page.strokes or page.worded for page in pages):
        verdict.fault("nothing is drawn")
    words(path, pages, options, verdict)
    if options.bound:
        bound(path, pages, verdict)
    if options.cover:
        cover(path, pages, verdict)
    square(pages, options, verdict)
    verdict.note(f"{len(pages)} pages, {sum(len(p.strokes) for p in pages)} lines")


def boxes(document, options, verdict):
    if options.pages and len(document.pages) != options.pages:
        verdict.fault(f"{len(document.pages)} pages, not {options.pages}")
    wanted = [PAPERS[name] for name in options.paper] + ([tuple(options.size)] if options.size else [])
    for number, page in enumerate(document.pages, 1):
        left, low, right, high = box = pdf_reader.media_box(page.obj)
        if (left, low) != (0, 0):
            verdict.fault(f"page {number} does not begin at 0 0")
        for name in ("/CropBox", "/TrimBox", "/BleedBox", "/ArtBox"):
            if name in page.obj and any(abs(float(a) - b) > 1e-3 for a, b in zip(page.obj[name], box)):
                verdict.fault(f"page {number}: {name[1:]} is not MediaBox")
        if max(right, high) > LONGEST:
            verdict.fault(f"page {number} is over {LONGEST} points")
        for name in ("/UserUnit", "/Rotate"):
            if name in page.obj and float(page.obj[name]) != {"/UserUnit": 1, "/Rotate": 0}[name]:
                verdict.fault(f"page {number} has a {name[1:]}, which half of the readers ignore")
        if wanted and not any(fits(right * POINT, high * POINT, *paper) for paper in wanted):
            verdict.fault(f"page {number} is {right * POINT:.4f} x {high * POINT:.4f} mm")


def fits(width, height, across, down):
    """A sheet of paper may lie either way."""
    pairs = [(across, down), (down, across)]
    return any(abs(width - w) <= PAGE and abs(height - h) <= PAGE for w, h in pairs)


def catalog(document, verdict):
    preferences = document.Root.get("/ViewerPreferences", {})
    if preferences.get("/PrintScaling") != "/None":
        verdict.fault("PrintScaling is not None: readers will shrink it to fit")
    for key in ("/OpenAction", "/AA", "/AcroForm"):
        if key in document.Root:
            verdict.fault(f"the catalog has {key[1:]}")
    if document.is_encrypted:
        verdict.fault("it is encrypted")


def fonts(document, verdict):
    for item in document.objects:
        if not hasattr(item, "get") or item.get("/Type") != "/Font" or item.get("/Subtype") == "/Type0":
            continue
        program = item.get("/FontDescriptor", {})
        if item.get("/Subtype") != "/Type3" and not any(k in program for k in ("/FontFile", "/FontFile2", "/FontFile3")):
            verdict.fault(f"typeface {item.get('/BaseFont')} is not in the file")


def layers(document, pages, options, verdict):
    groups = document.Root.get("/OCProperties", {}).get("/OCGs", [])
    names = [str(group["/Name"]) for group in groups]
    for name in sorted({n for n in names if names.count(n) > 1}):
        verdict.fault(f"two layers are called {name}")
    for name in names:
        if not re.fullmatch(r"[A-Z0-9_-]{1,31}", name):
            verdict.fault(f"layer name {name!r}")
    for name in options.layer:
        if name not in names:
            verdict.fault(f"there is no layer {name}, but {' '.join(names) or 'none'}")
    for page in pages:
        used = {s.layer for s in page.strokes} | page.worded
        if "" in used:
            verdict.fault("something is drawn outside of every layer")
        for name in sorted(used - {""} - set(names)):
            verdict.fault(f"layer {name} is not in the list of layers")


def drawn(page, options, verdict):
    points = [p for s in page.strokes if s.paint != "none" for p in s.points]
    if any(x < -PAGE or y < -PAGE or x > page.width + PAGE or y > page.height + PAGE for x, y in points):
        verdict.fault("something is drawn off its page")
    thin = [s.width for s in page.strokes if s.inked and options.least is not None and s.width < options.least - 1e-3]
    if thin:
        verdict.fault(f"lines of {min(thin):.3f} mm, thinner than {options.least:g} mm")
    if options.once:
        for fault in twice_faults(s for s in page.strokes if s.inked):
            verdict.fault(fault)


def words(path, pages, options, verdict):
    code, said = say(["pdftotext", "-enc", "UTF-8", path, "-"])
    if code:
        verdict.fault(f"pdftotext: {gist(said)}")
        return
    if any(page.worded for page in pages) and not said:
        verdict.fault("there are words, but none can be searched")
    strange = sorted({c for c in said if c == "\ufffd" or (ord(c) < 32 and c not in "\n\f\t\r") or 0xE000 <= ord(c) <= 0xF8FF})
    if strange:
        verdict.fault(f"words that cannot be searched: {' '.join(hex(ord(c)) for c in strange[:6])}")
    for text in options.text:
        if text not in " ".join(said.split()):
            verdict.fault(f"nowhere it says {text!r}")


def word_boxes(path):
    """For each page the boxes of its words: left, top, right and bottom, in mm from the top left corner."""
    said = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, timeout=300, check=True).stdout
    sides = ("xMin", "yMin", "xMax", "yMax")
    pages = [page for page in ElementTree.fromstring(said).iter() if page.tag.endswith("page")]
    return [[[float(w.get(s)) * POINT for s in sides] for w in page if w.tag.endswith("word")] for page in pages]


def bound(path, pages, verdict):
    """Pages that are bound: enough of them, an even number, and margins that are wider on the side of the spine."""
    if len(pages) < FEWEST or len(pages) % 2:
        verdict.fault(f"{len(pages)} pages cannot be bound")
    inside = next((margin for most, margin in INSIDE if len(pages) <= most), None)
    if inside is None:
        verdict.fault(f"{len(pages)} pages are too many to bind")
        return
    for number, (page, boxes) in enumerate(zip(pages, word_boxes(path)), 1):
        lines = [p for s in page.strokes if s.paint != "none" for p in s.points]
        xs = [x for x, _ in lines] + [x for box in boxes for x in box[::2]]
        # Strokes count from the bottom, words from the top; both margins are equal.
        ys = [y for _, y in lines] + [y for box in boxes for y in box[1::2]]
        left, right = (inside, OUTSIDE) if number % 2 else (OUTSIDE, inside)
        if xs and (min(xs) < left - PAGE or max(xs) > page.width - right + PAGE):
            verdict.fault(f"page {number}: {min(xs):.2f} and {page.width - max(xs):.2f} mm beside it, not {left} and {right}")
        if ys and (min(ys) < OUTSIDE - PAGE or max(ys) > page.height - OUTSIDE + PAGE):
            verdict.fault(f"page {number} has narrow margins above or below")


def cover(path, pages, verdict):
    """A cover of one page: its ground reaches every edge, so that it can be cut, and its words keep away from the cut."""
    if len(pages) != 1:
        verdict.fault(f"a cover of {len(pages)} pages")
    for page, boxes in zip(pages, word_boxes(path)):
        points = [p for s in page.strokes if s.paint != "none" for p in s.points]
        reach = [min(x for x, _ in points), min(y for _, y in points)]
        reach += [page.width - max(x for x, _ in points), page.height - max(y for _, y in points)]
        if any(abs(edge) > PAGE for edge in reach):
            verdict.fault("the ground does not reach every edge")
        keep = BLEED + OUTSIDE - PAGE
        if any(min(l, t, page.width - r, page.height - b) < keep for l, t, r, b in boxes):
            verdict.fault("words are near the cut")


def square(pages, options, verdict):
    for side in options.square:
        if not any(is_square(s, side) for page in pages for s in page.strokes):
            verdict.fault(f"there is no test square of {side:g} mm")


def is_square(stroke, side):
    if not stroke.closed or stroke.curved or len(stroke.points) != 4 or not stroke.inked:
        return False
    xs, ys = sorted(p[0] for p in stroke.points), sorted(p[1] for p in stroke.points)
    corners = {(abs(x - xs[0]) < SIDE, abs(y - ys[0]) < SIDE) for x, y in stroke.points}
    sides = [abs(v[0] - v[3] + side) < SIDE and v[1] - v[0] < SIDE and v[3] - v[2] < SIDE for v in (xs, ys)]
    return len(corners) == 4 and all(sides)


def main(arguments):
    line = parser(__doc__)
    line.add_argument("--size", nargs=2, type=float, metavar="MM", help="width and height of every page, either way round")
    line.add_argument("--paper", action="append", default=[], choices=PAPERS, help="a paper that the pages may be of")
    line.add_argument("--pages", type=int, metavar="N", help="how many pages")
    line.add_argument("--layer", action="append", default=[], metavar="NAME", help="a layer that must be there")
    line.add_argument("--text", action="append", default=[], metavar="WORDS", help="words that must be found")
    line.add_argument("--square", action="append", default=[], type=float, metavar="MM", help="a closed square of this side")
    line.add_argument("--least", type=float, metavar="MM", help="the thinnest line that is allowed")
    line.add_argument("--bound", action="store_true", help="the pages of a book that is bound")
    line.add_argument("--cover", action="store_true", help="the cover of a book that is bound, with its bleed")
    line.add_argument("--once", action="store_true", help="no line twice in a layer, not even in part")
    options = line.parse_args(arguments)
    return speak(look(path, lambda verdict: judge(path, options, verdict)) for path in options.files)


if __name__ == "__main__":
    start(main)
