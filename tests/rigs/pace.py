"""``python -m tests.rigs.pace WHAT [TIMES]``: how long from the last piece's rest to what comes of it.

A table runs as a person starts it, and its simulator's hands do the same thing so many times. The state
of its page is asked again and again until what is awaited is there, or a question is. ``WHAT``:
``throw`` (nine dice of Carcassonne), ``die`` (the symbol rolled, until the glass runs and the symbol is
known), ``puzzle`` (a filled card, until that is said).
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, Final

from tests.rigs.program import Program, start

WITHIN_S: Final = 30.0
EVERY_S: Final = 0.03
GAMES: Final = {
    "throw": {"game": "carcassonne_dice", "seats": ["Ana", "Bob"]},
    "die": {"game": "ubongo", "seats": ["Ana", "Bob"]},
    "puzzle": {"game": "ubongo", "seats": ["Ana", "Bob"]},
}


@dataclass(frozen=True)
class Seen:
    """How a thing came out: seconds ``after_rest``; whether the table ``asked``, and whether anything
    ``came`` at all; if not, what the table ``said``.
    """

    after_rest: float
    asked: bool
    came: bool
    said: str = ""


class Host:
    """Who starts games, moves the simulator's hands, and watches the page."""

    def __init__(self, table: Program) -> None:
        self._table, self._token = table, table.log_in()
        self._ids = count()

    def begin(self, what: str) -> None:
        """Begin a new game, and let the table see what lies there first."""
        self._table.ask("/api/v1/sittings", GAMES[what], self._token)
        self._until(lambda state: state["watch"]["phase"] in ("read", "empty"))

    def move(self, **words: Any) -> None:
        """Make a move by tap."""
        body = {"id": f"pace-{next(self._ids)}", **words}
        self._table.ask("/api/v1/moves", body, self._token)

    def hands(self, act: str, **words: Any) -> None:
        """Let the simulator's hands do something."""
        self._table.ask(f"/api/v1/simulator/{act}", words, self._token)

    @property
    def state(self) -> Any:
        """What the page shows."""
        return self._table.ask("/api/v1/state", None, self._token)

    @property
    def lying(self) -> Any:
        """What lies there in truth."""
        return self._table.ask("/api/v1/simulator/table", None, self._token)

    def rest(self) -> float:
        """Wait until all lies still; return when that was."""
        while self.lying["busy"]:
            time.sleep(EVERY_S)
        return time.monotonic()

    def quiet(self) -> None:
        """Wait until the table has read what lies there."""
        self.rest()
        time.sleep(0.3)
        self._until(
            lambda state: (
                state["watch"]["phase"] in ("read", "empty")
                and (state["proposal"] or {}).get("kind") != "move"
            )
        )

    def awaited(self, rested: float, came: Callable[[Any], bool]) -> Seen:
        """Return how it came out."""
        while time.monotonic() < rested + WITHIN_S:
            state = self.state
            after = time.monotonic() - rested
            if came(state):
                return Seen(after, asked=False, came=True)
            if (state["proposal"] or {}).get("kind") == "question":
                return Seen(after, asked=True, came=True, said=str(state["proposal"]["text"]))
            time.sleep(EVERY_S)
        state = self.state
        said = f"{state['watch']['phase']}, {state['notice']}, {state['proposal']}, {state['faults']}"
        return Seen(WITHIN_S, asked=False, came=False, said=said)

    def _until(self, done: Callable[[Any], bool]) -> None:
        until = time.monotonic() + WITHIN_S
        while not done(self.state) and time.monotonic() < until:
            time.sleep(EVERY_S)


def throws(host: Host) -> Iterator[Seen]:
    """Throw nine dice, each time in a new game."""
    while True:
        host.hands("clear")
        time.sleep(3.0)
        host.begin("throw")
        time.sleep(1.0)
        host.hands("throw")
        yield host.awaited(host.rest(), lambda state: _moved(state, "throw"))


def _moved(state: Any, kind: str) -> bool:
    return any(line["move"]["move"] == kind and not line["undone"] for line in state["history"])


def dice(host: Host) -> Iterator[Seen]:
    """Roll the die that starts a round; its symbol must be read, too."""
    for _ in _rounds(host, "die"):
        host.hands("throw")
        yield host.awaited(
            host.rest(), lambda state: state["timer"] is not None and state["view"]["symbol"] is not None
        )


def _rounds(host: Host, what: str) -> Iterator[int]:
    """Begin round after round, the die to be rolled; a new game where one is over."""
    number = 0
    while True:
        state = host.state
        phase = state["view"]["phase"] if state["view"] and state["game"] == "ubongo" else "ended"
        if phase in ("ended", "laying_out"):
            host.begin(what)
            host.quiet()
            phase = host.state["view"]["phase"]
        while phase in ("running", "to_turn"):
            host.move(move="time_up" if phase == "running" else "turn_glass")
            phase = host.state["view"]["phase"]
        if phase == "to_roll":
            host.quiet()
            yield number
            number += 1


def puzzles(host: Host) -> Iterator[Seen]:
    """Lay a card, filled, while no round runs."""
    host.begin("puzzle")
    while True:
        host.quiet()
        host.hands("lay-puzzle", filled=True)
        yield host.awaited(
            host.rest(), lambda state: "puzzle.filled" in (state["notice"] or {}).get("code", "")
        )
        host.hands("put-puzzle-away")


KINDS: Final = {"throw": throws, "die": dice, "puzzle": puzzles}


def main(what: str, times: int = 40) -> int:
    """Measure so many; return 1 where something never came."""
    with tempfile.TemporaryDirectory() as folder, _table(Path(folder)) as host:
        host.begin(what)
        time.sleep(4.0)  # the empty table is read first
        seen = [one for one, _ in zip(KINDS[what](host), range(times), strict=False)]
    accepted = sorted(one.after_rest for one in seen if one.came and not one.asked)
    asked, late = sum(one.asked for one in seen), sum(not one.came for one in seen)
    print(
        f"{what}: {times} times, {len(accepted)} accepted, {asked} asked, {late} neither within"
        f" {WITHIN_S:.0f} s; from rest: median {median(accepted):.2f} s, 95 %"
        f" {accepted[int(0.95 * (len(accepted) - 1))]:.2f} s, most {accepted[-1]:.2f} s"
    )
    for one in seen:
        if one.asked or not one.came:
            print("asked:" if one.asked else "neither:", one.said)
    return int(late > 0)


@contextmanager
def _table(folder: Path) -> Iterator[Host]:
    table = start(folder / "data")
    try:
        yield Host(table)
    finally:
        table.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
