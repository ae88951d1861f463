"""Blender's materials from colours and pictures."""

from pathlib import Path
from typing import Any

import bpy
import cv2

from tests.rigs.path_traced.city_art import Image


def linear(colour: str) -> tuple[float, float, float, float]:
    """Return Blender's colour of sRGB ``rrggbb``."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return red, green, blue, 1.0


def plain(name: str, colour: str, roughness: float, *, metallic: float = 0.0) -> Any:
    """Return a material of one colour."""
    material, shader = _material(name, roughness)
    shader.inputs["Base Color"].default_value = linear(colour)
    shader.inputs["Metallic"].default_value = metallic
    return material


def pictured(name: str, picture: Image, folder: Path, roughness: float, grain: float = 0.0) -> Any:
    """Return a material that shows a picture; ``grain`` lets its light parts stand out."""
    material, shader = _material(name, roughness)
    file = folder / f"{name}.png"
    cv2.imwrite(str(file), picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    nodes, links = material.node_tree.nodes, material.node_tree.links
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = bpy.data.images.load(str(file))
    texture.extension = "MIRROR"
    links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    if grain:
        bump = nodes.new("ShaderNodeBump")
        bump.inputs["Strength"].default_value = grain
        bump.inputs["Distance"].default_value = 0.3
        links.new(texture.outputs["Color"], bump.inputs["Height"])
        links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    return material


def _material(name: str, roughness: float) -> tuple[Any, Any]:
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = roughness
    return material, shader
