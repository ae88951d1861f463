"""``companion new-game NAME``: the skeleton of another game, with the contract suite already red."""

import re
from importlib.resources import files
from keyword import iskeyword
from pathlib import Path
from pkgutil import iter_modules
from string import Template

import click

import companion

RULES, TESTS = Path("companion/games"), Path("tests/games")


@click.command()
@click.argument("name")
def command(name: str) -> None:
    """Lay out the skeleton of the game NAME (small letters and _), rules and tests.

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


def lay_out(checkout: Path, name: str) -> list[Path]:
    """Write the skeleton's files; return their paths, relative to the checkout."""
    title = name.replace("_", " ").title()
    own = [
        f"from companion.games.{name}.rules import Move, State",
        "from companion.games.game import Seat",
    ]
    fill = {
        "name": name,
        "title": title,
        "class_name": title.replace(" ", ""),
        "imports": "\n".join(sorted(own)),
    }
    texts = {
        RULES / name / "__init__.py": f'"""{title}."""\n',
        RULES / name / "rules.py": _filled("rules", fill),
        RULES / name / "bot.py": _filled("bot", fill),
        TESTS / name / "__init__.py": "",
        TESTS / name / "case.py": _filled("case", fill),
    }
    for path, text in texts.items():
        (checkout / path).parent.mkdir(exist_ok=True)
        (checkout / path).write_text(text, encoding="utf-8")
    return list(texts)


def _filled(skeleton: str, fill: dict[str, str]) -> str:
    text = files("companion.cli").joinpath(f"skeleton/{skeleton}.txt").read_text(encoding="utf-8")
    return Template(text).substitute(fill)
