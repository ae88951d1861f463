"""A sample of ``tests.rigs.damages``: no damage of a journal's files loses or changes a move."""

import pytest

from tests.rigs.damages.__main__ import main


def test_no_damage_loses_or_changes_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(40, 499) == 0, capsys.readouterr().out
