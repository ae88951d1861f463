"""Made-up pictures of dice for training: cheap, varied beyond what is plausible, fully labelled.

They are painted, not traced: cubes are projected exactly, everything else is only hinted at.
The simulated table (``vision.simulation``) is another renderer on purpose, so that what is
measured on it was never trained on.
Lengths are in sides of a die; the table is z = 0, the dice's tops z = 1.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.training.backgrounds import paint_background
from vision.training.faces import DieStyle
from vision.training.ink import TEXTURE_PX

Points = NDArray[np.float64]
"""Points in the picture or on the table: shape (n, 2)."""


@dataclass(frozen=True, eq=False)
class PaintedDie:
    """The truth about one die: its label, its top's corners from the face's own top left clockwise."""

    family: str
    label: str
    corners_px: Points
    hidden: bool


@dataclass(frozen=True, eq=False)
class Scene:
    """A painted picture and the dice in it; what is not ``inside_px`` (x0, y0, x1, y1) is grey."""

    image_bgr: ImageBgr
    dice: tuple[PaintedDie, ...]
    inside_px: tuple[float, float, float, float]


@dataclass(frozen=True)
class Look:
    """How a scene is painted: picture side, side of a die, greatest tilt of the camera."""

    size_px: int = 160
    side_px: tuple[float, float] = (18.0, 46.0)
    tilt_deg: float = 50.0


@dataclass(frozen=True, eq=False)
class _View:
    """A camera: ``matrix`` (3 x 4) takes table points to pixels, ``eye`` is where it stands."""

    matrix: NDArray[np.float64]
    eye: NDArray[np.float64]

    def project(self, points: NDArray[np.float64]) -> Points:
        """Return pixels (n, 2) of table points (n, 3)."""
        seen = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        return np.asarray(seen[:, :2] / seen[:, 2:])


def paint_scene(rng: np.random.Generator, styles: list[DieStyle], look: Look) -> Scene:
    """Return a made-up picture with some dice of the given styles."""
    side = float(np.exp(rng.uniform(*np.log(look.side_px))))
    view = _camera(rng, look, side)
    canvas = paint_background(rng, look.size_px, side).astype(np.float32)
    places = _places(rng, look.size_px / side)
    light = rng.normal(0, 1, 2) * rng.uniform(0.2, 1.2)
    dice = _dice(rng, styles, places, view)
    for die in dice:
        _shadow(canvas, die, view, light, rng.uniform(0.15, 0.6), side)
    for die in dice:
        _draw(rng, canvas, die, view, light, side)
    hidden = _clutter_over(rng, canvas, side, [die.top_px for die in dice])
    image, inside = _photographed(rng, canvas, side)
    painted = tuple(
        PaintedDie(die.style.family, die.style.labels[die.top], die.top_px, bool(covered))
        for die, covered in zip(dice, hidden, strict=True)
        if _kept(die.top_px, inside, 0.2 * side)
    )
    return Scene(image, painted, inside)


def _kept(corners_px: Points, inside: tuple[float, float, float, float], beyond: float) -> bool:
    x, y = corners_px.mean(0)
    return bool(
        inside[0] - beyond <= x < inside[2] + beyond and inside[1] - beyond <= y < inside[3] + beyond
    )


def _camera(rng: np.random.Generator, look: Look, side: float) -> _View:
    tilt = np.radians(look.tilt_deg * rng.beta(1.1, 1.8))
    roll = rng.uniform(0, 2 * np.pi)
    distance = rng.uniform(9, 40)
    focal = side * distance
    half = look.size_px / 2
    intrinsic = np.array([[focal, 0, half], [0, focal, half], [0, 0, 1]])
    spin = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    back = np.array([[np.cos(roll), np.sin(roll), 0], [-np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    # The camera looks down: y of the table runs down in the picture, z of the table towards the eye.
    down = np.diag([1.0, 1.0, -1.0])
    rotation = back @ lean @ spin @ down
    shift = np.array([0, 0, distance])
    eye = -rotation.T @ shift
    return _View(intrinsic @ np.column_stack([rotation, shift]), eye)


# --- where dice lie ---------------------------------------------------------------------------------


def _places(rng: np.random.Generator, extent: float) -> NDArray[np.float64]:
    """Return x, y, angle (radians) of dice on the table, no two overlapping: shape (n, 3)."""
    placed: list[NDArray[np.float64]] = []
    for _ in range(int(rng.integers(0, 7))):
        for row in _group(rng, extent):
            if all(np.hypot(*(row[:2] - other[:2])) > _reach(row, other) for other in placed):
                placed.append(row)
    return np.array(placed).reshape(-1, 3)


def _reach(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How near two dice may come: 1 edge to edge, more when turned against each other."""
    gap = abs((one[2] - other[2] + np.pi / 4) % (np.pi / 2) - np.pi / 4)
    return 0.97 if gap < 0.12 else 1.0 + 0.25 * min(1.0, gap / 0.4)


def _group(rng: np.random.Generator, extent: float) -> NDArray[np.float64]:
    """A loose die, or a row, block or crooked city of touching ones."""
    middle = rng.uniform(-0.55, 0.55, 2) * extent
    angle = rng.uniform(0, 2 * np.pi)
    if rng.random() < 0.6:
        return np.array([[*middle, angle]])
    cells = {(0, 0)}
    for _ in range(int(rng.integers(1, 9))):
        column, row = list(cells)[int(rng.integers(len(cells)))]
        step = [(1, 0), (-1, 0), (0, 1), (0, -1)][int(rng.integers(4))]
        cells.add((column + step[0], row + step[1]))
    gap = 1.0 + abs(rng.normal(0, 0.03))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    spots = (np.array(sorted(cells)) * gap) @ turn.T + middle + rng.normal(0, 0.02, (len(cells), 2))
    turns = angle + rng.normal(0, 0.03, len(cells)) + rng.integers(0, 4, len(cells)) * np.pi / 2
    return np.column_stack([spots, turns])


@dataclass(frozen=True, eq=False)
class _Die:
    """A die in a scene: its eight corners (four of the floor, then four of the top, same order)."""

    style: DieStyle
    top: int
    corners: NDArray[np.float64]
    corners_px: Points

    @property
    def top_px(self) -> Points:
        """The top's corners, from the face's own top left clockwise."""
        return self.corners_px[4:]


def _dice(
    rng: np.random.Generator, styles: list[DieStyle], places: NDArray[np.float64], view: _View
) -> list[_Die]:
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
        dice.append(_Die(style, int(rng.integers(len(style.labels))), corners, view.project(corners)))
    return sorted(dice, key=lambda die: -float(np.linalg.norm(die.corners.mean(0) - view.eye)))


# --- painting ---------------------------------------------------------------------------------------


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


def _shadow(
    canvas: NDArray[np.float32],
    die: _Die,
    view: _View,
    light: NDArray[np.float64],
    depth: float,
    side: float,
) -> None:
    cast = die.corners.copy()
    cast[4:, :2] += light * 0.8
    cast[4:, 2] = 0
    points = view.project(cast)
    window = _window(points, side * 0.5, canvas.shape)
    if window is None:
        return
    dark = cv2.GaussianBlur(_polygon(points, window), (0, 0), max(0.6, side * 0.1))
    canvas[window] *= 1 - depth * dark[..., None]


def _draw(
    rng: np.random.Generator,
    canvas: NDArray[np.float32],
    die: _Die,
    view: _View,
    light: NDArray[np.float64],
    side: float,
) -> None:
    round_ = die.style.roundness
    centre = die.corners.mean(0)
    window = _window(die.corners_px, 3, canvas.shape)
    if window is None:
        return
    inner = view.project(centre + (die.corners - centre) * (1 - round_))
    body = _polygon(inner, window, side * round_ * 0.5)[..., None]
    colour = np.array(die.style.body_bgr) * 0.75
    patch = canvas[window]
    patch += (colour - patch) * body
    others = [face for face in range(6) if face != die.top]
    for number in range(4):
        ends = (number, (number + 1) % 4)
        quad = die.corners[[ends[0] + 4, ends[1] + 4, ends[1], ends[0]]]
        outward = quad.mean(0) - centre
        if outward @ (view.eye - quad.mean(0)) <= 0:
            continue
        lit = float(
            np.clip(
                0.68 - 0.3 * outward[:2] @ light / (np.linalg.norm(light) + 0.3) + rng.normal(0, 0.05),
                0.3,
                1.05,
            )
        )
        spin = int(rng.integers(4))
        _paste(patch, window, view.project(np.roll(quad, spin, 0)), die.style, others[number], lit)
    _paste(patch, window, die.top_px, die.style, die.top, float(rng.uniform(0.92, 1.05)))
    patch[:] = np.clip(patch, 0, 255)


def _paste(
    patch: NDArray[np.float32],
    window: tuple[slice, slice],
    quad: Points,
    style: DieStyle,
    face: int,
    lit: float,
) -> None:
    """Lay a face's texture on a quadrilateral, its corners rounded away, its border soft."""
    extent = int(np.clip(1.3 * np.linalg.norm(quad[1] - quad[0]), 8, TEXTURE_PX))
    texture = cv2.resize(style.textures[face], (extent, extent), interpolation=cv2.INTER_AREA)
    source = np.array([[0, 0], [extent, 0], [extent, extent], [0, extent]], np.float32) - 0.5
    target = (quad - (window[1].start, window[0].start)).astype(np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, target)
    cover = np.zeros((extent, extent), np.float32)
    edge = max(0, round(style.roundness * 0.35 * extent))
    cover[edge : extent - edge, edge : extent - edge] = 1
    if edge:
        cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), max(0.5, edge * 0.6)), np.float32)
    size = (patch.shape[1], patch.shape[0])
    ink = cv2.warpPerspective(texture.astype(np.float32), matrix, size, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(cover, matrix, size)[..., None]
    patch += (ink * lit - patch) * alpha


def _clutter_over(
    rng: np.random.Generator, canvas: NDArray[np.float32], side: float, tops: list[Points]
) -> list[bool]:
    """Now and then lay a finger or a band of shadow over the picture; say which tops are covered."""
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


def _photographed(
    rng: np.random.Generator, canvas: NDArray[np.float32], side: float
) -> tuple[ImageBgr, tuple[float, float, float, float]]:
    """Light, lens and file: exposure, cast, glare, blur, noise, JPEG, at times the picture's edge."""
    extent = canvas.shape[0]
    cast = rng.uniform(0.86, 1.14, 3) * rng.uniform(0.5, 1.2)
    image = np.nan_to_num(canvas) * cast.astype(np.float32)
    if rng.random() < 0.2:
        rows, columns = np.mgrid[:extent, :extent]
        x, y = rng.uniform(0, extent, 2)
        spot = np.exp(
            -((columns - x) ** 2 + (rows - y) ** 2) / (2 * (rng.uniform(0.3, 2.5) * side) ** 2)
        )
        image += (spot * rng.uniform(20, 140))[..., None].astype(np.float32)
    toned = 255 * (np.clip(image, 0, 255) / 255) ** rng.uniform(0.75, 1.3)
    image = _blurred(rng, toned.astype(np.float32), side)
    image += rng.normal(0, rng.uniform(0, 7), image.shape).astype(np.float32)
    flat = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = int(rng.integers(35, 97))
        coded = cv2.imencode(".jpg", flat, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        flat = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return _edged(rng, flat)


def _blurred(rng: np.random.Generator, image: NDArray[np.float32], side: float) -> NDArray[np.float32]:
    image = np.asarray(
        cv2.GaussianBlur(image, (0, 0), max(0.3, side * rng.uniform(0.005, 0.03))), np.float32
    )
    if rng.random() < 0.15:
        reach = max(2, round(side * rng.uniform(0.04, 0.16)))
        kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
        angle = rng.uniform(0, np.pi)
        away = (round(reach / 2 * np.cos(angle)), round(reach / 2 * np.sin(angle)))
        cv2.line(kernel, (reach - away[0], reach - away[1]), (reach + away[0], reach + away[1]), 1.0, 1)
        image = np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
    return image


def _edged(
    rng: np.random.Generator, image: ImageBgr
) -> tuple[ImageBgr, tuple[float, float, float, float]]:
    """Now and then the picture ends inside the patch; beyond lies the grey the finder pads with."""
    extent = image.shape[0]
    inside = [0, 0, extent, extent]
    if rng.random() < 0.2:
        where = int(rng.integers(4))
        line = int(rng.uniform(0.1, 0.5) * extent)
        inside[where] = line if where < 2 else extent - line
        grey = np.full_like(image, 127)
        grey[inside[1] : inside[3], inside[0] : inside[2]] = image[
            inside[1] : inside[3], inside[0] : inside[2]
        ]
        image = grey
    return image, (inside[0], inside[1], inside[2], inside[3])
