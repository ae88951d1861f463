"""The fight table: one fight after another, with hearts and arms that stay from one to the next."""

import pytest

from companion.errors import BadMove, IllegalMove
from companion.games.game import Words
from companion.games.gruftmeister.fighting.fight_table import (
    FightTable,
    Master,
    done,
    kept,
    laid_out,
    read,
    view,
)
from companion.games.gruftmeister.fighting.odds import win_chance

ARM = {"move": "set", "colour": "red", "carries": ["sword", "shield"]}
FIGHT = {"move": "fight", "colour": "red"}
WOUND = {"move": "throw", "faces": ["monster", "back", "back"]}
KILL = {"move": "throw", "faces": ["logo", "sword", "back"]}


def after(*words: Words, table: FightTable | None = None) -> FightTable:
    table = table or laid_out()
    for each in words:
        table = done(table, each)
    return table


def test_hearts_and_arms_stay_from_one_fight_to_the_next() -> None:
    table = after(ARM, FIGHT, WOUND, KILL)
    assert not table.is_on
    assert table.now["red"] == Master(2, ("shield", "sword"))
    table = after(FIGHT, WOUND, table=table)
    assert table.is_on
    assert table.now["red"].hearts == 1


def test_the_dead_lose_what_they_carry_and_begin_with_three_hearts() -> None:
    table = after(ARM, FIGHT, WOUND, WOUND, WOUND)
    assert not table.is_on
    assert table.now["red"] == Master(3, ())
    told = view(table)["fight"]
    assert isinstance(told, dict)
    assert told["ended"] == "dead"
    with pytest.raises(IllegalMove, match="no weapon"):
        after(FIGHT, table=table)


def test_the_last_throw_is_taken_back_even_one_that_killed_the_master() -> None:
    table = after(ARM, FIGHT, WOUND, WOUND, WOUND, {"move": "undo"})
    assert table.is_on
    assert table.now["red"] == Master(1, ("shield", "sword"))


def test_what_is_set_in_a_fight_counts_in_it() -> None:
    table = after(ARM, FIGHT, WOUND, {"move": "set", "colour": "red", "hearts": 3})
    assert table.is_on
    assert table.now["red"].hearts == 3
    table = after({"move": "set", "colour": "blue", "hearts": 1}, table=table)
    assert (table.is_on, table.now["blue"].hearts) == (True, 1)
    assert not after({"move": "set", "colour": "red", "carries": []}, table=table).is_on


def test_a_fight_that_is_left_changes_no_more_than_was_thrown() -> None:
    table = after(ARM, FIGHT, WOUND, {"move": "break_off"})
    assert (table.is_on, table.now["red"].hearts) == (False, 2)
    with pytest.raises(IllegalMove, match="no fight is on"):
        after(KILL, table=table)


def test_the_odds_of_each_are_told_before_the_fight() -> None:
    table = after(ARM, {"move": "set", "colour": "blue", "hearts": 1, "carries": ["axe"]})
    masters = view(table)["masters"]
    assert isinstance(masters, list)
    wins = {master["colour"]: master["win"] for master in masters if isinstance(master, dict)}
    assert wins["red"] == win_chance(3, 1, 1)
    assert wins["blue"] == win_chance(1, 1, 0)
    assert wins["green"] is None


def test_what_is_kept_is_read_again() -> None:
    for table in (after(ARM, FIGHT, WOUND), after(ARM, FIGHT, WOUND, {"move": "break_off"}), laid_out()):
        assert read(kept(table)) == table


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ({"move": "set", "colour": "pink"}, "pink"),
        ({"move": "set", "colour": "red", "hearts": 4}, "1 to 3 hearts"),
        ({"move": "set", "colour": "red", "carries": ["crown"]}, "crown"),
        ({"move": "set", "colour": "red", "carries": ["sword", "sword"]}, "one of each"),
        ({"move": "throw", "faces": ["monster", "axe", "back"]}, "axe"),
        ({"move": "dance"}, "dance"),
    ],
)
def test_what_cannot_be_is_refused_and_says_why(words: Words, complaint: str) -> None:
    table = after(ARM, FIGHT)
    with pytest.raises((BadMove, IllegalMove), match=complaint):
        after(words, table=table)
