"""The content of each cell of a board: the bare place, a taught piece in one of its turns, or an unknown
piece.

Cells that look plainly bare in the whole board are finished. The others are compared with every sample
in every turn, with one shift each; the most likely names, and the bare place, are then compared place by
place, each beside its strongest rival. The probabilities of all possible contents add up to 1.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import log
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.cells import cell_shares
from vision.boards.grid import MARGIN_CELLS, PX_PER_CELL
from vision.boards.sets import SAMPLE_PX, BoardSet
from vision.frame import ImageBgr
from vision.matching.honest import CONTEXT, context_of, made_honest, signs_of
from vision.matching.light import as_seen, in_taught_light
from vision.matching.looks import (
    AS_BARE,
    AS_PIECE,
    AS_SAMPLE,
    Floats,
    Looks,
    in_parts,
    likeness,
    likeness_of_pairs,
    looks_of,
    pairs_of,
    shifted,
)
from vision.matching.sizes import COARSE, CROP_PX, FIGURE_PX, RIVALS
from vision.network import Network
from vision.stage_timer import StageTimer

LEAST, MOST = -30.0, 12.0
"""Logarithm of a negligible probability; greatest weight of the whole board's evidence for a bare
cell."""
STANDS = 0.5
"""Probability from which a pawn stands there."""
KNOWN = 0.98
"""Visible share from which a cell counts as seen bare."""
EDGE = round(MARGIN_CELLS * PX_PER_CELL)


@dataclass(frozen=True)
class Name:
    """A taught label in a turn (quarters clockwise)."""

    label: str
    turns: int


@dataclass(frozen=True)
class Numbers:
    """The learnt numbers besides the networks (``vision.workshop.training.matching.networks``). Cells
    that look bare with a probability of ``settled`` in the whole board are not examined again;
    ``upright``: the steepness of figures' logits."""

    scale: float
    far: float
    bare: float
    stranger: float
    share: float
    sighted: float
    settled: float
    upright: float


@dataclass(frozen=True, eq=False)
class Answer:
    """The possible contents of a cell: the probabilities of the bare place, of names, most likely first,
    and of an unknown piece, adding up to 1; besides these, of being covered, and of a taught pawn
    standing there; ``on``: which pawn it would be, most likely first."""

    bare: float
    names: tuple[tuple[Name, float], ...]
    stranger: float
    covered: float
    pawn: float
    on: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, eq=False)
class Told:
    """The possible contents of each cell, row after row, and how clear the whole board is."""

    answers: list[Answer]
    context: Floats


NETWORKS = "sight", "looks", "alike", "stands", "honest"


class Learnt:
    """The trained networks and numbers, from a folder."""

    def __init__(self, folder: Path) -> None:
        self.sight, self.looks, self.alike, self.stands, self.honest = (
            Network(folder / f"{name}.onnx") for name in NETWORKS
        )
        self.numbers = Numbers(**json.loads((folder / "numbers.json").read_text(encoding="utf-8")))


@cache
def shipped() -> Learnt:
    """Return the shipped networks and numbers."""
    return Learnt(Path(__file__).parent)


class Matcher:
    """Matches the content of one taught board. Safe to call from several threads."""

    def __init__(self, taught: BoardSet, learnt: Learnt | None = None) -> None:
        self.taught, self._by = taught, learnt or shipped()
        self._grid = taught.grid
        self.known = cell_shares(taught.grid, taught.known) > KNOWN
        self._coarse = (
            _smaller(as_seen(taught.board_bgr)),
            (_smaller(taught.known.astype(np.float32)) > KNOWN * 255).astype(np.float32),
        )

    @cached_property
    def _samples(self) -> tuple[Looks, NDArray[np.intp], tuple[Name, ...]]:
        """The samples in every turn, each one's name, and the names."""
        pictures, groups, names = list[ImageBgr](), list[int](), list[Name]()
        half = (SAMPLE_PX - CROP_PX) // 2
        for label in self.taught.labels:
            own = [
                one.crop_bgr[half:-half, half:-half]
                for one in self.taught.samples
                if one.label == label.name
            ]
            for turns in range(label.rotations):
                pictures += [np.rot90(picture, -turns) for picture in own]
                groups += [len(names)] * len(own)
                names.append(Name(label.name, turns))
        seen = as_seen(np.array(pictures, np.uint8).reshape(-1, CROP_PX, CROP_PX, 3))
        return looks_of(self._by.looks, seen, AS_SAMPLE), np.array(groups, np.intp), tuple(names)

    @cached_property
    def _figures(self) -> tuple[Floats, NDArray[np.intp], tuple[str, ...]]:
        """The samples of pawns, coarse (n, 3, FIGURE_PX, FIGURE_PX), each one's label, and the
        labels."""
        pawns = self.taught.pawns
        labels = tuple(dict.fromkeys(one.label for one in pawns))
        seen = [_smaller(as_seen(one.crop_bgr)).transpose(2, 0, 1) for one in pawns]
        groups = np.array([labels.index(one.label) for one in pawns], np.intp)
        return np.array(seen, np.float32), groups, labels

    @cached_property
    def _bare(self) -> Looks:
        """Each cell's bare look, weighted in the role of the bare place."""
        seen = self._crops(as_seen(self.taught.board_bgr), np.arange(len(self.known)))
        bare = looks_of(self._by.looks, seen, AS_BARE)
        bare.maps[:, AS_SAMPLE] = bare.maps[:, AS_BARE]
        return bare

    @cached_property
    def _before(self) -> Floats:
        """The logarithm of the prior probability of each name's turn, from the taught samples: a rule of
        succession."""
        _, _, names = self._samples
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
        before: tuple[NDArray[np.bool_], Told] | None = None,
    ) -> Told:
        """Return the possible contents of each cell of a straightened board. ``before``: which cells
        have changed since, and the earlier result, which stays for the others."""
        with timer.stage("light"):
            board = in_taught_light(board_bgr, self.taught.board_bgr, self.taught.known)
        with timer.stage("bare"):
            coarse = self._whole(board)
            whole = np.asarray(self._by.sight(coarse)[0], np.float64).reshape(3, -1).T
        chances = _softmax(whole)
        chances[~self.known, 0] = 0
        changed = np.ones(len(whole), bool) if before is None else before[0]
        cells = np.nonzero((chances[:, 0] < self._by.numbers.settled) & changed)[0]
        with timer.stage("match"):
            then = None if before is None else before[1].context
            matched, context = self._matched(board, cells, whole[cells], then)
        with timer.stage("figures"):
            standing = self._standing(coarse, cells)
        found = {
            # Without any taught name a cell is bare, or holds an unknown piece.
            cell: self._answer(chances[cell, [0, 1]] if row is None else row, chances[cell, 2], on)
            for cell, row, on in zip(cells.tolist(), matched, standing, strict=True)
        }
        none = np.zeros(0)
        answers = [
            found[cell]
            if cell in found
            else before[1].answers[cell]
            if before is not None and not changed[cell]
            else self._answer(chances[cell, [0, 1]], chances[cell, 2], none)
            for cell in range(len(whole))
        ]
        return Told(answers, context)

    def _answer(
        self, chances: NDArray[np.float64], covered: float, standing: NDArray[np.float64]
    ) -> Answer:
        """Return the possible contents, composed of the probabilities of the bare place, of names if
        there are any, and of an unknown piece; and of those of no pawn, and of each pawn, if pawns were
        looked for."""
        order = np.argsort(-chances[1:-1])[:RIVALS].tolist()
        likely = tuple((self._samples[2][n], float(chances[1 + n])) for n in order)
        pawn = float(1 - standing[0]) if len(standing) else 0.0
        on: tuple[tuple[str, float], ...] = ()
        if pawn > STANDS:
            shares = (standing[1:] / pawn).tolist()
            on = tuple(sorted(zip(self._figures[2], shares, strict=True), key=lambda one: -one[1]))
        return Answer(float(chances[0]), likely, float(chances[-1]), float(covered), pawn, on)

    def _standing(self, coarse: Floats, cells: NDArray[np.intp]) -> list[NDArray[np.float64]]:
        """Return for some cells the probabilities of no pawn, and of each taught pawn."""
        figures, groups, labels = self._figures
        if not labels or not len(cells):
            return [np.zeros(0)] * len(cells)
        step, half = PX_PER_CELL // COARSE, FIGURE_PX // 2
        places = []
        for cell in cells.tolist():
            row, column = divmod(cell, self._grid.columns)
            x, y = ((EDGE + PX_PER_CELL // 2) // COARSE + step * along for along in (column, row))
            places.append(coarse[0, :, y - half : y + half, x - half : x + half])
        pairs = np.repeat(np.stack(places), len(figures), 0), np.tile(figures, (len(cells), 1, 1, 1))
        each = np.concatenate(in_parts(self._by.stands, *pairs)).reshape(len(cells), len(figures))
        best = [each[:, groups == number].max(1) for number in range(len(labels))]
        logits = np.stack([np.zeros(len(cells)), *best], 1).astype(np.float64)
        return list(_softmax(self._by.numbers.upright * logits))

    def _whole(self, board: Floats) -> Floats:
        """Return the board, the bare one and where it is known, coarse (1, 7, rows, columns)."""
        parts = [_smaller(board), self._coarse[0], self._coarse[1][..., None]]
        return np.ascontiguousarray(np.concatenate(parts, 2).transpose(2, 0, 1)[None])

    def _matched(
        self,
        seen: Floats,
        cells: NDArray[np.intp],
        whole: NDArray[np.float64],
        context: Floats | None,
    ) -> tuple[Sequence[NDArray[np.float64] | None], Floats]:
        """Return probabilities (1 + names + 1) for some cells, given the whole board's evidence: bare,
        each name, an unknown piece; None if no name was taught. Also return how clear they are, or were
        before."""
        if not len(cells) or not self._samples[2]:
            return [None] * len(cells), np.zeros(CONTEXT, np.float32) if context is None else context
        sighted = np.clip(whole[:, 0] - np.logaddexp(whole[:, 1], whole[:, 2]), -MOST, MOST)
        here = looks_of(self._by.looks, self._crops(seen, cells), AS_PIECE)
        chances, context = self._likely(here, self._bare.of(cells), self.known[cells], sighted, context)
        return list(chances), context

    def bareness(self, board_bgr: ImageBgr) -> NDArray[np.float64]:
        """Return for each cell of a straightened board the probability that it is bare, from the whole
        board; 1 if it was never seen bare."""
        board = in_taught_light(board_bgr, self.taught.board_bgr, self.taught.known)
        whole = np.asarray(self._by.sight(self._whole(board))[0], np.float64)
        chances = _softmax(whole.reshape(3, -1).T)[:, 0]
        return np.where(self.known, chances, 1.0)

    def of_samples(self) -> list[dict[str, float]]:
        """Return for each sample the probability of each label, as if the sample lay where the bare
        place is unknown."""
        half = (SAMPLE_PX - CROP_PX) // 2
        crops = [one.crop_bgr[half:-half, half:-half] for one in self.taught.samples]
        if not crops:
            return []
        here = looks_of(self._by.looks, as_seen(np.array(crops, np.uint8)), AS_PIECE)
        none = np.zeros(len(crops), bool)
        chances = self._likely(here, here, none, np.zeros(len(crops)), None)[0][:, 1:-1]
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
        here: Looks,
        bare: Looks,
        known: NDArray[np.bool_],
        sighted: NDArray[np.float64],
        context: Floats | None,
    ) -> tuple[NDArray[np.float64], Floats]:
        """Return probabilities (n, 1 + names + 1) for crops: their bare place if known, each name, an
        unknown piece; and how clear they are, if that is not given."""
        (samples, groups, names), by = self._samples, self._by.numbers
        like, shift = likeness(here, samples, by.far)
        like_bare, shift_bare = likeness_of_pairs(here, bare, by.far)
        starts = np.searchsorted(groups, np.arange(len(names)))
        best = np.maximum.reduceat(like, starts, axis=1)
        picked = np.argsort(-(by.scale * best + self._before), axis=1)[:, :RIVALS]
        rows = np.arange(len(here))[:, None]
        own = np.where(groups == picked[..., None], like[:, None], -9.0).argmax(2)
        others = shifted(samples.maps[own.reshape(-1)], shift[rows, own].reshape(-1))
        compared = np.concatenate(
            [shifted(bare.maps, shift_bare)[:, None], others.reshape(*own.shape, *others.shape[1:])], 1
        )
        likes = np.concatenate([np.where(known, like_bare, -1.0)[:, None], like[rows, own]], 1)
        logits = self._compared(here.maps, compared, likes.astype(np.float32))
        out = np.full((len(here), len(names) + 2), LEAST)
        out[rows, picked + 1] = by.share * by.scale * best[rows, picked] + logits[:, 1:]
        bare_first = by.share * (by.scale * like_bare + by.bare)
        out[:, 0] = np.where(known, bare_first + logits[:, 0] + by.sighted * sighted, LEAST)
        out[:, -1] = 0
        signs = signs_of(out, best, like_bare, sighted, known)
        context = context_of(signs, len(names)) if context is None else context
        told = self._by.honest(np.concatenate([signs, np.tile(context, (len(signs), 1))], 1))
        honest = made_honest(out, told)
        honest[:, 1:-1] += self._before
        return _softmax(honest), context

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

    def _compared(self, here: Floats, compared: Floats, likes: Floats) -> Floats:
        """Return logits (n, k) that the content is the same as each alternative, seen beside the best of
        the others."""
        many, count = likes.shape
        order = np.argsort(-likes, axis=1)[:, :2]
        number = np.arange(count)
        rival = np.where(number == order[:, :1], order[:, 1:], order[:, :1])
        flat = compared.reshape(many * count, *compared.shape[2:])
        rivals = flat[(np.arange(many)[:, None] * count + rival).reshape(-1)]
        pairs = pairs_of(np.repeat(here, count, 0), flat, rivals)
        is_bare = np.broadcast_to(number == 0, likes.shape)
        known = np.stack([likes * 4, is_bare], 2).reshape(-1, 2).astype(np.float32)
        return np.concatenate(in_parts(self._by.alike, pairs, known)).reshape(many, count)


def _smaller(picture: Floats) -> Floats:
    size = picture.shape[1] // COARSE, picture.shape[0] // COARSE
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    raised = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(raised / raised.sum(1, keepdims=True))
