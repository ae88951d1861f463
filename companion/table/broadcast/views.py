"""The sitting's data that a role may know, in the form in which they leave the table."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from threading import Lock
from typing import Any, TypeVar

from companion.games.game import EVERYONE, HOST, Game, Role, Seat
from companion.games.history import UNDO, History
from companion.table.hooks.drawing import Word, seated
from companion.table.hooks.speaking import Awaiting
from companion.table.hooks.verdict import text
from companion.table.plays.catalogue import play_of
from companion.table.shapes.moves import HistoryLine
from companion.table.shapes.state import StateShape
from companion.table.shapes.values import JsonObject
from companion.table.sitting.lines import history_lines
from companion.table.sitting.permissions import holds_secrets, is_for_good, may_take_back
from companion.table.sitting.sitting import Sitting
from companion.table.supervision.guard import CallGuard, OutOfOrder
from companion.table.supervision.supervisor import Nonsense

Words = TypeVar("Words")

KINDS_AMONG = 500
"""Legal moves that are examined for their kinds: every kind is among the first of any game."""

VIEW_TAKES_S = 6.0
"""Longest time in seconds that a game's view of a position may take. It takes milliseconds, but the
first advice of a game takes 0.8 s of a server's processor, and a small busy computer is several times
slower."""


@dataclass
class Views:
    """The views of the sitting, made by the game's own code, which may fail.

    One call at a time. If the game's code does not answer, only what needs no game code is shown. Advice
    takes long: nobody waits for it, and the position is shown without it until it is there.
    """

    make_guard: Callable[[], CallGuard]
    _of: tuple[Any, Any] = (None, None)

    def __post_init__(self) -> None:
        self._views, self._advice = self.make_guard(), self.make_guard()
        self._made: dict[tuple[Role, bool], JsonObject] = {}
        self._advised: tuple[Any, Any, JsonObject | None] = (None, None, None)
        self._advising = Lock()

    @property
    def rests_s(self) -> float | None:
        """Seconds until a failed view is tried again; None if none failed."""
        rests = [guard.rests_s for guard in (self._views, self._advice) if guard.rests_s is not None]
        return min(rests, default=None)

    def close(self) -> None:
        """Ask no game's code any more."""
        self._views.close()
        self._advice.close()

    def of(
        self, sitting: Sitting | None, ahead: Any, role: Role, *, covered: bool = False
    ) -> JsonObject:
        """Return the sitting's part of a ``StateShape``; ``ahead`` is the state including what is being
        built.

        ``covered``: secrets are not shown to the role yet.
        """
        if sitting is None:
            return {}
        if self._of[0] is not sitting or self._of[1] is not ahead:
            self._of, self._made = (sitting, ahead), {}
        if (role, covered) not in self._made:
            try:
                self._made[role, covered] = self._views.call(
                    lambda: _check(sitting_shape(sitting, ahead, role, covered=covered))
                )
            except OutOfOrder:
                return _bare(sitting)
        return self._made[role, covered] | {"odds": self._odds_of(sitting, ahead)}

    def drawing(self, state: StateShape, word: Word) -> str:
        """Return the game as everybody may see it, as SVG; "" if it cannot be drawn."""
        view = state["building"] or state["view"]
        if state["game"] is None or view is None:
            return ""
        play, seats = play_of(state["game"]), seated(state["seats"], state["marks"])
        try:
            return self._views.call(lambda: play.drawing(view, seats, word))
        except OutOfOrder:
            return ""

    def earlier(self, sitting: Sitting, role: Role, before: int) -> list[HistoryLine]:
        """Return the last moves before that number; none while the game's code does not answer."""
        try:
            return self._views.call(lambda: history_lines(sitting, role, before).lines)
        except OutOfOrder:
            return []

    def advise(self) -> bool:
        """Work out the advice for the last state shown; tell whether any of it is new.

        Called without the lock that guards everything else.
        """
        sitting, ahead = self._of
        if (
            sitting is None
            or self._is_advised(sitting, ahead)
            or not self._advising.acquire(blocking=False)
        ):
            return False
        try:
            odds = self._advice.call(lambda: _written(sitting.history.game.odds(ahead)))
        except OutOfOrder:
            return False
        finally:
            self._advising.release()
        self._advised = (sitting, ahead, odds)
        return odds is not None

    def _odds_of(self, sitting: Sitting, ahead: Any) -> JsonObject | None:
        """Return the advice, the same for every role; None while there is none."""
        return self._advised[2] if self._is_advised(sitting, ahead) else None

    def _is_advised(self, sitting: Sitting, ahead: Any) -> bool:
        return self._advised[0] is sitting and self._advised[1] is ahead


def sitting_shape(sitting: Sitting, ahead: Any, role: Role, *, covered: bool = False) -> JsonObject:
    """Return the sitting's part of a ``StateShape``; ``ahead`` is the state including what is being
    built.

    ``covered``: the role sees the host's view: no secret, and only moves that reveal none.
    """
    known = HOST if covered else role
    history = sitting.history
    game, state, names = history.game, history.state, history.setup.seats
    mover, scores, outcome = game.to_move(state), game.scores(state), game.outcome(state)
    told = history_lines(sitting, known)
    ended = outcome and {"winners": [names[seat - 1] for seat in outcome.winners], "why": outcome.why}
    view, kinds = game.view(state, known), may(history, role)
    building = None if ahead is state else game.view(ahead, known)
    now = Awaiting(building or view, None if mover is None else names[mover - 1], kinds)
    return (
        _bare(sitting)
        | describe_awaited(history.setup.game, now, names, role.seat)
        | {
            "to_move": now.mover,
            "scores": None if scores is None else dict(zip(names, scores, strict=True)),
            "outcome": ended,
            "for_good": is_for_good(history),
            "holds_secrets": holds_secrets(history),
            "view": view,
            "building": building,
            "may": kinds,
            "history": told.lines,
            "earlier": told.earlier,
            "edition": told.edition,
        }
    )


def describe_awaited(game: str, now: Awaiting, names: Sequence[str], seat: Seat | None) -> JsonObject:
    """Return the task that the game waits for, in words for a seat (None: for all), and whether it waits
    for that seat."""
    play = play_of(game)
    if seat is not None:
        now = replace(now, reader=names[seat - 1])
        now = replace(now, is_own=play.awaits(now, names[seat - 1]))
    return {"task": text(play.task(now)), "mine": now.is_own}


def _bare(sitting: Sitting) -> JsonObject:
    """Return the part of a sitting that is known without its game's code."""
    setup = sitting.history.setup
    return {"sitting": str(sitting.number), "game": setup.game, "seats": list(setup.seats)}


def _check(shape: JsonObject) -> JsonObject:
    """Return the shape if it can be sent. Raises Nonsense."""
    if not isinstance(shape["view"], dict):
        raise Nonsense(f"the view is a {type(shape['view']).__name__}, no JSON object")
    return _written(shape)


def _written(words: Words) -> Words:
    """Return the part that can be written as JSON. Raises Nonsense."""
    try:
        json.dumps(words)
    except (TypeError, ValueError) as error:
        raise Nonsense("the view cannot be written as JSON") from error
    return words


def may(history: History, role: Role) -> list[str]:
    """Return the kinds of moves that the role may make now, by tap; a throw first.

    Secret moves are their own seat's alone (``secrecy``). A seat may take back its own last move if
    ``undo`` is among them.
    """
    game, state = history.game, history.state
    mover = game.to_move(state)
    if role == EVERYONE or game.outcome(state) is not None:
        return []
    if role.seat is not None and mover not in (None, role.seat):
        early = game.early_kind(state, role.seat)
        return [] if early is None else [early]
    thrown = game.chance(state, Random(0))
    moves = [*([] if thrown is None else [thrown]), *islice(game.legal_moves(state), KINDS_AMONG)]
    own = [move for move in moves if role.seat is None or move.seat in (None, role.seat)]
    kinds = dict.fromkeys(str(game.words(state, move)["move"]) for move in own)
    found = [kind for kind in kinds if role != HOST or kind not in game.own_moves]
    return [*found, UNDO] if may_take_back(role, history) else found


def game_shape(game: Game[Any, Any]) -> JsonObject:
    """Return a game's numbers of players, its options, and the data with which its rules are explained.

    ``goes_on``: the part of a first line that makes the game continue from what lies on the table;
    ``come_and_go``: players may leave it, and others join.
    """
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
    return {
        "seats": list(game.seat_counts),
        "options": options,
        "book": game.book(),
        "goes_on": play_of(game.name).goes_on,
        "come_and_go": game.come_and_go,
    }
