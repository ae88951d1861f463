"""What browsers fetch of the pages' scripts and styles: one file of each, under an address of its own.

The address holds a hash of what is there, so browsers keep it for good and ask for another as soon as it
changes. Files are joined when they are first asked for, and kept.
"""

import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Response

from web.errors import NothingThere
from web.modules import Script, join_modules

STATIC = Path(__file__).parent / "static"
SCRIPTS, STYLES, GAMES = STATIC / "js", STATIC / "css", STATIC / "js" / "games"
"""A game's folder holds all that shows it: a ``page.js``, perhaps a ``style.css``."""

OF_EVERY_PAGE = "page.js"
"""The module that every page's script brings, with all that it imports."""

FIRST_SHEETS = ("house", "layout", "controls", "dice", "picture", "game", "host")
"""The styles of all pages begin with these, since a later one wins; the others follow by name."""
COMMENT_OR_INDENT = re.compile(r"/\*[\s\S]*?\*/|^\s+", re.MULTILINE)
FOR_GOOD = "public, max-age=31536000, immutable"
HASH_LETTERS = 12


class Joined(NamedTuple):
    """A file as it is sent, and its source map ("" if it has none)."""

    text: str
    source_map: str
    mimetype: str

    @property
    def hash(self) -> str:
        """Changes with the text."""
        return sha256(self.text.encode()).hexdigest()[:HASH_LETTERS]


def games_with(name: str, folder: Path = GAMES) -> list[str]:
    """Return the games whose folder holds a file of this name."""
    return sorted(path.parent.name for path in folder.glob(f"*/{name}"))


def joining_blueprint() -> Blueprint:
    """Return the addresses of the joined files; every template may ask for one by ``joined(name)``.

    Names are ``<page>.js`` for the script of a page with all that it imports, ``all.css``, and
    ``<game>.js`` and ``<game>.css`` for what is fetched when a game is played.
    """
    blueprint = Blueprint("joining", __name__, url_prefix="/joined")
    file = cache(_joined)

    @blueprint.get("/<hash_>/<name>")
    def joined(hash_: str, name: str) -> Response:
        found = file(name.removesuffix(".map"))
        if found.hash != hash_:
            raise NothingThere(f"{name} has changed", hint="Load the page again.")
        if name.endswith(".map"):
            return Response(found.source_map, mimetype="application/json")
        response = Response(found.text, mimetype=found.mimetype)
        response.headers["Cache-Control"] = FOR_GOOD
        return response

    @blueprint.app_template_global("joined")
    def address(name: str) -> str:
        return f"/joined/{file(name).hash}/{name}"

    return blueprint


def _joined(name: str) -> Joined:
    """Return the file of this name. Raises ``NothingThere``."""
    stem, _, kind = name.rpartition(".")
    makers: dict[str, Callable[[str], Joined]] = {"js": _script, "css": _style}
    try:
        return makers[kind](stem)
    except (KeyError, FileNotFoundError) as error:
        raise NothingThere(f"no {name} is joined here") from error


def _script(name: str) -> Joined:
    game = name in games_with("page.js")
    there = _modules(OF_EVERY_PAGE).paths if game else frozenset[str]()
    script = _modules(f"games/{name}/page.js" if game else f"pages/{name}.js", there)
    return Joined(
        f"{script.text}//# sourceMappingURL={name}.js.map\n", script.source_map, "text/javascript"
    )


def _modules(entry: str, without: frozenset[str] = frozenset()) -> Script:
    return join_modules(SCRIPTS, entry, address="/static/js", without=without)


def _style(name: str) -> Joined:
    sheets = _sheets() if name == "all" else [GAMES / name / "style.css"]
    text = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    return Joined(COMMENT_OR_INDENT.sub("", text), "", "text/css")


def _sheets() -> list[Path]:
    first = [STYLES / f"{sheet}.css" for sheet in FIRST_SHEETS]
    return [*first, *sorted(set(STYLES.glob("*.css")) - set(first))]
