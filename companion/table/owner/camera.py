"""The owner's settings of the camera: rotation, mirroring, size, mains frequency, or switched off.

It outlasts the program, in a small file of the data folder. Not locked: the table calls it under its
own lock.
"""

import json
import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, get_args

from companion.errors import JournalError
from companion.table.shapes import CameraViewShape
from companion.table.storage.files import write_whole
from vision.cameras.view import LEAST_SIDE_PX, MOST_SIDE_PX, Mains, Rotation, View
from vision.given_files import json_of

_log = logging.getLogger(__name__)

CAMERA: Final = "camera.json"
"""The file in the data folder that keeps it."""
FIELDS: Final = {"rotate": "rotate", "mirror": "mirror", "size": "size_wh", "mains": "mains_hz"}
"""Its settings, under the names of files and pages, and under those of ``View``."""
OFF: Final = "off"
"""Name for a camera beside which all is entered by tap: a table started with another one uses that."""


class OwnCamera:
    """What is set. ``path``: None if nothing is kept; ``given``: settings that override what was
    kept."""

    def __init__(self, path: Path | None = None, given: Mapping[str, Any] | None = None) -> None:
        self._path = path
        kept = {} if path is None else _kept(path)
        self._said: dict[str, Any] = {**kept, **(given or {})}

    def set(self, said: Mapping[str, Any]) -> None:
        """Apply the given settings, and keep them. Raises JournalError."""
        self._said = {**self._said, **said}
        if self._path is not None:
            self._write(self._path)

    def move(self, path: Path | None) -> None:
        """Keep it in another file from now on; None: no longer keep it. Raises JournalError."""
        if path is not None:
            self._write(path)
        self._path = path

    def _write(self, path: Path) -> None:
        try:
            write_whole(path, f"{json.dumps(self._said)}\n".encode())
        except OSError as error:
            raise JournalError(
                f"the camera's settings cannot be kept in {path.name}: {error.strerror}",
                hint="Is the disk full, or is the folder read-only?",
            ) from error

    def is_off(self, camera: str) -> bool:
        """Tell whether everything is entered by tap at the table started with this camera."""
        return bool(self._said.get(OFF) == camera)

    def view(self, *, for_board: bool) -> View:
        """Return the camera's settings; ``for_board``: a board is played."""
        said = {FIELDS[name]: value for name, value in self._said.items() if name != OFF}
        if said.get("size_wh") is not None:
            said["size_wh"] = tuple(said["size_wh"])
        return replace(View(for_board=for_board), **said)

    def shape(self) -> CameraViewShape:
        """Return the settings in the form for pages."""
        view = self.view(for_board=False)
        size = None if view.size_wh is None else list(view.size_wh)
        return {"rotate": view.rotate, "mirror": view.mirror, "size": size, "mains": view.mains_hz}


def _kept(path: Path) -> dict[str, Any]:
    """Return what a file keeps; settings that cannot be understood keep their default."""
    try:
        said: Any = json_of(path)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        said = None
    if not isinstance(said, dict) or not all(_may_be(name, value) for name, value in said.items()):
        _log.warning("%s cannot be read; the camera is set as at first", path.name)
        return {}
    return said


def _may_be(name: str, value: object) -> bool:
    """Tell whether a setting of the camera may have that value."""
    if name == "size":
        sides = value if isinstance(value, list) else []
        whole = [side for side in sides if type(side) is int and LEAST_SIDE_PX <= side <= MOST_SIDE_PX]
        return value is None or (len(sides) == len(whole) == 2)
    if name == "mirror":
        return isinstance(value, bool)
    if name == OFF:
        return value is None or isinstance(value, str)
    choices = {"rotate": get_args(Rotation), "mains": get_args(Mains)}
    return type(value) is int and value in choices.get(name, ())
