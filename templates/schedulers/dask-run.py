"""Starts workers on a Dask cluster, then joins the parts.

python run.py [ADDRESS OF THE SCHEDULER]; without an address on all cores of this computer.
"""

import pathlib
import subprocess
import sys

from dask.distributed import Client, wait

HERE = pathlib.Path(__file__).resolve().parent


def worker(number):
    # 3: its time is over.
    while (code := subprocess.run(["sh", str(HERE / "worker.sh"), str(number), "@WORKERS@"]).returncode) == 3:
        pass
    if code != 0:
        raise RuntimeError(f"worker {number} ended with exit code {code}")


if __name__ == "__main__":
    with Client(*sys.argv[1:2]) as client:
        wait(client.map(worker, range(@WORKERS@), retries=100, pure=False))
    sys.exit(subprocess.run(["sh", str(HERE / "merge.sh")]).returncode)
