"""A choice made in secret: shown only after OK, gone after a while, never made twice."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.devices.picking import IDLE_S, REST_S, Picking, SecretPick, card_number

HAND = frozenset({1, 2, 4, 8})
ANA = SecretPick("Ana", HAND, several=True)
BOB = SecretPick("Bob", frozenset({1, 4}))


def asked(asked: SecretPick = ANA) -> Picking:
    return Picking().about("a question", asked)


def after(picking: Picking, *keys: str, at: float = 100.0) -> Picking:
    for key in keys:
        picking = picking.pressed(key, at)
    return picking


def test_nothing_is_shown_before_ok() -> None:
    shut = after(asked(), "card-1", "card-2")
    assert shut.lamps(100.0) == {"status": "lit"}
    assert not shut.confirms("card-1", 100.0)
    assert after(shut, "ok").picked == frozenset()


def test_after_ok_the_hand_is_lit_and_what_is_picked_blinks() -> None:
    lamps = after(asked(), "ok", "card-2", "card-8").lamps(100.0)
    assert lamps == {
        "status": "blinking",
        "column-1": "lit",
        "column-2": "blinking",
        "column-4": "lit",
        "column-8": "blinking",
    }


def test_a_key_puts_back_what_it_has_picked() -> None:
    assert after(asked(), "ok", "card-2", "card-4", "card-2").picked == {4}


def test_where_one_is_asked_another_takes_its_place() -> None:
    picked = after(asked(BOB), "ok", "card-1", "card-4")
    assert picked.picked == {4}
    assert after(picked, "card-4").picked == frozenset()


def test_a_card_that_is_spent_is_dark_and_its_key_does_nothing() -> None:
    opened = after(asked(), "ok", "card-3", "card-5")
    assert opened.picked == frozenset()
    assert "column-3" not in opened.lamps(100.0)


def test_ok_with_nothing_picked_stays() -> None:
    opened = after(asked(), "ok")
    assert not opened.confirms("ok", 100.0)
    assert after(opened, "ok").is_open


def test_ok_confirms_what_is_picked() -> None:
    picked = after(asked(), "ok", "card-1")
    assert picked.confirms("ok", 101.0)
    assert not picked.confirms("card-1", 101.0)


def test_where_there_are_no_keys_ok_alone_confirms() -> None:
    opened = asked(SecretPick("Ana", frozenset()))
    assert not opened.confirms("ok", 100.0)
    assert after(opened, "ok").confirms("ok", 101.0)


def test_after_a_while_it_is_cleared_and_dark() -> None:
    picked = after(asked(), "ok", "card-1")
    assert picked.due == 100.0 + IDLE_S
    assert picked.at(100.0 + IDLE_S - 0.01).is_open
    idle = picked.at(100.0 + IDLE_S)
    assert (idle.is_open, idle.picked, idle.lamps(130.0)) == (False, frozenset(), {"status": "lit"})
    assert not picked.confirms("ok", 100.0 + IDLE_S)
    assert after(picked, "ok", at=125.0).picked == frozenset()


def test_every_key_counts_as_going_on() -> None:
    still = after(asked(), "ok", "card-1").pressed("card-3", 115.0)
    assert still.at(130.0).picked == {1}


def test_an_ok_pressed_twice_does_not_open_the_next_hand() -> None:
    done = after(asked(), "ok", "card-1").made(101.0).about("another", BOB)
    assert done.lamps(101.0) == {"status": "lit"}
    assert done.sound(101.0) == "tick"
    again = done.pressed("ok", 101.0 + REST_S - 0.01)
    assert not again.is_open
    later = done.pressed("ok", 101.0 + REST_S)
    assert later.is_open
    assert later.sound(101.0 + REST_S) == "none"


def test_another_question_begins_with_nothing_picked() -> None:
    picked = after(asked(), "ok", "card-1")
    assert picked.about("a question", ANA) is picked
    other = picked.about("another", ANA)
    assert (other.is_open, other.picked) == (False, frozenset())


def test_where_nothing_is_asked_no_key_does_anything() -> None:
    idle = Picking().about("a question", None)
    assert after(idle, "ok", "card-1") == idle
    assert (idle.lamps(1.0), idle.sound(1.0), idle.due) == ({}, "none", None)


def test_two_keys_at_once_both_count() -> None:
    both = after(asked(), "ok").pressed("card-1", 101.0).pressed("card-2", 101.0)
    assert both.picked == {1, 2}


def test_what_is_picked_stands_in_no_log() -> None:
    assert repr(after(asked(), "ok", "card-1")) == repr(after(asked(), "ok", "card-2"))


def test_keys_of_the_column_are_told_from_others() -> None:
    assert [card_number(key) for key in ("card-3", "call-3", "ok", "card-x", "card-")] == [
        3,
        None,
        None,
        None,
        None,
    ]


KEYS = st.lists(st.sampled_from([f"card-{n}" for n in range(1, 9)] + ["call-1"]), max_size=12)


@given(KEYS, KEYS)
def test_outside_the_door_nothing_hangs_on_what_is_picked(some: list[str], others: list[str]) -> None:
    """The status lamp and the sound are the same at equal moments, whatever was pressed between."""
    opened = after(asked(), "ok")
    one, other = after(opened, *some), after(opened, *others)
    same = [replace(picking, touched_at=100.0) for picking in (one, other)]
    for now in (100.5, 119.9, 120.1):
        assert len({picking.lamps(now)["status"] for picking in same}) == 1
        assert len({picking.sound(now) for picking in same}) == 1


@given(KEYS)
def test_only_what_is_in_the_hand_is_ever_picked(keys: list[str]) -> None:
    assert after(asked(), "ok", *keys).picked <= HAND
