"""How a phone becomes the table's camera, and how its pictures come."""

from typing import Final, cast

from flask import request
from msgspec.structs import asdict

from companion.errors import BadUpload, JournalError, TooManyTries, WrongPin
from companion.games.game import EVERYONE, HOST
from companion.games.setup import shows
from companion.table.access.access import Access
from companion.table.access.camera_pass import CODE_LIFE_S
from companion.table.service import CameraPhone, Table
from companion.table.shapes.camera import PhoneReport, PhoneWanted
from companion.table.sight.camera_choice import OFF, PHONE
from web.access.callers import CAMERA, keep_token
from web.access.guard import CAMERA_PHONE
from web.access.invitation import Public, encrypted_way
from web.access.phone_door import Way
from web.addresses import Addresses, Answer, Asked, File
from web.answers import Code, Token
from web.bodies.parts import Nothing
from web.bodies.table import HowPhoneIs, Join
from web.errors import BadBody, CameraTaken, NothingThere

MOST_PICTURE_BYTES: Final = 4 * 1024 * 1024
"""A sharp JPEG of the largest picture that is asked for takes half of this."""
RESTS_MS: Final = 2000
"""While everything is entered by tap nobody uses the phone's pictures: it saves its battery."""
PICTURE = File(("image/jpeg",), MOST_PICTURE_BYTES, helper=CAMERA.name)
WANTED = Answer("what is wanted next", PhoneWanted)


def add_camera_phone(api: Addresses, table: Table, access: Access, public: Public, door: Way) -> None:
    """Add how a phone becomes the camera and ends to be it, its pictures, and how it is."""
    _add_ways(api, table, access, public, door)
    _add_pictures(api, table)


def _add_ways(api: Addresses, table: Table, access: Access, public: Public, door: Way) -> None:
    @api.post(
        "/v1/camera/codes",
        "Make a code that lets one phone, or this browser, be the camera",
        who="host",
        body=Nothing,
        answer=Answer("the code", Code),
        errors=(NothingThere, JournalError),
    )
    def camera_codes(_: Asked[Nothing]) -> Code:
        _phone(table)
        code = access.camera.invite()
        path = f"{CAMERA_PHONE}#code={code}"
        to = encrypted_way(path, public, door)
        return Code(code, path, CODE_LIFE_S, to.link, to.qr)

    @api.post(
        "/v1/camera/join",
        "Be the camera, with a code; whichever phone was it is it no longer",
        who="anyone",
        body=Join,
        answer=Answer("the token, also kept as a cookie", Token),
        errors=(WrongPin, NothingThere, TooManyTries, JournalError),
    )
    def camera_join(asked: Asked[Join]) -> Token:
        phone, name = _phone(table), asked.body.name
        if not shows(name):
            raise BadBody("name: it has letters that cannot be shown", hint="Choose another name.")
        token = access.camera.join(asked.body.code, name, request.remote_addr or "")
        phone.becomes(name)
        keep_token(CAMERA, token)
        return Token(token)

    @api.post(
        "/v1/camera/end",
        "Let no phone be the camera any more: the table looks through the one it began with",
        who="camera",
        body=Nothing,
        answer=Answer("an empty object", Nothing),
        errors=(NothingThere, JournalError),
    )
    def camera_end(_: Asked[Nothing]) -> Nothing:
        phone = _phone(table)
        access.camera.end()
        phone.becomes(None)
        return Nothing()


def _add_pictures(api: Addresses, table: Table) -> None:
    @api.put_file(
        "/v1/camera/frames",
        "Take a picture of the table; the next is wanted after so many milliseconds",
        who="camera",
        file=PICTURE,
        answer=WANTED,
        errors=(NothingThere, BadUpload, CameraTaken),
        keeps_nothing=True,
    )
    def camera_frames(asked: Asked[bytes]) -> PhoneWanted:
        phone = _phone(table)
        looks_through = table.state(EVERYONE)["camera"]["backend"]
        if asked.caller.role == HOST and looks_through != PHONE:
            raise CameraTaken(
                f"the table looks through {looks_through}",
                hint="Join as its camera with a code: POST /api/v1/camera/codes.",
            )
        wanted = phone.picture(asked.body)
        if looks_through == OFF:
            wanted["next_ms"] = max(wanted["next_ms"], RESTS_MS)
        return wanted

    @api.post(
        "/v1/camera/phone",
        "Say how the phone is that is the camera",
        who="camera",
        body=HowPhoneIs,
        answer=Answer("an empty object", Nothing),
        errors=(NothingThere,),
        keeps_nothing=True,
    )
    def camera_phone(asked: Asked[HowPhoneIs]) -> Nothing:
        _phone(table).hear(cast(PhoneReport, asdict(asked.body)))
        return Nothing()


def _phone(table: Table) -> CameraPhone:
    if table.camera_phone is None:
        raise NothingThere("this table takes no pictures from outside")
    return table.camera_phone
