"""What every request must fulfil, and which headers every reply carries.

Other sites' pages may run in a player's browser. Three cheap checks keep them out: the table answers
only to names that nobody outside can point at it (DNS rebinding); a request that changes something must
be JSON (which another site may not send without asking), and must come from the table's own origin.
"""

import re
import socket
from collections.abc import Collection
from http import HTTPStatus
from ipaddress import ip_address

from flask import Flask, Response, request

from web.errors import WrongHost, WrongOrigin
from web.network import is_loopback

HOME_ENDINGS = ("", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")
"""Endings that a home's router adds to the names of its machines."""
OWN_ENDINGS = (".local", ".localhost")
"""Endings that only this network, or this machine, resolves: no outside name server is asked."""
HOST = re.compile(r"(?P<name>[a-z0-9_.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.ASCII | re.IGNORECASE)
NO_NAME = "no.name"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

PHOTOGRAPHS = "/teach/phone"
"""The page from which a phone sends photographs for a lesson."""
CAMERA_PHONE = "/camera/phone"
OF_CAMERA_PHONE = {"Permissions-Policy": "camera=(self), microphone=(), geolocation=()"}
"""The header of the one page that may ask for a browser's own camera."""

OF_ALL = ("X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Resource-Policy")
"""Headers that matter for every reply, not for documents only."""


OF_TRUSTED = ("Cross-Origin-Opener-Policy",)
"""Headers that count only if the browser trusts the connection; otherwise it complains of them."""


def register_guard(app: Flask, hosts: Collection[str]) -> None:
    """Check every request and dress every reply. ``hosts``: further names of the table."""
    known = {*(name.lower() for name in hosts), socket.gethostname().lower().partition(".")[0]}

    def check_request() -> None:
        host = called_host()
        if not is_local(name_of(host), known):
            raise WrongHost(
                f"this table is not called {host!r}", hint="Use its address in the home network."
            )
        if request.method not in SAFE_METHODS:
            _check_origin(host)

    app.before_request(check_request)
    app.after_request(_dress)


def is_local(name: str, hosts: Collection[str]) -> bool:
    """Tell whether this name is the table's: an address, a name of its own, or one of ``hosts``.

    The owner of a name of any other kind can point it here; an address cannot be pointed.
    """
    name = name.lower().removesuffix(".")
    if name in hosts or name == "localhost" or name.endswith(OWN_ENDINGS):
        return True
    return _is_address(name) or any(
        name.endswith(ending) and name.removesuffix(ending) in hosts for ending in HOME_ENDINGS
    )


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def called_host() -> str:
    """Return the name that the request was sent to, unchanged: Flask empties names that it finds
    strange."""
    return request.headers.get("Host", "")


def name_of(host: str) -> str:
    """Return a host's name or address without its port; ``NO_NAME`` if there is none."""
    found = HOST.fullmatch(host)
    return NO_NAME if found is None else found["name"].strip("[]")


def _check_origin(host: str) -> None:
    origin = request.headers.get("Origin")
    # Only the name is compared: a proxy in front may speak https. A page without a name (null) is no
    # page of ours.
    if origin is not None and origin.partition("://")[2] != host:
        raise WrongOrigin(f"{origin!r} may not speak for this table's callers")
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise WrongOrigin("another site's page may not speak for this table's callers")


def _dress(response: Response) -> Response:
    # Browsers ignore a document's rules on any other reply, and a phone pays for their bytes.
    is_unchanged = response.status_code == HTTPStatus.NOT_MODIFIED
    is_no_document = is_unchanged or (
        request.path.startswith("/bundled/") and response.mimetype != "text/html"
    )
    headers = {**HEADERS, **(OF_CAMERA_PHONE if request.path == CAMERA_PHONE else {})}
    for name, value in headers.items():
        if (name in OF_ALL or not is_no_document) and (name not in OF_TRUSTED or _is_trusted()):
            response.headers.setdefault(name, value)
    if request.path.startswith("/api"):
        response.headers.setdefault("Cache-Control", "no-store")
    elif response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "no-cache")  # it names the scripts of today
    return response


def _is_trusted() -> bool:
    """Tell whether the browser trusts the connection: it is encrypted, or from its own machine."""
    return request.is_secure or is_loopback(name_of(called_host()))
