"""The hub's pages as one application, which the tables' own server serves."""

from collections.abc import Callable, Collection
from datetime import datetime
from secrets import token_urlsafe

import psycopg
from flask import Flask, Response, render_template

from companion.errors import CompanionError
from companion.hub.database import NoDatabase
from companion.hub.organisers import COOKIES, Organisers
from companion.hub.pages import pages_blueprint
from companion.hub.pool import Pool
from web.access.guard import POLICY, register_guard
from web.network import KnownAddresses
from web.pages.language import LANGUAGES, chosen_language
from web.pages.wording import text
from web.transport.compression import register_compression
from web.transport.heads import Doorkeeper

MOST_FORM_BYTES = 8 * 1024


class NoStreams:
    """The streams of an application that has none."""

    def begin(self) -> Callable[[], None]:
        """Begin; return what ends them."""
        return lambda: None


def create_hub(
    pool: Pool,
    organisers: Organisers,
    season: tuple[int, int],
    now: Callable[[], datetime],
    forget: Callable[[str], None],
    hosts: Collection[str] = (),
    *,
    trouble: Callable[[], str] = str,
    behind_proxy: bool = False,
) -> Flask:
    """Return the application.

    ``forget``: lets the broker forget a table; ``hosts``: names by which it is called, beside those of a
    home network; ``trouble``: the code of what keeps it from hearing or storing, "" if nothing does.
    """
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MOST_FORM_BYTES
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    known = KnownAddresses(behind_proxy=behind_proxy)
    app.extensions["companion_streams"] = NoStreams()
    app.extensions["companion_known"] = known
    app.extensions["companion_keeper"] = Doorkeeper(organisers, known, dict, token_urlsafe(), COOKIES)
    register_guard(app, hosts)
    register_compression(app)
    app.after_request(_allow_forms)
    app.register_error_handler(CompanionError, _say)
    app.register_error_handler(
        psycopg.Error, lambda _: _answer(f"error.{NoDatabase.code}", NoDatabase.http_status)
    )
    app.register_error_handler(404, lambda _: _answer("error.not_found", 404))
    app.register_blueprint(pages_blueprint(pool, organisers, season, now, forget, trouble))
    return app


def _allow_forms(response: Response) -> Response:
    """Let our own pages send forms, and say where they come from."""
    own = POLICY.replace("form-action 'none'", "form-action 'self'")
    response.headers["Content-Security-Policy"] = own
    response.headers["Referrer-Policy"] = "same-origin"
    return response


def _say(error: CompanionError) -> Response:
    return _answer(f"error.{error.code}", int(error.http_status))


def _answer(code: str, status: int) -> Response:
    language = chosen_language()
    said = text(language, code)
    page = render_template(
        "refused.html",
        said=text(language, "error.unknown") if said == code else said,
        page="",
        renewed_s=None,
        is_organiser=False,
        language=language,
        languages=LANGUAGES,
        t=lambda *what: text(language, *what),
    )
    return Response(page, status, mimetype="text/html")
