"""A game's place at the table is found by name; nothing else names a game."""

import re
from pathlib import Path

import pytest

from companion.cli.new_game import general_files, says
from companion.games import catalogue as rules
from companion.simulation.hands import has_hands
from companion.table.hooks.verdict import Say
from companion.table.plays import catalogue
from companion.table.plays.play import Play

HERE = Path(__file__).parents[3]
SETS = [path.parent.name for path in (HERE / "vision" / "sets").glob("*/faces.json")]
CALLED = {*rules.names(), "carcassonne"}
"""What games are called, in full or by the one part of a name that is no everyday word."""


@pytest.mark.parametrize(
    "path", general_files(HERE, rules.names()), ids=lambda path: str(path.relative_to(HERE))
)
def test_no_general_file_names_a_game_or_its_dice(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not [name for name in CALLED if says(text, name)]
    assert not re.findall(f"['\"](?:{'|'.join(SETS)})['\"]", text.lower())


def test_every_game_has_a_place_at_the_table_and_the_defaults_exist() -> None:
    for name in rules.names():
        assert isinstance(catalogue.play_of(name), Play)
    assert set(catalogue.names()) <= set(rules.names())
    assert catalogue.first_game() in rules.names()
    assert catalogue.default_set("dice") in SETS
    assert set(catalogue.sets_without_a_game().values()) <= set(SETS)


@pytest.mark.parametrize("name", catalogue.names())
def test_a_game_that_asks_at_the_box_says_what_was_picked(name: str) -> None:
    play = type(catalogue.play_of(name))
    asks, picks = (getattr(play, one) is not getattr(Play, one) for one in ("asked", "picked"))
    assert asks == picks == bool(play.box_labels)


def test_a_game_without_a_folder_is_played_by_tap_alone() -> None:
    play = catalogue.play_of("a game nobody has made yet")
    assert (play.sets, play.wanted(None), play.nothing_seen()) == ({}, (), None)
    assert not has_hands("a game nobody has made yet")


def test_a_move_of_a_game_without_a_folder_is_told_by_its_kind_alone() -> None:
    said = catalogue.play_of("a game").line({"seat": "Ana", "move": "lay", "gang": [14, 0]}, None)
    assert said == Say("move.other", {"kind": "lay"})
