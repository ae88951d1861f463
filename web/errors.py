"""Errors between a browser and the table, and the one shape in which they are sent."""

from http import HTTPStatus

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.errors import CompanionError, TooManyTries
from web.answers import Error, ErrorWords, Said
from web.encoding import encode


class WebError(CompanionError, code="bad_request", http_status=HTTPStatus.BAD_REQUEST):
    """The request is not understood."""


class BadBody(WebError, ValueError, code="bad_body"):
    """The body is not the JSON object that was asked for."""


class BadRole(WebError, ValueError, code="bad_role"):
    """``?as=`` names no role."""


class NotLoggedIn(WebError, PermissionError, code="not_logged_in", http_status=HTTPStatus.UNAUTHORIZED):
    """No token came along, or one that is no longer good."""


class HostOnly(WebError, PermissionError, code="not_allowed", http_status=HTTPStatus.FORBIDDEN):
    """Only the host may do this."""


class WrongOrigin(WebError, PermissionError, code="wrong_origin", http_status=HTTPStatus.FORBIDDEN):
    """Another site's page tries to speak for the caller."""


class NotEncrypted(WebError, PermissionError, code="not_encrypted", http_status=HTTPStatus.FORBIDDEN):
    """The table encrypts, and this came over plain HTTP."""


class NothingThere(WebError, LookupError, code="not_found", http_status=HTTPStatus.NOT_FOUND):
    """The thing that was asked for does not exist at the moment."""


class CameraTaken(WebError, code="camera_taken", http_status=HTTPStatus.CONFLICT):
    """Another phone is the camera."""


class TooLarge(WebError, code="too_large", http_status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE):
    """Too much was sent."""


class NotJson(WebError, code="not_json", http_status=HTTPStatus.UNSUPPORTED_MEDIA_TYPE):
    """The body's type is not application/json."""


class NotThatType(WebError, code="not_that_type", http_status=HTTPStatus.UNSUPPORTED_MEDIA_TYPE):
    """The file's type is not among the accepted ones."""


class WrongHost(WebError, code="wrong_host", http_status=HTTPStatus.MISDIRECTED_REQUEST):
    """This table is not called by that name."""


class TooManyStreams(WebError, code="too_many_streams", http_status=HTTPStatus.SERVICE_UNAVAILABLE):
    """Too many pages listen already."""

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
