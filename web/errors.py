"""Errors between a browser and the table, and the one shape in which they are sent.

CompanionError
└── WebError
    ├── BadBody (ValueError)        400  the body is not the JSON object that was asked for
    ├── BadRole (ValueError)        400  ``?as=`` names no role
    ├── NotLoggedIn                 401  no token, or one that is no longer good
    ├── HostOnly                    403  only the host may do this
    ├── WrongOrigin                 403  another site's page tries to speak for the caller
    ├── NotEncrypted                403  the table encrypts, and this came over plain HTTP
    ├── NothingThere (LookupError)  404  no such seat, nothing simulated, or no such address
    ├── CameraTaken                 409  another phone is the camera
    ├── TooLarge                    413  too much was sent
    ├── NotJson                     415  the body's type is not application/json
    ├── NotThatType                 415  the file's type is none that is taken here
    ├── WrongHost                   421  this table is not called by that name
    └── TooManyStreams              503  too many pages listen already
"""

from http import HTTPStatus

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.errors import CompanionError, TooManyTries
from web.answers import Error, ErrorWords, Said
from web.encoding import encode


class WebError(CompanionError):
    """The request is not understood."""

    code = "bad_request"
    http_status = HTTPStatus.BAD_REQUEST


class BadBody(WebError, ValueError):
    """The body is not the JSON object that was asked for."""

    code = "bad_body"


class BadRole(WebError, ValueError):
    """``?as=`` names no role."""

    code = "bad_role"


class NotLoggedIn(WebError, PermissionError):
    """No token came along, or one that is no longer good."""

    code = "not_logged_in"
    http_status = HTTPStatus.UNAUTHORIZED


class HostOnly(WebError, PermissionError):
    """Only the host may do this."""

    code = "not_allowed"
    http_status = HTTPStatus.FORBIDDEN


class WrongOrigin(WebError, PermissionError):
    """Another site's page tries to speak for the caller."""

    code = "wrong_origin"
    http_status = HTTPStatus.FORBIDDEN


class NotEncrypted(WebError, PermissionError):
    """The table encrypts, and this came over plain HTTP."""

    code = "not_encrypted"
    http_status = HTTPStatus.FORBIDDEN


class NothingThere(WebError, LookupError):
    """The thing that was asked for does not exist at the moment."""

    code = "not_found"
    http_status = HTTPStatus.NOT_FOUND


class CameraTaken(WebError):
    """Another phone is the camera."""

    code = "camera_taken"
    http_status = HTTPStatus.CONFLICT


class TooLarge(WebError):
    """Too much was sent."""

    code = "too_large"
    http_status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


class NotJson(WebError):
    """The body's type is not application/json."""

    code = "not_json"
    http_status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE


class NotThatType(WebError):
    """The file's type is not among the accepted ones."""

    code = "not_that_type"
    http_status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE


class WrongHost(WebError):
    """This table is not called by that name."""

    code = "wrong_host"
    http_status = HTTPStatus.MISDIRECTED_REQUEST


class TooManyStreams(WebError):
    """Too many pages listen already."""

    code = "too_many_streams"
    http_status = HTTPStatus.SERVICE_UNAVAILABLE
    retry_after_s = 5


HTTP_CODES = {
    400: (WebError.code, "See /api/openapi.json for what this address takes."),
    401: (NotLoggedIn.code, "Log in as host, or be the camera with a code from the host."),
    404: (NothingThere.code, "See /api/openapi.json for all addresses."),
    405: ("method_not_allowed", "See /api/openapi.json for what this address takes."),
    413: (TooLarge.code, "Send less."),
    431: (TooLarge.code, "Send less."),
    500: ("internal", "This is a fault of the table; its log says more."),
}


def error_key(kind: type[CompanionError]) -> tuple[int, str]:
    """Return what programs can tell an error by: the reply's status, and its code."""
    return int(kind.http_status), kind.code


def register_errors(app: Flask) -> None:
    """Answer every error under /api in the one shape, and every other with a page."""
    app.register_error_handler(CompanionError, _say_ours)
    app.register_error_handler(HTTPException, _say_http)


def _say_ours(error: CompanionError) -> Response:
    reason = error.reason
    why = None if reason is None else Said(reason.code, dict(reason.params))
    response = _answer(error.http_status, ErrorWords(error.code, str(error), error.hint, why))
    if isinstance(error, TooManyTries | TooManyStreams):
        response.headers["Retry-After"] = str(error.retry_after_s)
    return response


def _say_http(error: HTTPException) -> Response:
    status = error.code or 500
    code, hint = HTTP_CODES.get(status, ("http_error", ""))
    message = f"{error.name}: {request.method} {request.path}"
    response = _answer(status, ErrorWords(code, message, hint))
    allowed = dict(error.get_headers(request.environ)).get("Allow")
    if allowed:
        response.headers["Allow"] = allowed
    return response


def _answer(status: int, words: ErrorWords) -> Response:
    if request.path.startswith("/api"):
        response = Response(encode(Error(words)), mimetype="application/json")
    else:
        response = Response(render_template("error.html", code=words.code), mimetype="text/html")
    response.status_code = status
    return response
