"""The simulated table as its camera sees it now: rendered when something moves, otherwise only with new
noise."""

import threading
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.readings.places import PointMm
from vision.workshop.simulation.boards.scenery import BoardKit, cards_round, makes_of
from vision.workshop.simulation.boards.things import BoardMake, LaidBoard, SlabMake
from vision.workshop.simulation.dice.styles import CARCASSONNE_FACES, DieStyle
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.renderer import Renderer
from vision.workshop.simulation.scene import (
    CameraPose,
    Hand,
    Lamp,
    Mat,
    Photo,
    Prop,
    Scene,
    SceneDie,
    Surface,
)
from vision.workshop.simulation.things import NOTHING, Board, ThingsNow
from vision.workshop.simulation.tokens.play import TokenKit, TokenMakes
from vision.workshop.simulation.tokens.things import GemBoardMake, GemMake, LaidGemBoard, StoneMake

CARCASSONNE_DICE = DieStyle("carcassonne", CARCASSONNE_FACES, body=(238, 241, 242), edge=0.2, gloss=0.3)
"""White dice with black print."""
PLAIN_DICE = DieStyle("pips", ("1", "6", "2", "3", "5", "4"), body=(238, 241, 242), edge=0.25, dent=0.5)
"""White dice with black pips; opposite faces sum to seven."""
SYMBOL_DICE = DieStyle(
    "symbols",
    ("shield", "hand", "antelope", "snake", "elephant", "mask"),
    body=(200, 224, 232),
    ink=(30, 36, 52),
    edge=0.25,
    ball=1.6,
    gloss=0.35,
)
"""A pale die with six signs of the savanna."""

_HOUSE_DICE = {"carcassonne": CARCASSONNE_DICE, "pips": PLAIN_DICE, "ubongo_symbols": SYMBOL_DICE}
"""The simulated table's own dice, by the built-in set that reads them."""

_USUAL_BOARD = ("frontier", 12)
"""The house board, whichever set reads it: a set that was taught with it can read it again."""
_HOUSE_BOARDS = {"drunter": _USUAL_BOARD}
"""The simulated table's own boards, by the built-in set that reads them: style and printing."""

_HOUSE_GEMS = ("sand", "brilliant", 0)
_HOUSE_STONES = ("card", 0)
"""The simulated table's own gem board, gems and stones: styles and printing."""

_GLOSSY = {"wood_pale": 0.15, "wood_dark": 0.2, "grey_board": 0.1, "stone": 0.25, "dark": 0.1}
MOVING_SHRINK = 2
_NOISE_LEVELS = 1.6
_NOISE_MARGIN = 96
_REACH_MM = np.array([[-75.0, -135.0], [75.0, -135.0], [75.0, 320.0], [-75.0, 320.0]])
"""The corners of the area of a hand and its arm, with the palm in the middle and the fingers up."""


def house_dice(set_name: str) -> DieStyle:
    """Return the simulated dice that a set reads; ordinary dice if the set is none of ours."""
    return _HOUSE_DICE.get(set_name, PLAIN_DICE)


def dice_read_with(set_name: str) -> DieStyle | None:
    """Return our dice that a set reads, a built-in one or one that knows all of their faces.

    None if it reads none of ours: it was taught with other dice. Raises ``UnknownSet``.
    """
    if set_name in _HOUSE_DICE:
        return _HOUSE_DICE[set_name]
    known = {face.name for face in load(set_name).faces}
    return next((dice for dice in _HOUSE_DICE.values() if set(dice.faces) <= known), None)


_CAMERA = CameraPose(
    PointMm(138.5, 95.0),
    distance_mm=372.0,
    tilt_deg=7.0,
    stands_deg=188.0,
    roll_deg=1.2,
    focal=0.95,
    k1=-0.06,
    k2=0.01,
)
_VIEW_OF_BOARD = 1.28
"""Width of the camera's view relative to a board."""
_ROOM_FOR_CARDS_MM = 44.0
_VIEW_OF_GEMS = 1.42
"""Width of the view relative to a gem board: dice are thrown and won gems lie above and below it."""


def house_board(kit: BoardKit, set_name: str) -> tuple[LaidBoard, SlabMake]:
    """Return the simulated table's own board, between its marker cards, and pieces that a set reads."""
    style, seed = _HOUSE_BOARDS.get(set_name, _USUAL_BOARD)
    board, slabs = makes_of(kit, style, seed)
    return LaidBoard(board, _middle_of(board)), slabs


def _middle_of(board: BoardMake | GemBoardMake) -> PointMm:
    width, height = board.size_mm
    return PointMm(width / 2 + _ROOM_FOR_CARDS_MM, height / 2 + _ROOM_FOR_CARDS_MM)


def house_tokens(kit: TokenKit) -> TokenMakes:
    """Return the simulated table's own tokens, their board between its marker cards."""
    style, gems, seed = _HOUSE_GEMS
    board = None
    if kit.gem_board:
        make = GemBoardMake(style, seed)
        board = LaidGemBoard(make, _middle_of(make), gap_mm=0.4, slide_mm=0.2)
    return TokenMakes(board, GemMake(gems, seed), StoneMake(*_HOUSE_STONES))


def house_scene(surface: str, *, mat: bool = True, board: Board | None = None) -> Scene:
    """Return an ordinary evening: a camera almost straight above, a window's last light and a warm lamp.

    ``mat``: with markers, on the dice's mat or as four cards around the board.
    """
    camera, markers = _CAMERA, Mat()
    if board is not None:
        view = _VIEW_OF_BOARD if isinstance(board, LaidBoard) else _VIEW_OF_GEMS
        distance_mm = _CAMERA.focal * (view * board.make.size_mm[0])
        camera = replace(_CAMERA, looks_at_mm=board.centre_mm, distance_mm=distance_mm)
        markers = cards_round(board, _ROOM_FOR_CARDS_MM)
    return Scene(
        dice=(),
        camera=camera,
        surface=_covering(surface),
        lamps=(
            Lamp(PointMm(-220.0, -260.0), 1100.0, 70.0, (0.62, 0.7, 0.78)),
            Lamp(PointMm(620.0, -120.0), 1500.0, 160.0, (0.22, 0.21, 0.19)),
        ),
        ambient=(0.36, 0.34, 0.31),
        mat=markers if mat else None,
        photo=Photo(exposure=0.92, noise=0.0, jpeg=None),
        board=board,
    )


def _covering(surface: str) -> Surface:
    return Surface(surface, variant=1, angle_deg=4.0, gloss=_GLOSSY.get(surface, 0.0))


class Stage:
    """A scene without dice, and the pictures of the things put on it.

    Moving things are drawn smaller, by ``moving_shrink``, so that movement is cheap; they would be
    blurred anyway.
    """

    def __init__(
        self, scene: Scene, size_wh: tuple[int, int], seed: int, *, moving_shrink: int = MOVING_SHRINK
    ) -> None:
        self.size_wh = size_wh
        self._moving_shrink = moving_shrink
        self.projection = Projection(scene.camera, size_wh)
        self._scene = scene
        self._full_light = tuple(lamp.light for lamp in scene.lamps)
        self._renderers: dict[bool, Renderer] = {}
        self._drawn: tuple[tuple[SceneDie, ...], tuple[Hand, ...], ThingsNow, bool] | None = None
        self._clean: ImageBgr = np.zeros((size_wh[1], size_wh[0], 3), np.uint8)
        self._noise: NDArray[np.int8] | None = None
        self._rng = np.random.default_rng([seed, 40])
        self._one_picture = threading.Lock()

    @property
    def surface(self) -> str:
        """The thing that covers the table."""
        return self._scene.surface.kind

    @property
    def props(self) -> tuple[Prop, ...]:
        """The things standing on it beside dice."""
        return self._scene.props

    @property
    def lamps(self) -> int:
        """How many lamps light it."""
        return len(self._scene.lamps)

    def dress(self, surface: str) -> None:
        """Change what covers the table."""
        self._change(replace(self._scene, surface=_covering(surface)))

    def bump(self, way_mm: PointMm, turn_deg: float) -> None:
        """Push the camera, which shifts and turns its view."""
        camera = self._scene.camera
        at = PointMm(camera.looks_at_mm.x + way_mm.x, camera.looks_at_mm.y + way_mm.y)
        camera = replace(camera, looks_at_mm=at, roll_deg=camera.roll_deg + turn_deg)
        self._change(replace(self._scene, camera=camera))

    def light(self, lamp: int, share: float) -> None:
        """Dim a lamp to this share of its light, 0…1. Raises ``LookupError``."""
        lamps = list(self._scene.lamps)
        if not 0 <= lamp < len(lamps):
            raise LookupError(f"there is no lamp {lamp} over this table")
        blue, green, red = self._full_light[lamp]
        lamps[lamp] = replace(lamps[lamp], light=(blue * share, green * share, red * share))
        self._change(replace(self._scene, lamps=tuple(lamps)))

    def lay(self, board: Board | None) -> None:
        """Lay a board on the table and place the camera over it; None: remove it."""
        scene = house_scene(self.surface, mat=self._scene.mat is not None, board=board)
        self._change(replace(scene, lamps=self._scene.lamps))

    def set_down(self, props: tuple[Prop, ...]) -> None:
        """Place exactly these things on the table."""
        self._change(replace(self._scene, props=props))

    def _change(self, scene: Scene) -> None:
        with self._one_picture:
            self._scene = scene
            self.projection = Projection(scene.camera, self.size_wh)
            self._renderers.clear()
            self._drawn = None

    def shows(self, hand: Hand) -> bool:
        """Tell whether any part of a hand is in the picture."""
        turn = np.radians(hand.angle_deg)
        turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        outline = _REACH_MM @ turned + np.array(hand.palm_mm)
        seen = self.projection.table_to_picture(outline, hand.height_mm).astype(np.float32)
        width, height = self.size_wh
        frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        return cv2.intersectConvexConvex(cv2.convexHull(seen), frame)[0] > 0

    def picture(
        self,
        dice: tuple[SceneDie, ...],
        hands: tuple[Hand, ...],
        things: ThingsNow = NOTHING,
        *,
        moving: bool,
    ) -> ImageBgr:
        """Return the picture with fresh noise; a new array each time."""
        with self._one_picture:
            wanted = (dice, hands, things, moving)
            if self._drawn != wanted:
                self._clean = self._render(*wanted)
                self._drawn = wanted
            return self._noisy(self._clean)

    def _render(
        self, dice: tuple[SceneDie, ...], hands: tuple[Hand, ...], things: ThingsNow, moving: bool
    ) -> ImageBgr:
        width, height = self.size_wh
        if moving not in self._renderers:
            shrink = self._moving_shrink if moving else 1
            size_wh = (width // shrink, height // shrink)
            self._renderers[moving] = Renderer(self._scene, size_wh)
        image_bgr = self._renderers[moving].picture(dice, hands, things)
        if moving:
            large = cv2.resize(image_bgr, (width, height), interpolation=cv2.INTER_LINEAR)
            return np.asarray(large, dtype=np.uint8)
        return image_bgr

    def _noisy(self, clean: ImageBgr) -> ImageBgr:
        """Add a sensor's noise: a large field of it, placed again each time."""
        height, width = clean.shape[:2]
        if self._noise is None:
            field = self._rng.normal(0, 1, (height + _NOISE_MARGIN, width + _NOISE_MARGIN, 3))
            soft = cv2.GaussianBlur(field.astype(np.float32), (0, 0), 0.6)
            self._noise = np.rint(soft * (_NOISE_LEVELS / float(soft.std()))).astype(np.int8)
        top, left = self._rng.integers(0, _NOISE_MARGIN, 2)
        patch = self._noise[top : top + height, left : left + width]
        return np.asarray(cv2.add(clean, patch, dtype=cv2.CV_8U), dtype=np.uint8)
