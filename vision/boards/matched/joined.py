"""Names of cells from their neighbours, for pieces that span several cells.

A part of a piece is never alone: its beginning has its continuation beside it, in its direction. So each
cell's probabilities influence its neighbours', unless these know better (sum-product messages between
cells; pieces span few cells, so few rounds suffice).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.boards.sets import SIDES, BoardSet
from vision.matching.answers import CellAnswer, Name
from vision.matching.sizes import RIVALS
from vision.piece import LEAST_CHANCE

APART, LAID_OVER = 1e-4, 0.03
"""Probability that parts of one piece are seen apart (it was pushed, or a neighbour is misread), and
that something unknown lies over one."""
ROUNDS = 3
HIDDEN = 0.5
"""Probability of being covered above which what lies there is not known."""
Chances = NDArray[np.float64]
Ends = tuple[frozenset[int], ...]
"""The names that may lie on each side of a name; none: the piece ends there."""


class Joined:
    """Which names go together on one taught board. Safe to call from several threads."""

    def __init__(self, taught: BoardSet) -> None:
        self._shape = taught.grid.rows, taught.grid.columns
        self._names = [Name(one.name, turns) for one in taught.labels for turns in range(one.rotations)]
        self._numbers = {name: number for number, name in enumerate(self._names)}
        both = fits(taught, [(name.label, name.turns) for name in self._names]) if taught.joins else ()
        self._fits = [_with_others(np.asarray(side, np.float64)) for side in both]

    def answers(self, answers: Sequence[CellAnswer]) -> list[CellAnswer]:
        """Return the possible contents of the cells, inferred jointly."""
        if not self._fits:
            return list(answers)
        rows, columns = self._shape
        own = np.array([self._chances(answer) for answer in answers]).reshape(rows, columns, -1)
        covered = np.array([answer.covered for answer in answers]).reshape(rows, columns, 1)
        own = np.concatenate([own, np.zeros_like(covered)], 2)
        seen_through = own * (1 - covered)
        seen_through[..., -1:] = covered
        beside = np.zeros((rows + 2, columns + 2, own.shape[2]))
        beside[..., -3] = 1  # nothing lies beyond the board
        told = np.ones((len(SIDES), *own.shape))
        for _ in range(ROUNDS):
            together = seen_through * told.prod(0)
            new = np.empty_like(told)
            for side, (x, y) in enumerate(SIDES):
                # The neighbour's belief, without the message that it got from here.
                beside[1:-1, 1:-1] = together / told[(side + 2) % len(SIDES)]
                seen = beside[1 + y : 1 + y + rows, 1 + x : 1 + x + columns]
                new[side] = seen / seen.sum(2, keepdims=True) @ self._fits[side].T
            told = new
        together = (own * told.prod(0)).reshape(len(answers), -1)[:, :-1]
        together /= together.sum(1, keepdims=True)
        return [self._answer(answer, row) for answer, row in zip(answers, together, strict=True)]

    def doubted(self, answers: Sequence[CellAnswer]) -> NDArray[np.bool_]:
        """Return the cells that do not fit a neighbour, and all other parts of their pieces: a piece is
        only as sure as the least sure of its parts."""
        rows, columns = self._shape
        doubted = np.zeros((rows + 2, columns + 2), bool)
        inner = doubted[1:-1, 1:-1]
        if not self._fits:
            return inner.flatten()
        best = np.full(doubted.shape, len(self._names))  # nothing lies beyond the board
        best[1:-1, 1:-1] = np.reshape([self._best(answer) for answer in answers], (rows, columns))
        here = best[1:-1, 1:-1]
        views = [np.s_[1 + y : 1 + y + rows, 1 + x : 1 + x + columns] for x, y in SIDES]
        goes = [fit[here, best[at]] == 1 for fit, at in zip(self._fits, views, strict=True)]
        alone = [fit[here, len(self._names)] == 1 for fit in self._fits]
        inner |= ~np.all(goes, 0)
        for _ in range(ROUNDS):
            for fitting, ends, at in zip(goes, alone, views, strict=True):
                inner |= fitting & ~ends & doubted[at]
        return inner.flatten()

    def _best(self, answer: CellAnswer) -> int:
        """Return the number of the most likely name, or of the bare place, an unknown piece, or a hidden
        one."""
        if answer.covered > HIDDEN:
            return len(self._names) + 2
        name, chance = answer.names[0] if answer.names else (None, 0.0)
        if name is not None and chance >= max(answer.bare, answer.stranger):
            return self._numbers[name]
        return len(self._names) + (answer.stranger > answer.bare)

    def _chances(self, answer: CellAnswer) -> Chances:
        found = np.full(len(self._names) + 2, LEAST_CHANCE)
        for name, chance in answer.names:
            found[self._numbers[name]] += chance
        found[-2] += answer.bare
        found[-1] += answer.stranger
        return np.asarray(found / found.sum())

    def _answer(self, answer: CellAnswer, chances: Chances) -> CellAnswer:
        order = np.argsort(-chances[:-2])[:RIVALS].tolist()
        likely = tuple((self._names[n], float(chances[n])) for n in order)
        return replace(answer, bare=float(chances[-2]), names=likely, stranger=float(chances[-1]))


def _with_others(fits: Chances) -> Chances:
    """Return how well a cell's content fits that of its neighbour on one side, with two extra rows after
    the names and the bare place: an unknown piece, and a hidden one."""
    ends = np.where(fits[:, -1] > 0, 1, LAID_OVER)
    begins = np.where(fits[-1] > 0, 1, LAID_OVER)
    found = np.ones((len(fits) + 2, len(fits) + 2))
    found[:-2, :-2] = np.maximum(fits, APART)
    found[:-2, -2], found[-2, :-2] = ends, begins
    return found


def fits(taught: BoardSet, names: Sequence[tuple[str, int]]) -> NDArray[np.float32]:
    """Return whether a name may have another on its side, 1 or 0: (4, names + 1, names + 1)."""
    ways = [*_ways(taught, names), [(frozenset[int](),) * len(SIDES)]]
    many = len(ways)
    found = np.zeros((len(SIDES), many, many), np.float32)
    for side in range(len(SIDES)):
        for one, other in np.ndindex(many, many):
            found[side, one, other] = any(
                (other in own[side] and one in its[(side + 2) % 4])
                or not (own[side] or its[(side + 2) % 4])
                for own in ways[one]
                for its in ways[other]
            )
    return found


def _ways(taught: BoardSet, names: Sequence[tuple[str, int]]) -> list[list[Ends]]:
    """Return for each name its possible neighbours on its sides: in one way, or more if it looks the
    same turned."""
    rotations = {label.name: label.rotations for label in taught.labels}
    numbers = {name: number for number, name in enumerate(names)}
    beside: dict[tuple[str, int], set[str]] = {}
    for join in taught.joins:
        beside.setdefault((join.first, join.side), set()).add(join.then)
        beside.setdefault((join.then, (join.side + 2) % 4), set()).add(join.first)
    return [
        [
            tuple(
                frozenset(
                    numbers[other, actual % rotations[other]]
                    for other in beside.get((label, (side - actual) % 4), ())
                )
                for side in range(len(SIDES))
            )
            for actual in range(turns, 4, rotations[label])
        ]
        for label, turns in names
    ]
