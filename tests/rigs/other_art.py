"""Small pictures of pieces that nobody designed: boards of any grid and aspect with squares of scraps of
colour, and discs that lie about or in holes. Everything is decided by a seed.

They are drawn flat and small, so that hundreds of lessons and pictures take seconds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import BoardGrid
from vision.frame import ImageBgr
from vision.readings.places import GridCell, PointPx

ART_PX = 48
SCRAPS = 4
Light = NDArray[np.float32]


@dataclass(frozen=True)
class Laid:
    """What lies on a cell: a piece, or none, how it is turned, and whether a pawn stands there."""

    label: str | None
    turns: int = 0
    pawn: bool = False


@dataclass(frozen=True)
class OtherBoard:
    """A board of any grid, whose cells may be wider than high. ``plain``: without any print."""

    seed: int
    grid: BoardGrid
    cell_wh: tuple[int, int] = (34, 34)
    plain: bool = False

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height of a photograph: the board with one cell round it."""
        width, height = self.cell_wh
        return (self.grid.columns + 2) * width, (self.grid.rows + 2) * height

    def photograph(
        self, cells: Mapping[GridCell, Laid], number: int = 0
    ) -> tuple[ImageBgr, tuple[PointPx, ...]]:
        """Return a picture, a little askew, and the centres of the four corner cells."""
        rng = np.random.default_rng([self.seed, number])
        board = self._bare()
        width, height = self.cell_wh
        for cell, laid in cells.items():
            left, top = (cell.column + 1) * width, (cell.row + 1) * height
            if laid.label is not None:
                tile = np.ascontiguousarray(np.rot90(self._tile(laid.label), -laid.turns))
                board[top + 1 : top + height - 1, left + 1 : left + width - 1] = cv2.resize(
                    tile, (width - 2, height - 2), interpolation=cv2.INTER_AREA
                )
            if laid.pawn:
                middle = left + width // 2, top + height // 2
                cv2.circle(board, middle, min(width, height) // 4, (30, 30, 200), -1)
        middle_px = (self.size_wh[0] / 2, self.size_wh[1] / 2)
        askew = cv2.getRotationMatrix2D(middle_px, rng.uniform(-4, 4), rng.uniform(0.9, 1.05))
        seen = cv2.warpAffine(board, askew, self.size_wh, borderMode=cv2.BORDER_REPLICATE)
        corners = (self.grid.corner_centres + 1) * self.cell_wh @ askew[:, :2].T + askew[:, 2]
        noisy = np.asarray(seen, np.float64) + rng.normal(0, 2, seen.shape)
        image = np.clip(noisy, 0, 255).astype(np.uint8)
        return image, tuple(PointPx(x, y) for x, y in corners.tolist())

    def _bare(self) -> Light:
        rng = np.random.default_rng([self.seed, 1_000_000])
        (width, height), (across, down) = self.size_wh, self.cell_wh
        ground = rng.uniform(60, 220, 3)
        board = np.full((height, width, 3), ground, np.float32)
        if self.plain:
            return board
        for _ in range(12 * self.grid.columns * self.grid.rows // 10):
            middle = int(rng.uniform(0, width)), int(rng.uniform(0, height))
            cv2.circle(board, middle, int(rng.uniform(3, across)), rng.uniform(0, 255, 3).tolist(), 2)
        for left in range(across, width, across):
            cv2.line(board, (left, down), (left, height - down), (ground * 0.6).tolist())
        for top in range(down, height, down):
            cv2.line(board, (across, top), (width - across, top), (ground * 0.6).tolist())
        return board

    def _tile(self, label: str) -> Light:
        rng = np.random.default_rng([self.seed, *label.encode(errors="surrogatepass")])
        tile = np.full((ART_PX, ART_PX, 3), rng.uniform(30, 240, 3), np.float32)
        for _ in range(0 if self.plain else SCRAPS):
            scrap = rng.uniform(0, ART_PX, (3, 2)).astype(np.int32)
            cv2.fillPoly(tile, [scrap], rng.uniform(0, 255, 3).tolist())
        return tile


@dataclass(frozen=True)
class Disc:
    """A token that was drawn; ``cell``: the hole it lies in."""

    label: str
    centre_px: PointPx
    cell: GridCell | None = None


@dataclass(frozen=True)
class Discs:
    """Discs of one colour a label on a plain ground, or in the holes of a board. ``alike``: all labels,
    and the ground, have the same colour."""

    seed: int
    labels: Sequence[str]
    grid: BoardGrid | None = None
    size_wh: tuple[int, int] = (240, 180)
    radius_px: float = 11.0
    alike: bool = False

    def photograph(
        self, number: int = 0, filled: float = 0.6
    ) -> tuple[ImageBgr, tuple[Disc, ...], tuple[PointPx, ...] | None]:
        """Return a picture, what lies there, and the centres of the board's four corner holes."""
        rng = np.random.default_rng([self.seed, number])
        width, height = self.size_wh
        picture = np.full((height, width, 3), self._colour("the table"), np.float32)
        discs = self._loose(rng, filled) if self.grid is None else self._in_holes(rng, picture, filled)
        radius = round(self.radius_px if self.grid is None else 0.33 * self._pitch(self.grid))
        for disc in discs:
            x, y = disc.centre_px
            cv2.circle(picture, (round(x), round(y)), radius, self._colour(disc.label).tolist(), -1)
        noisy = picture.astype(np.float64) + rng.normal(0, 2, picture.shape)
        corners = None
        if self.grid is not None:
            corners = tuple(PointPx(x, y) for x, y in self._middles(self.grid.corner_centres).tolist())
        return np.clip(noisy, 0, 255).astype(np.uint8), tuple(discs), corners

    def _colour(self, label: str) -> NDArray[np.float64]:
        named = b"" if self.alike else label.encode(errors="surrogatepass")
        return np.random.default_rng([self.seed, 7, *named]).uniform(0, 255, 3)

    def _loose(self, rng: np.random.Generator, filled: float) -> list[Disc]:
        discs: list[Disc] = []
        for _ in range(round(14 * filled)):
            x, y = rng.uniform(0, self.size_wh[0]), rng.uniform(0, self.size_wh[1])
            if all(np.hypot(x - a, y - b) > 2 * self.radius_px for _, (a, b) in _places(discs)):
                discs.append(Disc(self.labels[int(rng.integers(len(self.labels)))], PointPx(x, y)))
        return discs

    def _in_holes(self, rng: np.random.Generator, picture: Light, filled: float) -> list[Disc]:
        assert self.grid is not None
        discs, pitch = [], self._pitch(self.grid)
        left, top = self._middles(np.array([[-0.2, -0.2]]))[0]
        right, bottom = self._middles(np.array([[self.grid.columns, self.grid.rows]]) + 0.2)[0]
        outline = (round(left), round(top)), (round(right), round(bottom))
        cv2.rectangle(picture, *outline, self._colour("the board").tolist(), -1)
        for cell in self.grid.cells:
            x, y = self._middles(np.array([cell], np.float64) + 0.5)[0].tolist()
            cv2.circle(picture, (round(x), round(y)), round(0.4 * pitch), (30, 30, 30), -1)
            if rng.random() < filled:
                discs.append(Disc(self.labels[int(rng.integers(len(self.labels)))], PointPx(x, y), cell))
        return discs

    def _pitch(self, grid: BoardGrid) -> float:
        width, height = self.size_wh
        return min(width / (grid.columns + 1), height / (grid.rows + 1))

    def _middles(self, cells: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return pixels of places in cells; the board lies in the picture's middle."""
        assert self.grid is not None
        half = np.array([self.grid.columns, self.grid.rows]) / 2
        return np.asarray(np.array(self.size_wh) / 2 + (cells - half) * self._pitch(self.grid))


def _places(discs: Sequence[Disc]) -> list[tuple[str, PointPx]]:
    return [(disc.label, disc.centre_px) for disc in discs]
