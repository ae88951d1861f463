"""A new game's folders are found by name; the contract suite fails until its rules are written."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import commands
from companion.cli.new_game import lay_out, refuse

HERE = Path(__file__).parents[2]
PACKAGES = ("companion", "vision", "web")
SUITE = (
    "tests/__init__.py",
    "tests/conftest.py",
    *(f"tests/games/{name}.py" for name in ("__init__", "bots", "contract", "test_contract")),
    *(f"tests/table/{name}.py" for name in ("__init__", "conftest", "paper_table")),
    "tests/table/plays/__init__.py",
    "tests/games/records",
)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a game needs, with one laid out in it."""
    copy = tmp_path_factory.mktemp("checkout")
    for package in PACKAGES:
        shutil.copytree(HERE / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in SUITE:
        (copy / file).parent.mkdir(parents=True, exist_ok=True)
        if (HERE / file).is_dir():
            (copy / file).mkdir()
        else:
            shutil.copy(HERE / file, copy / file)
    shutil.copy(HERE / "pyproject.toml", copy)
    lay_out(copy, "tiny_dice")
    return copy


def run(checkout: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a module of Python in the copy."""
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)


def test_the_skeleton_is_importable_and_its_contract_suite_red(checkout: Path) -> None:
    done = run(checkout, "pytest", "-q", "-k", "tiny_dice", "-p", "no:cacheprovider", "tests")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "NotImplementedError" in done.stdout
    assert "errors" not in done.stdout.splitlines()[-1], "the skeleton itself must load"


def test_every_part_is_found_by_the_games_name(checkout: Path) -> None:
    code = (
        "import json; from companion.games import catalogue as rules;"
        "from companion.simulation import hands;"
        "from companion.table.plays import catalogue as plays; from web.pages.bundles import games_with;"
        "from web.pages.language import catalogue as texts;"
        "print(json.dumps(['tiny_dice' in rules.names(), type(plays.play_of('tiny_dice')).__name__,"
        " hands.has_hands('tiny_dice'), 'tiny_dice' in games_with('page.js'),"
        " 'tiny_dice' in games_with('rules.js'),"
        " [texts(language)['game.tiny_dice'] for language in ('en', 'cs', 'de', 'fr')]]))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [True, "TinyDicePlay", True, True, True, ["Tiny Dice"] * 4]


def test_its_page_is_joined_with_all_that_it_imports(checkout: Path) -> None:
    code = (
        "from web.pages.bundles import SCRIPTS; from web.pages.modules import join_modules;"
        "print(join_modules(SCRIPTS, 'games/tiny_dice/page.js', address='/').text)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=checkout, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "export default" in done.stdout


def test_the_skeleton_is_in_the_houses_style(checkout: Path) -> None:
    """Where our own types were checked before, what that found out is not found out anew."""
    if (HERE / ".mypy_cache").is_dir():
        shutil.copytree(HERE / ".mypy_cache", checkout / ".mypy_cache")
    own = [
        "companion/games/tiny_dice",
        "companion/simulation/games/tiny_dice",
        "companion/table/plays/tiny_dice",
        "tests/games/tiny_dice",
        "tests/table/plays/tiny_dice",
    ]
    for check in (["ruff", "check"], ["ruff", "format", "--check"], ["mypy"]):
        done = run(checkout, *check, *own)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_games_name_stands_in_its_place_among_the_texts(checkout: Path) -> None:
    for path in (checkout / "web/po").glob("*.po"):
        codes = re.findall('^msgid "(.*)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
        assert codes == sorted(codes)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        *((name, "no word of small letters") for name in ("Big", "my game", "../x", "1st", "")),
        ("class", "a word of Python's own"),
        ("con", "on Windows"),
        *((name, f"something called {name!r} already") for name in ("drunter", "game", "contract")),
        *((name, f"something called {name!r} already") for name in ("records", "generic")),
        ("take", "which may name no game, says 'take'"),
    ],
)
def test_a_name_that_no_game_can_have_is_refused_with_the_reason(name: str, why: str) -> None:
    result = CliRunner().invoke(commands, ["new-game", name])
    assert result.exit_code == 2
    assert why in " ".join(result.output.split())
    assert "Choose another name." in " ".join(result.output.split())


def test_a_name_of_everyday_words_is_no_word_of_other_files() -> None:
    assert [refuse(HERE, name) for name in ("high_die", "first_five", "take_six")] == [None] * 3
