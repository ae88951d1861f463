"""Where the simulated table's dice were left: a restart finds them there, as on a real table."""

import json
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from companion.table.storage.files import write_whole
from vision.given_files import json_of
from vision.readings.places import PointMm
from vision.workshop.simulation.dice.things import TableDie
from vision.workshop.simulation.table import SimulatedTable

_log = logging.getLogger(__name__)

LEFT_LYING: Final = "simulated-dice.json"
"""The file in the data folder that keeps it."""


class LeftLying:
    """What was left. ``path``: None if nothing is kept."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path

    def keep(self, dice: Sequence[TableDie]) -> None:
        """Keep where these dice lie. If it cannot be kept, the table goes on all the same."""
        if self._path is None:
            return
        told = [
            {
                "face": die.face,
                "at_mm": [die.centre_mm.x, die.centre_mm.y],
                "angle_deg": die.angle_deg,
                "throw": die.throw,
                "is_laid": die.is_laid,
            }
            for die in dice
        ]
        try:
            write_whole(self._path, f"{json.dumps(told)}\n".encode())
        except OSError as error:
            _log.warning("where the dice lie cannot be kept in %s: %s", self._path.name, error.strerror)

    def lay_again(self, simulated: SimulatedTable) -> bool:
        """Lay out what was left, with these dice; return whether any of them were there."""
        try:
            left = [] if self._path is None else _understood(json_of(self._path))
        except FileNotFoundError:
            return False
        except (OSError, ValueError, LookupError, TypeError):
            _log.warning("what is kept of the dice on the simulated table cannot be read")
            return False
        if not left or any(face not in simulated.style.faces for face, *_ in left):
            return False
        for face, at_mm, angle_deg, throw, is_laid in left:
            simulated.put(face, at_mm, angle_deg, throw=throw, is_laid=is_laid)
        return True


def _understood(said: Any) -> list[tuple[str, PointMm, float, int, bool]]:
    return [
        (
            str(die["face"]),
            PointMm(*map(float, die["at_mm"])),
            float(die["angle_deg"]),
            int(die["throw"]),
            bool(die["is_laid"]),
        )
        for die in said
    ]
