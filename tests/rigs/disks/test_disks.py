"""A sample of ``tests.rigs.disks``: no trouble loses an accepted move, or keeps a refused one."""

import pytest

from tests.rigs.disks.__main__ import main


def test_no_trouble_loses_or_adds_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(3) == 0, capsys.readouterr().out
