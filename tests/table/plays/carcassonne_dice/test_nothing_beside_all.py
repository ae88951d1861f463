"""Something of the table looks like a die in every picture: once all nine were read, it is none."""

from dataclasses import replace

import numpy as np
import pytest

from companion.table.sight.eyes import FrameSight
from companion.table.sight.misread_dice import MisreadDie, dice_right, nothing_beside_all
from companion.table.sight.putting_right import still_there
from tests.table.conftest import Bench
from tests.table.paper_table import SIDE, SIZE, PaperDie, reading_of
from tests.table.plays.carcassonne_dice.clumsy import (
    KNIGHTS,
    NINE,
    OTHERS,
    SPOT,
    answers,
    begin,
    less,
    moves,
    offer,
    state,
    thrown,
    with_spot,
)
from vision.frame import Frame
from vision.motion.mask import Mask
from vision.readings.dice import DiceReading, Doubt
from vision.readings.places import PointPx

ELSEWHERE = PointPx(1200.0, 822.0)


def look(table: Bench, reading: DiceReading) -> None:
    table.show(reading)
    table.wait(2.5)


def doubts(table: Bench) -> list[str]:
    seen = state(table)["watch"]["seen"]
    assert seen is not None
    return seen["doubts"]


def reach_over(table: Bench, spot: PointPx) -> None:
    """Let a hand be seen over a place."""
    hand = np.zeros((54, 96), np.bool_)
    hand[int(spot.y / SIZE[1] * 54), int(spot.x / SIZE[0] * 96)] = True
    table.frames += 1
    frame = Frame(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), table.clock.now(), table.frames)
    table.table.sight.saw(FrameSight(frame, "moving", hand=Mask(hand)))


def test_beside_nine_dice_the_spot_is_none_and_asks_nothing_all_evening(table: Bench) -> None:
    dice = thrown(KNIGHTS)
    for lying in (dice, dice[:3], [*dice[:3], *thrown(OTHERS[:6], row=-3.5)]):
        look(table, with_spot(lying))
    assert moves(table) == ["throw", "set_aside", "throw"]


def test_the_page_shows_no_doubt_beside_nine_dice_at_once(table: Bench) -> None:
    look(table, with_spot(thrown(NINE)))
    assert doubts(table) == []


def test_before_nine_were_read_the_spot_may_be_a_die(table: Bench) -> None:
    look(table, with_spot(thrown(NINE[:8])))
    assert doubts(table) == ["maybe_missed"]
    assert moves(table) == []


def test_another_spot_than_lay_there_beside_all_nine_may_be_a_die(table: Bench) -> None:
    dice = thrown(KNIGHTS)
    look(table, with_spot(dice))
    look(table, with_spot(dice[:3], ELSEWHERE))
    assert doubts(table) == ["maybe_missed"]
    look(table, with_spot([*dice[:3], *thrown(OTHERS[:5], row=-3.5)], ELSEWHERE))
    assert doubts(table) == ["maybe_missed"]
    assert moves(table) == ["throw"]


def test_beside_every_die_that_must_lie_there_there_is_one_way_to_read_the_throw(table: Bench) -> None:
    dice = begin(table, KNIGHTS)
    look(table, with_spot(dice[:3], ELSEWHERE))
    look(table, with_spot([*dice[:3], *thrown(OTHERS[:6], row=-3.5)], ELSEWHERE))
    assert answers(table) == ["throw.seen"]


def test_a_die_that_lies_where_one_may_have_been_missed_may_have_been_put_there(table: Bench) -> None:
    dice = begin(table, [*KNIGHTS[:2], *NINE[:6], "catapult"])
    look(table, with_spot(dice[:2], ELSEWHERE))
    there = PaperDie("cap", ((ELSEWHERE.x - 640) / SIDE, (ELSEWHERE.y - 480) / SIDE))
    look(table, reading_of([*dice[:2], there, *thrown(OTHERS[:5], row=-3.5)]))
    assert moves(table) == ["throw"]
    assert offer(table)["text"]["code"] == "ask.which_throw"


@pytest.mark.parametrize("spot", [SPOT, ELSEWHERE])
def test_a_hand_that_passes_over_it_makes_no_die_of_it(table: Bench, spot: PointPx) -> None:
    dice = thrown(KNIGHTS)
    look(table, with_spot(dice))
    reach_over(table, spot)
    look(table, with_spot(less(dice, "knight")))
    assert doubts(table) == []


def test_a_die_that_is_read_there_is_a_die_and_what_may_be_missed_there_later_may_be_one() -> None:
    nothing = nothing_beside_all(with_spot(thrown(NINE)), 9)
    assert [(one.read.centre_px, one.is_nothing) for one in nothing] == [(SPOT, True)]
    there = PaperDie("cap", ((SPOT.x - 640) / SIDE, (SPOT.y - 480) / SIDE))
    assert still_there(nothing, {"dice": with_spot(thrown(NINE[:5]))}) == tuple(nothing)
    assert still_there(nothing, {"dice": reading_of([there])}) == ()
    assert dice_right(reading_of([there]), nothing) == reading_of([there])


def test_a_doubt_that_tells_no_place_is_not_learnt_as_nothing() -> None:
    reading = with_spot(thrown(NINE))
    anywhere = replace(reading, doubtful=(replace(reading.doubtful[0], is_anywhere=True),))
    assert nothing_beside_all(anywhere, 9) == []


def with_phantom(dice: list[PaperDie], face: str = "corner") -> DiceReading:
    """Return a reading with a tenth die, cut off by the edge, that the table's pattern only seems."""
    read = reading_of([*dice, PaperDie(face, ((SPOT.x - 640) / SIDE, (SPOT.y - 480) / SIDE))])
    phantom = replace(read.dice[-1], sure=False, cut_off=True)
    doubts = (
        Doubt("cut_off", SPOT, SIDE, (len(dice),)),
        Doubt("may_be_a_die", SPOT, SIDE, (len(dice),)),
    )
    return replace(
        read,
        dice=(*read.dice[:-1], phantom),
        sure=False,
        doubts=("cut_off", "maybe_extra"),
        doubtful=doubts,
    )


def test_what_is_read_as_a_tenth_die_is_none_whatever_it_seems_later() -> None:
    nothing = nothing_beside_all(with_phantom(thrown(NINE)), 9)
    assert len(nothing) == 1
    fewer = thrown(NINE[:5])
    for reading in (with_phantom(fewer), with_phantom(fewer, "cap"), with_spot(fewer)):
        assert still_there(nothing, {"dice": reading}) == tuple(nothing)
        assert dice_right(reading, nothing) == reading_of(fewer)


def test_a_phantom_asks_nothing_once_all_nine_were_read(table: Bench) -> None:
    dice = thrown(KNIGHTS)
    knights = dice[:3]
    for reading in (
        with_phantom(dice),
        with_phantom(knights),
        with_phantom([*knights, *thrown(OTHERS[:6], row=-3.5)]),
    ):
        look(table, reading)
    assert moves(table) == ["throw", "set_aside", "throw"]


@pytest.mark.parametrize("unsure", [None, 4])
def test_only_beside_as_many_sure_dice_as_there_are_is_nothing(unsure: int | None) -> None:
    nine = reading_of(thrown(NINE), unsure)
    doubted = replace(nine, doubtful=(Doubt("may_be_missed", SPOT, SIDE),))
    found: list[MisreadDie] = nothing_beside_all(doubted, 9)
    assert len(found) == (1 if unsure is None else 0)
    assert nothing_beside_all(doubted, 10) == nothing_beside_all(None, 9) == []
