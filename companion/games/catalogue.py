"""Which games there are. A game is a folder beside this file; nothing is loaded before it is asked for.

Its module ``rules`` holds the game as ``GAME``, its module ``bot`` a player as ``BOT``, and its optional
module ``perft`` counts sequences of moves by ``count(depth)``.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from companion.errors import UnknownGame
from companion.games.bot import Bot
from companion.games.game import Game
from companion.games.setup import near


def names() -> tuple[str, ...]:
    """Return the names of all games, in alphabetical order."""
    here = str(Path(__file__).parent)
    return tuple(sorted(module.name for module in iter_modules([here]) if module.ispkg))


def game(name: str) -> Game[Any, Any]:
    """Return the rules of that game. Raises ``UnknownGame``."""
    found = _part(name, "rules").GAME
    assert isinstance(found, Game)
    return found


def bot(name: str) -> Bot[Any, Any]:
    """Return a player of that game. Raises ``UnknownGame``."""
    found: Bot[Any, Any] = _part(name, "bot").BOT
    return found


def countable() -> list[str]:
    """Return the games whose sequences of moves can be counted: those with a module ``perft``."""
    here = Path(__file__).parent
    return [name for name in names() if (here / name / "perft.py").is_file()]


def counter(name: str) -> Callable[[int], int]:
    """Return the function that counts the game's sequences of this many moves. Raises
    ``UnknownGame``."""
    count: Callable[[int], int] = _part(name, "perft").count
    return count


@cache
def _part(name: str, part: str) -> Any:
    if name not in names():
        raise UnknownGame(
            f"no game is called {near(name, names())}", hint=f"There are: {', '.join(names())}."
        )
    return import_module(f"companion.games.{name}.{part}")
