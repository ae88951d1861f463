"""Which token is of which label, where it is only said how many there are of each.

All photographs are sorted into labels together: each keeps its own counts, and tokens of one label look
alike in all of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.readers.token_looks import looks_of_samples
from vision.sets.tokens import TokenSample

STARTS = 30
ROUNDS = 12
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Unnamed:
    """The samples of one photograph, their names, and how many there are of each label."""

    crops: tuple[ImageBgr, ...]
    names: tuple[str, ...]
    counts: Mapping[str, int]


def with_labels(photos: Sequence[Unnamed]) -> list[TokenSample]:
    """Return the samples of all photographs with the labels that fit best."""
    if not photos:
        return []
    labels = sorted({label for photo in photos for label in photo.counts})
    colours = [_colours(photo) for photo in photos]
    wanted = [np.array([photo.counts.get(label, 0) for label in labels]) for photo in photos]
    best: tuple[float, list[NDArray[np.intp]]] | None = None
    rng = np.random.default_rng(0)
    for _ in range(STARTS):
        found = _sorted(colours, wanted, _start(rng, colours, wanted))
        if best is None or found[0] < best[0] - 1e-9:
            best = found
    assert best is not None
    return [
        TokenSample(labels[k], crop, name)
        for photo, of in zip(photos, best[1], strict=True)
        for crop, name, k in zip(photo.crops, photo.names, of.tolist(), strict=True)
    ]


def _colours(photo: Unnamed) -> Values:
    samples = [TokenSample("", crop, name) for crop, name in zip(photo.crops, photo.names, strict=True)]
    return looks_of_samples(samples).colours


def _start(rng: np.random.Generator, colours: Sequence[Values], wanted: Sequence[Values]) -> Values:
    """Return means to begin with: groups of like tokens, each given to the label counted as often."""
    everything = np.concatenate(colours)
    means = [everything[rng.integers(len(everything))]]
    while len(means) < len(wanted[0]):
        away = np.min([((everything - one) ** 2).sum(1) for one in means], 0)
        chance = away / away.sum() if away.any() else None
        means.append(everything[rng.choice(len(everything), p=chance)])
    groups = np.array(means)
    for _ in range(ROUNDS):
        of = [((one[:, None] - groups[None]) ** 2).sum(2).argmin(1) for one in colours]
        groups = np.array([_mean(colours, of, k, groups[k]) for k in range(len(groups))])
    many = np.array([np.bincount(one, minlength=len(groups)) for one in of])
    off = np.abs(many[:, :, None] - np.array(wanted)[:, None, :]).sum(0).astype(np.float64)
    given = assigned(off + rng.uniform(0, 0.5, off.shape))
    return np.asarray(groups[np.argsort(given)])


def _sorted(
    colours: Sequence[Values], wanted: Sequence[Values], means: Values
) -> tuple[float, list[NDArray[np.intp]]]:
    """Return how far tokens are from their labels' means in all, and the label of each."""
    of: list[NDArray[np.intp]] = []
    cost = np.inf
    for _ in range(ROUNDS):
        of = [_shared_out(one, want, means) for one, want in zip(colours, wanted, strict=True)]
        means = np.array([_mean(colours, of, k, means[k]) for k in range(len(means))])
        now = sum(float(((c - means[o]) ** 2).sum()) for c, o in zip(colours, of, strict=True))
        if now >= cost - 1e-9:
            break
        cost = now
    return cost, of


def _mean(colours: Sequence[Values], of: Sequence[NDArray[np.intp]], k: int, before: Values) -> Values:
    own = np.concatenate([c[o == k] for c, o in zip(colours, of, strict=True)])
    return np.asarray(own.mean(0) if len(own) else before)


def _shared_out(colours: Values, wanted: Values, means: Values) -> NDArray[np.intp]:
    """Return the label of each token, as many of each as are wanted, at the least cost.

    The Hungarian method (Kuhn 1955; Jonker and Volgenant 1987), a column for each place of a label.
    """
    columns = np.repeat(np.arange(len(wanted)), wanted.astype(int))
    cost = ((colours[:, None] - means[None]) ** 2).sum(2)[:, columns]
    return np.asarray(columns[assigned(cost)])


def assigned(cost: Values) -> NDArray[np.intp]:
    """Return the column of each row, all different, at the least cost; no more rows than columns."""
    rows, columns = cost.shape
    potential_row, potential = np.zeros(rows + 1), np.zeros(columns + 1)
    match = np.zeros(columns + 1, np.intp)
    for row in range(1, rows + 1):
        match[0], column = row, 0
        least = np.full(columns + 1, np.inf)
        way, used = np.zeros(columns + 1, np.intp), np.zeros(columns + 1, bool)
        while match[column]:
            used[column] = True
            at = match[column]
            reduced = cost[at - 1] - potential_row[at] - potential[1:]
            free = ~used[1:]
            better = free & (reduced < least[1:])
            least[1:][better] = reduced[better]
            way[1:][better] = column
            column = int(np.where(free, least[1:], np.inf).argmin()) + 1
            step = least[column]
            potential_row[match[used]] += step
            potential[used] -= step
            least[~used] -= step
        while column:
            match[column] = match[way[column]]
            column = int(way[column])
    found = np.zeros(rows, np.intp)
    taken = np.nonzero(match[1:])[0]
    found[match[1:][taken] - 1] = taken
    return found
