"""A piece as it was seen: where it lies, what it may be, and what a look at dice tells of them."""

from dataclasses import replace

import pytest

from tests.table.paper_table import PaperDie, reading_of
from vision.piece import LEAST_CHANCE, MISSED, TOUCHING, UNSURE, Contact, Place, dice_look
from vision.readings.dice import DiceContact as DiceContact
from vision.readings.dice import Doubt
from vision.readings.places import BoxPx, PointMm, PointPx
from vision.readings.reading import Unjudged


def test_a_doubtful_die_keeps_every_candidate_with_its_chance() -> None:
    look = dice_look(reading_of([PaperDie("cap", (0, 0)), PaperDie("three", (4, 0))], 1, "corner"))
    sure, doubtful = look.pieces
    assert (sure.label, sure.sure, doubtful.sure) == ("cap", True, False)
    assert [(one.label, one.chance) for one in doubtful.candidates] == [("corner", 0.6), ("three", 0.4)]
    assert doubtful.chance("three", 6) == 0.4
    assert doubtful.chance("cap", 6) == LEAST_CHANCE
    assert sure.chance("cap", 6) + 5 * sure.chance("three", 6) == pytest.approx(1.0)


def test_dice_touch_with_a_chance_and_those_apart_not_at_all() -> None:
    dice = [PaperDie("cap", (0, 0)), PaperDie("cap", (1, 0)), PaperDie("cap", (5, 0))]
    reading = reading_of(dice)
    assert dice_look(reading).contacts == (Contact((0, 1), TOUCHING),)
    doubt = Doubt("touching_or_not", PointPx(0, 0), 60.0, (1, 2))
    unsure = dice_look(replace(reading, doubtful=(doubt,), sure=False))
    assert unsure.contacts == (Contact((0, 1), TOUCHING), Contact((1, 2), UNSURE))


def test_a_look_at_dice_has_the_contacts_of_their_reader() -> None:
    reading = reading_of([PaperDie("cap", (0, 0)), PaperDie("cap", (1, 0))])
    told = DiceContact((0, 1), (1, 3), offset=0.1, gap=0.2, askew_deg=12.0, probability=0.7)
    assert dice_look(replace(reading, contacts=(told,))).contacts == (Contact((0, 1), 0.7),)


def test_a_die_that_may_have_been_missed_is_there_with_a_chance_only() -> None:
    spot = Doubt("may_be_missed", PointPx(60, 800), 60.0)
    anywhere = replace(spot, is_anywhere=True)
    reading = replace(reading_of([PaperDie("cap", (0, 0))]), doubtful=(spot,), sure=False)
    die, missed = dice_look(reading).pieces
    assert (die.there, die.own.number) == (1.0, 0)
    assert (missed.there, missed.own.number, missed.place.centre_px) == (MISSED, None, spot.centre_px)
    assert not dice_look(reading).is_blind
    assert dice_look(replace(reading, doubtful=(anywhere,))).is_blind


def test_where_nothing_can_be_judged_a_piece_would_not_be_seen() -> None:
    dark = Unjudged("dark", BoxPx(0, 0, 100, 100))
    look = dice_look(replace(reading_of([]), unjudged=(dark,)))
    assert not look.judges(PointPx(50, 50))
    assert look.judges(PointPx(150, 50))
    assert not dice_look(replace(reading_of([]), covered=True)).judges(PointPx(150, 50))


def test_places_are_compared_on_the_table_where_its_plane_is_known() -> None:
    one = Place(PointPx(0, 0), 60.0, 10.0)
    other = Place(PointPx(30, 0), 60.0, 355.0)
    assert one.away(other, 16.0) == pytest.approx(0.5)
    assert one.turned_deg(other, 360.0) == pytest.approx(15.0)
    assert one.turned_deg(other, 15.0) == pytest.approx(0.0)
    flat = replace(one, centre_mm=PointMm(0, 0)), replace(other, centre_mm=PointMm(0, 4))
    assert flat[0].away(flat[1], 16.0) == pytest.approx(0.25)
    assert flat[0].turned_deg(flat[1], 360.0) is None
