"""The checks of the whole project find what they are for, and never pass in silence."""

import json
from pathlib import Path

import pytest

from tests.checks.known_faults import Told, report, told_by_npm, told_by_pip
from tests.checks.secrets import found_in

GOOD = {"name": "flask", "version": "3.1.3", "vulns": []}
FAULTY = {"name": "old", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
UNKNOWN = {"name": "ours", "skip_reason": "Dependency not found on PyPI"}


@pytest.mark.parametrize(
    ("packages", "status", "words"),
    [
        ([GOOD], 0, "1 packages looked up, 0 known faults"),
        ([GOOD, FAULTY], 1, "old 1.0: PYSEC-1, mended in ['1.1']"),
        ([UNKNOWN, UNKNOWN], 0, "NOT CHECKED for known faults: 2 (ours, ours)"),
        ([UNKNOWN, FAULTY], 1, "NOT CHECKED for known faults: 1 (ours)"),
    ],
)
def test_what_pip_audit_tells_is_told(packages: list[object], status: int, words: str) -> None:
    found = report([told_by_pip(json.dumps({"dependencies": packages}), "")])
    assert found[0] == status
    assert words in found[1]


@pytest.mark.parametrize("output", ["", "{", "[]", '{"error": {"code": "EAUDITNOPJSON"}}', "null"])
def test_where_nobody_answers_it_is_neither_a_fault_nor_a_pass(output: str) -> None:
    for told in (told_by_pip(output, "no way\nno network"), told_by_npm(output, "no way\nno network")):
        assert told.checked == 0
        assert told.unchecked == ("no network",)
        assert report([told])[0] == 0
        assert "NOT CHECKED" in report([told])[1]


def test_what_npm_tells_is_told() -> None:
    told = {
        "vulnerabilities": {"bad": {"severity": "high"}},
        "metadata": {"dependencies": {"total": 9}},
    }
    assert told_by_npm(json.dumps(told), "") == Told("npm", 9, ("bad: high",))


def test_a_secret_is_found_and_an_example_is_none(tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text('ADDRESS = "url:http://USER:PASSWORD@192.168.1.20/video"\n')
    (tmp_path / "bad.py").write_text("-----BEGIN " + "PRIVATE KEY-----\nAKIA" + "IOSFODNN7EXAMPLE\n")
    assert found_in(["good.py"], tmp_path) == ""
    said = found_in(["good.py", "bad.py"], tmp_path)
    assert "bad.py:1" in said
    assert "bad.py:2" in said
    assert "good.py" not in said
