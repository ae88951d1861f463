"""What a part's fields and ways may be: proposed from other parts that were tapped, or by light.

A person looks at every proposal and taps what is wrong, so nothing here has to be sure. A field is
compared with those that were named, in all four ways that it may be turned; a side of a field with those
that were said to be walls or ways.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.mosaic.part import PX_PER_FIELD

LOOK_PX: Final = 12
"""Side, in pixels, of the pictures that are compared."""
REACH: Final = 0.3
"""How far a side is looked at into both fields beside it, in fields: a wall is thinner."""
TWO_KINDS: Final = 0.5
"""Least distance of two kinds of light, in the part's own spread of light."""

Look = NDArray[np.float32]
PlaceT = TypeVar("PlaceT")
Side = tuple[int, int, bool]
"""A side between fields: column and row of the field right of it (if it is upright) or below it; whether
it is upright. On the far border that field lies just outside."""


@dataclass(frozen=True)
class Drawn:
    """What is known or proposed of a part: a label for each field, row by row, and its walls."""

    labels: tuple[tuple[str, ...], ...]
    walls: frozenset[Side]


@dataclass(frozen=True)
class Known:
    """A part as it was tapped."""

    image_bgr: ImageBgr
    drawn: Drawn


def proposed(image_bgr: ImageBgr, known: Sequence[Known], rock: str, floor: str) -> Drawn:
    """Return what a straightened part may show.

    ``rock``, ``floor``: what a dark field is called, and a bright one, while none was named.
    """
    fields = image_bgr.shape[0] // PX_PER_FIELD
    looks = _even(image_bgr)
    samples = [(_even(one.image_bgr), one.drawn) for one in known]
    named = [
        (_field(even, x, y), drawn.labels[y][x]) for even, drawn in samples for x, y in _cells(fields)
    ]
    walled = [
        (_side(even, side), side in drawn.walls) for even, drawn in samples for side in sides(fields)
    ]
    labels = _labels(looks, fields, named) if named else _by_light(looks, fields, rock, floor)
    walls = _walls(looks, fields, walled) if walled else _dark_sides(looks, fields)
    solid = {side for x, y in _cells(fields) if labels[y][x] == rock for side in _around(x, y)}
    return Drawn(labels, walls | solid)


def sides(fields: int) -> Iterator[Side]:
    """Yield every side of a part's fields, its borders too."""
    for upright in (True, False):
        across, down = (fields + 1, fields) if upright else (fields, fields + 1)
        yield from ((x, y, upright) for y in range(down) for x in range(across))


def _around(x: int, y: int) -> tuple[Side, ...]:
    return (x, y, True), (x + 1, y, True), (x, y, False), (x, y + 1, False)


def _cells(fields: int) -> Iterator[tuple[int, int]]:
    return ((x, y) for y in range(fields) for x in range(fields))


def _even(image_bgr: ImageBgr) -> Look:
    """Return a part in colours that no lamp alters much: of mean 0 and spread 1."""
    lab = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2LAB).astype(np.float32)
    spread = np.maximum(lab.reshape(-1, 3).std(0), 1.0)
    return np.asarray((lab - lab.reshape(-1, 3).mean(0)) / spread[0], np.float32)


def _field(even: Look, x: int, y: int) -> Look:
    top, left = y * PX_PER_FIELD, x * PX_PER_FIELD
    inner = PX_PER_FIELD // 8
    patch = even[top + inner : top + PX_PER_FIELD - inner, left + inner : left + PX_PER_FIELD - inner]
    return _small(patch)


def _side(even: Look, side: Side) -> Look:
    """Return what lies around a side, an upright one as it is, a level one turned upright."""
    x, y, upright = side
    reach = round(REACH * PX_PER_FIELD)
    whole = np.pad(even, ((reach, reach), (reach, reach), (0, 0)), mode="edge")
    left, top = x * PX_PER_FIELD, y * PX_PER_FIELD
    if upright:
        patch = whole[top + reach : top + reach + PX_PER_FIELD, left : left + 2 * reach]
    else:
        patch = np.swapaxes(
            whole[top : top + 2 * reach, left + reach : left + reach + PX_PER_FIELD], 0, 1
        )
    inner = PX_PER_FIELD // 6
    return _small(patch[inner:-inner])


def _small(patch: Look) -> Look:
    return np.asarray(cv2.resize(patch, (LOOK_PX, LOOK_PX), interpolation=cv2.INTER_AREA), np.float32)


def _labels(even: Look, fields: int, named: Sequence[tuple[Look, str]]) -> tuple[tuple[str, ...], ...]:
    """Name each field after the one that it is most like, however that is turned."""
    turned = [(np.rot90(look, turns), label) for look, label in named for turns in range(4)]
    samples = np.stack([look for look, _ in turned])
    return tuple(
        tuple(turned[_nearest(samples, _field(even, x, y))][1] for x in range(fields))
        for y in range(fields)
    )


def _walls(even: Look, fields: int, walled: Sequence[tuple[Look, bool]]) -> frozenset[Side]:
    both = [(flipped, wall) for look, wall in walled for flipped in (look, look[:, ::-1])]
    samples = np.stack([look for look, _ in both])
    return frozenset(side for side in sides(fields) if both[_nearest(samples, _side(even, side))][1])


def _nearest(samples: Look, look: Look) -> int:
    return int(np.argmin(((samples - look) ** 2).sum((1, 2, 3))))


def _by_light(even: Look, fields: int, rock: str, floor: str) -> tuple[tuple[str, ...], ...]:
    # What is printed on a floor leaves some of it bright; rock is dark all over.
    lights = {(x, y): float(np.percentile(_field(even, x, y)[..., 0], 80)) for x, y in _cells(fields)}
    dark = _darker(lights)
    return tuple(tuple(rock if (x, y) in dark else floor for x in range(fields)) for y in range(fields))


def _dark_sides(even: Look, fields: int) -> frozenset[Side]:
    """Return the sides along which it is darker than in the fields beside them."""
    third = LOOK_PX // 3
    lights = {}
    for side in sides(fields):
        light = _side(even, side)[..., 0].mean(0)
        beside = min(light[:third].mean(), light[-third:].mean())
        lights[side] = float(light[third:-third].min() - beside)
    return frozenset(_darker(lights))


def _darker(lights: Mapping[PlaceT, float]) -> set[PlaceT]:
    """Return the darker of two kinds, where there are two."""
    values = np.sort(np.array(list(lights.values()), np.float64))
    gaps = np.diff(values)
    if not len(gaps) or gaps.max(initial=0.0) <= 0.0:
        return set()
    split = max(range(1, len(values)), key=lambda at: _between(values, at))
    if values[split:].mean() - values[:split].mean() < TWO_KINDS:
        return set()
    limit = (values[split - 1] + values[split]) / 2
    return {place for place, light in lights.items() if light < limit}


def _between(values: NDArray[np.float64], at: int) -> float:
    """Return how far two kinds lie apart that are split there (Otsu, 1979)."""
    share = at / len(values)
    return float(share * (1 - share) * (values[at:].mean() - values[:at].mean()) ** 2)
