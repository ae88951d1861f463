"""Made-up table tops and the things that lie on them, none of them a die."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

Canvas = NDArray[np.float32]
"""A picture being painted: shape (n, n, 3), BGR, 0 to 255."""


def paint_background(rng: np.random.Generator, size_px: int, side_px: float) -> ImageBgr:
    """Return a square table top of ``size_px`` with odds and ends as large as dice of ``side_px``."""
    base = _base_colour(rng)
    canvas = np.tile(base, (size_px, size_px, 1)).astype(np.float32)
    surface = SURFACES[int(rng.integers(len(SURFACES)))]
    canvas += surface(rng, size_px)[..., None] * rng.uniform(0.6, 1.2, 3).astype(np.float32)
    canvas += _slope(rng, size_px)[..., None]
    for _ in range(int(rng.integers(0, 5)) if rng.random() < 0.6 else 0):
        thing = THINGS[int(rng.integers(len(THINGS)))]
        thing(rng, canvas, side_px)
    return np.clip(canvas, 0, 255).astype(np.uint8)


def _base_colour(rng: np.random.Generator) -> NDArray[np.float64]:
    kind = rng.random()
    if kind < 0.3:
        return np.array([rng.uniform(150, 250)] * 3) - (rng.uniform(0, 60), rng.uniform(0, 25), 0)
    if kind < 0.45:
        return np.array([rng.uniform(10, 70)] * 3) + rng.uniform(-8, 8, 3)
    if kind < 0.65:
        return np.array([70, 110, 160]) * rng.uniform(0.4, 1.35)
    return rng.uniform(15, 235, 3)


def _noise(rng: np.random.Generator, size_px: int, cells: int) -> NDArray[np.float32]:
    coarse = rng.normal(0, 1, (max(2, cells), max(2, cells))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (size_px, size_px), interpolation=cv2.INTER_CUBIC), np.float32)


def _plain(rng: np.random.Generator, size_px: int) -> NDArray[np.float32]:
    return _noise(rng, size_px, int(rng.integers(2, 9))) * rng.uniform(0, 6)


def _felt(rng: np.random.Generator, size_px: int) -> NDArray[np.float32]:
    fine = rng.normal(0, 1, (size_px, size_px)).astype(np.float32)
    return cv2.GaussianBlur(fine, (0, 0), rng.uniform(0.5, 1.6)) * rng.uniform(4, 30) + _plain(
        rng, size_px
    )


def _wood(rng: np.random.Generator, size_px: int) -> NDArray[np.float32]:
    rows, columns = np.mgrid[:size_px, :size_px].astype(np.float32)
    angle = rng.uniform(0, np.pi)
    across = (
        columns * np.cos(angle) + rows * np.sin(angle) + _noise(rng, size_px, 4) * rng.uniform(2, 14)
    )
    lines = rng.normal(0, 1, 1024).astype(np.float32)
    lines = cv2.GaussianBlur(lines[None], (0, 0), rng.uniform(0.8, 5))[0]
    lines /= lines.std() + 1e-6
    grain = lines[np.mod(across * rng.uniform(0.6, 2) + 400, 1023).astype(int)]
    if rng.random() < 0.3:
        plank = rng.uniform(40, 120)
        grain = grain - 3 * (np.mod(across + 1000, plank) < 1.5)
    return np.asarray(grain * rng.uniform(2, 18), np.float32)


def _cloth(rng: np.random.Generator, size_px: int) -> NDArray[np.float32]:
    rows, columns = np.mgrid[:size_px, :size_px].astype(np.float32)
    period = rng.uniform(2, 24)
    angle = rng.uniform(0, np.pi)
    u, v = columns * np.cos(angle) + rows * np.sin(angle), rows * np.cos(angle) - columns * np.sin(angle)
    weave = np.sin(2 * np.pi * u / period) * (
        1 if rng.random() < 0.5 else np.sin(2 * np.pi * v / period)
    )
    if rng.random() < 0.3:
        weave = np.sign(weave)
    return np.asarray(weave * rng.uniform(2, 28), np.float32)


SURFACES: list[Callable[[np.random.Generator, int], NDArray[np.float32]]] = [
    _plain,
    _plain,
    _felt,
    _wood,
    _wood,
    _cloth,
]


def _slope(rng: np.random.Generator, size_px: int) -> NDArray[np.float32]:
    rows, columns = np.mgrid[:size_px, :size_px].astype(np.float32) / size_px - 0.5
    return np.asarray((rows * rng.normal(0, 25) + columns * rng.normal(0, 25)), np.float32)


# --- things that are no dice ------------------------------------------------------------------------


def _spot(rng: np.random.Generator, canvas: Canvas) -> tuple[int, int]:
    x, y = rng.integers(0, canvas.shape[0], 2)
    return int(x), int(y)


def _ink(rng: np.random.Generator) -> tuple[float, float, float]:
    value = rng.uniform(0, 255, 3) if rng.random() < 0.4 else np.array([rng.uniform(0, 255)] * 3)
    return float(value[0]), float(value[1]), float(value[2])


def _coin(rng: np.random.Generator, canvas: Canvas, side: float) -> None:
    place, radius = _spot(rng, canvas), max(3, round(side * rng.uniform(0.3, 1.1)))
    cv2.circle(canvas, place, radius, _ink(rng), -1, cv2.LINE_AA)
    cv2.circle(
        canvas,
        place,
        max(1, round(radius * rng.uniform(0.5, 0.9))),
        _ink(rng),
        max(1, radius // 8),
        cv2.LINE_AA,
    )
    if rng.random() < 0.6:
        origin = (place[0] - radius // 2, place[1] + radius // 2)
        cv2.putText(
            canvas_u8 := canvas.astype(np.uint8),
            str(rng.integers(1, 99)),
            origin,
            0,
            radius / 22,
            _ink(rng),
            max(1, radius // 9),
        )
        canvas[:] = canvas_u8


def _pencil(rng: np.random.Generator, canvas: Canvas, side: float) -> None:
    a, b = _spot(rng, canvas), _spot(rng, canvas)
    width = max(2, round(side * rng.uniform(0.15, 0.7)))
    cv2.line(canvas, a, b, _ink(rng), width, cv2.LINE_AA)
    cv2.line(canvas, a, b, _ink(rng), max(1, width // 3), cv2.LINE_AA)


def _slab(rng: np.random.Generator, canvas: Canvas, side: float) -> None:
    """A pad, a laptop, a card: a large flat rectangle, perhaps ruled or printed."""
    size = side * rng.uniform(1.6, 8, 2)
    box = cv2.boxPoints(
        (_spot(rng, canvas), (float(size[0]), float(size[1])), float(rng.uniform(0, 180)))
    )
    cv2.fillConvexPoly(canvas, box.astype(np.int32), _ink(rng), cv2.LINE_AA)
    if rng.random() < 0.5:
        ink = _ink(rng)
        for t in np.linspace(0.1, 0.9, int(rng.integers(3, 10))):
            start, end = box[0] + (box[1] - box[0]) * t, box[3] + (box[2] - box[3]) * t
            cv2.line(
                canvas, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), ink, 1, cv2.LINE_AA
            )


def _writing(rng: np.random.Generator, canvas: Canvas, side: float) -> None:
    text = "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTabcdefgh0123456789 .:+"), int(rng.integers(1, 9))))
    drawn = canvas.astype(np.uint8)
    scale = side * rng.uniform(0.01, 0.04)
    cv2.putText(
        drawn,
        text,
        _spot(rng, canvas),
        int(rng.integers(0, 5)),
        scale,
        _ink(rng),
        max(1, round(scale * 2)),
        cv2.LINE_AA,
    )
    canvas[:] = drawn


def _marker(rng: np.random.Generator, canvas: Canvas, side: float) -> None:
    """A marker card: printed flat on white paper."""
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    card = cv2.aruco.generateImageMarker(words, int(rng.integers(50)), 60)
    card = cv2.copyMakeBorder(card, 10, 10, 10, 10, cv2.BORDER_CONSTANT, value=(255.0,))
    extent = side * rng.uniform(1.2, 3.2)
    x, y = _spot(rng, canvas)
    turn = cv2.getRotationMatrix2D((40, 40), float(rng.uniform(0, 360)), extent / 80)
    turn[:, 2] += (x - 40, y - 40)
    size = (canvas.shape[1], canvas.shape[0])
    cover = cv2.warpAffine(np.ones((80, 80), np.float32), turn, size)[..., None]
    ink = cv2.warpAffine(card.astype(np.float32), turn, size)[..., None]
    canvas += (ink * rng.uniform(0.6, 1) - canvas) * cover


def _token(rng: np.random.Generator, canvas: Canvas, side: float) -> None:
    """A small flat piece: polygon with a mark, as large as a die."""
    corners = int(rng.integers(3, 9))
    x, y = _spot(rng, canvas)
    if corners == 4:
        corners = 5
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False) + rng.uniform(0, 6)
    radius = side * rng.uniform(0.3, 0.9)
    points = np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], 1).astype(np.int32)
    cv2.fillConvexPoly(canvas, points, _ink(rng), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 4))):
        dot = points.mean(0) + rng.normal(0, radius * 0.35, 2)
        cv2.circle(
            canvas, (int(dot[0]), int(dot[1])), max(1, round(radius * 0.15)), _ink(rng), -1, cv2.LINE_AA
        )


def _dots(rng: np.random.Generator, canvas: Canvas, side: float) -> None:
    """Bare dots on the table: knots, crumbs, printed patterns."""
    place, ink = _spot(rng, canvas), _ink(rng)
    for _ in range(int(rng.integers(1, 7))):
        dot = place + rng.normal(0, side * 0.5, 2)
        cv2.circle(
            canvas,
            (int(dot[0]), int(dot[1])),
            max(1, round(side * rng.uniform(0.04, 0.16))),
            ink,
            -1,
            cv2.LINE_AA,
        )


def _cable(rng: np.random.Generator, canvas: Canvas, side: float) -> None:
    t = np.linspace(0, 1, 24)[:, None]
    a, b, c = (rng.uniform(0, canvas.shape[0], 2) for _ in range(3))
    curve = (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c
    cv2.polylines(
        canvas,
        [curve.astype(np.int32)],
        False,
        _ink(rng),
        max(1, round(side * rng.uniform(0.08, 0.3))),
        cv2.LINE_AA,
    )


THINGS: list[Callable[[np.random.Generator, Canvas, float], None]] = [
    _coin,
    _pencil,
    _slab,
    _slab,
    _writing,
    _marker,
    _token,
    _dots,
    _cable,
]
