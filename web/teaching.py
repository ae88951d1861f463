"""Teaching, ``/api/v1/teaching``: the host's only. Places are fractions of the lesson's picture."""

from urllib.parse import quote

from flask import Blueprint, Response

from companion.errors import BadLesson, BadUpload, JournalError
from companion.table.service import TableService, TeachingService
from companion.table.teaching.shapes import Place as PlaceShape
from companion.table.teaching.shapes import Said, TeachingShape
from web.addresses import Addresses, Answer, Asked, File
from web.bodies import (
    Corners,
    Kept,
    Lesson,
    Nothing,
    Nudge,
    Place,
    Printed,
    Saving,
    SetInUse,
    SetName,
    Size,
    Tap,
)
from web.callers import Callers
from web.errors import NothingThere

MOST_FILE_BYTES = 12 * 1024 * 1024
"""A photograph or a packed set may be so large: more than a phone's camera makes."""
PHOTOGRAPH = File(("image/jpeg", "image/png"), MOST_FILE_BYTES)
PACKED = File(("application/zip",), MOST_FILE_BYTES)
TAUGHT = Answer("the lesson and the sets", TeachingShape)


def teaching_blueprint(table: TableService, callers: Callers) -> Blueprint:
    """Return the addresses by which sets are taught, and chosen."""
    blueprint = Blueprint("teaching", __name__, url_prefix="/api/v1/teaching")
    teaching = Addresses(blueprint, callers)
    _add_lessons(teaching, table)
    _add_pictures(teaching, table)
    _add_measures(teaching, table)
    _add_taps(teaching, table)
    _add_sets(teaching, table)
    _add_files(teaching, table)
    return blueprint


def _add_lessons(teaching: Addresses, table: TableService) -> None:
    """Add what begins a lesson and ends it."""

    @teaching.get(
        "",
        "What is being taught, and what was",
        who="host",
        answer=TAUGHT,
        errors=(NothingThere, BadLesson),
    )
    def look(_: Asked[None]) -> TeachingShape:
        return _teaching(table).state()

    @teaching.post(
        "/begin",
        "Begin a lesson; one that was not saved is forgotten",
        who="host",
        body=Lesson,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson),
    )
    def begin(asked: Asked[Lesson]) -> TeachingShape:
        lesson = asked.body
        return _teaching(table).begin(lesson.kind, lesson.name, lesson.family, lesson.earlier)

    @teaching.post(
        "/save",
        "Write the lesson's set, and end the lesson",
        who="host",
        body=Saving,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson, JournalError),
    )
    def save(asked: Asked[Saving]) -> TeachingShape:
        return _teaching(table).save(asked.body.use)

    @teaching.post(
        "/give_up",
        "Forget the lesson",
        who="host",
        body=Nothing,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson),
    )
    def give_up(_: Asked[Nothing]) -> TeachingShape:
        return _teaching(table).give_up()


def _add_pictures(teaching: Addresses, table: TableService) -> None:
    """Add how pictures come to the lesson, and are looked at."""

    @teaching.get(
        "/picture",
        "The lesson's picture, nothing drawn on it",
        who="host",
        answer=Answer("a JPEG", None, "image/jpeg"),
        errors=(NothingThere, BadLesson),
    )
    def picture(_: Asked[None]) -> Response:
        jpeg = _teaching(table).picture()
        if jpeg is None:
            raise NothingThere("the lesson has no picture", hint="Take one.")
        return Response(jpeg, mimetype="image/jpeg")

    @teaching.post(
        "/take",
        "Take the camera's picture of now",
        who="host",
        body=Nothing,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson),
    )
    def take(_: Asked[Nothing]) -> TeachingShape:
        return _teaching(table).take_picture()

    @teaching.put_file(
        "/photograph",
        "Take a photograph that is sent",
        who="host",
        file=PHOTOGRAPH,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson, BadUpload),
    )
    def photograph(asked: Asked[bytes]) -> TeachingShape:
        return _teaching(table).take_file(asked.body)


def _add_measures(teaching: Addresses, table: TableService) -> None:
    """Add where a board lies, and how large a token is."""

    @teaching.post(
        "/place",
        "Say where the board lies on the picture",
        who="host",
        body=Corners,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson),
    )
    def place(asked: Asked[Corners]) -> TeachingShape:
        corners = [_place(corner) for corner in asked.body.corners]
        return _teaching(table).place(asked.body.columns, asked.body.rows, corners)

    @teaching.post(
        "/printed",
        "Say what is printed on the board's squares",
        who="host",
        body=Printed,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson),
    )
    def printed(asked: Asked[Printed]) -> TeachingShape:
        return _teaching(table).mark(asked.body.cells, asked.body.settled)

    @teaching.post(
        "/nudge",
        "Lay what is printed on a board's squares a square elsewhere",
        who="host",
        body=Nudge,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson),
    )
    def nudge(asked: Asked[Nudge]) -> TeachingShape:
        return _teaching(table).nudge(asked.body.right, asked.body.down)

    @teaching.post(
        "/unplace",
        "Let a board's corners, columns and rows be said anew",
        who="host",
        body=Nothing,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson),
    )
    def unplace(_: Asked[Nothing]) -> TeachingShape:
        return _teaching(table).unplace()

    @teaching.post(
        "/again",
        "Show the next photograph that is to be named again on another grid",
        who="host",
        body=Nothing,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson),
    )
    def again(_: Asked[Nothing]) -> TeachingShape:
        return _teaching(table).again()

    @teaching.post(
        "/size",
        "Say how large a token is",
        who="host",
        body=Size,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson),
    )
    def size(asked: Asked[Size]) -> TeachingShape:
        return _teaching(table).measure(_place(asked.body.at), asked.body.radius)


def _add_taps(teaching: Addresses, table: TableService) -> None:
    """Add what is learnt, taken back and tested."""

    @teaching.post(
        "/tap",
        "Say which face a die shows, or which piece lies there",
        who="host",
        body=Tap,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson),
    )
    def tap(asked: Asked[Tap]) -> TeachingShape:
        tap = asked.body
        top = None if tap.top is None else _place(tap.top)
        return _teaching(table).tap(Said(_place(tap.at), tap.face, top, tap.turns, tap.on))

    @teaching.post(
        "/undo",
        "Take the last tap back",
        who="host",
        body=Nothing,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson),
    )
    def undo(_: Asked[Nothing]) -> TeachingShape:
        return _teaching(table).undo()

    @teaching.post(
        "/test",
        "Read the camera's picture of now with what was taught so far",
        who="host",
        body=Nothing,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson),
    )
    def test(_: Asked[Nothing]) -> TeachingShape:
        return _teaching(table).test()

    @teaching.post(
        "/judge",
        "Count the test: what was not put right was right",
        who="host",
        body=Nothing,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson),
    )
    def judge(_: Asked[Nothing]) -> TeachingShape:
        return _teaching(table).judge()


def _add_sets(teaching: Addresses, table: TableService) -> None:
    """Add what is done with taught sets."""

    @teaching.post(
        "/use",
        "Read with a taught set from now on; null: with the game's own",
        who="host",
        body=SetInUse,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson, JournalError),
    )
    def use(asked: Asked[SetInUse]) -> TeachingShape:
        return _teaching(table).use(asked.body.kind, asked.body.name)

    @teaching.post(
        "/keep",
        "Add a piece that lies there to the taught set in use, or to a copy of the game's own",
        who="host",
        body=Kept,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson, JournalError),
    )
    def keep(asked: Asked[Kept]) -> TeachingShape:
        kept = asked.body
        said = Said(_place(kept.at), kept.face, turns=kept.turns, on=kept.on)
        return _teaching(table).keep(kept.kind, said, kept.name)

    @teaching.post(
        "/delete",
        "Delete a taught set",
        who="host",
        body=SetName,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson, JournalError),
    )
    def delete(asked: Asked[SetName]) -> TeachingShape:
        return _teaching(table).delete(asked.body.name)


def _add_files(teaching: Addresses, table: TableService) -> None:
    """Add how sets go from table to table."""

    @teaching.get(
        "/sets/<name>",
        "A taught set as one file",
        who="host",
        answer=Answer("a zip file", None, "application/zip"),
        errors=(NothingThere, BadLesson),
    )
    def packed(_: Asked[None], name: str) -> Response:
        response = Response(_teaching(table).packed(name), mimetype="application/zip")
        called = f"attachment; filename*=UTF-8''{quote(name)}.zip"
        response.headers["Content-Disposition"] = called
        return response

    @teaching.put_file(
        "/sets",
        "Take up a set that another table packed",
        who="host",
        file=PACKED,
        answer=TAUGHT,
        errors=(NothingThere, BadLesson, BadUpload, JournalError),
    )
    def take_up(asked: Asked[bytes]) -> TeachingShape:
        return _teaching(table).take_up(asked.body)


def _teaching(table: TableService) -> TeachingService:
    if table.teaching is None:
        raise NothingThere("nothing can be taught at this table", hint="Start it with --data.")
    return table.teaching


def _place(place: Place) -> PlaceShape:
    return place.x, place.y
