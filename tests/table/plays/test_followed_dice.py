"""A game of thrown dice needs no referee of its own: its rules say what can be thrown."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.game import Setup
from companion.games.yacht.rules import GAME
from companion.games.yacht.state import State
from companion.table.hooks.position import Position
from companion.table.plays.followed_dice import FollowedDice
from companion.table.plays.thrown_dice import RuledThrows, ThrownDice
from companion.table.tracking.beam import Beam
from tests.table.plays.yacht.paper_dice import lying, seen
from vision.readings.dice import DiceReading

SETUP = Setup("yacht", ("Ana", "Bob"))
START = Position(GAME, SETUP, GAME.start(SETUP))


class FiveDice(RuledThrows[State]):
    """Five dice are thrown once."""

    again = False

    @property
    def first(self) -> int | None:
        return None if self.position.state.throws else 5

    @property
    def lying(self) -> Sequence[str]:
        return self.position.state.lying


class FiveDicePlay(FollowedDice[State]):
    """No more than what its dice are."""

    def tells(self, position: Position[State], *, rolled: bool) -> ThrownDice:
        return ThrownDice(FiveDice(position), rolled)


PLAY = FiveDicePlay()


def throw(faces: str) -> dict[str, DiceReading]:
    return {"dice": replace(seen(lying(faces)), rolled=True)}


def test_dice_that_were_thrown_are_a_move_and_count_once() -> None:
    verdict = PLAY.weigh(START, PLAY.nothing_seen(), throw("11456"))
    assert verdict.proposal is not None
    assert verdict.proposal.kind == "move"
    choice = verdict.proposal.choices[0]
    (words,) = choice.moves
    assert sorted(words["faces"]) == ["1", "1", "4", "5", "6"]
    rest = {key: value for key, value in words.items() if key != "seat"}
    after = GAME.play(START.state, GAME.parse(START.state, GAME.to_move(START.state), rest))
    again = PLAY.weigh(replace(START, state=after), choice.memory, throw("11456"))
    assert again.proposal is None


def test_a_number_of_dice_that_the_rules_refuse_is_no_throw() -> None:
    assert PLAY.weigh(START, PLAY.nothing_seen(), throw("114")).proposal is None


def test_dice_entered_by_tap_are_not_read_as_a_throw_too() -> None:
    memory = PLAY.entered({"move": "throw"}, PLAY.nothing_seen(), throw("11456"))
    assert memory != Beam()
    assert PLAY.weigh(START, memory, throw("11456")).proposal is None
