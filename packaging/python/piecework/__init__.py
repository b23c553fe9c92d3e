"""Makes quilt patterns, cut files and puzzle pages from designs, by running the piecework program.

A design is what `piecework schema design` describes, as a dictionary:

    import piecework
    made = piecework.run({"piecework": 2, "puzzle": "pentomino-6x10", "quilt": {"cell": "2in"}})
    made.files["pentomino-6x10-quilt.pdf"]   # bytes
    made                                     # in a notebook: the picture
"""

import json
import os
import shutil
import subprocess
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Error", "Made", "run"]


class Error(Exception):
    """A design that cannot be made. `findings` has code, message and place of everything that is wrong."""

    def __init__(self, findings, exit_code):
        self.findings = findings
        self.exit_code = exit_code
        super().__init__("\n".join(f"{f.get('message')} [{f.get('code', 'E0001')}]" for f in findings))


@dataclass(frozen=True)
class Made:
    """What was made: the files by name, and the summary that `--json` prints."""

    files: dict
    summary: dict

    def _repr_svg_(self):
        pictures = [name for name in sorted(self.files, key=len) if name.endswith(".svg")]
        return self.files[pictures[0]].decode("utf-8") if pictures else None


def program():
    """The path of the program: the one that was installed with this module, else the one on the path."""
    name = "piecework.exe" if os.name == "nt" else "piecework"
    installed = Path(sysconfig.get_path("scripts")) / name
    found = str(installed) if installed.exists() else shutil.which("piecework")
    if found is None:
        raise FileNotFoundError("the piecework program is not installed")
    return found


def run(design, timeout=None):
    """Makes a design (a dictionary or JSON text) and returns its files in memory. Raises `Error` if it cannot be made."""
    text = design if isinstance(design, str) else json.dumps(design)
    with tempfile.TemporaryDirectory() as folder:
        path, output = Path(folder, "design.json"), Path(folder, "output")
        path.write_text(text, encoding="utf-8")
        command = [program(), "make", str(path), "-o", str(output), "--json", "--quiet"]
        ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=timeout)
        summary = json.loads(ran.stdout) if ran.stdout.strip() else {}
        if ran.returncode != 0:
            raise Error(summary.get("errors") or [{"message": ran.stderr.strip()}], ran.returncode)
        files = {entry.name: entry.read_bytes() for entry in sorted(output.iterdir())} if output.exists() else {}
        return Made(files, summary)
