"""Photographs of synthetic boards: lamps, and a camera with tilt, blur, noise and compression."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import PX_PER_CELL as CELL
from vision.workshop.training.matching.boards import BoardScene
from vision.workshop.training.matching.paint import Floats, Rng, clouds


@dataclass(frozen=True)
class EveningLamps:
    """The light of an evening, by its seed: the same lamps light every photograph equally. ``hard``:
    deviation from even light (0 to 1)."""

    seed: int
    hard: float

    def field(self, height: int, width: int) -> Floats:
        """Return the light at each place, for each colour."""
        rng = np.random.default_rng(self.seed)
        out = np.ones((height, width, 3), np.float32)
        warm = rng.normal(0, 0.22 * self.hard)
        out *= np.exp(np.array([-warm, rng.normal(0, 0.06 * self.hard), warm]) * 1.0).astype(np.float32)
        for _ in range(int(rng.integers(1, 4))):  # lamps of other colours at other places
            tint = np.exp(rng.normal(0, 0.1 * self.hard, 3)).astype(np.float32)
            out *= 1 + (_slope(rng, height, width) * rng.uniform(0, 0.8) * self.hard)[..., None] * tint
        if rng.random() < 0.5 * self.hard:  # a hard shadow, or a patch of sun
            edge = cv2.GaussianBlur(_polygon(rng, height, width), (0, 0), rng.uniform(0.7, 14))[
                ..., None
            ]
            sun = rng.random() < 0.4
            strength = rng.uniform(1.3, 2.5) if sun else rng.uniform(0.3, 0.85)
            tint = np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
            out *= 1 + edge * (np.float32(strength) * tint - 1)
        if rng.random() < 0.3 * self.hard:  # light thrown back by something coloured
            tint = np.abs(rng.normal(0, 0.3, 3)).astype(np.float32)
            out += _spot(rng, height, width, rng.uniform(1, 4))[..., None] * tint
        return np.asarray(np.maximum(out, 0.03), np.float32)

    def mirrored(self, height: int, width: int) -> Floats:
        """Return the lamps' reflections in a mirror at that place."""
        rng = np.random.default_rng(self.seed + 1)
        spots = np.stack([_spot(rng, height, width, rng.uniform(0.4, 2.5)) for _ in range(3)])
        return np.asarray(spots.sum(0)[..., None], np.float32)


@dataclass(frozen=True)
class BoardCamera:
    """A camera at one place with one setting; everything except ``px_per_cell`` comes from its seed."""

    seed: int
    hard: float
    px_per_cell: float

    def photograph(self, rng: Rng, scene: BoardScene, lamps: EveningLamps) -> NDArray[np.uint8]:
        """Return the straightened photograph of a scene; ``rng``: for the differences between
        pictures."""
        height, width = scene.canvas.shape[:2]
        own = np.random.default_rng(self.seed)
        light = cv2.pow(np.clip(scene.canvas, 0, 1), 2.2) * lamps.field(height, width)
        if scene.shine.any() or own.random() < 0.2:
            everywhere = np.float32(0.1 * own.random() ** 3)
            light += (scene.shine + everywhere)[..., None] * lamps.mirrored(height, width)
        if own.random() < 0.15 * self.hard:  # a veil: glare in the lens
            light += _mean(light) * np.float32(own.uniform(0.05, 0.6))
        light = self._expose(rng, own, light)
        small = self._seen(rng, own, light)
        return self._straighten(rng, small, (width, height))

    def _expose(self, rng: Rng, own: Rng, light: Floats) -> Floats:
        """Return grey levels (0 to 1): exposure and white balance adapt slightly to the picture."""
        mean = _mean(light)
        balance = (mean.mean() / (mean + 1e-3)) ** np.float32(own.uniform(0, 0.7))
        balance = balance * np.exp(rng.normal(0, 0.04 * self.hard, 3)).astype(np.float32)
        exposed = light * balance * np.float32(own.uniform(0.35, 1.05) * 0.4 / (mean.mean() + 1e-3))
        mixing = np.eye(3) + own.normal(0, own.choice([0.03, 0.08]) * self.hard, (3, 3))
        exposed = np.maximum(exposed @ mixing.T.astype(np.float32), 0)
        # Two lamps, or two cameras, make different colours of the same two inks.
        pure = exposed - _grey(exposed)
        bent = pure * pure[..., [1, 2, 0]] @ own.normal(0, 0.3 * self.hard, (3, 3)).astype(np.float32)
        exposed = np.maximum(exposed + np.clip(bent, -0.15, 0.15), 0)
        levels = cv2.pow(
            exposed, (1 / 2.2) * float(own.uniform(1 - 0.2 * self.hard, 1 + 0.25 * self.hard))
        )
        grey = _grey(levels)
        levels = grey + (levels - grey) * np.float32(
            own.uniform(1 - 0.35 * self.hard, 1 + 0.3 * self.hard)
        )
        knee = own.uniform(0.75, 0.95)
        over = knee + (1 - knee) * np.tanh((levels - knee) / (1 - knee))
        return np.asarray(np.where(levels > knee, over, levels), np.float32)

    def _place(self, own: Rng, size_wh: tuple[int, int]) -> NDArray[np.float32]:
        """Return the map (3 x 3) from the straightened board to this camera's picture."""
        width, height = size_wh
        zoom = self.px_per_cell / CELL
        tilt = own.normal(0, 0.06, (4, 2)) * self.hard
        corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
        there = (corners + tilt) * (width * zoom, height * zoom)
        here = corners * (width, height)
        return np.asarray(
            cv2.getPerspectiveTransform(
                here.astype(np.float32), (there - there.min(0)).astype(np.float32)
            )
        )

    def _seen(self, rng: Rng, own: Rng, levels: Floats) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Return the picture as the camera stores it, and the board's place in it."""
        height, width = levels.shape[:2]
        matrix = self._place(own, (width, height))
        ends = cv2.perspectiveTransform(
            np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32), matrix
        )
        size = tuple(int(v) + 1 for v in ends[0].max(0))
        zoom = self.px_per_cell / CELL
        fine = cv2.GaussianBlur(levels, (0, 0), 0.45 / zoom) if zoom < 0.9 else levels
        blur = max(0.1, own.uniform(0, 1.1) * self.hard)
        seen = cv2.warpPerspective(fine, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        small = np.asarray(cv2.GaussianBlur(seen, (0, 0), blur), np.float32)
        if own.random() < 0.4:  # sharpened by the camera
            soft = np.asarray(cv2.GaussianBlur(small, (0, 0), 1.2), np.float32)
            small += (small - soft) * np.float32(own.uniform(0.2, 1.2))
        noise = own.uniform(0.002, 0.028) * self.hard
        rough = rng.standard_normal(small.shape).astype(np.float32)
        small += rough * np.float32(noise) * (0.5 + np.sqrt(np.clip(small, 0, 1)))
        stored = np.asarray(np.clip(small * 255, 0, 255), np.uint8)
        if own.random() < 0.85:
            quality = int(own.integers(45, 97))
            packed = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
            stored = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        return stored, matrix

    def _straighten(
        self,
        rng: Rng,
        seen: tuple[NDArray[np.uint8], NDArray[np.float32]],
        size_wh: tuple[int, int],
    ) -> NDArray[np.uint8]:
        """Return the picture straightened again, with a small error."""
        stored, matrix = seen
        width, height = size_wh
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        off = corners + rng.normal(0, 0.02 * CELL, (4, 2)).astype(np.float32)
        matrix = matrix @ cv2.getPerspectiveTransform(corners, off)
        columns, rows = np.meshgrid(
            *((np.arange(24, dtype=np.float32) + 0.5) * n / 24 - 0.5 for n in size_wh)
        )
        bent = np.stack(
            [
                at + clouds(rng, 24, 24, 1, 2) * np.float32(abs(rng.normal(0, 0.02)) * CELL)
                for at in (columns, rows)
            ],
            2,
        )
        rough = cv2.perspectiveTransform(bent.reshape(1, -1, 2), matrix).reshape(24, 24, 2)
        x, y = cv2.split(cv2.resize(rough, size_wh, interpolation=cv2.INTER_CUBIC))
        straight = cv2.remap(stored, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(straight, np.uint8)


def _mean(picture: Floats) -> Floats:
    """Return a picture's mean colour (3)."""
    return np.asarray(cv2.mean(picture)[:3], np.float32)


def _grey(picture: Floats) -> Floats:
    """Return a picture's lightness (height, width, 1)."""
    return np.asarray(cv2.transform(picture, np.full((1, 3), 1 / 3, np.float32)), np.float32)[..., None]


def _slope(rng: Rng, height: int, width: int) -> Floats:
    """Return light that falls off over the board (-0.7 to 0.7)."""
    return clouds(rng, height, width, 1, 2) * np.float32(0.7)


def _polygon(rng: Rng, height: int, width: int) -> Floats:
    out = np.zeros((height, width), np.float32)
    points = rng.uniform(-0.5, 1.5, (4, 2)) * (width, height)
    cv2.fillPoly(out, [points.astype(np.int32)], 1.0)
    return out


def _spot(rng: Rng, height: int, width: int, wide_cells: float) -> Floats:
    rows, columns = np.ogrid[:height, :width]
    x, y, wide = rng.uniform(0, width), rng.uniform(0, height), wide_cells * CELL
    down, across = np.exp(-(((rows - y) / wide) ** 2) / 2), np.exp(-(((columns - x) / wide) ** 2) / 2)
    return np.asarray(down * across * rng.uniform(0.05, 0.8), np.float32)
