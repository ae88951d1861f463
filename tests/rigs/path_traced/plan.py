"""What a picture shall show, drawn from a seed: camera, surface, lamp, dice, cards and other things."""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from tests.rigs.path_traced.building import FACES, Cell, build
from tests.rigs.path_traced.camera import Camera, any_camera, visible_share
from tests.rigs.path_traced.placing import SIDE_MM, PlacedDie, Points, built, is_clear, touches_plainly

Surface = Literal[
    "pale wood", "dark wood", "green felt", "white paper", "patterned cloth", "glossy dark"
]
SURFACES: tuple[Surface, ...] = (
    "pale wood",
    "green felt",
    "dark wood",
    "patterned cloth",
    "white paper",
    "glossy dark",
)
LAMPS = ("hard lamp", "window", "two lamps", "warm low lamp")
CARD_MM = 42.0
"""A marker card: a black square of 30 mm in a white border."""
MARKER_MM = 30.0
PROPS_MM = {"pencil": (120.0, 8.0), "coins": (46.0, 30.0), "score pad": (76.0, 52.0)}
KEPT_FREE_PX = 6.0
MOST_ASLANT_DEG = 42.0


@dataclass(frozen=True)
class Thing:
    """Something else on the table: a box of ``size_mm`` on the table, turned."""

    name: str
    x_mm: float
    y_mm: float
    yaw_deg: float
    size_mm: tuple[float, float]

    def outline_mm(self) -> Points:
        """Return the corners (4, 2), clockwise from its own top left."""
        yaw = np.radians(self.yaw_deg)
        right, up = np.array([np.cos(yaw), np.sin(yaw)]), np.array([np.sin(yaw), -np.cos(yaw)])
        half_width, half_height = self.size_mm[0] / 2 * right, self.size_mm[1] / 2 * up
        corners = [
            half_height - half_width,
            half_height + half_width,
            half_width - half_height,
            -half_width - half_height,
        ]
        return np.asarray(np.array(corners) + np.array([self.x_mm, self.y_mm]))


@dataclass(frozen=True)
class Plan:
    """One picture. ``cards`` are marker cards 0 to 3, or none; ``hand_deg``: where a hand comes in."""

    seed: int
    camera: Camera
    surface: Surface
    lamp: str
    dice: tuple[PlacedDie, ...]
    cards: tuple[Thing, ...]
    things: tuple[Thing, ...]
    hand_deg: float | None


def plan(seed: int, number: int, *, teaching: bool = False, width_px: int | None = None) -> Plan:
    """Return the plan of a lot's picture; a third of a lot is without marker cards."""
    while True:
        rng = np.random.default_rng([seed, number])
        seed += 1_000_003  # only if this one has no room for cards or dice
        camera = any_camera(rng, width_px)
        cards = () if number % 3 == 2 else _cards(camera, rng)
        if cards is None:
            continue
        dice = _taught_dice(camera, cards, rng) if teaching else _dice(camera, cards, rng)
        if dice is not None:
            break
    things: list[Thing] = []
    for name in [name for name in PROPS_MM if rng.random() < (0.2 if teaching else 0.45)]:
        taken = [die.corners_mm()[:, :2] for die in dice] + [
            thing.outline_mm() for thing in (*cards, *things)
        ]
        things += _thing(name, camera, taken, rng)
    return Plan(
        seed,
        camera,
        SURFACES[(number + number // 6 + seed) % 6],
        LAMPS[(number + number // 4 + seed) % 4],
        tuple(dice),
        cards,
        tuple(things),
        float(rng.uniform(0, 360)) if not teaching and rng.random() < 0.25 else None,
    )


def _cards(camera: Camera, rng: np.random.Generator) -> tuple[Thing, ...] | None:
    """Return four cards at the corners of the largest play area that the camera sees whole, if any."""
    for half in np.arange(200.0, 60.0, -4.0):
        wide, high = half, half * camera.height_px / camera.width_px
        cards = []
        for number, (x, y) in enumerate([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]):
            x, y = np.array([x, y]) + rng.uniform(-4, 4, 2)
            cards.append(Thing(f"marker {number}", x, y, float(rng.normal(0, 2.5)), (CARD_MM, CARD_MM)))
        outlines = np.concatenate([card.outline_mm() for card in cards])
        if camera.shows(np.column_stack([outlines, np.zeros(len(outlines))]), 4):
            return tuple(cards)
    return None


def _dice(camera: Camera, cards: tuple[Thing, ...], rng: np.random.Generator) -> list[PlacedDie] | None:
    """Return dice as a turn leaves them: thrown loose, or a city with loose ones beside it."""
    if rng.random() < 0.04:
        return []
    total = int(rng.choice(9, p=np.arange(3, 12) / 63)) + 1
    in_city = int(rng.integers(2, total + 1)) if total >= 3 and rng.random() < 0.85 else 0
    dice: list[PlacedDie] = []
    if in_city:
        found = _city(in_city, camera, cards, rng)
        if found is None:
            return None
        dice += found
    for number in range(1, total - in_city + 1):
        loose = _loose(str(rng.choice(FACES)), number, camera, cards, dice, rng, near=bool(in_city))
        dice += loose
    if dice and total < 9 and rng.random() < 0.14:
        dice += _cut_off(camera, cards, dice, rng)
    return dice or None


def _taught_dice(
    camera: Camera, cards: tuple[Thing, ...], rng: np.random.Generator
) -> list[PlacedDie] | None:
    """Return all six faces and up to three more, spread out."""
    faces = [*FACES, *rng.choice(FACES, rng.integers(0, 4))]
    dice: list[PlacedDie] = []
    for number, face in enumerate(rng.permutation(faces)):
        dice += _loose(str(face), number, camera, cards, dice, rng, near=False)
    return dice if len(dice) == len(faces) else None


def _city(
    size: int, camera: Camera, cards: tuple[Thing, ...], rng: np.random.Generator
) -> list[PlacedDie] | None:
    laid = build(size, rng)
    for _ in range(200):
        yaw = rng.normal(0, 8) if rng.random() < 0.5 else rng.uniform(0, 360)
        dice = built(laid, _spot(camera, rng), yaw, 0, rng)
        if touches_plainly(dice) and all(_fits(die, camera, cards, []) for die in dice):
            return dice
    return None


def _loose(
    face: str,
    city: int,
    camera: Camera,
    cards: tuple[Thing, ...],
    others: list[PlacedDie],
    rng: np.random.Generator,
    *,
    near: bool,
) -> list[PlacedDie]:
    """Return one die clear of the others (``near``: close to one of them), or none without room."""
    for attempt in range(80):
        x, y = _spot(camera, rng)
        if near and others and attempt < 40:
            beside = others[rng.integers(len(others))]
            away = rng.normal(0, 1, 2)
            x, y = np.array([beside.x_mm, beside.y_mm]) + away / np.linalg.norm(away) * rng.uniform(
                23, 40
            )
        die = PlacedDie(face, float(x), float(y), float(rng.uniform(0, 360)), city, Cell(0, 0), 0)
        if _fits(die, camera, cards, others):
            return [die]
    return []


def _cut_off(
    camera: Camera, cards: tuple[Thing, ...], others: list[PlacedDie], rng: np.random.Generator
) -> list[PlacedDie]:
    """Return a die whose top face is cut by the picture's edge, a good part of it to be seen."""
    frame = camera.frame_px()
    for _ in range(40):
        edge, share = rng.integers(4), rng.uniform(0.15, 0.85)
        spot = frame[edge] * share + frame[(edge + 1) % 4] * (1 - share)
        x, y = camera.to_mm(spot[None], SIDE_MM)[0] + rng.uniform(-4, 4, 2)
        die = PlacedDie(str(rng.choice(FACES)), x, y, float(rng.uniform(0, 360)), 99, Cell(0, 0), 0)
        taken = [thing.outline_mm() for thing in cards] + [other.corners_mm()[:, :2] for other in others]
        share_seen = visible_share(camera, camera.to_px(die.corners_mm()))
        if 0.25 < share_seen < 0.85 and is_clear(die.corners_mm()[:, :2], taken):
            return [die]
    return []


def _spot(camera: Camera, rng: np.random.Generator) -> tuple[float, float]:
    low, high = camera.frame_px(20)[0], camera.frame_px(20)[2]
    x, y = camera.to_mm((low + rng.beta(1.5, 1.5, 2) * (high - low))[None], SIDE_MM)[0]
    return float(x), float(y)


def _fits(die: PlacedDie, camera: Camera, cards: tuple[Thing, ...], others: list[PlacedDie]) -> bool:
    outline = die.corners_mm()[:, :2]
    return (
        camera.shows(die.body_mm(), KEPT_FREE_PX)
        and camera.aslant_deg(die.corners_mm().mean(0)) <= MOST_ASLANT_DEG
        and _in_play_area(die, cards)
        and is_clear(outline, [card.outline_mm() for card in cards], 9.0)
        and is_clear(outline, [other.corners_mm()[:, :2] for other in others])
    )


def _in_play_area(die: PlacedDie, cards: tuple[Thing, ...]) -> bool:
    """Tell whether a die lies between the marker cards, where there are any."""
    if not cards:
        return True
    hull = cv2.convexHull(np.concatenate([card.outline_mm() for card in cards]).astype(np.float32))
    return cv2.pointPolygonTest(hull, (die.x_mm, die.y_mm), True) > SIDE_MM


def _thing(name: str, camera: Camera, taken: list[Points], rng: np.random.Generator) -> list[Thing]:
    for _ in range(60):
        x, y = _spot(camera, rng)
        thing = Thing(name, x, y, float(rng.uniform(0, 360)), PROPS_MM[name])
        if is_clear(thing.outline_mm(), taken, 5.0):
            return [thing]
    return []
