"""The table for everyone without a script: for browsers that cannot read ours, as old televisions have.

It fills the screen, shows what all may know, and asks for itself anew every ``RENEWED_S`` seconds. What
has not changed meanwhile is not sent again.
"""

from functools import partial

from flask import Blueprint, Response, make_response, render_template, request
from markupsafe import Markup

from companion.games.game import EVERYONE
from companion.table.access import Access
from companion.table.plays.drawing import seat_mark, seated
from companion.table.service import TableService
from companion.table.shapes import StateShape
from web.invitation import Public, joining
from web.language import chosen_language
from web.result_card import told_of
from web.wording import text

RENEWED_S = 2
"""A change is shown within three seconds: so long a page waits, and a second for the way."""


def plain_blueprint(table: TableService, access: Access, public: Public) -> Blueprint:
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
            waiting=waiting(state),
            joining=joining(table, access, public),
            drawing=Markup(table.drawing(word)),
            mark=partial(mark, state),
            told=told_of(state["end"], word) if state["end"] else [],
            say=word,
        )
        response = make_response(page)
        response.add_etag()
        response.make_conditional(request)
        return response

    return blueprint


def mark(state: StateShape, name: str) -> Markup:
    """Return a player's mark as a picture of its own."""
    (who,) = seated([name], state["marks"])
    return Markup('<svg class="mark" viewBox="-12 -12 24 24">{}</svg>').format(Markup(seat_mark(who)))


def waiting(state: StateShape) -> str:
    """Return the code of what the table waits for; asks: an answer; "": the game alone could say it."""
    camera, proposal = state["camera"]["health"], state["proposal"]
    if not state["sitting"]:
        return "wait.start"
    if state["outcome"]:
        return "wait.over"
    if camera in ("lost", "frozen"):
        return "wait.camera"
    if unjudged := state["watch"].get("unjudged"):
        return f"wait.unjudged_{unjudged[0]['why'].replace(' ', '_')}"
    if proposal and proposal["kind"] != "pending":
        return "wait.moment" if proposal["kind"] == "move" else "asks"
    phases = {"moving": "wait.moving", "still": "wait.reading"}
    return phases.get(state["watch"]["phase"], "")
