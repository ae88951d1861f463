"""``python -m tests.rigs.other_hands FIRST LAST [fair] [yacht|plain_dice]``: games of these seeds.

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
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.rigs.other_hands import pips, pips_runner
from tests.rigs.other_hands.hands import OtherHands
from tests.rigs.other_hands.turns import played
from tests.rigs.random_play.fairness import FAIR, fair, kind_of
from tests.rigs.random_play.lying import NoRoom
from tests.rigs.random_play.plane import Act, Event
from tests.rigs.random_play.runner import Result, shown

LAST_ACTS, LAST_MOVES = 10, 4
"""So many are told of a game that went wrong."""
CARCASSONNE, PIPS = "carcassonne_dice", ("yacht", "plain_dice")
NONE = "none"
"""Stands for the mishap of a turn in which none had come."""

Show = Callable[[Sequence[Event]], Result]
"""Shows events to a table."""


@dataclass
class Account:
    """What came of all games. ``errors``: how many, by their kind and by what was wrong.

    ``all_seen``: no look at a throw, or at what was put aside, is left out.
    """

    all_seen: bool = False
    game: str = CARCASSONNE
    sums: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    broken_off: Counter[str] = field(default_factory=Counter)
    errors: dict[str, Counter[str]] = field(default_factory=dict)
    mishaps: dict[str, Counter[str]] = field(default_factory=dict)

    def play(self, seed: int) -> None:
        """Play the game of a seed, and tell what went wrong."""
        try:
            hands, show = _played(self.game, seed)
        except NoRoom:
            self.sums["without_room"] += 1
            return
        events = fair(hands.events) if self.all_seen else hands.events
        try:
            self._add(seed, hands, events, show)
        except Exception as error:  # noqa: BLE001 - finding these is what the rig is for
            self.sums["crashes"] += 1
            _tell({"seed": seed, "crash": repr(error), "trace": traceback.format_exc()})

    def _add(self, seed: int, hands: OtherHands, events: list[Event], show: Show) -> None:
        result = show(events)
        self.sums.update(games=1, turns=result.turns, looks=result.looks)
        self.questions += result.asked
        if result.broken_off:
            self.broken_off[result.broken_off] += 1
        for _, name in hands.happened:
            self._of(name)["n"] += 1
        for at in result.asked_at:
            self._of(mishap_before(hands, at))["asked"] += 1
        if result.error:
            kind, result = kind_of(events, show, result)
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


def mishap_before(hands: OtherHands, at: int) -> str:
    """Return the last mishap before an event, in the same turn."""
    began = max(turn for turn in hands.turns_at if turn <= at)
    names = [name for number, name in hands.happened if began <= number <= at]
    return names[-1] if names else NONE


def _played(game: str, seed: int) -> tuple[OtherHands, Show]:
    """Return the hands of a seed, and what shows their play to a table."""
    if game in PIPS:
        pip_hands = pips.played(game, seed)
        return pip_hands, lambda events: pips_runner.shown(game, events, pip_hands.told)
    hands = played(seed)
    return hands, lambda events: shown(events, hands.moves)


def _tell(line: dict[str, object]) -> None:
    print(json.dumps(line), flush=True)


def main(first: int, last: int, *words: str) -> int:
    """Play the games of these seeds; return 1 where one crashed or had a fair silent error, else 0."""
    game = next((word for word in words if word in PIPS), CARCASSONNE)
    account, began = Account(FAIR in words, game), time.process_time()
    for seed in range(first, last + 1):
        account.play(seed)
    _tell(account.told(time.process_time() - began))
    return 0 if account.is_good else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]))
