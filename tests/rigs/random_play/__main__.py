"""``python -m tests.rigs.random_play FROM TO [fair]``: games of these seeds, and the sum of all of them.

With ``fair`` each throw, and all that is put aside before the next one, gets a look in any case. Prints
a line for each game with a silent error or a crash. The exit status is 1 where a game crashed or had a
fair silent error.
"""

import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.rigs.random_play.fairness import FAIR, fair, kind_of
from tests.rigs.random_play.hands import played
from tests.rigs.random_play.lying import NoRoom
from tests.rigs.random_play.plane import Act, Event
from tests.rigs.random_play.runner import shown
from tests.rigs.random_play.showing import Result

LAST_ACTS, LAST_MOVES = 10, 4
"""So many are told of a game that went wrong."""

Show = Callable[[Sequence[Event]], Result]
"""Shows events to a table."""


@dataclass
class Account:
    """What came of all games. ``errors``: how many, by their kind and by what was wrong.

    ``all_seen``: no look at a throw, or at what was put aside, is left out.
    """

    all_seen: bool = False
    sums: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    broken_off: Counter[str] = field(default_factory=Counter)
    errors: dict[str, Counter[str]] = field(default_factory=dict)

    def play(self, seed: int) -> None:
        """Play the game of a seed, and tell what went wrong."""
        try:
            hands, show = self.played(seed)
        except NoRoom:
            self.sums["without_room"] += 1
            return
        events = fair(hands.events) if self.all_seen else hands.events
        try:
            self.add(seed, hands, events, show)
        except Exception as error:  # noqa: BLE001 - finding these is what the rig is for
            self.sums["crashes"] += 1
            _tell({"seed": seed, "crash": repr(error), "trace": traceback.format_exc()})

    def played(self, seed: int) -> tuple[Any, Show]:
        """Return the hands of a seed, and what shows their play to a table. Raises ``NoRoom``."""
        hands = played(seed)
        return hands, lambda events: shown(events, hands.moves)

    def add(self, seed: int, hands: Any, events: list[Event], show: Show) -> tuple[str | None, Result]:
        """Show a game, count what came of it, tell what went wrong; return its kind, and the result."""
        result = show(events)
        self.sums.update(games=1, turns=result.turns, looks=result.looks)
        self.asked += result.asked
        if result.broken_off:
            self.broken_off[result.broken_off] += 1
        if not result.error:
            return None, result
        kind, found = kind_of(events, show, result)
        self.errors.setdefault(kind, Counter())[str(found.error)] += 1
        acts = [event.what for event in events[: found.at] if isinstance(event, Act)]
        told = {"error": found.error, **self.about(hands, found.at), "acts": acts[-LAST_ACTS:]}
        _tell({"seed": seed, "kind": kind, **told, "accepted": found.accepted[-LAST_MOVES:]})
        return kind, replace(found, asked_at=result.asked_at)

    def about(self, hands: Any, at: int) -> dict[str, object]:  # noqa: ARG002
        """Return what more there is to tell of an error at an event."""
        return {}

    @property
    def is_good(self) -> bool:
        """Whether no game crashed, and none had a fair silent error."""
        return not self.sums["crashes"] and FAIR not in self.errors

    def told(self, seconds: float) -> dict[str, object]:
        """Return the sums as they are printed."""
        names = ("games", "turns", "looks", "crashes", "without_room")
        return {
            **{name: self.sums[name] for name in names},
            "asked": self.asked.total(),
            "silent": {kind: errors.total() for kind, errors in self.errors.items()},
            "errors": self.errors,
            "questions": dict(self.asked.most_common()),
            "broken_off": dict(self.broken_off.most_common()),
            "seconds": round(seconds, 1),
        }


def _tell(line: dict[str, object]) -> None:
    print(json.dumps(line), flush=True)


def tell_all(account: Account, first: int, last: int) -> int:
    """Play the games of these seeds; return 1 where one crashed or had a fair silent error, else 0."""
    began = time.process_time()
    for seed in range(first, last + 1):
        account.play(seed)
    _tell(account.told(time.process_time() - began))
    return 0 if account.is_good else 1


if __name__ == "__main__":
    sys.exit(tell_all(Account(FAIR in sys.argv[3:]), int(sys.argv[1]), int(sys.argv[2])))
