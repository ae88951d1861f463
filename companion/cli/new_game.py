"""``companion new-game NAME``: all folders of another game, with the contract suite already red."""

import re
from bisect import insort
from collections.abc import Iterable
from importlib.resources import files
from itertools import groupby
from keyword import iskeyword
from pathlib import Path
from string import Template

import click

import companion
from vision.given_files import whole_file

RULES, TESTS = Path("companion/games"), Path("tests/games")
PLAYS, PLAY_TESTS = Path("companion/table/plays"), Path("tests/table/plays")
HANDS = Path("companion/simulation/games")
PAGES, TEXTS = Path("web/static/js/games"), Path("web/po")


ROOMS = (
    "companion/table",
    "companion/cli",
    "companion/simulation",
    "companion/devices",
    "vision",
    "web",
)
KINDS = (".py", ".js", ".css", ".html", ".txt")
SHOW_GAMES = ("simulation", "training")
"""Parts of ``vision`` that draw dice and boards as games have them; all the others know no game."""
NO_FOLDERS = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
"""Names that no folder can have on Windows."""


@click.command()
@click.argument("name")
def command(name: str) -> None:
    """Lay out the folders of the game NAME (small letters and _): rules, play, page, texts, tests.

    The contract suite finds it at once, and fails until its rules are written.
    """
    checkout = Path(companion.__file__).parents[1]
    if not (checkout / TESTS / "contract.py").is_file():
        raise click.ClickException(f"{checkout} is no checkout of the sources: there are no {TESTS}")
    if why_not := refuse(checkout, name):
        raise click.BadParameter(f"{why_not}. Choose another name.", param_hint="NAME")
    for path in lay_out(checkout, name):
        click.echo(path)
    click.echo("Now write its rules: until then its own tests fail, and no others:")
    click.echo(f"    pytest {TESTS} {PLAY_TESTS} tests/web/pages -k {name}")
    click.echo("docs/add-a-game.md leads through all of it.")


def refuse(checkout: Path, name: str) -> str | None:
    """Return why no game can have this name; None if one can."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        return f"{name!r} is no word of small letters, digits and _"
    if iskeyword(name):
        return f"{name!r} is a word of Python's own"
    if name in NO_FOLDERS:
        return f"no folder can be called {name!r} on Windows"
    for room in (RULES, PLAYS, HANDS, PAGES, TESTS, PLAY_TESTS):
        if any(path.name.partition(".")[0] == name for path in (checkout / room).iterdir()):
            return f"{room} has something called {name!r} already"
    games = {name, *(path.name for path in (checkout / RULES).iterdir())}
    for path in general_files(checkout, games):
        if says(path.read_text(encoding="utf-8"), name):
            return f"{path.relative_to(checkout)}, which may name no game, says {name!r}"
    return None


def general_files(checkout: Path, games: Iterable[str]) -> list[Path]:
    """Return every file that may name no game: all but the games' own folders and what says defaults."""
    found = (path for room in ROOMS for path in (checkout / room).rglob("*") if path.suffix in KINDS)
    may_name = {*games, *SHOW_GAMES}
    return sorted(path for path in found if not may_name & set(path.relative_to(checkout).parts))


def says(text: str, name: str) -> bool:
    """Tell whether a text says the name, with a ``_`` or a space between its words."""
    return bool(re.search(rf"(?<![a-z]){name.replace('_', '[_ ]')}(?![a-z])", text.lower()))


def lay_out(checkout: Path, name: str) -> list[Path]:
    """Write the skeleton's files; return their paths, relative to the checkout."""
    title = name.replace("_", " ").title()
    fill = _fill(name, title)
    texts = {
        RULES / name / "__init__.py": f'"""{title}."""\n',
        RULES / name / "rules.py": _filled("rules", fill),
        RULES / name / "bot.py": _filled("bot", fill),
        PLAYS / name / "__init__.py": f'"""{title} at the table."""\n',
        PLAYS / name / "play.py": _filled("play", fill),
        HANDS / name / "__init__.py": _filled("hands", fill),
        PAGES / name / "page.js": _filled("page", fill),
        PAGES / name / "rules.js": _filled("rules_page", fill),
        TESTS / name / "__init__.py": "",
        TESTS / name / "case.py": _filled("case", fill),
        TESTS / "records" / f"{name}_first.jsonl": _filled("record", fill),
        PLAY_TESTS / name / "__init__.py": "",
        PLAY_TESTS / name / "test_play.py": _filled("test_play", fill),
    }
    for path, text in texts.items():
        (checkout / path).parent.mkdir(exist_ok=True)
        _write(checkout / path, text)
    return [*texts, *_name_in_every_language(checkout, name, title)]


def _write(path: Path, text: str) -> None:
    with whole_file(path) as file:
        file.write(text.encode())


def _fill(name: str, title: str) -> dict[str, str]:
    return {"name": name, "title": title, "class_name": title.replace(" ", "")}


def _name_in_every_language(checkout: Path, name: str, title: str) -> list[Path]:
    """Add the game's name to the texts, to be translated; return the files."""
    found = sorted((checkout / TEXTS).glob("*.po"))
    for path in found:
        entries = path.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
        insort(entries, f'msgid "game.{name}"\nmsgstr "{title}"', key=_code)
        _write(path, "\n\n".join(entries) + "\n")
    return [path.relative_to(checkout) for path in found]


def _code(entry: str) -> str:
    """Return the code of an entry of a catalogue; the first entry, which describes it, has none."""
    found = re.search('^msgid "(.*)"$', entry, re.MULTILINE)
    return found[1] if found else ""


def _filled(skeleton: str, fill: dict[str, str]) -> str:
    text = files("companion.cli").joinpath(f"skeleton/{skeleton}.txt").read_text(encoding="utf-8")
    return _sort_imports(Template(text).substitute(fill))


def _sort_imports(text: str) -> str:
    """Return the text with each block of imports in order, wherever the game's own name belongs."""
    blocks = groupby(text.splitlines(keepends=True), key=lambda line: line.startswith("from "))
    return "".join("".join(sorted(lines) if imports else lines) for imports, lines in blocks)
