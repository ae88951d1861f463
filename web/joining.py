"""What browsers fetch of the pages' scripts and styles: one file of each, under an address of its own.

The address holds a hash of what is there, so browsers keep it for good and ask for another as soon as it
changes. Files are joined when they are first asked for, and kept.
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Response

from web.errors import NothingThere
from web.modules import join_modules

STATIC = Path(__file__).parent / "static"
SCRIPTS, STYLES, GAMES = STATIC / "js", STATIC / "css", STATIC / "js" / "games"
"""A game's folder holds all that shows it: a ``page.js``, perhaps a ``style.css``."""

PAGES_OF_GAMES = "games/pages.js"
"""The module that names the games with a page of their own. It is made here, so that a new game has only
to be there; its types are in ``pages.d.ts``."""

FIRST_SHEETS = ("house", "layout", "controls", "dice", "picture", "game", "host")
"""The styles of all pages begin with these, since a later one wins; the others follow by name."""
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


def pages_of_games(games: list[str]) -> str:
    """Return the module that holds these games' pages by the games' names."""
    imports = [f'import {game} from "./{game}/page.js";' for game in games]
    return "\n".join([*imports, f"export const pages = {{ {', '.join(games)} }};"])


def joining_blueprint() -> Blueprint:
    """Return the addresses of the joined files; every template may ask for one by ``joined(name)``.

    Names are ``<page>.js`` for the script of a page with all that it imports, ``all.css``, and
    ``<game>.css`` for what holds while a game is played.
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


def _script(page: str) -> Joined:
    made = {PAGES_OF_GAMES: pages_of_games(games_with("page.js"))}
    script = join_modules(SCRIPTS, f"pages/{page}.js", made=made, address="/static/js")
    return Joined(
        f"{script.text}//# sourceMappingURL={page}.js.map\n", script.source_map, "text/javascript"
    )


def _style(name: str) -> Joined:
    sheets = _sheets() if name == "all" else [GAMES / name / "style.css"]
    return Joined("\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets), "", "text/css")


def _sheets() -> list[Path]:
    first = [STYLES / f"{sheet}.css" for sheet in FIRST_SHEETS]
    return [*first, *sorted(set(STYLES.glob("*.css")) - set(first))]
