"""The kinds of spoiling, each with its steps: what is done to one picture.

What spoils the light (lamps, lenses, movement) is done in linear light, before the sensor clips, adds
its noise and rounds to eight bits; what spoils the data afterwards is done to the picture.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import cos, pi, radians, sin
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.rigs.spoilt.light import (
    READ_NOISE,
    Light,
    Map,
    blurred,
    exposed,
    grain,
    grained,
    light_of,
    rounded,
    values_of,
)
from vision.frame import ImageBgr

Rng = np.random.Generator


@dataclass(frozen=True, eq=False)
class Shot:
    """A picture to spoil. ``piece_px``: its pieces' side; ``other``: another of the same camera."""

    image_bgr: ImageBgr
    piece_px: float
    other: Callable[[], ImageBgr]


Spoil = Callable[[Shot, float, Rng], ImageBgr]


def spoilt(kind: str, step: float, shot: Shot, seed: int) -> ImageBgr:
    """Return a picture spoilt so far in one way; a seed decides what of it is chance."""
    return KINDS[kind].spoil(shot, step, np.random.default_rng(seed))


def _flat(shot: Shot, level: float, rng: Rng) -> ImageBgr:
    """All of one light, with the noise of the sensor."""
    light = np.full(shot.image_bgr.shape, level, np.float32)
    noise = np.float32(READ_NOISE) * rng.standard_normal(light.shape, np.float32)
    return rounded(values_of(light + noise * (level > 0)))


def _exposure(shot: Shot, times: float, rng: Rng) -> ImageBgr:
    return exposed(light_of(shot.image_bgr), times, rng)


def _along(shot: Shot, rng: Rng) -> Map:
    """Return how far each pixel lies along a direction drawn by lot, 0 to 1."""
    height, width = shot.image_bgr.shape[:2]
    turn = rng.uniform(0, 2 * pi)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    far = np.float32(cos(turn)) * x + np.float32(sin(turn)) * y
    return np.asarray((far - far.min()) / (far.max() - far.min()), np.float32)


def _beyond(shot: Shot, part: float, soft: float, rng: Rng) -> Map:
    """Return 1 in so large a part of the picture, on one side, 0 in the rest, with a soft edge."""
    far = _along(shot, rng)
    edge = float(np.quantile(far[::8, ::8], 1 - part))
    return np.asarray(np.clip((far - edge) / soft + 0.5, 0, 1), np.float32)


def _gradient(shot: Shot, least: float, rng: Rng) -> ImageBgr:
    """The light falls off from one side to the other, to so little."""
    return exposed(light_of(shot.image_bgr), np.power(np.float32(least), _along(shot, rng)), rng)


COVERS_BGR: Final = ((0.002, 0.002, 0.003), (0.03, 0.06, 0.16), (0.3, 0.32, 0.33))
"""Light of a black sleeve, of a hand, of paper: all of them close to the lens, and out of focus."""


def _covered(shot: Shot, part: float, rng: Rng) -> ImageBgr:
    cover = np.array(COVERS_BGR[int(rng.integers(len(COVERS_BGR)))], np.float32) * rng.uniform(0.6, 1.4)
    mask = _beyond(shot, part, float(rng.uniform(0.02, 0.1)), rng)[..., None]
    light = light_of(shot.image_bgr) * (1 - mask) + mask * cover
    return grained(np.asarray(light, np.float32), grain(shot.image_bgr), rng)


def _half_over(shot: Shot, times: float, rng: Rng) -> ImageBgr:
    return exposed(light_of(shot.image_bgr), 1 + (times - 1) * _beyond(shot, 0.5, 0.05, rng), rng)


def _sun_patch(shot: Shot, times: float, rng: Rng) -> ImageBgr:
    """The sun shines through a window on a part of the table: four corners, hardly soft."""
    height, width = shot.image_bgr.shape[:2]
    middle = rng.uniform(0.3, 0.7, 2) * (width, height)
    turn = rng.uniform(0, pi)
    across = np.array([cos(turn), sin(turn)]) * rng.uniform(0.25, 0.45) * width
    down = np.array([-sin(turn + 0.3), cos(turn + 0.3)]) * rng.uniform(0.15, 0.3) * width
    ends = (-across - down, across - down, across + down, down - across)
    corners = np.array([middle + end for end in ends])
    mask = np.zeros((height, width), np.float32)
    cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 1.0)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), width / 250), np.float32)
    return exposed(light_of(shot.image_bgr), 1 + (times - 1) * mask, rng)


def disc(across_px: float) -> Map:
    """Return the spot that a lens out of focus makes of a point: a disc of that diameter."""
    radius = across_px / 2
    reach = int(np.ceil(radius))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    return np.asarray(np.clip(radius + 0.5 - np.hypot(x, y), 0, 1), np.float32)


def _defocus(shot: Shot, pieces: float, rng: Rng) -> ImageBgr:
    return blurred(shot.image_bgr, disc(pieces * shot.piece_px), rng)


def _gaussian(shot: Shot, sigma_px: float, rng: Rng) -> ImageBgr:
    spread = cv2.GaussianBlur(light_of(shot.image_bgr), (0, 0), sigma_px)
    return grained(np.asarray(spread, np.float32), grain(shot.image_bgr), rng)


def streak(length_px: float, turn_deg: float) -> Map:
    """Return the streak that a point leaves that moves so far while the shutter is open."""
    size = 2 * int(np.ceil(length_px / 2)) + 3
    kernel = np.zeros((size, size), np.float32)
    half = np.array([cos(radians(turn_deg)), sin(radians(turn_deg))]) * (length_px - 1) / 2
    ends = [np.rint((size // 2 + sign * half) * 256).astype(int).tolist() for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 8)
    return kernel


def _motion(shot: Shot, length_px: float, rng: Rng) -> ImageBgr:
    return blurred(shot.image_bgr, streak(length_px, float(rng.uniform(0, 180))), rng)


def _bands(shot: Shot, depth: float, rng: Rng) -> ImageBgr:
    """A lamp on the mains flickers while the rows are read: so deep are the dark bands."""
    height, width = shot.image_bgr.shape[:2]
    waves = rng.uniform(2, 8) * np.arange(height) / height + rng.random()
    rows = 1 - depth * (0.5 + 0.5 * np.cos(2 * pi * waves))
    return exposed(light_of(shot.image_bgr), np.repeat(rows[:, None], width, 1).astype(np.float32), rng)


def _noise(shot: Shot, spread: float, rng: Rng) -> ImageBgr:
    noise = np.float32(spread) * rng.standard_normal(shot.image_bgr.shape, np.float32)
    return rounded(shot.image_bgr.astype(np.float32) + noise)


def _rain(shot: Shot, share: float, rng: Rng) -> ImageBgr:
    """Streaks and specks rain over the picture, black, white and of any colour, on so much of it."""
    height, width = shot.image_bgr.shape[:2]
    spots = rng.random((height, width // 3 + 1)) < share
    mask = np.repeat(spots, 3, 1)[:, :width]
    values = np.repeat(rng.choice([0, 255, 128], (height, width // 3 + 1)), 3, 1)[:, :width, None]
    any_colour = rng.integers(0, 256, (height, width, 3))
    rained = np.where(rng.random() < 0.5, np.broadcast_to(values, any_colour.shape), any_colour)
    return np.where(mask[..., None], rained, shot.image_bgr).astype(np.uint8)


def _jpeg(shot: Shot, quality: float, rng: Rng) -> ImageBgr:
    _, data = cv2.imencode(".jpg", shot.image_bgr, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _frozen(shot: Shot, part: float, rng: Rng) -> ImageBgr:
    """The last rows did not arrive: there is still what an earlier picture showed."""
    height, width = shot.image_bgr.shape[:2]
    other = shot.other()
    if other.shape != shot.image_bgr.shape:
        other = np.asarray(cv2.resize(other, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    row = round(height * (1 - part))
    return np.concatenate([shot.image_bgr[:row], other[row:]])


def _tearing(shot: Shot, shift_px: float, rng: Rng) -> ImageBgr:
    """Rows got lost: all below come from so many pixels beside, once to four times."""
    shifts = torn_px(len(shot.image_bgr), shift_px, rng).tolist()
    return np.stack([np.roll(row, by, 0) for row, by in zip(shot.image_bgr, shifts, strict=True)])


def torn_px(height: int, shift_px: float, rng: Rng) -> NDArray[np.int64]:
    """Return by how much each row of a torn picture lies to the right of where it was, (height,)."""
    shifts = np.zeros(height, np.int64)
    for row in sorted(rng.integers(0, height, int(rng.integers(1, 5))).tolist()):
        shifts[row:] += int(shift_px) * int(rng.choice([-1, 1]))
    return shifts


def _fogged(shot: Shot, thick: float, rng: Rng) -> ImageBgr:
    """Breath on the lens: light is scattered near and far, a veil over all."""
    light = light_of(shot.image_bgr)
    height, width = light.shape[:2]
    near = cv2.GaussianBlur(light, (0, 0), 1 + 4 * thick)
    small = cv2.resize(light, (64, 48), interpolation=cv2.INTER_AREA)
    far = cv2.resize(cv2.GaussianBlur(small, (0, 0), 8), (width, height), interpolation=cv2.INTER_LINEAR)
    veil: Light = np.asarray((1 - thick) * near + thick * (0.9 * far + 0.05), np.float32)
    return grained(veil, grain(shot.image_bgr), rng)


@dataclass(frozen=True)
class Kind:
    """A way to spoil pictures: how, its steps, and of these the mildest, which must still be read."""

    spoil: Spoil
    steps: tuple[float, ...]
    mildest: tuple[float, ...] = ()


THIRD_OF_A_STOP: Final = round(2 ** (1 / 3), 3)
KINDS: Final[Mapping[str, Kind]] = {
    "black": Kind(_flat, (0.0, 0.0005)),
    "grey": Kind(_flat, (0.05, 0.22)),
    "clipped": Kind(_flat, (1.0,)),
    "exposure": Kind(
        _exposure,
        (0.03, 0.06, 0.12, 0.25, 0.5, round(1 / THIRD_OF_A_STOP, 3), THIRD_OF_A_STOP, 2.0, 4.0, 6.0),
        (round(1 / THIRD_OF_A_STOP, 3), THIRD_OF_A_STOP),
    ),
    "gradient": Kind(_gradient, (0.3, 0.1, 0.03)),
    "covered": Kind(_covered, (0.25, 0.5, 0.75)),
    "half over": Kind(_half_over, (4.0, 8.0, 16.0)),
    "sun patch": Kind(_sun_patch, (3.0, 6.0, 12.0)),
    "defocus": Kind(_defocus, (0.05, 0.1, 0.2, 0.3, 0.45, 0.6), (0.05,)),
    "gaussian": Kind(_gaussian, (1.0, 2.0, 4.0, 6.5, 10.0), (1.0,)),
    "motion": Kind(_motion, (5.0, 10.0, 20.0, 40.0, 80.0), (5.0,)),
    "bands": Kind(_bands, (0.1, 0.2, 0.4, 0.6)),
    "noise": Kind(_noise, (8.0, 16.0, 32.0, 64.0)),
    "rain": Kind(_rain, (0.01, 0.05, 0.2)),
    "jpeg": Kind(_jpeg, (5.0, 10.0, 20.0, 30.0), (30.0,)),
    "frozen half": Kind(_frozen, (0.3, 0.5)),
    "tearing": Kind(_tearing, (10.0, 40.0, 160.0)),
    "fogged": Kind(_fogged, (0.2, 0.4, 0.6, 0.8)),
}
"""By name. Of ``exposure``, ``half over`` and ``sun patch`` a step is how many times the light there is;
of ``gradient`` the light at its far side; of ``covered`` and ``frozen half`` the part of the picture; of
``defocus`` a disc's diameter in sides of a piece; of ``gaussian``, ``motion`` and ``tearing`` pixels; of
``noise`` levels of 255; of ``jpeg`` its quality."""
