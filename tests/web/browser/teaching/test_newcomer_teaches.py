"""A newcomer teaches at the simulated table, in a real browser and in little time."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.table.teaching.shapes import (
    LessonTop,
)
from tests.cli.test_run import PIN as RUNNING_PIN
from tests.cli.test_run import asked, running
from tests.web.browser.conftest import DOUBLE_TAP_MS, PHONE, Page

pytestmark = pytest.mark.browser

MOST_S = 180.0

A_TAP_S = 2.0
"""So long a person takes for a tap: to look at the die, and to find the face."""
A_THROW_S = 10.0
"""So long to throw the dice again and to take the hands away."""
NINE = 9


class Newcomer:
    """Somebody who teaches dice by tap, and how long that takes by hand."""

    def __init__(self, page: Page, address: str, token: str) -> None:
        self.page, self._address, self._token = page, address, token
        self.by_hand_s = 0.0
        self.taps = 0

    def tap(self, selector: str) -> None:
        self.page.wait_for_timeout(DOUBLE_TAP_MS)
        self.page.click(selector)
        self.taps += 1
        self.by_hand_s += A_TAP_S

    def throw(self) -> None:
        self.asked("simulator/clear", {})
        self.asked("simulator/throw", {"count": NINE})
        while self.asked("simulator/table")["busy"]:
            time.sleep(0.2)
        self.by_hand_s += A_THROW_S

    def asked(self, path: str, body: object = None) -> Any:
        return asked(f"{self._address}/api/v1/{path}", body, self._token)

    def face_of(self, top: LessonTop) -> str | None:
        """The face that lies there, as anyone sees it; None where no die does."""

        def away(die: dict[str, Any]) -> float:
            x, y = die["centre"]
            return abs(float(x) - top["centre"][0]) + abs(float(y) - top["centre"][1])

        die = min(self.asked("simulator/table")["dice"], key=away)
        return str(die["face"]) if away(die) < 0.02 else None

    def name_dice(self) -> None:
        """Name one die after the other, as the page asks for them."""
        chosen = self.page.locator(".top.chosen")
        while chosen.count():
            key = chosen.get_attribute("data-key")
            top = self.asked("teaching")["lesson"]["picture"]["tops"][int(key.split("-")[1])]
            face = self.face_of(top)
            self.tap("[data-key=skip]" if face is None else f"[data-key='face-{face}']")
            # Not waited for by a function: it polls by eval, which the pages' own rules forbid.
            self.page.wait_for_selector(f".top.chosen[data-key={key}]", state="detached")


@pytest.fixture
def newcomer(chromium: Any, tmp_path: Path) -> Iterator[Newcomer]:
    with running(tmp_path, "--game", "carcassonne_dice") as (_, address):
        context = chromium.new_context(viewport=PHONE, locale="en", reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(60_000)
        token = asked(f"{address}/api/v1/login", {"pin": RUNNING_PIN})["token"]
        page.goto(f"{address}/teach#pin={RUNNING_PIN}")
        yield Newcomer(page, address, token)
        context.close()


def test_a_newcomer_teaches_nine_dice_in_under_three_minutes(newcomer: Newcomer) -> None:
    page = newcomer.page
    page.wait_for_selector("[data-key=begin]")
    newcomer.throw()
    began = time.monotonic()
    newcomer.by_hand_s = 0.0
    newcomer.tap("[data-key=begin]")
    for _ in range(2):
        newcomer.tap("[data-key=take]")
        page.wait_for_selector(".die-asked canvas")
        newcomer.name_dice()
        newcomer.throw()
    newcomer.tap("[data-key=test]")
    page.wait_for_selector("[data-key=judge]")
    tops = newcomer.asked("teaching")["lesson"]["picture"]["tops"]
    taught = {one["face"] for one in newcomer.asked("teaching")["lesson"]["faces"]}
    faces = [newcomer.face_of(top) for top in tops]
    newcomer.tap("[data-key=judge]")
    newcomer.tap("[data-key=save-use]")
    page.wait_for_selector(".in-use")
    took_s = newcomer.by_hand_s + time.monotonic() - began
    wrong = [(top["read"], face) for top, face in zip(tops, faces, strict=True) if top["read"] != face]
    assert len(tops) == NINE
    assert not [pair for pair in wrong if pair[1] in taught]
    assert not [
        top for top, face in zip(tops, faces, strict=True) if top["sure"] and top["read"] != face
    ]
    assert newcomer.asked("teaching")["own"] == {"dice": "My dice"}
    print(f"{newcomer.taps} taps; {newcomer.by_hand_s:.0f} s by hand, {took_s:.0f} s in all")
    assert took_s < MOST_S
