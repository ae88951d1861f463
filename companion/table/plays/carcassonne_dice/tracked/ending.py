"""How probably a turn is over, and how it ended, where nobody saw it."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.carcassonne_dice.city import largest_closed
from companion.games.carcassonne_dice.faces import KNIGHT
from companion.games.carcassonne_dice.state import KNIGHTS, State
from companion.table.plays.carcassonne_dice.tracked.standing import is_unread
from companion.table.plays.carcassonne_dice.tracked.turn import (
    LAID_UNSEEN,
    LOCKED,
    ON_PURPOSE,
    PUT,
    End,
    Moves,
    Turn,
)
from companion.table.tracking.world import EVEN, Hypothesis, Lain

STOPS = {"nothing": 0.05, "points": 0.7, "bare": 0.999, "over": 0.9995}
"""Probability that a turn is over where more than dice is taken up: with nothing put together, with
points, with points and nothing left lying, and where the rules leave nothing else."""
UNSEEN = 0.12
"""Probability that a city that one die closes was, and was taken up, before anybody looked."""
KNOWN_AGAIN = 0.1
"""Probability that a throw is what it seems, or the end of a turn, where something happened before that
no act describes."""
GONE = 0.95
"""A die is surely gone that is more probably in a hand than this."""


def stops(turn: Turn, one: Hypothesis, state: State) -> float:
    """Return how probably the turn is over, where all dice are taken up or thrown."""
    if turn.is_over(state):
        return STOPS["over"] if state.loose else 1.0
    if state.throws and not one.pieces:
        return STOPS["nothing"]
    if any(piece.role in LOCKED and piece.is_away for piece in one.pieces):
        return STOPS["over"]
    best = turn.ends(state, one.pieces, one.part)[0].before
    knights = sum(piece.label == KNIGHT and piece.role == PUT for piece in one.pieces)
    if largest_closed(best.cities) >= ON_PURPOSE or knights >= KNIGHTS:
        return STOPS["bare"] if one.is_bare else STOPS["points"]
    return STOPS["points"] if best.may_keep_knight else STOPS["nothing"]


def ended(turn: Turn, one: Hypothesis, state: State) -> list[End]:
    """Return how the turn may have ended, where nobody saw it."""
    known = turn.ends(state, one.pieces, one.part)
    lay = [piece for piece in one.pieces if piece.away <= GONE]
    unseen = () if one.part else turn.closed_unseen(state, one.pieces, lay)
    if not unseen:
        return known
    built, chance = turn.ends(state, one.pieces, unseen), closed_unseen(unseen, one.pieces)
    return [
        *(replace(end, chance=end.chance * (1 - chance)) for end in known),
        *(replace(end, chance=end.chance * chance) for end in built),
    ]


def closed_unseen(moves: Moves, pieces: Sequence[Lain]) -> float:
    """Return how probably a city was closed, by the last of these moves, before anybody looked.

    Dice that were put somewhere, and could not be read there, are likely among those.
    """
    placed = len(moves[-1]["city"])
    left = placed - sum(map(is_unread, pieces))
    return UNSEEN * LAID_UNSEEN ** (left - 1) if left > 0 else EVEN
