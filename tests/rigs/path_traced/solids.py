"""Blender's bodies: the die, cards, coins, a pencil, a pad, a hand. Blender's y is the table's -y."""

from collections.abc import Sequence
from typing import Any

import bpy
import mathutils
import numpy as np
from numpy.typing import NDArray

from tests.rigs.path_traced.placing import SIDE_MM

Points = NDArray[np.float64]
Frame = tuple[Points, Points, Points]
"""Right, up and outwards of one side of a die, in the die's own axes."""


def die_mesh(frames: Sequence[Frame], materials: Sequence[Any], bevel_mm: float) -> Any:
    """Return a cube with round edges; the n-th frame carries the n-th material."""
    lines = _lines(bevel_mm)
    across, up = np.meshgrid(lines, lines)
    count = len(lines)
    quads = [
        (row * count + col, row * count + col + 1, (row + 1) * count + col + 1, (row + 1) * count + col)
        for row in range(count - 1)
        for col in range(count - 1)
    ]
    flat = np.column_stack([across.ravel(), up.ravel(), np.full(count**2, SIDE_MM / 2)])
    core = np.clip(flat, bevel_mm - SIDE_MM / 2, SIDE_MM / 2 - bevel_mm)
    normals = (flat - core) / np.linalg.norm(flat - core, axis=1)[:, None]
    rounded = core + bevel_mm * normals
    axes = [np.stack(frame) for frame in frames]
    vertices = np.concatenate([rounded @ axis for axis in axes])
    faces = [tuple(corner + side * count**2 for corner in quad) for side in range(6) for quad in quads]
    mesh = bpy.data.meshes.new("die")
    mesh.from_pydata(vertices.tolist(), [], faces)
    uv = mesh.uv_layers.new()
    corners = np.array([vertex for face in faces for vertex in face])
    uv.data.foreach_set("uv", (flat[corners % count**2, :2] / SIDE_MM + 0.5).astype(np.float32).ravel())
    for material in materials:
        mesh.materials.append(material)
    mesh.polygons.foreach_set("material_index", np.repeat(np.arange(6, dtype=np.int32), len(quads)))
    _smooth(mesh, np.concatenate([normals @ axis for axis in axes]))
    return mesh


def _lines(bevel_mm: float) -> Points:
    """Return where the grid of a side has lines: close together where it is round, up to 45°."""
    inner = SIDE_MM / 2 - bevel_mm
    half = inner + bevel_mm * np.tan(np.linspace(0, np.pi / 4, 7))
    return np.concatenate([-half[::-1], half])


def _smooth(mesh: Any, normals: Points) -> None:
    mesh.polygons.foreach_set("use_smooth", np.ones(len(mesh.polygons), bool))
    mesh.update()
    mesh.normals_split_custom_set_from_vertices(normals.tolist())


def put(mesh: Any, matrix: Points) -> Any:
    """Put a mesh into the scene: ``matrix`` (4, 4) takes its points to Blender's world."""
    body = bpy.data.objects.new(mesh.name, mesh)
    body.matrix_world = mathutils.Matrix(matrix.tolist())
    bpy.context.collection.objects.link(body)
    return body


def standing(x_mm: float, y_mm: float, yaw_deg: float, z_mm: float = 0.0) -> Points:
    """Return the matrix (4, 4) that sets a body down on the table, turned clockwise seen from above."""
    yaw = np.radians(-yaw_deg)
    matrix = np.eye(4)
    matrix[:2, :2] = [[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]]
    matrix[:3, 3] = [x_mm, -y_mm, z_mm]
    return matrix


def slab(name: str, size_mm: tuple[float, float], thick_mm: float, material: Any) -> Any:
    """Return a flat box on the table, its top showing the material's picture upright."""
    width, height = size_mm[0] / 2, size_mm[1] / 2
    ring = [(-width, -height), (width, -height), (width, height), (-width, height)]
    vertices = [(x, y, z) for z in (thick_mm, 0.0) for x, y in ring]
    sides = [((i + 1) % 4, i, i + 4, (i + 1) % 4 + 4) for i in range(4)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], [(0, 1, 2, 3), *sides])
    uv = mesh.uv_layers.new()
    edge = [(0.01, 0.01)] * 16
    places = [(0, 0), (1, 0), (1, 1), (0, 1), *edge]
    uv.data.foreach_set("uv", np.array(places, np.float32).ravel())
    mesh.materials.append(material)
    return mesh


def turned_body(name: str, profile: Sequence[tuple[float, float]], steps: int, material: Any) -> Any:
    """Return a body of revolution about x: ``profile`` lists (x, radius)."""
    angles = np.arange(steps) * 2 * np.pi / steps
    vertices = [(x, r * np.cos(a), r * np.sin(a)) for x, r in profile for a in angles]
    faces = [
        (
            k * steps + i,
            k * steps + (i + 1) % steps,
            (k + 1) * steps + (i + 1) % steps,
            (k + 1) * steps + i,
        )
        for k in range(len(profile) - 1)
        for i in range(steps)
    ]
    ends = [tuple(range(steps - 1, -1, -1)), tuple((len(profile) - 1) * steps + i for i in range(steps))]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], [*faces, *ends])
    mesh.materials.append(material)
    return mesh


def hand(capsules: Sequence[tuple[Points, Points, float]], material: Any) -> Any:
    """Put a hand of capsules (start, end, radius; Blender's axes) into the scene, melted together."""
    mesh = bpy.data.meshes.new("hand")
    vertices: list[tuple[float, ...]] = []
    faces: list[tuple[int, ...]] = []
    for start, end, radius in capsules:
        for share in np.linspace(0, 1, 9):
            _ball(start + share * (end - start), radius, vertices, faces)
    mesh.from_pydata(vertices, [], faces)
    mesh.materials.append(material)
    body = put(mesh, np.eye(4))
    melt = body.modifiers.new("melt", "REMESH")
    melt.mode, melt.voxel_size, melt.use_smooth_shade = "VOXEL", 1.6, True
    even = body.modifiers.new("even", "SMOOTH")
    even.iterations = 8
    return body


def _ball(
    centre: Points, radius: float, vertices: list[tuple[float, ...]], faces: list[tuple[int, ...]]
) -> None:
    first, around, rings = len(vertices), 14, 8
    for ring in range(rings + 1):
        polar = np.pi * (0.001 + 0.998 * ring / rings)
        for step in range(around):
            turn = 2 * np.pi * step / around
            way = np.array([np.sin(polar) * np.cos(turn), np.sin(polar) * np.sin(turn), np.cos(polar)])
            vertices.append(tuple((centre + radius * way).tolist()))
    for ring in range(rings):
        for step in range(around):
            a, b = first + ring * around + step, first + ring * around + (step + 1) % around
            faces.append((a, a + around, b + around, b))
