"""Searches the shards on a Dask cluster, then joins them.

python run.py [ADDRESS OF THE SCHEDULER]; without an address on all cores of this computer.
"""

import pathlib
import subprocess
import sys
import time

from dask.distributed import Client

HERE = pathlib.Path(__file__).resolve().parent


def shard(number):
    # 3: the time limit, or the program of a killed worker still holds the file.
    while (code := subprocess.run(["sh", str(HERE / "shard.sh"), str(number)]).returncode) == 3:
        time.sleep(5)
    if code != 0:
        raise RuntimeError(f"shard {number} ended with exit code {code}")
    return number


if __name__ == "__main__":
    with Client(*sys.argv[1:2]) as client:
        client.gather(client.map(shard, range(@SHARDS@), retries=100, pure=False))
    sys.exit(subprocess.run(["sh", str(HERE / "merge.sh")]).returncode)
