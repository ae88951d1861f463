"""A new game's skeleton is found by the contract suite, which fails until the rules are written."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli.new_game import lay_out

HERE = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what the contract suite needs."""
    shutil.copytree(
        HERE / "companion", tmp_path / "companion", ignore=shutil.ignore_patterns("__pycache__")
    )
    for file in ("tests/__init__.py", *(f"tests/games/{name}.py" for name in SUITE)):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / file, tmp_path / file)
    shutil.copy(HERE / "pyproject.toml", tmp_path)
    return tmp_path


SUITE = ("__init__", "contract", "test_contract")


def test_the_skeleton_is_importable_and_its_contract_suite_red(checkout: Path) -> None:
    paths = lay_out(checkout, "tiny_dice")
    assert all((checkout / path).is_file() for path in paths)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-k", "tiny_dice", "-p", "no:cacheprovider", "tests"],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1, run.stdout + run.stderr
    assert "NotImplementedError" in run.stdout
    assert "errors" not in run.stdout.splitlines()[-1], "the skeleton itself must load"


def test_the_skeleton_is_in_the_houses_style(checkout: Path) -> None:
    lay_out(checkout, "tiny_dice")
    for check in (["ruff", "check"], ["mypy"]):
        run = subprocess.run(
            [sys.executable, "-m", *check, "companion/games/tiny_dice"],
            cwd=checkout,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("name", ["Big", "my game", "../x", "1st", "class", ""])
def test_a_name_that_is_no_name_is_wrong_use(name: str) -> None:
    result = CliRunner().invoke(main, ["new-game", name])
    assert result.exit_code == 2
    assert "no word of small letters" in result.output


@pytest.mark.parametrize("name", ["drunter", "record", "game"])
def test_what_is_there_is_not_overwritten(name: str) -> None:
    result = CliRunner().invoke(main, ["new-game", name])
    assert result.exit_code == 2
    assert f"{name!r} already" in result.output
