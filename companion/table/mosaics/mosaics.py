"""Boards of parts, taught at the running table: each part one photograph and some taps.

All is written after every step, so that a plug that is pulled costs one part at most. It has a lock of
its own, like the other lessons.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from string import ascii_lowercase
from threading import Lock
from typing import Any, Final

import cv2
import numpy as np

from companion.errors import BadUpload
from companion.table.mosaics.board import (
    FIELDS,
    FILE,
    WALL,
    MosaicBoard,
    check_counts,
    drawing_of,
    drawn_of,
    is_drawing,
    read,
    refused,
)
from companion.table.mosaics.shapes import MosaicPicture, MosaicsShape, MosaicTerms
from companion.table.plays.catalogue import mosaics, play_of
from companion.table.plays.mosaic import Mosaic
from companion.table.service import Table
from companion.table.teaching.packing import pack, unpack
from companion.table.teaching.refusals import photograph_in, refusing
from companion.table.teaching.shapes import Place
from companion.table.teaching.shelf import SetShelf
from vision.frame import ImageBgr
from vision.mosaic.lying import laid
from vision.mosaic.part import outline_in, straightened
from vision.mosaic.proposing import Known, proposed
from vision.picture import jpeg
from vision.tokens.reader import TokenReader
from vision.tokens.sets import load_tokens

MOSAICS: Final = "mosaics"
"""The folder in the data folder."""
WIDE_PX: Final = 1200
"""A photograph is sent so wide."""
INSET: Final = 0.15
"""Where no corners are seen they are proposed so far from the picture's edges."""


@dataclass(frozen=True, eq=False)
class OpenPicture:
    """The picture that is looked at; ``straight``: the part that was cut out of it."""

    number: int
    image_bgr: ImageBgr
    corners: tuple[Place, ...] = ()
    straight: ImageBgr | None = None
    drawing: tuple[str, ...] = ()
    part: str | None = None


class Mosaics:
    """Boards laid of parts, taught by photographs. Any thread may call."""

    def __init__(self, table: Table, folder: Path) -> None:
        self._table = table
        self._shelf = SetShelf(folder, lambda one: "mosaic" if (one / FILE).is_file() else None)
        self._lock = Lock()
        self._number = 0
        self._open: MosaicBoard | None = None
        self._open_picture: OpenPicture | None = None
        self._unsure: list[tuple[int, int]] = []

    def state(self) -> MosaicsShape:
        """Return all boards, and the one that is taught. Raises BadLesson, BadUpload, JournalError."""
        with self._lock:
            return self._told()

    def picture(self) -> bytes | None:
        """Return the picture that is looked at as JPEG, straight once it was cut; None: none."""
        with self._lock:
            shown = self._open_picture
        if shown is None:
            return None
        return jpeg(shown.image_bgr if shown.straight is None else shown.straight, WIDE_PX)

    def open(self, name: str, game: str) -> MosaicsShape:
        """Teach a board on, or a new one of this name. Raises BadLesson, BadUpload, JournalError."""
        with self._lock:
            if self._shelf.holds(name):
                self._open = read(self._shelf.folder_of(name))
            elif game not in mosaics():
                raise refused(f"{game!r} has no board of parts", "no_kind")
            else:
                mosaic = mosaics()[game]
                self._open = MosaicBoard(
                    self._shelf.free_name(name), game, mosaic.fields, counts=mosaic.counts
                )
                self._keep()
            self._open_picture, self._unsure = None, []
            return self._told()

    def take_picture(self) -> MosaicsShape:
        """Look at the camera's picture of now. Raises BadLesson, BadUpload, JournalError."""
        with self._changing():
            self._look_at(self._frame())
            return self._told()

    def take_file(self, data: bytes) -> MosaicsShape:
        """Look at a photograph that is sent. Raises ``BadUpload``."""
        with self._changing():
            self._look_at(photograph_in(data))
            return self._told()

    def cut(self, corners: Sequence[Place], fields: int) -> MosaicsShape:
        """Say where a part is, and how many fields its side has: what they are is proposed.

        Raises BadLesson, BadUpload, JournalError.
        """
        with self._changing() as board:
            shown = self._ask()
            if fields not in FIELDS or (board.drawings and fields != board.fields):
                raise refused(f"a part of {fields} fields cannot be beside the others", "no_square")
            self._open = replace(board, fields=fields)
            straight = straightened(shown.image_bgr, _quad(shown, corners), fields, fields)
            known = [Known(board.images[name], drawn_of(board.drawings[name])) for name in board.images]
            floor = next(iter(board.mosaic.legend))
            drawing = tuple(drawing_of(proposed(straight, known, WALL, floor)))
            self._open_picture = replace(
                shown, corners=tuple(corners), straight=straight, drawing=drawing
            )
            return self._told()

    def edit(self, part: str) -> MosaicsShape:
        """Open a stored part for editing. Raises BadLesson, BadUpload, JournalError."""
        with self._changing() as board:
            if part not in board.drawings:
                raise refused(f"no part is called {part!r}", "no_square")
            image, drawing = board.images[part], tuple(board.drawings[part])
            self._open_picture = OpenPicture(
                self._next(), image, straight=image, drawing=drawing, part=part
            )
            return self._told()

    def keep(self, drawing: Sequence[str]) -> MosaicsShape:
        """Keep the part that is looked at. Raises BadLesson, BadUpload, JournalError."""
        with self._changing() as board:
            shown = self._ask()
            if shown.straight is None or not is_drawing(drawing, board.fields, board.mosaic):
                raise refused("that is no drawing of the part", "no_square")
            free = (name for name in ascii_lowercase if name not in board.drawings)
            name = shown.part or next(free)
            if name not in board.drawings and len(board.drawings) == board.mosaic.parts:
                raise refused(f"all {board.mosaic.parts} parts are there", "no_square")
            drawings = {**board.drawings, name: list(drawing)}
            images = {**board.images, name: shown.straight}
            self._open, self._open_picture = replace(board, drawings=drawings, images=images), None
            self._keep()
            return self._told()

    def count(self, counts: Mapping[str, Mapping[str, int]]) -> MosaicsShape:
        """Say how many stones of each face there are. Raises BadLesson, BadUpload, JournalError."""
        with self._changing() as board:
            self._open = replace(board, counts=check_counts(board.mosaic, counts))
            self._keep()
            return self._told()

    def read_stones(self, kind: str) -> MosaicsShape:
        """Count the stones under the camera. Raises BadLesson, BadUpload, JournalError."""
        with self._changing() as board:
            set_name = self._table.sets.own.get("tokens") or play_of(board.game).sets["tokens"]
            with refusing("broken_set"):
                reading = TokenReader(load_tokens(set_name)).read(self._frame())
            seen = Counter(token.label for token in reading.tokens if token.sure)
            known = board.mosaic.counts.get(kind, {})
            counts = {face: seen.get(face, n) for face, n in board.counts.get(kind, {}).items()}
            if not seen.keys() & known.keys():
                raise refused("no stone of that kind is seen", "no_token")
            self._open = replace(board, counts={**board.counts, kind: counts})
            self._keep()
            return self._told()

    def lies(self, name: str, corners: Sequence[Place] | None) -> MosaicsShape:
        """See how the parts lie. Raises BadLesson, BadUpload, JournalError."""
        with self._lock:
            if self._open is None or self._open.name != name:
                self._open, self._open_picture = read(self._shelf.folder_of(name)), None
            board, mosaic = self._open, self._open.mosaic
            if len(board.images) != mosaic.parts:
                raise refused("not all parts were taught yet", "no_square")
            if corners is None:
                self._look_at(self._frame())
            shown = self._ask()
            quad = _quad(shown, shown.corners if corners is None else corners)
            across, down = mosaic.columns * board.fields, mosaic.rows * board.fields
            flat = straightened(shown.image_bgr, quad, across, down)
            found = laid(flat, mosaic.columns, mosaic.rows, board.images)
            layout = [[one.laid for one in row] for row in found]
            self._unsure = [
                (x, y) for y, row in enumerate(found) for x, one in enumerate(row) if not one.sure
            ]
            self._open, self._open_picture = replace(board, layout=layout), None
            self._keep()
            return self._told()

    def delete(self, name: str) -> MosaicsShape:
        """Delete a board. Raises BadLesson, BadUpload, JournalError."""
        with self._lock:
            self._shelf.delete(name)
            if self._open is not None and self._open.name == name:
                self._open = self._open_picture = None
            return self._told()

    def packed(self, name: str) -> bytes:
        """Return a board as one file. Raises BadLesson."""
        with self._lock:
            return pack(self._shelf.folder_of(name))

    def take_up(self, data: bytes) -> MosaicsShape:
        """Take up a board that another table packed. Raises ``BadUpload``."""
        with self._lock:
            packed = unpack(data)
            name = self._shelf.free_name(packed.name)

            def write(folder: Path) -> None:
                packed.write(folder)
                read(folder)

            self._shelf.put(name, write)
            return self._told()

    def _told(self) -> MosaicsShape:
        shown = self._open_picture
        return {
            "games": {game: _terms(mosaic) for game, mosaic in mosaics().items()},
            "boards": [board.shape() for board in self._boards()],
            "open": None if self._open is None else self._open.name,
            "picture": None if shown is None else _shown(shown),
            "unsure": self._unsure,
        }

    def _boards(self) -> Iterator[MosaicBoard]:
        for name in self._shelf.names():
            if self._open is not None and self._open.name == name:
                yield self._open
            else:
                try:
                    yield read(self._shelf.folder_of(name))
                except BadUpload:
                    continue  # damaged: nothing can be done with it, and all others stay

    def _look_at(self, image_bgr: ImageBgr) -> None:
        quad = outline_in(image_bgr)
        height, width = image_bgr.shape[:2]
        near, far = INSET, 1 - INSET
        corners: tuple[Place, ...] = ((near, near), (far, near), (far, far), (near, far))
        if quad is not None:
            shares = np.clip(quad / (width, height), 0.0, 1.0)
            corners = tuple((round(float(x), 5), round(float(y), 5)) for x, y in shares)
        self._open_picture, self._unsure = OpenPicture(self._next(), image_bgr, corners), []

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _ask(self) -> OpenPicture:
        if self._open_picture is None:
            raise refused("there is no picture yet", "no_picture")
        return self._open_picture

    def _frame(self) -> ImageBgr:
        frame = self._table.looking.frame
        if frame is None:
            raise refused("there is no picture just now", "no_camera")
        return frame.image_bgr

    def _keep(self) -> None:
        assert self._open is not None
        self._shelf.put(self._open.name, self._open.write)

    @contextmanager
    def _changing(self) -> Iterator[MosaicBoard]:
        with self._lock:
            if self._open is None:
                raise refused("no board of parts is being taught", "no_lesson")
            yield self._open


def _quad(shown: OpenPicture, corners: Sequence[Place]) -> np.ndarray[Any, np.dtype[np.float64]]:
    height, width = shown.image_bgr.shape[:2]
    quad = np.array(corners, np.float64) * (width, height)
    if quad.shape != (4, 2) or cv2.contourArea(quad.astype(np.float32)) < 1.0:
        raise refused("four corners are needed", "no_square")
    return quad


def _shown(shown: OpenPicture) -> MosaicPicture:
    return {
        "number": shown.number,
        "corners": list(shown.corners),
        "drawing": list(shown.drawing) if shown.straight is not None else None,
        "part": shown.part,
    }


def _terms(mosaic: Mosaic) -> MosaicTerms:
    return {
        "option": mosaic.option,
        "parts": mosaic.parts,
        "columns": mosaic.columns,
        "rows": mosaic.rows,
        "fields": mosaic.fields,
        "legend": dict(mosaic.legend),
        "counts": {kind: dict(faces) for kind, faces in mosaic.counts.items()},
    }
