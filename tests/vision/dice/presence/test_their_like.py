"""A die that seems round, or part of something longer, is a die among others of its make that do not."""

from dataclasses import replace

import numpy as np
import pytest

from vision.dice.presence.presence import Evidence
from vision.dice.presence.their_like import among_their_like
from vision.frame import ImageBgr

SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64) * 30


def die(number: int, **changes: object) -> Evidence:
    one = Evidence(0.8, 0.99, 0.93, SQUARE + np.array([200.0 * number, 0.0]))
    return replace(one, **changes)  # type: ignore[arg-type]


def crops(count: int, colour: tuple[int, int, int] = (130, 160, 190)) -> list[ImageBgr]:
    return [np.full((48, 48, 3), colour, np.uint8) for _ in range(count)]


@pytest.mark.parametrize("changes", [{"is_round": True}, {"goes_on": True}])
def test_one_that_seems_another_piece_is_a_die_among_three_of_its_make(changes: dict[str, bool]) -> None:
    seen = [die(0, **changes), *(die(number) for number in range(1, 4))]
    told = among_their_like(seen, crops(4))
    assert not any(one.is_round or one.goes_on for one in told)


def test_two_dice_of_its_make_are_too_few() -> None:
    seen = [die(0, is_round=True), die(1), die(2)]
    assert among_their_like(seen, crops(3))[0].is_round


def test_where_a_quarter_and_more_seem_round_all_may_be() -> None:
    seen = [die(number, is_round=number < 2) for number in range(7)]
    assert [one.is_round for one in among_their_like(seen, crops(7))] == [True] * 2 + [False] * 5


@pytest.mark.parametrize(
    "other",
    [
        die(0, is_round=True, corners_px=SQUARE * 1.4),
        die(0, is_round=True, likeness=0.6),
        die(0, is_round=True, slant=-2.0),
    ],
    ids=["larger", "unlike any face", "perhaps a side"],
)
def test_what_is_not_of_their_make_stays_round(other: Evidence) -> None:
    seen = [other, *(die(number) for number in range(1, 6))]
    assert among_their_like(seen, crops(6))[0].is_round


@pytest.mark.parametrize(("colour", "is_round"), [((30, 40, 200), True), ((70, 86, 102), False)])
def test_another_colour_is_another_make_and_a_shadow_is_not(
    colour: tuple[int, int, int], is_round: bool
) -> None:
    seen = [die(0, is_round=True), *(die(number) for number in range(1, 6))]
    assert among_their_like(seen, [*crops(1, colour), *crops(5)])[0].is_round is is_round


def test_where_nothing_seems_another_piece_nothing_changes() -> None:
    seen = [die(number) for number in range(3)]
    assert among_their_like(seen, crops(3)) == seen
    assert among_their_like([], []) == []
