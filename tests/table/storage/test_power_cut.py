"""The plug is pulled at any moment: the table comes back as it was last shown, or one move further."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.games.game import EVERYONE
from tests.table.conftest import bench_on
from tests.table.paper_evening import shown

ROOT = Path(__file__).parents[3]


def killed_after(lines: int, path: Path, seed: int) -> list[str]:
    """Run an evening and kill it (-9) once it has shown so many states; return all it showed."""
    command = [sys.executable, "-m", "tests.table.paper_evening", str(path), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as evening:
        assert evening.stdout is not None
        seen = [evening.stdout.readline() for _ in range(lines)]
        evening.kill()
        seen += evening.stdout.readlines()
    return [line for line in seen if line.endswith("\n")]


@pytest.mark.parametrize("seed", range(6))
def test_a_killed_table_comes_back_in_the_same_turn(seed: int, tmp_path: Path) -> None:
    comes_back(seed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 2000))
def test_a_table_killed_a_thousand_times_comes_back(seed: int, tmp_path: Path) -> None:
    comes_back(seed, tmp_path)


def comes_back(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "journal.lines"
    seen = killed_after(Random(seed).randint(1, 14), path, seed)
    bench = bench_on(path, seed)
    try:
        now = json.loads(shown(bench.table.state(EVERYONE)))
        last = json.loads(seen[-1])
        # Written down comes before shown: what was on its way to the page may be there already.
        moves = [line["move"] for line in last["history"]]
        assert [line["move"] for line in now["history"]][: len(moves)] == moves
        if len(now["history"]) == len(moves):
            assert now == last
    finally:
        bench.table.close()
