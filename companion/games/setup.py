"""Checks that every game makes of a record's first line: seats, options, nothing unknown."""

import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from companion.errors import BadSetup, Reason
from companion.games.game import Game, Json, Option, Setup


def near(name: str, names: Iterable[str]) -> str:
    """Return ``name`` quoted, followed by the known name that was perhaps meant."""
    close = get_close_matches(name, list(names), n=1)
    return f"{name!r} (did you mean {close[0]!r}?)" if close else repr(name)


JOINERS = "\u200c\u200d"
"""Invisible letters that belong to some languages' words, and to pictures of families."""


def shows(name: str) -> bool:
    """Tell whether a name can be displayed: no zero byte, no new line, nothing that reverses the
    writing."""
    hidden = ("Cc", "Cf", "Cs")
    return all(letter in JOINERS or unicodedata.category(letter) not in hidden for letter in name)


def check_setup(
    game: Game[Any, Any], setup: Setup, *, dealt: Sequence[str] = (), more_faults: Sequence[str] = ()
) -> dict[str, Json]:
    """Return every option of the game, with defaults for those left out.

    ``dealt``: the further keys that the game accepts; ``more_faults``: the faults that the game itself
    found. Raises ``BadSetup`` naming all faults at once.
    """
    faults = [
        *_seat_faults(game, setup),
        *(
            _unknown("option", name, list(game.options))
            for name in setup.options
            if name not in game.options
        ),
        *(_unknown("key", name, dealt) for name in setup.dealt if name not in dealt),
        *(
            fault
            for name, option in game.options.items()
            if name in setup.options and (fault := _option_fault(name, option, setup.options[name]))
        ),
        *more_faults,
    ]
    if faults:
        twice = _twice(setup)
        reason = Reason("error.same_name", {"name": twice[0]}) if twice else None
        wrong = f"{game.name} cannot start: {'; '.join(faults)}"
        raise BadSetup(wrong, hint="Correct the first line.", reason=reason)
    return {name: setup.options.get(name, option.default) for name, option in game.options.items()}


def _unknown(what: str, name: str, known: Sequence[str]) -> str:
    return f"unknown {what} {near(name, known)}"


def _seat_faults(game: Game[Any, Any], setup: Setup) -> list[str]:
    counts, names = game.seat_counts, setup.seats
    faults = []
    if len(names) not in counts:
        faults.append(f"{len(names)} seats, it is played by {counts[0]} to {counts[-1]}")
    if "" in (name.strip() for name in names):
        faults.append("a seat without a name")
    faults += [f"{name!a} has letters that cannot be shown" for name in names if not shows(name)]
    return faults + [f"two seats named {name!r}" for name in _twice(setup)]


def _twice(setup: Setup) -> list[str]:
    return sorted({name for name in setup.seats if setup.seats.count(name) > 1})


def _option_fault(name: str, option: Option, value: Json) -> str | None:
    if option.kind == "bool":
        return None if isinstance(value, bool) else f"option {name!r} is {value!r}, not true or false"
    if option.kind == "choice":
        known = ", ".join(option.choices)
        return None if value in option.choices else f"option {name!r} is {value!r}, not one of {known}"
    if option.kind == "int":
        return _int_fault(name, option, value)
    return None


def _int_fault(name: str, option: Option, value: Json) -> str | None:
    if not isinstance(value, int) or isinstance(value, bool):
        return f"option {name!r} is {value!r}, not a whole number"
    if option.least is not None and value < option.least:
        return f"option {name!r} is {value}, at least {option.least} is needed"
    if option.most is not None and value > option.most:
        return f"option {name!r} is {value}, at most {option.most} is allowed"
    return None
