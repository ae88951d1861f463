"""Bots that hold every place."""

from random import Random
from typing import Any

from companion.games.bot import Bot
from companion.games.game import Game, Move, Seat


def next_move(
    game: Game[Any, Any], bot: Bot[Any, Any], state: Any, seats: int, rng: Random
) -> Move | None:
    """Return what happens next when bots hold all ``seats`` places; None when nothing can.

    The seat to move is asked; if nobody in particular is awaited, every seat is, in no fixed order; if
    none wants anything, luck decides.
    """
    awaited = game.to_move(state)
    everyone = [Seat(number) for number in range(1, seats + 1)]
    for seat in [awaited] if awaited is not None else rng.sample(everyone, seats):
        move: Move | None = bot.choose(state, seat, rng)
        if move is not None:
            return move
    return game.chance(state, rng)
