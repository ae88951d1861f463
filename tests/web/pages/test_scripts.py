"""The pages' scripts: what they import is there, nothing imports itself, and games keep to themselves.

What prettier, eslint and tsc find is told by ``make lint``.
"""

import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import web
from companion.games import catalogue

SCRIPTS = Path(web.__file__).parent / "static" / "js"
PAGES_OF_GAMES = SCRIPTS / "games"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
IMPORT = re.compile(r'^import (?:\{([^}]*)\}|(\w+)) from "([^"]+)"', re.MULTILINE)
EXPORT = re.compile(r"^export (?:(?:async )?(?:function|class|const) )?(?:\{ )?(\w+)", re.MULTILINE)
EXPORTS = re.compile(r"\bexport ?\{([^}]*)\}")
"""A library's list of what it exports."""

EVERY_SCRIPT = pytest.mark.parametrize(
    "script", sorted(SCRIPTS.rglob("*.js")), ids=lambda path: path.relative_to(SCRIPTS).as_posix()
)


def imports(script: Path) -> Iterator[tuple[Path, list[str]]]:
    """Yield what a script imports: from which file, which names (``default`` for its default)."""
    text = COMMENT.sub("", script.read_text(encoding="utf-8"))
    for names, default, source in IMPORT.findall(text):
        named = [name.strip() for name in names.split(",") if name.strip()]
        yield (script.parent / source).resolve(), ["default"] if default else named


def exports(script: Path) -> set[str]:
    """Return the names that a script exports."""
    text = script.read_text(encoding="utf-8")
    listed = ",".join(EXPORTS.findall(text)).split(",")
    return {*EXPORT.findall(text), *(name.split()[-1] for name in listed if name.strip())}


def game_of(script: Path) -> str | None:
    """Return the game whose folder a script is in."""
    inside = script.is_relative_to(PAGES_OF_GAMES) and script.parent != PAGES_OF_GAMES
    return script.relative_to(PAGES_OF_GAMES).parts[0] if inside else None


@EVERY_SCRIPT
def test_scripts_import_what_exists(script: Path) -> None:
    for source, names in imports(script):
        assert set(names) <= exports(source), source


def test_no_script_imports_itself_by_a_detour() -> None:
    scripts = {script: [source for source, _ in imports(script)] for script in SCRIPTS.rglob("*.js")}
    TopologicalSorter(scripts).prepare()


@EVERY_SCRIPT
def test_only_a_games_own_scripts_import_its_scripts(script: Path) -> None:
    for source, _ in imports(script):
        assert game_of(source) in (None, game_of(script))


@pytest.mark.parametrize(
    "folder", [path for path in PAGES_OF_GAMES.iterdir() if path.is_dir()], ids=lambda path: path.name
)
def test_a_games_page_bears_the_games_name_and_exports_itself(folder: Path) -> None:
    assert folder.name in catalogue.names()
    assert "\nexport default page;\n" in (folder / "page.js").read_text(encoding="utf-8")
