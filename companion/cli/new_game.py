"""``companion new-game NAME``: all folders of another game, with the contract suite already red."""

import re
from importlib.resources import files
from itertools import groupby
from keyword import iskeyword
from pathlib import Path
from pkgutil import iter_modules
from string import Template

import click

import companion
from vision.given_files import whole_file

RULES, TESTS = Path("companion/games"), Path("tests/games")
PLAYS, PLAY_TESTS = Path("companion/table/plays"), Path("tests/table/plays")
HANDS = Path("companion/simulation/games")
PAGES, TEXTS = Path("web/static/js/games"), Path("web/po")


@click.command()
@click.argument("name")
def command(name: str) -> None:
    """Lay out the folders of the game NAME (small letters and _): rules, play, page, texts, tests.

    The contract suite finds it at once, and fails until its rules are written.
    """
    checkout = Path(companion.__file__).parents[1]
    if not (checkout / TESTS / "contract.py").is_file():
        raise click.ClickException(f"{checkout} is no checkout of the sources: there are no {TESTS}")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or iskeyword(name):
        raise click.BadParameter(
            f"{name!r} is no word of small letters, digits and _", param_hint="NAME"
        )
    if name in {module.name for module in iter_modules([str(checkout / RULES)])}:
        raise click.BadParameter(f"{RULES} has something called {name!r} already", param_hint="NAME")
    for path in lay_out(checkout, name):
        click.echo(path)
    click.echo(f"Now fill them in, until this passes:  pytest {TESTS / 'test_contract.py'} -k {name}")
    click.echo("docs/add-a-game.md leads through all of it.")


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
        text = path.read_text(encoding="utf-8").rstrip("\n")
        _write(path, f'{text}\n\nmsgid "game.{name}"\nmsgstr "{title}"\n')
    return [path.relative_to(checkout) for path in found]


def _filled(skeleton: str, fill: dict[str, str]) -> str:
    text = files("companion.cli").joinpath(f"skeleton/{skeleton}.txt").read_text(encoding="utf-8")
    return _sort_imports(Template(text).substitute(fill))


def _sort_imports(text: str) -> str:
    """Return the text with each block of imports in order, wherever the game's own name belongs."""
    blocks = groupby(text.splitlines(keepends=True), key=lambda line: line.startswith("from "))
    return "".join("".join(sorted(lines) if imports else lines) for imports, lines in blocks)
