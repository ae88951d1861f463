"""Puts pages and API together into one Flask application."""

import mimetypes
from collections.abc import Collection
from functools import cache
from http import HTTPStatus
from secrets import token_urlsafe

from flask import Flask, Response

from companion.keeper.asking import SOCKET, Asking
from companion.table.access.access import Access
from companion.table.service import Table
from web.access.callers import COOKIE_PREFIXES, Callers
from web.access.encryption import register_encryption
from web.access.guard import register_guard
from web.access.invitation import Public
from web.access.own_network import TheTables
from web.access.phone_door import NoWay, Way
from web.addresses import files_taken
from web.api.events import Streams
from web.api.simulator import simulator_blueprint
from web.api.table import api_blueprint
from web.api.teaching import teaching_blueprint
from web.errors import register_errors
from web.pages.bundles import bundles_blueprint
from web.pages.pages import pages_blueprint
from web.pages.plain import plain_blueprint
from web.transport.compression import register_compression
from web.transport.heads import MOST_BODY_BYTES, Doorkeeper


def create_app(
    table: Table,
    access: Access,
    *,
    hosts: Collection[str] = (),
    public: Public = tuple,
    door: Way | None = None,
    behind_proxy: bool = False,
    keeper: Asking | None = None,
    release: str = "",
) -> Flask:
    """Return the application.

    ``hosts``: names of the table beside those of a home network; ``public``: returns how phones reach
    the table (``web.network.public_addresses``), for a page opened on its own machine; ``door``: how
    they reach it encrypted, if they can; ``behind_proxy``: callers from this machine may be anybody, and
    are limited as strangers; ``keeper``: does what only root may do; ``release``: the one that runs, ""
    if nobody keeps releases.
    """
    # Windows may map .js to another type, and browsers refuse such modules.
    mimetypes.add_type("text/javascript", ".js")
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MOST_BODY_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    callers = Callers(access, table, behind_proxy=behind_proxy)
    streams = Streams(table, callers)
    app.extensions["companion_streams"] = streams
    app.extensions["companion_known"] = callers.known
    app.extensions["companion_keeper"] = Doorkeeper(
        access, callers.known, cache(lambda: files_taken(app)), token_urlsafe(), COOKIE_PREFIXES
    )
    register_guard(app, hosts)
    door = door or NoWay()
    register_encryption(app, door, callers)
    register_errors(app)
    register_compression(app)
    keeper = keeper or Asking(SOCKET)
    network = TheTables(keeper)
    app.register_blueprint(
        api_blueprint(table, access, callers, streams, public, door, keeper, network, release)
    )
    app.register_blueprint(simulator_blueprint(table, callers))
    app.register_blueprint(teaching_blueprint(table, callers, access, public, door))
    app.register_blueprint(pages_blueprint(table, callers))
    app.register_blueprint(plain_blueprint(table, access, public, network))
    app.register_blueprint(bundles_blueprint())
    app.add_url_rule("/alive", view_func=alive)
    return app


def alive() -> Response:
    """Answer nothing: the reply itself tells the watching program that the server works."""
    return Response(status=HTTPStatus.NO_CONTENT, headers={"Cache-Control": "no-store"})
