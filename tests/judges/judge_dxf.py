#!/usr/bin/env python3
"""Judges DXF files by what stock readers silently mend: ezdxf's strict reader with nothing to repair, every group a pair,
every number finite, layers declared, polylines that are closed by their flag and not by a repeated point.
"""

import re

import dxf_reader
import recipe
import strokes
import tool_path
from verdict import look, parser, speak, start

VERSIONS = {"r12": "AC1009", "r2000": "AC1015"}
ENTITIES = {"LINE", "LWPOLYLINE", "POLYLINE"}
# Values of these codes are numbers with a point (DXF reference, group code value types).
REAL = [*range(10, 60), *range(110, 150), *range(210, 240), *range(1010, 1060)]
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
# R12 knows no longer names, and old readers no other letters.
LAYER = re.compile(r"[A-Z0-9_-]{1,31}")
# How far sizes may be off: rounding, not drawing. In mm.
EDGE = 1e-3


def judge(path, options, verdict):
    sheet = dxf_reader.read(path)
    groups_faults(sheet, verdict)
    audit = sheet.document.audit()
    for entry in [*audit.errors, *audit.fixes]:
        verdict.fault(f"ezdxf's audit: {entry.message}")
    header(sheet, options, verdict)
    layers(sheet, verdict)
    for entity in sheet.document.modelspace():
        if entity.dxftype() not in ENTITIES:
            verdict.fault(f"unsupported element {entity.dxftype()}")
        elif entity.dxftype() == "LWPOLYLINE" and sheet.document.dxfversion == VERSIONS["r12"]:
            verdict.fault("R12 knows no LWPOLYLINE")
    if not sheet.strokes:
        verdict.fault("nothing is drawn")
        return
    lines(path, sheet, options, verdict)


def groups_faults(sheet, verdict):
    kinds = [value for code, value in sheet.groups if code == 0]
    lines, ends = kinds.count("POLYLINE"), kinds.count("SEQEND")
    if lines != ends:
        verdict.fault(f"{lines} POLYLINE but {ends} SEQEND")
    for code, value in sheet.groups:
        if code in REAL and not NUMBER.fullmatch(value):
            verdict.fault(f"{value!r} is no number (group {code})")


def header(sheet, options, verdict):
    version = sheet.document.dxfversion
    if options.version and version != VERSIONS[options.version]:
        verdict.fault(f"the version is {version}, not {VERSIONS[options.version]}")
    unit = dxf_reader.variable(sheet.groups, "$INSUNITS")
    if version == VERSIONS["r12"] and unit is not None:
        verdict.fault("R12 knows no $INSUNITS")
    if version != VERSIONS["r12"]:
        if unit not in dxf_reader.UNITS:
            verdict.fault(f"$INSUNITS is {unit}, neither mm nor inches")
        elif dxf_reader.variable(sheet.groups, "$MEASUREMENT") != ("1" if unit == "4" else "0"):
            verdict.fault("$MEASUREMENT does not go with $INSUNITS")
    wanted = dxf_reader.named_unit(sheet.path) if options.units == "name" else options.units
    if wanted and unit is not None and dxf_reader.UNITS.get(unit, ("?",))[0] != wanted:
        verdict.fault(f"$INSUNITS is {unit}, not {wanted}")
    # R12 can say its unit in words only.
    said = [words for code, words in sheet.groups if code == 999 and "1 unit = 1 " in words]
    if version == VERSIONS["r12"] and said and not said[0].endswith(f"1 unit = 1 {dxf_reader.named_unit(sheet.path)}"):
        verdict.fault(f"its name says a unit of 1 {dxf_reader.named_unit(sheet.path)}, but it says {said[0]!r}")


def layers(sheet, verdict):
    named = {value for code, value in section(sheet.groups, "ENTITIES") if code == 8}
    # ezdxf declares what it finds; only the file itself tells what it declared.
    table = tables(sheet.groups, "LAYER")
    for name in sorted(named):
        if name not in table and name != "0":
            verdict.fault(f"layer {name} is not declared")
        if not LAYER.fullmatch(name):
            verdict.fault(f"layer name {name!r}")


def section(groups, name):
    """The groups of a section."""
    found, inside = [], False
    for before, group in zip(groups, groups[1:]):
        if before == (0, "SECTION"):
            inside = group == (2, name)
        elif group == (0, "ENDSEC"):
            inside = False
        elif inside:
            found.append(group)
    return found


def tables(groups, kind):
    """Names of the entries of one kind in the tables."""
    names, waits = set(), False
    for code, value in section(groups, "TABLES"):
        if code == 0:
            waits = value == kind
        elif code == 2 and waits:
            names.add(value)
    return names


def lines(path, sheet, options, verdict):
    for fault in strokes.shape_faults(sheet.strokes):
        verdict.fault(fault)
    plain = sheet.strokes
    for layer in options.closed:
        plain = tool_path.plain(plain, recipe.tool(path), verdict.fault, layer)
    cut = [s for s in plain if s.layer in options.closed]
    for fault in strokes.loose_faults(cut):
        verdict.fault(fault)
    if options.once:
        for fault in strokes.twice_faults(plain):
            verdict.fault(fault)
    nest = strokes.nest(cut, verdict.fault, apart=all(s.closed for s in cut))
    left, low, right, high = strokes.bounds(sheet.strokes)
    if left < -EDGE or low < -EDGE:
        verdict.fault(f"negative coordinates: {left:g} {low:g}")
    wide, tall = right - left, high - low
    if options.bbox and (abs(wide - options.bbox[0]) > EDGE or abs(tall - options.bbox[1]) > EDGE):
        verdict.fault(f"drawn are {wide:.4f} x {tall:.4f} mm")
    extents(sheet, (left, low, right, high), verdict)
    verdict.note(f"{len(sheet.strokes)} lines, {nest.outlines()} outlines, {wide:.3f} x {tall:.3f} mm")


def extents(sheet, box, verdict):
    """The extents that the header claims must hold all lines; they may be those of the whole sheet."""
    claimed = [sheet.document.header.get(name) for name in ("$EXTMIN", "$EXTMAX")]
    if dxf_reader.variable(sheet.groups, "$EXTMIN") is None or None in claimed:
        return
    (left, low, *_), (right, high, *_) = [[v * sheet.scale for v in corner] for corner in claimed]
    if left > box[0] + EDGE or low > box[1] + EDGE or right < box[2] - EDGE or high < box[3] - EDGE:
        verdict.fault(f"$EXTMIN and $EXTMAX leave lines out: {left:g} {low:g} to {right:g} {high:g}")


def main(arguments):
    line = parser(__doc__)
    line.add_argument("--version", choices=VERSIONS, help="which DXF it must be")
    line.add_argument("--units", choices=("mm", "in", "name"), help="what one unit must be, where the file says it; `name`: as its name ends")
    line.add_argument("--closed", action="append", default=[], metavar="LAYER", help="a layer of outlines, where no line has a loose end")
    line.add_argument("--once", action="store_true", help="no line twice in a layer, not even in part")
    line.add_argument("--bbox", nargs=2, type=float, metavar="MM", help="width and height of all lines")
    options = line.parse_args(arguments)
    return speak(look(path, lambda verdict: judge(path, options, verdict)) for path in options.files)


if __name__ == "__main__":
    start(main)
