"""Puts what else lies on the table: marker cards, pencil, coins, score pad, a hand at the edge."""

from pathlib import Path

import cv2
import numpy as np

from tests.rigs.path_traced.city_art import Image
from tests.rigs.path_traced.materials import pictured, plain
from tests.rigs.path_traced.placing import Points
from tests.rigs.path_traced.plan import CARD_MM, MARKER_MM, Plan, Thing
from tests.rigs.path_traced.solids import hand, put, slab, standing, turned_body

_ALONG_Z = np.array([[0.0, 0, -1, 0], [0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1]])


def put_thing(thing: Thing, folder: Path, rng: np.random.Generator) -> None:
    """Put one thing on the table."""
    if thing.name.startswith("marker"):
        material = pictured(thing.name, _card(int(thing.name.split()[1])), folder, 0.6)
        put(
            slab(thing.name, thing.size_mm, 0.3, material),
            standing(thing.x_mm, thing.y_mm, thing.yaw_deg),
        )
    elif thing.name == "score pad":
        material = pictured(thing.name, _pad(rng), folder, 0.7)
        put(
            slab(thing.name, thing.size_mm, 3.0, material),
            standing(thing.x_mm, thing.y_mm, thing.yaw_deg),
        )
    elif thing.name == "pencil":
        _pencil(thing, rng)
    else:
        _coins(thing, rng)


def _card(number: int) -> Image:
    """Return a marker card: DICT_4X4_50, the black square of 30 mm in white."""
    cells = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, 6
    )
    side = round(MARKER_MM * 16)
    marker = cv2.resize(cells, (side, side), interpolation=cv2.INTER_NEAREST)
    border = round((CARD_MM - MARKER_MM) / 2 * 16)
    card = np.pad(marker, border, constant_values=244)
    card = np.maximum(card, 18)
    return np.asarray(cv2.cvtColor(card, cv2.COLOR_GRAY2BGR), np.uint8)


def _pad(rng: np.random.Generator) -> Image:
    """Return a ruled sheet with some numbers on it."""
    sheet = np.full((520, 760, 3), (214, 238, 244), np.uint8)
    for y in range(60, 520, 46):
        cv2.line(sheet, (0, y), (760, y), (200, 170, 140), 2)
    for x in (190, 380, 570):
        cv2.line(sheet, (x, 0), (x, 520), (150, 150, 190), 2)
    for row in range(rng.integers(2, 9)):
        for column in range(4):
            at = (30 + 190 * column + int(rng.integers(0, 50)), 50 + 46 * row + int(rng.integers(-4, 4)))
            cv2.putText(
                sheet,
                str(rng.integers(0, 56)),
                at,
                cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
                1.2,
                (90, 40, 20),
                3,
            )
    return sheet


def _pencil(thing: Thing, rng: np.random.Generator) -> None:
    length = thing.size_mm[0]
    colour = str(rng.choice(["c8a020", "b02020", "205090", "303030", "207040"]))
    place = standing(thing.x_mm, thing.y_mm, thing.yaw_deg, 3.4)
    tip = length / 2 - 16
    put(turned_body("barrel", [(-length / 2, 3.6), (tip, 3.6)], 6, plain("barrel", colour, 0.3)), place)
    put(turned_body("cone", [(tip, 3.6), (tip + 12, 1.1)], 20, plain("cone", "d8b080", 0.7)), place)
    put(turned_body("lead", [(tip + 12, 1.1), (tip + 16, 0.2)], 12, plain("lead", "222222", 0.4)), place)


def _coins(thing: Thing, rng: np.random.Generator) -> None:
    for number, x in enumerate((-12.0, 12.0)[: rng.integers(1, 3)]):
        radius = rng.uniform(8, 11.5)
        colour = str(rng.choice(["c9a24a", "b8b8b4", "a86c3c"]))
        profile = [
            (0.0, radius),
            (1.9, radius),
            (2.1, radius - 0.3),
            (2.1, radius - 1.4),
            (1.8, radius - 1.6),
        ]
        profile += [(1.8, radius * 0.55), (2.1, radius * 0.5), (2.1, radius * 0.2), (1.9, radius * 0.15)]
        coin = turned_body(
            f"coin {number}", profile, 48, plain(f"coin {number}", colour, 0.28, metallic=1.0)
        )
        here = thing.outline_mm().mean(0) + np.array([x, rng.uniform(-4, 4)])
        put(coin, standing(float(here[0]), float(here[1]), 0.0) @ _ALONG_Z)


def put_hand(plan: Plan, rng: np.random.Generator) -> None:
    """Let a hand reach in over the picture's edge, where it hides no die and no card."""
    skin = str(rng.choice(["d9a583", "c68863", "8d5a3b", "e6bda0"]))
    for deeper in (34.0, 22.0, 10.0, 0.0):
        capsules = _capsules(plan, deeper)
        if not _hides_anything(plan, capsules):
            flip = np.array([1.0, -1.0, 1.0])
            hand([(a * flip, b * flip, radius) for a, b, radius in capsules], plain("skin", skin, 0.55))
            return


def _capsules(plan: Plan, deeper_mm: float) -> list[tuple[Points, Points, float]]:
    """Return forearm, palm and fingers: start, end (table mm), radius; the tips reach in so deep."""
    assert plan.hand_deg is not None
    turn = np.radians(plan.hand_deg)
    way = np.array([np.cos(turn), np.sin(turn)])
    frame = plan.camera.to_mm(plan.camera.frame_px(), 0.0)
    edge = _ray_to(frame, way)
    tips = edge * way - deeper_mm * way
    back, aside = way, np.array([-way[1], way[0]])

    def at(behind: float, beside: float, height: float) -> Points:
        return np.append(tips + behind * back + beside * aside, height)

    capsules = [(at(150, 0, 45), at(420, 40, 60), 27.0)]
    capsules += [(at(75, beside, 26), at(130, beside * 0.7, 34), 15.0) for beside in (-24, -8, 8, 24)]
    lengths = {-27: 14.0, -9: 2.0, 9: 0.0, 27: 8.0}
    capsules += [
        (at(short, beside * 1.1, 10), at(78, beside, 25), 8.3) for beside, short in lengths.items()
    ]
    return [*capsules, (at(58, -52, 12), at(115, -28, 28), 9.5)]


def _ray_to(frame: Points, way: Points) -> float:
    """Return how far it is from the origin to the frame's edge, this way."""
    for far in np.arange(5.0, 1500.0, 2.0):
        if cv2.pointPolygonTest(frame.astype(np.float32), tuple((far * way).tolist()), False) < 0:
            return float(far)
    return 1500.0


def _hides_anything(plan: Plan, capsules: list[tuple[Points, Points, float]]) -> bool:
    """Tell whether the hand comes near a die or a card, as the camera sees it."""
    camera = plan.camera
    corners = [camera.to_px(die.body_mm()) for die in plan.dice]
    corners += [camera.to_px(np.column_stack([card.outline_mm(), np.zeros(4)])) for card in plan.cards]
    for start, end, radius in capsules:
        line = start + np.linspace(0, 1, 15)[:, None] * (end - start)
        seen = camera.to_px(line)
        near = camera.focal_px / (camera.distance_mm - 60) * (radius + 8)
        for outline in corners:
            hull = cv2.convexHull(outline.astype(np.float32))
            if any(cv2.pointPolygonTest(hull, tuple(map(float, point)), True) > -near for point in seen):
                return True
    return False
