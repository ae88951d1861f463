"""The host sets the camera on its page; nobody else is shown how."""

import pytest

from companion.games.game import EVERYONE, HOST
from companion.table.shapes.camera import CameraViewShape
from tests.web.browser.conftest import LAPTOP, OpenPage, play, until
from tests.web.fake_table import FakeTable
from tests.web.scenes import Moment

pytestmark = pytest.mark.browser

VIEW: CameraViewShape = {"rotate": 0, "mirror": False, "size": [800, 600], "mains": 50}


@pytest.fixture
def stage(stage: FakeTable, moments: dict[str, Moment]) -> FakeTable:
    play(stage, moments["half_built"])
    for role in (HOST, EVERYONE):
        state = stage.state(role).copy()
        state["camera"] = {**state["camera"], "view": VIEW}
        stage.show(state, role)
    return stage


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("rotate", "90", {"rotate": 90}),
        ("mains", "60", {"mains": 60}),
        ("size", "2304 × 1296", {"size": [2304, 1296]}),
        ("size", "", {"size": None}),
    ],
)
def test_the_host_chooses_and_the_table_is_told(
    camera_page: OpenPage, stage: FakeTable, key: str, value: str, said: dict[str, object]
) -> None:
    page = camera_page("[data-key=camera-set]")
    page.click("[data-key=camera-set]")
    stage.calls.expect("set_camera", said)
    page.select_option(f"[data-key=camera-{key}]", value)
    until(page, lambda: stage.calls.done)


def test_the_host_mirrors_the_picture_and_sees_what_is_set(
    camera_page: OpenPage, stage: FakeTable
) -> None:
    page = camera_page("[data-key=camera-set]")
    page.click("[data-key=camera-set]")
    assert page.input_value("[data-key=camera-size]") == "800 × 600"
    stage.calls.expect("set_camera", {"mirror": True})
    page.check("[data-key=camera-mirror]")
    until(page, lambda: stage.calls.done)


def test_others_cannot_set_the_camera(open_page: OpenPage, stage: FakeTable) -> None:
    page = open_page("/camera?lang=en", LAPTOP, wait="#reading h2")
    assert not page.is_visible("#camera-set")
