#!/usr/bin/env python3
"""Judges the judges: each must accept what is good and refuse what is broken, for the right reason.

Every file is made here, one fault at a time, from the specimens. A case that is refused for another reason has failed:
such a judge would not notice if its own check were gone.
"""

import base64
import contextlib
import html
import io
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pikepdf
from PIL import Image

import judge_across
import judge_dxf
import judge_gcode
import judge_lbrn2
import judge_pairs
import judge_pdf
import judge_picture
import judge_plt
import judge_png
import judge_solid
import judge_stitches
import judge_svg
import machine_specimens
import specimens
import strokes

HERE = Path(__file__).resolve().parent
CUTTER = ["--cutter", "--once"]
R12 = ["--version", "r12", "--closed", "CUT", "--once"]
R2000 = ["--version", "r2000", "--units", "name", "--closed", "CUT", "--once"]
NEEDED = ("qpdf", "mutool", "gs", "pdftotext")


class Bench:
    """Runs cases in a folder of its own and counts them."""

    def __init__(self, folder):
        self.folder, self.passed, self.failed = Path(folder), 0, 0

    def case(self, name, right, said):
        self.passed, self.failed = self.passed + right, self.failed + (not right)
        if not right:
            print(f"FAIL {name}\n     {said.strip()}")

    def judge(self, name, judge, arguments, reason=None):
        """Without a reason the judge must be content; with one it must refuse and say it."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            code = judge.main([str(a) for a in arguments])
        right = code == 0 if reason is None else code == 1 and reason in said.getvalue()
        self.case(name, right, f"wanted {reason!r}: {said.getvalue()}")

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path


def change(text, old, new, count=1):
    """The text with `old` replaced; that it was there at all is part of the case."""
    if old not in text:
        raise ValueError(f"the specimen has no {old!r} to spoil")
    return text.replace(old, new, count)


def picture_in_svg_cases(bench):
    """A printed sheet with a picture of two pixels by one in one place."""
    data = io.BytesIO()
    Image.new("RGB", (2, 1), "red").save(data, "JPEG")
    jpeg = base64.b64encode(data.getvalue()).decode()
    good = change(change(specimens.svg(), "<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" '), "<title>", (
        '<defs><pattern height="1" id="a" patternUnits="userSpaceOnUse" width="2" x="0" y="0"><image height="1" '
        f'preserveAspectRatio="none" width="2" x="0" xlink:href="data:image/jpeg;base64,{jpeg}" y="0"/></pattern>'
        '<pattern id="place1" patternTransform="matrix(5 0 0 5 2 3)" xlink:href="#a"/></defs><title>'))
    good = change(good, "</svg>", '<g id="fill" inkscape:label="FILL"><path id="f" d="M5 5L9 5L9 9Z" fill="url(#place1)" '
                  'style="fill:url(#place1);stroke:none"/></g></svg>')
    bench.judge("svg: a picture in print", judge_svg, [bench.write("picture.svg", good)])

    def refuse(name, old, new, reason, arguments=()):
        bench.judge(f"svg: {name}", judge_svg, [*arguments, bench.write("spoilt.svg", change(good, old, new, -1))], reason)

    refuse("a picture for a machine", "M5 5L9 5", "M5 5L9 5", "unsupported element <image>", CUTTER)
    refuse("a picture in another file", "data:image/jpeg;base64,", "picture.jpg#", "not in the file as JPEG")
    refuse("a broken picture", jpeg, jpeg[:40] + "*", "a picture is broken")
    refuse("a picture of another size", 'width="2"', 'width="3"', "is said to be")
    refuse("a place of no picture", 'xlink:href="#a"', 'xlink:href="#b"', "is no place of a picture")
    refuse("a place that is not there", "url(#place1)", "url(#place2)", "are used")
    refuse("a picture on the sheet itself", '<g id="fill"', '<image width="2" height="1" x="0" y="0" xlink:href="a.jpg"/><g id="fill"',
           "<image> lies in <svg>")


def svg_cases(bench):
    picture_in_svg_cases(bench)
    good = specimens.svg()
    layer = good.index('<g id="cut"')

    def refuse(name, old, new, reason, arguments=CUTTER):
        head, tail = (good[:layer], good[layer:]) if old in good[layer:] else (good, "")
        text = head + change(tail, old, new) if tail else change(head, old, new)
        bench.judge(f"svg: {name}", judge_svg, [*arguments, bench.write("spoilt.svg", text)], reason)

    def accept(name, old, new, arguments):
        bench.judge(f"svg: {name}", judge_svg, [*arguments, bench.write("other.svg", change(good, old, new))])

    path = bench.write("good.svg", good)
    bench.judge("svg: good", judge_svg, [*CUTTER, "--size", 100, 80, "--area", specimens.AREA, path])
    bench.judge("svg: two files share the area", judge_svg, ["--area", 2 * specimens.AREA, path, path])
    bench.judge("svg: wrong area", judge_svg, ["--area", 1200, path], "enclose 1100.0000 square mm, not 1200")
    bench.judge("svg: wrong sheet", judge_svg, ["--size", 100, 81, path], "the sheet is 100 x 80 mm")
    accept("words in print", "</svg>", '<text x="5" y="70">words</text></svg>', [])
    accept("an open cut line in print", "15 25L5 25Z", "15 25L5 25", ["--once"])
    accept("outlines that touch in print", "M27 5L57 5L57 35L27 35Z", "M25 5L57 5L57 35L25 35Z", [])
    accept("two pieces that share a line", "M27 5L57 5L57 35L27 35Z", "M25 8L57 8L57 13L25 13", CUTTER)
    accept("a curve that leads back to its start", "M9 8L10 7L10 12", "M9 60C9 65 19 65 19 60C19 55 9 55 9 60Z", CUTTER)
    arc_svg_cases(bench, good)
    bench.judge("svg: no file", judge_svg, [bench.folder / "none.svg"], "no XML")

    refuse("cut off", "</svg>", "", "no XML")
    refuse("another root", 'xmlns="http://www.w3.org/2000/svg"', "", "the root is svg")
    refuse("pixels", 'width="100mm"', 'width="100px"', "not a number of mm")
    refuse("no view box", 'viewBox="0 0 100 80"', "", "viewBox is ''")
    refuse("commas in the view box", "0 0 100 80", "0,0,100,80", "apart by a space")
    refuse("another scale", "0 0 100 80", "0 0 1000 800", "one unit is not one mm")
    refuse("an id twice", 'id="cut-1"', 'id="cut-0"', "'cut-0' is given twice")
    refuse("no number", "M5 5L25 5", "M5 5LNaN 5", "command 'N'")
    refuse("an exponent", "M5 5L25 5", "M5 5L2.5e1 5", "cannot read '2.5e1")
    accept("relative lines", "M5 5L25 5L25 15L15 15", "M5 5l20 0 0 10L15 15", CUTTER)
    accept("relative moves", "M9 8L10 7L10 12", "M9 8l1 -1m0 1l0 4m-1 1l0 1", CUTTER)
    refuse("a relative curve", "M5 5L25 5", "M5 5c20 0 20 0 20 0", "command 'c'")
    refuse("a relative beginning", "M5 5L25 5", "m5 5L25 5", "a relative move at the beginning")
    refuse("an odd number", "M5 5L25 5L", "M5 5L25L", "1 numbers after L")
    refuse("no command", 'd="M5 5', 'd="5 5', "a number before any command")
    refuse("no M", "M5 5L25 5", "L25 5", "L where a line must begin")
    refuse("an empty path", 'd="M5 5L25 5L25 15L15 15L15 25L5 25Z"', 'd=""', "draws nothing")
    refuse("off the sheet", "M5 5", "M-5 5", "drawn off the sheet")
    refuse("a transform", '<path id="cut-0"', '<path transform="scale(1)" id="cut-0"', "has a transform", [])
    refuse("a use", "</svg>", '<use xlink:href="#cut-0" xmlns:xlink="http://www.w3.org/1999/xlink"/></svg>', "<use>", [])
    if judge_svg.DTD.exists():
        refuse("an attribute SVG does not know", '<path id="cut-0"', '<path hue="red" id="cut-0"', "DTD: ", [])
    else:
        print("SKIPPED the case with the DTD of SVG: w3c-sgml-lib not installed")
    refuse("words", "</svg>", '<text x="5" y="70">words</text></svg>', "unsupported element <text>")
    refuse("a style sheet", "<title>", '<style type="text/css">path{fill:none}</style><title>', "unsupported element <style>")
    refuse("a class", '<path id="cut-0"', '<path class="cut" id="cut-0"', "attribute class")
    refuse("a group in a group", '<path id="cut-1"', '</g><g id="a" inkscape:label="CUT"><g id="b" inkscape:label="CUT">'
           '<path id="x" fill="none" stroke="#f00" style="stroke:#f00" d="M90 70L95 70L95 75Z"/></g><path id="cut-1"',
           "a group lies in a group")
    refuse("an unnamed layer", ' inkscape:label="CUT"', "", "a layer has no label")
    refuse("an inherited look", 'style="fill:none;stroke:#ff0000;stroke-width:0.1" ', "", "no style of its own")
    refuse("a layer of no color", ' stroke="#ff0000"', "", "two different things about its stroke, or only one")
    refuse("a style without a fill", 'style="fill:none;stroke:#ff0000', 'style="stroke:#ff0000', "lacks its fill")
    refuse("two colors", "stroke:#ff0000", "stroke:#0000ff", "two different things")
    refuse("no cut layer", 'inkscape:label="CUT"', 'inkscape:label="SCORE"', "there is no layer CUT")
    refuse("an open outline", "15 25L5 25Z", "15 25L5 25", "2 loose ends in layer CUT")
    refuse("a shared line too short", "M27 5L57 5L57 35L27 35Z", "M25.1 8L57 8L57 13L25 13", "1 loose ends in layer CUT")
    refuse("the first point repeated", "15 25L5 25Z", "15 25L5 25L5 5Z", "repeats its first point")
    refuse("an edge of no length", "M5 5L25 5", "M5 5L25 5L25 5", "an edge without length")
    refuse("two points", "M5 5L25 5L25 15L15 15L15 25L5 25Z", "M5 5L25 5Z", "a line of 2 points")
    refuse("a bow tie", "M5 5L25 5L25 15L15 15L15 25L5 25Z", "M5 5L25 25L25 5L5 20Z", "Self-intersection")
    refuse("no area", "M5 5L25 5L25 15L15 15L15 25L5 25Z", "M5 5L25 5L15 5.00005Z", "encloses nothing")
    refuse("an outline twice", "M27 5", "M5 5L25 5L25 15L15 15L15 25L5 25ZM27 5", "duplicate outline", ["--cutter"])
    refuse("outlines overlap", "M27 5L57 5L57 35L27 35Z", "M24 5L57 5L57 35L24 35Z", "overlap by 10.00 square mm", ["--cutter"])
    refuse("outlines touch", "M27 5L57 5L57 35L27 35Z", "M25 5L57 5L57 35L25 35Z", "two outlines touch", ["--cutter"])
    refuse("an edge twice", "M27 5L57 5L57 35L27 35Z", "M25 5L57 5L57 35L25 35Z", "10.00 mm of 244.00 mm drawn twice")
    refuse("a scratch twice", "M9 8L10 7L10 12", "M9 8L10 7L10 12M10 9L10 11", "layer ENGRAVE: 2.00 mm")
    bench.judge("svg: nothing", judge_svg, [bench.write("empty.svg", good[:good.index("<g")] + "</svg>")], "nothing is drawn")


def arc_svg_cases(bench, good):
    """The lower edge of the ring as an arc of 25 mm: outwards the piece grows by the segment, inwards it shrinks."""
    def judge(name, arc, area, reason=None):
        path = bench.write("arc.svg", change(good, "L57 35L27 35Z", f"L57 35A{arc} 27 35Z"))
        bench.judge(f"svg: {name}", judge_svg, [*CUTTER, "--area", area, path], reason)

    turn = 2 * math.asin(15 / 25)
    segment = 25 ** 2 / 2 * (strokes.ARC_CHORDS * math.sin(turn / strokes.ARC_CHORDS) - math.sin(turn))
    judge("an arc outwards", "25 25 0 0 1", specimens.AREA + segment)
    judge("an arc inwards", "25 25 0 0 0", specimens.AREA - segment)
    judge("an arc that turns the other way", "25 25 0 0 0", specimens.AREA + segment, "square mm, not 1201.9955")
    judge("an ellipse", "25 20 0 0 1", specimens.AREA, "is no part of a circle")
    judge("an arc too small", "10 10 0 0 1", specimens.AREA, "does not reach its end")


def dxf_cases(bench):
    r12, r2000 = specimens.dxf("R12"), specimens.dxf("R2000")
    bench.judge("dxf: good r12", judge_dxf, [*R12, "--bbox", 80.4, 30, bench.write("good-r12.dxf", r12)])
    bench.judge("dxf: good r2000", judge_dxf, [*R2000, "--bbox", 80.4, 30, bench.write("good-r2000.dxf", r2000)])
    bench.judge("dxf: CRLF", judge_dxf, [*R12, bench.write("crlf.dxf", r12.replace("\n", "\r\n"))])
    bench.judge("dxf: wrong version", judge_dxf, ["--version", "r12", bench.folder / "good-r2000.dxf"], "the version is AC1015")
    bench.judge("dxf: wrong size", judge_dxf, ["--bbox", 80, 30, bench.folder / "good-r12.dxf"], "drawn are 80.4000 x 30.0000")
    bench.judge("dxf: wrong units", judge_dxf, ["--units", "in", bench.folder / "good-r2000.dxf"], "not in")

    def refuse(name, text, arguments, reason):
        bench.judge(f"dxf: {name}", judge_dxf, [*arguments, bench.write("spoilt.dxf", text)], reason)

    refuse("no EOF", change(r12, "  0\nEOF\n", ""), R12, "does not end with EOF")
    refuse("cut off", r2000[:r2000.rindex("  0\nLWPOLYLINE")] + "  0\nEOF\n", R2000, "ezdxf cannot read it")
    refuse("a line lost", change(r12, "  0\nVERTEX\n", "  0\n"), R12, "do not pair")
    refuse("no group code", change(r12, "  0\nVERTEX\n", "  O\nVERTEX\n"), R12, "is no group code")
    last = r12.rindex("  0\nSEQEND\n")
    end = r12.index("  0\nENDSEC\n", last)
    refuse("no SEQEND", r12[:last] + r12[end:], R12, "6 POLYLINE but 5 SEQEND")
    light = "0 LWPOLYLINE 5 FF 100 AcDbEntity 8 CUT 100 AcDbPolyline 90 2 70 0 10 60.0 20 60.0 10 70.0 20 60.0 "
    light = light.replace(" ", "\n")
    refuse("new entities in r12", r12[:end] + light + r12[end:], R12, "R12 knows no LWPOLYLINE")
    refuse("no number", change(r12, "\n60.0\n", "\nnan\n"), R12, "'nan' is no number")
    refuse("not plain", change(r12, "GUIDE", "GÜIDE", 99), R12, "not plain ASCII")
    undeclared = change(r12, "  8\nCUT\n 66\n", "  8\nCUTS\n 66\n")
    refuse("an undeclared layer", undeclared, R12, "layer CUTS is not declared")
    refuse("a long name", change(r12, "GUIDE", "guide lines", 99), R12, "layer name 'guide lines'")
    opened = r2000.rindex("AcDbPolyline")
    spoilt = r2000[:opened] + change(r2000[opened:], " 70\n1\n", " 70\n0\n")
    refuse("an open outline", spoilt, R2000, "2 loose ends in layer CUT")
    refuse("no units", change(r2000, "$INSUNITS\n 70\n4\n", "$INSUNITS\n 70\n0\n"), R2000, "$INSUNITS is 0, neither")
    refuse("other units", change(r2000, "$INSUNITS\n 70\n4\n", "$INSUNITS\n 70\n1\n"), R2000, "$INSUNITS is 1, not mm")
    inches = change(change(r2000, "$INSUNITS\n 70\n4\n", "$INSUNITS\n 70\n1\n"), "$MEASUREMENT\n 70\n1\n", "$MEASUREMENT\n 70\n0\n")
    named = ["--version", "r2000", "--units", "name"]
    bench.judge("dxf: inches by name", judge_dxf, [*named, bench.write("good-r2000_in.dxf", inches)])
    bench.judge("dxf: mm named inches", judge_dxf, [*named, bench.write("spoilt_in.dxf", r2000)], "$INSUNITS is 4, not in")
    worded = "999\ntwo pieces; 1 unit = 1 in\n" + r12
    bench.judge("dxf: r12 of inches named mm", judge_dxf, ["--version", "r12", bench.write("spoilt_mm.dxf", worded)], "says a unit of 1 mm")
    refuse("inches by halves", change(r2000, "$INSUNITS\n 70\n4\n", "$INSUNITS\n 70\n1\n"), [], "$MEASUREMENT does not go")
    refuse("extents too small", change(r2000, "$EXTMAX\n 10\n85.4", "$EXTMAX\n 10\n20.0"), R2000, "leave lines out")
    units = change(r12, "  9\n$ACADVER\n", "  9\n$INSUNITS\n 70\n4\n  9\n$ACADVER\n")
    refuse("units in r12", units, R12, "R12 knows no $INSUNITS")
    drawn_dxf_cases(bench)


def drawn_dxf_cases(bench):
    """Faults of the drawing itself, through ezdxf's writer."""
    def refuse(name, draw, reason):
        document = specimens.ezdxf.readfile(bench.folder / "good-r2000.dxf")
        draw(document.modelspace())
        document.saveas(bench.folder / "spoilt.dxf")
        bench.judge(f"dxf: {name}", judge_dxf, [*R2000, bench.folder / "spoilt.dxf"], reason)

    cut = {"layer": "CUT"}
    lens = lambda bulge: lambda m: m.add_lwpolyline([(62, 60, bulge), (80, 60, bulge)], format="xyb", close=True, dxfattribs=cut)
    refuse("arcs", lens(0.3), None)
    refuse("arcs beyond the extents", lens(2), "leave lines out")
    refuse("a repeated point", lambda m: m.add_lwpolyline([(60, 60), (70, 60), (70, 70), (60, 60)], close=True, dxfattribs=cut),
           "repeats its first point")
    dashed = {"layer": "GUIDE", "linetype": "DASHED"}
    refuse("an unknown line type", lambda m: m.add_line((1, 1), (5, 1), dxfattribs=dashed), "audit: Removed undefined linetype")
    refuse("a spline", lambda m: m.add_spline([(60, 60, 0), (70, 70, 0)], dxfattribs=cut), "unsupported element SPLINE")
    refuse("words", lambda m: m.add_text("7", dxfattribs=cut), "unsupported element TEXT")
    refuse("a line twice", lambda m: m.add_line((60, 49.6), (70, 49.6), dxfattribs={"layer": "GUIDE"}), "10.00 mm")
    refuse("outlines overlap", lambda m: m.add_lwpolyline([(0, 60), (20, 60), (20, 79), (0, 79)], close=True, dxfattribs=cut),
           "two outlines overlap")
    refuse("a bow tie", lambda m: m.add_lwpolyline([(60, 10), (80, 30), (80, 10), (60, 25)], close=True, dxfattribs=cut),
           "Self-intersection")
    refuse("below zero", lambda m: m.add_line((-3, 1), (5, 1), dxfattribs={"layer": "ENGRAVE"}), "negative coordinates")
    refuse("nothing", lambda m: m.delete_all_entities(), "nothing is drawn")


def pdf_cases(bench):
    good = bench.folder / "good.pdf"
    specimens.pdf(good)
    size = ["--size", 100, 80]
    bench.judge("pdf: good", judge_pdf, [*size, "--square", 25.4, "--layer", "CUT", "--text", "TEST", "--once", good])
    bench.judge("pdf: no such square", judge_pdf, ["--square", 50, good], "no test square of 50 mm")
    bench.judge("pdf: no such layer", judge_pdf, ["--layer", "SEW", good], "no layer SEW, but GUIDE ENGRAVE CUT")
    bench.judge("pdf: no such words", judge_pdf, ["--text", "PAPER", good], "nowhere it says 'PAPER'")
    bench.judge("pdf: wrong size", judge_pdf, ["--size", 100, 80.1, good], "page 1 is 100.0000 x 80.0000 mm")
    bench.judge("pdf: no paper", judge_pdf, ["--paper", "a4", "--paper", "letter", good], "page 1 is 100.0000 x")
    bench.judge("pdf: wrong pages", judge_pdf, ["--pages", 2, good], "1 pages, not 2")
    bench.judge("pdf: thin lines", judge_pdf, ["--least", 0.4, good], "lines of 0.353 mm")
    bench.judge("pdf: cut off", judge_pdf, [bench.write("spoilt.pdf", good.read_bytes()[:-700])], "qpdf: ")
    bench.judge("pdf: junk", judge_pdf, [bench.write("spoilt.pdf", b"%PDF-1.6\njunk")], "no PDF")

    def refuse(name, spoil, reason):
        specimens.pdf(bench.folder / "spoilt.pdf", spoil=spoil)
        bench.judge(f"pdf: {name}", judge_pdf, [*size, bench.folder / "spoilt.pdf"], reason)

    def redraw(name, old, new, reason, arguments=()):
        specimens.pdf(bench.folder / "spoilt.pdf", change(specimens.operators(), old, new))
        bench.judge(f"pdf: {name}", judge_pdf, [*arguments, bench.folder / "spoilt.pdf"], reason)

    refuse("a user unit", lambda d: d.pages[0].obj.__setitem__("/UserUnit", 2), "page 1 has a UserUnit")
    refuse("turned", lambda d: d.pages[0].obj.__setitem__("/Rotate", 90), "page 1 has a Rotate")
    refuse("no media box", lambda d: d.pages[0].obj.__delitem__("/MediaBox"), "ghostscript: Error: Page has no /MediaBox")
    refuse("another crop box", lambda d: d.pages[0].obj.__setitem__("/CropBox", [0, 0, 90, 90]), "CropBox is not MediaBox")
    refuse("fitted to the paper", lambda d: d.Root.ViewerPreferences.__delitem__("/PrintScaling"), "PrintScaling is not None")
    refuse("a borrowed typeface", lambda d: font(d).__delitem__("/FontDescriptor"), "is not in the file")
    refuse("too large", lambda d: d.pages[0].obj.__setitem__("/MediaBox", [0, 0, 15000, 200]), "over 14400 points")
    refuse("an unlisted layer", lambda d: d.Root.OCProperties.OCGs.__delitem__(2), "CUT is not in the list")
    refuse("an origin elsewhere", lambda d: d.pages[0].obj.__setitem__("/MediaBox", [9, 9, 292.4646, 235.7717]), "begin at 0 0")
    refuse("an action", lambda d: d.Root.__setitem__("/OpenAction", [d.pages[0].obj, pikepdf.Name.Fit]), "has OpenAction")
    refuse("one name twice", lambda d: d.Root.OCProperties.OCGs[1].__setitem__("/Name", "CUT"), "two layers are called CUT")
    refuse("a layer name", lambda d: d.Root.OCProperties.OCGs[1].__setitem__("/Name", "Été"), "layer name 'Été'")
    redraw("nothing", specimens.operators(), "% nothing", "nothing is drawn")
    redraw("no layer", "/OC /L1 BDC", "/Span BMC", "outside of every layer")
    redraw("an unknown layer", "/L1 BDC", "/L9 BDC", "layer /L9 is not among")
    redraw("unknown operators", "Q EMC", "Q bogus EMC", "mutool: ")
    redraw("q without Q", "BDC q", "BDC q q", "do not pair")
    redraw("Q without q", "Q EMC", "Q Q EMC", "a Q without its q")
    redraw("EMC without BDC", "Q EMC", "Q EMC EMC", "an EMC without its BDC")
    redraw("a form that is not there", "Q EMC", "/X9 Do Q EMC", "/X9 is not among")
    redraw("a line from nowhere", "BDC q", "BDC q 9 9 l S", "l before any m")
    redraw("an unclosed square", "h S", "S", "no test square", ["--square", 25.4])
    redraw("a square of 99 %", "1 w", "0.99 0 0 0.99 0 0 cm 1 w", "no test square", ["--square", 25.4])
    redraw("off the page", "BDC q", "BDC q 5 0 0 5 0 0 cm", "drawn off its page")
    redraw("a line twice", "/OC /L2 BDC q", "/OC /L2 BDC q 20 20 m 60 20 l S 30 20 m 40 20 l S", "3.53 mm", ["--once"])
    wordless_cases(bench)
    bound_cases(bench)
    locked = bench.folder / "spoilt.pdf"
    with pikepdf.open(good) as document:
        document.save(locked, encryption=pikepdf.Encryption(owner="o"))
    bench.judge("pdf: encrypted", judge_pdf, [locked], "it is encrypted")


def bound_cases(bench):
    """Books that are bound, and their covers."""

    def judge(name, option, pages, reason=None):
        path = bench.folder / "bound.pdf"
        specimens.pdf(path, pages[0], more=pages[1:])
        bench.judge(f"pdf: {name}", judge_pdf, [option, path], reason)

    book, cover = specimens.book(), specimens.cover()
    judge("a bound book", "--bound", book)
    judge("a thin book", "--bound", book[:22], "22 pages cannot be bound")
    judge("an odd page", "--bound", [*book, book[0]], "25 pages cannot be bound")
    judge("a thick book needs a wider margin", "--bound", specimens.book(152), "not 12.7 and 6.35")
    judge("lines at the spine", "--bound", [book[1], *book[1:]], "page 1: 7.00 and 12.60 mm beside it, not 9.525 and 6.35")
    judge("margins of the other side", "--bound", [book[0], *book[:1], *book[2:]], "page 2: 12.00 and 7.60 mm beside it")
    judge("lines at the upper edge", "--bound", [specimens.moved(7, 1), *book[1:]], "page 1 has narrow margins above or below")
    words = change(book[0], "180 150 Td", "2 150 Td")
    judge("words at the spine", "--bound", [words, *book[1:]], "mm beside it, not 9.525")
    judge("a cover", "--cover", [cover])
    judge("two covers", "--cover", [cover, cover], "a cover of 2 pages")
    judge("a ground that ends early", "--cover", [specimens.cover(1)], "the ground does not reach every edge")
    words = change(cover, "180 150 Td", "0 150 Td")
    judge("words at the cut", "--cover", [words], "words are near the cut")


def font(document):
    return document.pages[0].Resources.Font.F


def wordless_cases(bench):
    """Letters that look right and mean nothing, or blanks."""
    for name, meaning, reason in (("nothing", lambda c: 0xE000 + c, "cannot be searched: 0xe0"),
                                  ("blanks", lambda c: 32, "none can be searched")):
        def spoil(document):
            codes = "".join(f"<{c:02x}> <{meaning(c):04x}>\n" for c in range(65, 91))
            table = ("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n"
                     f"1 begincodespacerange <00> <ff> endcodespacerange\n26 beginbfchar\n{codes}endbfchar\nendcmap end end")
            font(document).ToUnicode = document.make_stream(table.encode())
        specimens.pdf(bench.folder / "spoilt.pdf", spoil=spoil)
        bench.judge(f"pdf: words that mean {name}", judge_pdf, [bench.folder / "spoilt.pdf"], reason)


def plt_cases(bench):
    good = machine_specimens.plt()
    once = ["--once", "--closed", "CUT"]
    bench.judge("plt: good", judge_plt, [*once, "--bbox", 52, 30, bench.write("good.plt", good)])
    bench.judge("plt: wrong size", judge_plt, ["--bbox", 80, 30, bench.folder / "good.plt"], "drawn are 52.000 x 30.000")

    def refuse(name, old, new, reason):
        bench.judge(f"plt: {name}", judge_plt, [*once, bench.write("spoilt.plt", change(good, old, new))], reason)

    refuse("no IN", "IN;", "", "the first command is not IN")
    refuse("cut off", "SP0;\n", "SP0\n", "'SP0' is not ended by ;")
    refuse("pen down", "PU;\nSP0;\n", "", "the pen is down at the end")
    refuse("words", "SP1;", "LB7;SP1;", "command 'LB7'")
    refuse("a negative place", "PU200,", "PU-200,", "command 'PU-200,")
    refuse("half a unit", "PU200,", "PU200.5,", "command 'PU200.5,")
    refuse("an odd number", "PU200,", "PU200,1,", "command 'PU200,1,")
    refuse("too far", "PU200,", "PU40000,", "beyond 32767")
    refuse("another pen", "SP1;", "SP7;", "pen 7 draws")
    refuse("no pen", "SP3;", "", "pen None draws")
    refuse("an open outline", ",200,2200,200,3000;", ",200,2200;", "a line of layer CUT is not closed")
    refuse("a point twice", "PD1000,3000,", "PD1000,3000,1000,3000,", "an edge without length")
    refuse("a line twice", "PU;\nSP0", "PU200,3000;PD1000,3000;PU;\nSP0", "20.00 mm of")
    refuse("nothing", good[good.index("SP3"):], "PU;", "nothing is drawn")
    designs_beside(bench)


def design(options):
    """The design that options of the command line spell."""
    words = options.replace("=", " ").split()
    cut = {name.removeprefix("--").replace("-", "_"): value for name, value in zip(words[::2], words[1::2])}
    if "tabs" in cut:
        cut["tabs"] = int(cut["tabs"])
    return json.dumps({"piecework": 2, "puzzle": "two", "cut": cut})


def designs_beside(bench):
    """Overcuts of a file that cannot say how it was made: declared by the assembly page of its job, or not at all."""
    on = lambda points, end: [*points, points[0], end]
    over = [[(on(specimens.TROMINO, (8, 5)), False)], [(on(specimens.RING, (30, 5)), False), (on(specimens.HOLE, (37, 18)), False)]]
    plt = bench.write("beside/two-cut-1-oat.plt", machine_specimens.plt(over))
    bench.judge("plt: nobody says how it was made", judge_plt, ["--once", plt], "no file beside it says by which design")
    made = lambda words: f"<svg><metadata>{design(words)}</metadata></svg>"
    for name, words, reason in (("an overcut of the machine", "--machine hpgl --overcut 3mm --blade-offset 0", None),
                                ("another overcut", "--overcut 2mm", "is cut on by 3.00 mm, not 2 mm"),
                                ("no overcut", "--machine cricut", "mm drawn twice")):
        bench.write("beside/two-assembly.svg", made(words))
        bench.judge(f"plt: the assembly page says {name}", judge_plt, ["--once", plt], reason)


def lbrn2_cases(bench):
    good = machine_specimens.lbrn2()
    once = ["--once", "--closed", "CUT"]
    bench.judge("lbrn2: good", judge_lbrn2, [*once, bench.write("good.lbrn2", good)])

    def refuse(name, old, new, reason, count=1):
        bench.judge(f"lbrn2: {name}", judge_lbrn2, [*once, bench.write("spoilt.lbrn2", change(good, old, new, count))], reason)

    refuse("cut off", "</LightBurnProject>", "", "no XML")
    refuse("another root", "LightBurnProject", "Project", "the root is Project", 2)
    refuse("no such setting", 'CutIndex="2"', 'CutIndex="5"', "has the cut index '5'")
    refuse("no index", 'CutIndex="2"', 'CutIndex="xx"', "has the cut index 'xx'")
    refuse("two of an index", '<index Value="0"/>', '<index Value="2"/>', "two settings have the index 2")
    refuse("a group", "<Notes", '<Shapes/><Notes', "unsupported element <Shapes>")
    refuse("a transform", "1 0 0 1 0 0", "2 0 0 2 0 0", "with the transform 2 0 0 2 0 0")
    refuse("no number", "V5 75", "Vx 75", "vertices 'Vx 75")
    refuse("an open outline", "LineClosed</PrimList></Shape>\n<Notes", "L0 1L1 2L2 3</PrimList></Shape>\n<Notes", "is not closed")
    refuse("lines that skip", "L0 1L1 2", "L0 2", "lines 'L0 2'")
    refuse("the first point repeated", "V5 55c0x1c1x1", "V5 55c0x1c1x1V5 75c0x1c1x1", "repeats its first point")
    refuse("cut too early", '<priority Value="2"/>', '<priority Value="-1"/>', "ENGRAVE is cut after CUT")
    refuse("one priority", '<priority Value="1"/>', '<priority Value="2"/>', "two settings have one priority")
    refuse("a tool that cuts", 'type="Tool"', 'type="Cut"', "setting 30 is of type Cut")
    refuse("below zero", "V5 75", "V-5 75", "negative coordinates")
    refuse("no notes", 'Notes="made by hand"', 'Notes=""', "the notes do not say")


def gcode_cases(bench):
    """A half circle and its diameter, above or below; the beam on along them only."""
    good = ("G21\nG90\nM5\n; layer CUT, pass 1 of 2\nG0 X10 Y5\nM4 S500\nG2 X30 Y5 I10 J0 F600\nG1 X10 Y5\nM5\n"
            "; layer CUT, pass 2 of 2\nG0 X10 Y5\nM4 S500\nG2 X30 Y5 I10 J0 F600\nG1 X10 Y5\nM5\nM2\n")
    bench.judge("gcode: good", judge_gcode, [bench.write("good.gcode", good)])

    def refuse(name, old, new, reason, count=1):
        bench.judge(f"gcode: {name}", judge_gcode, [bench.write("spoilt.gcode", change(good, old, new, count))], reason)

    refuse("an arc the other way", "G2 X30", "G3 X30", "it begins at 10.0 -5.0", 2)
    refuse("an arc of two radii", "I10", "I9", "not equally far")
    refuse("an arc without a center", " I10 J0", "", "has no center")
    refuse("a second pass elsewhere", "G1 X10 Y5\nM5\nM2", "G1 X11 Y5\nM5\nM2", "pass 2 of CUT differs")
    refuse("a cut without the beam", "M4 S500\nG2", "G2", "with the beam off")
    refuse("a way with the beam", "G1 X10 Y5\nM5\nM2", "G0 X10 Y5\nM5\nM2", "with the beam on")
    refuse("the beam left on", "M5\nM2", "M2", "the beam stays on")
    refuse("no units", "G21\n", "", "no G21 and G90")
    refuse("a real-time command", "; layer CUT, pass 1", "; what? layer CUT, pass 1", "real-time command")
    refuse("words that are none", "F600", "F6x", "line 'G2")
    bench.judge("gcode: nothing", judge_gcode, [bench.write("spoilt.gcode", "G21\nG90\nM5\nM2\n")], "nothing is burnt")


def stitch_cases(bench):
    good, stitches = machine_specimens.dst(), machine_specimens.STITCHES
    three = ["--blocks", 3]
    bench.judge("dst: good", judge_stitches, [*three, bench.write("good.dst", good)])
    bench.judge("exp: good", judge_stitches, [*three, bench.write("good.exp", machine_specimens.exp())])
    bench.judge("dst: wrong blocks", judge_stitches, ["--blocks", 2, bench.folder / "good.dst"], "3 blocks, not 2")
    bench.judge("dst: one of two", judge_stitches, ["--blocks", 2, *three, bench.folder / "good.dst"])
    bench.judge("dst: loose threads", judge_stitches, ["--tied", bench.folder / "good.dst"], "1 threads are not tied")
    knot = [("stitch", dx, 0) for dx in (-7, -7, 7, 7)]
    thread = [("stitch", 0, 0), *knot, ("stitch", 30, 0), ("stitch", 30, 0), *[(kind, -dx, 0) for kind, dx, _ in knot]]
    between = {"dst": [("jump", 40, 0)] * 3, "exp": [("trim", 0, 0), ("jump", 120, 0)]}
    for ending, encode in (("dst", machine_specimens.dst), ("exp", machine_specimens.exp)):
        tied = encode([*thread, *between[ending], *thread])
        bench.judge(f"{ending}: tied", judge_stitches, ["--tied", bench.write(f"tied.{ending}", tied)])
        loose = encode([*thread, *between[ending], *thread[:-4]])
        bench.judge(f"{ending}: one loose end", judge_stitches, ["--tied", bench.write(f"loose.{ending}", loose)], "1 threads are not tied")

    def refuse(name, data, reason, ending="dst"):
        bench.judge(f"{ending}: {name}", judge_stitches, [*three, bench.write(f"spoilt.{ending}", data)], reason)

    refuse("cut off", good[:-3], "00 00 F3")
    refuse("a record lost", good[:512] + good[515:], "the header says ST")
    refuse("another record", good[:514] + b"\x43" + good[515:], "record 0 is")
    refuse("other extents", good.replace(b"+X:  1", b"+X:  2", 1), "the header says +X")
    refuse("an end in a stop", machine_specimens.dst([*stitches, ("stop", 0, 0)]), "it ends with a stop")
    refuse("nothing", machine_specimens.dst([("jump", 5, 5)]), "nothing is sewn")
    refuse("one place too often", machine_specimens.dst([*stitches, *[("stitch", 1, 0), ("stitch", -1, 0)] * 6]), "in a square of 0.4 mm")
    refuse("a long stitch", machine_specimens.dst([*stitches, ("stitch", 100, 100)]), "a stitch of 100 100")
    refuse("another trim", machine_specimens.exp() + b"\x80\x80\x00\x00", "80800000", "exp")
    refuse("half a record", machine_specimens.exp() + b"\x80", "byte", "exp")
    refuse("an unknown escape", machine_specimens.exp() + b"\x80\x09\x00\x00", "80090000", "exp")


def picture_cases(bench):
    good = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30mm" viewBox="0 0 40 30"><title>A</title><defs>'
        '<filter id="oak"><feTurbulence baseFrequency="0.1"/></filter></defs>'
        '<path d="M1 1H9V9H1Z" fill="#c99b62" filter="url(#oak)"/></svg>'
    )
    bench.judge("picture: good", judge_picture, [bench.write("x-picture-oak.svg", good)])
    for name, old, new, reason in [
        ("filter missing", 'id="oak"', 'id="elm"', "'oak' is used, but not there"),
        ("filter unused", 'filter="url(#oak)"', "", "'oak' is there, but not used"),
        ("off the picture", "H9", "H99", "drawn off the picture"),
        ("another size", "40mm", "41mm", "one unit is not one mm"),
        ("a script", "</svg>", "<script/></svg>", "unsupported element <script>"),
    ]:
        bench.judge(f"picture: {name}", judge_picture, [bench.write("spoilt.svg", good.replace(old, new, 1))], reason)


def cup(floor, top):
    """The triangles of a cup of 20 x 10 mm with walls of 2 mm; those of its floor are the first."""
    def ring(inset, z):
        return [(inset, inset, z), (20 - inset, inset, z), (20 - inset, 10 - inset, z), (inset, 10 - inset, z)]

    def band(below, above):
        quads = [(below[i], below[(i + 1) % 4], above[(i + 1) % 4], above[i]) for i in range(4)]
        return [triangle for a, b, c, d in quads for triangle in ((a, b, c), (a, c, d))]

    low, high, rim, inner = ring(0, 0), ring(0, top), ring(2, top), ring(2, floor)
    flat = [(inner[0], inner[1], inner[2]), (inner[0], inner[2], inner[3])]
    return [*flat, (low[2], low[1], low[0]), (low[3], low[2], low[0]), *band(low, high), *band(high, rim), *band(rim, inner)]


def solid_cases(bench):
    """A block of 20 x 10 x 4 mm as STL and 3MF, and what may be wrong with each."""
    good, model = machine_specimens.stl(), machine_specimens.threemf()
    names = [bench.write("good-solid.stl", good), bench.write("good-solid.3mf", model)]
    bench.judge("solid: good", judge_solid, ["--beside", *names])
    bench.judge("solid: thicker", judge_solid, ["--thickness", 3, names[0]], "not 0 to 3")

    def refuse(name, data, reason, ending="stl"):
        bench.judge(f"{ending}: {name}", judge_solid, [bench.write(f"spoilt-solid.{ending}", data)], reason)

    block = machine_specimens.BLOCK
    refuse("a triangle less", machine_specimens.stl(block[:-1]), "is not closed")
    refuse("a triangle that looks inwards", machine_specimens.stl([*block[:-1], block[-1][::-1]]), "is not closed")
    refuse("all look inwards", machine_specimens.stl([triangle[::-1] for triangle in block]), "looks inwards")
    refuse("a normal that lies", good[:84] + good[92:96] + good[88:92] + good[84:88] + good[96:], "looks elsewhere")
    refuse("cut short", good[:-10], "bytes, not")
    refuse("a text", b"solid block" + good[11:], "take it for text")
    refuse("nothing", machine_specimens.stl([]), "nothing is printed")
    bench.judge("solid: a tray", judge_solid, [bench.write("tray-solid.stl", machine_specimens.stl(cup(2, 7)))])
    bench.judge("solid: a lid", judge_solid, [bench.write("lid-solid.stl", machine_specimens.stl(cup(1.6, 7.2)))])
    def worded(height):
        """A cup whose floor is this much higher in one half; its walls are 0.6 mm higher than without."""
        (a, b, c), *others = cup(2, 7.6)
        up = [(x, y, z + height) for x, y, z in (a, b, c)]
        sides = [(low, next_low, next_high, high) for low, next_low, high, next_high in zip((a, b, c), (b, c, a), up, up[1:] + up[:1])]
        walls = [triangle for p, q, r, s in sides for triangle in ((p, q, r), (p, r, s))]
        return machine_specimens.stl([tuple(up), *walls, *others])

    bench.judge("solid: a tray with words", judge_solid, [bench.write("words-solid.stl", worded(0.6))])
    refuse("words that stand too high", worded(1.0), "from and to the heights")
    refuse("a tray too shallow for its pieces", machine_specimens.stl(cup(2, 5)), "from and to the heights")
    refuse("a floor too thin", machine_specimens.stl(cup(0.4, 5.4)), "from and to the heights")
    refuse("a tray without its floor", machine_specimens.stl(cup(2, 7)[2:]), "is not closed")
    refuse("inches", machine_specimens.threemf(unit="inch"), "in inch", "3mf")
    refuse("a part of another name", machine_specimens.threemf(part="3D/model.model"), "look for 3D/3dmodel.model", "3mf")
    refuse("an object that is not built", machine_specimens.threemf(built=2), "are built", "3mf")
    refuse("a triangle less", machine_specimens.threemf(block[:-1]), "is not closed", "3mf")
    moved = [tuple((x + 1 if x else x, y, z) for x, y, z in triangle) for triangle in block]
    bench.write("good-solid.3mf", machine_specimens.threemf(moved))
    bench.judge("solid: another one beside", judge_solid, ["--beside", names[0]], "has other volumes")


def png_cases(bench):
    """A picture of 100 x 80 mm at 10 pixels a mm beside a drawing, and one around the pieces of the specimen."""
    def png(size, dpi=None):
        data = io.BytesIO()
        Image.new("RGB", size, "red").save(data, "PNG", **({"dpi": dpi} if dpi else {}))
        return data.getvalue()

    def judge(name, file, data, reason=None, arguments=()):
        bench.judge(f"png: {name}", judge_png, [*arguments, bench.write(file, data)], reason)

    dots = (254, 254)
    bench.write("drawn.svg", specimens.svg())
    judge("no size", "plain.png", png((10, 10)))
    judge("the size of the drawing", "drawn.png", png((1000, 800), dots))
    judge("twice as large", "drawn.png", png((2000, 1600), dots), "200.00 x 160.00 mm on paper, not 100.00 x 80.00")
    judge("wider pixels", "drawn.png", png((1000, 800), (254, 127)), "an inch across")
    judge("nothing to compare with", "alone.png", png((10, 10), dots), "no drawing beside it")
    judge("cut off", "plain.png", png((10, 10))[:-20], "the reader gave up")
    # The pieces of the specimen are 52 x 30 mm, and the bleed is 2 mm.
    bench.write("job-cut-1.svg", specimens.svg())
    judge("to print", "job-print.png", png((560, 340), dots), None, ["--print"])
    judge("to print without its bleed", "job-print.png", png((520, 300), dots), "not 56.00 x 34.00", ["--print"])
    judge("to print without a size", "job-print.png", png((560, 340)), "no size on paper", ["--print"])
    bench.write("job-cut-1.svg", specimens.svg(made=html.escape(json.dumps({"cut": {"bleed": "1mm"}}))))
    judge("to print with less bleed", "job-print.png", png((540, 320), dots), None, ["--print"])


def square(left, top, width, height):
    return f"M{left:g} {top:g}H{left + width:g}V{top + height:g}H{left:g}Z"


def cross_at(x, y):
    return f"M{x - 2.5:g} {y:g}H{x + 2.5:g}M{x:g} {y - 2.5:g}V{y + 2.5:g}"


def paired_svg(paths, **options):
    """A sheet of 100 x 80 mm with paths, each its layer, its name and its data, and the design that made it."""
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="{specimens.INKSCAPE}" version="1.1" width="100mm" '
             f'height="80mm" viewBox="0 0 100 80"><metadata>{html.escape(json.dumps({"cut": options}))}</metadata>']
    for layer, name, data in paths:
        lines.append(f'<g inkscape:label="{layer}"><path d="{data}" style="fill:none;stroke:#ff0000"><title>{name}</title></path></g>')
    return "\n".join([*lines, "</svg>", ""])


def inlay_cases(bench):
    """Two plugs of a cell of 10 mm and the plate with their socket, for a kerf of 0.2 mm and a clearance of 0.1 mm."""
    def judge(name, reason=None, plug=10.1, socket=19.9, kerf="0.2mm", fit="0.1mm", plugs=2):
        options = {"inlay": True, "cell": "10mm", "kerf": kerf, "fit": fit}
        places = [("CUT", f"{n + 1} A", square(5 + 20 * n, 5, plug, plug)) for n in range(plugs)]
        bench.write("inlay/two-cut-1-oat.svg", paired_svg(places, **options))
        plate = square(15, 15, socket, socket - 10) + square(5, 5, 40, 30)
        path = bench.write("inlay/two-cut-2.svg", paired_svg([("CUT", "plate", plate)], **options))
        bench.judge(f"inlay: {name}", judge_pairs, [path], reason)

    judge("good")
    judge("a plug too small", "1 A is 0.0200 mm off whole cells", plug=10.08)
    judge("a socket too wide", "the socket is 0.0200 mm off whole cells", socket=19.92)
    judge("cut for another kerf", "off whole cells after cutting with a kerf of 0.3", kerf="0.3mm")
    judge("cut for another clearance", "a clearance of 0.2 mm", fit="0.2mm")
    judge("a plug missing", "the plugs cover 100.000 square mm of 200.000", plugs=1)
    judge("another board", "the plugs cover 200.000 square mm of 600.000", socket=29.9)
    alone = bench.write("inlay/other-cut-1.svg", paired_svg([("CUT", "plate", square(5, 5, 40, 30))], inlay=True))
    bench.judge("inlay: no socket", judge_pairs, [alone], "the plate has no socket")
    bench.judge("inlay: none", judge_pairs, [bench.write("inlay/no-cut-1.svg", paired_svg([("CUT", "plate", square(5, 5, 40, 30))]))],
                "the design has no inlay")


def back_cases(bench):
    """A piece with a mark on both sides of a sheet that is 100 mm wide."""
    def judge(name, reason=None, crosses=((92, 8), (8, 8), (92, 72)), mark="M80 30H75", more=(), own=((8, 8), (92, 8), (8, 72))):
        front = [("CUT", "cross", cross_at(*at)) for at in own] + [("CUT", "1 A", square(15, 15, 20, 20))]
        bench.write("back/one-cut-1.svg", paired_svg(front, engrave_back="name"))
        back = [("CUT", "cross", cross_at(*at)) for at in crosses] + [("LABEL", "", mark)] * bool(mark)
        path = bench.write("back/one-back-1.svg", paired_svg([*back, *more], engrave_back="name"))
        bench.judge(f"back: {name}", judge_pairs, [path], reason)

    judge("good")
    judge("not mirrored", "1 lines are outside of the mirrored pieces", mark="M20 30H25")
    judge("crosses not mirrored", "the crosses of the front are at", crosses=((8, 8), (92, 8), (8, 72)))
    judge("a cross moved", "the crosses of the front are at", crosses=((92, 8), (8, 8), (92, 72.01)))
    judge("a cross missing", "the crosses of the front are at", crosses=((92, 8), (8, 8)))
    judge("a cross in a piece", "a cross is in a piece", crosses=((92, 8), (8, 8), (75, 25)), own=((8, 8), (92, 8), (25, 25)))
    judge("nothing written", "nothing is on the back", mark="")
    judge("a piece cut twice", "more is cut than crosses", more=[("CUT", "1 A", square(65, 15, 20, 20))])
    path = bench.write("back/two-cut-1.svg", paired_svg([("CUT", "cross", cross_at(8, 8)), ("CUT", "1 A", square(15, 15, 20, 20))], engrave_back="name"))
    bench.judge("back: one cross on a front", judge_svg, ["--cutter", path], "1 crosses, not 3")


def machine_cases(bench):
    """Files of every machine that are no SVG, DXF or PDF, alone and beside the SVG file."""
    plt_cases(bench)
    lbrn2_cases(bench)
    gcode_cases(bench)
    stitch_cases(bench)
    solid_cases(bench)
    files = [bench.folder / name for name in ("good.svg", "good.plt", "good.lbrn2")]
    bench.judge("across: machines", judge_across, files)
    for name, spoilt in (("other.plt", change(machine_specimens.plt(), "PU200,3000", "PU202,3000")),
                         ("other.lbrn2", change(machine_specimens.lbrn2(), "V5 75", "V5.05 75"))):
        bench.judge(f"across: {name}", judge_across, [files[0], bench.write(name, spoilt)], "edges of 14 are missing")


def across_cases(bench):
    files = [bench.folder / name for name in ("good.svg", "good-r12.dxf", "good-r2000.dxf", "good.pdf")]
    bench.judge("across: good", judge_across, files)
    bench.judge("across: alone", judge_across, files[:1], "at least one other")
    bench.judge("across: no such page", judge_across, ["--page", 2, *files], "has no page 2")

    def refuse(name, old, new, reason):
        spoilt = bench.write("spoilt.svg", change(specimens.svg(), old, new))
        bench.judge(f"across: {name}", judge_across, [spoilt, *files[1:]], reason)

    refuse("an edge moved by 0.02 mm", "L37 25L47 25", "L37 25.02L47 25.02", "layer CUT: 3 edges of 14 are missing, 3 are new")
    refuse("an outline less", "M37 15L37 25L47 25L47 15Z", "", "layer CUT: 0 edges of 10 are missing, 4 are new")
    refuse("a layer less", 'inkscape:label="ENGRAVE"', 'inkscape:label="SCORE"', "layer ENGRAVE is only in good-r12.dxf")
    refuse("another sheet", 'height="80mm" viewBox="0 0 100 80"', 'height="81mm" viewBox="0 0 100 81"', "bounds")
    refuse("a curve for two edges", "M9 8L10 7L10 12", "M9 8C9 7.5 9 12 10 12", "layer ENGRAVE: lines are 1.387 mm apart")
    straight = change(specimens.svg(), "M9 8L10 7", "M9 8C9.333 7.667 9.667 7.333 10 7")
    bench.judge("across: a curve that is flat", judge_across, [bench.write("other.svg", straight), *files[1:]])
    words_alone(bench)
    moved = change(specimens.svg(), "L37 25L47 25", "L37 25.002L47 25.002")
    bench.judge("across: an edge moved by 0.002 mm", judge_across, [bench.write("other.svg", moved), *files[1:]])


def words_alone(bench):
    """A layer in which the PDF file has words, and no other."""
    good, layer = specimens.svg(), specimens.operators().split("/OC /L1")[0]
    only = bench.write("other.svg", good[:good.index('<g id="engrave"')] + "</svg>")
    specimens.pdf(bench.folder / "other.pdf", layer)
    bench.judge("across: only words", judge_across, [only, bench.folder / "other.pdf"], "there was nothing to compare")


def tool_cases(bench):
    """Files whose lines are more or less than the outlines, because the tool was to run so."""
    tromino, outer, hole = specimens.TROMINO, specimens.RING, specimens.HOLE

    def try_(name, options, cut, reason=None):
        made = design(options)
        # A closed line is a tuple, an open one a list.
        cut = [[(list(line), isinstance(line, tuple)) for line in path] for path in cut]
        bench.judge(f"tool, svg: {name}", judge_svg, [*CUTTER, bench.write("tool-cut-1.svg", specimens.svg(cut, made))], reason)
        r12 = bench.write("tool-cut-1-r12_mm.dxf", specimens.dxf("R12", cut, made))
        bench.judge(f"tool, dxf: {name}", judge_dxf, [*R12, r12], reason)
        project = bench.write("tool-cut-1.lbrn2", machine_specimens.lbrn2(cut, html.escape(made)))
        bench.judge(f"tool, lbrn2: {name}", judge_lbrn2, ["--once", project], reason)
        # Loose ends are no matter there, and no order of lines nor words of its own.
        if reason != "loose ends":
            bench.judge(f"tool, plt: {name}", judge_plt, ["--once", bench.write("tool-cut-1.plt", machine_specimens.plt(cut))], reason)

    start, rest = tromino[0], tromino[1:]
    gap = lambda a, b, points=tromino, y=5: [(b, y), *points[1:], points[0], (a, y)]
    two = [[gap(9, 11)], [gap(41, 43, outer), tuple(hole)]]
    tabs = "--tabs 1 --tab-width 2mm"
    try_("tabs", tabs, two)
    try_("tabs in inches", "--tabs=1 --tab-width=1/16in", [[gap(9, 10.5875)], [gap(41, 42.5875, outer), tuple(hole)]])
    wider = [[[(x * 1.05, y) for x, y in line] for line in path] for path in ([gap(9, 11)], [gap(41, 43, outer)])]
    try_("tabs of a stretched sheet", f"{tabs} --calibrate 1.05,1", wider)
    try_("a stretched sheet that is not declared", tabs, wider, "is at no tab of 2 mm")
    try_("a narrow tab", tabs, [[gap(9, 10.8)], two[1]], "is at no tab of 2 mm")
    try_("a wide tab", tabs, [[gap(9, 11.2)], two[1]], "is at no tab of 2 mm")
    try_("a tab aslant", tabs, [[[(11, 5), *rest, start, (8.999, 5.3)]], two[1]], "is at no tab of 2 mm")
    try_("a piece without a tab", tabs, [[tuple(tromino)], two[1]], "an outline has 0 tabs, not 1")
    both = [[(11, 5), *tromino[1:4], (15, 19)], [(15, 21), *tromino[4:], start, (9, 5)]]
    try_("a tab too many", tabs, [both, two[1]], "an outline has 2 tabs, not 1")
    in_hole = [(37, 18), (37, 25), (47, 25), (47, 15), (37, 15), (37, 16)]
    try_("a tab in a hole", tabs, [two[0], [gap(41, 43, outer), in_hole]])
    try_("tabs nobody asked for", "", two, "loose ends")
    bar = [[(42, 5), (42, 19)], [(42, 21), (42, 35)]]
    try_("tabs of shared lines", tabs, [[gap(9, 11)], [gap(30, 32, outer)], bar])
    try_("a piece of shared lines without a tab", tabs, [[gap(9, 11)], [gap(30, 32, outer)], [[(42, 5), (42, 35)]]], "hangs on no tab")

    on = lambda points, *more: [*points, points[0], *more]
    over = [[on(tromino, (8, 5))], [on(outer, (30, 5)), on(hole, (37, 18))]]
    try_("overcuts", "--overcut 3mm", over)
    try_("an overcut around a corner", "--overcut 23mm", [[on(tromino, (25, 5), (25, 8))], [on(outer, (50, 5)), on(hole, (37, 25), (47, 25), (47, 22))]])
    try_("an overcut too long", "--overcut 3mm", [[on(tromino, (9, 5))], over[1]], "an overcut of 4.00 mm, not 3 mm")
    try_("an overcut too short", "--overcut 3mm", [[on(tromino, (7, 5))], over[1]], "cut on by 2.00 mm, not 3 mm")
    try_("an overcut elsewhere", "--overcut 3mm", [[on(tromino, (8, 3))], over[1]], "loose ends")
    try_("overcuts nobody asked for", "", over, "drawn twice")
    stem = lambda x: [[tuple(tromino)], [tuple(outer)], [[(42, 5), (42, 35), (x, 35)]]]
    over_rings = lambda x: [[on(tromino, (8, 5))], [on(outer, (30, 5))], [[(42, 5), (42, 35), (x, 35)]]]
    for x in (45, 44, 42.5):
        try_(f"a stem that goes on to {x}", "--overcut 3mm", over_rings(x))
    try_("a stem that goes on too far", "--overcut 3mm", over_rings(46), "an overcut of 4.00 mm, not 3 mm")
    try_("rings that do not go on", "--overcut 3mm", stem(45), "cut on by 0.00 mm, not 3 mm")

    led = lambda points, a, b: [a, b, *points[1:], points[0], b]
    leads = [[led(tromino, (15, 3), (15, 5))], [led(outer, (42, 3), (42, 5)), led(hole, (39, 20), (37, 20))]]
    try_("lead-ins", "--lead-in 2mm", leads)
    try_("lead-ins and overcuts", "--lead-in 2mm --overcut 3mm",
         [[[*leads[0][0], (18, 5)]], [[*leads[1][0], (45, 5)], [*leads[1][1], (37, 23)]]])
    try_("a long lead-in", "--lead-in 2mm", [[led(tromino, (15, 2), (15, 5))], leads[1]], "a lead-in of 3.00 mm, not 2 mm")
    try_("a lead-in in a piece", "--lead-in 2mm", [[led(tromino, (15, 7), (15, 5))], leads[1]], "lies in no waste")
    try_("a lead-in in a ring", "--lead-in 2mm", [leads[0], [leads[1][0], led(hole, (35, 20), (37, 20))]], "lies in no waste")
    try_("no lead-in", "--lead-in 2mm", [[tuple(tromino)], leads[1]], "a line has no lead-in")

    blade = lambda offset: [[swung(on(points), offset) for points in piece] for piece in specimens.PIECES]
    try_("a blade", "--blade-offset 0.5mm", blade(0.5))
    try_("another blade", "--blade-offset 0.5mm", blade(0.6), "the blade is not 0.5 mm behind its axis")
    try_("no blade", "--blade-offset 0.5mm", [[on(tromino, (6, 5))]], "the blade is not 0.5 mm behind its axis")
    try_("the blade of a machine", "--machine hpgl", [[swung(on(tromino, (6, 5)), 0.25)], [swung(on(outer, (28, 5)), 0.25)]])
    try_("the blade of a machine left out", "--machine hpgl --blade-offset 0 --overcut 0", [[tuple(tromino)]])
    try_("a length of no unit", "--overcut 3furlongs", over, "the design has a length '3furlongs'")


def swung(points, offset):
    """The axis of a blade whose tip follows points: ahead of it, and around every corner in steps of some degrees."""
    way = lambda a, b: math.atan2(b[1] - a[1], b[0] - a[0])
    ahead = lambda at, angle: (round(at[0] + offset * math.cos(angle), 4), round(at[1] + offset * math.sin(angle), 4))
    heading = way(*points[:2])
    found = [ahead(points[0], heading)]
    for a, b in zip(points, points[1:]):
        turn = (way(a, b) - heading + math.pi) % (2 * math.pi) - math.pi
        steps = round(abs(turn) / 0.3) if abs(turn) > 0.1 else 0
        found.extend(ahead(a, heading + turn * step / steps) for step in range(1, steps + 1))
        heading = way(a, b)
        found.append(ahead(b, heading))
    return found


def run_cases(bench):
    """The program that judges whole folders."""
    def run(name, folder, code, ending):
        ran = subprocess.run(["bash", HERE / "run", folder], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                             env={**os.environ, "JUDGES_PYTHON": sys.executable})
        last = (ran.stdout.strip().splitlines() or [""])[-1]
        bench.case(f"run: {name}", ran.returncode == code and last == ending, f"{ran.returncode}\n{ran.stdout}{ran.stderr}")

    for source, name in (("good.svg", "two-cut-1.svg"), ("good-r12.dxf", "two-cut-1-r12_mm.dxf"),
                         ("good-r2000.dxf", "two-cut-1-r2000_mm.dxf"), ("good.pdf", "two-cut.pdf")):
        bench.write(f"set/{name}", (bench.folder / source).read_bytes())
    run("a set of files", bench.folder / "set", 0, "5 passed, 0 failed, 0 skipped")
    moved = change(specimens.svg(), "L37 25L47 25", "L37 25.02L47 25.02")
    bench.write("set/two-cut-1.svg", moved)
    run("one that differs from the others", bench.folder / "set", 1, "4 passed, 1 failed, 0 skipped")
    bench.write("set/two cut.svg", change(specimens.svg(), "M5 5L", "M-5 5L"))
    run("a broken one with a space in its name", bench.folder / "set", 1, "4 passed, 2 failed, 0 skipped")
    (bench.folder / "bare").mkdir()
    run("nothing to judge", bench.folder / "bare", 1, "0 passed, 0 failed, 0 skipped")


def main():
    missing = [tool for tool in NEEDED if not shutil.which(tool)]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder)
        svg_cases(bench)
        dxf_cases(bench)
        machine_cases(bench)
        picture_cases(bench)
        png_cases(bench)
        tool_cases(bench)
        inlay_cases(bench)
        back_cases(bench)
        if missing:
            print(f"SKIPPED the cases with PDF files: {', '.join(missing)} not installed")
        else:
            pdf_cases(bench)
            across_cases(bench)
            run_cases(bench)
    print(f"{bench.passed} passed, {bench.failed} failed")
    return 1 if bench.failed or (missing and os.environ.get("CI") == "true") else 0


if __name__ == "__main__":
    sys.exit(main())
