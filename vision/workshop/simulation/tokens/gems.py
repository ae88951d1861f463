"""Draws clear faceted gems: their reflections, and what shows through them.

A ray is reflected and refracted where it enters, coloured along its path through the body (Beer and
Lambert's law), and refracted or totally reflected where it leaves.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.dice.drawing import Patch, RayCamera
from vision.workshop.simulation.optics.camera import window_of
from vision.workshop.simulation.optics.light import Linear
from vision.workshop.simulation.optics.shading import Lighting, lamp_place, lobe_power
from vision.workshop.simulation.optics.shadows import Blocker
from vision.workshop.simulation.shapes import circle, upright
from vision.workshop.simulation.tokens.cut import Facets, entered, facets, left
from vision.workshop.simulation.tokens.styles import GemStyle, gem_style
from vision.workshop.simulation.tokens.things import Gem

Floats = NDArray[np.float64]
_REFRACTS = np.float32(1 / 1.5)
_MIRRORED = np.float32(0.04)
_MOST_NODES = 60
_ROUND = 0.035
_CLEAR_SHADE = 0.5
_OVER_GLOSS = 0.7
_CORNERS = 12
_KEPT = 1024
"""Most gems of which is kept what does not change while they lie: a table has 72, seen in three ways."""


@dataclass(frozen=True, eq=False)
class Surroundings:
    """The light on a gem besides lamps and room: all (3,), linear.

    ``floor`` is the light of the ground below it, ``around`` that of its surroundings.
    """

    floor: Linear
    around: Linear


def body_of(gem: Gem) -> tuple[Facets, float]:
    """Return a gem's shape, and how many mm its unit of length is."""
    style = gem_style(gem.make.style, gem.make.seed)
    return facets(style.cut, _variant(gem)), style.across_mm


def _variant(gem: Gem) -> int:
    # Gems from one mould differ only in small flaws, which depend on a gem's place.
    return int(abs(gem.angle_deg) * 7) % 6


@lru_cache(_KEPT)
def outline_mm(gem: Gem, share: float = 0.47) -> Floats:
    """Return a ring around a gem's middle on the table: (n, 2), not to be written to."""
    across = gem_style(gem.make.style, gem.make.seed).across_mm
    return np.asarray(circle(1.0, _CORNERS) * across * share + np.array(gem.centre_mm))


def tall_mm(gem: Gem) -> float:
    """Return how high a gem is."""
    body, across = body_of(gem)
    return body.tall * across


@lru_cache(_KEPT)
def gem_blocker(gem: Gem) -> Blocker:
    """Return a gem as an obstacle to the lamps: most light passes through it."""
    foot, middle = outline_mm(gem, 0.3), outline_mm(gem)
    high = gem.height_mm + tall_mm(gem)
    parts = [
        upright(foot, gem.height_mm),
        upright(middle, (gem.height_mm + high) / 2),
        upright(foot, high),
    ]
    return Blocker(np.vstack(parts), dark=1 - _CLEAR_SHADE)


def gem_patch(
    view: RayCamera, gem: Gem, lighting: Lighting, lamps_seen: tuple[float, ...], near: Surroundings
) -> Patch | None:
    """Return a gem as it is seen; ``lamps_seen``: the share of each lamp's light that it gets. None: not
    at all."""
    body, across = body_of(gem)
    window = _window(view, gem, body.tall * across)
    if window is None:
        return None
    rows, columns = window
    height, width = rows.stop - rows.start, columns.stop - columns.start
    fine = float(np.clip(_MOST_NODES / max(height, width), 0.5, 2.0))
    size = (max(2, round(width * fine)), max(2, round(height * fine)))
    axes = _axes(gem)
    eye, ways = _rays(view, rows, columns, size, gem, across, axes)
    first, inside, normal = entered(body, eye, ways, _ROUND)
    hit = inside > 0
    light = np.zeros((3, ways.shape[1]), np.float32)
    seen = _Sight(gem_style(gem.make.style, gem.make.seed), gem, lighting, lamps_seen, near, axes)
    light[:, hit] = seen.light(body, eye, ways[:, hit], first[hit], normal[:, hit])
    return Patch(window, *_fit(light, hit, size, (width, height)))


def _fit(
    light: Linear, hit: NDArray[np.bool_], size: tuple[int, int], wanted: tuple[int, int]
) -> tuple[Linear, Linear]:
    """Return light (h, w, 3) and cover (h, w) at the picture's own size."""
    cover = hit.astype(np.float32).reshape(size[1], size[0])
    colour = np.ascontiguousarray(light.T.reshape(size[1], size[0], 3))
    way = cv2.INTER_AREA if size[0] > wanted[0] else cv2.INTER_LINEAR
    cover = np.asarray(cv2.resize(cover, wanted, interpolation=way), np.float32)
    colour = np.asarray(cv2.resize(colour, wanted, interpolation=way), np.float32)
    # Rays that missed are black in the mean: remove them.
    return colour / np.maximum(cover, np.float32(1e-3))[..., None], cover


def _window(view: RayCamera, gem: Gem, tall: float) -> tuple[slice, slice] | None:
    ring = outline_mm(gem, 0.6)
    heights = (gem.height_mm - 0.5, gem.height_mm + tall + 0.5)
    seen = np.vstack([view.projection.table_to_picture(ring, h) for h in heights])
    window = window_of(seen, view.projection.size_wh, 1)
    return window if window and min(side.stop - side.start for side in window) > 1 else None


def _axes(gem: Gem) -> Linear:
    """Return the gem's own axes as columns in a world whose z is up: (3, 3)."""
    turn, lean, to = (np.radians(v) for v in (gem.angle_deg, gem.lean_deg, gem.leans_to_deg))
    c, s = np.cos(turn), np.sin(turn)
    spun = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    tipped, _ = cv2.Rodrigues(np.array([np.cos(to), np.sin(to), 0.0]) * lean)
    return np.asarray(tipped @ spun, np.float32)


def _rays(
    view: RayCamera,
    rows: slice,
    columns: slice,
    size: tuple[int, int],
    gem: Gem,
    across: float,
    axes: Linear,
) -> tuple[Linear, Linear]:
    """Return eye (3,) and unit ways (3, n) in the gem's own axes, its width being 1."""
    x, y = (
        cv2.resize(np.ascontiguousarray(p[rows, columns]), size, interpolation=cv2.INTER_LINEAR).ravel()
        for p in view.ideal
    )
    eye, ways = view.from_below(
        np.asarray(x, np.float32), np.asarray(y, np.float32), gem.centre_mm, gem.height_mm
    )
    return np.asarray(axes.T @ (eye / across), np.float32), np.asarray(axes.T @ ways, np.float32)


@dataclass(frozen=True, eq=False)
class _Sight:
    """The light of a gem's surface: reflected and refracted."""

    style: GemStyle
    gem: Gem
    lighting: Lighting
    lamps_seen: tuple[float, ...]
    near: Surroundings
    axes: Linear

    def light(self, body: Facets, eye: Linear, ways: Linear, first: Linear, normal: Linear) -> Linear:
        """Return the light (3, n) that comes along rays which enter with these normals."""
        places = eye[:, None] + ways * first
        facing = np.clip(-(ways * normal).sum(axis=0), 0.02, 1)
        mirrored = _fresnel(facing)
        shown = self._seen_along(ways + 2 * facing * normal, sharp=True) * mirrored
        inner = _refract(ways, normal, facing, _REFRACTS)
        return np.asarray(shown + (1 - mirrored) * self._through(body, places, inner))

    def _through(self, body: Facets, places: Linear, inner: Linear) -> Linear:
        """Return the light that comes from inside along rays that have entered."""
        clear = np.asarray(self.style.colours[self.gem.label], np.float32)
        dim = -np.log(clear)[:, None]
        far, out = left(body, places, inner)
        at = places + inner * far
        passed, lost = self._out(inner, out)
        light = passed * np.exp(-dim * far) * (1 - lost)
        # Totally reflected light leaves somewhere else.
        turned_back = inner - 2 * (inner * out).sum(axis=0) * out
        again, out2 = left(body, at - out * np.float32(1e-3), turned_back)
        passed2, lost2 = self._out(turned_back, out2)
        dark = (1 - lost2) * passed2 + lost2 * self._glow()[:, None]
        light += lost * dark * np.exp(-dim * (far + again))
        milk = np.float32(self.style.milky) * (1 - np.exp(-2.5 * far))
        glow = (self._glow() * np.sqrt(clear) * clear**0.25)[:, None]
        return np.asarray(light * (1 - milk) + glow * milk)

    def _out(self, inner: Linear, out: Linear) -> tuple[Linear, Linear]:
        """Return the light (3, n) from beyond a facet, and which part of it is mirrored inside (n,)."""
        facing = np.clip((inner * out).sum(axis=0), 0, 1)
        slant = 1 - (1 - facing**2) / _REFRACTS**2
        lost = np.where(slant > 0, _fresnel(np.sqrt(np.maximum(slant, 0))), np.float32(1))
        beyond = _refract(inner, -out, facing, 1 / _REFRACTS)
        return self._seen_along(beyond, sharp=False), np.asarray(lost, np.float32)

    def _glow(self) -> Linear:
        """Return the light scattered inside: the mean of all light that comes in."""
        total = np.asarray(self.lighting.ambient, np.float32) * np.float32(0.75)
        total += np.float32(0.25) * self.near.around
        for lamp, seen in zip(self.lighting.lamps, self.lamps_seen, strict=True):
            total += np.asarray(lamp.light, np.float32) * np.float32(0.55 * seen)
        return np.asarray(total, np.float32)

    def _seen_along(self, ways: Linear, *, sharp: bool) -> Linear:
        """Return the light (3, n) that arrives along directions (3, n) in the gem's axes."""
        world = self.axes @ ways
        up = np.clip(world[2] * 2.2 + 0.35, 0, 1)
        sky = np.asarray(self.lighting.ambient, np.float32)[:, None] * (0.5 + 0.7 * up)
        beside = np.where(world[2] < -0.35, self.near.floor[:, None], self.near.around[:, None])
        light = beside + (sky - beside) * up
        at = np.array([*self.gem.centre_mm, -self.gem.height_mm])
        gloss = self.style.gloss * (1.0 if sharp else _OVER_GLOSS)
        for lamp, seen in zip(self.lighting.lamps, self.lamps_seen, strict=True):
            to_lamp = (lamp_place(lamp) - at) * [1, 1, -1]
            far = float(np.linalg.norm(to_lamp))
            power = lobe_power(gloss, lamp) / 4
            along = np.maximum((to_lamp / far).astype(np.float32) @ world, 0) ** np.float32(power)
            strength = seen * (lamp.height_mm / far) ** 2 * (power + 1) / 2
            light = light + along * (np.asarray(lamp.light, np.float32) * np.float32(strength))[:, None]
        return np.asarray(light, np.float32)


def _fresnel(facing: Linear) -> Linear:
    """Return the part that is mirrored (C. Schlick, 1994)."""
    return np.asarray(_MIRRORED + (1 - _MIRRORED) * (1 - facing) ** 5, np.float32)


def _refract(ways: Linear, normal: Linear, facing: Linear, ratio: np.float32) -> Linear:
    """Return the directions of rays behind a surface; along it if they are totally reflected."""
    slant = 1 - ratio**2 * (1 - facing**2)
    beyond = ratio * ways + (ratio * facing - np.sqrt(np.maximum(slant, 0))) * normal
    return np.asarray(beyond / np.maximum(np.sqrt((beyond**2).sum(axis=0)), np.float32(1e-6)))


def tinted_places(gem: Gem, lighting: Lighting) -> Floats:
    """Return where a gem's transmitted light falls on the table: its outline, shifted away."""
    way = np.zeros(2)
    for lamp in lighting.lamps:
        to_lamp = lamp_place(lamp) - np.array([*gem.centre_mm, -gem.height_mm])
        way -= to_lamp[:2] / max(-to_lamp[2], 1.0) * float(np.mean(lamp.light))
    ring = outline_mm(gem, 0.5) - np.array(gem.centre_mm)
    return np.asarray(ring * 1.1 + np.array(gem.centre_mm) + way * tall_mm(gem) * 0.6)
