"""Where a page is told why the table cannot read: the one place that knows the state's fields."""

from typing import Any

CODES = ("camera.", "unjudged.")
"""What a message of the camera's own, or of what could not be judged, begins with."""


def why_of(state: Any) -> str | None:
    """Return why a role's state says that the picture cannot be read; None where it says nothing."""
    watch = state["watch"]
    if unjudged := watch.get("unjudged"):
        return str(unjudged[0]["why"] if isinstance(unjudged[0], dict) else unjudged[0])
    texts = (state["camera"]["message"], state.get("notice"), *(one["text"] for one in state["faults"]))
    codes = (text["code"] for text in texts if text is not None)
    return next((str(code) for code in codes if str(code).startswith(CODES)), None)
