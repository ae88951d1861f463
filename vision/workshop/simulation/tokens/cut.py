"""The shapes of gems: convex bodies between planes, and the paths of rays through them."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.optics.light import Linear
from vision.workshop.simulation.tokens.styles import Cut

Floats = NDArray[np.float64]
_FAR = np.float32(1e3)
_VARIANTS = 24


@dataclass(frozen=True, eq=False)
class Facets:
    """A convex body: all points with ``normals @ point <= away``; its width is about 1, z is up.

    ``normals`` (n, 3) are of unit length, ``away`` (n,); the body stands on z = 0.
    """

    normals: Linear
    away: Linear
    tall: float


def facets(cut: Cut, variant: int) -> Facets:
    """Return one of the shapes of that cut; gems from one mould still differ a little."""
    return _facets(cut, variant % _VARIANTS)


@lru_cache(maxsize=4 * _VARIANTS)
def _facets(cut: Cut, variant: int) -> Facets:
    rng = np.random.default_rng([len(cut), variant, 74])
    normals, away = {"brilliant": _brilliant, "nugget": _nugget, "dome": _dome, "step": _step}[cut](rng)
    low, high = _heights(normals, away)
    away = away - normals[:, 2] * low
    return Facets(normals.astype(np.float32), away.astype(np.float32), high - low)


def _ring(count: int, rise_deg: float, away: float, turn: float = 0.0) -> tuple[Floats, Floats]:
    angles = (np.arange(count) + turn) * 2 * np.pi / count
    rise = np.radians(rise_deg)
    out = np.stack([np.cos(angles) * np.cos(rise), np.sin(angles) * np.cos(rise)], axis=1)
    return np.column_stack([out, np.full(count, np.sin(rise))]), np.full(count, away)


def _put_together(*rings: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    return np.vstack([r[0] for r in rings]), np.concatenate([r[1] for r in rings])


def _uneven(
    rng: np.random.Generator, shape: tuple[Floats, Floats], amount: float
) -> tuple[Floats, Floats]:
    normals = shape[0] + rng.normal(0, amount, shape[0].shape)
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return normals, shape[1] * (1 + rng.normal(0, amount / 2, len(shape[1])))


def _brilliant(rng: np.random.Generator) -> tuple[Floats, Floats]:
    shape = _put_together(
        _ring(1, 90, 0.2),
        _ring(8, 38, 0.42),
        _ring(8, 62, 0.31, 0.5),
        _ring(12, 2, 0.5),
        _ring(8, -42, 0.40, 0.25),
        _ring(1, -90, 0.34),
    )
    return _uneven(rng, shape, 0.012)


def _nugget(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Spread planes evenly over a ball (a sunflower's seeds) and shake them."""
    count = 22
    seeds = np.arange(count) + 0.5
    z = 1 - 2 * seeds / count
    angle = seeds * np.pi * (3 - np.sqrt(5)) + rng.uniform(0, 2 * np.pi)
    out = np.sqrt(1 - z**2)
    normals = np.stack([np.cos(angle) * out, np.sin(angle) * out, z], axis=1)
    normals, away = _uneven(rng, (normals, np.full(count, 0.46)), 0.1)
    return _put_together(
        (normals, away * (1 - 0.22 * np.abs(normals[:, 2]))), _ring(1, -90, 0.34), _ring(1, 88, 0.34)
    )


def _dome(rng: np.random.Generator) -> tuple[Floats, Floats]:
    shape = _put_together(
        _ring(1, 90, 0.4),
        _ring(6, 62, 0.42),
        _ring(10, 34, 0.46, 0.3),
        _ring(12, 6, 0.495),
        _ring(12, -40, 0.36, 0.5),
        _ring(1, -90, 0.12),
    )
    return _uneven(rng, shape, 0.02)


def _step(rng: np.random.Generator) -> tuple[Floats, Floats]:
    shape = _put_together(
        _ring(1, 90, 0.22),
        _ring(8, 28, 0.47),
        _ring(8, 55, 0.37),
        _ring(8, 0, 0.5),
        _ring(8, -35, 0.45),
        _ring(8, -60, 0.36),
        _ring(1, -90, 0.3),
    )
    return _uneven(rng, shape, 0.008)


def _heights(normals: Floats, away: Floats) -> tuple[float, float]:
    """Return the least and the greatest z of the body, by upright lines through all of it."""
    across = np.linspace(-0.5, 0.5, 61)
    x, y = (plane.ravel() for plane in np.meshgrid(across, across))
    upright = np.where(np.abs(normals[:, 2]) < 1e-6, 1e-6, normals[:, 2])[:, None]
    reach = (away[:, None] - normals[:, :1] * x - normals[:, 1:2] * y) / upright
    top = np.where(upright > 0, reach, np.inf).min(axis=0)
    low = np.where(upright < 0, reach, -np.inf).max(axis=0)
    inside = top > low
    return float(low[inside].min()), float(top[inside].max())


def entered(body: Facets, origin: Linear, ways: Linear, round_: float) -> tuple[Linear, Linear, Linear]:
    """Return the distance of rays to their entry (h, w), their length inside, and the normal there.

    ``origin`` is (3,), ``ways`` (3, n) of unit length; the normal (3, n) is rounded over ``round_`` at
    edges. For rays that miss, the length inside is negative.
    """
    facing = body.normals @ ways
    gap = (body.away - body.normals @ origin)[:, None]
    reach = gap / np.where(np.abs(facing) < 1e-5, np.float32(1e-5), facing)
    into = np.where(facing < 0, reach, -_FAR)
    out = np.where(facing > 0, reach, _FAR).min(axis=0)
    first = into.max(axis=0)
    weights = np.exp(np.maximum((into - first) / np.float32(round_), np.float32(-30)))
    normal = body.normals.T @ weights
    normal /= np.sqrt((normal**2).sum(axis=0))
    return first, np.asarray(out - first), np.asarray(normal)


def left(body: Facets, places: Linear, ways: Linear) -> tuple[Linear, Linear]:
    """Return the distance of rays from inside to their exit (n,), and the outward normal there (3,
    n)."""
    facing = body.normals @ ways
    gap = body.away[:, None] - body.normals @ places
    reach = np.where(facing > 1e-4, gap / np.maximum(facing, np.float32(1e-4)), _FAR)
    which = reach.argmin(axis=0)
    far = np.maximum(np.take_along_axis(reach, which[None], axis=0)[0], 0)
    return np.asarray(far), np.asarray(body.normals[which].T)
