"""Which games have a place at the table, found by name; and the defaults for games and sets."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from companion.table.plays.mosaic import Mosaic
from companion.table.plays.play import Play
from companion.table.plays.sheet import PrintedSheet
from companion.table.plays.side_table import SideTable


@dataclass(frozen=True)
class TaughtBoard:
    """The content of a lesson on a game's board: its columns and rows, the labels of pieces and of
    pawns."""

    columns: int
    rows: int
    pieces: tuple[str, ...]
    pawns: tuple[str, ...]


def names() -> tuple[str, ...]:
    """Return the games that have a folder here, in alphabetical order."""
    here = str(Path(__file__).parent)
    return tuple(sorted(module.name for module in iter_modules([here]) if module.ispkg))


@cache
def play_of(game: str) -> Play[Any, Any]:
    """Return the game's place at the table; a game without a folder is played by tap alone."""
    if game not in names():
        return Play()
    found = import_module(f"companion.table.plays.{game}.play").PLAY
    assert isinstance(found, Play)
    return found


def all_plays() -> Iterator[Play[Any, Any]]:
    """Yield every game's place at the table."""
    return (play_of(name) for name in names())


def box_labels() -> dict[str, tuple[str, ...]]:
    """Return the labels beside the voting box's keys, by the names of the games that use them."""
    return {name: labels for name in names() if (labels := play_of(name).box_labels)}


def sheets() -> dict[str, PrintedSheet]:
    """Return the printable sheets of the games, by name; each game's module ``sheets`` describes
    them."""
    return {name: sheet for own in _modules("sheets").values() for name, sheet in own.SHEETS.items()}


@cache
def side_tables() -> dict[str, SideTable[Any, Any]]:
    """Return the games' side tables, by the games' names."""
    return {game: module.SIDE_TABLE for game, module in _modules("side_table").items()}


@cache
def mosaics() -> dict[str, Mosaic]:
    """Return the games whose board is laid of parts, by their names."""
    return {game: module.MOSAIC for game, module in _modules("mosaic").items()}


def first_game() -> str:
    """Return the game that is begun if nobody has played and none is given."""
    return str(_defaults()["first_game"])


def default_set(kind: str) -> str | None:
    """Return the set that commands use for that kind of pieces if none is named."""
    found = _defaults()["default_sets"].get(kind)
    return None if found is None else str(found)


def sets_without_a_game() -> dict[str, str]:
    """Return the sets, by kind, that are read while no game is played."""
    return dict(_defaults()["sets_without_a_game"])


def boards() -> dict[str, TaughtBoard]:
    """Return the content of a lesson on each game's board, by the games' names."""
    found = sorted(Path(__file__).parent.glob("*/board.toml"))
    return {path.parent.name: _board(path) for path in found}


def _board(path: Path) -> TaughtBoard:
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    return TaughtBoard(said["columns"], said["rows"], tuple(said["pieces"]), tuple(said["pawns"]))


def _modules(part: str) -> dict[str, Any]:
    """Return the modules of that name, of the games that have one."""
    here = Path(__file__).parent
    return {
        game: import_module(f"companion.table.plays.{game}.{part}")
        for game in names()
        if any(module.name == part for module in iter_modules([str(here / game)]))
    }


@cache
def _defaults() -> dict[str, Any]:
    text = files(__package__).joinpath("defaults.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
