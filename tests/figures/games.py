"""Whole games of the demo: the same seeds, every game that simulated hands can play, all habits."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from companion.simulation.hands import hands_of, has_hands
from companion.table.plays.catalogue import names
from tests.figures.tables import table, told
from vision.workshop.evaluation.counts import Count

ROOT = Path(__file__).parents[2]
HEAD = ("game", "scores as they truly were", "readings", "questions, of readings", "silently wrong")


def games(seeds: int) -> Iterator[str]:
    """Yield a row a game: seeds 1 to so many, several games beside each other."""
    played = [game for game in names() if has_hands(game)]
    rows = ((game, habits) for game in played for habits in hands_of(game).HANDS.habits)
    yield from table(HEAD, [_row(game, habits, seeds) for game, habits in rows])


def _row(game: str, habits: str, seeds: int) -> tuple[str, ...]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        ends = list(pool.map(partial(_played, game, habits), range(1, seeds + 1)))
    readings = sum(end["readings"] for end in ends)
    true = sum(end["scores"] == end["truth"] for end in ends)
    return (
        f"{game}, {habits} hands, " + ("seed 1" if seeds == 1 else f"seeds 1 to {seeds}"),
        told(Count(true, seeds)),
        str(readings),
        told(Count(sum(end["questions"] for end in ends), readings)),
        str(sum(end["sure_wrong"] for end in ends)),
    )


def _played(game: str, habits: str, seed: int) -> dict[str, Any]:
    """Return the last line of a demo. Raises ``RuntimeError`` where it did not come to its end."""
    words = [sys.executable, "-m", "companion", "demo", "--game", game, "--hands", habits]
    words += ["--seed", str(seed)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    end = json.loads(done.stdout.splitlines()[-1]) if done.stdout else {}
    if "truth" not in end:
        raise RuntimeError(f"{' '.join(words[1:])}: {done.stderr}")
    assert isinstance(end, dict)
    return end
