"""What every game must keep. ``test_contract.py`` runs it over all games of the catalogue.

A game joins by a file ``tests/games/<name>/case.py`` with its ``CASE``; there is nothing to be left out.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

from companion.errors import IllegalMove
from companion.games import catalogue
from companion.games.game import EVERYONE, Game, Move, Role, Seat, Setup, seat_role
from tests.games import bots


@dataclass(frozen=True)
class Case:
    """What the contract needs to know of one game.

    ``setups`` are first lines that must start: every variant and number of seats worth playing.
    ``alter_hidden(state, role, rng)`` returns another possible state that differs only in what the
    role may not know, or None where nothing is hidden from it now. ``most_moves``: a game played by
    its bots ends within so many; None: it never ends by itself.
    """

    setups: tuple[Setup, ...]
    alter_hidden: Callable[[Any, Role, Random], Any]
    most_moves: int | None


def nothing_hidden(state: Any, role: Role, rng: Random) -> None:
    """The ``alter_hidden`` of a game without secrets."""


def case_of(name: str) -> Case:
    """Return the case which that game's tests supply."""
    case = import_module(f"tests.games.{name}.case").CASE
    assert isinstance(case, Case)
    return case


def roles_of(setup: Setup) -> list[Role]:
    """Return everyone and every seat: all who may be kept from knowing something."""
    return [EVERYONE, *(seat_role(Seat(number)) for number in range(1, len(setup.seats) + 1))]


@dataclass(frozen=True)
class Moment:
    """One step of a game: the state, the move made in it, and the state after."""

    before: Any
    move: Any
    after: Any


def played(
    game: Game[Any, Any], setup: Setup, rng: Random, *, wild: float, most: int
) -> Iterator[Moment]:
    """Play a game: any legal move with chance ``wild``, else what the bots would; at most ``most``."""
    state = game.start(setup)
    for _ in range(most):
        move = choose(game, setup, state, rng, wild)
        if move is None:
            return
        after = game.play(state, move)
        yield Moment(state, move, after)
        state = after


def choose(game: Game[Any, Any], setup: Setup, state: Any, rng: Random, wild: float) -> Move | None:
    """Return the next move of such a game; None when it has ended."""
    if game.outcome(state) is not None:
        return None
    if rng.random() < wild:
        moves: list[Any] = list(islice(game.legal_moves(state), 400))
        luck = game.chance(state, rng)
        if luck is not None:
            moves.append(luck)
        if moves:
            return rng.choice(moves)  # type: ignore[no-any-return]
    move = bots.next_move(game, catalogue.bot(game.name), state, len(setup.seats), rng)
    assert move is not None, f"{game.name} goes on, but nobody moves and luck does nothing: {state}"
    return move


def is_refused(game: Game[Any, Any], state: Any, move: Any) -> str | None:
    """Return why the rules forbid the move now; None where they allow it."""
    try:
        game.play(state, move)
    except IllegalMove as error:
        return str(error)
    return None
