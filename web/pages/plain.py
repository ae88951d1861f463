"""The table's page without a script: for browsers that cannot read our scripts, such as those of old
televisions.

It fills the screen, shows public information only, and reloads itself every ``RENEWED_S`` seconds. If
nothing has changed meanwhile, nothing is sent again.
"""

from functools import partial

from flask import Blueprint, Response, make_response, render_template, request
from markupsafe import Markup

from companion.games.game import EVERYONE
from companion.table.access.access import Access
from companion.table.service import Table
from web.access.invitation import Own, Public, joining
from web.pages.drawn import mark, waiting
from web.pages.language import chosen_language
from web.pages.result_card import told_of
from web.pages.wording import text

RENEWED_S = 2
"""A change is shown within three seconds: these two, and one for the way."""


def plain_blueprint(table: Table, access: Access, public: Public, network: Own) -> Blueprint:
    """Return the page."""
    blueprint = Blueprint("plain", __name__)

    @blueprint.get("/plain")
    def plain() -> Response:
        state = table.state(EVERYONE)
        word = partial(text, chosen_language())
        page = render_template(
            "plain.html",
            renewed_s=RENEWED_S,
            state=state,
            waits=waiting(state, word),
            joining=joining(table, access, public, network),
            drawing=Markup(table.drawing(word)),
            mark=mark,
            told=told_of(state["end"], word) if state["end"] else [],
            say=word,
        )
        response = make_response(page)
        response.add_etag()
        response.make_conditional(request)
        return response

    return blueprint
