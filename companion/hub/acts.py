"""What the organiser does: log in and out, rename and delete players, remove tables."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from companion.errors import TooManyTries
from companion.hub import people, rooms
from companion.hub.drawing import PageDrawing
from companion.hub.organisers import Organisers, keep
from companion.hub.pool import Pool
from web.errors import BadBody, NothingThere

LONGEST_NAME: Final = 40


class Acts:
    """The answers to the organiser's forms. ``forget``: lets the broker forget a table."""

    def __init__(
        self, pool: Pool, organisers: Organisers, drawing: PageDrawing, forget: Callable[[str], None]
    ) -> None:
        self._pool, self._organisers, self._drawing, self._forget = pool, organisers, drawing, forget

    def login(self) -> Response:
        """Draw the form, or let the organiser in."""
        wrong = ""
        if request.method == "POST":
            try:
                token = self._organisers.log_in(request.form.get("pin", ""), request.remote_addr or "")
            except TooManyTries:
                token, wrong = None, "error.too_many_tries"
            if token is not None:
                response = _on_to("players")
                keep(response, token)
                return response
            wrong = wrong or "error.wrong_pin"
        return self._drawing.page("login", lambda _: {"wrong": wrong})

    def log_out(self) -> Response:
        """Let the organiser out."""
        self._organisers.log_out()
        response = _on_to("room")
        keep(response, "")
        return response

    def rename(self) -> Response:
        """Rename a player for the whole hub. Raises NotOrganiser, BadBody, NothingThere."""
        self._organisers.check()
        new = " ".join(request.form.get("new", "").split())
        if not 0 < len(new) <= LONGEST_NAME or not new.isprintable():
            raise BadBody(f"a name has 1 to {LONGEST_NAME} characters")
        with self._pool.lent() as database:
            who = _field("name"), _field("apart") or None
            _check_known(people.rename(database, *who, _field("at") or None, new))
        return _on_to("players")

    def delete(self) -> Response:
        """Delete a player for the whole hub. Raises NotOrganiser, NothingThere."""
        self._organisers.check()
        with self._pool.lent() as database:
            _check_known(people.delete(database, _field("name"), _field("apart") or None))
        return _on_to("players")

    def remove(self, name: str) -> Response:
        """Forget a table that is no more. Raises NotOrganiser, NoSuchTable, TableIsOn, BrokerAway."""
        self._organisers.check()
        with self._pool.lent() as database:
            rooms.remove(database, name, self._forget)
        return _on_to("room")


def _on_to(page: str) -> Response:
    return redirect(url_for(f"hub.{page}"), HTTPStatus.SEE_OTHER)


def _field(name: str) -> str:
    """Return what a field of the form says, as the database can take it."""
    return request.form.get(name, "").replace("\0", "")


def _check_known(is_known: bool) -> None:
    """Check that a player was there. Raises NothingThere."""
    if not is_known:
        hint = "Another organiser may have renamed or deleted them: see /players."
        raise NothingThere("nobody of that name", hint=hint)
