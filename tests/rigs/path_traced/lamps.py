"""The lamps over the table. Only their share of the light matters: the camera exposes by itself."""

import bpy
import mathutils
import numpy as np

SKY = 1.0
WARM, DAY, WHITE = (1.0, 0.62, 0.3), (0.82, 0.92, 1.0), (1.0, 0.9, 0.78)


def light_up(lamp: str, rng: np.random.Generator) -> float:
    """Light the table with this kind of lamp from any side; return how light white paper will be."""
    side = float(rng.uniform(0, 2 * np.pi))
    if lamp == "hard lamp":
        lamps = [_lamp(side, rng.uniform(50, 78), 850, 45, WHITE, rng.uniform(3, 7))]
    elif lamp == "window":
        lamps = [_lamp(side, rng.uniform(32, 50), 1500, 900, DAY, rng.uniform(1.2, 2.5))]
    elif lamp == "two lamps":
        other = side + rng.uniform(1.2, 4.5)
        lamps = [
            _lamp(side, rng.uniform(50, 75), 900, 60, WHITE, rng.uniform(1.5, 3)),
            _lamp(other, rng.uniform(40, 70), 1000, 120, DAY, rng.uniform(1, 2.5)),
        ]
    else:
        lamps = [_lamp(side, rng.uniform(20, 32), 700, 70, WARM, rng.uniform(3, 6))]
    _sky(WARM if lamp == "warm low lamp" else WHITE)
    return SKY * (1 + sum(lamps))


def _lamp(
    side: float,
    height_deg: float,
    away_mm: float,
    width_mm: float,
    colour: tuple[float, ...],
    times_sky: float,
) -> float:
    """Hang a round lamp that gives the table's middle ``times_sky`` the room's light; return that."""
    height = np.radians(height_deg)
    way = np.array([np.cos(height) * np.cos(side), np.cos(height) * np.sin(side), np.sin(height)])
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape, data.size, data.color = "DISK", width_mm, colour
    data.energy = times_sky * np.pi**2 * SKY * away_mm**2 / np.sin(height)
    lamp = bpy.data.objects.new("lamp", data)
    lamp.location = (way * away_mm).tolist()
    lamp.rotation_mode = "QUATERNION"
    lamp.rotation_quaternion = mathutils.Vector(way.tolist()).to_track_quat("Z", "Y")
    lamp.visible_camera = False
    bpy.context.collection.objects.link(lamp)
    return times_sky


def _sky(colour: tuple[float, ...]) -> None:
    """Light from the room's walls and ceiling, lighter above."""
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    bpy.context.scene.world = world
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (*(0.5 + 0.5 * np.array(colour)).tolist(), 1.0)
    background.inputs["Strength"].default_value = SKY
