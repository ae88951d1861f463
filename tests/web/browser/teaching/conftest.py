"""A lesson in dice at a table that keeps still."""

import pytest

from companion.table.teaching.shapes import TeachingShape
from tests.web.browser.teaching.lessons import lesson_with, square
from tests.web.fake_table import FakeTable, FakeTeaching
from tests.web.scenes import Moment


@pytest.fixture
def teaching(stage: FakeTable) -> FakeTeaching:
    """What the table teaches, and what it is asked to."""
    assert stage.teaching is not None
    return stage.teaching


@pytest.fixture
def lesson(teaching: FakeTeaching, moments: dict[str, Moment]) -> TeachingShape:
    """A lesson in which two dice lie there without names."""
    picture = moments["before_throw"].picture
    assert picture is not None
    teaching.shown = picture.jpeg
    teaching.taught = lesson_with(square(0.3, 0.4), square(0.6, 0.4))
    return teaching.taught
