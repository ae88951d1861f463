"""Teaching, ``/api/v1/teaching``: for the host only. Places are fractions of the lesson's picture."""

from dataclasses import replace
from urllib.parse import quote

from flask import Blueprint, Response, request

from companion.errors import (
    BadLesson,
    BadUpload,
    JournalError,
    TooManyTries,
    WrongPin,
)
from companion.table.access.access import Access
from companion.table.access.camera_pass import CODE_LIFE_S
from companion.table.service import Table, Teaching
from companion.table.teaching.shapes import Place as PlaceShape
from companion.table.teaching.shapes import TappedPiece, TeachingShape
from web.access.callers import PHOTOGRAPHER, Callers, keep_token
from web.access.guard import PHOTOGRAPHS
from web.access.invitation import Public, way
from web.access.phone_door import Way
from web.addresses import Addresses, AlikeAddresses, Answer, Asked, File
from web.answers import Code, Token
from web.bodies.parts import Nothing
from web.bodies.table import Join
from web.bodies.teaching import (
    Corners,
    Kept,
    Lesson,
    Nudge,
    Place,
    Printed,
    Saving,
    SetInUse,
    SetName,
    Size,
    Tap,
)
from web.errors import NothingThere

MOST_FILE_BYTES = 12 * 1024 * 1024
"""Largest photograph or packed set: more than a phone's camera makes."""
PHOTOGRAPH = File(("image/jpeg", "image/png"), MOST_FILE_BYTES)
OF_PHONE = replace(PHOTOGRAPH, helper=PHOTOGRAPHER.name)
PACKED = File(("application/zip",), MOST_FILE_BYTES)
TAUGHT = Answer("the lesson and the sets", TeachingShape)


def teaching_blueprint(
    table: Table, callers: Callers, access: Access, public: Public, door: Way
) -> Blueprint:
    """Return the addresses by which sets are taught, and chosen."""
    blueprint = Blueprint("teaching", __name__, url_prefix="/api/v1/teaching")
    teaching = Addresses(blueprint, callers).alike("", TAUGHT, NothingThere, BadLesson)
    _add_lessons(teaching, table)
    _add_pictures(teaching, table)
    _add_phone(teaching, table, access, public, door)
    _add_measures(teaching, table)
    _add_taps(teaching, table)
    _add_sets(teaching, table)
    _add_files(teaching, table)
    return blueprint


def _add_lessons(teaching: AlikeAddresses, table: Table) -> None:
    """Add the addresses that begin and end a lesson."""

    @teaching.get(
        "",
        "What is being taught, and what was",
        who="host",
        answer=TAUGHT,
        errors=(NothingThere, BadLesson),
    )
    def look(_: Asked[None]) -> TeachingShape:
        return _teaching(table).state()

    @teaching.change("/begin", "Begin a lesson; refused while another is under way", Lesson)
    def begin(asked: Asked[Lesson]) -> TeachingShape:
        lesson = asked.body
        return _teaching(table).begin(lesson.kind, lesson.name, lesson.family, lesson.earlier)

    @teaching.change("/save", "Write the lesson's set, and end the lesson", Saving, JournalError)
    def save(asked: Asked[Saving]) -> TeachingShape:
        return _teaching(table).save(asked.body.use)

    @teaching.change("/give_up", "Forget the lesson", Nothing)
    def give_up(_: Asked[Nothing]) -> TeachingShape:
        return _teaching(table).give_up()


def _add_pictures(teaching: AlikeAddresses, table: Table) -> None:
    """Add the addresses by which pictures come to the lesson, and are shown."""

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

    @teaching.change("/take", "Take the camera's picture of now", Nothing)
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


def _add_phone(
    teaching: AlikeAddresses, table: Table, access: Access, public: Public, door: Way
) -> None:
    """Add the addresses by which a phone sends photographs for the lesson without logging in."""

    @teaching.post(
        "/codes",
        "Make a code that lets one phone send photographs for lessons",
        who="host",
        body=Nothing,
        answer=Answer("the code", Code),
        errors=(NothingThere, JournalError),
    )
    def teaching_codes(_: Asked[Nothing]) -> Code:
        _teaching(table)
        code = access.photographer.invite()
        path = f"{PHOTOGRAPHS}#code={code}"
        to = way(path, public, door)
        return Code(code, path, CODE_LIFE_S, to.link, to.qr)

    @teaching.post(
        "/join",
        "Send photographs for lessons, with a code; whichever phone did so does it no longer",
        who="anyone",
        body=Join,
        answer=Answer("the token, also kept as a cookie", Token),
        errors=(WrongPin, TooManyTries, JournalError),
    )
    def teaching_join(asked: Asked[Join]) -> Token:
        token = access.photographer.join(asked.body.code, asked.body.name, request.remote_addr or "")
        keep_token(PHOTOGRAPHER, token)
        return Token(token)

    @teaching.put_file(
        "/sent",
        "Take a photograph that a phone sends for the lesson",
        who="photographer",
        file=OF_PHONE,
        answer=Answer("an empty object", Nothing),
        errors=(NothingThere, BadLesson, BadUpload),
    )
    def sent(asked: Asked[bytes]) -> Nothing:
        _teaching(table).take_file(asked.body)
        return Nothing()


def _add_measures(teaching: AlikeAddresses, table: Table) -> None:
    """Add the addresses that say where a board lies, and how large a token is."""

    @teaching.change("/place", "Say where the board lies on the picture", Corners)
    def place(asked: Asked[Corners]) -> TeachingShape:
        corners = [_place(corner) for corner in asked.body.corners]
        return _teaching(table).place(asked.body.columns, asked.body.rows, corners)

    @teaching.change("/printed", "Say what is printed on the board's squares", Printed)
    def printed(asked: Asked[Printed]) -> TeachingShape:
        return _teaching(table).mark(asked.body.cells, asked.body.settled)

    @teaching.change("/nudge", "Lay what is printed on a board's squares a square elsewhere", Nudge)
    def nudge(asked: Asked[Nudge]) -> TeachingShape:
        return _teaching(table).nudge(asked.body.right, asked.body.down)

    @teaching.change("/unplace", "Let a board's corners, columns and rows be said anew", Nothing)
    def unplace(_: Asked[Nothing]) -> TeachingShape:
        return _teaching(table).unplace()

    @teaching.change(
        "/again", "Show the next photograph that is to be named again on another grid", Nothing
    )
    def again(_: Asked[Nothing]) -> TeachingShape:
        return _teaching(table).again()

    @teaching.change("/size", "Say how large a token is", Size)
    def size(asked: Asked[Size]) -> TeachingShape:
        return _teaching(table).measure(_place(asked.body.at), asked.body.radius)


def _add_taps(teaching: AlikeAddresses, table: Table) -> None:
    """Add the addresses that teach a piece, take it back and test it."""

    @teaching.change("/tap", "Say which face a die shows, or which piece lies there", Tap)
    def tap(asked: Asked[Tap]) -> TeachingShape:
        tap = asked.body
        top = None if tap.top is None else _place(tap.top)
        return _teaching(table).tap(
            TappedPiece(_place(tap.at), tap.face, top, tap.turns, tap.on, tap.picture)
        )

    @teaching.change("/undo", "Take the last tap back", Nothing)
    def undo(_: Asked[Nothing]) -> TeachingShape:
        return _teaching(table).undo()

    @teaching.change("/test", "Read the camera's picture of now with what was taught so far", Nothing)
    def test(_: Asked[Nothing]) -> TeachingShape:
        return _teaching(table).test()

    @teaching.change("/judge", "Count the test: what was not put right was right", Nothing)
    def judge(_: Asked[Nothing]) -> TeachingShape:
        return _teaching(table).judge()


def _add_sets(teaching: AlikeAddresses, table: Table) -> None:
    """Add the addresses of taught sets."""

    @teaching.change(
        "/use", "Read with a taught set from now on; null: with the game's own", SetInUse, JournalError
    )
    def use(asked: Asked[SetInUse]) -> TeachingShape:
        return _teaching(table).use(asked.body.kind, asked.body.name)

    @teaching.change(
        "/keep",
        "Add a piece that lies there to the taught set in use, or to a copy of the game's own",
        Kept,
        JournalError,
    )
    def keep(asked: Asked[Kept]) -> TeachingShape:
        kept = asked.body
        said = TappedPiece(_place(kept.at), kept.face, turns=kept.turns, on=kept.on)
        return _teaching(table).keep(kept.kind, said, kept.name)

    @teaching.change("/delete", "Delete a taught set", SetName, JournalError)
    def delete(asked: Asked[SetName]) -> TeachingShape:
        return _teaching(table).delete(asked.body.name)


def _add_files(teaching: AlikeAddresses, table: Table) -> None:
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


def _teaching(table: Table) -> Teaching:
    if table.teaching is None:
        raise NothingThere("nothing can be taught at this table", hint="Start it with --data.")
    return table.teaching


def _place(place: Place) -> PlaceShape:
    return place.x, place.y
