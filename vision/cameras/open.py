"""Opens the camera that ``--camera`` names."""

import os
from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from vision.cameras.camera import Camera
from vision.cameras.network.address import SCHEMES, parse_address
from vision.cameras.recording import PICTURES, RecordedPhotos, RecordedVideo, pictures_in
from vision.clock import Clock
from vision.errors import BadCamera

if TYPE_CHECKING:
    from vision.cameras.phone import PhoneFeed
    from vision.workshop.simulation.table import SimulatedTable

KINDS = ("simulated", "recording:PATH", "webcam:N", "url:ADDRESS", "picamera2", "phone")
LONGEST_NUMBER = 4
"""Digits of a webcam's number."""


def open_camera(
    source: str,
    *,
    clock: Clock,
    table: "SimulatedTable | None" = None,
    feed: "PhoneFeed | None" = None,
) -> Camera:
    """Return the camera that ``source`` names (see ``KINDS``), not yet started.

    ``simulated`` shows ``table``, ``phone`` the pictures that come through ``feed``; without these, new
    ones are made. Raises ``BadCamera``.
    """
    return camera_maker(source, clock=clock, table=table, feed=feed)()


def camera_maker(
    source: str,
    *,
    clock: Clock,
    table: "SimulatedTable | None" = None,
    feed: "PhoneFeed | None" = None,
) -> Callable[[], Camera]:
    """Return the function that makes the same camera repeatedly, each time not yet started.

    A place that one of them learns is known to the next. Raises ``BadCamera`` if ``source`` is not a
    camera; so may its result.
    """
    kind, _, where = source.partition(":")
    makers: dict[str, Callable[[], Callable[[], Camera]]] = {
        "simulated": lambda: partial(_open_simulated, source, where, clock, table),
        "recording": lambda: partial(_recording, source, where, clock),
        "webcam": lambda: _webcam(source, where, clock),
        "url": lambda: partial(_network, where, clock),
        "picamera2": lambda: partial(_picamera2, source, where, clock),
        "phone": lambda: _phone(source, where, clock, feed),
    }
    if kind not in makers:
        raise _unknown(source, list(makers))
    return makers[kind]()


def shown(source: str) -> str:
    """Return the public part of a camera's name: for a recording the last part of its path, for an
    address only the parts that are never secret. Raises ``BadCamera`` if it is not an address.
    """
    kind, _, where = source.partition(":")
    if kind == "url":
        return f"url:{parse_address(where).shown}"
    return f"recording:{Path(where).name}" if kind == "recording" else source


def _unknown(source: str, kinds: list[str]) -> BadCamera:
    kind, _, where = source.partition(":")
    if "//" in where or "@" in where:  # an address, which may contain a password
        hint = "Write url: before the address." if kind in SCHEMES else "Write url:ADDRESS."
        return BadCamera(f"no camera is called {kind!r}", hint=hint)
    near = get_close_matches(kind.casefold(), kinds, n=1, cutoff=0.5)
    meant = f"Did you mean {near[0]}? " if near else ""
    return BadCamera(f"no camera is called {source!r}", hint=f"{meant}There are: {', '.join(KINDS)}.")


def _open_simulated(source: str, where: str, clock: Clock, table: "SimulatedTable | None") -> Camera:
    from vision.cameras.simulated import SimulatedCamera
    from vision.workshop.simulation.table import SimulatedTable

    _refuse_more(source, where)
    return SimulatedCamera(table or SimulatedTable(clock=clock), clock)


def _recording(source: str, where: str, clock: Clock) -> Camera:
    path = Path(os.path.expanduser(where))  # noqa: PTH111 - as it is where there is no such home folder
    if not where or not path.exists():
        raise BadCamera(
            f"{source}: there is no such recording",
            hint="recording:PATH takes a folder of photographs or a video.",
        )
    if not path.is_dir():
        return RecordedVideo(path, clock)
    if not pictures_in(path):
        raise BadCamera(
            f"{source}: no pictures in that folder", hint=f"It takes {', '.join(sorted(PICTURES))}."
        )
    return RecordedPhotos(path, clock)


def _webcam(source: str, where: str, clock: Clock) -> Callable[[], Camera]:
    from vision.cameras.v4l2 import LINKS, WebcamIdentity
    from vision.cameras.webcam import Webcam

    is_number = where.isdecimal() and len(where) <= LONGEST_NUMBER
    if not is_number and not where.removeprefix(f"/dev/{LINKS[0]}/").startswith("usb-"):
        raise BadCamera(
            f"{source}: which webcam?",
            hint=f"The first is webcam:0. On Linux also: webcam:NAME, as in /dev/{LINKS[0]}.",
        )
    place = WebcamIdentity(where)
    return lambda: Webcam(place, clock)


def _network(where: str, clock: Clock) -> Camera:
    from vision.cameras.network.camera import NetworkCamera

    return NetworkCamera(where, clock)


def _picamera2(source: str, where: str, clock: Clock) -> Camera:
    from vision.cameras.picamera import PiCamera

    _refuse_more(source, where)
    return PiCamera(clock)


def _phone(source: str, where: str, clock: Clock, feed: "PhoneFeed | None") -> Callable[[], Camera]:
    from vision.cameras.phone import PhoneCamera, PhoneFeed

    _refuse_more(source, where)
    return partial(PhoneCamera, feed or PhoneFeed(), clock)


def _refuse_more(source: str, where: str) -> None:
    if where:
        kind = source.partition(":")[0]
        raise BadCamera(f"{source}: {kind} takes nothing after it", hint=f"Write just {kind}.")
