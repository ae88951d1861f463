"""The owner's settings of the camera: rotation, mirroring, size, mains frequency, or switched off.

It outlasts the program, in a small file of the data folder. Not locked: the table calls it under its
own lock.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, get_args

from companion.table.shapes.camera import CameraViewShape
from companion.table.storage.small_file import SmallFile
from vision.cameras.view import LEAST_SIDE_PX, MOST_SIDE_PX, CameraView, Mains, Rotation

CAMERA: Final = "camera.json"
"""The file in the data folder that keeps it."""
FIELDS: Final = {"rotate": "rotate", "mirror": "mirror", "size": "size_wh", "mains": "mains_hz"}
"""Its settings, under the names of files and pages, and under those of ``CameraView``."""
OFF: Final = "off"
"""Name for a camera beside which all is entered by tap: a table started with another one uses that."""


class OwnCamera:
    """What is set. ``path``: None if nothing is kept; ``given``: settings that override what was
    kept."""

    def __init__(self, path: Path | None = None, given: Mapping[str, Any] | None = None) -> None:
        self._file = SmallFile(path, "the camera's settings")
        self._said: dict[str, Any] = {**self._file.read(_understood, {}), **(given or {})}

    def set(self, said: Mapping[str, Any]) -> None:
        """Apply the given settings, and keep them. Raises JournalError."""
        self._said = {**self._said, **said}
        self._file.write(self._said)

    def move(self, path: Path | None) -> None:
        """Keep it in another file from now on; None: no longer keep it. Raises JournalError."""
        self._file.move(path, self._said)

    def is_off(self, camera: str) -> bool:
        """Tell whether everything is entered by tap at the table started with this camera."""
        return bool(self._said.get(OFF) == camera)

    def view(self, *, for_board: bool) -> CameraView:
        """Return the camera's settings; ``for_board``: a board is played."""
        said = {FIELDS[name]: value for name, value in self._said.items() if name != OFF}
        if said.get("size_wh") is not None:
            said["size_wh"] = tuple(said["size_wh"])
        return replace(CameraView(for_board=for_board), **said)

    def shape(self) -> CameraViewShape:
        """Return the settings in the form for pages."""
        view = self.view(for_board=False)
        size = None if view.size_wh is None else list(view.size_wh)
        return {"rotate": view.rotate, "mirror": view.mirror, "size": size, "mains": view.mains_hz}


def _understood(said: Any) -> dict[str, Any]:
    """Return what a file keeps. Raises ValueError if a setting cannot be understood."""
    if not all(_may_be(name, value) for name, value in said.items()):
        raise ValueError("no such setting of a camera")
    return dict(said)


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
