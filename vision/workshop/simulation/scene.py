"""The simulated table's things, its camera and its light: plain frozen values.

Table millimetres: origin at the top left marker's outer corner, x right, y down; heights are above
the table. Angles are degrees clockwise seen from above, 0 is the table's up (towards smaller y).
"""

from dataclasses import dataclass, field

from vision.frame import ImageBgr
from vision.markers.cards import MAT_LAYOUT, MarkerLayout
from vision.readings.places import GridCell, PointMm, PointPx
from vision.workshop.simulation.dice.styles import DieKind, DieStyle
from vision.workshop.simulation.optics.light import Bgr
from vision.workshop.simulation.things import NOTHING, Board, ThingsNow

_ORIGIN = PointMm(0.0, 0.0)


@dataclass(frozen=True)
class SceneDie:
    """One die. ``face`` is on top at rest and ``angle_deg`` is the direction of its art's own up.

    ``height_mm`` lifts the die above the table; ``tumble_deg`` is a rotation vector (x, y, down) that
    turns the solid about its centre after ``face`` and ``angle_deg``: (0, 0, 0) lies flat.
    """

    style: DieStyle
    face: str
    centre_mm: PointMm
    angle_deg: float = 0.0
    side_mm: float = 16.0
    height_mm: float = 0.0
    tumble_deg: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class CameraPose:
    """A camera's position and direction, whatever the picture's size.

    It looks at ``looks_at_mm`` from ``distance_mm`` away, ``tilt_deg`` off the vertical; the camera
    itself stands over the table in direction ``stands_deg`` (clockwise from the table's up).
    ``roll_deg`` turns the camera clockwise. ``focal``, the focal length, and ``shift``, of the optical
    axis, are multiples of the picture's longer side; ``k1, k2`` are radial distortion (OpenCV's).
    """

    looks_at_mm: PointMm
    distance_mm: float = 450.0
    tilt_deg: float = 0.0
    stands_deg: float = 180.0
    roll_deg: float = 0.0
    focal: float = 0.9
    k1: float = 0.0
    k2: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Lamp:
    """A round lamp above or beside the table. ``light``: its light on the table below it."""

    above_mm: PointMm
    height_mm: float
    radius_mm: float
    light: Bgr


@dataclass(frozen=True)
class Surface:
    """The material of the table. ``kind`` and ``variant`` choose a texture of ``surfaces``.

    ``tint`` multiplies its colour, ``contrast`` its pattern; ``scale``, ``angle_deg`` and ``origin_mm``
    place it; ``gloss`` 0…1 is how strongly lamps mirror in it.
    """

    kind: str
    variant: int = 0
    tint: Bgr = (1.0, 1.0, 1.0)
    contrast: float = 1.0
    scale: float = 1.0
    angle_deg: float = 0.0
    origin_mm: PointMm = _ORIGIN
    gloss: float = 0.1


@dataclass(frozen=True)
class Mat:
    """Markers on the table: on one sheet of paper (the A4 mat), or on four loose cards."""

    layout: MarkerLayout = MAT_LAYOUT
    sheet: bool = True


@dataclass(frozen=True)
class Prop:
    """A thing other than dice: ``kind`` and ``variant`` choose a drawing of ``props``."""

    kind: str
    centre_mm: PointMm
    angle_deg: float = 0.0
    variant: int = 0
    scale: float = 1.0


@dataclass(frozen=True)
class Hand:
    """A hand over the table: its palm's centre, the direction of the fingers, and its height."""

    palm_mm: PointMm
    angle_deg: float
    height_mm: float = 40.0
    variant: int = 0


@dataclass(frozen=True)
class Shade:
    """Something outside the picture between the lamps and the table: an oblong at a height."""

    centre_mm: PointMm
    length_mm: float
    width_mm: float
    angle_deg: float
    height_mm: float


@dataclass(frozen=True)
class Photo:
    """The effects of lens, sensor and file on the light.

    ``focus_px`` and ``motion_px`` are blur in pixels of a picture 640 wide, more in larger ones
    (motion in direction ``motion_deg``); ``exposure`` multiplies the light; ``white`` are the channel
    gains; ``noise`` is relative to full scale at mid grey, ``grain_px`` its size; ``jpeg`` is the
    file's quality (None: no file).
    """

    exposure: float = 1.0
    white: Bgr = (1.0, 1.0, 1.0)
    saturation: float = 1.0
    contrast: float = 1.0
    vignette: float = 0.1
    focus_px: float = 0.4
    motion_px: float = 0.0
    motion_deg: float = 0.0
    noise: float = 0.01
    grain_px: float = 0.6
    sharpen: float = 0.0
    jpeg: int | None = 92


@dataclass(frozen=True)
class Scene:
    """One moment of the simulated table."""

    dice: tuple[SceneDie, ...]
    camera: CameraPose
    surface: Surface
    lamps: tuple[Lamp, ...]
    ambient: Bgr = (0.4, 0.4, 0.4)
    mat: Mat | None = None
    props: tuple[Prop, ...] = ()
    hands: tuple[Hand, ...] = ()
    shades: tuple[Shade, ...] = ()
    photo: Photo = field(default_factory=Photo)
    board: Board | None = None
    things: ThingsNow = NOTHING


@dataclass(frozen=True)
class TrueDie:
    """The truth: the top face, as a perfect reader would give it.

    ``corners_px`` are the top face's sharp corners, clockwise, the face's own top left first; a tumbling
    die's top face is the one that points up most. ``visible`` is the visible share of the top face in
    the picture, 0…1; ``cut_off``: the top face is not completely inside the picture.
    """

    face: str
    kind: DieKind
    corners_px: tuple[PointPx, PointPx, PointPx, PointPx]
    centre_px: PointPx
    angle_deg: float
    centre_mm: PointMm
    side_mm: float
    cut_off: bool
    visible: float
    at_rest: bool
    scene_index: int


@dataclass(frozen=True)
class TrueCell:
    """The truth about one cell of the board.

    ``label`` and ``on`` are None if no piece lies and nothing stands; ``turns``: quarter turns clockwise
    against the board. ``visible``: the share of the cell not hidden by a hand, a cup or the picture's
    edge, 0…1. ``centre_px`` and ``corners_px`` (clockwise, first the cell's own top left) are on the
    board, not on a piece's top.
    """

    cell: GridCell
    label: str | None
    turns: int
    on: str | None
    visible: float
    centre_px: PointPx
    corners_px: tuple[PointPx, PointPx, PointPx, PointPx]


@dataclass(frozen=True)
class TrueToken:
    """The truth about a token. ``cell``: its hole in the gem board, None beside it.

    ``centre_px`` is the centre of its visible part, ``size_px`` its diameter, ``visible`` the share not
    hidden by a hand or the picture's edge, 0…1.
    """

    label: str
    centre_px: PointPx
    size_px: float
    cell: GridCell | None
    visible: float


@dataclass(frozen=True, eq=False)
class Rendered:
    """A picture and the truth about it. ``dice`` are all dice of which anything is in the picture,
    ``cells`` every cell of the board, row after row; empty without a board; ``tokens`` all tokens."""

    image_bgr: ImageBgr
    dice: tuple[TrueDie, ...]
    cells: tuple[TrueCell, ...] = ()
    tokens: tuple[TrueToken, ...] = ()
