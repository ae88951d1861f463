"""The table's many threads share few heaps."""

import subprocess
import sys

import pytest

COUNT = """
import re, threading
from pathlib import Path
from companion.table.supervision.malloc import limit_arenas

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


GROWN = """
from companion.table.supervision.malloc import trim_heap
from pathlib import Path

def held():
    rows = Path("/proc/self/status").read_text().splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("VmRSS")) // 1024

many = [bytes(60_000) for _ in range(3000)]
kept = many[-1]
before = held()
del many
between = held()
trim_heap()
print(before - between, before - held())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc is told")
def test_what_nobody_uses_is_given_back() -> None:
    command = [sys.executable, "-c", GROWN]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    by_itself, given_back = map(int, told.split())
    assert by_itself < 50 < given_back


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc is told")
def test_sixteen_threads_share_two_heaps() -> None:
    def heaps(first: str) -> int:
        command = [sys.executable, "-c", COUNT.replace("{first}", first)]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    assert heaps("limit_arenas()") <= 2 < heaps("")
