"""One sheet in every format, made by other programs' writers, and a way to spoil it.

Two pieces with a hole, numbers and a guide on 100 x 80 mm: what a cut file of piecework holds. Nothing here was written
by piecework, so a judge that accepts these and refuses them spoilt is right for a reason of its own.
"""

import io
import logging

import ezdxf
import pikepdf
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

# ezdxf says on standard error that R12 knows no units. It is true and meant.
logging.getLogger("ezdxf").setLevel(logging.ERROR)

WIDTH, HEIGHT = 100, 80
# An L tromino, a ring of eight cells with its hole, both of 10 mm cells and 2 mm apart.
TROMINO = [(5, 5), (25, 5), (25, 15), (15, 15), (15, 25), (5, 25)]
RING = [(27, 5), (57, 5), (57, 35), (27, 35)]
HOLE = [(37, 15), (37, 25), (47, 25), (47, 15)]
PIECES = [[TROMINO], [RING, HOLE]]
# 300 and 900 square mm, less 100 for the hole.
AREA = 1100
# A one and a seven in single strokes.
ENGRAVED = [[(9, 8), (10, 7), (10, 12)], [(30, 7), (34, 7), (32, 12)]]
# An inch.
SQUARE = [(60, 5), (85.4, 5), (85.4, 30.4), (60, 30.4)]
LAYERS = [("GUIDE", "#f36926", 3), ("ENGRAVE", "#000000", 7), ("CUT", "#ff0000", 1)]
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
POINT = 72 / 25.4


def content(cut=None):
    """Layers with their paths; each path a list of lines, each line its points and whether it is closed."""
    return {
        "GUIDE": [[(SQUARE, True)]],
        "ENGRAVE": [[(line, False)] for line in ENGRAVED],
        "CUT": cut or [[(ring, True) for ring in piece] for piece in PIECES],
    }


def svg(cut=None, made=""):
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="{INKSCAPE}" version="1.1" '
             f'width="{WIDTH}mm" height="{HEIGHT}mm" viewBox="0 0 {WIDTH} {HEIGHT}">', f"<title>Two pieces</title>{made and f'<metadata>{made}</metadata>'}"]
    for layer, color, _ in LAYERS:
        lines.append(f'<g id="{layer.lower()}" inkscape:groupmode="layer" inkscape:label="{layer}" '
                     f'fill="none" stroke="{color}" stroke-width="0.1">')
        for number, path in enumerate(content(cut)[layer]):
            d = "".join(svg_line(*line) for line in path)
            lines.append(f'<path id="{layer.lower()}-{number}" '
                         f'style="fill:none;stroke:{color};stroke-width:0.1" d="{d}"/>')
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def svg_line(points, closed):
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + ("Z" if closed else "")


def dxf(version, cut=None, made=""):
    """`R12` or `R2000`, as text."""
    document = ezdxf.new(version, setup=False)
    document.header["$INSUNITS"], document.header["$MEASUREMENT"] = 4, 1
    for layer, _, color in LAYERS:
        document.layers.add(layer, color=color)
    space = document.modelspace()
    draw = space.add_polyline2d if version == "R12" else space.add_lwpolyline
    for layer, paths in content(cut).items():
        for points, closed in (line for path in paths for line in path):
            draw([(x, HEIGHT - y) for x, y in points], close=closed, dxfattribs={"layer": layer})
    # Round about, where something else is cut.
    space.reset_extents(*([(1, 1, 0), (WIDTH - 1, HEIGHT - 1, 0)] if cut else [(5, 45, 0), (85.4, 75, 0)]))
    text = io.StringIO()
    document.write(text)
    return (f"999\nrecipe: {made}\n" if made else "") + text.getvalue()


def operators(lettered=True):
    """A page's operators, as text."""
    out = []
    for number, (layer, paths) in enumerate(content().items()):
        out.append(f"/OC /L{number} BDC q 1 w")
        for points, closed in (line for path in paths for line in path):
            steps = [f"{x * POINT:.4f} {(HEIGHT - y) * POINT:.4f} {'l' if i else 'm'}" for i, (x, y) in enumerate(points)]
            out.append(" ".join([*steps, "h S" if closed else "S"]))
        if layer == "GUIDE" and lettered:
            out.append("BT /F 9 Tf 180 150 Td (TEST) Tj ET")
        out.append("Q EMC")
    return "\n".join(out)


def moved(right, down, stream=None):
    """The operators of a page with everything on it moved, in mm."""
    return (stream or operators()).replace("BDC q", f"BDC q 1 0 0 1 {right * POINT:.4f} {-down * POINT:.4f} cm")


def book(pages=24):
    """The pages of a book that is bound: those on the right keep away from the spine on their left, the others on their right."""
    return [moved(2 if number % 2 else 7, 4) for number in range(pages)]


def cover(short=0):
    """A cover: its ground reaches every edge, or is `short` of the upper one by so many points."""
    ground = f"0.9 g 0 0 {WIDTH * POINT:.4f} {HEIGHT * POINT - short:.4f} re f 0 g"
    return moved(9, 9).replace("/OC /L0 BDC q", f"/OC /L0 BDC q {ground}", 1)


def pdf(path, stream=None, spoil=None, more=()):
    """Writes the sheet, and `more` pages; `spoil` may change the document before it is saved."""
    document = pikepdf.new()
    layers = [document.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name=name)) for name in content()]
    document.Root.OCProperties = pikepdf.Dictionary(
        OCGs=pikepdf.Array(layers), D=pikepdf.Dictionary(Order=pikepdf.Array(layers)))
    document.Root.ViewerPreferences = pikepdf.Dictionary(PrintScaling=pikepdf.Name("/None"))
    resources = pikepdf.Dictionary(
        Properties=pikepdf.Dictionary({f"/L{i}": layer for i, layer in enumerate(layers)}),
        Font=pikepdf.Dictionary(F=font(document)))
    for page in [stream or operators(), *more]:
        document.pages.append(pikepdf.Page(document.make_indirect(pikepdf.Dictionary(
            Type=pikepdf.Name.Page, MediaBox=[0, 0, round(WIDTH * POINT, 4), round(HEIGHT * POINT, 4)], Resources=resources,
            Contents=document.make_stream(page.encode())))))
    if spoil:
        spoil(document)
    document.save(path, force_version="1.6", static_id=True)


def font(document):
    """A typeface of boxes, complete in the file."""
    program = typeface()
    descriptor = document.make_indirect(pikepdf.Dictionary(
        Type=pikepdf.Name.FontDescriptor, FontName=pikepdf.Name("/PIECEW+Boxes"), Flags=32, FontBBox=[0, 0, 500, 700],
        ItalicAngle=0, Ascent=700, Descent=0, CapHeight=700, StemV=80, FontFile2=document.make_stream(program)))
    return document.make_indirect(pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.TrueType, BaseFont=pikepdf.Name("/PIECEW+Boxes"),
        FirstChar=65, LastChar=90, Widths=[600] * 26, Encoding=pikepdf.Name.WinAnsiEncoding, FontDescriptor=descriptor))


def typeface():
    pen = TTGlyphPen(None)
    for step, point in zip([pen.moveTo, pen.lineTo, pen.lineTo, pen.lineTo], [(0, 0), (0, 700), (500, 700), (500, 0)]):
        step(point)
    pen.closePath()
    box, letters = pen.glyph(), [chr(c) for c in range(65, 91)]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *letters])
    builder.setupCharacterMap({ord(letter): letter for letter in letters})
    builder.setupGlyf({name: box for name in [".notdef", *letters]})
    builder.setupHorizontalMetrics({name: (600, 0) for name in [".notdef", *letters]})
    builder.setupHorizontalHeader(ascent=700, descent=0)
    builder.setupNameTable({"familyName": "Boxes", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=700)
    builder.setupPost()
    data = io.BytesIO()
    builder.save(data)
    return data.getvalue()
