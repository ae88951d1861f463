"""How simulated hands play a game: what ``HANDS`` is in each ``companion.simulation.games.<game>``."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar

from companion.simulation import games
from companion.simulation.evening import Player
from companion.simulation.habits import CLUMSY, TIDY, USUAL, Luck
from vision.workshop.simulation.boards.scenery import BoardKit
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.play import TokenKit
from vision.workshop.simulation.tokens.puzzles import PuzzleToLay

PLAIN_COUNT = 5
"""Dice thrown if no game says how many."""


class Hands:
    """How simulated hands play one game. What stands here is right for a game with dice alone."""

    seats: Sequence[int]
    """Numbers of players for which a demo can be played."""
    habits: Sequence[str] = (TIDY.name, USUAL.name, CLUMSY.name)
    """Which habits make a difference here, by name (``companion.simulation.habits``)."""
    most_dice = 0
    """Most dice that lie there at once: a throw that would exceed it clears the table first."""
    first_line: Mapping[str, Any] = MappingProxyType({})
    """Further keys of a demo's first line, beside game and seats."""
    by_book: ClassVar[type[Any]]
    as_people: ClassVar[type[Any]]
    """Who plays it tidily, and who plays it with habits."""

    def to_throw(self, state: Any) -> int | None:  # noqa: ARG002
        """Return how many dice the game wants thrown now; None if it does not say."""
        return 0

    def stones(self, state: Any) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        """Return the stones to be thrown now, each by its two faces; none if the game throws dice."""
        return ()

    def puzzle(self, state: Any, rng: Random) -> PuzzleToLay | None:  # noqa: ARG002
        """Return a puzzle to be laid now, with pieces that fill it; None if the game has no puzzles."""
        return None

    def board(self, state: Any) -> BoardKit | TokenKit | None:  # noqa: ARG002
        """Return the board in use, and all its pieces; None if the game has only dice."""
        return None

    def to_lay(self, state: Any) -> Sequence[tuple[str, ...]]:  # noqa: ARG002
        """Return the pieces that may be laid now, by the labels of their parts, each as often as it
        exists."""
        return ()

    def player(self, simulated: SimulatedTable, luck: Luck) -> Player:
        """Return the player of the game at this simulated table, with the habits of ``luck``."""
        is_tidy = not luck.habits.chances
        player: Player = (
            self.by_book(simulated, luck.rng) if is_tidy else self.as_people(simulated, luck)
        )
        return player


def set_table(simulated: SimulatedTable, hands: Hands | None, state: Any, board_set: str | None) -> None:
    """Lay out the board in use, as its set describes it; put any other away."""
    kit = hands.board(state) if hands is not None else None
    if isinstance(kit, TokenKit):
        if simulated.tokens is None or simulated.tokens.kit != kit:
            simulated.lay_tokens(kit)
    elif kit is None or board_set is None:
        simulated.put_away()
    elif simulated.board is None or simulated.board.kit != kit:
        simulated.lay_board(kit, board_set)


def has_hands(game: str) -> bool:
    """Tell whether simulated hands can play the game."""
    return any(module.name == game for module in iter_modules(games.__path__))


def hands_of(game: str) -> Any:
    """Return the module that says how simulated hands play the game."""
    return import_module(f"{games.__name__}.{game}")
