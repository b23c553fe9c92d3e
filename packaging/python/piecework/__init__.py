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


#: Exit codes of runs that answered: done, the answer is no, stopped by a limit, stopped by a signal.
_ANSWERED = (0, 1, 3, 129, 130, 143)


class Error(Exception):
    """A design that cannot be made, or a result that cannot be written.

    `findings` has code, message and place of everything that is wrong.
    """

    def __init__(self, findings, exit_code):
        self.findings = findings
        self.exit_code = exit_code
        super().__init__("\n".join(f"{f.get('message')} [{f.get('code', 'E0001')}]" for f in findings))


@dataclass(frozen=True)
class Made:
    """What was made: the files by name, and the summary that `--json` prints.

    `complete` is False if not everything was made that was asked for. With `exit_code` 3 a limit stopped the
    search, and files with `-partial` in their names hold what was found. With `exit_code` 1 nothing can be found.
    """

    files: dict
    summary: dict
    complete: bool = True
    exit_code: int = 0

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
    """Makes a design (a dictionary or JSON text) and returns its files in memory.

    Raises `Error` if the design is wrong or the result cannot be written. A search that a limit stopped, or that
    proved that no solution exists, is no error: see `Made.complete`.
    """
    text = design if isinstance(design, str) else json.dumps(design)
    with tempfile.TemporaryDirectory() as folder:
        path, output = Path(folder, "design.json"), Path(folder, "output")
        path.write_text(text, encoding="utf-8")
        command = [program(), "make", str(path), "-o", str(output), "--json", "--quiet"]
        ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=timeout)
        summary = json.loads(ran.stdout) if ran.stdout.strip() else {}
        if ran.returncode not in _ANSWERED:
            raise Error(summary.get("errors") or [{"message": ran.stderr.strip()}], ran.returncode)
        files = {entry.name: entry.read_bytes() for entry in sorted(output.iterdir())} if output.exists() else {}
        return Made(files, summary, complete=ran.returncode == 0, exit_code=ran.returncode)
