"""What pages and API get of the table, and the names of what they may ask.

``web`` loads nothing of the table's parts, as they look at pictures: their classes are known here to the
type checker alone.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from companion.table.shapes.values import JsonObject

if TYPE_CHECKING:
    from companion.devices.simulated_pins import SimulatedPanel
    from companion.table.evenings.desk import EveningsDesk
    from companion.table.mosaics.mosaics import Mosaics
    from companion.table.sight.camera_phone import CameraPhone
    from companion.table.table import Table
    from companion.table.teaching.teaching import Teaching
else:
    CameraPhone = EveningsDesk = Mosaics = SimulatedPanel = Table = Teaching = Any

__all__ = [
    "CameraPhone",
    "Change",
    "EveningsDesk",
    "LatestPicture",
    "Mosaics",
    "SimulatedPanel",
    "Table",
    "TableHands",
    "Teaching",
]


@dataclass(frozen=True)
class Change:
    """A piece of news for one role. ``number`` grows by one for each change *of that role*, from 1."""

    number: int
    kind: str
    data: JsonObject


@dataclass(frozen=True)
class LatestPicture:
    """The latest frame as JPEG, small enough for a phone, without anything drawn on it."""

    jpeg: bytes
    frame: int


class TableHands(Protocol):
    """What the table asks of the simulated hands."""

    def begin(self) -> None:
        """Put away what another game left lying."""
