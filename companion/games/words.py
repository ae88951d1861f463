"""Reads the words of a move, and names whatever is missing, unknown or of the wrong type.

Every function here raises ``BadMove`` for words that do not fit its description.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from enum import Enum
from typing import Any, TypeVar

from companion.errors import BadMove
from companion.games.game import Json, Seat, Words
from companion.games.setup import near

KindT = TypeVar("KindT")
Reader = Callable[[Words, str, Any], Any]
"""Reads one key of a move; the third argument is what the game knows, such as its seats."""


def read_fields(
    kind: type[KindT], seat: Seat | None, words: Words, readers: Mapping[str, Reader], known: Any
) -> KindT:
    """Return the move of that class whose fields are keys of these words.

    Those with a usual value may be left out.
    """
    own = _own_fields(kind)
    only(words, own)
    told = {key: readers[key](words, key, known) for key in own if key in words or own[key] is MISSING}
    return kind(seat=seat, **told)  # type: ignore[call-arg]


def write_fields(kind: str, move: Any, writers: Mapping[str, Callable[[Any], Json]]) -> dict[str, Json]:
    """Write a move by its fields, without its seat: the inverse of ``read_fields``."""
    told = {key: (getattr(move, key), usual) for key, usual in _own_fields(move).items()}
    shown = {key: writers.get(key, _plain)(its) for key, (its, usual) in told.items() if its != usual}
    return {"move": kind, **shown}


def _own_fields(kind: Any) -> dict[str, Any]:
    """Return the usual value of each field except the seat, ``MISSING`` if there is none."""
    return {one.name: one.default for one in fields(kind) if one.name != "seat"}


def _plain(value: Any) -> Json:
    if isinstance(value, Enum):
        return str(value)
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def move_kind(words: Words, kinds: Collection[str]) -> str:
    """Return the word after ``move``, one of ``kinds``."""
    return choice(words, "move", kinds)


def only(words: Words, allowed: Iterable[str]) -> None:
    """Refuse keys other than ``move``, ``seat`` and those allowed."""
    known = {"move", "seat", *allowed}
    for key in words:
        if key not in known:
            raise BadMove(f"{_about(words)}unknown key {near(key, known)}")


def choice(words: Words, key: str, choices: Collection[str]) -> str:
    """Return the text at ``key``, one of ``choices``."""
    value = text(words, key)
    if value not in choices:
        raise BadMove(
            f"{_about(words)}{key!r} is {near(value, choices)}", hint=f"One of: {', '.join(choices)}."
        )
    return value


def text(words: Words, key: str) -> str:
    """Return the text at ``key``."""
    value = _present(words, key)
    if not isinstance(value, str):
        raise _not(words, key, value, "a text")
    return value


def whole(words: Words, key: str, *, default: int | None = None, least: int | None = None) -> int:
    """Return the whole number at ``key``, or ``default``, if there is one, when it is left out."""
    if default is not None and key not in words:
        return default
    value = _present(words, key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _not(words, key, value, "a whole number")
    if least is not None and value < least:
        raise BadMove(f"{_about(words)}{key!r} is {value}, at least {least} is needed")
    return value


def flag(words: Words, key: str, *, default: bool) -> bool:
    """Return the truth at ``key``, or ``default`` when it is left out."""
    value = words.get(key, default)
    if not isinstance(value, bool):
        raise _not(words, key, value, "true or false")
    return value


def items(words: Words, key: str, *, default: Sequence[Json] | None = None) -> tuple[Json, ...]:
    """Return the list at ``key``, or ``default``, if there is one, when it is left out."""
    if default is not None and key not in words:
        return tuple(default)
    value = _present(words, key)
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise _not(words, key, value, "a list")
    return tuple(value)


def mapping(words: Words, key: str) -> Words:
    """Return the JSON object at ``key``."""
    value = _present(words, key)
    if not isinstance(value, Mapping):
        raise _not(words, key, value, "an object")
    return value


def texts(words: Words, key: str) -> tuple[str, ...]:
    """Return the list of texts at ``key``."""
    found = items(words, key)
    for value in found:
        if not isinstance(value, str):
            raise _not(words, key, value, "a list of texts")
    return tuple(str(value) for value in found)


def _present(words: Words, key: str) -> Json:
    if key not in words:
        raise BadMove(f"{_about(words)}{key!r} is missing")
    return words[key]


def _not(words: Words, key: str, value: Json, wanted: str) -> BadMove:
    return BadMove(f"{_about(words)}{key!r} holds {value!r}, not {wanted}")


def _about(words: Words) -> str:
    kind = words.get("move")
    return f"{kind}: " if isinstance(kind, str) else ""
