"""Teaching at the running table: one lesson at a time, the taught sets, and which of them are in use.

It has a lock of its own, and no thread: it works on its caller's thread. The table's lock is held only
for an instant, so that no deadline waits for a lesson.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import wraps
from pathlib import Path
from threading import Lock
from typing import Any, Concatenate, ParamSpec

from companion.table.service import Table
from companion.table.teaching.board_lesson import BoardLesson
from companion.table.teaching.families import (
    LESSONS,
    families,
    find_expected,
    keep_sample,
    labels_in,
    set_of,
)
from companion.table.teaching.lesson import Family, TapLesson
from companion.table.teaching.packing import pack, unpack
from companion.table.teaching.printed import own_board
from companion.table.teaching.refusals import photograph_in, refused, refusing
from companion.table.teaching.shapes import (
    LessonFace,
    LessonShape,
    Place,
    TappedPiece,
    TaughtShape,
    TeachingShape,
)
from companion.table.teaching.shelf import SetShelf
from vision.dice.sets import faces_in
from vision.errors import VisionError
from vision.frame import Frame
from vision.picture import jpeg
from vision.sets.folders import check_labels

WAIT_S = 10.0
"""Longest wait of a caller, in seconds, while the lesson is at work."""
PICTURE_WIDTH_PX = 1600
"""Width in which the lesson's picture is sent: a tapped die must be well visible on a large screen."""


P = ParamSpec("P")


def _told_after(
    act: Callable[Concatenate["Teaching", P], None],
) -> Callable[Concatenate["Teaching", P], TeachingShape]:
    """Return an act that keeps other callers out, and then tells what is being taught."""

    @wraps(act)
    def acts(teaching: "Teaching", /, *args: P.args, **kwargs: P.kwargs) -> TeachingShape:
        with teaching._alone():
            teaching._shape = None
            act(teaching, *args, **kwargs)
            return teaching._told()

    return acts


class Teaching:
    """Teaching at the table: one lesson at a time, and the taught sets. Places are fractions 0…1.

    Any thread may call. Every method may raise BadLesson (see its ``reason``); those that write,
    JournalError.
    """

    def __init__(self, table: Table, shelf: SetShelf) -> None:
        self._table, self._shelf = table, shelf
        self._lock = Lock()
        self._lesson: TapLesson[Any] | None = None
        self._shape: LessonShape | None = None
        self._sets: list[TaughtShape] | None = None

    def resume(self) -> None:
        """Use the sets chosen in the last run again, except for kinds that already have one."""
        for kind, name in self._shelf.in_use().items():
            if kind not in self._table.sets.own:
                self._read_with(kind, self._shelf.folder_of(name))

    def state(self) -> TeachingShape:
        """Return the content of the lesson, and everything taught before."""
        with self._alone():
            return self._told()

    def picture(self) -> bytes | None:
        """Return the lesson's picture as JPEG, nothing drawn on it; None if there is none."""
        with self._alone():
            image = self._lesson.image_bgr if self._lesson else None
        return None if image is None else jpeg(image, PICTURE_WIDTH_PX)

    # The lesson.

    @_told_after
    def begin(self, kind: str, name: str, family: str, earlier: bool) -> None:
        """Begin a lesson; another one is dropped if nothing was shown in it yet. ``family``: the name of
        the expected family, "" for anything; ``earlier``: extend the saved set of that name."""
        self._check_free()
        if kind not in LESSONS:
            hint = f"There are: {', '.join(LESSONS)}."
            raise refused(f"{kind} cannot be taught here", "no_kind", hint)
        if earlier:
            folder = self._shelf.folder_of(name)
            with refusing("broken_set"):
                self._lesson = LESSONS[kind](name, self._family_of(folder, kind), folder)
        else:
            expected = find_expected(kind, family)
            self._lesson = LESSONS[kind](self._shelf.free_name(name), expected, None)
        self._table.sets.teach(kind)

    @_told_after
    def give_up(self) -> None:
        """Forget the lesson."""
        self._lesson = None
        self._table.sets.teach(None)

    @_told_after
    def take_picture(self) -> None:
        """Take the camera's picture of now, to be tapped."""
        self._open().show(self._frame().image_bgr, "camera")

    @_told_after
    def take_file(self, data: bytes) -> None:
        """Take a picture that somebody sent, to be tapped. Raises ``BadUpload``."""
        self._open().show(photograph_in(data), "file")

    @_told_after
    def place(self, columns: int, rows: int, corners: list[Place]) -> None:
        """Set where a board lies on the picture: centres of its corner cells, from the top left."""
        self._open().place(columns, rows, corners)

    @_told_after
    def mark(self, cells: Mapping[str, str], settled: bool) -> None:
        """Set what is printed on a board's squares, by ``column,row``; ``settled``: this is final."""
        self._open().mark(cells, settled)

    @_told_after
    def nudge(self, right: int, down: int) -> None:
        """Shift the print of a board by this many squares to the right, and down."""
        self._open_board().nudge(right, down)

    @_told_after
    def unplace(self) -> None:
        """Allow a board's corners, columns and rows to be set again; what was taught on it is kept."""
        self._open_board().unplace()

    @_told_after
    def again(self) -> None:
        """Show the next photograph that must be named again because the board's grid has changed."""
        self._open_board().again()

    @_told_after
    def measure(self, at: Place, radius: float | None) -> None:
        """Set where a token lies, and its radius in widths of the picture; None: measure it."""
        self._open().measure(at, radius)

    @_told_after
    def tap(self, said: TappedPiece) -> None:
        """Learn the piece at a place of the picture."""
        lesson, face = self._open(), " ".join(said.face.split())
        if said.picture not in (None, lesson.number):
            why = "another picture was taken meanwhile"
            raise refused(why, "other_picture", "Look at that one.")
        with refusing("bad_face"):
            check_labels([face] if said.on is None else [face, said.on])
        lesson.tap(replace(said, face=face))

    @_told_after
    def undo(self) -> None:
        """Take the last tap back."""
        self._open().undo()

    @_told_after
    def test(self) -> None:
        """Read the camera's current picture with the pieces taught so far."""
        self._open().test(self._frame().image_bgr)

    @_told_after
    def judge(self) -> None:
        """Count the test: everything that was not corrected counts as right."""
        self._open().judge()

    @_told_after
    def save(self, use: bool) -> None:
        """Write the lesson's set, completely or not at all, and end the lesson; ``use``: start reading
        with it."""
        lesson = self._open()
        self._shelf.put(lesson.name, lesson.write)
        self._sets = None
        kind, name = lesson.kind, lesson.name
        self._lesson = None
        if use or self._names_in_use().get(kind) == name:
            self._use(kind, name)
        self._table.sets.teach(None)

    # The sets.

    @_told_after
    def use(self, kind: str, name: str | None) -> None:
        """Read with a taught set from now on, also after a restart; None: with the game's default."""
        self._use(kind, name)

    @_told_after
    def keep(self, kind: str, said: TappedPiece, name: str) -> None:
        """Add a piece, at a place in the camera's present picture, to the taught set in use.

        If there is none, a copy of the game's default set is extended under this name.
        """
        if kind not in LESSONS:
            raise refused(f"{kind} cannot be kept", "no_kind")
        if kind not in self._table.sets.in_use:
            why = f"nothing is read with a set of {kind} just now"
            raise refused(why, "no_set", "Choose a taught set of them first.")
        base = self._table.sets.in_use[kind]
        own = Path(base).name
        is_ours = self._shelf.holds(own) and self._shelf.folder_of(own) == Path(base)
        kept = own if is_ours else self._shelf.free_name(name)
        with refusing("broken_set"):
            write = keep_sample(kind, kept, base, self._frame().image_bgr, said)
        self._shelf.put(kept, write)
        self._sets = None
        self._use(kind, kept)

    @_told_after
    def delete(self, name: str) -> None:
        """Delete a taught set; if it is in use, the game's default is used again."""
        kind = self._shelf.kind_of(name)
        if self._names_in_use().get(kind) == name:
            self._use(kind, None)
        self._shelf.delete(name)
        self._sets = None

    def packed(self, name: str) -> bytes:
        """Return a set as one file (zip), to be taken up at another table."""
        with self._alone():
            return pack(self._shelf.folder_of(name))

    @_told_after
    def take_up(self, data: bytes) -> None:
        """Take up a set that another table packed. Raises ``BadUpload``."""
        packed = unpack(data)
        name = self._shelf.free_name(packed.name)

        def write(folder: Path) -> None:
            packed.write(folder)
            with refusing("broken_set"):
                labels_in(folder)

        self._shelf.put(name, write)
        self._sets = None

    def _use(self, kind: str, name: str | None) -> None:
        folder = None
        if name is not None:
            folder = self._shelf.folder_of(name)
            if self._shelf.kind_of(name) != kind:
                raise refused(f"{name} is no set of {kind}", "no_set")
            with refusing("broken_set"):
                labels_in(folder)
        self._shelf.keep_in_use(kind, name)
        self._read_with(kind, folder)

    def _read_with(self, kind: str, folder: Path | None) -> None:
        """Let the table read with a set. The table's eyes will notice and report a broken set."""
        labels: set[str] = set()
        with suppress(VisionError):
            labels = {*labels_in(folder)} if folder else set()
        alike = [one for one in families(None) if one["kind"] == kind and labels & {*one["faces"]}]
        stands_for = frozenset(set_of(one) for one in alike)
        self._table.sets.use(kind, None if folder is None else str(folder), stands_for)

    def _names_in_use(self) -> dict[str, str]:
        return {kind: Path(own).name for kind, own in self._table.sets.own.items()}

    # The lesson's public state.

    def _told(self) -> TeachingShape:
        if self._lesson is not None and self._shape is None:
            self._shape = self._lesson.shape()
        if self._sets is None:
            self._sets = [self._taught(name) for name in self._shelf.names()]
        return {
            "kinds": list(LESSONS),
            "families": families(self._table.game),
            "lesson": self._shape,
            "sets": self._sets,
            "own": self._names_in_use(),
        }

    def _taught(self, name: str) -> TaughtShape:
        shape: TaughtShape = {
            "name": name,
            "kind": self._shelf.kind_of(name),
            "labels": [],
            "printed": None,
            "parts": {},
            "broken": False,
            "message": "",
        }
        folder, parts = self._shelf.folder_of(name), dict[str, list[list[str]]]()
        try:
            found = labels_in(folder)
            if shape["kind"] == "dice":
                faces = ((face.name, face.parts) for face in faces_in(folder) if face.parts)
                parts = {face: [[*edges] for edges in own] for face, own in faces}
        except VisionError as error:
            return {**shape, "broken": True, "message": str(error)}
        printed = own_board(folder)
        labels: list[LessonFace] = [{"face": face, "samples": n} for face, n in found.items()]
        return {**shape, "labels": labels, "printed": printed, "parts": parts}

    def _family_of(self, folder: Path, kind: str) -> Family:
        """Return the expected content of a lesson that extends a set."""
        labels = {*labels_in(folder)}
        alike = [one for one in families(None) if one["kind"] == kind and labels & {*one["faces"]}]
        return find_expected(kind, alike[0]["name"]) if alike else Family()

    def _check_free(self) -> None:
        """Refuse to begin a lesson in the place of one that was begun on another page."""
        shape = self._lesson.shape() if self._lesson else None
        if shape and (shape["picture"] or shape["faces"] or (shape["grid"] and shape["grid"]["fixed"])):
            raise refused("a lesson is under way", "under_way", "Save it, or give it up.")

    def _open(self) -> TapLesson[Any]:
        if self._lesson is None:
            raise refused("no lesson is under way", "no_lesson", "Begin one.")
        return self._lesson

    def _open_board(self) -> BoardLesson:
        lesson = self._open()
        if not isinstance(lesson, BoardLesson):
            raise refused("no board is being taught", "no_square", "Begin a lesson in a board.")
        return lesson

    def _frame(self) -> Frame:
        frame = self._table.looking.frame
        if frame is None:
            hint = "Look after the camera, or send a file."
            raise refused("there is no picture just now", "no_camera", hint)
        return frame

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other callers out; they wait a little. Raises ``BadLesson`` if that was too long."""
        if not self._lock.acquire(timeout=WAIT_S):
            raise refused("the lesson is still at work", "busy", "Wait a little.")
        try:
            yield
        finally:
            self._lock.release()
