"""What a role may know of a sitting, as it leaves the table."""

from itertools import islice
from random import Random
from typing import Any

from companion.games.game import EVERYONE, Game, Role
from companion.games.history import History
from companion.table.lines import history_lines
from companion.table.shapes import JsonObject
from companion.table.sitting import Sitting

KINDS_AMONG = 500
"""So many legal moves are looked at for their kinds: every kind is among the first of any game."""


def sitting_shape(sitting: Sitting, ahead: Any, role: Role) -> Any:
    """Return the sitting's part of a ``StateShape``; ``ahead`` is the state as it is being built."""
    history = sitting.history
    game, state, names = history.game, history.state, history.setup.seats
    mover, scores, outcome = game.to_move(state), game.scores(state), game.outcome(state)
    ended = outcome and {"winners": [names[seat - 1] for seat in outcome.winners], "why": outcome.why}
    return {
        "sitting": str(sitting.number),
        "game": game.name,
        "seats": list(names),
        "to_move": None if mover is None else names[mover - 1],
        "scores": None if scores is None else dict(zip(names, scores, strict=True)),
        "outcome": ended,
        "view": game.view(state, role),
        "building": None if ahead is state else game.view(ahead, role),
        "may": may(history, role),
        "history": history_lines(sitting, role),
    }


def may(history: History, role: Role) -> list[str]:
    """Return the kinds of moves that the role may make now, by tap; a throw first."""
    game, state = history.game, history.state
    mover = game.to_move(state)
    if role == EVERYONE or game.outcome(state) is not None:
        return []
    if role.seat is not None and mover not in (None, role.seat):
        return []
    thrown = game.chance(state, Random(0))
    moves = [*([] if thrown is None else [thrown]), *islice(game.legal_moves(state), KINDS_AMONG)]
    return list(dict.fromkeys(str(game.words(state, move)["move"]) for move in moves))


def game_shape(game: Game[Any, Any]) -> JsonObject:
    """Return for how many a game is, and what may be set before it."""
    options = {
        key: {
            "type": option.kind,
            "default": option.default,
            "min": option.least,
            "max": option.most,
            "choices": list(option.choices),
        }
        for key, option in game.options.items()
    }
    return {"seats": list(game.seat_counts), "options": options}
