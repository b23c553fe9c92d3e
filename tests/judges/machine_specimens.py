"""The sheet of `specimens` for plotters, LightBurn, fabric cutters and embroidery machines, written here and not by piecework.

LightBurn's and HPGL's files follow their documents; apparel DXF is ezdxf's own; stitches are encoded here, a second time.
"""

import io

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


def apparel(astm=False):
    document = ezdxf.new("R12", setup=False)
    for layer in (1, 2, 4, 7, 8, 11, 14):
        document.layers.add(str(layer))
    space = document.modelspace()
    space.add_text("Style Name: two pieces", dxfattribs={"layer": "1"})
    for number, (outer, *holes) in enumerate(PIECES):
        name = f"P{number}"
        block = document.blocks.new(name)
        up = lambda ring: [(x, HEIGHT - y) for x, y in ring]
        x, y = up(outer)[0]
        for words, at in ((f"Piece Name: {name}", x + 4.5), ("Quantity: 1", x + 6)):
            block.add_text(words, height=0.4, rotation=90, dxfattribs={"layer": "1", "insert": (at, y - 9)})
        block.add_polyline2d(up(outer), close=True, dxfattribs={"layer": "1"})
        for hole in holes:
            block.add_polyline2d(up(hole), close=True, dxfattribs={"layer": "11"})
        sew = [(x + 1, y - 1), (x + 4, y - 1), (x + 4, y - 4), (x + 1, y - 4)]
        block.add_polyline2d(sew, close=True, dxfattribs={"layer": "14" if astm else "8"})
        block.add_line((x + 2, y), (x + 2, y - 1), dxfattribs={"layer": "4"})
        block.add_line((x + 5, y - 2), (x + 5, y - 8), dxfattribs={"layer": "7"})
        if astm:
            block.add_point((x, y), dxfattribs={"layer": "2"})
        space.add_blockref(name, (0, 0), dxfattribs={"layer": "1"})
    text = io.StringIO()
    document.write(text)
    return text.getvalue()


# Three blocks: kind, dx, dy.
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
