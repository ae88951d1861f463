"""The content of each cell of a board: the bare place, a taught piece in one of its turns, or an unknown
piece.

Cells that look plainly bare in the whole board are finished. The others are compared with every sample
in every turn, with one shift each; the most likely names, and the bare place, are then compared place by
place, each beside its strongest rival. The probabilities of all possible contents add up to 1.
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
from vision.matching.honest import CONTEXT, Honesty, context_of, less_like, made_honest
from vision.matching.light import as_seen, in_taught_light
from vision.matching.looks import (
    AS_BARE,
    AS_PIECE,
    AS_SAMPLE,
    COLOUR,
    Floats,
    Looks,
    Values,
    in_parts,
    likeness,
    likeness_of_pairs,
    looks_of,
    pairs_of,
    shifted,
    standing_pairs,
)
from vision.matching.sizes import COARSE, CROP_PX, RIVALS
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
    that look bare with a probability of ``settled`` in the whole board are not examined again."""

    scale: float
    far: float
    bare: float
    stranger: float
    share: float
    sighted: float
    settled: float


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


NETWORKS = "sight", "looks", "alike", "stands"


class Learnt:
    """The trained networks and numbers, from a folder."""

    def __init__(self, folder: Path) -> None:
        self.sight, self.looks, self.alike, self.stands = (
            Network(folder / f"{name}.onnx") for name in NETWORKS
        )
        numbers = json.loads((folder / "numbers.json").read_text(encoding="utf-8"))
        self.honesty = Honesty(**numbers.pop("honesty"))
        self.numbers = Numbers(**numbers)


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
        for label in self.taught.labels:
            own = [_inner(one.crop_bgr) for one in self.taught.samples if one.label == label.name]
            for turns in range(label.rotations):
                pictures += [np.rot90(picture, -turns) for picture in own]
                groups += [len(names)] * len(own)
                names.append(Name(label.name, turns))
        seen = as_seen(np.array(pictures, np.uint8).reshape(-1, CROP_PX, CROP_PX, 3))
        return looks_of(self._by.looks, seen, AS_SAMPLE), np.array(groups, np.intp), tuple(names)

    @cached_property
    def _figures(self) -> tuple[Looks, NDArray[np.intp], tuple[str, ...], Floats]:
        """The samples of pawns, each one's label, the labels, and what is told of each of these."""
        labels = tuple(dict.fromkeys(one.label for one in self.taught.pawns))
        own = [(labels.index(one.label), _inner(one.crop_bgr)) for one in self.taught.pawns]
        own.sort(key=lambda one: one[0])
        seen = as_seen(np.array([crop for _, crop in own], np.uint8).reshape(-1, CROP_PX, CROP_PX, 3))
        groups = np.array([number for number, _ in own], np.intp)
        looks = looks_of(self._by.looks, seen, AS_SAMPLE)
        return looks, groups, labels, figures_told(looks.maps, groups, len(labels))

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
            whole = np.asarray(self._by.sight(self._whole(board))[0], np.float64).reshape(3, -1).T
        chances = _softmax(whole)
        chances[~self.known, 0] = 0
        changed = np.ones(len(whole), bool) if before is None else before[0]
        cells = np.nonzero((chances[:, 0] < self._by.numbers.settled) & changed)[0]
        with timer.stage("match"):
            then = None if before is None else before[1].context
            matched, standing, context = self._matched(board, cells, whole[cells], then)
        found = {
            cell: self._answer(row, chances[cell, 2], on)
            for cell, row, on in zip(cells.tolist(), matched, standing, strict=True)
        }
        none = np.ones(1)
        answers = [
            found[cell]
            if cell in found
            else before[1].answers[cell]
            if before is not None and not changed[cell]
            else self._answer(chances[cell, [0, 1]], chances[cell, 2], none)
            for cell in range(len(whole))
        ]
        return Told(answers, context)

    def _answer(self, chances: Values, covered: float, standing: Values) -> Answer:
        """Return the possible contents, composed of the probabilities of the bare place, of names if
        there are any, and of an unknown piece; and of those of no pawn, and of each pawn."""
        order = np.argsort(-chances[1:-1])[:RIVALS].tolist()
        likely = tuple((self._samples[2][n], float(chances[1 + n])) for n in order)
        pawn = float(standing[1:].sum())
        on: tuple[tuple[str, float], ...] = ()
        if pawn > STANDS:
            shares = (standing[1:] / pawn).tolist()
            on = tuple(sorted(zip(self._figures[2], shares, strict=True), key=lambda one: -one[1]))
        return Answer(float(chances[0]), likely, float(chances[-1]), float(covered), pawn, on)

    def _whole(self, board: Floats) -> Floats:
        """Return the board, the bare one and where it is known, coarse (1, 7, rows, columns)."""
        parts = [_smaller(board), self._coarse[0], self._coarse[1][..., None]]
        return np.ascontiguousarray(np.concatenate(parts, 2).transpose(2, 0, 1)[None])

    def _matched(
        self,
        seen: Floats,
        cells: NDArray[np.intp],
        whole: Values,
        context: Floats | None,
    ) -> tuple[Values, Values, Floats]:
        """Return for some cells, given the whole board's evidence, the probabilities of the bare place,
        each name, an unknown piece (n, 1 + names + 1), and of no pawn, each pawn (n, 1 + pawns); and how
        clear they are, or were before."""
        if not len(cells):
            none = np.zeros((0, 1))
            return none, none, np.zeros(CONTEXT, np.float32) if context is None else context
        sighted = np.clip(whole[:, 0] - np.logaddexp(whole[:, 1], whole[:, 2]), -MOST, MOST)
        here = looks_of(self._by.looks, self._crops(seen, cells), AS_PIECE)
        return self._likely(here, self._bare.of(cells), self.known[cells], sighted, context)

    def bareness(self, board_bgr: ImageBgr) -> Values:
        """Return for each cell of a straightened board the probability that it is bare, from the whole
        board; 1 if it was never seen bare."""
        board = in_taught_light(board_bgr, self.taught.board_bgr, self.taught.known)
        whole = np.asarray(self._by.sight(self._whole(board))[0], np.float64)
        chances = _softmax(whole.reshape(3, -1).T)[:, 0]
        return np.where(self.known, chances, 1.0)

    def of_samples(self) -> list[dict[str, float]]:
        """Return for each sample the probability of each label, as if the sample lay where the bare
        place is unknown."""
        crops = [_inner(one.crop_bgr) for one in self.taught.samples]
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
        sighted: Values,
        context: Floats | None,
    ) -> tuple[Values, Values, Floats]:
        """Return the probabilities for crops: their bare place if known, each name, an unknown piece (n,
        1 + names + 1), and no pawn, each pawn (n, 1 + pawns); and how clear they are, if that is not
        given."""
        (samples, groups, names), by = self._samples, self._by.numbers
        like = likeness(here, samples, by.far)
        like_bare, shift_bare = likeness_of_pairs(here, bare, by.far)
        best = _best_of_groups(like[0], groups, len(names))
        picked = np.argsort(-best, axis=1)[:, :RIVALS]
        own, others = _most_similar(samples, groups, like, picked)
        compared = np.concatenate([shifted(bare.maps, shift_bare)[:, None], others], 1)
        likes = np.concatenate(
            [np.where(known, like_bare, -1.0)[:, None], np.take_along_axis(like[0], own, 1)], 1
        ).astype(np.float32)
        logits = self._compared(here.maps, compared, likes)
        out = np.full((len(here), len(names) + 2), LEAST)
        rows = np.arange(len(here))[:, None]
        out[rows, picked + 1] = by.share * by.scale * best[rows, picked] + logits[:, 1:]
        bare_first = by.share * (by.scale * like_bare + by.bare)
        out[:, 0] = np.where(known, bare_first + logits[:, 0] + by.sighted * sighted, LEAST)
        out[:, -1] = 0
        if not names:  # nothing to compare the bare place with
            out[:, 0] = np.where(known, sighted, LEAST)
        context = context_of(out, best) if context is None else context
        honest = made_honest(out, less_like(best, context), context, self._by.honesty)
        honest[:, 1:-1] += self._before
        return _softmax(honest), self._standing(here, compared, likes, known), context

    def _standing(
        self, here: Looks, compared: Floats, likes: Floats, known: NDArray[np.bool_]
    ) -> Values:
        """Return the probabilities of no pawn, and of each, on crops that resemble so much what else may
        be seen there, the bare place first, if known."""
        (figures, groups, labels, told), by = self._figures, self._by.honesty
        if not labels:
            return np.ones((len(here), 1))
        many = len(labels)
        like = likeness(here, figures, self._by.numbers.far)
        own, others = _most_similar(figures, groups, like, np.tile(np.arange(many), (len(here), 1)))
        most = likes.argmax(1)
        sees = known.astype(np.float32)
        cells = np.repeat(np.arange(len(here)), many)
        flat = others.reshape(-1, *others.shape[2:])
        pairs = standing_pairs(
            here.maps[cells], compared[cells, most[cells]], compared[cells, 0], flat, sees[cells]
        )
        place = np.stack([likes.max(1) * 4, likes[:, 0] * 4, sees, most == 0], 1)
        alike = np.take_along_axis(like[0], own, 1).reshape(-1, 1) * 4
        numbers = np.concatenate([place[cells], alike, np.tile(told, (len(here), 1))], 1)
        found = np.concatenate(in_parts(self._by.stands, pairs, numbers.astype(np.float32)))
        logits = found.reshape(len(here), many).astype(np.float64)
        return _softmax(np.concatenate([np.full((len(here), 1), by.none), by.stands * logits], 1))

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
        rival = np.where(number == order[:, :1], order[:, -1:], order[:, :1])
        flat = compared.reshape(many * count, *compared.shape[2:])
        rivals = flat[(np.arange(many)[:, None] * count + rival).reshape(-1)]
        pairs = pairs_of(np.repeat(here, count, 0), flat, rivals)
        is_bare = np.broadcast_to(number == 0, likes.shape)
        known = np.stack([likes * 4, is_bare], 2).reshape(-1, 2).astype(np.float32)
        return np.concatenate(in_parts(self._by.alike, pairs, known)).reshape(many, count)


def figures_told(maps: Floats, groups: NDArray[np.intp], many: int) -> Floats:
    """Return what is told of each group of pictures of figures (many, 4): how much their colours differ,
    and the logarithm of their number; whether it is the only group, and the logarithm of the number of
    groups. Several colours under one name: it may have any."""
    weights = maps[:, AS_SAMPLE : AS_SAMPLE + 1]
    colours = (maps[:, COLOUR] * weights).sum((2, 3)) / weights.sum((2, 3))
    own = [colours[groups == group] for group in range(many)]
    spread = [4 * np.sqrt(((one - one.mean(0)) ** 2).sum(1).mean()) for one in own]
    rows = [(far, log(len(one)), many == 1, log(many)) for far, one in zip(spread, own, strict=True)]
    return np.array(rows, np.float32).reshape(many, 4)


def _inner(crop_bgr: ImageBgr) -> ImageBgr:
    """Return the part of a sample that is compared."""
    half = (SAMPLE_PX - CROP_PX) // 2
    return crop_bgr[half:-half, half:-half]


def _best_of_groups(like: Floats, groups: NDArray[np.intp], many: int) -> Floats:
    """Return the likeness of each group's most similar sample; groups are in order."""
    if not many:
        return np.zeros((len(like), 0), np.float32)
    return np.maximum.reduceat(like, np.searchsorted(groups, np.arange(many)), axis=1)


def _most_similar(
    samples: Looks,
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


def _smaller(picture: Floats) -> Floats:
    size = picture.shape[1] // COARSE, picture.shape[0] // COARSE
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _softmax(logits: Values) -> Values:
    raised = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(raised / raised.sum(1, keepdims=True))
