"""Plays an evening on a journal file and prints each state it shows; made to be killed."""

import json
import sys
from pathlib import Path
from random import Random

from companion.games.game import EVERYONE
from companion.simulation.evening import Evening
from companion.simulation.games.carcassonne_dice.player import Player
from companion.table.shapes.state import StateShape
from tests.table.conftest import bench_on

KEPT = ("sitting", "game", "seats", "to_move", "scores", "outcome", "view", "history")


def shown(state: StateShape) -> str:
    """Return what must be the same after a power cut."""
    return json.dumps({key: state[key] for key in KEPT}, sort_keys=True)  # type: ignore[literal-required]


def main(path: Path, seed: int) -> None:
    bench = bench_on(path, seed)
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    last = ""

    def settle() -> None:
        nonlocal last
        bench.settle()
        now = shown(bench.table.state(EVERYONE))
        if now != last:
            last = now
            print(now, flush=True)

    Evening(bench.table, Player(bench.hands), settle, bench.table.history, Random(seed)).run()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
