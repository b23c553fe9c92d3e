"""Searches the shards on a Ray cluster, then joins them.

python run.py [ADDRESS OF THE CLUSTER]; without an address on all cores of this computer.
"""

import pathlib
import subprocess
import sys
import time

import ray

HERE = pathlib.Path(__file__).resolve().parent


@ray.remote(num_cpus=@THREADS@, max_retries=100, retry_exceptions=True)
def shard(number):
    # 3: the time limit, or the program of a killed worker still holds the file.
    while (code := subprocess.run(["sh", str(HERE / "shard.sh"), str(number)]).returncode) == 3:
        time.sleep(5)
    if code != 0:
        raise RuntimeError(f"shard {number} ended with exit code {code}")
    return number


if __name__ == "__main__":
    ray.init(*sys.argv[1:2])
    ray.get([shard.remote(number) for number in range(@SHARDS@)])
    sys.exit(subprocess.run(["sh", str(HERE / "merge.sh")]).returncode)
