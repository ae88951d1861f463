"""How simulated hands play a game: the contract of ``HANDS`` in each game's module ``hands``.

That module, or package, lies in the game's folder: ``companion/table/plays/<game>/hands.py``.
"""

from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import Any, Protocol

from companion.simulation import games
from companion.simulation.evening import Player
from companion.simulation.habits import Luck
from companion.table.shapes.values import JsonObject
from vision.workshop.simulation.boards.scenery import BoardKit
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.play import TokenKit
from vision.workshop.simulation.tokens.puzzles import PuzzleToLay

PLAIN_COUNT = 5
"""Dice thrown if no game says how many."""


class Hands(Protocol):
    """How simulated hands play one game."""

    @property
    def seats(self) -> Sequence[int]:
        """Numbers of players for which a demo can be played."""

    @property
    def habits(self) -> Sequence[str]:
        """Which habits make a difference here, by name (``companion.simulation.habits``)."""

    @property
    def most_dice(self) -> int:
        """Most dice that lie there at once: a throw that would exceed it clears the table first."""

    @property
    def first_line(self) -> JsonObject:
        """Further keys of a demo's first line, beside game and seats."""

    def to_throw(self, state: Any) -> int | None:
        """Return how many dice the game wants thrown now; None if it does not say."""

    def stones(self, state: Any) -> Sequence[tuple[str, str]]:
        """Return the stones to be thrown now, each by its two faces; none if the game throws dice."""

    def puzzle(self, state: Any, rng: Random) -> PuzzleToLay | None:
        """Return a puzzle to be laid now, with pieces that fill it; None if the game has no puzzles."""

    def board(self, state: Any) -> BoardKit | TokenKit | None:
        """Return the board in use, and all its pieces; None if the game has only dice."""

    def to_lay(self, state: Any) -> Sequence[tuple[str, ...]]:
        """Return the pieces that may be laid now, by the labels of their parts, each as often as it
        exists."""

    def player(self, simulated: SimulatedTable, luck: Luck) -> Player:
        """Return the player of the game at this simulated table, with the habits of ``luck``."""


def set_table(simulated: SimulatedTable, hands: Hands | None, state: Any, board_set: str | None) -> None:
    """Lay out the board in use, as its set describes it; put any other away."""
    kit = hands.board(state) if hands is not None else None
    if isinstance(kit, TokenKit):
        if simulated.tokens is None or simulated.tokens.kit != kit:
            simulated.lay_tokens(kit)
        return
    simulated.put_tokens_away()
    if kit is None or board_set is None:
        simulated.put_board_away()
    elif simulated.board is None or simulated.board.kit != kit:
        simulated.lay_board(kit, board_set)


def has_hands(game: str) -> bool:
    """Tell whether simulated hands can play the game."""
    return any(module.name == game for module in iter_modules(games.__path__))


def hands_of(game: str) -> Any:
    """Return the module that says how simulated hands play the game."""
    return import_module(f"{games.__name__}.{game}")
