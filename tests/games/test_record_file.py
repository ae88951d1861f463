"""Records as text: reading and writing."""

import pytest

from companion.errors import BadRecord
from companion.games.game import Seat, Setup
from companion.games.record import (
    Entry,
    entry_of,
    find_seat,
    read_record,
    setup_of,
    setup_words,
    write_record,
)

SETUP = Setup("ubongo", ("Ána", "Bob"), {"rounds": 3}, {"pawns": {"Bob": 2}})
ENTRIES = (Entry(None, {"move": "start", "symbol": "snake"}), Entry(Seat(2), {"move": "call"}))


def test_what_is_written_is_read() -> None:
    text = write_record(SETUP, ENTRIES)
    setup, lines = read_record(text.split("\n"))
    assert setup == SETUP
    assert list(lines) == [(2, ENTRIES[0]), (3, ENTRIES[1])]


def test_a_record_is_a_json_object_a_line_with_names() -> None:
    assert write_record(SETUP, ENTRIES).split("\n") == [
        '{"game": "ubongo", "seats": ["Ána", "Bob"], "options": {"rounds": 3}, "pawns": {"Bob": 2}}',
        '{"move": "start", "symbol": "snake"}',
        '{"seat": "Bob", "move": "call"}',
        "",
    ]


def test_good_lines_before_a_broken_one_are_read() -> None:
    _, lines = read_record([*write_record(SETUP, ENTRIES).split("\n"), "{"])
    assert [next(lines)[0], next(lines)[0]] == [2, 3]
    with pytest.raises(BadRecord, match="line 5: not JSON"):
        next(lines)


def test_options_may_be_left_out() -> None:
    assert setup_of({"game": "ubongo", "seats": ["A"]}) == Setup("ubongo", ("A",))


def test_setup_words_are_the_inverse_of_setup_of() -> None:
    assert setup_of(setup_words(SETUP)) == SETUP


def test_a_seat_that_nobody_has_is_named_with_its_near_name() -> None:
    with pytest.raises(BadRecord, match=r"nobody is called 'Bop' \(did you mean 'Bob'\?\)"):
        find_seat(SETUP, "Bop")


def test_a_seat_of_null_is_nobody() -> None:
    assert entry_of(SETUP, {"seat": None, "move": "start"}, 2) == Entry(None, {"move": "start"})
