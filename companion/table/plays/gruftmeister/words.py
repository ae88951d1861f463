"""How things and fields are named in what the table says of this game."""

from collections.abc import Iterable

from companion.games.gruftmeister.board import Cell
from companion.games.gruftmeister.state import Blow


def face_of(thing: str) -> str:
    """Return a thing's name as a parameter ``face`` takes it: without blanks, which part faces."""
    return thing.replace(" ", "_")


def faces_of(things: Iterable[str]) -> str:
    """Return names of things as a parameter ``faces`` takes them."""
    return " ".join(face_of(thing) for thing in things)


def place_of(cell: Cell) -> str:
    """Return a field's name as it stands at the board's edge: a letter for the column, then the row."""
    letters, rest = "", cell.column
    while rest >= 0:
        letters, rest = chr(ord("A") + rest % 26) + letters, rest // 26 - 1
    return f"{letters}{cell.row + 1}"


def result_of(blow: Blow) -> str:
    """Return what a throw did, as one word of a text's code."""
    if blow.dead:
        return "dead"
    if blow.killed:
        return "killed_wounded" if blow.wounds else "killed"
    if blow.wounds:
        return "wounded"
    return "blocked" if blow.blocked else "nothing"
