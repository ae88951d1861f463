"""The content of each examined cell, best first, and whether it is sure.

Cells that are plainly bare, or sure at the first look with nothing in the way, are finished. All others
are looked at again; a part left unexplained then may be a pawn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from vision.boards.grid import MARGIN_CELLS, BoardGrid, Matrix
from vision.boards.looks import SCALE
from vision.boards.matched.pawns import camera_over
from vision.boards.measured.again import BARE, LEAD, Again
from vision.boards.measured.confidence import UNCLEAR, fitted, is_clear
from vision.boards.measured.eye import BoardEye
from vision.boards.measured.joins import JoinedNames, Name
from vision.boards.measured.looked import Looked
from vision.boards.measured.pawns import FEATURES as FIGURE_FEATURES
from vision.boards.measured.pawns import Unexplained, figure, sizes_of
from vision.boards.measured.prints import SUMS
from vision.boards.sets import BoardSet
from vision.readings.board import EMPTY, CellGuess

LISTED, LEAST_LISTED = 0.98, 2
"""Probability that one of a cell's listed guesses is right, and their least number."""
GUESS_STEEPNESS = 12.0
"""How fast the probabilities of the names after the first fall with their likeness."""
SECOND_STEEPNESS = 30.0
"""The same at a second look."""
PLAIN_LIES = 0.0005
"""Probability that something lies on a plainly bare cell: fewer than 1 of 4,000 did."""
NOT_BARE = 0.99
"""Probability that something lies on a cell of which the empty board explains nothing."""

STRANGE_FROM = -0.3
"""Strangeness of a spot from which a sure cell is examined again. A pawn may have a piece's own colour:
of 351 drawn cells with pawns the first look was sure of one, a blue one on a river, whose spot was at
-0.04."""
DOUBTED_BELOW = 0.5
"""First look's confidence in another name above which a second look is not sure."""
UNLIKELY, UNLIKELY_FROM = 0.5, 0.998
"""If no name was this likely at the first look, the second needs this higher
probability for a piece with nothing on it to be sure: a hand's edge, or a pawn of the piece's colour,
may be in the way."""
BARE_FROM = 0.9
"""First look's confidence in a bare cell that a second look needs to be sure of it."""


FOOT_SHARE, FOOT_FROM = 1, 0.3
"""Index of the feature with the unexplained share of the foot's place, and the share from which a pawn
may stand there."""
UNDER_BY = 6
"""Number of a second look's features that tell whether a name under a pawn is right: the first look says
little about a covered piece."""


LEAST_STRANGE, HARDLY = 1.2, 0.9
"""A pawn with mean strangeness below the first value gets at most the second as probability: of 2,862
pawns 14 are below, but a shadow's edge on plain sand may also be."""
HARDLY_AGAIN, FIRST_EDGES, PLAIN_EDGES = 0.3, 10, 0.7
"""A second look's name with less than this probability comes after the first look's, if the visible
edges (a feature of the second look) correlate this much with the latter's. The first is right if colours
look quite different: in 153 of 166 such cells on synthetic boards, the second in 5."""
MOST_AGAINST = 0.1
"""A name that its neighbours imply is sure only if no other is roughly this much more similar."""


ALL_LISTED_FROM = 0.9
"""Probability from which a cell's most likely name stands for all those listed."""
MAY_STAND = 0.1
"""Probability of a pawn from which a name below ``ALL_LISTED_FROM`` is replaced if it does not fit its
likely neighbours. A hand over a cell is also over its neighbours, so that these say nothing."""


@dataclass(frozen=True)
class Answer:
    """The possible contents of a cell, best first, whether the best is sure, the thing standing there
    with its probability, and whether a second look explains the visible part."""

    guesses: tuple[CellGuess, ...]
    sure: bool
    on: str | None = None
    stands: float = 0.0
    explained: bool = False


PLAINLY_BARE = Answer((CellGuess(EMPTY, 0, 1 - PLAIN_LIES),), True)
NO_OTHERS: Mapping[int, Answer] = MappingProxyType({})


class BoardAnswers:
    """The answers for one taught board. Safe to call from several threads."""

    def __init__(self, eye: BoardEye, taught: BoardSet) -> None:
        self._eye, self._grid = eye, taught.grid
        self._pawn = taught.pawns[0].label
        self._joined = JoinedNames(taught, eye.gallery.names)

    def answers(
        self,
        looked: Looked,
        to_read: NDArray[np.bool_],
        matrix: Matrix,
        size_wh: tuple[int, int],
        others: Mapping[int, Answer] = NO_OTHERS,
    ) -> dict[int, Answer]:
        """Return these cells' answers by number; ``matrix`` maps cells to pixels of a picture of this
        size. ``others``: the other cells' answers, if known."""
        first = self._first_looks(looked, to_read)
        which = self._to_look_again(looked, first)
        if self._joined.tells:
            which += self._contradicted(_without(first, which), others)
        again = self._look_again(looked, which, {**others, **_without(first, which)})
        found = first | self._second_looks(looked, first, again, which, matrix, size_wh)
        if self._joined.tells:
            # Newly known cells may leave fewer names for a piece under a neighbouring pawn. If no pawn
            # covers it, a single remaining name proves little: something else may be in the way.
            covered = [n for n in which if not found[n].sure and found[n].on is not None]
            fewer = self._with_fewer_names(covered, {**others, **found})
            again |= self._look_again(looked, fewer, {**others, **found})
            found |= self._second_looks(looked, first, again, fewer, matrix, size_wh)
            for number in self._contradicted(found, others):
                found[number] = replace(found[number], sure=False)
            likely = _without_unlikely({**others, **found})
            unsure = [number for number in which if _hardly_seen_under_a_pawn(found[number])]
            odd = self._not_going_with(unsure, likely)
            again |= self._look_again(looked, odd, likely)
            renamed = self._second_looks(looked, first, again, odd, matrix, size_wh)
            # The neighbour is only likely: a name found like this is reported, but not as sure.
            found |= {number: replace(answer, sure=False) for number, answer in renamed.items()}
        return found

    def _look_again(
        self, looked: Looked, which: list[int], known: Mapping[int, Answer]
    ) -> dict[int, Again]:
        """Return the second looks at these cells, with fewer possible names where neighbours are
        known."""
        allowed = None
        if self._joined.tells:
            beside = {number: names for number, names in _names(known).items() if number not in which}
            allowed = self._joined.allowed(self._joined.may_lie(beside))
        return dict(zip(which, self._eye.look_again(looked, which, allowed), strict=True))

    def _contradicted(self, found: Mapping[int, Answer], others: Mapping[int, Answer]) -> list[int]:
        """Return those sure cells that do not fit their sure neighbours, and those whose piece includes
        such a cell."""
        may_lie = self._joined.may_lie(_names(_sure({**others, **found})))
        impossible = np.zeros(len(may_lie), bool)
        while True:
            now = impossible | ~(may_lie & self._joined.allowed(may_lie)).any(axis=1)
            if (now == impossible).all():
                return [number for number, one in found.items() if one.sure and bool(now[number])]
            impossible = np.asarray(now)
            # As if nothing lay there: a continuation of a piece there would not fit.
            may_lie[impossible] = False
            may_lie[impossible, BARE] = True

    def _with_fewer_names(self, which: list[int], known: Mapping[int, Answer]) -> list[int]:
        """Return those cells with guesses that do not fit the neighbours."""
        allowed = self._joined.allowed(self._joined.may_lie(_names(known)))
        names = self._joined.may_lie({number: _every_name(known[number]) for number in which})
        fewer = np.asarray((names & ~allowed).any(axis=1))
        return [number for number in which if fewer[number]]

    def _not_going_with(self, which: list[int], known: Mapping[int, Answer]) -> list[int]:
        """Return those cells whose most likely name does not fit the neighbours, though others do."""
        allowed = self._joined.allowed(self._joined.may_lie(_names(known)))
        told = self._joined.may_lie({number: _every_name(known[number])[:1] for number in which})
        goes = np.asarray((told & allowed).any(axis=1) | ~allowed.any(axis=1))
        return [number for number in which if not goes[number]]

    def _second_looks(
        self,
        looked: Looked,
        first: Mapping[int, Answer],
        again: Mapping[int, Again],
        which: list[int],
        matrix: Matrix,
        size_wh: tuple[int, int],
    ) -> dict[int, Answer]:
        """Return the answers of those cells that were examined again."""
        stands = self._standing(looked, again, which, matrix, size_wh)
        standing = [stands.get(number, 0.0) > 0.5 for number in which]
        right = _rightness([again[number] for number in which], standing)
        return {
            number: self._answer(first[number], again[number], stands.get(number, 0.0), stood, chance)
            for number, stood, chance in zip(which, standing, right, strict=True)
        }

    def _first_looks(self, looked: Looked, to_read: NDArray[np.bool_]) -> dict[int, Answer]:
        """Return the possible contents of these cells by the first look, best first."""
        lies = np.where(looked.measured.known, fitted().occupied.chance(looked.occupied), 0.5)
        lies = np.where(looked.not_bare, np.maximum(lies, NOT_BARE), lies)
        numbers = np.nonzero(to_read & ~looked.plain)[0]
        names = self._named(looked, numbers)
        found = dict.fromkeys(np.nonzero(to_read & looked.plain)[0].tolist(), PLAINLY_BARE)
        for number, here, named in zip(numbers.tolist(), lies[numbers].tolist(), names, strict=True):
            pieces = [CellGuess(*name, round(here * chance, 6)) for name, chance in named]
            guesses = [CellGuess(EMPTY, 0, 1 - here), *pieces]
            # If something lies there, a piece comes first, although each piece may be less likely than
            # none at all.
            lies_there = here > 0.5 and bool(pieces)
            guesses.sort(key=lambda guess: (lies_there and guess.label == EMPTY, -guess.confidence))
            found[number] = Answer(tuple(guesses), _is_sure(guesses[0]))
        return dict(sorted(found.items()))

    def _named(
        self, looked: Looked, numbers: NDArray[np.intp]
    ) -> list[list[tuple[tuple[str, int], float]]]:
        """Return for each of these cells the most likely names with their probabilities, if something
        lies there."""
        if looked.likeness is None:
            return [[] for _ in numbers]
        right = fitted().named.chance(looked.named[numbers])
        right = np.where(is_clear(looked.named[numbers]), right, np.minimum(right, UNCLEAR))
        total, best = looked.likeness.total[numbers], looked.best[numbers]
        each = np.arange(len(numbers))
        chances = np.exp(GUESS_STEEPNESS * (total - total[each, best][:, None]))
        chances[each, best] = 0
        left = np.minimum(right, (1 - right) / np.maximum(chances.sum(1), 1e-6))
        chances *= left[:, None]
        chances[each, best] = right
        order = np.argsort(-chances, axis=1)
        chances = np.take_along_axis(chances, order, 1)
        listed = np.maximum((chances.cumsum(1) < LISTED).sum(1) + 1, LEAST_LISTED)
        if not self._eye.gallery.turned.any():
            # Unsure cells are examined again, and listed then.
            listed = np.minimum(listed, LEAST_LISTED)
        names = self._eye.gallery.names
        return [
            [(names[one], chance) for one, chance in zip(own[:many], likely[:many], strict=True)]
            for own, likely, many in zip(order.tolist(), chances.tolist(), listed.tolist(), strict=True)
        ]

    def _to_look_again(self, looked: Looked, first: Mapping[int, Answer]) -> list[int]:
        """Return the cells that are not sure, or have something in the way."""
        turned = self._eye.gallery.turned
        return [
            number
            for number, answer in first.items()
            if (looked.spot[number] > STRANGE_FROM if answer.sure else looked.odd[number])
            or not (answer.sure or (len(turned) and bool(turned[looked.best[number]])))
        ]

    def _standing(
        self,
        looked: Looked,
        again: Mapping[int, Again],
        which: list[int],
        matrix: Matrix,
        size_wh: tuple[int, int],
    ) -> dict[int, float]:
        """Return the probability of a pawn for those cells with something in the way, or in the
        middle."""
        odd = [number for number in which if looked.odd[number] or may_stand(again[number])]
        if not odd:
            return {}
        features = standing_features(self._grid, looked, again, odd, matrix, size_wh)
        chances = fitted().standing.chance(features)
        hardly = features[:, -FIGURE_FEATURES] < LEAST_STRANGE
        return dict(zip(odd, np.minimum(chances, np.where(hardly, HARDLY, 1)).tolist(), strict=True))

    def _answer(
        self, first: Answer, again: Again, chance: float, standing: bool, right: float
    ) -> Answer:
        """Return the answer from both looks.

        If they differ, the second counts: of 98 drawn cells it was right in 95. A name that neither
        finds likely is not sure.
        """
        enough_sure = right >= (fitted().under_from if standing else fitted().again_from)
        name, best = self._eye.named(again.name), first.guesses[0]
        same = (best.label, best.turns) == name
        if not standing and same and first.sure:
            right, enough_sure = max(right, best.confidence), True
        sure = enough_sure and (standing or same or best.confidence < DOUBTED_BELOW)
        if not standing and best.confidence < UNLIKELY:
            sure = sure and right >= UNLIKELY_FROM
        if name[0] == EMPTY and not standing:
            # A hand of the board's colour covers a piece, and the little that is visible looks bare.
            sure = sure and same and best.confidence >= BARE_FROM
        on = self._pawn if standing else None
        # By its rim, or by light and edges together, another name fits better.
        sure = sure and bool(again.features[LEAD] >= 0)
        sure = sure and again.against < MOST_AGAINST
        sure = sure and (chance if standing else 1 - chance) >= fitted().standing_from
        guesses = (CellGuess(*name, right), *self._others(again, right))
        plain = best.label != EMPTY and again.features[FIRST_EDGES] >= PLAIN_EDGES
        if right < HARDLY_AGAIN and plain and not (same or standing):
            guesses = _led_by(best, guesses)
        return Answer(guesses, sure, on, chance, again.explains)

    def _others(self, again: Again, right: float) -> tuple[CellGuess, ...]:
        """Return the possible contents of a cell besides the second look's name, best first."""
        numbers = [BARE, *range(len(again.alike))]
        alike = np.array([again.like_bare, *again.alike])
        alike[numbers.index(again.name)] = -np.inf
        chances = np.exp(SECOND_STEEPNESS * (alike - alike.max())) if len(alike) > 1 else np.zeros(1)
        chances *= (1 - right) / max(float(chances.sum()), 1e-6)
        order = np.argsort(-chances)[: len(alike) - 1]
        listed = int(np.searchsorted(right + chances[order].cumsum(), LISTED)) + 1
        return tuple(
            CellGuess(*self._eye.named(numbers[one]), round(float(chances[one]), 6))
            for one in order[: max(listed, LEAST_LISTED - 1)].tolist()
        )


def _led_by(best: CellGuess, guesses: tuple[CellGuess, ...]) -> tuple[CellGuess, ...]:
    """Return guesses with the one of this name first."""
    is_it = [(guess.label, guess.turns) == (best.label, best.turns) for guess in guesses]
    own = next((guess for guess, it in zip(guesses, is_it, strict=True) if it), best)
    return (own, *(guess for guess, it in zip(guesses, is_it, strict=True) if not it))


def _without(answers: Mapping[int, Answer], which: list[int]) -> dict[int, Answer]:
    return {number: answer for number, answer in answers.items() if number not in set(which)}


def _sure(answers: Mapping[int, Answer]) -> dict[int, Answer]:
    return {number: answer for number, answer in answers.items() if answer.sure}


def _names(answers: Mapping[int, Answer]) -> dict[int, list[Name]]:
    """Return everything that may lie on cells with a known list."""
    return {
        number: _every_name(answer)[: 1 if answer.sure else None]
        for number, answer in answers.items()
        if answer.sure or answer.guesses[0].confidence >= ALL_LISTED_FROM
    }


def _hardly_seen_under_a_pawn(answer: Answer) -> bool:
    """Tell whether a pawn may hide the piece. A plainly visible piece is reported as it is, even if it
    may not lie there."""
    hardly = answer.guesses[0].confidence < ALL_LISTED_FROM
    return hardly and answer.stands >= MAY_STAND and not answer.sure


def _without_unlikely(answers: Mapping[int, Answer]) -> dict[int, Answer]:
    """Return answers with only as many guesses as are needed to include the right one."""
    return {
        number: replace(answer, guesses=_needed(answer.guesses)) for number, answer in answers.items()
    }


def _needed(guesses: tuple[CellGuess, ...]) -> tuple[CellGuess, ...]:
    chances = np.cumsum([guess.confidence for guess in guesses])
    return guesses[: int(np.searchsorted(chances, LISTED)) + 1]


def _every_name(answer: Answer) -> list[Name]:
    return [(guess.label, guess.turns) for guess in answer.guesses]


def may_stand(again: Again) -> bool:
    """Tell whether something compact and unexplained covers part of a foot's place.

    Pawns of nearly the piece's colour are recognised at a second look only.
    """
    return float(again.standing[FOOT_SHARE]) > FOOT_FROM


def _rightness(again: Sequence[Again], standing: Sequence[bool]) -> list[float]:
    """Return the chances that second looks' names are right."""
    if not again:
        return []
    features = np.array([one.features for one in again])
    under, alone = fitted().under.chance(features[:, :UNDER_BY]), fitted().again.chance(features)
    found: list[float] = np.where(standing, under, alone).tolist()
    return found


def standing_features(
    grid: BoardGrid,
    looked: Looked,
    again: Mapping[int, Again],
    numbers: list[int],
    matrix: Matrix,
    size_wh: tuple[int, int],
) -> NDArray[np.float64]:
    """Return features (n, k) of a pawn standing on these cells, which were examined again."""
    camera = camera_over(matrix, size_wh)
    left = left_of(grid, looked, again)
    return np.array(
        [
            np.append(
                again[number].standing,
                figure(left, looked.small, grid.cells[number], camera.lean(grid.cells[number])),
            )
            for number in numbers
        ]
    )


def left_of(grid: BoardGrid, looked: Looked, again: Mapping[int, Again]) -> Unexplained:
    """Return the board's unexplained parts, using the second looks if there were any."""
    strange = looked.strange.copy()
    coloured, prints = np.zeros_like(strange), np.zeros((*strange.shape, SUMS), np.float32)
    for number, one in again.items():
        x, y = (round((along + MARGIN_CELLS) * SCALE) for along in grid.cells[number])
        cell = slice(y, y + SCALE), slice(x, x + SCALE)
        strange[cell], coloured[cell] = one.strange, one.coloured
        prints[cell] = one.prints
    return Unexplained(strange, coloured, sizes_of(strange), prints)


def enough(guesses: tuple[CellGuess, ...]) -> tuple[CellGuess, ...]:
    """Return as many of the guesses as are needed."""
    return guesses[: max(len(_needed(guesses)), LEAST_LISTED)]


def _is_sure(guess: CellGuess) -> bool:
    return guess.confidence >= (fitted().empty_from if guess.label == EMPTY else fitted().named_from)
