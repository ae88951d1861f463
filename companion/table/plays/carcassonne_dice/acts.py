"""What hands may have done with the nine dice between two looks."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import Any, ClassVar

from companion.games.carcassonne_dice.faces import FACES, KNIGHT
from companion.games.carcassonne_dice.state import State
from companion.table.plays.carcassonne_dice.ending import APART, ended
from companion.table.plays.carcassonne_dice.expected_dice import must_lie
from companion.table.plays.carcassonne_dice.outcomes import Outcomes
from companion.table.plays.carcassonne_dice.standing import standing, together
from companion.table.plays.carcassonne_dice.turn import (
    BUILT,
    LOCKED,
    PUT,
    SPOILT,
    TurnAnswers,
    is_astray,
    is_catapult,
)
from companion.table.plays.lying import SIZE_MM
from companion.table.plays.thrown_dice import laid_flat
from companion.table.tracking.likelihood import ExplainedLook, Fate, Telling
from companion.table.tracking.rates import RATES
from companion.table.tracking.world import Hypothesis, Lain
from vision.piece import Look

RESTS, BUILDS, LIFTED, TAKEN, CLEARED, THROWN = 0.35, 0.15, 0.12, 0.04, 0.04, 0.3
"""Probabilities, between two looks, that nothing is done; dice are put aside; those that will be thrown
again are taken up, or any, or all of them; dice are thrown."""
SORTED, BACK, SETTLED = 0.004, 0.02, 0.008
"""Probabilities that lying dice are sorted, or moved by a child; that dice in a hand are put back; that
a die that fell is laid flat, or thrown once more."""
FORGOTTEN = 0.02
"""Probability that a player throws the knight, too, that another has just kept; that one throws once
more whose turn is over."""
TOO_MANY = 0.02
"""Probability that a die too many is thrown, so that all are thrown anew."""
NOT_COUNTED = 1e-6
"""Probability that a die of such a throw is not seen: then nobody would know that it is too many."""
LAID_BACK = 0.2
"""Probability that a die that was taken up is laid anywhere, not where it lay, and not thrown."""
LAID_DOWN = 0.001
"""Probability that dice that were taken up are laid down elsewhere, all of them, and not thrown."""
TAKEN_APART = 0.05
"""Probability that a die that was put to others is put elsewhere, where some are put aside."""
STILL_DUE = 0.5
"""Probability that dice of a throw that were not seen are not seen at the next look either."""
UNSAID = 0.2
"""Probability that a throw is not confirmed where the page offers it, until the next one."""
PASSED, PASSED_DUE = 0.02, 0.3
"""Probability that catapults are passed on before anybody looked; that those were that are due still."""
ANYTHING = 0.5
"""Probability that something happens that no act describes, where that was so before: nobody knows then
what can be."""
STACKED, STILL_HIDDEN = 0.03, 0.9
"""Probability that a knight is hidden by another that is put upon it; that one hidden so stays so."""

_Fates = tuple[Fate, ...]
_PASSED_ON = Fate(0.55, leaves=0.45, carried=0.15, back=0.001)
_PASSED_LATE = Fate(0.4, leaves=0.6, carried=0.1)
_LOCKED = Fate(0.995, leaves=0.005, pushed=0.02, carried=0.01)
_ASTRAY = replace(_LOCKED, carried=0.3, goes_home=True)
_ANEW = Fate(0.02, goes=0.65, leaves=0.33)
_GONE = Fate(0.0, leaves=1.0)
_FALLEN = Fate(0.97, leaves=0.03, pushed=0.02, carried=0.02, turns=0.01)
_FALLEN_AND_SORTED = replace(_FALLEN, carried=0.8)
_SETTLED = Fate(0.95, goes=0.05, pushed=0.02, carried=0.02, turns=0.05)
_ANYHOW = Fate(0.3, goes=0.3, carried=0.1)
_LAID_FLAT = replace(_SETTLED, stays=1.0, goes=0.0)


@dataclass(frozen=True)
class CarcassonneActs:
    """Lists the possible acts with dice in a turn."""

    turn: TurnAnswers
    rolled: bool
    alike_deg: ClassVar[Mapping[str, float]] = {"straight": 180.0}
    size_mm: ClassVar[float] = SIZE_MM

    def key(self, moves: Sequence[dict[str, Any]]) -> Hashable:
        """Return the effect of these moves on the game."""
        return self.turn.key(moves)

    # Tellings.

    def tellings(self, one: Hypothesis, look: Look[Any]) -> Iterable[Telling]:
        """Yield the possible acts since the last look."""
        return (_stacked(telling, one.pieces, look) for telling in self._acts(one, look))

    def _acts(self, one: Hypothesis, look: Look[Any]) -> Iterator[Telling]:
        state = self.turn.played(one.moves)
        assert state is not None
        threw = RATES.rolled if self.rolled else 1 - RATES.rolled
        idle = RATES.idle if self.rolled else 1 - RATES.idle
        pieces = one.pieces
        rate = ANYTHING if one.is_lost else RATES.something_else
        yield Telling("else", rate, (_ANYHOW,) * len(pieces), is_free=True)
        if state.outcome is not None:
            return
        if one.due:
            yield Telling("more", threw, (_FALLEN,) * len(pieces), one.due, late=STILL_DUE)
            yield Telling("wait", RESTS * idle * STILL_DUE, (_FALLEN,) * len(pieces))
            passed = threw * PASSED_DUE / FACES**one.due
            yield Telling("more", passed, (_FALLEN,) * len(pieces), 0, beside=-one.due)
            sorted_too = (_FALLEN_AND_SORTED,) * len(pieces)
            yield Telling("more", threw * SORTED, sorted_too, one.due, late=STILL_DUE)
            yield Telling("settled", SETTLED, (_SETTLED,) * len(pieces), None, beside=one.due)
            yield from laid_flat(one)
            return
        yield Telling(
            "rest", RESTS * idle, _fates(pieces, Fate(0.97, leaves=0.03, pushed=0.04, carried=0.03))
        )
        yield Telling("built", BUILDS * idle, self._built_on(pieces))
        if pieces and not one.is_bare:
            yield Telling("taken", TAKEN * idle, _fates(pieces, Fate(0.35, leaves=0.65, carried=0.03)))
            if state.dice_to_throw:
                yield Telling("lifted", LIFTED * idle, tuple(map(_lifted, self._again(pieces))))
            everything = Fate(0.3, leaves=0.7, carried=0.005)
            yield Telling("cleared", CLEARED * idle, (everything,) * len(pieces))
            yield Telling("sorted", SORTED * idle, _fates(pieces, Fate(0.97, leaves=0.03, carried=0.8)))
        if any(piece.is_away and not is_catapult(piece) for piece in pieces):
            back = Fate(0.95, leaves=0.05, carried=0.2, back=0.9)
            yield Telling("back", BACK * idle, _fates(pieces, back))
            laid = replace(back, back=1.0, is_anywhere=True)
            yield Telling("laid down", LAID_DOWN * idle, _fates(pieces, laid))
        if one.moves:
            yield Telling("settled", SETTLED, (_LAID_FLAT,) * len(pieces))
            yield from laid_flat(one)
        if one.moves and one.acts and one.acts[-1] in ("throw", "again", "turned", "more", "settled"):
            yield Telling("settled", SETTLED, (_SETTLED,) * len(pieces), None)
        threw *= THROWN * (UNSAID if one.moves else 1.0)
        seen = sum(piece.read for piece in look.pieces)
        if not seen and not look.pieces:
            return
        yield from self._throws(one, state, threw, idle, seen)

    def _throws(
        self, one: Hypothesis, state: State, threw: float, idle: float, seen: int
    ) -> Iterator[Telling]:
        pieces = one.pieces
        gone = (_GONE,) * len(pieces)
        if not state.throws:
            yield from _falling("throw", threw, gone, state.dice, seen)
            if one.is_lost and pieces:
                yield Telling("counted", RESTS * idle, (_FALLEN,) * len(pieces))
            return
        if not pieces:
            yield Telling("found", THROWN * idle, (), is_free=True)
        ends = ended(self.turn, one, state)
        over = sum(end.chance for end in ends)
        if over > 0:
            going_on = [end for end in ends if end.state.outcome is None]
            for count in {end.state.dice for end in going_on}:
                yield from _falling("turned", threw * over, gone, count, seen)
            for count in {end.state.dice + 1 for end in going_on if end.keeps_knight}:
                yield Telling("too many", threw * over * FORGOTTEN, gone, count)
            if self.turn.is_over(state):
                yield Telling("for nothing", threw * over * FORGOTTEN, self._again(pieces), None)
        if state.dice_to_throw and over < 1 and not one.part:
            fates = self._again(pieces)
            again = threw * (1 - over)
            yield Telling("again", again, fates, None)
            yield Telling("spoilt", again * TOO_MANY, fates, None, beside=1, late=NOT_COUNTED)
            apart = Fate(0.1, goes=0.9, carried=0.0, back=0.001)
            yield Telling("again", again * APART, _fates(pieces, apart), None)
            short = must_lie(state).total() - seen
            for passed in range(1, min(3, state.dice_to_throw) + 1) if short > 0 else ():
                rate = again * PASSED * comb(state.dice_to_throw, passed) / FACES**passed
                yield Telling("again", rate, fates, None, beside=-passed)

    def _built_on(self, pieces: Sequence[Lain]) -> _Fates:
        """Return what becomes of the dice where some are put aside: those put together stay so."""
        loose, put = Fate(0.9, leaves=0.1, carried=0.5, back=0.4), self._put_together(pieces)
        fates = _fates(pieces, loose)
        return tuple(
            replace(fate, carried=TAKEN_APART) if fate is loose and number in put else fate
            for number, fate in enumerate(fates)
        )

    def _again(self, pieces: Sequence[Lain]) -> _Fates:
        """Return what becomes of the dice where those not set aside are thrown again."""
        put = self._put_together(pieces)

        def fate(number: int, piece: Lain) -> Fate:
            if piece.role == SPOILT:
                return _ANEW
            if is_catapult(piece):
                return _PASSED_LATE
            if piece.role in LOCKED:
                return replace(_locked(piece), pushed=0.05)
            carried = 0.003
            if piece.label == KNIGHT:
                stays = 0.85 if piece.role == PUT else 0.4
            elif number in put:
                stays, carried = 0.95, 0.0003  # who takes it from the city throws it, or lays it back
            else:
                stays, carried = 0.2 if piece.role == PUT else 0.06, 0.25
            stays *= 1 - 0.9995 * piece.away
            # Who lays one back that was to be thrown lays it to what was put aside, or anywhere.
            fate = Fate(stays, goes=1 - stays, pushed=0.01, carried=carried, back=LAID_BACK)
            return replace(fate, is_anywhere=piece.is_away)

        return tuple(fate(number, piece) for number, piece in enumerate(pieces))

    def _put_together(self, pieces: Sequence[Lain]) -> set[int]:
        ways = standing(pieces)
        groups = together(ways[0][1]) if ways else []
        return {
            n for group in groups if any(pieces[m].role in (PUT, BUILT) for m in group) for n in group
        }

    def after(self, one: Hypothesis, look: Look[Any], told: ExplainedLook) -> Iterator[Hypothesis]:
        """Yield the results of an act for a hypothesis."""
        return Outcomes(self.turn).after(one, look, told)


def _falling(name: str, rate: float, gone: _Fates, dice: int, seen: int) -> Iterator[Telling]:
    """Yield that so many dice are thrown, and that some of them were passed on before anybody looked."""
    yield Telling(name, rate, gone, dice)
    for passed in range(1, 4) if dice > seen else ():
        share = PASSED * comb(dice, passed) / FACES**passed
        if dice > passed:
            yield Telling(name, rate * share, gone, dice - passed, beside=-passed)


def _fates(pieces: Sequence[Lain], loose: Fate) -> _Fates:
    return tuple(
        _PASSED_ON if is_catapult(piece) else _locked(piece) if piece.role in LOCKED else loose
        for piece in pieces
    )


def _locked(piece: Lain) -> Fate:
    """Return what becomes of a die that was set aside: one that lies elsewhere is put back."""
    return _ASTRAY if is_astray(piece) else _LOCKED


def _lifted(fate: Fate) -> Fate:
    """Return what becomes of a die that is thrown again, until it falls."""
    return replace(fate, goes=0.0, leaves=fate.leaves + fate.goes)


def _stacked(telling: Telling, pieces: Sequence[Lain], look: Look[Any]) -> Telling:
    """Return the same, where knights may be hidden by one that is seen; one that was hidden stays so."""
    if not any(piece.read and piece.label == KNIGHT for piece in look.pieces):
        return telling
    knights = sum(piece.label == KNIGHT for piece in pieces)
    fates = (
        replace(fate, hides=STILL_HIDDEN if piece.hidden else STACKED)
        if piece.label == KNIGHT and knights > 1
        else fate
        for piece, fate in zip(pieces, telling.fates, strict=True)
    )
    return replace(telling, fates=tuple(fates))
