"""What a player does in a turn: throw, set dice aside, stop. Their words are those of a record."""

from dataclasses import dataclass
from typing import Literal, cast

from companion.errors import BadMove
from companion.games.carcassonne_dice.city import Cell, PlacedFace
from companion.games.carcassonne_dice.faces import Faces
from companion.games.game import Json, Seat, Words
from companion.games.words import choice, items, move_kind, only, texts, whole

Take = Literal["city", "knight"]
Placed = tuple[Cell, PlacedFace]


@dataclass(frozen=True)
class Throw:
    """A throw, with every die thrown; dice are interchangeable, so they are sorted."""

    seat: Seat
    faces: tuple[str, ...]


@dataclass(frozen=True)
class SetAside:
    """Knights set aside and city dice built, each from the last throw, in the order of their cells."""

    seat: Seat
    knights: int
    city: tuple[Placed, ...]


@dataclass(frozen=True)
class Stop:
    """The end of a turn: points for the city, or a knight kept to double the next turn."""

    seat: Seat
    take: Take


Move = Throw | SetAside | Stop


def parse(faces: Faces, seat: Seat | None, words: Words) -> Move:
    """Read a move's words. Raises ``BadMove``."""
    kind = move_kind(words, ("throw", "set_aside", "stop"))
    if seat is None:
        raise BadMove(f"{kind}: 'seat' is missing", hint="Say whose move it is.")
    if kind == "throw":
        return _throw(faces, seat, words)
    if kind == "set_aside":
        return _set_aside(faces, seat, words)
    only(words, ["take"])
    return Stop(seat, cast(Take, choice(words, "take", ("city", "knight"))))


def words_of(move: Move) -> dict[str, Json]:
    """Return a move's words, without its seat."""
    if isinstance(move, Throw):
        return {"move": "throw", "faces": list(move.faces)}
    if isinstance(move, Stop):
        return {"move": "stop", "take": move.take}
    city: list[Json] = [
        {"face": face, "cell": list(cell), "turns": turns} for cell, (face, turns) in move.city
    ]
    return {"move": "set_aside", "knights": move.knights, "city": city}


def _throw(faces: Faces, seat: Seat, words: Words) -> Throw:
    only(words, ["faces"])
    thrown = texts(words, "faces")
    for face in thrown:
        _known(faces, face, "throw")
    return Throw(seat, tuple(sorted(thrown, key=faces.names.index)))


def _set_aside(faces: Faces, seat: Seat, words: Words) -> SetAside:
    only(words, ["knights", "city"])
    city = sorted(_place(faces, item) for item in items(words, "city", default=()))
    return SetAside(seat, whole(words, "knights", default=0, least=0), tuple(city))


def _place(faces: Faces, item: Json) -> Placed:
    if not isinstance(item, dict):
        raise BadMove(f"set_aside: 'city' holds {item!r}, not a face with its cell and turns")
    words: Words = {"move": "set_aside", **item}
    only(words, ["face", "cell", "turns"])
    face = choice(words, "face", faces.names)
    turns = whole(words, "turns", least=0)
    if turns > 3:
        raise BadMove(f"set_aside: 'turns' is {turns}, it counts quarter turns from 0 to 3")
    return _cell(items(words, "cell")), PlacedFace(face, turns)


def _cell(pair: tuple[Json, ...]) -> Cell:
    numbers = [each for each in pair if isinstance(each, int) and not isinstance(each, bool)]
    if len(numbers) != 2 or len(pair) != 2:
        raise BadMove(f"set_aside: 'cell' is {list(pair)}, not [column, row]")
    return Cell(*numbers)


def _known(faces: Faces, face: str, kind: str) -> None:
    choice({"move": kind, "face": face}, "face", faces.names)
