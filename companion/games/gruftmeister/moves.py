"""Every act in the crypt: by the players, and by the stones they turn, peek at and throw."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from companion.games.game import Seat
from companion.games.gruftmeister.board import Cell

MONSTER = "monster"
LOGO = "logo"
BACK = "back"
"""What a thrown stone can show instead of a weapon or a piece of armour."""


class Figure(StrEnum):
    """A player's two pawns."""

    MASTER = "master"
    SERVANT = "servant"


@dataclass(frozen=True)
class CryptMove:
    """A move of this game. ``kind`` is its word in a record."""

    kind: ClassVar[str]
    seat: Seat


@dataclass(frozen=True)
class Step(CryptMove):
    """One step to a neighbouring field; it also opens a chest, a lock or a won coffin for the master."""

    kind = "step"
    figure: Figure
    to: Cell


@dataclass(frozen=True)
class Found(CryptMove):
    """What the turned chest or coffin shows. It is luck, and everybody sees it."""

    kind = "found"
    thing: str


@dataclass(frozen=True)
class Peek(CryptMove):
    """The master looks under the door beside him."""

    kind = "peek"
    door: Cell


@dataclass(frozen=True)
class See(CryptMove):
    """What he saw there: ``open``, a locked door's face, or None: locked, with its face kept secret.

    Decided by luck, and secret unless it is ``open``: then the stone is removed and the master steps in.
    """

    kind = "see"
    seen: str | None


@dataclass(frozen=True)
class UseTool(CryptMove):
    """The tool opens the door: its stone is turned up for everybody, and the master steps in."""

    kind = "use_tool"
    door: Cell
    face: str


@dataclass(frozen=True)
class UseKey(CryptMove):
    """The key opens the door for one's own figures until the turn ends: the master steps in."""

    kind = "use_key"
    door: Cell


@dataclass(frozen=True)
class ShutIn(CryptMove):
    """The master is shut in on all sides, and chooses the door to be removed."""

    kind = "shut_in"
    remove: Cell


@dataclass(frozen=True)
class Show(CryptMove):
    """The faces of all doors around a master who is shut in, shown to all."""

    kind = "show"
    doors: tuple[tuple[Cell, str], ...]


@dataclass(frozen=True)
class Fight(CryptMove):
    """The master begins to fight the monster of the coffin beside him."""

    kind = "fight"
    coffin: Cell


@dataclass(frozen=True)
class Throw(CryptMove):
    """The upper sides: monster or logo, each weapon and piece of armour by name, and backs. Luck.

    The faces are sorted, so that equal throws are equal moves.
    """

    kind = "throw"
    faces: tuple[str, ...]


@dataclass(frozen=True)
class BreakOff(CryptMove):
    """The master leaves the monster alone after a throw."""

    kind = "break_off"


@dataclass(frozen=True)
class Take(CryptMove):
    """The master picks up what lies on his field."""

    kind = "take"
    thing: str


@dataclass(frozen=True)
class Drop(CryptMove):
    """Either figure lays a thing down."""

    kind = "drop"
    figure: Figure
    thing: str


@dataclass(frozen=True)
class Swap(CryptMove):
    """The two figures, on one field, hand things over, in both directions at once. Each side is
    sorted."""

    kind = "swap"
    to_servant: tuple[str, ...] = ()
    to_master: tuple[str, ...] = ()


@dataclass(frozen=True)
class Heal(CryptMove):
    """The master puts a heart that he carries into his kit."""

    kind = "heal"


@dataclass(frozen=True)
class EndTurn(CryptMove):
    """The player is done with both figures."""

    kind = "end_turn"


@dataclass(frozen=True)
class EndGame(CryptMove):
    """The host ends a game that has come to a standstill. It belongs to no seat."""

    kind = "end_game"


@dataclass(frozen=True)
class PlayOn(CryptMove):
    """The others play on for the next place, once one was won. The host's, without a seat."""

    kind = "play_on"


OWN = frozenset({"see", "use_tool", "use_key", "shut_in"})
"""Kinds of moves that only the seat itself makes: whether they are allowed reveals what lies under a
stone."""

PLAIN = (Step, Take, Drop, Swap, Heal)
"""Moves that reveal nothing, except a step onto a stone that is turned over."""

KINDS: dict[str, type[CryptMove]] = {kind.kind: kind for kind in CryptMove.__subclasses__()}
