"""What every request must be, and what every reply says to the browser.

Other sites' pages may run in a player's browser. They are kept out by three cheap things: the table
answers only to names that cannot be pointed at it from outside (DNS rebinding), what changes something
must come as JSON (which another site may not send unasked), and from the table's own origin.
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
"""What a home's router puts after the names of its machines."""
OWN_ENDINGS = (".local", ".localhost")
"""What only this network, or this machine, can answer for: no name server outside is asked."""
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
"""The one page on which a browser's own camera may be asked for."""

OF_ALL = ("X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Resource-Policy")
"""Those that matter for whatever is sent, not for documents only."""


OF_TRUSTED = ("Cross-Origin-Opener-Policy",)
"""Those that count only where a browser knows whom it speaks with; elsewhere it complains of them."""


def register_guard(app: Flask, hosts: Collection[str]) -> None:
    """Check every request and dress every reply. ``hosts``: further names the table is called by."""
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
    """Say whether the table may be called so: an address, a name of its own, or one of ``hosts``.

    A name of another kind may be pointed here by whoever owns it, an address may not.
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
    """Return the name the table was called by, as it was sent: Flask's empties what it finds strange."""
    return request.headers.get("Host", "")


def name_of(host: str) -> str:
    """Return a host's name or address without its port; what names none is ``NO_NAME``."""
    found = HOST.fullmatch(host)
    return NO_NAME if found is None else found["name"].strip("[]")


def _check_origin(host: str) -> None:
    origin = request.headers.get("Origin")
    # Only the name: a proxy in front may speak https. A page without a name (null) is no page of ours.
    if origin is not None and origin.partition("://")[2] != host:
        raise WrongOrigin(f"{origin!r} may not speak for this table's callers")
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise WrongOrigin("another site's page may not speak for this table's callers")


def _dress(response: Response) -> Response:
    # No browser heeds a document's rules on what is none, and a phone pays for their bytes.
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
    """Say whether the browser knows whom it speaks with: what is encrypted, and its own machine."""
    return request.is_secure or is_loopback(name_of(called_host()))
