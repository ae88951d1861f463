"""What is on a picture, exactly: a manifest's line, and the corners of every top face."""

from typing import Any

import numpy as np

from tests.rigs.path_traced.artists import Artist
from tests.rigs.path_traced.building import Cell, Laid, cities_of
from tests.rigs.path_traced.camera import visible_share
from tests.rigs.path_traced.placing import PlacedDie
from tests.rigs.path_traced.plan import Plan


def manifest_row(image: str, plan: Plan, artist: Artist) -> dict[str, Any]:
    """Return the manifest's line of a picture. With a die cut off no cities are told."""
    dice = [_die_row(die, plan) for die in plan.dice]
    row = {"image": image, "dice": dice, "conditions": _conditions(plan, artist)}
    if any("cut_off" in die for die in dice):
        return row
    return row | {"cities": [{"size": city.size, "closed": city.closed} for city in _cities(plan)]}


def corners_row(image: str, plan: Plan) -> dict[str, Any]:
    """Return the corners of every top face, clockwise from its own top left, and the share seen."""
    dice = []
    for die in plan.dice:
        corners = plan.camera.to_px(die.corners_mm())
        share = round(visible_share(plan.camera, corners), 4)
        dice.append({"face": die.face, "corners_px": np.round(corners, 3).tolist(), "visible": share})
    return {"image": image, "dice": dice}


def _die_row(die: PlacedDie, plan: Plan) -> dict[str, Any]:
    corners = die.corners_mm()
    centre, top = plan.camera.to_px(np.stack([corners.mean(0), corners[:2].mean(0)]))
    angle = float(np.degrees(np.arctan2(top[0] - centre[0], centre[1] - top[1]))) % 360
    row = {
        "face": die.face,
        "x": round(centre[0], 2),
        "y": round(centre[1], 2),
        "angle": round(angle, 2),
    }
    return row | (
        {"cut_off": True} if visible_share(plan.camera, plan.camera.to_px(corners)) < 1 else {}
    )


def _cities(plan: Plan) -> list[Any]:
    groups: dict[int, dict[Cell, Laid]] = {}
    for die in plan.dice:
        groups.setdefault(die.city, {})[die.cell] = Laid(die.face, die.turns)
    return [city for laid in groups.values() for city in cities_of(laid)]


def _conditions(plan: Plan, artist: Artist) -> list[str]:
    tilt = f"tilt {plan.camera.tilt_deg:.0f}"
    width = f"{plan.camera.width_px}x{plan.camera.height_px}"
    markers = "markers" if plan.cards else "no markers"
    built = ["city"] if any(die.cell != Cell(0, 0) for die in plan.dice) else []
    return [plan.surface, f"artist {artist.name}", tilt, markers, plan.lamp, width, *built]
