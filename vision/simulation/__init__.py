"""The simulated table that the simulated camera looks at."""

from vision.simulation.camera import Projection
from vision.simulation.renderer import Renderer, render
from vision.simulation.scene import (
    CameraPose,
    Hand,
    Lamp,
    Mat,
    Photo,
    Prop,
    Rendered,
    Scene,
    SceneDie,
    Shade,
    Surface,
    TrueDie,
)
from vision.simulation.scenery import SceneWishes, random_scene
from vision.simulation.styles import DieKind, DieStyle, random_style

__all__ = [
    "CameraPose",
    "DieKind",
    "DieStyle",
    "Hand",
    "Lamp",
    "Mat",
    "Photo",
    "Projection",
    "Prop",
    "Rendered",
    "Renderer",
    "Scene",
    "SceneDie",
    "SceneWishes",
    "Shade",
    "Surface",
    "TrueDie",
    "random_scene",
    "random_style",
    "render",
]
