"""Lessons as the table tells them to the page that teaches, and the page that shows one."""

from typing import Any

from companion.table.teaching.shapes import LessonShape, LessonTop, TeachingShape
from tests.web.browser.conftest import OpenPage, Page
from tests.web.conftest import PIN
from tests.web.fake_table import nothing_taught


def square(x: float, y: float, **more: Any) -> LessonTop:
    """Return a die whose middle is at (x, y), in fractions of the picture."""
    half = 0.03
    top: LessonTop = {
        "centre": (x, y),
        "corners": [
            (x - half, y - half),
            (x + half, y - half),
            (x + half, y + half),
            (x - half, y + half),
        ],
        "face": None,
        "upright": False,
        "read": None,
        "sure": False,
        "likely": [],
        "cell": None,
        "turns": 0,
        "on": None,
    }
    return {**top, **more}  # type: ignore[typeddict-item]


def lesson_with(*tops: LessonTop, source: str = "camera") -> TeachingShape:
    """Return a lesson in ordinary dice whose picture shows these."""
    state = nothing_taught()
    state["lesson"] = {
        "kind": "dice",
        "name": "mine",
        "earlier": False,
        "family": ["1", "2", "3", "4", "5", "6"],
        "pawns": [],
        "enough": 3,
        "grid": None,
        "printed": None,
        "radius": None,
        "asks_top": False,
        "faces": [{"face": "1", "samples": 1}],
        "notes": [{"kind": "never_shown", "serious": False, "faces": ["2", "3"]}],
        "picture": {"number": 1, "source": source, "tops": list(tops)},  # type: ignore[typeddict-item]
        "again": 0,
        "can_undo": True,
        "tested": (0, 0),
    }
    return state


def begun(taught: TeachingShape) -> LessonShape:
    """Return the lesson that has begun."""
    assert taught["lesson"] is not None
    return taught["lesson"]


def tops_of(taught: TeachingShape) -> list[LessonTop]:
    """Return the pieces on the lesson's picture."""
    picture = begun(taught)["picture"]
    assert picture is not None
    return picture["tops"]


def open_teaching(
    open_page: OpenPage, size: dict[str, int], wait: str = "#lesson:not([hidden])"
) -> Page:
    """Open the page that teaches, as host."""
    return open_page(f"/teach?lang=en#pin={PIN}", size, wait=wait)


def open_lesson(open_page: OpenPage, size: dict[str, int]) -> Page:
    """Open a lesson whose picture shows pieces."""
    page = open_teaching(open_page, size)
    page.wait_for_selector(".top")
    return page
