"""Reads a request's JSON body into the shape that its address declares."""

import re
from collections.abc import Collection
from functools import cache
from typing import Any, TypeVar

import msgspec
from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.table.shapes.values import JsonObject
from web.errors import BadBody, NotJson, NotThatType, TooLarge

BodyT = TypeVar("BodyT", bound=msgspec.Struct)

DEEPEST = 20
"""Deepest nesting of objects and lists. No record needs more than five; without our own limit, code
further on would meet Python's."""

PLACE = re.compile(r"(?s)(.*) - at `(?:key in )?\$\.?(.*)`")
"""How the library ends a message about a part of the body: ``… - at `$.seats[1]` ``."""


def read_body(kind: type[BodyT]) -> tuple[BodyT, JsonObject]:
    """Return the request's body as its shape, and with all of its fields.

    Raises ``NotJson``, ``TooLarge``, ``BadBody`` naming the field that is wrong.
    """
    if request.mimetype != "application/json":
        raise NotJson(
            f"the body's type is {request.mimetype or 'not given'}",
            hint="Send Content-Type: application/json.",
        )
    try:
        return decode(request.get_data(), kind)
    except RequestEntityTooLarge as error:
        raise TooLarge("the body is too large", hint="Send less.") from error


def read_file(media: Collection[str], most_bytes: int) -> bytes:
    """Return the request's body, a file of one of these types. Raises ``NotThatType``, ``TooLarge``."""
    if request.mimetype not in media:
        raise NotThatType(
            f"the body's type is {request.mimetype or 'not given'}",
            hint=f"Send one of {', '.join(media)}.",
        )
    request.max_content_length = most_bytes
    try:
        return request.get_data()
    except RequestEntityTooLarge as error:
        raise TooLarge("the file is too large", hint=f"At most {most_bytes} bytes.") from error


def decode(raw: bytes, kind: type[BodyT]) -> tuple[BodyT, JsonObject]:
    """Return the JSON text as its shape, and with all of its fields. Raises ``BadBody``."""
    try:
        body = _decoder(kind).decode(raw)
        words = _decoder(dict[str, Any]).decode(raw)
    except msgspec.ValidationError as error:
        raise BadBody(_message(error), hint=_fields(kind)) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadBody(f"the body is not JSON in UTF-8: {error}", hint=_fields(kind)) from error
    except RecursionError as error:
        raise _too_deep() from error
    if _is_deeper(words, DEEPEST):
        raise _too_deep()
    return body, words


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _message(error: msgspec.ValidationError) -> str:
    """Return the library's message, with the place first: ``seats[1]: Expected `str`, got `int` ``."""
    found = PLACE.fullmatch(str(error))
    what, place = found.groups() if found else (str(error), "")
    return f"{place or 'the body'}: {what}"


def _fields(kind: type[msgspec.Struct]) -> str:
    """Return the hint that names the fields of a body."""
    names = ", ".join(kind.__struct_encode_fields__)
    if kind.__struct_config__.forbid_unknown_fields:
        return f"It takes {names}; see /api/openapi.json." if names else "It takes {}."
    return f"It needs {names}; see /api/openapi.json."


def _is_deeper(value: object, left: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return left < 0 or any(_is_deeper(item, left - 1) for item in inner)


def _too_deep() -> BadBody:
    return BadBody(
        "the body is nested too deep", hint=f"At most {DEEPEST} objects and lists in another."
    )
