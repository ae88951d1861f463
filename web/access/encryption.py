"""Keeps unencrypted requests away from a table that encrypts, and says what phones will ask.

Without encryption a table answers everything over plain HTTP. If it encrypts, plain HTTP at the same
port is answered only with the encrypted address: no state, no picture, no PIN. A table that does not
encrypt may still do so for phones that are its camera (``phone_door``).
"""

from contextlib import suppress
from http import HTTPStatus

from flask import Flask, Response, redirect, render_template, request

from companion.errors import JournalError
from web.access.callers import Callers
from web.access.phone_door import Way
from web.addresses import Addresses, Answer, Asked
from web.answers import Encryption
from web.errors import NotEncrypted

OPEN = frozenset({"static", "bundles.bundled"})
"""Addresses that are answered to everyone, however they come: they hold the pages' look, not their
content."""
TRUST_FOR_S = 24 * 60 * 60
"""How long, in seconds, a browser uses https only, once it came that way and trusted the certificate."""


def register_encryption(app: Flask, way: Way, callers: Callers) -> None:
    """Make callers who must encrypt use the table over https only.

    A browser that joined before the table encrypted still sends its token in the clear: that token is
    revoked.
    """

    def check_request() -> Response | None:
        if request.is_secure or not way.must_encrypt(request.remote_addr or ""):
            return None
        with suppress(JournalError):  # the encrypted address is answered all the same
            callers.forget_heard()
        if request.endpoint in OPEN:
            return None
        if request.path.startswith("/api"):
            raise NotEncrypted("this table speaks encrypted alone", hint=f"Use {_encrypted_address()}.")
        if not is_made_here():
            return redirect(_encrypted_address(), HTTPStatus.PERMANENT_REDIRECT)  # type: ignore[return-value]
        # A redirected browser would show its warning before any page has explained it.
        page = render_template("encrypted.html", address=_encrypted_address())
        return Response(page, HTTPStatus.FORBIDDEN, mimetype="text/html")

    def only_so(response: Response) -> Response:
        # Not with a self-signed certificate: a browser then lets nobody past its warning.
        if request.is_secure and not is_made_here():
            response.headers["Strict-Transport-Security"] = f"max-age={TRUST_FOR_S}"
        return response

    def is_made_here() -> bool:
        return way.certificate is None or way.certificate.made_here

    app.before_request(check_request)
    app.after_request(only_so)


def add_encryption(api: Addresses, way: Way) -> None:
    """Add the addresses that say what phones will ask, so that the host knows what to compare."""

    @api.get(
        "/v1/encryption",
        "Whether the table encrypts, and what the certificate is that browsers show",
        who="anyone",
        answer=Answer("the certificate's fingerprint", Encryption),
    )
    def encryption(_: Asked[None]) -> Encryption:
        shown = way.certificate
        if shown is None:
            return Encryption(False, False, None, None)
        encrypted = request.is_secure or way.must_encrypt(request.remote_addr or "")
        until = shown.until.date().isoformat()
        return Encryption(encrypted, shown.made_here, shown.fingerprint, until)


def _encrypted_address() -> str:
    return f"https{request.url.removeprefix(request.scheme)}"
