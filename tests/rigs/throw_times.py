"""``python -m tests.rigs.throw_times [THROWS]``: how long from the last die's rest to the throw.

A table runs as a person starts it. Nine dice are thrown at its simulator, each time in a new game, and
the page's state is asked again and again until the throw is in the history, or a question is there.
"""

import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.rigs.program import Program, start

WITHIN_S = 15.0
EVERY_S = 0.03
GAME = {"game": "carcassonne_dice", "seats": ["Ana", "Bob"]}


@dataclass(frozen=True)
class Seen:
    """How a throw came out: seconds ``after_rest`` and ``after_press``, of the button; whether the table
    asked, and whether anything came at all; if not, what the table ``said``.
    """

    after_rest: float
    after_press: float
    asked: bool
    came: bool
    said: str = ""


def main(throws: int = 40) -> int:
    """Measure so many throws; return 1 where something never came."""
    with tempfile.TemporaryDirectory() as folder:
        table = start(Path(folder) / "data", "--game", "carcassonne_dice")
        try:
            host = table.log_in()
            time.sleep(4.0)  # the empty table is read first
            seen = [_throw(table, host) for _ in range(throws)]
        finally:
            table.kill()
    accepted = [one for one in seen if one.came and not one.asked]
    asked, late = sum(one.asked for one in seen), sum(not one.came for one in seen)
    after_rest = sorted(one.after_rest for one in accepted)
    print(
        f"{throws} throws of nine dice: {len(accepted)} accepted, {asked} asked,"
        f" {late} neither within {WITHIN_S:.0f} s\n"
        f"from rest to accepted: median {median(after_rest):.2f} s, 95 %"
        f" {after_rest[int(0.95 * (len(after_rest) - 1))]:.2f} s, most {after_rest[-1]:.2f} s;"
        f" from the button, the roll included: median {median(o.after_press for o in accepted):.2f} s"
    )
    for one in seen:
        if not one.came:
            print("neither:", one.said)
    return int(not all(one.came for one in seen))


def _throw(table: Program, host: str) -> Seen:
    table.ask("/api/v1/simulator/clear", {}, host)
    time.sleep(3.0)
    table.ask("/api/v1/sittings", GAME, host)
    time.sleep(1.5)
    pressed = time.monotonic()
    table.ask("/api/v1/simulator/throw", {}, host)
    while table.ask("/api/v1/simulator/table", None, host)["busy"]:
        time.sleep(EVERY_S)
    rested = time.monotonic()
    while time.monotonic() < rested + WITHIN_S:
        state = table.ask("/api/v1/state", None, host)
        now = time.monotonic()
        if any(line["move"]["move"] == "throw" for line in state["history"]):
            return Seen(now - rested, now - pressed, asked=False, came=True)
        if state["proposal"] is not None and state["proposal"]["kind"] == "question":
            return Seen(now - rested, now - pressed, asked=True, came=True)
        time.sleep(EVERY_S)
    said = f"{state['watch']['phase']}, {state['notice']}, {state['watch']['seen']}"
    return Seen(WITHIN_S, WITHIN_S, asked=False, came=False, said=said)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
