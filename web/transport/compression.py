"""Sends texts compressed to browsers that accept it: pages, scripts and styles.

API replies, which are short and may hold tokens, are not compressed, except the public ones; nor are
pictures. Streams are compressed line by line (``events``). It uses the standard library: Flask-Compress
would bring two compiled packages to the Pi for a few per cent.
"""

import gzip
from functools import lru_cache
from http import HTTPStatus

from flask import Flask, Response, request

KINDS = ("text/html", "text/javascript", "text/css")
OPEN_TO_ALL = ("/api/v1/joining",)
"""API replies that hold no token, but QR codes, which are long."""
KEPT = 64
"""Most texts that are kept compressed: about one for each page, language and file."""


def register_compression(app: Flask) -> None:
    """Compress every reply that is worth it."""
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    if (
        response.mimetype not in KINDS and request.path not in OPEN_TO_ALL
    ) or response.status_code == HTTPStatus.NOT_MODIFIED:
        return response
    response.direct_passthrough = False  # a file is read here
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"] > 0:
        response.set_data(_compressed(response.get_data()))
        response.headers["Content-Encoding"] = "gzip"
    return response


@lru_cache(KEPT)
def _compressed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)
