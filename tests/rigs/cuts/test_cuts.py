"""A sample of ``tests.rigs.cuts``: no power cut loses what was said to be kept."""

import shutil
from random import Random

import pytest

from tests.rigs.cuts.__main__ import main
from tests.rigs.cuts.disk import after_cut
from tests.rigs.cuts.trace import Step


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_no_cut_loses_what_was_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(20) == 0, capsys.readouterr().out


def test_what_was_synced_is_there_and_what_was_not_may_be() -> None:
    steps = [
        Step("write", "a", 0, b"x" * 1024),
        Step("sync", "a"),
        Step("write", "a", 512, b"y" * 1024),
        Step("create", "b.new"),
        Step("write", "b.new", 0, b"new"),
        Step("sync", "b.new"),
        Step("rename", "b.new", to="b"),
    ]
    seen = set()
    for seed in range(50):
        files = after_cut(steps, Random(seed))
        assert files["a"][:512] == b"x" * 512
        seen |= {("a", files["a"][512:]), *(item for item in files.items() if item[0] != "a")}
    assert {
        ("a", b"x" * 512),
        ("a", b"y" * 1024),
        ("a", b"y" * 512),
        ("b", b"new"),
        ("b.new", b"new"),
    } <= seen
    assert any("b" not in after_cut(steps, Random(seed)) for seed in range(50))
    steps.append(Step("sync", "folder"))
    assert all(after_cut(steps, Random(seed))["b"] == b"new" for seed in range(50))
