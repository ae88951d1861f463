"""Video as one JPEG after another over HTTP (MJPEG), as phone apps and many cameras give it."""

import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from http import HTTPStatus
from http.client import HTTPException, HTTPMessage
from typing import Protocol
from urllib.error import HTTPError
from urllib.request import Request

from vision.cameras.network.address import VideoAddress
from vision.cameras.network.jpegs import Jpegs
from vision.cameras.network.line import OverLine, VideoConnection
from vision.errors import CameraLost

READ_WITHIN_S = 5.0
"""Longest wait for an answer, or for more of the video, in seconds."""
_MOST_AT_ONCE = 1 << 16
_NO_VIDEO = ("text/", "image/", "application/json")
"""Content types that are no video: pages, single pictures."""
_PATH_HINT = "Phone apps show the whole address of their video; often it ends in /video or /stream."


class _Reply(Protocol):
    """The used part of ``http.client.HTTPResponse``."""

    headers: HTTPMessage

    def read1(self, n: int, /) -> bytes:
        """Return the bytes that have come, at most n; nothing at the end."""

    def close(self) -> None:
        """Hang up."""


def pictures_over_http(address: VideoAddress, line: VideoConnection) -> Iterator[bytes]:
    """Yield the pictures as they come, as JPEG files, until the connection ends. Raises ``CameraLost``.

    No error's text contains anything secret of the address, nor has the error a cause that does.
    """
    reply = _ask(address, line)
    try:
        _refuse_other_kinds(address, reply.headers.get_content_type())
        jpegs = Jpegs()
        while more := _more(address, reply):
            yield from jpegs.take(more)
    finally:
        reply.close()
    raise CameraLost(f"{address.shown} ended the video", hint="It is being opened again.")


def _ask(address: VideoAddress, line: VideoConnection) -> _Reply:
    request = Request(address.bare)
    try:
        try:
            return _open(request, line)
        except HTTPError as error:
            error.close()
            if error.code != HTTPStatus.UNAUTHORIZED or not address.user:
                raise
            _authorize(address, request, error.headers.get_all("WWW-Authenticate", []))
        # Only once more: many cameras lock out a client after several wrong tries.
        return _open(request, line)
    except HTTPError as error:
        error.close()
        raise _refuse(address, error.code) from None
    except (OSError, HTTPException, ValueError) as error:
        raise no_answer(address, error) from None


def _open(request: Request, line: VideoConnection) -> _Reply:
    no_proxy = urllib.request.ProxyHandler({})  # a camera is in the home network
    reply: _Reply = urllib.request.build_opener(no_proxy, OverLine(line)).open(
        request, timeout=READ_WITHIN_S
    )
    return reply


def _authorize(address: VideoAddress, request: Request, challenges: list[str]) -> None:
    """Add user and password to the request, in the best way that the camera understands."""
    schemes = {scheme.lower(): rest for scheme, _, rest in (one.partition(" ") for one in challenges)}
    if "digest" in schemes:
        said = urllib.request.parse_keqv_list(urllib.request.parse_http_list(schemes["digest"]))
        passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        passwords.add_password(None, address.bare, address.user, address.password)
        digest = urllib.request.HTTPDigestAuthHandler(passwords).get_authorization(request, said)
        request.add_unredirected_header("Authorization", f"Digest {digest}")
    else:
        coded = b64encode(f"{address.user}:{address.password}".encode()).decode()
        request.add_unredirected_header("Authorization", f"Basic {coded}")


def _more(address: VideoAddress, reply: _Reply) -> bytes:
    try:
        return reply.read1(_MOST_AT_ONCE)
    except (OSError, HTTPException) as error:
        raise CameraLost(
            f"{address.shown} sends no more pictures{_reason(error)}",
            hint="Is the camera on, and in the network? It is being opened again.",
        ) from None


def no_answer(address: VideoAddress, reason: object) -> CameraLost:
    """Return the error for a camera that cannot be reached."""
    return CameraLost(
        f"{address.shown} does not answer{_reason(reason)}",
        hint="Is the camera on, is its app open, and is it in the same network? Compare the numbers.",
    )


def _reason(error: object) -> str:
    """Return the system's text for an error, which has nothing of the address in it."""
    error = getattr(error, "reason", error)  # of an URLError
    said = "it took too long" if isinstance(error, TimeoutError) else getattr(error, "strerror", None)
    return f": {said}" if said else ""


def _refuse(address: VideoAddress, status: int) -> CameraLost:
    if status in (401, 403):
        hint = "Write them before the host: url:http://USER:PASSWORD@HOST:PORT/PATH."
        why = "refuses this user or password" if address.user else "wants a user and a password"
        return CameraLost(f"{address.shown} {why} ({status})", hint=hint, why="password")
    what = "has nothing at that path (404)" if status == 404 else f"gives no video (status {status})"
    return CameraLost(f"{address.shown} {what}", hint=_PATH_HINT, why="no_video")


def _refuse_other_kinds(address: VideoAddress, kind: str) -> None:
    if kind.startswith(_NO_VIDEO):
        raise CameraLost(
            f"{address.shown} gives no video there, but {kind}", hint=_PATH_HINT, why="no_video"
        )
