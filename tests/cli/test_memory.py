"""The table's many threads share few heaps."""

import subprocess
import sys

import pytest

COUNT = """
import re, threading
from pathlib import Path
from companion.cli.memory import share_heaps

SIZE = 64 * 1024 * 1024  # of a heap's place, at which it begins

def heaps():
    begins = [int(line.split("-")[0], 16) for line in Path("/proc/self/maps").read_text().splitlines()]
    return sum(begin % SIZE == 0 for begin in begins)

{first}
together = threading.Barrier(17)

def hold():
    held = [bytes(50_000) for _ in range(20)]
    together.wait()
    together.wait()
    del held

threads = [threading.Thread(target=hold) for _ in range(16)]
for thread in threads:
    thread.start()
together.wait()
print(heaps())
together.wait()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc is told")
def test_sixteen_threads_share_two_heaps() -> None:
    def heaps(first: str) -> int:
        command = [sys.executable, "-c", COUNT.replace("{first}", first)]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    assert heaps("share_heaps()") <= 2 < heaps("")
