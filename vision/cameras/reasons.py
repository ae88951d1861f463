"""Why a camera gives no pictures, inferred from the error of its library, its driver or the system.

An exception shows the cause by its type or by the system's error number; libcamera's errors have lost
the number, and contain the system's text for it.
"""

import errno
import os
from collections.abc import Iterator, Mapping
from typing import Final

from vision.errors import CameraLost, Why

_BY_ERRNO: Final[Mapping[int, Why]] = {
    errno.EBUSY: "busy",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.ENOENT: "gone",
    errno.ENODEV: "gone",
    errno.ENXIO: "gone",
    errno.ENOMEM: "memory",
    errno.ENOSPC: "usb_full",
}
"""A USB bus without room for one more video reports "no space left on device"."""
_BY_TYPE: Final[tuple[tuple[type[BaseException], Why], ...]] = (
    (ModuleNotFoundError, "missing"),
    (IndexError, "gone"),
    (MemoryError, "memory"),
    (PermissionError, "denied"),
    # Built against another version (for example of numpy's binary interface), or requiring something
    # that another package lacks.
    (ImportError, "library"),
    (ValueError, "library"),
    (LookupError, "library"),
    (AttributeError, "library"),
    (TypeError, "library"),
)
_TOLD: Final[Mapping[Why, str]] = {
    "busy": "is in use",
    "denied": "may not be opened",
    "gone": "is not there",
    "missing": "cannot be loaded",
    "library": "does not work with the libraries that are installed",
    "memory": "gets no memory",
    "usb_full": "finds no room on its USB bus",
    "driver": "has failed",
    "password": "wants a password",  # pragma: allowlist secret
    "no_video": "gives no video",
}
HINTS: Final[Mapping[Why, str]] = {
    "busy": "Close the other program that uses the camera; it is tried again.",
    "denied": "Let this user open cameras: sudo usermod -aG video $USER, then log in again. On Windows "
    "and macOS: allow it in the system's privacy settings.",
    "gone": "Check its cable, at both ends; it is tried again.",
    "missing": "Install its library.",
    "library": "Bring the camera's library and what it needs up to date, all from one place.",
    "memory": "End what else needs memory, or take a smaller picture: --size 1280x960.",
    "usb_full": "Put the camera into another USB socket, without a hub, or take a smaller picture: "
    "--size 1280x960.",
    "driver": "Pull the camera's plug and put it in again; it is tried again.",
}


def lost_by(name: str, error: BaseException, hints: Mapping[Why, str] | None = None) -> CameraLost:
    """Return the error that describes the meaning of this exception for the camera of that name.

    ``hints``: what to do with this kind of camera, if that differs. Text that may be an address with a
    password in it is left out.
    """
    if isinstance(error, CameraLost):
        return error
    why = _why(error)
    said = str(error) if "//" not in str(error) and "@" not in str(error) else ""
    told = f"{type(error).__name__}: {said}" if said else type(error).__name__
    hint = {**HINTS, **(hints or {})}[why]
    return CameraLost(f"{name} {_TOLD[why]}: {told}", hint=hint, why=why)


def _why(error: BaseException) -> Why:
    """Return the reason given by the first of an error and its causes."""
    for one in _with_causes(error):
        words = str(one).casefold()
        for number, why in _BY_ERRNO.items():
            if isinstance(one, OSError) and one.errno == number:
                return why
            if isinstance(one, RuntimeError) and os.strerror(number).casefold() in words:
                return why
        for kind, why in _BY_TYPE:
            if isinstance(one, kind):
                return why
    return "driver"


def _with_causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
