"""What pages show before their script runs: whose turn it is, what the table waits for, and the scores.

It is made of public information, and of the task of the reader's own seat.
"""

from collections.abc import Callable, Mapping

from markupsafe import Markup

from companion.table.hooks.drawing import seat_mark, seated
from companion.table.shapes.state import StateShape
from companion.table.shapes.values import JsonObject, MarkShape, Text

Say = Callable[..., str]
"""Gives a code's text, filled in, in the language of who looks."""


def mark(state: Mapping[str, Mapping[str, MarkShape]], name: str) -> Markup:
    """Return a player's mark as a picture of its own."""
    (who,) = seated([name], state["marks"])
    picture = '<svg class="mark seat-{}" viewBox="-12 -12 24 24" aria-hidden="true">{}</svg>'
    return Markup(picture).format(who.colour, Markup(seat_mark(who)))


def waiting(state: StateShape, say: Say) -> str:
    """Return what the table waits for."""
    camera, proposal, timer = state["camera"]["health"], state["proposal"], state["timer"]
    watch = state["watch"]
    if not state["sitting"]:
        return say("wait.start")
    if state["outcome"]:
        return say("wait.over", {"count": len(state["outcome"]["winners"])})
    if camera in ("lost", "frozen"):
        return say("wait.camera")
    if (unjudged := watch.get("unjudged")) and (not proposal or watch["phase"] == "moving"):
        return say(f"wait.unjudged_{unjudged[0]['why'].replace(' ', '_')}")
    if proposal and proposal["kind"] != "pending":
        return say("wait.moment" if proposal["kind"] == "move" else "plain.asks")
    if timer and not timer["running"]:
        return say("wait.paused")
    if watch["phase"] == "moving":
        moves = "wait.hand" if watch["hand"] else "wait.moving"
        return say(f"{moves}_long" if watch.get("restless") and not proposal else moves)
    if watch["phase"] == "still" or camera == "starting":
        return say("wait.reading" if watch["phase"] == "still" else "wait.starting")
    return told(state["task"], say)


def shown(state: StateShape, say: Say) -> JsonObject:
    """Return what a page shows of a state before its script runs."""
    parts = {"sitting", "game", "seats", "to_move", "scores", "outcome", "mine", "marks"}
    return {part: told for part, told in state.items() if part in parts} | {"waits": waiting(state, say)}


def told(text: Text | None, say: Say) -> str:
    """Return a text of the table's in the language of who looks."""
    params: Mapping[str, str | int | float] = text["params"] if text else {}
    return say(text["code"] if text else "wait.move", params)
