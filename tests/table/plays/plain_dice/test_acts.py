"""Plain dice: what was thrown is told from what hands moved, and from what is hidden still."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.game import Setup
from companion.games.plain_dice.rules import GAME, State
from companion.table.hooks.position import Position
from companion.table.plays.plain_dice.play import PLAY
from companion.table.sight.putting_right import in_order
from companion.table.tracking.beam import Beam
from tests.table.paper_table import PaperDie, reading_of
from vision.readings.dice import DiceReading, Doubt
from vision.readings.places import PointPx

SETUP = Setup("plain_dice", ("Ana",))
POSITION: Position[State] = Position(GAME, SETUP, GAME.start(SETUP))
FELL = [PaperDie("1", (-5.0, 0.0)), PaperDie("3", (0.0, 3.0)), PaperDie("6", (4.0, -2.0))]
FELL_ELSEWHERE = [PaperDie("2", (-3.0, 3.0)), PaperDie("3", (1.0, -3.0)), PaperDie("5", (5.0, 3.0))]


def followed(memory: Beam, *looks: DiceReading) -> tuple[Beam, list[list[str] | None]]:
    """Show these looks one after the other; return which faces each was taken for a throw of."""
    found: list[list[str] | None] = []
    for look in looks:
        verdict = PLAY.weigh(POSITION, memory, {"dice": look})
        memory, faces = verdict.memory, None
        if verdict.proposal is not None and verdict.proposal.kind == "move":
            choice = verdict.proposal.choices[0]
            memory, faces = choice.memory, sorted(choice.moves[-1]["faces"])
        found.append(faces)
    return memory, found


def rolled(dice: Sequence[PaperDie]) -> DiceReading:
    return replace(reading_of(list(dice)), rolled=True)


def row(dice: Sequence[PaperDie]) -> list[PaperDie]:
    """Return the dice pushed together into a row."""
    return [replace(die, at=(1.1 * number - 8.0, -4.0)) for number, die in enumerate(dice)]


def test_what_is_thrown_after_the_last_throw_counts() -> None:
    _, found = followed(Beam(), rolled(FELL), reading_of([]), rolled(FELL_ELSEWHERE))
    assert found == [["1", "3", "6"], None, ["2", "3", "5"]]


def test_dice_that_are_sorted_or_pushed_together_are_no_throw() -> None:
    _, found = followed(Beam(), rolled(FELL), reading_of(row(FELL)))
    assert found == [["1", "3", "6"], None]


def test_a_die_that_is_pushed_is_no_throw() -> None:
    pushed = [replace(FELL[0], at=(-3.0, 2.0), turns=1), *FELL[1:]]
    _, found = followed(Beam(), rolled(FELL), reading_of(pushed))
    assert found == [["1", "3", "6"], None]


def test_a_die_that_is_taken_up_and_put_back_is_no_throw() -> None:
    _, found = followed(Beam(), rolled(FELL), reading_of(FELL[1:]), reading_of(FELL))
    assert found == [["1", "3", "6"], None, None]


def test_dice_that_are_sorted_and_not_read_at_once_are_no_throw() -> None:
    fell = [*FELL, PaperDie("5", (7.0, 3.0)), PaperDie("4", (-7.0, 4.0))]
    sorted_ = reading_of(row(fell))
    missed = tuple(Doubt("may_be_missed", die.centre_px, die.side_px) for die in sorted_.dice)
    unread = replace(sorted_, dice=(), sure=False, doubts=("maybe_missed",), doubtful=missed)
    memory, found = followed(Beam(), rolled(fell), unread)
    assert found == [["1", "3", "4", "5", "6"], None]
    assert PLAY.weigh(POSITION, memory, {"dice": sorted_}).proposal is None


def test_dice_beneath_a_hand_belong_to_the_throw() -> None:
    beneath = replace(rolled(FELL[1:]), covered=True)
    _, found = followed(Beam(), beneath, reading_of(FELL))
    assert found == [None, ["1", "3", "6"]]


def test_a_throw_beneath_a_hand_counts_once_the_hand_is_gone() -> None:
    _, found = followed(Beam(), replace(rolled(FELL), covered=True), reading_of(FELL))
    assert found == [None, ["1", "3", "6"]]


def test_a_lone_die_thrown_beside_where_one_lay_counts_however_few_fell() -> None:
    """Whether one die is thrown or six, it is no likelier that nobody knows what happened."""
    thrown = [replace(FELL[0], face="5", at=(-4.0, 0.0))]
    _, found = followed(Beam(), reading_of(FELL[:1]), reading_of(thrown))
    assert found == [["1"], ["5"]]


def test_dice_of_an_entered_throw_that_nobody_read_are_no_throw_once_they_are_read() -> None:
    places = [(340.0, 480.0), (880.0, 360.0)]
    missed = tuple(Doubt("may_be_missed", PointPx(*at), 60.0) for at in places)
    doubted = replace(rolled(FELL[1:2]), sure=False, doubts=("maybe_missed",), doubtful=missed)
    entered = {"move": "throw", "faces": ["1", "3", "6"]}
    memory = PLAY.entered(entered, Beam(), {"dice": doubted})
    moved = [FELL[0], FELL[1], replace(FELL[2], at=(8.0, 1.0))]
    assert PLAY.weigh(POSITION, memory, {"dice": reading_of(moved)}).proposal is None


def test_a_die_is_told_no_surer_than_it_was_read() -> None:
    """Who enters what lies there puts right the die that was taken for another one, and no other."""
    leans = reading_of(FELL, doubt=1, instead="6")
    now = [FELL[0], replace(FELL[1], face="4"), FELL[2]]
    memory = PLAY.weigh(POSITION, Beam(), {"dice": leans}).memory
    proposal = PLAY.weigh(POSITION, memory, {"dice": reading_of(now)}).proposal
    assert proposal is not None
    told = proposal.choices[0].dice
    named = zip(told, in_order(told, ["1", "4", "6"]), strict=True)
    assert next(face for die, face in named if die.centre_px == PointPx(640.0, 660.0)) == "4"
