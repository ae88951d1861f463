"""The simulated table that the simulated camera looks at."""

from vision.workshop.simulation.dice.styles import DieKind, DieStyle, random_style
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.renderer import Renderer, render
from vision.workshop.simulation.scene import (
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
from vision.workshop.simulation.scenery import SceneWishes, random_scene

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
