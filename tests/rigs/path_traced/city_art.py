"""Draws the four city faces. On the canvas a face is the square from 0 to 1, x right and y down."""

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.rigs.path_traced.artists import Artist

Image = NDArray[np.uint8]
Points = NDArray[np.float64]

CANVAS_PX = 1024


def bgr(colour: str) -> tuple[int, int, int]:
    """Return OpenCV's colour of ``rrggbb``."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (0, 2, 4))
    return blue, green, red


def city_face(artist: Artist, face: str, rng: np.random.Generator) -> Image:
    """Return the print of a city face: shape (CANVAS_PX, CANVAS_PX, 3), BGR."""
    canvas = np.full((CANVAS_PX, CANVAS_PX, 3), bgr(artist.body), np.uint8)
    margin = artist.frame
    if artist.field is not None:
        cv2.fillPoly(
            canvas,
            [_px(_inner(np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]]), margin))],
            bgr(artist.field),
        )
    outline = _inner(_outline(artist, face), margin)
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillPoly(mask, [_px(outline)], 255)
    _filled(canvas, mask, artist, rng)
    if artist.outline:
        wall = bgr(artist.detail)
        cv2.polylines(canvas, [_px(outline)], True, wall, round(artist.outline * CANVAS_PX), cv2.LINE_AA)
    return canvas


def _px(points: Points) -> NDArray[np.int32]:
    return np.round(points * CANVAS_PX).astype(np.int32)


def _inner(points: Points, margin: float) -> Points:
    return np.asarray(margin + points * (1 - 2 * margin))


def _outline(artist: Artist, face: str) -> Points:
    """Return the outline of the city in the frame; a field is cut out of each side that is not city."""
    top_left, top_right, bottom_right, bottom_left = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])
    depth = artist.depth
    if face == "cap":
        parts = [_wall(top_right, top_left, -depth, artist)]
    elif face == "straight":
        parts = [
            _wall(top_right, bottom_right, depth, artist),
            _wall(bottom_left, top_left, depth, artist),
        ]
    elif face == "corner":
        bulge = artist.corner_bulge
        parts = [np.array([top_left, top_right]), _wall(bottom_right, top_left, -bulge, artist)]
    elif face == "three":
        parts = [
            np.array([top_left, top_right, bottom_right]),
            _wall(bottom_left, top_left, depth, artist),
        ]
    else:
        raise ValueError(f"{face} is no city face")
    return np.concatenate(parts)


def _wall(start: Points, end: Points, depth: float, artist: Artist) -> Points:
    """Return a wall from corner to corner, bulging to the right of its way by ``depth``."""
    along = end - start
    right = np.array([-along[1], along[0]])
    right = right / np.linalg.norm(right)
    share = np.linspace(0, 1, 61)
    if artist.wall == "arc":
        bulge = (1 - np.abs(2 * share - 1) ** 1.9) ** 0.8
    elif artist.wall == "wavy":
        bulge = 4 * share * (1 - share) * (1 + 0.13 * np.sin(share * 6 * np.pi))
    elif artist.wall == "trapezoid":
        bulge = np.interp(share, [0, 0.24, 0.76, 1], [0, 1, 1, 0])
    else:
        bulge = np.interp(share, [0, 0.08, 0.3, 0.7, 0.92, 1], [0, 0.55, 1, 1, 0.55, 0])
    return np.asarray(start + share[:, None] * along + depth * bulge[:, None] * right)


def _filled(canvas: Image, mask: Image, artist: Artist, rng: np.random.Generator) -> None:
    """Fill the city in the artist's way."""
    inside = mask > 0
    if artist.fill not in ("hatch", "dots", "crosshatch"):
        canvas[inside] = bgr(artist.city)
    drawing = canvas.copy()
    detail = bgr(artist.detail)
    if artist.fill in ("hatch", "crosshatch"):
        _lines(drawing, 45, 0.062, 0.026, detail)
    if artist.fill == "crosshatch":
        _lines(drawing, -45, 0.062, 0.02, detail)
    if artist.fill == "bricks":
        _bricks(drawing, detail)
    if artist.fill == "dots":
        for x, y in _strewn(mask, 0.062, 0.01, rng):
            cv2.circle(drawing, (x, y), round(0.021 * CANVAS_PX), detail, -1, cv2.LINE_AA)
    canvas[inside] = drawing[inside]
    if artist.fill == "battlements":
        _battlements(canvas, mask, detail)
    if artist.fill in ("windows", "houses"):
        for x, y in _strewn(mask, 0.16, 0.085, rng):
            (_window if artist.fill == "windows" else _house)(canvas, x, y, detail)


def _strewn(mask: Image, step: float, clear: float, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Return points of a loose grid that lie in the mask with this much room."""
    room = cv2.distanceTransform(mask, cv2.DIST_L2, 5)
    places = np.arange(step / 2, 1, step)
    points = []
    for row, y in enumerate(places):
        for x in places + (row % 2) * step / 2:
            px = np.round((np.array([x, y]) + rng.uniform(-0.12, 0.12, 2) * step) * CANVAS_PX).astype(
                int
            )
            if px.max() < CANVAS_PX and px.min() >= 0 and room[px[1], px[0]] > clear * CANVAS_PX:
                points.append((int(px[0]), int(px[1])))
    return points


def _lines(
    drawing: Image, angle_deg: float, step: float, width: float, colour: tuple[int, int, int]
) -> None:
    along = np.array([np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))])
    aside = np.array([-along[1], along[0]])
    for offset in np.arange(-1, 1, step):
        middle = np.array([0.5, 0.5]) + offset * aside
        a, b = (tuple(int(v) for v in (middle + way * along) * CANVAS_PX) for way in (-1, 1))
        cv2.line(drawing, a, b, colour, round(width * CANVAS_PX), cv2.LINE_AA)


def _bricks(drawing: Image, colour: tuple[int, int, int]) -> None:
    width = round(0.014 * CANVAS_PX)
    for row, y in enumerate(np.arange(0.05, 1, 0.085)):
        low, high = (round(v * CANVAS_PX) for v in (y, y + 0.085))
        cv2.line(drawing, (0, low), (CANVAS_PX, low), colour, width)
        for x in np.arange(0.02 + 0.085 * (row % 2), 1, 0.17):
            at = round(x * CANVAS_PX)
            cv2.line(drawing, (at, low), (at, high), colour, width)


def _window(canvas: Image, x: int, y: int, colour: tuple[int, int, int]) -> None:
    half, tall = round(0.028 * CANVAS_PX), round(0.042 * CANVAS_PX)
    cv2.rectangle(canvas, (x - half, y - tall), (x + half, y + tall), colour, -1)


def _house(canvas: Image, x: int, y: int, colour: tuple[int, int, int]) -> None:
    half = round(0.04 * CANVAS_PX)
    roof = np.array([[x - half - 8, y], [x, y - 2 * half], [x + half + 8, y]], np.int32)
    cv2.fillPoly(canvas, [roof], colour)
    cv2.rectangle(canvas, (x - half, y + 8), (x + half, y + half), colour, 3)


def _battlements(canvas: Image, mask: Image, colour: tuple[int, int, int]) -> None:
    """Draw square towers along the inside of the wall."""
    half = round(0.026 * CANVAS_PX)
    room = cv2.erode(mask, np.ones((half * 2, half * 2), np.uint8))
    outlines, _ = cv2.findContours(room, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        for x, y in outline[:: round(0.11 * CANVAS_PX), 0]:
            cv2.rectangle(
                canvas, (int(x) - half, int(y) - half), (int(x) + half, int(y) + half), colour, -1
            )
