"""Boards laid of parts, ``/api/v1/mosaics``: the host's only. Places are fractions of the picture."""

from urllib.parse import quote

from flask import Response

from companion.errors import BadLesson, BadUpload, JournalError
from companion.table.mosaics.shapes import MosaicsShape
from companion.table.service import Mosaics, Table
from web.addresses import Addresses, AlikeAddresses, Answer, Asked
from web.api.teaching import PACKED, PHOTOGRAPH
from web.bodies.mosaics import (
    MosaicCounts,
    MosaicCut,
    MosaicDrawing,
    MosaicLies,
    MosaicName,
    MosaicPart,
    MosaicStones,
)
from web.bodies.parts import Nothing
from web.bodies.teaching import SetName
from web.errors import NothingThere

TAUGHT = Answer("all boards of parts, and the one that is taught", MosaicsShape)
ERRORS = (NothingThere, BadLesson, BadUpload, JournalError)


def add_mosaics(api: Addresses, table: Table) -> None:
    """Add the addresses."""
    boards = api.alike("/v1/mosaics", TAUGHT, *ERRORS)
    _add_boards(boards, table)
    _add_parts(boards, table)
    _add_stones(boards, table)
    _add_files(boards, table)


def _add_boards(boards: AlikeAddresses, table: Table) -> None:
    """Add what is done with whole boards."""

    @boards.get("", "Boards laid of parts", who="host", answer=TAUGHT, errors=ERRORS)
    def mosaics(_: Asked[None]) -> MosaicsShape:
        return _mosaics(table).state()

    @boards.change("/open", "Teach a board of parts on, or a new one", MosaicName)
    def open_mosaic(asked: Asked[MosaicName]) -> MosaicsShape:
        return _mosaics(table).open(asked.body.name, asked.body.game)

    @boards.change("/delete", "Delete a board of parts", SetName)
    def delete_mosaic(asked: Asked[SetName]) -> MosaicsShape:
        return _mosaics(table).delete(asked.body.name)

    @boards.change(
        "/lies",
        "See how the parts lie: on the picture that is looked at, or (no corners) that of now",
        MosaicLies,
    )
    def lies(asked: Asked[MosaicLies]) -> MosaicsShape:
        said = asked.body.corners
        corners = None if said is None else [(corner.x, corner.y) for corner in said]
        return _mosaics(table).lies(asked.body.name, corners)


def _add_parts(boards: AlikeAddresses, table: Table) -> None:
    """Add how a part is taught."""

    @boards.change("/take", "Look at the camera's picture of now", Nothing)
    def take_part(_: Asked[Nothing]) -> MosaicsShape:
        return _mosaics(table).take_picture()

    @boards.change(
        "/cut", "Say where a part's corners are: what its fields may be is proposed", MosaicCut
    )
    def cut_part(asked: Asked[MosaicCut]) -> MosaicsShape:
        corners = [(corner.x, corner.y) for corner in asked.body.corners]
        return _mosaics(table).cut(corners, asked.body.fields)

    @boards.change("/edit", "Look at a part that was kept, to put it right", MosaicPart)
    def edit_part(asked: Asked[MosaicPart]) -> MosaicsShape:
        return _mosaics(table).edit(asked.body.part)

    @boards.change("/keep", "Keep the part that is looked at, as it was tapped", MosaicDrawing)
    def keep_part(asked: Asked[MosaicDrawing]) -> MosaicsShape:
        return _mosaics(table).keep(asked.body.drawing)


def _add_stones(boards: AlikeAddresses, table: Table) -> None:
    """Add how many stones there are."""

    @boards.change("/count", "Say how many stones of each face there are", MosaicCounts)
    def count_stones(asked: Asked[MosaicCounts]) -> MosaicsShape:
        return _mosaics(table).count(asked.body.counts)

    @boards.change(
        "/read", "Count the stones that lie under the camera as those of one kind of field", MosaicStones
    )
    def read_stones(asked: Asked[MosaicStones]) -> MosaicsShape:
        return _mosaics(table).read_stones(asked.body.kind)


def _add_files(boards: AlikeAddresses, table: Table) -> None:
    """Add photographs, and boards as files."""

    @boards.put_file(
        "/photograph",
        "Look at a photograph that is sent",
        who="host",
        file=PHOTOGRAPH,
        answer=TAUGHT,
        errors=ERRORS,
    )
    def photograph_part(asked: Asked[bytes]) -> MosaicsShape:
        return _mosaics(table).take_file(asked.body)

    @boards.get(
        "/picture",
        "The picture that is looked at; straight once it was cut",
        who="host",
        answer=Answer("a JPEG", None, "image/jpeg"),
        errors=(NothingThere,),
    )
    def part_picture(_: Asked[None]) -> Response:
        jpeg = _mosaics(table).picture()
        if jpeg is None:
            raise NothingThere("no part is looked at", hint="Take a picture.")
        return Response(jpeg, mimetype="image/jpeg")

    @boards.get(
        "/boards/<name>",
        "A board of parts as one file, to be taken up at another table",
        who="host",
        answer=Answer("a zip file", None, "application/zip"),
        errors=(NothingThere, BadLesson),
    )
    def packed_mosaic(_: Asked[None], name: str) -> Response:
        response = Response(_mosaics(table).packed(name), mimetype="application/zip")
        file = f"filename*=UTF-8''{quote(name)}.zip"
        response.headers["Content-Disposition"] = f"attachment; {file}"
        return response

    @boards.put_file(
        "/boards",
        "Take up a board of parts that another table packed",
        who="host",
        file=PACKED,
        answer=TAUGHT,
        errors=ERRORS,
    )
    def take_up_mosaic(asked: Asked[bytes]) -> MosaicsShape:
        return _mosaics(table).take_up(asked.body)


def _mosaics(table: Table) -> Mosaics:
    if table.mosaics is None:
        raise NothingThere("nothing can be taught at this table", hint="Start it with --data DIR.")
    return table.mosaics
