"""What every request must be, and what every reply says to the browser.

Other sites' pages may run in a player's browser. They are kept out by three cheap things: the table
answers only to names that cannot be pointed at it from outside (DNS rebinding), what changes something
must come as JSON (which another site may not send unasked), and from the table's own origin.
"""

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Response, request

from web.errors import WrongHost, WrongOrigin

LOCAL_ENDINGS = (
    ".local",
    ".localhost",
    ".lan",
    ".home",
    ".home.arpa",
    ".internal",
    ".localdomain",
    ".fritz.box",
)
NO_NAME = "no.name"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
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


def register_guard(app: Flask, hosts: Collection[str]) -> None:
    """Check every request and dress every reply. ``hosts``: further names the table is called by."""

    def check_request() -> None:
        host = called_host()
        if host and not is_local(name_of(host), hosts):
            raise WrongHost(
                f"this table is not called {host}", hint="Use its address in the home network."
            )
        if request.method not in SAFE_METHODS:
            _check_origin()

    app.before_request(check_request)
    app.after_request(_dress)


def is_local(name: str, hosts: Collection[str]) -> bool:
    """Say whether a name is an address or can only mean something in the home network."""
    name = name.lower().rstrip(".")
    return name in hosts or "." not in name or name.endswith(LOCAL_ENDINGS) or _is_address(name)


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
    """Return a host's name or address without its port."""
    try:
        return urlsplit(f"//{host}").hostname or NO_NAME
    except ValueError:
        return NO_NAME


def _check_origin() -> None:
    origin = request.headers.get("Origin")
    # Only the name: a proxy in front may speak https.
    if origin is not None and origin.partition("://")[2] != called_host():
        raise WrongOrigin(f"{origin} may not speak for this table's callers")
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise WrongOrigin("another site's page may not speak for this table's callers")


def _dress(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.path.startswith("/api"):
        response.headers.setdefault("Cache-Control", "no-store")
    elif response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "no-cache")  # it names the scripts of today
    return response
