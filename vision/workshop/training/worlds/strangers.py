"""Things on a synthetic table that are no dice: coins, pencils, pads, cards, tokens, keys, cables."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Canvas = NDArray[np.float32]
"""A picture being painted: shape (n, n, 3), BGR, 0 to 255."""


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
    """Draw a pad, a laptop or a card: a large flat rectangle, perhaps ruled or printed."""
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
    """Draw a marker card: printed flat on white paper."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    card = cv2.aruco.generateImageMarker(dictionary, int(rng.integers(50)), 60)
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
    """Draw a small flat piece: a polygon with a mark, as large as a die."""
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
    """Draw bare dots on the table: knots, crumbs, printed patterns."""
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


def _keys(rng: np.random.Generator, canvas: Canvas, side: float) -> None:
    """Keys or buttons in rows, each as large as a die, with a small sign off its middle."""
    size, gap = side * rng.uniform(0.6, 1.3), rng.uniform(1.08, 1.35)
    cap, ink = _ink(rng), _ink(rng)
    if rng.random() < 0.6:
        cap, ink = (rng.uniform(5, 60),) * 3, (rng.uniform(130, 255),) * 3
    start, angle = np.array(_spot(rng, canvas)), rng.uniform(0, np.pi)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    for row in range(int(rng.integers(1, 5))):
        for column in range(int(rng.integers(2, 6))):
            middle = np.array([column + 0.3 * row, row]) * gap
            corners = ((square + middle) * size) @ turn + start
            cv2.fillConvexPoly(canvas, np.round(corners).astype(np.int32), cap, cv2.LINE_AA)
            for _ in range(int(rng.integers(1, 4))):
                ends = ((middle + rng.uniform(-0.35, 0.35, (2, 2))) * size) @ turn + start
                a, b = np.round(ends).astype(int).tolist()
                cv2.line(canvas, a, b, ink, max(1, round(size * 0.05)), cv2.LINE_AA)


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
    _keys,
]
