"""A lesson in tokens: one is measured, then they are named."""

from copy import deepcopy

import pytest

from companion.table.teaching.shapes import Said, TeachingShape
from tests.web.browser.conftest import DOUBLE_TAP_MS, PHONE, OpenPage, until
from tests.web.browser.teaching.lessons import begun, open_teaching, tops_of
from tests.web.fake_table import Anything, FakeTable, FakeTeaching

pytestmark = pytest.mark.browser


def test_tokens_are_measured_by_a_tap_and_named_one_after_the_other(
    open_page: OpenPage, stage: FakeTable, teaching: FakeTeaching, lesson: TeachingShape
) -> None:
    tops = [*tops_of(lesson)]
    begun(lesson).update({"kind": "tokens", "family": ["red", "blue"], "faces": []})
    tops_of(lesson)[:] = []
    page = open_teaching(open_page, PHONE)
    page.wait_for_selector("text=Tap the middle of one token")
    stage.calls.expect("measure", Anything(), None)
    page.click("#still .overlay", position={"x": 60, "y": 60})
    until(page, lambda: stage.calls.done)
    measured = deepcopy(lesson)
    begun(measured)["radius"] = 0.03
    tops_of(measured)[:] = tops
    teaching.taught = measured
    page.reload()
    page.wait_for_selector("[data-key=ring-yes]")
    stage.calls.expect("measure", (0.5, 0.5), Anything())
    page.click("[data-key=ring-larger]")
    until(page, lambda: stage.calls.done)
    page.click("[data-key=ring-yes]")
    page.wait_for_timeout(DOUBLE_TAP_MS)
    stage.calls.expect("tap", Said((0.3, 0.4), "blue"))
    page.click("[data-key='face-blue']")
    until(page, lambda: stage.calls.done)
