"""Starts workers on a Ray cluster, then joins the parts.

python run.py [ADDRESS OF THE CLUSTER]; without an address on all cores of this computer.
"""

import pathlib
import subprocess
import sys

import ray

HERE = pathlib.Path(__file__).resolve().parent


@ray.remote(num_cpus=@THREADS@, memory=@MEGABYTES@ << 20, max_retries=100, retry_exceptions=True)
def worker(number):
    # 3: its time is over.
    while (code := subprocess.run(["sh", str(HERE / "worker.sh"), str(number), "@WORKERS@"]).returncode) == 3:
        pass
    if code != 0:
        raise RuntimeError(f"worker {number} ended with exit code {code}")


if __name__ == "__main__":
    ray.init(*sys.argv[1:2])
    workers = [worker.remote(number) for number in range(@WORKERS@)]
    ray.wait(workers, num_returns=len(workers))
    sys.exit(subprocess.run(["sh", str(HERE / "merge.sh")]).returncode)
