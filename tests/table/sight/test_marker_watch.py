"""Marker cards that do not serve are said on every page, in plain words, and not now and then."""

from dataclasses import replace

import pytest

from companion.games.game import EVERYONE, HOST
from companion.table.sight.marker_watch import LOOKS, TOLD_AFTER_S
from tests.table.conftest import Bench
from tests.table.paper_table import reading_of
from vision.readings.dice import DiceReading
from vision.readings.reading import MarkersSeen

ALL = (0, 1, 2, 3)
GAME = {"game": "plain_dice", "seats": ["Ana"]}


def looked(seen: tuple[int, ...], unfit: tuple[int, ...] = (), *, plane: bool = True) -> DiceReading:
    markers = MarkersSeen(seen, unfit)
    return replace(reading_of([]), markers=markers, has_markers=plane)


def look(bench: Bench, reading: DiceReading, times: int = 1) -> None:
    """Read the table so often; nothing moves for some seconds after each."""
    for _ in range(times):
        bench.show(reading)
        rest(bench)


def rest(bench: Bench, seconds: float = TOLD_AFTER_S + 1.0) -> None:
    bench.wait(seconds)
    bench.show(reading_of([]), finished=False)


def told(bench: Bench) -> list[str]:
    shown = [bench.table.state(role)["faults"] for role in (EVERYONE, HOST)]
    assert shown[0] == shown[1]
    for fault in shown[0]:
        assert fault["part"] == "markers"
    return [fault["text"]["code"] for fault in shown[0]]


@pytest.fixture
def bench(bench: Bench) -> Bench:
    bench.table.start_sitting(GAME)
    return bench


@pytest.mark.parametrize(
    ("reading", "code"),
    [
        (looked((0, 2), plane=False), "fault.markers_few"),
        (looked(ALL, ALL, plane=False), "fault.markers_bent"),
        (looked(ALL, (1,)), "fault.marker_bent"),
    ],
)
def test_markers_that_do_not_serve_are_said_while_nothing_moves(
    bench: Bench, reading: DiceReading, code: str
) -> None:
    bench.show(reading)
    assert not told(bench), "cards are being laid down, perhaps"
    rest(bench)
    assert told(bench) == [code]
    look(bench, looked(ALL))
    assert not told(bench)


def test_markers_that_serve_are_not_spoken_of(bench: Bench) -> None:
    look(bench, looked(ALL), LOOKS + 1)
    assert not told(bench)


def test_a_card_that_was_never_seen_is_not_missed_while_three_do(bench: Bench) -> None:
    look(bench, looked((0, 1, 3)), LOOKS + 1)
    assert not told(bench)


def test_a_table_without_markers_is_asked_for_none(bench: Bench) -> None:
    look(bench, looked((), plane=False), LOOKS)
    assert not told(bench)
    look(bench, looked((2,), plane=False))
    look(bench, looked((), plane=False), LOOKS)
    assert not told(bench), "one number once may be anything printed"


def test_a_card_that_is_covered_later_is_named_with_its_place(bench: Bench) -> None:
    look(bench, looked(ALL))
    look(bench, looked((0, 1, 3)), LOOKS - 1)
    assert not told(bench)
    look(bench, looked((0, 1, 3)))
    assert told(bench) == ["fault.marker_hidden"]
    assert bench.table.state(HOST)["faults"][0]["text"]["params"] == {
        "corner_term": "marker.bottom_right"
    }


def test_what_is_said_does_not_come_and_go_with_a_marker_at_the_edge_of_being_read(
    bench: Bench,
) -> None:
    look(bench, looked(ALL))
    for _ in range(4):
        look(bench, looked((0, 2), plane=False), LOOKS - 1)
        look(bench, looked(ALL))
        assert not told(bench)


def test_a_hand_over_the_cards_covers_nothing_for_long(bench: Bench) -> None:
    look(bench, looked(ALL))
    hand = replace(looked((), plane=False), covered=True)
    look(bench, hand, LOOKS + 1)
    assert not told(bench)


def test_all_markers_gone_is_said_until_another_game_is_begun_without_them(bench: Bench) -> None:
    look(bench, looked(ALL))
    look(bench, looked((), plane=False), LOOKS)
    assert told(bench) == ["fault.markers_gone"]
    bench.show(reading_of([]), "moving")
    bench.table.start_sitting(GAME)
    look(bench, looked((), plane=False), LOOKS)
    assert not told(bench)
