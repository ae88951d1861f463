"""A game's place at the table is found by name; nothing else names a game."""

import re
from pathlib import Path

import pytest

from companion.games import catalogue as rules
from companion.simulation.hands import has_hands
from companion.table.hooks.verdict import Say
from companion.table.plays import catalogue
from companion.table.plays.play import Play

HERE = Path(__file__).parents[3]
SETS = [path.parent.name for path in (HERE / "vision" / "sets").glob("*/faces.json")]
ROOMS = ("companion/table", "companion/cli", "companion/simulation", "companion/devices", "web")
SHOW_GAMES = ("simulation", "training")
"""Parts of ``vision`` that draw dice and boards as games have them; all the others know no game."""
KINDS = (".py", ".js", ".css", ".html", ".txt")


def patterns() -> list[str]:
    """Return what names a game, in any of the ways it is written, or as a text a built-in set."""
    names = set(rules.names())
    first = {name.split("_")[0] for name in names} - {"plain"}
    spoken = {name.replace("_", " ") for name in names}
    return [
        *(rf"(?<![a-z]){name}(?![a-z])" for name in {*names, *first, *spoken}),
        f"['\"]({'|'.join(SETS)})['\"]",
    ]


def files() -> list[Path]:
    """Return every file that may name no game: all but the games' own folders and what says defaults."""
    found = [
        path for room in (*ROOMS, "vision") for path in (HERE / room).rglob("*") if path.suffix in KINDS
    ]
    may_name = {*rules.names(), *SHOW_GAMES}
    return sorted(path for path in found if not may_name & set(path.relative_to(HERE).parts))


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(HERE)))
def test_no_general_file_names_a_game_or_its_dice(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower()
    assert not [match[0] for pattern in patterns() if (match := re.search(pattern, text))]


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
