"""The artists: how each prints the six faces of a die, on which plastic. Colours are sRGB ``rrggbb``."""

from dataclasses import dataclass
from typing import Literal

Fill = Literal["solid", "hatch", "windows", "battlements", "bricks", "dots", "houses", "crosshatch"]
Wall = Literal["arc", "trapezoid", "wavy", "octagon"]
Knight = Literal["meeple", "helmet", "horse", "shield", "pawn", "rider"]
Catapult = Literal["onager", "trebuchet", "ballista", "wagon", "mangonel", "sling"]


@dataclass(frozen=True)
class Artist:
    """One way to print the faces. Shares are of the side; ``depth`` is how far fields and caps reach."""

    name: str
    body: str
    city: str
    detail: str
    figure: str
    fill: Fill
    wall: Wall
    knight: Knight
    catapult: Catapult
    field: str | None = None
    frame: float = 0.07
    depth: float = 0.33
    corner_bulge: float = 0.12
    outline: float = 0.0
    figure_size: float = 0.74
    roughness: float = 0.35
    bevel_mm: float = 1.6


_ALL = (
    Artist("ink", "f4f3ee", "151515", "f4f3ee", "151515", "solid", "arc", "meeple", "onager"),
    Artist(
        "hatcher",
        "efe4c6",
        "6b4423",
        "6b4423",
        "4d2f16",
        "hatch",
        "trapezoid",
        "helmet",
        "trebuchet",
        outline=0.035,
        depth=0.36,
        frame=0.09,
        roughness=0.6,
        bevel_mm=2.0,
    ),
    Artist(
        "townsman",
        "fafafa",
        "a8452c",
        "f6d98a",
        "2b3f73",
        "windows",
        "octagon",
        "horse",
        "wagon",
        field="cfe0b4",
        frame=0.055,
        depth=0.3,
        corner_bulge=0.2,
        roughness=0.14,
        bevel_mm=1.1,
    ),
    Artist(
        "mason",
        "d2d2cf",
        "8f99a3",
        "1f2328",
        "1f2328",
        "battlements",
        "wavy",
        "shield",
        "ballista",
        outline=0.05,
        depth=0.38,
        frame=0.08,
        roughness=0.25,
    ),
    Artist(
        "bricklayer",
        "f2ead9",
        "7d2f2b",
        "e8d3b8",
        "33261f",
        "bricks",
        "arc",
        "pawn",
        "mangonel",
        depth=0.27,
        corner_bulge=-0.06,
        frame=0.1,
        roughness=0.5,
    ),
    Artist(
        "stippler",
        "f7f7f7",
        "22336b",
        "22336b",
        "22336b",
        "dots",
        "octagon",
        "rider",
        "sling",
        outline=0.03,
        depth=0.4,
        frame=0.05,
        roughness=0.2,
        bevel_mm=1.3,
    ),
    Artist(
        "villager",
        "e3e1dc",
        "3a3a3a",
        "d9b24c",
        "7a1f1f",
        "houses",
        "trapezoid",
        "meeple",
        "trebuchet",
        field="f0efe6",
        depth=0.31,
        frame=0.06,
        figure_size=0.66,
        roughness=0.4,
        bevel_mm=2.2,
    ),
    Artist(
        "etcher",
        "f5efdd",
        "20301f",
        "20301f",
        "20301f",
        "crosshatch",
        "wavy",
        "helmet",
        "wagon",
        outline=0.028,
        depth=0.34,
        corner_bulge=0.04,
        frame=0.08,
        roughness=0.55,
    ),
    Artist(
        "printer",
        "ffffff",
        "0d3b2e",
        "ffffff",
        "0d0d0d",
        "solid",
        "trapezoid",
        "shield",
        "onager",
        depth=0.24,
        corner_bulge=0.26,
        frame=0.04,
        figure_size=0.82,
        roughness=0.12,
        bevel_mm=1.0,
    ),
)

ARTISTS = {artist.name: artist for artist in _ALL}
