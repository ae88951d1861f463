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
from dataclasses import dataclass, field

from tests.rigs.random_play.fairness import FAIR, fair, kind_of
from tests.rigs.random_play.hands import NaturalHands, played
from tests.rigs.random_play.lying import NoRoom
from tests.rigs.random_play.plane import Act
from tests.rigs.random_play.runner import Result, shown

LAST_ACTS, LAST_MOVES = 6, 3
"""So many are told of a game that went wrong."""


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
            hands = played(seed)
        except NoRoom:
            self.sums["without_room"] += 1
            return
        try:
            if self.all_seen:
                hands.events = fair(hands.events)
            self._add(seed, hands, shown(hands.events, hands.moves))
        except Exception as error:  # noqa: BLE001 - finding these is what the rig is for
            self.sums["crashes"] += 1
            _tell({"seed": seed, "crash": repr(error), "trace": traceback.format_exc()})

    def _add(self, seed: int, hands: NaturalHands, result: Result) -> None:
        self.sums.update(games=1, turns=result.turns, looks=result.looks)
        self.asked += result.asked
        if result.broken_off:
            self.broken_off[result.broken_off] += 1
        if result.error:
            kind, result = kind_of(hands.events, lambda events: shown(events, hands.moves), result)
            self.errors.setdefault(kind, Counter())[str(result.error)] += 1
            _tell({"seed": seed, "kind": kind, **_story(hands, result)})

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


def _story(hands: NaturalHands, result: Result) -> dict[str, object]:
    acts = [event.what for event in hands.events[: result.at] if isinstance(event, Act)]
    return {
        "error": result.error,
        "acts": acts[-LAST_ACTS:],
        "accepted": result.accepted[-LAST_MOVES:],
    }


def _tell(line: dict[str, object]) -> None:
    print(json.dumps(line), flush=True)


def main(first: int, last: int, *words: str) -> int:
    """Play the games of these seeds; return 1 where one crashed or had a fair silent error, else 0."""
    account, began = Account(all_seen=FAIR in words), time.process_time()
    for seed in range(first, last + 1):
        account.play(seed)
    _tell(account.told(time.process_time() - began))
    return 0 if account.is_good else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]))
