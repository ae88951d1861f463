"""Tables of all games in turn, each killed again and again: ``python -m tests.rigs.kills 1000 [WHOLE]``.

One start in WHOLE (49 where it is left out), of all games in turn, is a program as a person starts it
(``companion run``, with a camera that shows a recorded picture), asked over HTTP, and timed. The others
are tables without eyes and sockets (``bare.py``), which start at once. Moves, lessons and glasses come
as fast as they are answered; after a random moment the program is killed (-9). Then all that was
acknowledged must be there, nothing but what was on its way may be more, and the page must be back.
"""

import os
import signal
import sys
import tempfile
import threading
import time
from contextlib import suppress
from math import ceil
from pathlib import Path
from random import Random
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.rigs.kills.bare import start_bare
from tests.rigs.kills.evening import Evening
from tests.rigs.program import Program, start
from vision.clock import SteppedClock
from vision.workshop.simulation.stage import CARCASSONNE_DICE
from vision.workshop.simulation.table import SimulatedTable

GAMES = ("carcassonne_dice", "drunter", "ubongo", "gruftmeister")
LONGEST_S = 0.8
"""A table is killed at any moment within so many seconds after its page was there."""
BACK_WITHIN_S = 3.0
WHOLE_EVERY = 49
TOLD_EVERY = 25


def main(kills: int, whole_every: int = WHOLE_EVERY, seed: int = 1) -> int:
    """Kill so many times; return how often something was wrong, or the page back too late."""
    cv2.setNumThreads(1)  # threads of its own would be lacking in a fork
    wrong: list[str] = []
    starts: list[Program] = []
    with tempfile.TemporaryDirectory() as folder:
        tables = _tables(Path(folder), Random(seed))
        camera = f"recording:{folder}/pictures"
        for kill in range(kills):
            evening = tables[kill % len(tables)]
            if kill % whole_every == 0:
                program = start(evening.data, "--camera", camera, "--pins", "simulated")
                starts.append(program)
            else:
                program = start_bare(evening.data)
            found = _one_kill(evening, program)
            for each in found:
                wrong.append(f"kill {kill} of {evening.game}: {each}")
                print(wrong[-1], flush=True)
            if (kill + 1) % TOLD_EVERY == 0 or kill + 1 == kills:
                _tell(kill + 1, tables, starts, wrong)
    return len(wrong) + sum(one.up_s > BACK_WITHIN_S for one in starts)


def _tables(folder: Path, rng: Random) -> list[Evening]:
    photograph = _photograph()
    (folder / "pictures").mkdir()
    (folder / "pictures" / "empty.png").write_bytes(_png(np.full((240, 320, 3), 90, np.uint8)))
    return [Evening(game, Random(rng.random()), folder / game / "data", photograph) for game in GAMES]


def _photograph() -> bytes:
    """Return a picture of nine dice, for the lessons."""
    clock = SteppedClock()
    table = SimulatedTable(clock, style=CARCASSONNE_DICE, seed=5)
    table.throw(count=9)
    clock.wait(threading.Event(), 5.0)
    return _png(table.render(clock.now()))


def _png(image_bgr: NDArray[np.uint8]) -> bytes:
    return cv2.imencode(".png", image_bgr)[1].tobytes()


def _one_kill(evening: Evening, program: Program) -> list[str]:
    wrong = evening.check_started(program.ask)
    evening.program = program
    timer = threading.Timer(evening.rng.uniform(0.0, LONGEST_S), _kill, [program.process])
    timer.start()
    try:
        evening.play_on()
    finally:
        timer.cancel()
        timer.join()
        said = program.kill()
    return wrong + evening.check(said)


def _kill(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def _tell(kills: int, tables: list[Evening], starts: list[Program], wrong: list[str]) -> None:
    moves = ", ".join(f"{each.game} {each.moves}" for each in tables)
    sets = sum(len(each.sets) for each in tables)
    back = [one.up_s for one in starts]
    late = sum(each > BACK_WITHIN_S for each in back)
    print(
        f"{time.strftime('%H:%M:%S')} {kills} kills: {len(wrong)} wrong; moves: {moves}; {sets} sets; "
        f"page back after {_seconds(back)} ({late} of {len(back)} later than {BACK_WITHIN_S:g}), "
        f"computing {_seconds([one.cpu_s for one in starts])}",
        flush=True,
    )


def _seconds(took: list[float]) -> str:
    """Return how long it took in the middle, in 95 of 100, and at most."""
    within = sorted(took)[ceil(0.95 * len(took)) - 1]
    return f"{median(took):.2f} s (95 %: {within:.2f}, most {max(took):.2f})"


if __name__ == "__main__":
    sys.exit(1 if main(*map(int, sys.argv[1:])) else 0)
