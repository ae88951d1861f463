"""``python -m tests.rigs.other_hands FIRST LAST [fair] [yacht|plain_dice]``: games of these seeds.

With ``fair`` each throw, and all that is put aside before the next one, gets a look in any case. Prints
a line for each game with a silent error or a crash. Last come the sums: of silent errors by kind and by
what was wrong, of questions, and of each mishap how often it came (``n``), and how often a silent error
or a question came after it in the same turn, before another mishap. The exit status is 1 where a game
crashed or had a fair silent error.
"""

import sys
from collections import Counter
from dataclasses import dataclass, field

from tests.rigs.other_hands import pips, pips_runner
from tests.rigs.other_hands.hands import OtherHands
from tests.rigs.other_hands.turns import played
from tests.rigs.random_play.__main__ import Account as CommonAccount
from tests.rigs.random_play.__main__ import Show, tell_all
from tests.rigs.random_play.fairness import FAIR
from tests.rigs.random_play.plane import Event
from tests.rigs.random_play.runner import shown
from tests.rigs.random_play.showing import Result

CARCASSONNE, PIPS = "carcassonne_dice", ("yacht", "plain_dice")
NONE = "none"
"""Stands for the mishap of a turn in which none had come."""


@dataclass
class Account(CommonAccount):
    """What came of all games of one kind, and of each mishap."""

    game: str = CARCASSONNE
    mishaps: dict[str, Counter[str]] = field(default_factory=dict)

    def played(self, seed: int) -> tuple[OtherHands, Show]:
        """Return the hands of a seed, and what shows their play to a table."""
        if self.game in PIPS:
            pip_hands = pips.played(self.game, seed)
            return pip_hands, lambda events: pips_runner.shown(self.game, events, pip_hands.told)
        hands = played(seed)
        return hands, lambda events: shown(events, hands.moves)

    def add(
        self, seed: int, hands: OtherHands, events: list[Event], show: Show
    ) -> tuple[str | None, Result]:
        """Show a game, and count what came after which mishap."""
        kind, result = super().add(seed, hands, events, show)
        for _, name in hands.happened:
            self._of(name)["n"] += 1
        for at in result.asked_at:
            self._of(mishap_before(hands, at))["asked"] += 1
        if kind is not None:
            self._of(mishap_before(hands, result.at))[f"silent, {kind}"] += 1
        return kind, result

    def about(self, hands: OtherHands, at: int) -> dict[str, object]:
        """Return the mishap before an error."""
        return {"mishap": mishap_before(hands, at)}

    def told(self, seconds: float) -> dict[str, object]:
        """Return the sums as they are printed."""
        return {**super().told(seconds), "mishaps": dict(sorted(self.mishaps.items()))}

    def _of(self, mishap: str) -> Counter[str]:
        return self.mishaps.setdefault(mishap, Counter())


def mishap_before(hands: OtherHands, at: int) -> str:
    """Return the last mishap before an event, in the same turn."""
    began = max(turn for turn in hands.turns_at if turn <= at)
    names = [name for number, name in hands.happened if began <= number <= at]
    return names[-1] if names else NONE


if __name__ == "__main__":
    words = sys.argv[3:]
    chosen = next((word for word in words if word in PIPS), CARCASSONNE)
    sys.exit(tell_all(Account(FAIR in words, game=chosen), int(sys.argv[1]), int(sys.argv[2])))
