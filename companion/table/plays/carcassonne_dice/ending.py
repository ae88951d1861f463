"""How probably a turn is over, and how it ended, where nobody saw it."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.carcassonne_dice.city import largest_closed
from companion.games.carcassonne_dice.faces import KNIGHT
from companion.games.carcassonne_dice.state import KNIGHTS, State
from companion.table.plays.carcassonne_dice.standing import has_no_angle
from companion.table.plays.carcassonne_dice.turn import (
    LAID_UNSEEN,
    LOCKED,
    ON_PURPOSE,
    PUT,
    Moves,
    TurnAnswers,
    TurnEnd,
)
from companion.table.tracking.world import EVEN, Hypothesis, Lain

STOPS = {"nothing": 0.05, "points": 0.7, "bare": 0.999, "over": 0.9995}
"""Probability that a turn is over where more than dice is taken up: with nothing put together, with
points, with points and nothing left lying, and where the rules leave nothing else."""
APART = 0.05
"""Probability that what was put together is taken up again, all of it, and thrown."""
UNSEEN = 0.12
"""Probability that a city that one die closes was, and was taken up, before anybody looked."""
GONE = 0.95
"""A die is surely gone that is more probably in a hand than this."""


def stopped(turn: TurnAnswers, one: Hypothesis, state: State, ends: Sequence[TurnEnd]) -> list[TurnEnd]:
    """Return the same ends of a turn, each as probable as it is that the turn is over and ended so,
    where all dice are taken up or thrown.
    """
    return [replace(end, chance=end.chance * _stops(turn, one, state, end.before)) for end in ends]


def _stops(turn: TurnAnswers, one: Hypothesis, state: State, best: State) -> float:
    """Return how probably the turn is over; ``best``: with what was set aside."""
    if turn.is_over(state):
        return STOPS["over"] if state.loose else 1.0
    if state.throws and not one.pieces:
        return STOPS["nothing"]
    if any(piece.role in LOCKED and piece.is_away for piece in one.pieces):
        return STOPS["over"]
    knights = sum(piece.label == KNIGHT and piece.role == PUT for piece in one.pieces)
    if largest_closed(best.cities) >= ON_PURPOSE or knights >= KNIGHTS:
        return STOPS["bare"] if one.is_bare else STOPS["points"]
    return STOPS["points"] if best.may_keep_knight else STOPS["nothing"]


def ended(turn: TurnAnswers, one: Hypothesis, state: State) -> list[TurnEnd]:
    """Return how the turn may have ended, where nobody saw it, and how probably it has."""
    known = turn.ends(state, one.pieces, one.part)
    lay = [piece for piece in one.pieces if piece.away <= GONE]
    unseen = () if one.part else turn.closed_unseen(state, one.pieces, lay)
    if unseen:
        built, chance = turn.ends(state, one.pieces, unseen), closed_unseen(unseen, one.pieces)
        known = [
            *(replace(end, chance=end.chance * (1 - chance)) for end in known),
            *(replace(end, chance=end.chance * chance) for end in built),
        ]
    return stopped(turn, one, state, known)


def closed_unseen(moves: Moves, pieces: Sequence[Lain]) -> float:
    """Return how probably a city was closed, by the last of these moves, before anybody looked.

    Dice that were put somewhere, and could not be read there, are likely among those.
    """
    placed = len(moves[-1]["city"])
    left = placed - sum(map(has_no_angle, pieces))
    return UNSEEN * LAID_UNSEEN ** (left - 1) if left > 0 else EVEN
