"""The sheet of `specimens` for plotters, LightBurn, fabric cutters, embroidery machines and 3D printers, written here and not by piecework.

LightBurn's and HPGL's files follow their documents; stitches are encoded here, a second time.
"""

import io
import struct
import zipfile

import ezdxf

from specimens import HEIGHT, LAYERS, PIECES, content

INDEX = {"GUIDE": (30, "Tool"), "ENGRAVE": (0, "Cut"), "CUT": (2, "Cut")}
PEN = {"ENGRAVE": 3, "CUT": 1}


def lines(cut=None):
    """Layer, points and whether closed, y up."""
    for layer, paths in content(cut).items():
        for points, closed in (line for path in paths for line in path):
            yield layer, [(x, HEIGHT - y) for x, y in points], closed


def plt(cut=None):
    out, held = ["IN;"], None
    for layer, points, closed in (line for line in lines(cut) if line[0] in PEN):
        if PEN[layer] != held:
            held = PEN[layer]
            out.append(f"SP{held};")
        first, *rest = [f"{round(x * 40)},{round(y * 40)}" for x, y in points + points[:1] * closed]
        out.append(f"PU{first};PD{','.join(rest)};")
    return "\n".join([*out, "PU;", "SP0;", ""])


def lbrn2(cut=None, made="made by hand"):
    out = ['<?xml version="1.0" encoding="UTF-8"?>', '<LightBurnProject AppVersion="1.0.00" FormatVersion="1">']
    for priority, (layer, _, _) in enumerate(LAYERS):
        index, kind = INDEX[layer]
        out.append(f'<CutSetting type="{kind}"><index Value="{index}"/><name Value="{layer}"/>'
                   f'<priority Value="{priority}"/></CutSetting>')
    for layer, points, closed in lines(cut):
        vertices = "".join(f"V{x:g} {y:g}c0x1c1x1" for x, y in points)
        steps = "LineClosed" if closed else "".join(f"L{i} {i + 1}" for i in range(len(points) - 1))
        out.append(f'<Shape Type="Path" CutIndex="{INDEX[layer][0]}"><XForm>1 0 0 1 0 0</XForm>'
                   f"<VertList>{vertices}</VertList><PrimList>{steps}</PrimList></Shape>")
    return "\n".join([*out, f'<Notes ShowOnLoad="0" Notes="{made}"/>', "</LightBurnProject>", ""])


STITCHES = [("jump", 100, 0), ("jump", 21, -40), ("stitch", 0, 0), ("stitch", 25, 0), ("stitch", -4, 25), ("stop", 0, 0),
            ("stitch", 20, -20), ("stitch", 20, 0), ("stop", 0, 0), ("stitch", 0, 30), ("stitch", 4, -30), ("stitch", 2, 30)]


def dst(stitches=tuple(STITCHES)):
    body, x, y, xs, ys = b"", 0, 0, [0], [0]
    for kind, dx, dy in stitches:
        body += record(kind, dx, dy)
        x, y = x + dx, y + dy
        xs.append(x)
        ys.append(y)
    head = (f"LA:{'SPECIMEN':<16}\rST:{len(stitches) + 1:7d}\rCO:{sum(k == 'stop' for k, *_ in stitches):3d}\r"
            f"+X:{max(xs):5d}\r-X:{-min(xs):5d}\r+Y:{max(ys):5d}\r-Y:{-min(ys):5d}\rAX:{x:+6d}\rAY:{y:+6d}\r\x1a")
    return head.encode().ljust(512) + body + b"\x00\x00\xf3"


def record(kind, dx, dy):
    """Balanced ternary, digit by digit; bits are counted through all three bytes."""
    found = [0, 0, {"stitch": 0x03, "jump": 0x83, "stop": 0xC3}[kind]]
    for move, places in ((dx, "18:19 10:11 2:3 8:9 0:1"), (dy, "21:20 13:12 5:4 15:14 7:6")):
        for pair, digit in zip(places.split(), ternary(move)):
            plus, minus = (int(v) for v in pair.split(":"))
            if digit:
                at = plus if digit > 0 else minus
                found[at // 8] |= 1 << at % 8
    return bytes(found)


def ternary(value):
    digits = []
    for _ in range(5):
        digit = (value + 1) % 3 - 1
        digits.append(digit)
        value = (value - digit) // 3
    return digits[::-1]


def exp(stitches=tuple(STITCHES)):
    out = b""
    for kind, dx, dy in stitches:
        move = bytes([dx % 256, dy % 256])
        out += {"stitch": move, "jump": b"\x80\x04" + move, "stop": b"\x80\x01\x00\x00", "trim": b"\x80\x80\x07\x00"}[kind]
    return out


def _block(width=20.0, depth=10.0, height=4.0):
    """The twelve triangles of a block, counterclockwise from outside."""
    def at(x, y, z):
        return (x * width, y * depth, z * height)

    sides = []
    for a, b, c, d in ((at(0, 0, 0), at(0, 1, 0), at(1, 1, 0), at(1, 0, 0)), (at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)),
                       (at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)), (at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)),
                       (at(1, 1, 0), at(0, 1, 0), at(0, 1, 1), at(1, 1, 1)), (at(0, 1, 0), at(0, 0, 0), at(0, 0, 1), at(0, 1, 1))):
        sides += [(a, b, c), (a, c, d)]
    return sides


BLOCK = _block()


def stl(triangles=tuple(BLOCK)):
    """Triangles as binary STL."""
    def record(triangle):
        a, b, c = triangle
        u, v = [y - x for x, y in zip(a, b)], [y - x for x, y in zip(a, c)]
        cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        length = sum(part * part for part in cross) ** 0.5
        return struct.pack("<12fH", *[part / length for part in cross], *a, *b, *c, 0)

    return bytes(80) + struct.pack("<I", len(triangles)) + b"".join(map(record, triangles))


def threemf(triangles=tuple(BLOCK), unit="millimeter", built=1, part="3D/3dmodel.model"):
    """Triangles as the only object of a 3MF file."""
    corners = sorted({corner for triangle in triangles for corner in triangle})
    vertices = "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in corners)
    number = {corner: index for index, corner in enumerate(corners)}
    faces = "".join('<triangle v1="{}" v2="{}" v3="{}"/>'.format(*(number[corner] for corner in triangle)) for triangle in triangles)
    model = (f'<model unit="{unit}" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1">'
             f'<mesh><vertices>{vertices}</vertices><triangles>{faces}</triangles></mesh></object></resources>'
             f'<build><item objectid="{built}"/></build></model>')
    relations = ('<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" '
                 'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="/{}"/></Relationships>').format(part)
    types = ('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="model" '
             'ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>')
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in (("[Content_Types].xml", types), ("_rels/.rels", relations), (part, model)):
            archive.writestr(name, text)
    return packed.getvalue()
