"""The content of each cell of a board: the bare place, a taught piece in one of its turns, or an unknown
piece.

Cells that look plainly bare in the whole board are finished. The others are compared with every sample
in every turn, with one shift each; the most likely names, and the bare place, are then compared place by
place, each beside its strongest rival. The probabilities of all possible contents add up to 1.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from math import log
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import MARGIN_CELLS, PX_PER_CELL, cell_shares
from vision.boards.sets import SAMPLE_PX, BoardSet
from vision.frame import ImageBgr
from vision.matching.answers import BestContent, BoardAnswer, CellAnswer, CellsCompared, Context, Name
from vision.matching.honest import CONTEXT, context_of, less_like, made_honest
from vision.matching.learnt import Learnt, cover, shipped
from vision.matching.light import as_seen, in_taught_light
from vision.matching.looks import (
    ABOUT,
    AS_BARE,
    AS_PIECE,
    AS_SAMPLE,
    AT_ONCE,
    CLEARNESS,
    SHIFTS,
    CropLooks,
    Floats,
    Values,
    about,
    clearness,
    in_part,
    likeness,
    likeness_of_pairs,
    looks_of,
    pairs_of,
    shifted,
)
from vision.matching.sizes import COARSE, CROP_PX, RIVALS, STRIDE_PX, VECTOR
from vision.stage_timer import StageTimer

LEAST, MOST = -30.0, 12.0
"""Logarithm of a negligible probability; greatest weight of the whole board's evidence for a bare
cell."""
KNOWN = 0.98
"""Visible share from which a cell counts as seen bare."""
EDGE = round(MARGIN_CELLS * PX_PER_CELL)


class BoardMatcher:
    """Matches the content of one taught board. Safe to call from several threads."""

    def __init__(self, taught: BoardSet, learnt: Learnt | None = None) -> None:
        self.taught, self._by = taught, learnt or shipped()
        self._grid = taught.grid
        self.known = cell_shares(taught.grid, taught.known) > KNOWN
        self._coarse = (
            smaller(as_seen(taught.board_bgr)),
            (smaller(taught.known.astype(np.float32)) > KNOWN * 255).astype(np.float32),
        )

    @cached_property
    def _samples(self) -> tuple[CropLooks, NDArray[np.intp], tuple[Name, ...], Floats]:
        """The samples in every turn, each one's name, the names, and how the samples look, coarse."""
        pictures, groups, names = list[ImageBgr](), list[int](), list[Name]()
        for label in self.taught.labels:
            own = [one.crop_bgr for one in self.taught.samples if one.label == label.name]
            for turns in range(label.rotations):
                pictures += [np.rot90(picture, -turns) for picture in own]
                groups += [len(names)] * len(own)
                names.append(Name(label.name, turns))
        whole = as_seen(np.array(pictures, np.uint8).reshape(-1, SAMPLE_PX, SAMPLE_PX, 3))
        small = whole.reshape(-1, SAMPLE_PX // COARSE, COARSE, SAMPLE_PX // COARSE, COARSE, 3).mean(
            (2, 4)
        )
        looks = looks_of(self._by.looks, _inner(whole), AS_SAMPLE)
        return looks, np.array(groups, np.intp), tuple(names), small

    @cached_property
    def _bare(self) -> CropLooks:
        """Each cell's bare look, weighted in the role of the bare place."""
        seen = self._crops(as_seen(self.taught.board_bgr), np.arange(len(self.known)))
        bare = looks_of(self._by.looks, seen, AS_BARE)
        bare.maps[:, AS_SAMPLE] = bare.maps[:, AS_BARE]
        return bare

    @cached_property
    def _before(self) -> Floats:
        """The logarithm of the prior probability of each name's turn, from the taught samples: a rule of
        succession."""
        names = self._samples[2]
        if not self.taught.upright:
            return np.zeros(len(names), np.float32)
        turned = 1 / (len(self.taught.samples) + 2)
        rotations = {label.name: label.rotations for label in self.taught.labels}
        others = [
            log(turned / max(1, rotations[name.label] - 1)) if name.turns else 0.0 for name in names
        ]
        return np.array(others, np.float32)

    def told(
        self,
        board_bgr: ImageBgr,
        timer: StageTimer,
        before: tuple[NDArray[np.bool_], BoardAnswer] | None = None,
    ) -> BoardAnswer:
        """Return the possible contents of each cell of a straightened board. ``before``: which cells
        have changed since, and the earlier result, which stays for the others."""
        with timer.stage("light"):
            board = in_taught_light(board_bgr, self.taught.board_bgr, self.taught.known)
        with timer.stage("bare"):
            whole = self._sight(board)
        chances = self._at_a_glance(whole)
        changed = np.ones(len(whole), bool) if before is None else before[0]
        cells = np.nonzero(self._not_plain(chances) & changed)[0]
        with timer.stage("match"):
            then = None if before is None else before[1].context
            matched = self._matched(board, cells, whole[cells], then)
        if len(cells):
            chances[cells, 2] = cover().chance(_cover_features(whole[cells], matched))
        found = {
            cell: self._answer(row, chances[cell, 2])
            for cell, row in zip(cells.tolist(), matched.chances, strict=True)
        }
        answers = [
            found[cell]
            if cell in found
            else before[1].answers[cell]
            if before is not None and not changed[cell]
            else self._answer(chances[cell, [0, 1]], chances[cell, 2])
            for cell in range(len(whole))
        ]
        explained = matched.explained
        if before is not None:
            explained = before[1].explained.renewed(np.nonzero(changed)[0].tolist(), explained)
        return BoardAnswer(answers, matched.context, board, explained)

    def cover_features(self, board_bgr: ImageBgr) -> tuple[NDArray[np.intp], Values]:
        """Return which cells of a straightened board do not look plainly bare, and the features (n, 3)
        by which it is told whether they are covered."""
        board = in_taught_light(board_bgr, self.taught.board_bgr, self.taught.known)
        whole = self._sight(board)
        cells = np.nonzero(self._not_plain(self._at_a_glance(whole)))[0]
        return cells, _cover_features(whole[cells], self._matched(board, cells, whole[cells], None))

    def _at_a_glance(self, whole: Values) -> Values:
        """Return the probabilities of the same three; a place that was never seen bare is not."""
        chances = _softmax(whole)
        chances[~self.known, 0] = 0
        return chances

    def _not_plain(self, chances: Values) -> NDArray[np.bool_]:
        """Return which cells do not look plainly bare: these are compared."""
        return np.asarray(chances[:, 0] < self._by.numbers.settled)

    def _sight(self, board: Floats) -> Values:
        """Return how each cell looks in the whole board: logits (cells, 3) of bare, something,
        covered."""
        return np.asarray(self._by.sight(self._whole(board))[0], np.float64).reshape(3, -1).T

    def _answer(self, chances: Values, covered: float) -> CellAnswer:
        """Return the possible contents, composed of the probabilities of the bare place, of names if
        there are any, and of an unknown piece."""
        order = np.argsort(-chances[1:-1])[:RIVALS].tolist()
        likely = tuple((self._samples[2][n], float(chances[1 + n])) for n in order)
        return CellAnswer(float(chances[0]), likely, float(chances[-1]), float(covered))

    @property
    def bare_coarse(self) -> Floats:
        """The bare board, ``as_seen``, coarse."""
        return self._coarse[0]

    @property
    def samples_coarse(self) -> Floats:
        """The samples in every turn, ``as_seen``, coarse: (samples, px, px, 3)."""
        return self._samples[3]

    def _whole(self, board: Floats) -> Floats:
        """Return the board, the bare one and where it is known, coarse (1, 7, rows, columns)."""
        parts = [smaller(board), self._coarse[0], self._coarse[1][..., None]]
        return np.ascontiguousarray(np.concatenate(parts, 2).transpose(2, 0, 1)[None])

    def _matched(
        self,
        seen: Floats,
        cells: NDArray[np.intp],
        whole: Values,
        context: Context | None,
    ) -> CellsCompared:
        """Compare some cells, given the whole board's evidence; ``context``: how clear the board was
        before, if it stays so."""
        if not len(cells):
            context = context or Context(*(np.zeros(n, np.float32) for n in (CLEARNESS, CONTEXT)))
            return CellsCompared(np.zeros((0, 1)), context, BestContent({}, {}), np.zeros((0, 2)))
        sighted = np.clip(whole[:, 0] - np.logaddexp(whole[:, 1], whole[:, 2]), -MOST, MOST)
        here = looks_of(self._by.looks, self._crops(seen, cells), AS_PIECE)
        return self._likely(here, cells, sighted, context)

    def seen_in_part(self, told: BoardAnswer, visible: Mapping[int, NDArray[np.bool_]]) -> BoardAnswer:
        """Return the same, with these cells compared by those places of their crops (PLACES, PLACES)
        that are visible."""
        if not visible:
            return told
        cells = np.array(list(visible), np.intp)
        here = looks_of(self._by.looks, self._crops(told.seen, cells), AS_PIECE)
        here = in_part(here, AS_PIECE, np.array(list(visible.values())))
        # What covers them says nothing about the rest.
        matched = self._likely(here, cells, np.zeros(len(cells)), told.context)
        answers = list(told.answers)
        for cell, row in zip(cells.tolist(), matched.chances, strict=True):
            answers[cell] = self._answer(row, answers[cell].covered)
        return replace(
            told, answers=answers, explained=told.explained.renewed(cells.tolist(), matched.explained)
        )

    def bareness(self, board_bgr: ImageBgr) -> Values:
        """Return for each cell of a straightened board the probability that it is bare, from the whole
        board; 1 if it was never seen bare."""
        board = in_taught_light(board_bgr, self.taught.board_bgr, self.taught.known)
        return np.where(self.known, _softmax(self._sight(board))[:, 0], 1.0)

    def of_samples(self) -> list[dict[str, float]]:
        """Return for each sample the probability of each label, as if the sample lay where the bare
        place is unknown."""
        crops = [_inner(one.crop_bgr) for one in self.taught.samples]
        if not crops:
            return []
        here = looks_of(self._by.looks, as_seen(np.array(crops, np.uint8)), AS_PIECE)
        chances = self._likely(here, None, np.zeros(len(crops)), None).chances[:, 1:-1]
        labels = [name.label for name in self._samples[2]]
        return [
            {
                label: sum(c for c, one in zip(row, labels, strict=True) if one == label)
                for label in labels
            }
            for row in chances.tolist()
        ]

    def _likely(
        self,
        here: CropLooks,
        cells: NDArray[np.intp] | None,
        sighted: Values,
        context: Context | None,
    ) -> CellsCompared:
        """Compare crops of these cells (None: anywhere) with their bare places, if known, and all
        samples; ``context``: how clear the whole board is, if that is known."""
        (samples, groups, names, _), by = self._samples, self._by.numbers
        known = np.zeros(len(here), bool) if cells is None else self.known[cells]
        bare = here if cells is None else self._bare.of(cells)
        like = likeness(here, samples, by.far)
        like_bare, shift_bare = likeness_of_pairs(here, bare, by.far)
        best = _best_of_groups(like[0], groups, len(names))
        picked = np.argsort(-best, axis=1)[:, :RIVALS]
        own, others = _most_similar(samples, groups, like, picked)
        compared = np.concatenate([shifted(bare.maps, shift_bare)[:, None], others], 1)
        compared[:, :, AS_SAMPLE] *= here.maps[:, None, AS_PIECE] > 0  # elsewhere nothing is seen
        of_bare = np.where(known, like_bare, np.float32(-1))
        likes = np.concatenate([of_bare[:, None], np.take_along_axis(like[0], own, 1)], 1)
        clear = clearness(best, of_bare) if context is None else context.likenesses
        logits = self._compare(here.maps, compared, likes, clear)
        out = np.full((len(here), len(names) + 2), LEAST)
        rows = np.arange(len(here))[:, None]
        out[rows, picked + 1] = by.share * by.scale * best[rows, picked] + logits[:, 1:]
        bare_first = by.share * (by.scale * like_bare + by.bare)
        out[:, 0] = np.where(known, bare_first + logits[:, 0] + by.sighted * sighted, LEAST)
        out[:, -1] = 0
        if not names:  # nothing to compare the bare place with
            out[:, 0] = np.where(known, sighted, LEAST)
        context = context or Context(clear, context_of(out, best))
        less = less_like(best, context.logits)
        honest = made_honest(out, less, context.logits, self._by.honesty)
        honest[:, 1:-1] += self._before
        chances = _softmax(honest)
        explained = _explain(chances, picked, own, like[1], here, compared, cells)
        most = np.maximum(best.max(1, initial=-1.0), of_bare)
        return CellsCompared(chances, context, explained, np.stack([most, less], 1))

    def _crops(self, seen: Floats, cells: NDArray[np.intp]) -> Floats:
        half, found = CROP_PX // 2, []
        for cell in cells.tolist():
            row, column = divmod(cell, self._grid.columns)
            x, y = (
                EDGE + column * PX_PER_CELL + PX_PER_CELL // 2,
                EDGE + row * PX_PER_CELL + PX_PER_CELL // 2,
            )
            found.append(seen[y - half : y + half, x - half : x + half])
        return np.stack(found)

    def _compare(self, here: Floats, compared: Floats, likes: Floats, clear: Floats) -> Floats:
        """Return logits (n, k) that the content is the same as each alternative, seen beside the best of
        the others; ``clear``: how clear the board's pieces are."""
        many, count = likes.shape
        order = np.argsort(-likes, axis=1)[:, :2]
        number = np.arange(count)
        rival = np.where(number == order[:, :1], order[:, -1:], order[:, :1])
        flat = compared.reshape(many * count, *compared.shape[2:])
        rivals = (np.arange(many)[:, None] * count + rival).reshape(-1)
        known = about(likes, np.take_along_axis(likes, rival, 1), clear).reshape(-1, ABOUT)
        found = np.empty(many * count, np.float32)
        for start in range(0, many * count, AT_ONCE):
            part = slice(start, start + AT_ONCE)
            contents = here[np.arange(many * count)[part] // count]
            pairs = pairs_of(contents, flat[part], flat[rivals[part]])
            found[part] = self._by.alike(pairs, known[part])[:, 0]
        return found.reshape(many, count)


def _inner(crops: NDArray[Any]) -> NDArray[Any]:
    """Return the parts of samples (…, SAMPLE_PX, SAMPLE_PX, 3) that are compared."""
    half = (SAMPLE_PX - CROP_PX) // 2
    return crops[..., half:-half, half:-half, :]


def _best_of_groups(like: Floats, groups: NDArray[np.intp], many: int) -> Floats:
    """Return the likeness of each group's most similar sample; groups are in order."""
    if not many:
        return np.zeros((len(like), 0), np.float32)
    return np.maximum.reduceat(like, np.searchsorted(groups, np.arange(many)), axis=1)


def _most_similar(
    samples: CropLooks,
    groups: NDArray[np.intp],
    likeness: tuple[Floats, NDArray[np.intp]],
    picked: NDArray[np.intp],
) -> tuple[NDArray[np.intp], Floats]:
    """Return for each picked group (n, k) its most similar sample, and that one's map, shifted."""
    like, shift = likeness
    own = np.zeros(picked.shape, np.intp)
    if len(samples):
        own = np.where(groups == picked[..., None], like[:, None], -9.0).argmax(2)
    maps = shifted(samples.maps[own.reshape(-1)], np.take_along_axis(shift, own, 1).reshape(-1))
    return own, maps.reshape(*own.shape, *maps.shape[1:])


def _explain(
    chances: Values,
    picked: NDArray[np.intp],
    own: NDArray[np.intp],
    shifts: NDArray[np.intp],
    here: CropLooks,
    compared: Floats,
    cells: NDArray[np.intp] | None,
) -> BestContent:
    """Return the most likely of the alternatives: the bare place, or a picked name (n, k) with its
    sample, if shifts (n, samples) were found for it."""
    if cells is None:
        return BestContent({}, {})
    rows = np.arange(len(here))
    most = np.concatenate([chances[:, :1], chances[rows[:, None], picked + 1]], 1).argmax(1)
    best = compared[rows, most]
    same = (here.maps[:, :VECTOR] * best[:, :VECTOR]).sum(1) * best[:, -1] + 1 - best[:, -1]
    samples = dict[int, tuple[int, tuple[int, int]]]()
    for row, (cell, alternative) in enumerate(zip(cells.tolist(), most.tolist(), strict=True)):
        if alternative:
            sample = int(own[row, alternative - 1])
            down, right = (SHIFTS[shifts[row, sample]] * STRIDE_PX).tolist()
            samples[cell] = sample, (down, right)
    return BestContent(samples, dict(zip(cells.tolist(), same, strict=True)))


def _cover_features(whole: Values, matched: CellsCompared) -> Values:
    """Return the features (n, 3) of cells being covered: that they look so in the whole board
    (log-odds), and what comparing them tells."""
    sight = whole[:, 2] - np.logaddexp(whole[:, 0], whole[:, 1])
    return np.concatenate([sight[:, None], matched.cover], 1)


def smaller(picture: Floats) -> Floats:
    """Return a board's picture coarse."""
    size = picture.shape[1] // COARSE, picture.shape[0] // COARSE
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _softmax(logits: Values) -> Values:
    raised = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(raised / raised.sum(1, keepdims=True))
