"""What a player does in a turn: throw dice, keep others, score. Their words are those of a record."""

from dataclasses import dataclass

from companion.errors import BadMove
from companion.games.game import Json, Seat, Words
from companion.games.words import choice, items, move_kind, only
from companion.games.yacht.sheets import FACES, ScoreSheet


@dataclass(frozen=True)
class Throw:
    """A throw: the faces that fell, and those that were kept. Dice are interchangeable, so both lists
    are sorted.
    """

    seat: Seat
    faces: tuple[str, ...]
    kept: tuple[str, ...] = ()


@dataclass(frozen=True)
class Score:
    """The end of a turn: the dice are written into one empty box."""

    seat: Seat
    box: str


Move = Throw | Score


def parse(sheet: ScoreSheet, seat: Seat | None, words: Words) -> Move:
    """Read a move's words. Raises ``BadMove``."""
    kind = move_kind(words, ("throw", "score"))
    if seat is None:
        raise BadMove(f"{kind}: 'seat' is missing", hint="Say whose move it is.")
    if kind == "throw":
        only(words, ["faces", "kept"])
        return Throw(seat, _faces(words, "faces"), _faces({"kept": [], **words}, "kept"))
    only(words, ["box"])
    return Score(seat, choice(words, "box", sheet.names))


def words_of(move: Move) -> dict[str, Json]:
    """Return a move's words, without its seat; ``kept`` only if dice were kept."""
    if isinstance(move, Score):
        return {"move": "score", "box": move.box}
    kept: dict[str, Json] = {"kept": list(move.kept)} if move.kept else {}
    return {"move": "throw", "faces": list(move.faces), **kept}


def _faces(words: Words, key: str) -> tuple[str, ...]:
    shown = items(words, key)
    return tuple(sorted(choice({"move": "throw", key: face}, key, FACES) for face in shown))
