"""Reads plates for 3D printers: STL and 3MF, as lists of triangles in mm.

In: a path. Out: for each object its name and its triangles, each three corners. STL has no objects: its triangles are divided
into those that share corners.
"""

import struct
import zipfile
from pathlib import Path
from xml.etree import ElementTree

from verdict import Unreadable

CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
# Cura and trimesh look for the model here, whatever the relations of the package say.
PART = "3D/3dmodel.model"
MODEL = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"


def read(path):
    """The objects of a file, by its ending."""
    data = Path(path).read_bytes()
    return stl(data) if Path(path).suffix == ".stl" else threemf(path)


def stl(data):
    if len(data) < 84:
        raise Unreadable("it is shorter than the head of an STL file")
    if data[:5] == b"solid":
        raise Unreadable("readers would take it for text")
    (count,) = struct.unpack_from("<I", data, 80)
    if len(data) != 84 + 50 * count:
        raise Unreadable(f"{count} triangles would take {84 + 50 * count} bytes, not {len(data)}")
    triangles = []
    for at in range(count):
        numbers = struct.unpack_from("<12fH", data, 84 + 50 * at)
        triangles.append(tuple(tuple(numbers[3 + 3 * corner : 6 + 3 * corner]) for corner in range(3)))
        faces(numbers[:3], triangles[-1])
    return [(f"shell {number}", shell) for number, shell in enumerate(shells(triangles), 1)]


def faces(normal, triangle):
    """A normal that is not that of its triangle is refused; a triangle without area may have any."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
    u, v = (bx - ax, by - ay, bz - az), (cx - ax, cy - ay, cz - az)
    cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    length = sum(part * part for part in cross) ** 0.5
    if length > 1e-3 and any(abs(part / length - given) > 1e-2 for part, given in zip(cross, normal)):
        raise Unreadable(f"a triangle at {triangle[0]} looks elsewhere than it says")


def shells(triangles):
    """Triangles that share corners, in the order of their first ones."""
    parent = {}

    def root(corner):
        parent.setdefault(corner, corner)
        while parent[corner] != corner:
            parent[corner] = parent[parent[corner]]
            corner = parent[corner]
        return corner

    for a, b, c in triangles:
        parent[root(b)] = root(a)
        parent[root(c)] = root(a)
    found = {}
    for triangle in triangles:
        found.setdefault(root(triangle[0]), []).append(triangle)
    return list(found.values())


def threemf(path):
    with zipfile.ZipFile(path) as archive:
        if archive.testzip():
            raise Unreadable("an entry of the archive is damaged")
        relations = ElementTree.fromstring(archive.read("_rels/.rels"))
        targets = [one.get("Target") for one in relations if one.get("Type") == MODEL]
        if len(targets) != 1:
            raise Unreadable(f"{len(targets)} models")
        if targets[0].lstrip("/") != PART:
            raise Unreadable(f"the model is {targets[0]}, but Cura and trimesh look for {PART}")
        types = archive.read("[Content_Types].xml").decode()
        if "application/vnd.ms-package.3dmanufacturing-3dmodel+xml" not in types:
            raise Unreadable("no type for models")
        model = ElementTree.fromstring(archive.read(targets[0].lstrip("/")))
    if model.tag != CORE + "model" or model.get("unit") != "millimeter":
        raise Unreadable(f"{model.tag} in {model.get('unit')}")
    objects = {}
    for found in model.iter(CORE + "object"):
        corners = [tuple(float(corner.get(axis)) for axis in "xyz") for corner in found.iter(CORE + "vertex")]
        triangles = [
            tuple(corners[int(triangle.get(end))] for end in ("v1", "v2", "v3")) for triangle in found.iter(CORE + "triangle")
        ]
        objects[found.get("id")] = (found.get("name") or "", triangles)
    built = [item.get("objectid") for item in model.iter(CORE + "item")]
    if sorted(built) != sorted(objects):
        raise Unreadable(f"objects {sorted(objects)}, but {sorted(built)} are built")
    return [objects[number] for number in built]
