"""A lesson in tokens: one is measured, then they are named."""

from copy import deepcopy

import pytest

from companion.table.teaching.shapes import TappedPiece, TeachingShape
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
    stage.calls.expect("tap", TappedPiece((0.3, 0.4), "blue"))
    page.click("[data-key='face-blue']")
    until(page, lambda: stage.calls.done)


BESIDE = """(key) => {
    const top = document.querySelector(`[data-key=${key}]`);
    const [word, ring] = [".piece-label text", ".rim"].map((part) => {
        const { x, y, width, height } = top.querySelector(part).getBoundingClientRect();
        return { left: x, right: x + width, top: y, bottom: y + height };
    });
    const over = Math.min(word.right, ring.right) - Math.max(word.left, ring.left);
    const high = Math.min(word.bottom, ring.bottom) - Math.max(word.top, ring.top);
    return over <= 0 || high <= 0 || over * high < 0.1 * (ring.right - ring.left) ** 2;
}"""


def test_in_a_test_a_token_is_seen_and_its_name_stands_beside_it(
    open_page: OpenPage, lesson: TeachingShape
) -> None:
    tops = tops_of(lesson)
    faces = [{"face": face, "samples": 3, "top": None} for face in ("red", "blue")]
    begun(lesson).update({"kind": "tokens", "family": ["red", "blue"], "faces": faces, "radius": 0.03})  # type: ignore[typeddict-item]
    for top, read in zip(tops, ("red", "blue", "red", "blue"), strict=False):
        top.update({"face": None, "read": read, "sure": True})
    picture = begun(lesson)["picture"]
    assert picture is not None
    picture["source"] = "test"
    page = open_teaching(open_page, PHONE, wait=".piece-label")
    assert page.locator(".piece-label").count() == len(tops)
    for number in range(len(tops)):
        assert page.evaluate(BESIDE, f"top-{number}")
