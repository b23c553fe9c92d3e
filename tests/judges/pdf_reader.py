"""A PDF file as pages of strokes in mm, y down, each with the layer it was drawn in.

In: a file. Out: for each page its size, its strokes, the layers and words it uses, and what its operators get wrong. It
follows transforms and forms, and knows no more of PDF than lines, layers and whether there is text.
"""

import io
from dataclasses import dataclass, field

import pikepdf
from PIL import Image

from strokes import Stroke, arrived, cubic
from verdict import Unreadable

POINT = 25.4 / 72
PAINT = {"S": "stroke", "s": "stroke", "f": "fill", "F": "fill", "f*": "fill", "n": "none",
         "B": "both", "B*": "both", "b": "both", "b*": "both"}
# Operators that close the line before they paint it.
CLOSES = {"s", "b", "b*"}
SHOWS = {"Tj", "TJ", "'", '"'}
UNIT = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
# Forms within forms; more is a circle.
DEEPEST = 12


@dataclass
class PdfPage:
    width: float
    height: float
    strokes: list = field(default_factory=list)
    # Layers in which words are shown.
    worded: set = field(default_factory=set)
    faults: list = field(default_factory=list)


def read(path):
    """The open document and its pages; raises Unreadable with the reason."""
    try:
        document = pikepdf.open(str(path))
    except (pikepdf.PdfError, OSError) as error:
        raise Unreadable(f"no PDF: {error}") from error
    return document, [page(p.obj) for p in document.pages]


def page(source):
    left, low, right, high = media_box(source)
    made = PdfPage((right - left) * POINT, (high - low) * POINT)
    Pen(made, (POINT, 0.0, 0.0, -POINT, -left * POINT, high * POINT)).run(source, source.get("/Resources", {}), UNIT)
    return made


def media_box(source):
    """Left, low, right, high in points, from the page or what it belongs to; pikepdf gives one to a page that has none."""
    holder = source
    while holder is not None:
        if "/MediaBox" in holder:
            return [float(v) for v in holder["/MediaBox"]]
        holder = holder.get("/Parent")
    raise Unreadable("a page has no MediaBox")


def after(first, then):
    """Both transforms, one after the other."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def place(matrix, x, y):
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


class Pen:
    """What a page's operators draw, one after the other."""

    def __init__(self, made, to_mm):
        self.made, self.to_mm = made, to_mm
        self.matrix, self.width, self.saved = UNIT, 1.0, []
        self.layers, self.lines, self.clips, self.depth = [], [], False, 0

    def run(self, stream, resources, matrix):
        """Follows one stream; what it opens it must close."""
        self.matrix = after(matrix, self.matrix)
        levels = len(self.saved), len(self.layers)
        for operands, operator in pikepdf.parse_content_stream(stream):
            self.step(str(operator), list(operands), resources)
        if (len(self.saved), len(self.layers)) != levels:
            self.made.faults.append("q and Q, or BDC and EMC, do not pair")

    def step(self, name, operands, resources):
        if name in "mlcvyh" or name == "re":
            self.draw(name, [float(v) for v in operands])
        elif name in PAINT:
            self.paint(name)
        elif name in ("W", "W*"):
            self.clips = True
        elif name in ("q", "Q"):
            self.keep(name)
        elif name == "cm":
            self.matrix = after([float(v) for v in operands], self.matrix)
        elif name == "w":
            self.width = float(operands[0])
        elif name in ("BDC", "BMC", "EMC"):
            self.mark(name, operands, resources)
        elif name in SHOWS:
            self.made.worded.add(self.layer())
        elif name == "Do":
            self.form(operands[0], resources)

    def keep(self, name):
        if name == "q":
            self.saved.append((self.matrix, self.width))
        elif self.saved:
            self.matrix, self.width = self.saved.pop()
        else:
            self.made.faults.append("a Q without its q")

    def mark(self, name, operands, resources):
        if name == "EMC":
            if not self.layers:
                self.made.faults.append("an EMC without its BDC")
            self.layers = self.layers[:-1]
        elif name == "BDC" and operands[0] == "/OC":
            group = resources.get("/Properties", {}).get(str(operands[1])) if isinstance(operands[1], pikepdf.Name) else None
            if group is None:
                self.made.faults.append(f"layer {operands[1]} is not among the page's resources")
            self.layers.append(str(group["/Name"]) if group is not None else "")
        else:
            self.layers.append(None)

    def layer(self):
        return next((name for name in reversed(self.layers) if name is not None), "")

    def form(self, name, resources):
        form = resources.get("/XObject", {}).get(str(name))
        if form is None:
            self.made.faults.append(f"{name} is not among the page's resources")
        elif form.get("/Subtype") == "/Image":
            self.image(name, form)
        elif form.get("/Subtype") == "/Form" and self.depth < DEEPEST:
            before, self.depth = (self.matrix, self.width), self.depth + 1
            self.run(form, form.get("/Resources", resources), [float(v) for v in form.get("/Matrix", UNIT)])
            (self.matrix, self.width), self.depth = before, self.depth - 1

    def image(self, name, image):
        """A picture is JPEG in red, green and blue, and as large as it says."""
        try:
            picture = Image.open(io.BytesIO(image.read_raw_bytes()))
            picture.load()
            found = (picture.format, picture.mode, *picture.size)
        except OSError as error:
            self.made.faults.append(f"{name} is broken: {error}")
            return
        said = (image.get("/Filter"), image.get("/ColorSpace"), image.get("/BitsPerComponent"))
        if found != ("JPEG", "RGB", image.get("/Width"), image.get("/Height")) or said != ("/DCTDecode", "/DeviceRGB", 8):
            self.made.faults.append(f"{name} is said to be {said} and is {found}")

    def draw(self, name, v):
        to = [place(self.matrix, x, y) for x, y in zip(v[0::2], v[1::2])]
        if name == "m":
            self.lines.append([[to[0]], False, False])
        elif name == "re":
            x, y, w, h = v
            corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
            self.lines.append([[place(self.matrix, *p) for p in corners], True, False])
        elif not self.lines:
            self.made.faults.append(f"{name} before any m")
        elif name == "h":
            self.lines[-1][1] = True
        elif name == "l":
            self.lines[-1][0].append(to[0])
        else:
            start = self.lines[-1][0][-1]
            full = {"c": [start, *to], "v": [start, start, *to], "y": [start, *to, to[-1]]}[name]
            self.lines[-1][0].extend(cubic(full))
            self.lines[-1][2] = True

    def paint(self, name):
        if name in CLOSES and self.lines:
            self.lines[-1][1] = True
        for points, closed, curved in self.lines:
            if PAINT[name] == "none" and self.clips:
                continue
            mm = [place(self.to_mm, *p) for p in points]
            mm = arrived(mm) if closed and curved else mm
            scale = abs(self.matrix[0] * self.matrix[3] - self.matrix[1] * self.matrix[2]) ** 0.5
            self.made.strokes.append(Stroke(self.layer(), mm, closed, curved, PAINT[name], self.width * scale * POINT))
        self.lines, self.clips = [], False
