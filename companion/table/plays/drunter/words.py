"""What the referee says: of tiles, lays, and what lies wrongly."""

from collections.abc import Iterable

from companion.games.drunter.moves import Lay, write_lay
from companion.games.drunter.pieces import Tile
from companion.games.drunter.state import State
from companion.table.hooks.verdict import Choice, JsonObject, Say
from companion.table.plays.drunter.memory import Memory
from companion.table.plays.drunter.picture import BoardPicture
from companion.table.plays.drunter.placement import Placement


def term(tile: Tile) -> str:
    """Return the code of a tile's name."""
    return f"drunter.piece.{tile.kind}_{tile.length}"


def move_words(state: State, lay: Lay) -> JsonObject:
    """Return a lay as a record has it."""
    return {"seat": state.name(lay.seat), **write_lay(lay)}


def say_lay(state: State, lay: Lay, tile: Placement, picture: BoardPicture) -> Say:
    """Say what is laid."""
    params = {"seat": state.name(lay.seat), "term": term(lay.tile)}
    return Say("drunter.referee.lay", params, picture.places(tile.squares))


def choice_of(
    state: State, lay: Lay, tile: Placement, picture: BoardPicture, memory: Memory
) -> Choice[Memory]:
    """Return a lay as one of several answers: with where it begins."""
    params: dict[str, str | int | float] = {
        "seat": state.name(lay.seat),
        "term": term(lay.tile),
        "column": lay.gang.column + 1,
        "row": lay.gang.row + 1,
        "towards_term": f"drunter.referee.towards.{lay.towards}",
    }
    say = Say("drunter.referee.lay_from", params, picture.places(tile.squares))
    column, row = lay.gang
    name = f"lay-{lay.kind}-{lay.length}-{column}-{row}-{lay.towards}"
    return Choice(name, say, (move_words(state, lay),), memory)


def of_tile(code: str, tile: Placement, picture: BoardPicture, **params: str) -> Say:
    """Say something of a tile, marking where it lies or belongs."""
    return Say(code, {"term": term(tile.tile), **params}, picture.places(tile.squares))


def names(players: Iterable[str]) -> str:
    """Return several players as one parameter of a text."""
    return ", ".join(players)
