"""Draws glossy candies: of several shades and lengths, lit from a side, with highlight and shadow."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

GROUND = (188, 194, 196)
SHADES: dict[str, tuple[tuple[int, int, int], ...]] = {
    "red": ((40, 36, 160), (96, 78, 232)),
    "yellow": ((30, 190, 225),),
    "green": ((30, 130, 60), (50, 185, 150)),
    "violet": ((120, 55, 95),),
}
RADIUS = 34


@dataclass(frozen=True)
class Candy:
    """One candy: where, px, how long against its width, which way, and which of its label's shades."""

    label: str
    x: float
    y: float
    length: float = 1.0
    angle_deg: float = 0.0
    shade: int = 0


def some(rng: np.random.Generator, many: int, size_wh: tuple[int, int] = (1280, 960)) -> list[Candy]:
    """Return candies of every label, apart, some of them as long as an egg."""
    labels = [list(SHADES)[number % len(SHADES)] for number in range(many)]
    candies: list[Candy] = []
    while len(candies) < many:
        x, y = (float(rng.uniform(3 * RADIUS, extent - 3 * RADIUS)) for extent in size_wh)
        if any(np.hypot(x - one.x, y - one.y) < 3.6 * RADIUS for one in candies):
            continue
        label = labels[len(candies)]
        shade = int(rng.integers(len(SHADES[label])))
        length = float(rng.uniform(1.25, 1.5)) if shade else 1.0
        candies.append(Candy(label, x, y, length, float(rng.uniform(0, 180)), shade))
    return candies


def drawn(
    candies: Sequence[Candy], rng: np.random.Generator, size_wh: tuple[int, int] = (1280, 960)
) -> ImageBgr:
    """Return a photograph of candies on an even table, light from one side."""
    picture = np.full((size_wh[1], size_wh[0], 3), GROUND, np.float32)
    shadow = np.zeros(size_wh[::-1], np.float32)
    for candy in candies:
        np.maximum(shadow, _inside(candy, size_wh, (-0.35 * RADIUS, -0.35 * RADIUS)), out=shadow)
    picture *= 1 - 0.4 * cv2.GaussianBlur(shadow, (0, 0), 9)[..., None]
    for candy in candies:
        _draw(picture, candy, size_wh)
    picture *= float(rng.uniform(0.95, 1.03))
    seen = cv2.GaussianBlur(picture, (0, 0), 0.8) + rng.normal(0, 1.5, picture.shape)
    return np.asarray(np.clip(seen, 0, 255), np.uint8)


def _draw(picture: NDArray[np.float32], candy: Candy, size_wh: tuple[int, int]) -> None:
    reach = 2 * RADIUS
    left, top = max(0, round(candy.x) - reach), max(0, round(candy.y) - reach)
    window = np.s_[top : top + 2 * reach, left : left + 2 * reach]
    inside = cv2.GaussianBlur(_inside(candy, size_wh, (0, 0))[window], (0, 0), 0.7)
    rows, columns = np.mgrid[: inside.shape[0], : inside.shape[1]] + np.array([top, left])[:, None, None]
    along = ((columns - candy.x) + (rows - candy.y)) / (2 * RADIUS)
    light = np.clip(1 + 0.35 * along, 0.5, 1.3)
    colour = np.array(SHADES[candy.label][candy.shade], np.float32) * light[..., None]
    shine = np.hypot(columns - candy.x - 0.4 * RADIUS, rows - candy.y - 0.4 * RADIUS) / (0.2 * RADIUS)
    colour += 110 * np.exp(-(shine**2))[..., None]
    picture[window] += (colour - picture[window]) * inside[..., None]


def _inside(candy: Candy, size_wh: tuple[int, int], moved: tuple[float, float]) -> NDArray[np.float32]:
    mask = np.zeros(size_wh[::-1], np.float32)
    middle = (round(candy.x + moved[0]), round(candy.y + moved[1]))
    axes = (round(RADIUS * candy.length), RADIUS)
    cv2.ellipse(mask, middle, axes, candy.angle_deg, 0, 360, (1.0,), -1, cv2.LINE_AA)
    return mask
