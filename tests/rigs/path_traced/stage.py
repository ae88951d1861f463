"""Sets up a plan in Blender and has Cycles draw it: one thread, few samples, denoised."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import bpy
import numpy as np
from numpy.typing import NDArray

from tests.rigs.path_traced.artists import Artist
from tests.rigs.path_traced.building import FACES
from tests.rigs.path_traced.city_art import city_face
from tests.rigs.path_traced.figure_art import figure_face
from tests.rigs.path_traced.lamps import light_up
from tests.rigs.path_traced.materials import pictured
from tests.rigs.path_traced.placing import SIDE_MM, PlacedDie
from tests.rigs.path_traced.plan import Plan
from tests.rigs.path_traced.solids import Frame, Points, die_mesh, put, slab, standing
from tests.rigs.path_traced.surfaces import TEXTURE_MM, painted
from tests.rigs.path_traced.things import put_hand, put_thing

Linear = NDArray[np.float32]
SAMPLES = 4


def drawn(plan: Plan, artist: Artist) -> Linear:
    """Return the light that falls into the camera: shape (height, width, 3), RGB; white paper is 1."""
    rng = np.random.default_rng([plan.seed, 7])
    with TemporaryDirectory() as name:
        folder = Path(name)
        bpy.ops.wm.read_factory_settings(use_empty=True)
        _table(plan, folder, rng)
        _dice(plan, artist, folder, rng)
        for thing in (*plan.cards, *plan.things):
            put_thing(thing, folder, rng)
        if plan.hand_deg is not None:
            put_hand(plan, rng)
        white = light_up(plan.lamp, rng)
        _camera(plan)
        return _rendered(plan, folder) / np.float32(white)


def _table(plan: Plan, folder: Path, rng: np.random.Generator) -> None:
    paint = painted(plan.surface, rng)
    material = pictured("table", paint.colours, folder, paint.roughness, paint.grain)
    top = slab("table", (4000.0, 4000.0), 0.0, material)
    uv = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * 4000 / TEXTURE_MM + rng.uniform(0, 9, 2)
    top.uv_layers[0].data.foreach_set(
        "uv", np.concatenate([uv, np.zeros((16, 2))]).astype(np.float32).ravel()
    )
    put(top, standing(0, 0, float(rng.uniform(0, 360))))


def _dice(plan: Plan, artist: Artist, folder: Path, rng: np.random.Generator) -> None:
    frames = _frames(rng)
    prints = [_printed(artist, face, rng) for face in FACES]
    materials = [
        pictured(face, picture, folder, artist.roughness)
        for face, picture in zip(FACES, prints, strict=True)
    ]
    mesh = die_mesh(frames, materials, artist.bevel_mm)
    for die in plan.dice:
        put(mesh, _lying(die, frames[FACES.index(die.face)]))


def _printed(artist: Artist, face: str, rng: np.random.Generator) -> NDArray[np.uint8]:
    is_figure = face in ("knight", "catapult")
    return figure_face(artist, face) if is_figure else city_face(artist, face, rng)


def _frames(rng: np.random.Generator) -> list[Frame]:
    """Return which way each face looks on the dice of this picture, and where its top edge is."""
    outwards = [sign * axis for axis in np.eye(3) for sign in (1.0, -1.0)]
    frames = []
    for number in rng.permutation(6):
        out = outwards[number]
        ups = [way for way in outwards if abs(way @ out) < 0.5]
        up = ups[rng.integers(4)]
        frames.append((np.cross(up, out), up, out))
    return frames


def _lying(die: PlacedDie, frame: Frame) -> Points:
    """Return the matrix (4, 4) that turns this side of the die up and sets it down."""
    matrix = np.eye(4)
    matrix[:3, :3] = np.stack(frame)
    return standing(die.x_mm, die.y_mm, die.yaw_deg, SIDE_MM / 2) @ matrix


def _camera(plan: Plan) -> None:
    camera, scene = plan.camera, bpy.context.scene
    flip = np.diag([1.0, -1.0, 1.0])
    right, down, forward = camera.axes() @ flip
    matrix = np.eye(4)
    matrix[:3, :3] = np.column_stack([right, -down, -forward])
    matrix[:3, 3] = flip @ camera.place()
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width = "HORIZONTAL", 36.0
    data.lens = 36.0 * camera.focal_px / camera.width_px
    data.clip_start, data.clip_end = 10.0, 20000.0
    scene.camera = put(data, matrix)
    scene.render.resolution_x, scene.render.resolution_y = camera.width_px, camera.height_px


def _rendered(plan: Plan, folder: Path) -> Linear:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.seed = "CPU", SAMPLES, plan.seed % 2**31
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_prefilter, cycles.denoising_quality = "FAST", "BALANCED"
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.03
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 3, 2, 2
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4.0
    cycles.filter_width = 1.2
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    scene.render.filepath = str(folder / "light.exr")
    with _quiet():
        bpy.ops.render.render(write_still=True)
    light = bpy.data.images.load(scene.render.filepath)
    values = np.empty(plan.camera.height_px * plan.camera.width_px * 4, np.float32)
    light.pixels.foreach_get(values)
    return values.reshape(plan.camera.height_px, plan.camera.width_px, 4)[::-1, :, :3].copy()


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Blender's progress off the terminal."""
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
