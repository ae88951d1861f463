"""Paints dice, their shadows and the things that lie over them on a canvas."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.geometry import area_of
from vision.frame import ImageBgr
from vision.workshop.training.worlds.faces import PaintedStyle
from vision.workshop.training.worlds.ink import TEXTURE_PX
from vision.workshop.training.worlds.shine import shining
from vision.workshop.training.worlds.view import PaintedCamera, Points

RIM_SHARE = 0.4
"""Share of the dice whose edges between top and sides are lighter or darker than both."""


@dataclass(frozen=True)
class PaintedLamp:
    """The light of a scene: the direction it comes from (sides of a die for each side of height), and
    how dark its shadows are.

    ``shine``: how strongly the dice mirror it, 0 on dull ones; ``evenness``: at 0 sides get darker the
    more they are turned away from the light, at 1 they are as bright as tops.
    """

    slant: tuple[float, float]
    darkness: float
    shine: float
    evenness: float

    @classmethod
    def any(cls, rng: np.random.Generator) -> "PaintedLamp":
        """Return one of many lamps."""
        x, y = rng.normal(0, 1, 2) * rng.uniform(0.2, 1.2)
        shine = float(rng.uniform(0.4, 1.0)) if rng.random() < 0.35 else 0.0
        evenness = float(rng.uniform(0.5, 1.0)) if rng.random() < 0.3 else 0.0
        return cls((float(x), float(y)), float(rng.uniform(0.1, 0.65)), shine, evenness)


@dataclass(frozen=True, eq=False)
class StandingDie:
    """A die in a scene: its eight corners (four at the bottom, then four at the top, in the same
    order)."""

    style: PaintedStyle
    top: int
    corners: NDArray[np.float64]
    corners_px: Points

    @property
    def top_px(self) -> Points:
        """The top's corners, from the face's own top left clockwise."""
        return self.corners_px[4:]

    def side(self, number: int) -> NDArray[np.float64]:
        """Return the corners (4, 3) of one of its four sides, clockwise as seen from outside."""
        ends = (number, (number + 1) % 4)
        return self.corners[[ends[0] + 4, ends[1] + 4, ends[1], ends[0]]]

    def faces_camera(self, number: int, view: PaintedCamera) -> bool:
        """Tell whether a side is turned towards the camera."""
        middle = self.side(number).mean(0)
        return bool((middle - self.corners.mean(0)) @ (view.eye - middle) > 0)


def seen_sides(dice: list[StandingDie], view: PaintedCamera) -> list[Points]:
    """Return the visible sides that are large enough to be mistaken for a top; the farthest dice come
    first."""
    quads = [
        (die, view.project(die.side(n)), dice[number + 1 :])
        for number, die in enumerate(dice)
        for n in range(4)
        if die.faces_camera(n, view)
    ]
    return [
        quad
        for die, quad, nearer in quads
        if area_of(quad) > 0.2 * area_of(die.top_px) and not any(_covers(one, quad) for one in nearer)
    ]


def _covers(die: StandingDie, quad: Points) -> bool:
    """Tell whether a die nearer to the eye hides a noticeable part of a side."""
    outline = cv2.convexHull(die.corners_px.astype(np.float32))
    shared = cv2.intersectConvexConvex(outline, quad.astype(np.float32))[0]
    return bool(shared > 0.2 * area_of(quad))


def standing(
    rng: np.random.Generator,
    styles: list[PaintedStyle],
    places: NDArray[np.float64],
    view: PaintedCamera,
) -> list[StandingDie]:
    """Return dice standing at these places (n, 3: x, y, radians), the farthest from the eye first."""
    one_maker = rng.random() < 0.6
    maker = styles[int(rng.integers(len(styles)))]
    dice = []
    size = 1.0
    for x, y, angle in places:
        style = maker if one_maker else styles[int(rng.integers(len(styles)))]
        if not one_maker and rng.random() < 0.3:
            size = float(rng.uniform(0.8, 1.0))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * size @ turn.T + (x, y)
        corners = np.column_stack([np.tile(square, (2, 1)), np.repeat([0.0, size], 4)])
        dice.append(
            StandingDie(style, int(rng.integers(len(style.labels))), corners, view.project(corners))
        )
    return sorted(dice, key=lambda die: -float(np.linalg.norm(die.corners.mean(0) - view.eye)))


def _window(points: Points, pad: float, shape: tuple[int, ...]) -> tuple[slice, slice] | None:
    low = np.maximum(np.floor(points.min(0) - pad), 0).astype(int)
    high = np.minimum(np.ceil(points.max(0) + pad) + 1, (shape[1], shape[0])).astype(int)
    if (high - low < 2).any():
        return None
    return slice(low[1], high[1]), slice(low[0], high[0])


def _polygon(points: Points, window: tuple[slice, slice], grow: float = 0.0) -> NDArray[np.float32]:
    """Cover of a convex polygon, its corners rounded by ``grow`` px, within the window."""
    mask = np.zeros((window[0].stop - window[0].start, window[1].stop - window[1].start), np.uint8)
    hull = cv2.convexHull(((points - (window[1].start, window[0].start)) * 8).astype(np.int32))
    cv2.fillConvexPoly(mask, hull, (255.0,), cv2.LINE_AA, 3)
    if grow >= 0.5:
        reach = 2 * round(grow) + 1
        mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
    return np.asarray(mask / 255, np.float32)


def shadow(
    canvas: NDArray[np.float32],
    die: StandingDie,
    view: PaintedCamera,
    lamp: PaintedLamp,
    side: float,
) -> None:
    """Darken the part of the table that lies in a die's shadow."""
    cast = die.corners.copy()
    cast[4:, :2] += np.array(lamp.slant) * 0.8
    cast[4:, 2] = 0
    points = view.project(cast)
    window = _window(points, side * 0.5, canvas.shape)
    if window is None:
        return
    dark = cv2.GaussianBlur(_polygon(points, window), (0, 0), max(0.6, side * 0.1))
    canvas[window] *= 1 - lamp.darkness * dark[..., None]


def draw(
    rng: np.random.Generator,
    canvas: NDArray[np.float32],
    die: StandingDie,
    view: PaintedCamera,
    lamp: PaintedLamp,
    side: float,
) -> None:
    """Paint a die: its body, its visible sides, its top."""
    window = _window(die.corners_px, 3, canvas.shape)
    if window is None:
        return
    patch = canvas[window]
    _draw_body(patch, window, die, view, side)
    light = np.array(lamp.slant)
    others = [face for face in range(6) if face != die.top]
    for number in range(4):
        if not die.faces_camera(number, view):
            continue
        quad = die.side(number)
        outward = quad.mean(0) - die.corners.mean(0)
        lit = 0.68 - 0.3 * outward[:2] @ light / (np.linalg.norm(light) + 0.3) + rng.normal(0, 0.05)
        lit += (rng.uniform(0.9, 1.08) - lit) * lamp.evenness
        texture = shining(rng, die.style.textures[others[number]], 0.4 * lamp.shine)
        turned = view.project(np.roll(quad, int(rng.integers(4)), 0))
        _paste(patch, window, turned, texture, die.style.roundness, float(np.clip(lit, 0.3, 1.05)))
    texture = shining(rng, die.style.textures[die.top], lamp.shine)
    _paste(patch, window, die.top_px, texture, die.style.roundness, float(rng.uniform(0.92, 1.05)))
    if rng.random() < RIM_SHARE:
        _draw_rim(rng, patch, window, die, view, side)
    patch[:] = np.clip(patch, 0, 255)


def _draw_rim(
    rng: np.random.Generator,
    patch: NDArray[np.float32],
    window: tuple[slice, slice],
    die: StandingDie,
    view: PaintedCamera,
    side: float,
) -> None:
    """Paint the light, or the shade, that rounded edges catch between a top and its sides."""
    inner = view.project(die.corners.mean(0) + (die.corners - die.corners.mean(0)) * 0.97)
    ends = np.round((inner - (window[1].start, window[0].start)) * 8).astype(int).tolist()
    seen = [number for number in range(4) if die.faces_camera(number, view)]
    edges = {(n + 4, (n + 1) % 4 + 4) for n in seen} | {(n, n + 4) for n in seen if (n - 1) % 4 in seen}
    cover = np.zeros(patch.shape[:2], np.uint8)
    thick = max(1, round(side * rng.uniform(0.02, 0.07)))
    for a, b in edges:
        if rng.random() < 0.85:
            cv2.line(cover, ends[a], ends[b], (255.0,), thick, cv2.LINE_AA, 3)
    soft = cv2.GaussianBlur(cover, (0, 0), max(0.5, side * 0.02))[..., None] / 255.0
    glow = 255.0 if rng.random() < 0.75 else 0.0
    patch += (glow - patch) * (soft * rng.uniform(0.1, 0.6)).astype(np.float32)


def _draw_body(
    patch: NDArray[np.float32],
    window: tuple[slice, slice],
    die: StandingDie,
    view: PaintedCamera,
    side: float,
) -> None:
    round_, centre = die.style.roundness, die.corners.mean(0)
    inner = view.project(centre + (die.corners - centre) * (1 - round_))
    body = _polygon(inner, window, side * round_ * 0.5)[..., None]
    patch += (np.array(die.style.body_bgr) * 0.75 - patch) * body


def _paste(
    patch: NDArray[np.float32],
    window: tuple[slice, slice],
    quad: Points,
    face: ImageBgr,
    roundness: float,
    lit: float,
) -> None:
    """Lay a face's texture on a quadrilateral, its corners rounded away, its border soft."""
    extent = int(np.clip(1.3 * np.linalg.norm(quad[1] - quad[0]), 8, TEXTURE_PX))
    texture = cv2.resize(face, (extent, extent), interpolation=cv2.INTER_AREA)
    source = np.array([[0, 0], [extent, 0], [extent, extent], [0, extent]], np.float32) - 0.5
    target = (quad - (window[1].start, window[0].start)).astype(np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, target)
    cover = np.zeros((extent, extent), np.float32)
    edge = max(0, round(roundness * 0.35 * extent))
    cover[edge : extent - edge, edge : extent - edge] = 1
    if edge:
        cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), max(0.5, edge * 0.6)), np.float32)
    size = (patch.shape[1], patch.shape[0])
    ink = cv2.warpPerspective(texture.astype(np.float32), matrix, size, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(cover, matrix, size)[..., None]
    patch += (ink * lit - patch) * alpha


def clutter_over(
    rng: np.random.Generator, canvas: NDArray[np.float32], side: float, tops: list[Points]
) -> list[bool]:
    """Sometimes lay a finger or a band of shadow over the picture; return which tops are covered."""
    extent = canvas.shape[0]
    if rng.random() < 0.15:
        start, normal = rng.uniform(0, extent, 2), rng.normal(0, 1, 2)
        rows, columns = np.mgrid[:extent, :extent]
        across = (columns - start[0]) * normal[0] + (rows - start[1]) * normal[1]
        soft = 1 / (1 + np.exp(-np.clip(across / np.linalg.norm(normal) / rng.uniform(0.3, 4), -30, 30)))
        canvas *= (1 - rng.uniform(0.2, 0.6) * soft)[..., None].astype(np.float32)
    if rng.random() > 0.1:
        return [False] * len(tops)
    cover = np.zeros(canvas.shape[:2], np.uint8)
    a, b = rng.uniform(-0.2, 1.2, 2) * extent, rng.uniform(0, 1, 2) * extent
    ends = [(int(p[0]), int(p[1])) for p in (a, b)]
    cv2.line(cover, ends[0], ends[1], (255.0,), max(3, int(side * rng.uniform(0.6, 2.0))), cv2.LINE_AA)
    skin = np.array([120, 150, 200]) * rng.uniform(0.4, 1.15) + rng.normal(0, 12, 3)
    canvas += (skin - canvas) * (cover[..., None] / 255.0).astype(np.float32)
    return [_share(cover, top) > 0.12 for top in tops]


def _share(cover: NDArray[np.uint8], top: Points) -> float:
    mask = np.zeros(cover.shape, np.uint8)
    cv2.fillConvexPoly(mask, top.astype(np.int32), (1.0,))
    return float((cover[mask > 0] > 60).mean()) if mask.any() else 0.0
