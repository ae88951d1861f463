"""After a throw, hands cover dice, uncover them, push them and build with them, in any order."""

from dataclasses import replace
from random import Random

import pytest

from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT, STANDARD
from companion.games.carcassonne_dice.rules import CarcassonneDice
from companion.games.game import HOST
from tests.table.conftest import bench_on
from tests.table.paper_table import PaperDie, reading_of

LOOKS = 12
PLACES = [(float(x), float(y)) for x in range(-1, 2) for y in range(-4, -1)]


class RestlessHands:
    """Hands that throw once, and then only cover, uncover, push and build."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.lying = [
            PaperDie(rng.choice(STANDARD.names), (2.0 * n - 10 + rng.random() / 3, 4 + 4 * rng.random()))
            for n in range(9)
        ]
        self._covered: list[PaperDie] = []

    def do_something(self) -> None:
        self._rng.choice(
            [self._cover, self._cover, self._uncover, self._uncover, self._push, self._build]
        )()

    def _cover(self) -> None:
        for die in self._rng.sample(self.lying, self._rng.randrange(min(5, len(self.lying)))):
            self.lying.remove(die)
            self._covered.append(die)

    def _uncover(self) -> None:
        self.lying += self._covered
        self._covered = []

    def _push(self) -> None:
        number = self._rng.randrange(len(self.lying))
        die = self.lying[number]
        if die.state == "loose":
            at = (die.at[0] + self._rng.uniform(-0.8, 0.8), die.at[1] + self._rng.uniform(-0.5, 0.5))
            self.lying[number] = replace(die, at=at)

    def _build(self) -> None:
        free = [at for at in PLACES if all(die.at != at for die in [*self.lying, *self._covered])]
        loose = [
            die for die in self.lying if die.state == "loose" and die.face not in (KNIGHT, CATAPULT)
        ]
        if free and loose:
            die = self._rng.choice(loose)
            turns = self._rng.randrange(4)
            self.lying.remove(die)
            self.lying.append(PaperDie(die.face, self._rng.choice(free), turns, "built"))


@pytest.mark.parametrize("seed", range(12))
def test_no_move_is_made_that_nobody_made_and_nothing_stays_unsaid(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CarcassonneDice, "odds", lambda _game, _state: None)
    bench = bench_on(None, seed)
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    hands = RestlessHands(Random(seed))
    for look in range(LOOKS):
        bench.show(reading_of(hands.lying))
        bench.wait(30.0)
        state = bench.table.state(HOST)
        assert [line["move"]["move"] for line in state["history"]] == ["throw"], f"look {look}"
        assert state["proposal"] is not None or state.get("notice") is not None, f"look {look}"
        assert state["proposal"] is None or state["proposal"]["kind"] == "pending", f"look {look}"
        hands.do_something()
    bench.table.close()
