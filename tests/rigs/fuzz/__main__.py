"""Generated inputs, kind by kind, each in a program of its own: ``python -m tests.rigs.fuzz [SHARE]``.

Without SHARE 100,000 in all; a second number seeds them. What was found is printed with its trace, and
the exit status is then 1.
"""

import logging
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.rigs.fuzz.kinds import COUNTS, inputs_of
from tests.rigs.fuzz.watched import account


def main(share: float, seed: int) -> int:
    """Take this share of all inputs; return how many kinds were not as they must be."""
    bad = 0
    for kind, count in COUNTS.items():
        words = [
            sys.executable,
            "-m",
            "tests.rigs.fuzz",
            kind,
            str(max(1, round(share * count))),
            str(seed),
        ]
        bad += subprocess.run(words, check=False).returncode != 0
    return bad


def one_kind(kind: str, count: int, seed: int) -> int:
    """Take inputs of one kind in this program; return 0 where nothing was found."""
    logging.basicConfig(handlers=[logging.NullHandler()])  # what the table would write down of each
    with tempfile.TemporaryDirectory() as folder:
        made = account(kind, inputs_of(kind)(Random(f"{kind} {seed}"), Path(folder)), count)
    print(made.line(), flush=True)
    for what, times in made.wrong.most_common():
        print(f"  {times} times {what}\n{made.traces[what]}", flush=True)
    return 0 if made.is_good else 1


if __name__ == "__main__":
    if len(sys.argv) > 3:
        sys.exit(one_kind(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
    share, seed, *_ = (*sys.argv[1:], "1", "1") if len(sys.argv) < 3 else sys.argv[1:]
    sys.exit(main(float(share), int(seed)))
