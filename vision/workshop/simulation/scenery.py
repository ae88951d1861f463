"""Draws random scenes: cameras, tables, lamps, dice and clutter as varied as on real tables."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.readings.places import PointMm
from vision.workshop.simulation.dice.art import BLANK
from vision.workshop.simulation.dice.layouts import TablePose, lay_dice
from vision.workshop.simulation.dice.styles import KINDS, DieKind, DieStyle, random_style
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.scene import (
    CameraPose,
    Hand,
    Lamp,
    Mat,
    Photo,
    Prop,
    Scene,
    SceneDie,
    Shade,
    Surface,
)
from vision.workshop.simulation.surroundings.hands import HAND_VARIANTS
from vision.workshop.simulation.surroundings.sprites import prop_sprite
from vision.workshop.simulation.surroundings.surfaces import VARIANTS

_MOST_DICE = 25
_DIE_PX = (25.0, 250.0)
_PROP_VARIANTS = 12
_CLUTTER = ("pencil", "coin", "coin", "token", "token", "card", "pad", "slab", "cable")
_CLUTTER_COUNTS = (0.35, 0.25, 0.18, 0.1, 0.06, 0.03, 0.03)
_SURFACE_SHARES = {
    "wood_pale": 0.19,
    "wood_dark": 0.14,
    "felt": 0.12,
    "cloth": 0.1,
    "patterned": 0.07,
    "white": 0.13,
    "grey_board": 0.08,
    "dark": 0.09,
    "stone": 0.04,
    "board_print": 0.04,
}


@dataclass(frozen=True)
class SceneWishes:
    """Requirements of a random scene; None leaves a value to chance.

    ``dice``: their number; ``strangers``: the number of them of another kind, or bare cubes.
    """

    dice: int | None = None
    die_px: tuple[float, float] | None = None
    mat: bool | None = None
    surface: str | None = None
    hands: bool | None = None
    strangers: int = 0


ANYTHING = SceneWishes()


def random_scene(
    rng: np.random.Generator,
    kind: DieKind = "pips",
    size_wh: tuple[int, int] = (640, 480),
    wishes: SceneWishes = ANYTHING,
) -> Scene:
    """Return a random plausible scene for a picture of that size: 0 to 25 dice of one kind."""
    die_mm = 16.0 if kind == "carcassonne" and rng.random() < 0.8 else float(rng.uniform(12, 20))
    die_px = _log_uniform(rng, *(wishes.die_px or _usual_die_px(size_wh)))
    camera = _camera(rng, die_mm, die_px, size_wh)
    lying = lay_dice(rng, _dice_count(rng, wishes, die_px, size_wh), die_mm, camera, size_wh)
    scene = Scene(
        dice=_dice(rng, kind, lying, die_mm, wishes.strangers),
        camera=camera,
        surface=_surface(rng, wishes),
        lamps=(),
        photo=_photo(rng),
        mat=_mat(rng, wishes),
    )
    scene = _lit(rng, scene)
    scene = replace(scene, props=_props(rng, scene, size_wh))
    wants_hand = rng.random() < 0.06 if wishes.hands is None else wishes.hands
    return replace(scene, hands=(_hand(rng, scene, size_wh),)) if wants_hand else scene


def _usual_die_px(size_wh: tuple[int, int]) -> tuple[float, float]:
    return max(_DIE_PX[0], min(size_wh) / 22), min(_DIE_PX[1], min(size_wh) / 3)


def _log_uniform(rng: np.random.Generator, low: float, high: float) -> float:
    return float(np.exp(rng.uniform(np.log(low), np.log(max(high, low * 1.001)))))


def _dice_count(
    rng: np.random.Generator, wishes: SceneWishes, die_px: float, size_wh: tuple[int, int]
) -> int:
    if wishes.dice is not None:
        return wishes.dice
    if rng.random() < 0.06:
        return 0
    room = int(0.3 * size_wh[0] * size_wh[1] / die_px**2)
    count = int(rng.integers(1, 10)) if rng.random() < 0.75 else int(rng.integers(1, _MOST_DICE + 1))
    return max(1, min(count, room))


def _camera(
    rng: np.random.Generator, die_mm: float, die_px: float, size_wh: tuple[int, int]
) -> CameraPose:
    focal = float(rng.uniform(0.65, 1.5))
    steep = rng.random()
    tilt = (
        rng.uniform(0, 6) if steep < 0.3 else rng.uniform(0, 25) if steep < 0.85 else rng.uniform(20, 42)
    )
    k1 = float(rng.choice([0.0, rng.uniform(-0.18, 0.06)]))
    return CameraPose(
        looks_at_mm=PointMm(*rng.uniform((60, 40), (220, 150)).tolist()),
        distance_mm=focal * max(size_wh) * die_mm / die_px,
        tilt_deg=float(tilt),
        stands_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.choice([rng.normal(0, 3), rng.uniform(-180, 180)])),
        focal=focal,
        k1=k1,
        k2=-k1 * float(rng.uniform(0, 0.3)),
        shift=(float(rng.normal(0, 0.01)), float(rng.normal(0, 0.01))),
    )


def _dice(
    rng: np.random.Generator, kind: DieKind, lying: tuple[TablePose, ...], die_mm: float, strangers: int
) -> tuple[SceneDie, ...]:
    """Give the dice their looks: all alike, or (pips and symbols) of a few makes and sizes."""
    mixed = kind != "carcassonne" and rng.random() < 0.4
    makes = [
        (random_style(rng, kind), die_mm * float(rng.uniform(0.75, 1)) if mixed else die_mm)
        for _ in range(int(rng.integers(2, 8)) if mixed else 1)
    ]
    dice = [_die(rng, *makes[rng.integers(len(makes))], at) for at in lying]
    for number in rng.permutation(len(dice))[:strangers].tolist():
        dice[number] = _die(rng, _strange_style(rng, kind), die_mm, lying[number])
    return tuple(dice)


def _die(rng: np.random.Generator, style: DieStyle, side_mm: float, at: TablePose) -> SceneDie:
    face = str(style.faces[rng.integers(6)])
    return SceneDie(style, face, at.centre_mm, at.angle_deg + 90 * float(rng.integers(4)), side_mm)


def _strange_style(rng: np.random.Generator, kind: DieKind) -> DieStyle:
    """Return a die that does not belong: of another kind, or without any print."""
    style = random_style(rng, next(k for k in rng.permutation(KINDS) if k != kind))
    return replace(style, kind="symbols", faces=(BLANK,) * 6) if rng.random() < 0.3 else style


def _surface(rng: np.random.Generator, wishes: SceneWishes) -> Surface:
    kind = wishes.surface or str(rng.choice(list(_SURFACE_SHARES), p=list(_SURFACE_SHARES.values())))
    tint = np.clip(rng.normal(1, 0.07) * rng.normal(1, 0.05, 3), 0.6, 1.25)
    return Surface(
        kind=kind,
        variant=int(rng.integers(VARIANTS)),
        tint=(float(tint[0]), float(tint[1]), float(tint[2])),
        contrast=float(rng.uniform(0.5, 1.1)),
        scale=_log_uniform(rng, 0.5, 1.6),
        angle_deg=float(rng.uniform(0, 360)),
        origin_mm=PointMm(*rng.uniform(-500, 500, 2).tolist()),
        gloss=0.0
        if kind in ("felt", "cloth", "patterned")
        else float(rng.choice([0.0, rng.uniform(0, 0.8)])),
    )


def _mat(rng: np.random.Generator, wishes: SceneWishes) -> Mat | None:
    wanted = rng.random() < 0.3 if wishes.mat is None else wishes.mat
    return Mat(sheet=bool(rng.random() < 0.7)) if wanted else None


def _lit(rng: np.random.Generator, scene: Scene) -> Scene:
    """Hang one to three lamps; with the room they give about the light that a picture needs."""
    count = int(rng.choice([1, 2, 3], p=[0.5, 0.32, 0.18]))
    shares = rng.dirichlet(np.ones(count) * 1.5) * rng.uniform(0.2, 0.9)
    alike = 0.03 if rng.random() < 0.7 else 0.15
    warm = np.array([rng.uniform(0.8, 1.12), 1.0, rng.uniform(0.9, 1.15)])
    lamps = tuple(_lamp(rng, scene.camera, float(s), warm * rng.normal(1, alike, 3)) for s in shares)
    room = (1 - shares.sum()) * np.array([rng.uniform(0.9, 1.15), 1.0, rng.uniform(0.88, 1.1)])
    shades = (_shade(rng, scene.camera, lamps[0]),) if rng.random() < 0.2 else ()
    return replace(scene, lamps=lamps, ambient=tuple(room.tolist()), shades=shades)


def _shade(rng: np.random.Generator, camera: CameraPose, lamp: Lamp) -> Shade:
    """Put somebody or something between a lamp and the camera's view."""
    share = rng.uniform(0.15, 0.5)
    wide = camera.distance_mm / camera.focal
    x, y = np.array(camera.looks_at_mm) + rng.uniform(-0.5, 0.5, 2) * wide
    at = PointMm(float(x + (lamp.above_mm.x - x) * share), float(y + (lamp.above_mm.y - y) * share))
    length, width = rng.uniform(0.5, 3) * wide, rng.uniform(0.05, 0.5) * wide
    return Shade(
        at, float(length), float(width), float(rng.uniform(0, 360)), lamp.height_mm * float(share)
    )


def _lamp(rng: np.random.Generator, camera: CameraPose, share: float, warm: np.ndarray) -> Lamp:
    height = rng.uniform(350, 1600)
    away, way = height * rng.uniform(0, 1.6), rng.uniform(0, 2 * np.pi)
    x, y = camera.looks_at_mm.x + away * np.cos(way), camera.looks_at_mm.y + away * np.sin(way)
    # A slanting lamp gives less light: this is compensated where the camera looks.
    fall = (height / np.hypot(height, away)) ** 3
    light = share / max(fall, 0.12) * warm
    radius = _log_uniform(rng, 3, 160)
    blue, green, red = (float(max(v, 0)) for v in light)
    return Lamp(PointMm(float(x), float(y)), float(height), radius, (blue, green, red))


def _photo(rng: np.random.Generator) -> Photo:
    sharp = rng.random() < 0.6
    white = np.exp(rng.normal(0, 0.06, 3))
    return Photo(
        exposure=float(np.exp(rng.normal(-0.08, 0.22))),
        white=(float(white[0]), float(white[1]), float(white[2])),
        saturation=float(rng.uniform(0.6, 1.25)),
        contrast=float(rng.uniform(0.8, 1.35)),
        vignette=float(rng.choice([0.0, rng.uniform(0, 0.35)])),
        focus_px=float(rng.uniform(0, 0.7) if sharp else rng.uniform(0.5, 1.9)),
        motion_px=float(rng.uniform(1, 6)) if rng.random() < 0.12 else 0.0,
        motion_deg=float(rng.uniform(0, 180)),
        noise=_log_uniform(rng, 0.003, 0.06),
        grain_px=float(rng.choice([0.0, 0.6, 1.0, 1.5])),
        sharpen=float(rng.choice([0.0, rng.uniform(0, 1.2)])),
        jpeg=int(rng.integers(45, 98)),
    )


def _props(rng: np.random.Generator, scene: Scene, size_wh: tuple[int, int]) -> tuple[Prop, ...]:
    """Scatter clutter where no die lies."""
    projection = Projection(scene.camera, size_wh)
    kinds = [str(k) for k in rng.choice(_CLUTTER, int(rng.choice(7, p=_CLUTTER_COUNTS)))]
    if rng.random() < 0.3:
        kinds += ["crumb"] * int(rng.integers(1, 12))
    props = [_tray(rng, scene)] if rng.random() < 0.06 else []
    for kind in kinds:
        x, y = projection.picture_to_table(rng.uniform((0, 0), size_wh)).tolist()
        prop = Prop(kind, PointMm(x, y), float(rng.uniform(0, 360)), int(rng.integers(_PROP_VARIANTS)))
        if _clear_of_dice(prop, scene.dice):
            props.append(prop)
    return tuple(props)


def _clear_of_dice(prop: Prop, dice: tuple[SceneDie, ...]) -> bool:
    outline = prop_sprite(prop).outline_mm().astype(np.float32)
    return all(cv2.pointPolygonTest(outline, d.centre_mm, True) < -0.75 * d.side_mm for d in dice)


def _tray(rng: np.random.Generator, scene: Scene) -> Prop:
    """Put a box's rim around the camera's view."""
    angle = float(rng.choice([0.0, 90.0])) + scene.camera.roll_deg + float(rng.normal(0, 4))
    return Prop("tray", scene.camera.looks_at_mm, angle, int(rng.integers(_PROP_VARIANTS)))


def _hand(rng: np.random.Generator, scene: Scene, size_wh: tuple[int, int]) -> Hand:
    """Reach in from a random side."""
    projection = Projection(scene.camera, size_wh)
    at = projection.picture_to_table(rng.uniform((0, 0), size_wh), 40.0)
    middle = np.array(scene.camera.looks_at_mm)
    way = np.degrees(np.arctan2(middle[0] - at[0], -(middle[1] - at[1]))) + rng.normal(0, 30)
    return Hand(
        PointMm(float(at[0]), float(at[1])),
        float(way),
        float(rng.uniform(20, 60)),
        int(rng.integers(HAND_VARIANTS)),
    )
