"""The examples in the docstrings hold."""

import doctest
from types import ModuleType

import pytest

from companion.games.ubongo import components, ranking


@pytest.mark.parametrize("module", [components, ranking], ids=lambda m: m.__name__)
def test_examples_hold(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
