"""What lies on each cell of a board: the bare place, a piece that was taught, in a turn, or a
stranger.

What plainly looks bare in the whole board is done. The rest is compared with every sample in every
turn, by one shift each; the likeliest names, and the bare place, are then compared place by place,
each with its strongest rival in view. All that may lie there shares one chance of 1.
"""

import json
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
from vision.matching.sizes import COARSE, CROP_PX, RIVALS
from vision.network import Network
from vision.stage_timer import StageTimer

LEAST, MOST = -30.0, 12.0
"""The logarithm of a chance that is as good as none; most that the whole board tells of a cell being
bare."""
STANDS = 0.5
"""A pawn stands where it rather does than not."""
KNOWN = 0.98
"""A cell was seen bare where so much of it was."""
EDGE = round(MARGIN_CELLS * PX_PER_CELL)


@dataclass(frozen=True)
class Name:
    """A taught label in a turn (quarters clockwise)."""

    label: str
    turns: int


@dataclass(frozen=True)
class Numbers:
    """What was learnt besides the networks (``vision.workshop.training.matching.networks``), and
    how chances are made honest: all logits are multiplied by ``steep`` but a stranger's, which is
    ``offset``. What looks bare with a chance of ``settled`` in the whole board is not looked at
    again."""

    scale: float
    far: float
    bare: float
    stranger: float
    share: float
    sighted: float
    settled: float
    steep: float
    offset: float


@dataclass(frozen=True, eq=False)
class Answer:
    """What a cell may hold: chances of the bare place, of names, likeliest first, and of a stranger,
    together 1; besides these, that it is covered, and that a pawn stands there; ``on``: which, if one
    does, likeliest first."""

    bare: float
    names: tuple[tuple[Name, float], ...]
    stranger: float
    covered: float
    pawn: float
    on: tuple[tuple[str, float], ...] = ()


class Learnt:
    """What was learnt: three networks and the numbers, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.sight, self.looks, self.alike = (
            Network(folder / f"{name}.onnx") for name in ("sight", "looks", "alike")
        )
        self.numbers = Numbers(**json.loads((folder / "numbers.json").read_text(encoding="utf-8")))


@cache
def shipped() -> Learnt:
    """Return what is shipped."""
    return Learnt(Path(__file__).parent)


class Matcher:
    """Matches what lies on one taught board. Safe to call from several threads."""

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
        """The samples in every turn, of which name each is, and the names."""
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
    def _pawns(self) -> tuple[Looks, dict[str, NDArray[np.intp]]]:
        """The samples of pawns, and which are of each label."""
        half, pawns = (SAMPLE_PX - CROP_PX) // 2, self.taught.pawns
        seen = as_seen(np.array([one.crop_bgr[half:-half, half:-half] for one in pawns], np.uint8))
        labels = np.array([one.label for one in pawns])
        return (
            looks_of(self._by.looks, seen.reshape(-1, CROP_PX, CROP_PX, 3), AS_SAMPLE),
            {label: np.nonzero(labels == label)[0] for label in dict.fromkeys(labels.tolist())},
        )

    @cached_property
    def _bare(self) -> Looks:
        """What each cell looks like bare, weighted as such where samples have their weight."""
        seen = self._crops(as_seen(self.taught.board_bgr), np.arange(len(self.known)))
        bare = looks_of(self._by.looks, seen, AS_BARE)
        bare.maps[:, AS_SAMPLE] = bare.maps[:, AS_BARE]
        return bare

    @cached_property
    def _before(self) -> Floats:
        """The logarithm of how probably each name lies turned so, by what was taught: a rule of
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

    def answers(
        self,
        board_bgr: ImageBgr,
        timer: StageTimer,
        before: tuple[NDArray[np.bool_], list[Answer]] | None = None,
    ) -> list[Answer]:
        """Return what each cell of a straightened board may hold, row after row. ``before``: which cells
        have changed since, and the answers then: those of the others stand."""
        with timer.stage("light"):
            board = in_taught_light(board_bgr, self.taught.board_bgr, self.taught.known)
        with timer.stage("bare"):
            whole = self._whole(board).reshape(4, -1).T.astype(np.float64)
        with timer.stage("match"):
            chances = _softmax(whole[:, :3])
            chances[~self.known, 0] = 0
            to_match = (chances[:, 0] < self._by.numbers.settled) & bool(self._samples[2])
            changed = np.ones(len(whole), bool) if before is None else before[0]
            cells = np.nonzero(to_match & changed)[0]
            matched = dict(zip(cells.tolist(), self._matched(board, cells, whole[cells]), strict=True))
        pawns = 1 / (1 + np.exp(-whole[:, 3]))
        standing = self._standing(board, np.nonzero((pawns > STANDS) & changed)[0])
        return [
            before[1][cell] if before is not None and not changed[cell]
            # What was not matched is bare, or else a stranger.
            else self._answer(
                matched.get(cell, chances[cell, [0, 1]]),
                chances[cell, 2],
                pawns[cell],
                standing.get(cell, ()),
            )
            for cell in range(len(whole))
        ]  # fmt: skip

    def _answer(
        self,
        chances: NDArray[np.float64],
        covered: float,
        pawn: float,
        on: tuple[tuple[str, float], ...],
    ) -> Answer:
        """Return an answer made of the chances of the bare place, of names if there are any, and of a
        stranger."""
        order = np.argsort(-chances[1:-1])[:RIVALS].tolist()
        likely = tuple((self._samples[2][n], float(chances[1 + n])) for n in order)
        return Answer(float(chances[0]), likely, float(chances[-1]), float(covered), float(pawn), on)

    def _standing(
        self, seen: Floats, cells: NDArray[np.intp]
    ) -> dict[int, tuple[tuple[str, float], ...]]:
        """Return of cells on which a pawn stands which it may be, likeliest first."""
        labels = {one.label for one in self.taught.pawns}
        if not labels or not len(cells):
            return {}
        if len(labels) == 1:
            return dict.fromkeys(cells.tolist(), ((labels.pop(), 1.0),))
        samples, of = self._pawns
        here = looks_of(self._by.looks, self._crops(seen, cells), AS_PIECE)
        like, _ = likeness(here, samples, self._by.numbers.far)
        each = np.stack([like[:, own].max(1) for own in of.values()], 1).astype(np.float64)
        chances = _softmax(self._by.numbers.scale * each)
        return {
            cell: tuple(sorted(zip(of, row, strict=True), key=lambda one: -one[1]))
            for cell, row in zip(cells.tolist(), chances.tolist(), strict=True)
        }

    def _whole(self, board: Floats) -> Floats:
        """Return logits (4, rows, columns) of each cell, as the whole board shows it: bare, something,
        covered; a pawn."""
        parts = [_smaller(board), self._coarse[0], self._coarse[1][..., None]]
        blob = np.concatenate(parts, 2).transpose(2, 0, 1)[None]
        return np.asarray(self._by.sight(np.ascontiguousarray(blob))[0], np.float32)

    def _matched(
        self, seen: Floats, cells: NDArray[np.intp], whole: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return chances (n, 1 + names + 1) of some cells, of which the whole board tells so much: bare,
        each name, a stranger."""
        if not len(cells):
            return np.zeros((0, len(self._samples[2]) + 2))
        sighted = np.clip(whole[:, 0] - np.logaddexp(whole[:, 1], whole[:, 2]), -MOST, MOST)
        here = looks_of(self._by.looks, self._crops(seen, cells), AS_PIECE)
        return self._likely(here, self._bare.of(cells), self.known[cells], sighted)

    def bareness(self, board_bgr: ImageBgr) -> NDArray[np.float64]:
        """Return of each cell of a straightened board how probably it is bare, as the whole board shows
        it; 1 where it was never seen bare."""
        board = in_taught_light(board_bgr, self.taught.board_bgr, self.taught.known)
        chances = _softmax(self._whole(board).reshape(4, -1).T[:, :3].astype(np.float64))[:, 0]
        return np.where(self.known, chances, 1.0)

    def of_samples(self) -> list[dict[str, float]]:
        """Return of each sample, as if it lay where nothing is known of the bare place, how probably it
        is each label."""
        half = (SAMPLE_PX - CROP_PX) // 2
        crops = [one.crop_bgr[half:-half, half:-half] for one in self.taught.samples]
        if not crops:
            return []
        here = looks_of(self._by.looks, as_seen(np.array(crops, np.uint8)), AS_PIECE)
        none = np.zeros(len(crops), bool)
        chances = self._likely(here, here, none, np.zeros(len(crops)))[:, 1:-1]
        labels = [name.label for name in self._samples[2]]
        return [
            {
                label: sum(c for c, one in zip(row, labels, strict=True) if one == label)
                for label in labels
            }
            for row in chances.tolist()
        ]

    def _likely(
        self, here: Looks, bare: Looks, known: NDArray[np.bool_], sighted: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return chances (n, 1 + names + 1) of what crops show: their bare place where it is known, each
        name, a stranger."""
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
        out[rows, picked + 1] = (
            by.share * by.scale * best[rows, picked] + logits[:, 1:] + self._before[picked]
        )
        bare_first = by.share * (by.scale * like_bare + by.bare)
        out[:, 0] = np.where(known, bare_first + logits[:, 0] + by.sighted * sighted, LEAST)
        out[out > LEAST] *= by.steep
        out[:, -1] = by.offset
        return _softmax(out)

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
        """Return logits (n, k) of what lies there being the same as what it is compared with, each
        seen beside the likest of the others."""
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
