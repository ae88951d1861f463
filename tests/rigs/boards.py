"""Drawn photographs of boards: 15 x 10 cells of painted sand, tiles and pawns with height, lamps and
hands.

Every board is drawn from a seed: its art, its tiles' art and their thickness. Things of some height are
projected as a camera sees them, so that their tops do not lie over their cells.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

COLUMNS, ROWS = 15, 10
SIZE_WH = (2304, 1296)
ART_PX = 96
LABELS = tuple(
    f"{kind}.{part}"
    for kind in ("street", "river", "wall")
    for part in ("single", "start", "bridge", "end")
)
Rng = np.random.Generator
Light = NDArray[np.float32]


@dataclass(frozen=True)
class Placed:
    """A tile part on a cell, and whether a pawn stands there; no label: a pawn on the bare board."""

    label: str | None
    turns: int = 0
    on: str | None = None


Cells = Mapping[tuple[int, int], Placed]


@dataclass(frozen=True)
class View:
    """Where the camera stands over the board and what light falls on it."""

    tilt_deg: float = 0.0
    towards_deg: float = 90.0
    turn_deg: float = 0.0
    shift_cells: tuple[float, float] = (0.0, 0.0)
    distance_cells: float = 22.0
    exposure: float = 1.0
    balance_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    falls: tuple[float, float] = (0.0, 0.0)
    shadow: float = 0.0
    shadow_at: tuple[float, float] = (0.0, 0.3)
    noise: float = 2.0
    blur_px: float = 0.6
    lamp: tuple[float, float] = (0.5, 0.4)
    hands: int = 0


@dataclass
class DrawnBoard:
    """One board with its tiles' art."""

    seed: int
    thickness: float = 0.09
    art: ImageBgr = field(init=False)
    tiles: dict[str, ImageBgr] = field(init=False)

    def __post_init__(self) -> None:
        rng = np.random.default_rng(self.seed)
        self._sand = rng.uniform((90, 140, 170), (150, 195, 225))
        self._style = rng.integers(3)
        self._pawn_bgr = rng.uniform(20, 235, 3)
        self.art = _board_art(rng, self._sand)
        self.tiles = {label: _tile_art(rng, label, self._sand, rng.uniform(0, 25)) for label in LABELS}

    def photograph(
        self, cells: Cells, view: View | None = None, seed: int = 0
    ) -> tuple[ImageBgr, "Camera"]:
        """Return a picture of the board with these pieces, and the camera that took it."""
        view = view or View()
        rng = np.random.default_rng((self.seed, seed))
        camera = Camera(view)
        table = np.full((SIZE_WH[1], SIZE_WH[0], 3), rng.uniform(40, 160, 3), np.float32)
        light = _painted(table, self.art.astype(np.float32), camera.art_to_px(0.0))
        jitter = {cell: rng.normal(0, 0.025, 2) for cell in cells}
        light *= _cast(cells, self.thickness, view, camera)[..., None]
        tops, mask = self._tops(cells, rng, jitter)
        side = (self._sand * 0.55).astype(np.float32)
        for height in np.linspace(0, self.thickness, 5)[:-1]:
            light = _painted(light, side, camera.art_to_px(float(height)), mask)
        light = _painted(light, tops, camera.art_to_px(self.thickness), mask)
        for cell, placed in sorted(cells.items(), key=lambda item: item[0][1]):
            if placed.on is not None:
                self._stand(light, cell, self.thickness if placed.label else 0.0, camera)
        for number in range(view.hands):
            _reach_in(light, rng, number)
        return _exposed(light, view, rng), camera

    def _tops(
        self, cells: Cells, rng: Rng, jitter: Mapping[tuple[int, int], NDArray[np.float64]]
    ) -> tuple[Light, NDArray[np.uint8]]:
        tops = np.zeros_like(self.art, np.float32)
        mask = np.zeros(self.art.shape[:2], np.uint8)
        for (column, row), placed in cells.items():
            if placed.label is None:
                continue
            tile = np.rot90(self.tiles[placed.label], -placed.turns)
            angle = rng.normal(0, 1.2)
            # A tile's art, turned and slipped, reaches less than half a cell beyond its own.
            left, top = column * ART_PX + ART_PX // 2, row * ART_PX + ART_PX // 2
            middle = (np.array([column, row]) + 1.5 + jitter[column, row]) * ART_PX - 0.5
            turn = cv2.getRotationMatrix2D((ART_PX / 2 - 0.5, ART_PX / 2 - 0.5), angle, 0.97)
            turn[:, 2] = turn[:, 2] + middle - (ART_PX / 2 - 0.5) - (left, top)
            size = (2 * ART_PX, 2 * ART_PX)
            where = cv2.warpAffine(np.full(tile.shape[:2], 255, np.uint8), turn, size)
            there = cv2.warpAffine(tile.astype(np.float32), turn, size)
            cell = (slice(top, top + 2 * ART_PX), slice(left, left + 2 * ART_PX))
            tops[cell][where > 127] = there[where > 127]
            mask[cell] = np.maximum(mask[cell], np.asarray(where, np.uint8))
        return tops, mask

    def _stand(self, light: Light, cell: tuple[int, int], base: float, camera: "Camera") -> None:
        """Draw a pawn: discs above each other, wide at the foot, a ball at the top."""
        turn = np.linspace(0, 2 * np.pi, 24)
        ring = np.stack([np.cos(turn), np.sin(turn)], axis=1)
        for part in np.linspace(0, 1, 26):
            radius = (
                0.27 - 0.17 * part
                if part < 0.7
                else 0.16 * np.sqrt(max(0.02, 1 - ((part - 0.84) / 0.17) ** 2))
            )
            outline = camera.to_px(np.array(cell) + 0.5 + ring * radius, base + 0.75 * part)
            shade = 0.6 + 0.4 * part
            cv2.fillPoly(
                light,
                [np.rint(outline * 8).astype(np.int32)],
                (self._pawn_bgr * shade).tolist(),
                cv2.LINE_AA,
                3,
            )


class Camera:
    """Takes places of the board, in cells and at a height in cells, to pixels."""

    def __init__(self, view: View) -> None:
        tilt, towards, turn = np.deg2rad([view.tilt_deg, view.towards_deg, view.turn_deg])
        axis = np.array([np.sin(towards), -np.cos(towards), 0.0]) * tilt
        rotation = cv2.Rodrigues(axis)[0] @ cv2.Rodrigues(np.array([0, 0, turn]))[0]
        width, height = SIZE_WH
        focal = 1.05 * width * view.distance_cells / 22
        inner = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
        middle = np.array([COLUMNS / 2, ROWS / 2, 0.0]) + np.array((*view.shift_cells, 0.0))
        away = np.array([0, 0, view.distance_cells])
        flip = np.diag([1, 1, -1.0])
        self.matrix = inner @ np.column_stack([rotation @ flip, away - rotation @ flip @ middle])

    def to_px(self, places: NDArray[np.float64], height: float) -> NDArray[np.float64]:
        """Return pixels (n, 2) of places (n, 2) in cells."""
        whole = np.column_stack([places, np.full(len(places), height), np.ones(len(places))])
        seen = whole @ self.matrix.T
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def art_to_px(self, height: float) -> NDArray[np.float64]:
        """Return the homography from the art's pixels (a margin of one cell with it), lifted so high."""
        plane = self.matrix[:, [0, 1, 3]].copy()
        plane[:, 2] += height * self.matrix[:, 2]
        to_cells = np.array(
            [[1 / ART_PX, 0, 0.5 / ART_PX - 1], [0, 1 / ART_PX, 0.5 / ART_PX - 1], [0, 0, 1]]
        )
        return np.asarray(plane @ to_cells)

    @property
    def corners_px(self) -> list[list[float]]:
        """Centres of the four corner cells, clockwise from the top left."""
        right, bottom = COLUMNS - 0.5, ROWS - 0.5
        places = np.array([[0.5, 0.5], [right, 0.5], [right, bottom], [0.5, bottom]])
        found: list[list[float]] = np.round(self.to_px(places, 0.0), 2).tolist()
        return found


def random_view(rng: Rng, tilt_deg: float = 25.0, hands: int = 0) -> View:
    """Return a view as a living room has it."""
    return View(
        tilt_deg=rng.uniform(0, tilt_deg),
        towards_deg=rng.uniform(0, 360),
        turn_deg=rng.uniform(-8, 8),
        shift_cells=(rng.uniform(-0.8, 0.8), rng.uniform(-0.4, 0.4)),
        distance_cells=rng.uniform(20, 26),
        exposure=float(np.exp(rng.uniform(-0.7, 0.15))),
        balance_bgr=tuple(np.exp(rng.normal(0, 0.1, 3)).tolist()),
        falls=tuple(rng.uniform(-0.5, 0.5, 2).tolist()),
        shadow=float(rng.choice([0, 0, rng.uniform(0.2, 0.5)])),
        shadow_at=(rng.uniform(0, 6.28), rng.uniform(-0.3, 0.3)),
        noise=rng.uniform(1, 5),
        blur_px=rng.uniform(0.4, 1.3),
        lamp=tuple(rng.uniform(-1.2, 1.2, 2).tolist()),
        hands=hands,
    )


def each_tile_once(rng: Rng, pawns: int = 2) -> dict[tuple[int, int], Placed]:
    """Return every tile part once somewhere, and pawns on bare cells."""
    places = [(int(n) % COLUMNS, int(n) // COLUMNS) for n in rng.permutation(COLUMNS * ROWS)]
    cells = {
        place: Placed(label, int(rng.integers(4))) for place, label in zip(places, LABELS, strict=False)
    }
    return cells | {
        place: Placed(None, on="gang") for place in places[len(LABELS) : len(LABELS) + pawns]
    }


def random_lay(rng: Rng, tiles: int, pawns: int = 4) -> dict[tuple[int, int], Placed]:
    """Return so many tile parts anywhere, pawns on some of them and on a bare cell."""
    places = [(int(n) % COLUMNS, int(n) // COLUMNS) for n in rng.permutation(COLUMNS * ROWS)]
    cells = {
        place: Placed(str(rng.choice(LABELS)), int(rng.integers(4)), "gang" if n < pawns - 1 else None)
        for n, place in enumerate(places[:tiles])
    }
    return cells | {places[tiles]: Placed(None, on="gang")}


def as_labels(cells: Cells) -> dict[str, object]:
    """Return the cells as a manifest has them."""
    rows: dict[str, object] = {}
    for (column, row), placed in cells.items():
        one: dict[str, object] = {"label": placed.label or "empty"}
        if placed.label is not None:
            one["turns"] = placed.turns
        if placed.on is not None:
            one["on"] = placed.on
        rows[f"{column},{row}"] = one
    return rows


def _noise(rng: Rng, shape: tuple[int, int], cell: float, contrast: float) -> Light:
    small = rng.normal(0, 1, (int(shape[0] / cell) + 2, int(shape[1] / cell) + 2)).astype(np.float32)
    return np.asarray(
        cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC) * contrast, np.float32
    )


def _sanded(rng: Rng, shape: tuple[int, int], sand: NDArray[np.float64]) -> Light:
    grain = sum(_noise(rng, shape, cell, contrast) for cell, contrast in ((2, 4), (9, 5), (60, 5)))
    return np.asarray(np.clip(sand + np.asarray(grain)[..., None], 5, 250), np.float32)


def _board_art(rng: Rng, sand: NDArray[np.float64]) -> ImageBgr:
    height, width = (ROWS + 2) * ART_PX, (COLUMNS + 2) * ART_PX
    art = _sanded(rng, (height, width), sand)
    frame = rng.uniform(30, 200, 3)
    inner = slice(ART_PX // 2, -ART_PX // 2)
    rim = np.ones((height, width), bool)
    rim[inner, inner] = False
    art[rim] = frame + _noise(rng, (height, width), 20, 8)[rim][:, None]
    for n in rng.permutation(COLUMNS * ROWS)[:47].tolist():
        x, y = (n % COLUMNS + 1.5) * ART_PX, (n // COLUMNS + 1.5) * ART_PX
        _drawing(rng, art, x, y, ART_PX * rng.uniform(0.28, 0.42))
    ink = (sand * rng.uniform(0.4, 0.8)).tolist()
    for column in range(COLUMNS + 1):
        cv2.line(art, ((column + 1) * ART_PX, ART_PX), ((column + 1) * ART_PX, height - ART_PX), ink, 2)
    for row in range(ROWS + 1):
        cv2.line(art, (ART_PX, (row + 1) * ART_PX), (width - ART_PX, (row + 1) * ART_PX), ink, 2)
    return np.clip(art, 0, 255).astype(np.uint8)


def _drawing(rng: Rng, art: Light, x: float, y: float, size: float) -> None:
    """Draw a building, or something like it."""
    for _ in range(rng.integers(2, 5)):
        points = np.array([x, y]) + rng.uniform(-1, 1, (rng.integers(3, 6), 2)) * size
        colour = rng.uniform(20, 230, 3).tolist()
        cv2.fillConvexPoly(art, cv2.convexHull(np.rint(points).astype(np.int32)), colour, cv2.LINE_AA)
    for _ in range(rng.integers(1, 4)):
        a, b = np.rint(np.array([x, y]) + rng.uniform(-1, 1, (2, 2)) * size).astype(int).tolist()
        cv2.rectangle(art, a, b, rng.uniform(10, 240, 3).tolist(), int(rng.integers(1, 5)))


def _tile_art(rng: Rng, label: str, sand: NDArray[np.float64], off: float) -> ImageBgr:
    """Draw a tile part that runs north: its kind gives the band, its part the mark."""
    kind, part = label.split(".")
    art = _sanded(rng, (ART_PX, ART_PX), sand + rng.normal(0, off, 3) * 0.5)
    middle, wide = ART_PX // 2, {"street": 22, "river": 30, "wall": 14}[kind]
    ink = {"street": (90, 100, 110), "river": (190, 130, 60), "wall": (50, 70, 90)}[kind]
    colour = (np.array(ink) + rng.normal(0, 18, 3)).clip(5, 250)
    low = ART_PX if part in ("bridge", "end") else middle + wide
    high = 0 if part in ("bridge", "start") else middle - wide
    if part == "single":
        low, high = ART_PX, 0
    art[high:low, middle - wide // 2 : middle + wide // 2] = colour
    if kind == "wall":
        for y in range(high, low, 12):
            art[y : y + 4, middle - wide : middle + wide] = colour * 0.7
    mark = rng.uniform(10, 240, 3).tolist()
    if part == "bridge":
        art[middle - 14 : middle + 14, 8:-8] = mark
        cv2.circle(art, (20, 20), 11, mark, -1, cv2.LINE_AA)
    if part in ("start", "single"):
        cv2.circle(art, (middle, middle + 6), int(rng.integers(9, 16)), mark, -1, cv2.LINE_AA)
    if part in ("end", "single"):
        cv2.rectangle(art, (middle - 24, 12), (middle - 10, 30), mark, -1)
    return np.clip(art, 0, 255).astype(np.uint8)


def _painted(
    below: Light, top: Light, matrix: NDArray[np.float64], mask: NDArray[np.uint8] | None = None
) -> Light:
    """Return a picture with another, or one colour, warped onto it where the mask is."""
    mask = np.full(top.shape[:2], 255, np.uint8) if mask is None else mask
    cover = np.asarray(cv2.warpPerspective(mask, matrix, SIZE_WH, flags=cv2.INTER_LINEAR))
    left, up, width, height = cv2.boundingRect(cover)
    here = (slice(up, up + height), slice(left, left + width))
    there: Light = top
    if top.ndim == 3:
        there = np.asarray(
            cv2.warpPerspective(
                top, matrix, SIZE_WH, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            ),
            np.float32,
        )[here]
    share = cover[here].astype(np.float32)[..., None] / 255
    painted = below.copy()
    painted[here] = below[here] * (1 - share) + there * share
    return painted


def _cast(cells: Cells, thickness: float, view: View, camera: Camera) -> Light:
    """Return how much light is left where things cast shadows on the board."""
    dark = np.zeros(SIZE_WH[::-1], np.float32)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])
    for cell, placed in cells.items():
        if placed.label is not None:
            foot = np.array(cell) + square
            hull = cv2.convexHull(
                np.vstack([foot, foot + np.array(view.lamp) * thickness]).astype(np.float32)
            )
            _fill(dark, camera.to_px(hull[:, 0].astype(np.float64), 0.0))
        if placed.on is not None:
            foot = np.array(cell) + 0.5 + (square - 0.5) * 0.4
            hull = cv2.convexHull(np.vstack([foot, foot + np.array(view.lamp) * 0.7]).astype(np.float32))
            _fill(dark, camera.to_px(hull[:, 0].astype(np.float64), 0.0))
    return np.asarray(1 - 0.45 * cv2.GaussianBlur(dark, (0, 0), 3), np.float32)


def _fill(mask: Light, outline: NDArray[np.float64]) -> None:
    cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 1.0)


def _reach_in(light: Light, rng: Rng, number: int) -> None:
    """Draw an arm that comes in over an edge: sleeve, hand, fingers."""
    width, height = SIZE_WH
    down = rng.random() < 0.7
    start = np.array(
        [rng.uniform(0.2, 0.8) * width, height + 60.0]
        if down
        else [-60.0, rng.uniform(0.2, 0.8) * height]
    )
    end = np.array([rng.uniform(0.25, 0.75) * width, rng.uniform(0.35, 0.7) * height])
    skin = (np.array([120, 150, 205]) * rng.uniform(0.45, 1.1)).tolist()
    sleeve = rng.uniform(20, 230, 3).tolist()
    wrist = start + 0.7 * (end - start)
    thick = int(rng.uniform(110, 170))
    _stroke(light, wrist, end, skin, int(thick * 0.75))
    for finger in range(4):
        tip = (
            end
            + (end - wrist) / np.linalg.norm(end - wrist) * 110
            + np.array([finger - 1.5, 0.3 * finger - 0.5]) * 34
        )
        _stroke(light, end, tip, skin, 30)
    _stroke(light, start, wrist, sleeve, thick)


def _stroke(light: Light, a: Light, b: Light, colour: Sequence[float], thick: int) -> None:
    cv2.line(
        light,
        np.rint(a).astype(int).tolist(),
        np.rint(b).astype(int).tolist(),
        colour,
        thick,
        cv2.LINE_AA,
    )


def _exposed(light: Light, view: View, rng: Rng) -> ImageBgr:
    """Return the picture that a camera takes: lamp, shadow, white balance, exposure, blur, noise."""
    height, width = light.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x / width - 0.5, y / width - 0.5 * height / width
    lamp = np.exp(view.falls[0] * 2 * x + view.falls[1] * 2 * y - 0.4 * (x * x + y * y))
    if view.shadow:
        turn, off = view.shadow_at
        edge = (np.cos(turn) * x + np.sin(turn) * y - off) / 0.012
        lamp *= 1 - view.shadow / (1 + np.exp(-np.clip(edge, -30, 30)))
    linear = (
        (light / 255) ** 2.2 * lamp[..., None] * view.exposure * np.array(view.balance_bgr, np.float32)
    )
    seen = 255 * np.clip(linear, 0, 1) ** (1 / 2.2)
    seen = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), view.blur_px)
    seen += rng.normal(0, view.noise, seen.shape).astype(np.float32)
    return np.asarray(np.clip(seen, 0, 255), np.uint8)


def photographs(
    board: DrawnBoard, rng: Rng, many: int, tiles: int = 50, **how: float
) -> Iterator[tuple[ImageBgr, dict[tuple[int, int], Placed], Camera]]:
    """Yield so many pictures of random lays in random views."""
    for number in range(many):
        cells = random_lay(rng, tiles)
        image, camera = board.photograph(cells, random_view(rng, **how), number)  # type: ignore[arg-type]
        yield image, cells, camera
