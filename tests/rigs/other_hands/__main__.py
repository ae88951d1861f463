"""``python -m tests.rigs.other_hands FIRST LAST [fair]``: games of these seeds, and the sum of them.

With ``fair`` each throw, and all that is put aside before the next one, gets a look in any case. Prints
a line for each game with a silent error or a crash. Last come the sums: of silent errors by kind and by
what was wrong, of questions, and of each mishap how often it came (``n``), and how often a silent error
or a question came after it in the same turn, before another mishap. The exit status is 1 where a game
crashed or had a fair silent error.
"""

import json
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field

from tests.rigs.other_hands.turns import Turns, played
from tests.rigs.random_play.fairness import FAIR, fair, kind_of
from tests.rigs.random_play.lying import NoRoom
from tests.rigs.random_play.plane import Act, Event
from tests.rigs.random_play.runner import shown

LAST_ACTS, LAST_MOVES = 10, 4
"""So many are told of a game that went wrong."""
NONE = "none"
"""Stands for the mishap of a turn in which none had come."""


@dataclass
class Account:
    """What came of all games. ``errors``: how many, by their kind and by what was wrong.

    ``all_seen``: no look at a throw, or at what was put aside, is left out.
    """

    all_seen: bool = False
    sums: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    broken_off: Counter[str] = field(default_factory=Counter)
    errors: dict[str, Counter[str]] = field(default_factory=dict)
    mishaps: dict[str, Counter[str]] = field(default_factory=dict)

    def play(self, seed: int) -> None:
        """Play the game of a seed, and tell what went wrong."""
        try:
            hands = played(seed)
        except NoRoom:
            self.sums["without_room"] += 1
            return
        events = fair(hands.events) if self.all_seen else hands.events
        try:
            self._show(seed, hands, events)
        except Exception as error:  # noqa: BLE001 - finding these is what the rig is for
            self.sums["crashes"] += 1
            _tell({"seed": seed, "crash": repr(error), "trace": traceback.format_exc()})

    def _show(self, seed: int, hands: Turns, events: list[Event]) -> None:
        result = shown(events, hands.moves)
        self.sums.update(games=1, turns=result.turns, looks=result.looks)
        self.questions += result.asked
        if result.broken_off:
            self.broken_off[result.broken_off] += 1
        for _, name in hands.happened:
            self._of(name)["n"] += 1
        for at in result.asked_at:
            self._of(mishap_before(hands, at))["asked"] += 1
        if result.error:
            kind, result = kind_of(events, hands.moves, result)
            self.errors.setdefault(kind, Counter())[str(result.error)] += 1
            name = mishap_before(hands, result.at)
            self._of(name)[f"silent, {kind}"] += 1
            acts = [event.what for event in events[: result.at] if isinstance(event, Act)]
            told = {"error": result.error, "mishap": name, "acts": acts[-LAST_ACTS:]}
            _tell({"seed": seed, "kind": kind, **told, "accepted": result.accepted[-LAST_MOVES:]})

    def _of(self, mishap: str) -> Counter[str]:
        return self.mishaps.setdefault(mishap, Counter())

    @property
    def is_good(self) -> bool:
        """Whether no game crashed, and none had a fair silent error."""
        return not self.sums["crashes"] and FAIR not in self.errors

    def told(self, seconds: float) -> dict[str, object]:
        """Return the sums as they are printed."""
        names = ("games", "turns", "looks", "crashes", "without_room")
        return {
            **{name: self.sums[name] for name in names},
            "asked": self.questions.total(),
            "silent": {kind: errors.total() for kind, errors in self.errors.items()},
            "errors": self.errors,
            "questions": dict(self.questions.most_common()),
            "broken_off": dict(self.broken_off.most_common()),
            "mishaps": dict(sorted(self.mishaps.items())),
            "seconds": round(seconds, 1),
        }


def mishap_before(hands: Turns, at: int) -> str:
    """Return the last mishap before an event, in the same turn."""
    began = max(turn for turn in hands.turns_at if turn <= at)
    names = [name for number, name in hands.happened if began <= number <= at]
    return names[-1] if names else NONE


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
