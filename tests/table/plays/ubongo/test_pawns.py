"""Pawns on the red fields tell who took which row's gems, and never more than is seen of them."""

from dataclasses import replace
from functools import partial

import pytest

from companion.games.game import HOST
from companion.table.plays.ubongo.memory import Memory
from companion.table.plays.ubongo.referee import TO
from tests.table.conftest import Bench
from tests.table.plays.ubongo.paper_gems import PaperTable, tokens_of
from tests.table.plays.ubongo.watched_round import (
    PAWNS,
    answer,
    asked,
    begin,
    call,
    moves,
)
from vision.readings.tokens import ColourShares, TokenReading

THROUGH_S = 50.0
FIELD, GROUND = 7, 3
ANA, BOB, CYRIL, DANA = PAINTS = (20, 30, 40, 50)
"""Numbers of colours: of the red fields, the board around them, and each player's pawn."""


def red_fields(rows: tuple[int, ...], paints: tuple[int, ...] = PAINTS) -> tuple[ColourShares, ...]:
    """Return what is seen before each row, where pawns of these paints stand before these rows."""
    found = []
    for row in range(6):
        there = [paint for paint, at in zip(paints, rows, strict=True) if at == row]
        shares = {GROUND: 500 - 60 * len(there), FIELD: 500 - 40 * len(there)}
        for paint in there:
            shares[paint] = shares.get(paint, 0) + 100
        found.append(tuple(sorted(shares.items())))
    return tuple(found)


class Pawned:
    """A table with pawns that are seen."""

    def __init__(self, bench: Bench, paints: tuple[int, ...] = PAINTS) -> None:
        self.bench = bench
        self.table: PaperTable = begin(bench, follow_takes=False)
        self.rows = dict(PAWNS)
        self._fields = partial(red_fields, paints=paints)

    def reading(self) -> TokenReading:
        fields = self._fields(tuple(self.rows.values()))
        return replace(tokens_of(self.table.board), before_rows=fields)

    def look(self, reading: TokenReading | None = None) -> None:
        self.table.look(tokens=reading or self.reading())

    def begin_round(self) -> None:
        self.look()
        self.table.roll()
        self.look()
        self.bench.wait()
        assert self.bench.view()["phase"] == "running"

    def end(self, reading: TokenReading | None = None) -> None:
        """Let the sand run out, the table seen as it is then."""
        self.look(reading)
        self.bench.wait(THROUGH_S)
        self.table.rest()
        self.bench.wait()


@pytest.fixture
def pawned(bench: Bench) -> Pawned:
    """A running round whose pawns were seen before it."""
    pawned = Pawned(bench)
    pawned.begin_round()
    return pawned


def takes(bench: Bench) -> set[tuple[str, int]]:
    return {(words["seat"], words["row"]) for words in moves(bench) if words["move"] == "take"}


def swap_two(bench: Bench, pawned: Pawned, ana: int | None, bob: int | None) -> None:
    """Let Ana and Bob take from rows 1 and 2, which both reach, and set their pawns there."""
    call(bench, 1, 2)
    pawned.table.take(1)
    pawned.table.take(2)
    for name, row in (("Ana", ana), ("Bob", bob)):
        if row is not None:
            pawned.rows[name] = row


@pytest.mark.parametrize(("ana", "bob"), [(1, 2), (2, 1)])
def test_pawns_say_who_took_where_both_could(bench: Bench, pawned: Pawned, ana: int, bob: int) -> None:
    swap_two(bench, pawned, ana, bob)
    pawned.end()
    assert takes(bench) == {("Ana", ana), ("Bob", bob)}


def test_pawns_that_were_not_moved_tell_nothing(bench: Bench, pawned: Pawned) -> None:
    """Bob's stood before one of these rows all the time."""
    call(bench, 1, 2)
    pawned.table.take(1)
    pawned.table.take(3)
    pawned.rows["Ana"] = 0
    pawned.end()
    assert asked(bench)["text"]["code"] == "ubongo.referee.who_took"
    assert takes(bench) == set()


def test_without_the_fields_it_is_asked(bench: Bench, pawned: Pawned) -> None:
    """They lie outside the picture, say."""
    swap_two(bench, pawned, 1, 2)
    pawned.end(replace(pawned.reading(), before_rows=()))
    assert asked(bench)["text"]["code"] == "ubongo.referee.who_took"


def test_other_things_on_the_fields_or_another_light_tell_nothing(bench: Bench, pawned: Pawned) -> None:
    swap_two(bench, pawned, 1, 2)
    strange: tuple[ColourShares, ...] = (((90, 1000),),) * 6
    pawned.end(replace(pawned.reading(), before_rows=strange))
    assert asked(bench)["text"]["code"] == "ubongo.referee.who_took"


def test_two_pawns_of_one_colour_are_not_told_apart(bench: Bench) -> None:
    pawned = Pawned(bench, paints=(ANA, ANA, CYRIL, DANA))
    pawned.begin_round()
    swap_two(bench, pawned, 2, 1)
    pawned.end()
    assert asked(bench)["text"]["code"] == "ubongo.referee.who_took"


def test_pawns_never_seen_apart_are_asked_about_once_and_known_from_then_on(
    bench: Bench, pawned: Pawned
) -> None:
    """Cyril's and Dana's stood on one field."""
    call(bench, 3, 4)
    pawned.table.take(3)
    pawned.table.take(4)
    pawned.rows |= {"Cyril": 4, "Dana": 3}
    pawned.end()
    mine = {("Cyril", 4), ("Dana", 3)}
    texts = {one["id"]: str(one["text"]["params"].get("takes", "")) for one in asked(bench)["choices"]}
    choices = [one for one, text in texts.items() if f"Cyril{TO}5" in text and f"Dana{TO}4" in text]
    answer(bench, choices[0])
    assert takes(bench) == mine
    pawned.begin_round()
    call(bench, 3, 4)
    pawned.table.take(2)
    pawned.table.take(5)
    pawned.rows |= {"Cyril": 5, "Dana": 2}
    pawned.end()
    assert takes(bench) == mine | {("Cyril", 5), ("Dana", 2)}


def test_a_take_that_the_pawns_speak_against_is_asked(bench: Bench, pawned: Pawned) -> None:
    """Ana alone may reach the row, yet Dana's pawn stands there, three fields from where it stood."""
    call(bench, 1, 4)
    pawned.table.take(2)
    pawned.rows["Dana"] = 2
    pawned.end()
    assert asked(bench)["text"]["code"] == "ubongo.referee.who_took"
    assert takes(bench) == set()


def test_a_pawn_left_behind_is_known_where_it_stands(bench: Bench, pawned: Pawned) -> None:
    """Ana alone called: it was she, though her pawn never moved; it moves in the next round."""
    call(bench, 1)
    pawned.table.take(1)
    pawned.end()
    assert takes(bench) == {("Ana", 1)}
    pawned.begin_round()
    swap_two(bench, pawned, 2, 1)
    pawned.end()
    assert takes(bench) == {("Ana", 1), ("Ana", 2), ("Bob", 1)}


def test_in_another_light_pawns_are_learnt_anew(bench: Bench, pawned: Pawned) -> None:
    """A lamp was switched on: first it is asked, in the next round it is known again."""

    def lit(paint: int) -> TokenReading:
        fields = tuple(
            tuple((number + paint, share) for number, share in field)
            for field in pawned.reading().before_rows
        )
        return replace(tokens_of(pawned.table.board), before_rows=fields)

    swap_two(bench, pawned, 1, 2)
    pawned.end(lit(100))
    texts = {one["id"]: str(one["text"]["params"].get("takes", "")) for one in asked(bench)["choices"]}
    answer(
        bench, next(one for one, text in texts.items() if f"Ana{TO}2" in text and f"Bob{TO}3" in text)
    )
    pawned.look(lit(100))
    pawned.table.roll()
    pawned.look(lit(100))
    bench.wait()
    swap_two(bench, pawned, 2, 1)
    pawned.end(lit(100))
    assert takes(bench) == {("Ana", 1), ("Bob", 2), ("Ana", 2), ("Bob", 1)}


def test_once_a_move_is_taken_back_pawns_are_learnt_anew(bench: Bench, pawned: Pawned) -> None:
    """They may have been taken for each other's."""
    bench.table.submit(HOST, "undo", {"move": "undo"})
    sitting = bench.table._playing.sitting
    assert sitting is not None
    assert not sitting.memory.pawns.stand


def test_what_is_known_of_pawns_survives_a_restart(bench: Bench, pawned: Pawned) -> None:
    playing = bench.table._playing
    assert playing.sitting is not None
    words = playing.sitting.memory_words()
    assert words is not None
    memory = playing.sitting.play.memory_of(words)
    assert isinstance(memory, Memory)
    assert memory.pawns.stand == tuple(PAWNS.values())
    assert memory == playing.sitting.memory
