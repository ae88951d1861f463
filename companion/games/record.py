"""A game as text, one JSON object a line: the first line says what is played, each other line is a move.

Reading is lazy, so that the good lines before a broken one can still be played. Every fault is reported
with its line number (from 1) and, if it concerns a seat, that seat's name.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn, cast

from companion.errors import BadRecord
from companion.games.game import Json, Seat, Setup, Words
from companion.games.setup import near


@dataclass(frozen=True)
class Entry:
    """One line after the first: the seat that moves, None for nobody's move, and its words without
    ``seat``."""

    seat: Seat | None
    words: Words


CHOSEN = "chosen"
"""The key of a first line that names the things set by hand although luck should deal them."""


def read_record(lines: Iterable[str]) -> tuple[Setup, Iterator[tuple[int, Entry]]]:
    """Return the first line, and then every move with its line number; empty lines are passed over.

    Raises ``BadRecord`` for a faulty first line now, for a faulty move when it is reached.
    """
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    number, first = next(numbered, (1, ""))
    if not first:
        raise BadRecord("line 1: the record is empty", hint='It begins with {"game": …, "seats": […]}.')
    setup = setup_of(_object(number, first), number)
    return setup, ((at, entry_of(setup, _object(at, line), at)) for at, line in numbered)


def setup_of(words: Words, line: int = 1) -> Setup:
    """Read a first line's words. Raises ``BadRecord``."""
    game, seats, options = (words.get(key) for key in ("game", "seats", "options"))
    if not isinstance(game, str):
        raise BadRecord(f"line {line}: 'game' must name what is played, it is {_shown(game)}")
    if not isinstance(seats, list | tuple) or not all(isinstance(seat, str) for seat in seats):
        raise BadRecord(f"line {line}: 'seats' must list the players' names, it is {_shown(seats)}")
    if options is not None and not isinstance(options, dict):
        raise BadRecord(f"line {line}: 'options' must be an object, it is {_shown(options)}")
    chosen = words.get(CHOSEN, [])
    if not isinstance(chosen, list | tuple) or not all(isinstance(key, str) for key in chosen):
        raise BadRecord(f"line {line}: {CHOSEN!r} must list keys of this line, it is {_shown(chosen)}")
    known = ("game", "seats", "options", CHOSEN)
    dealt = {key: value for key, value in words.items() if key not in known}
    names = tuple(str(seat) for seat in seats)
    return Setup(game, names, options or {}, dealt, tuple(str(key) for key in chosen))


def entry_of(setup: Setup, words: Words, line: int) -> Entry:
    """Read a move's words; its seat's name becomes its number. Raises ``BadRecord``."""
    rest = {key: value for key, value in words.items() if key != "seat"}
    name = words.get("seat")
    if name is None:
        return Entry(None, rest)
    if not isinstance(name, str):
        raise BadRecord(f"line {line}: 'seat' must be a player's name, it is {_shown(name)}")
    return Entry(find_seat(setup, name, f"line {line}: "), rest)


def find_seat(setup: Setup, name: str, where: str = "") -> Seat:
    """Return the seat of that name. Raises ``BadRecord``."""
    if name not in setup.seats:
        raise BadRecord(
            f"{where}nobody is called {near(name, setup.seats)}",
            hint=f"At the table: {', '.join(setup.seats)}.",
        )
    return Seat(setup.seats.index(name) + 1)


def name_of(setup: Setup, seat: Seat) -> str:
    """Return the name of a seat."""
    return setup.seats[seat - 1]


def setup_words(setup: Setup) -> dict[str, Json]:
    """Return the first line's words."""
    said = {"game": setup.game, "seats": setup.seats, "options": setup.options, **setup.dealt}
    return said | ({CHOSEN: list(setup.chosen)} if setup.chosen else {})


def entry_words(setup: Setup, entry: Entry) -> dict[str, Json]:
    """Return a move's words as a record has them, the seat by its name first."""
    seat: dict[str, Json] = {} if entry.seat is None else {"seat": name_of(setup, entry.seat)}
    return {**seat, **entry.words}


NAME_KEYS, NAMES_KEYS = ("seat",), ("seats", "order")
"""Keys of a first line or move whose value is a player's name, and a list of names."""
OF_MOVES = ("with", "also", "options")
"""Keys whose value is an object with its own keys, not keyed by players' names."""


def renamed(words: Words, names: Mapping[str, str]) -> dict[str, Json]:
    """Return a first line or a move with other players' names; ``names`` maps old to new.

    Keys of an object such as ``{"Ana": 3}`` are players' names only.
    """
    return {key: _rename(key, value, names) for key, value in words.items()}


def _rename(key: str, value: Json, names: Mapping[str, str]) -> Json:
    if isinstance(value, str):
        return names.get(value, value) if key in NAME_KEYS else value
    if isinstance(value, Mapping):
        known = set(value) <= set(names) and key not in OF_MOVES
        if known:
            return {names[name]: each for name, each in value.items()}
        return renamed(value, names) if key in OF_MOVES else value
    if isinstance(value, Sequence):
        if key in NAMES_KEYS:
            return [names.get(str(each), each) for each in value]
        return [
            renamed(each, names) if isinstance(each, Mapping) and key in OF_MOVES else each
            for each in value
        ]
    return value


def rename_within(value: Json, names: Mapping[str, str]) -> Json:
    """Return a structure that contains moves anywhere, with the players' names replaced in each."""
    if isinstance(value, Mapping):
        if isinstance(value.get("move"), str):
            return renamed(value, names)
        return {key: rename_within(each, names) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [rename_within(each, names) for each in value]
    return value


def write_record(setup: Setup, entries: Iterable[Entry]) -> str:
    """Return the whole record, one line a move, as ``read_record`` takes it."""
    lines = [setup_words(setup), *(entry_words(setup, entry) for entry in entries)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _object(number: int, line: str) -> dict[str, Json]:
    try:
        found = json.loads(line, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"line {number}: not JSON: {error}") from error
    if not isinstance(found, dict):
        raise BadRecord(f"line {number}: must be a JSON object, it is {_shown(found)}")
    return cast(dict[str, Json], found)


def _without_repeats(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"key {twice!r} stands twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _shown(value: object) -> str:
    text = "missing" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"
