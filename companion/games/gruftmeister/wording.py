"""Moves as a record words them, and back. Cells are ``[column, row]``, both from 0, row down."""

from collections.abc import Mapping
from typing import Any

from companion.errors import BadMove
from companion.games.game import Json, Seat, Words
from companion.games.gruftmeister.board import Cell
from companion.games.gruftmeister.crypt import OPEN, Crypt
from companion.games.gruftmeister.moves import BACK, KINDS, LOGO, MONSTER, CryptMove, Figure
from companion.games.setup import near
from companion.games.words import Reader, choice, items, move_kind, read_fields, write_fields

LONGEST_CELL = 9
"""Letters of ``"column,row"``; the limit keeps Python from parsing numbers with thousands of digits."""


def parse(crypt: Crypt, seat: Seat, words: Words) -> CryptMove:
    """Read a move. Raises ``BadMove`` naming the key and what is wrong with it."""
    return read_fields(KINDS[move_kind(words, KINDS)], seat, words, _READERS, crypt)


def move_words(move: CryptMove) -> dict[str, Json]:
    """Write a move, without its seat."""
    return write_fields(
        move.kind, move, {"doors": lambda doors: {str(door): face for door, face in doors}}
    )


def cell_of(value: Json) -> Cell | None:
    """Return the field that ``[column, row]`` names; None if it is not of that form."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    column, row = value
    if type(column) is not int or type(row) is not int:
        return None
    return Cell(column, row)


def cell_in(text: str) -> Cell | None:
    """Return the field that ``"column,row"`` names; None if it is not of that form."""
    column, _, row = text.partition(",")
    if len(text) > LONGEST_CELL or not (column.isdecimal() and row.isdecimal()):
        return None
    cell = Cell(int(column), int(row))
    return cell if str(cell) == text else None


def _cell(words: Words, key: str, crypt: Crypt) -> Cell:
    cell = cell_of(words.get(key))
    if cell not in crypt.board.fields:
        raise BadMove(f"{words['move']}: {key!r} is {words.get(key)!r}, not [column, row] of a field")
    assert cell is not None
    return cell


def _figure(words: Words, key: str, _crypt: Crypt) -> Figure:
    return Figure(choice(words, key, [figure.value for figure in Figure]))


def _thing(words: Words, key: str, crypt: Crypt) -> str:
    return choice(words, key, crypt.kinds)


def _things(words: Words, key: str, crypt: Crypt) -> tuple[str, ...]:
    return _sort_texts(words, key, items(words, key), crypt.kinds)


def _thrown(words: Words, key: str, crypt: Crypt) -> tuple[str, ...]:
    known = (MONSTER, LOGO, BACK, *sorted(crypt.weapons | crypt.armour))
    return _sort_texts(words, key, items(words, key), known)


def _sort_texts(words: Words, key: str, given: tuple[Json, ...], known: Any) -> tuple[str, ...]:
    for each in given:
        if not isinstance(each, str) or each not in known:
            shown = near(each, known) if isinstance(each, str) else repr(each)
            raise BadMove(f"{words['move']}: {key!r} has {shown}", hint=f"One of: {', '.join(known)}.")
    return tuple(sorted(str(each) for each in given))


def _face(words: Words, key: str, crypt: Crypt) -> str:
    return choice(words, key, crypt.doors)


def _seen(words: Words, key: str, crypt: Crypt) -> str | None:
    if key in words and words[key] is None:
        return None
    return choice(words, key, (OPEN, *crypt.doors))


def _doors(words: Words, key: str, crypt: Crypt) -> tuple[tuple[Cell, str], ...]:
    given = words.get(key)
    if not isinstance(given, Mapping):
        raise BadMove(f"{words['move']}: {key!r} must be an object of doors and their faces")
    read = {}
    for place, face in given.items():
        cell = cell_in(place)
        if cell is None or cell not in crypt.board.fields:
            raise BadMove(f"{words['move']}: {place!r} is not 'column,row' of a field")
        if not isinstance(face, str) or face not in crypt.doors:
            raise BadMove(f"{words['move']}: {place}: {near(str(face), crypt.doors)} is no locked door")
        read[cell] = face
    return tuple(sorted(read.items()))


_READERS: Mapping[str, Reader] = {
    "figure": _figure,
    "to": _cell,
    "door": _cell,
    "coffin": _cell,
    "remove": _cell,
    "thing": _thing,
    "face": _face,
    "seen": _seen,
    "faces": _thrown,
    "doors": _doors,
    "to_servant": _things,
    "to_master": _things,
}
