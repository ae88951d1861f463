"""Drawn pictures of dots and cloth in which no die lies."""

from collections.abc import Callable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

SIZE_WH = (960, 720)
SUBPIXEL = 4
Light = NDArray[np.float32]
Rng = np.random.Generator
Maker = Callable[[Rng], ImageBgr]


def polka_dots(rng: Rng) -> ImageBgr:
    """Dots in rows, every other row shifted or not, from any side."""
    ground, ink = two_colours(rng)
    picture, step = cloth(rng, ground), rng.uniform(10, 80)
    shift = step / 2 * rng.integers(2)
    for x, y in rows(step, shift):
        dot(picture, x, y, step * rng.uniform(0.2, 0.3), ink)
    return photographed(rng, turned(rng, picture))


def mesh(rng: Rng) -> ImageBgr:
    """Small holes, close together, as in a loudspeaker's cover."""
    ground, ink = two_colours(rng)
    picture, step = cloth(rng, ground), rng.uniform(6, 30)
    for x, y in rows(step, step / 2):
        dot(picture, x, y, 0.35 * step, ink)
    return photographed(rng, turned(rng, picture))


def scattered_dots(rng: Rng) -> ImageBgr:
    """Dots of one size strewn over a plain table."""
    ground, ink = two_colours(rng)
    picture, radius = cloth(rng, ground), rng.uniform(3, 16)
    for _ in range(int(rng.integers(20, 300))):
        x, y = (rng.uniform(0, 1, 2) * SIZE_WH).tolist()
        dot(picture, x, y, radius * rng.uniform(0.8, 1.2), ink)
    return photographed(rng, picture)


def clusters_of_dots(rng: Rng) -> ImageBgr:
    """One to seven dots near each other, as pips without a die."""
    ground, ink = two_colours(rng)
    picture = cloth(rng, ground)
    for _ in range(int(rng.integers(5, 25))):
        place, side = rng.uniform(0.05, 0.95, 2) * SIZE_WH, rng.uniform(15, 100)
        for _ in range(int(rng.integers(1, 8))):
            x, y = (place + rng.uniform(-0.5, 0.5, 2) * side).tolist()
            dot(picture, x, y, 0.09 * side, ink)
    return photographed(rng, picture)


def woven(rng: Rng) -> ImageBgr:
    """Threads that go over and under each other."""
    ground, ink = two_colours(rng)
    side = rng.uniform(5, 35)
    y, x = np.mgrid[: SIZE_WH[1], : SIZE_WH[0]].astype(np.float32) / side
    warp, weft = np.abs(np.sin(np.pi * x)), np.abs(np.sin(np.pi * y))
    is_over = (np.floor(x) + np.floor(y)) % 2 > 0
    thread = np.where(is_over, warp**0.5 * (0.5 + 0.5 * weft), weft**0.5 * (0.5 + 0.5 * warp))
    picture = ground + (ink - ground) * 0.6 * thread[..., None]
    return photographed(rng, turned(rng, picture * cloth(rng, np.ones(3))))


MAKERS: tuple[Maker, ...] = (polka_dots, mesh, scattered_dots, clusters_of_dots, woven)


def two_colours(rng: Rng) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return two colours that differ in brightness."""
    while True:
        one, other = rng.uniform(0, 255, (2, 3))
        if abs(one.mean() - other.mean()) > 70:
            return one, other


def cloth(rng: Rng, colour: NDArray[np.float64]) -> Light:
    """Return a plain ground that is a little uneven."""
    uneven = cv2.resize(rng.normal(0, 1, (5, 6)), SIZE_WH, interpolation=cv2.INTER_CUBIC)
    return np.asarray(colour * (1 + 0.08 * uneven[..., None]), np.float32)


def rows(step: float, shift: float) -> Iterator[tuple[float, float]]:
    """Return places in rows, every other row shifted."""
    for number, y in enumerate(np.arange(0, SIZE_WH[1] + step, step)):
        for x in np.arange(0, SIZE_WH[0] + step, step):
            yield float(x + shift * (number % 2)), float(y)


def dot(picture: Light, x: float, y: float, radius: float, ink: NDArray[np.float64]) -> None:
    """Draw a round dot."""
    place, scale = (round(x * 2**SUBPIXEL), round(y * 2**SUBPIXEL)), round(radius * 2**SUBPIXEL)
    cv2.circle(picture, place, scale, ink.tolist(), -1, cv2.LINE_AA, SUBPIXEL)


def turned(rng: Rng, picture: Light) -> Light:
    """Return the picture as seen from another side, a little aslant."""
    width, height = SIZE_WH
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(0, 360), 1.6)
    aslant = np.array([[1, 0, 0], [0, 1, 0], [0, rng.uniform(0, 0.2) / height, 1]])
    seen = cv2.warpPerspective(
        picture, aslant @ np.vstack([matrix, [0, 0, 1]]), SIZE_WH, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.float32)


def photographed(rng: Rng, picture: Light) -> ImageBgr:
    """Return the picture a little blurred, with noise."""
    blurred = cv2.GaussianBlur(picture, (0, 0), 0.8) + rng.normal(0, 4, picture.shape)
    return np.clip(blurred, 0, 255).astype(np.uint8)
