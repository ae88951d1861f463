"""The pages' scripts, styles and fonts as browsers fetch them: each at its own address.

The address holds a hash of the content, so browsers keep the file for good and fetch another one as soon
as it changes. Files are joined when they are first requested, and kept.
"""

import json
import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Response

from web.errors import NothingThere
from web.pages.language import LANGUAGES, texts_of
from web.pages.modules import Script, join_modules, short_script

STATIC = Path(__file__).parents[1] / "static"
SCRIPTS, STYLES, GAMES = STATIC / "js", STATIC / "css", STATIC / "js" / "games"
"""A game's folder holds everything that shows it: a ``page.js``, ``rules.js``, perhaps ``taps.js`` for
moves that are entered and put right, ``style.css`` and ``style-*.css``, and ``stage.css`` for a screen
across the room."""

PAGE_STYLES = STYLES / "pages"
"""The styles of single pages, for the pages that have some: ``<page>.css``, and perhaps
``<page>-*.css``."""

TAPPED = (
    "beside",
    "camera",
    "host",
    "machine",
    "mosaics",
    "phonecamera",
    "photographs",
    "seat",
    "simulator",
    "teach",
)
"""The pages on which something is tapped: the style of each begins with that of taps."""

LESSONS = ("mosaics", "teach")
"""The pages that are lessons, with the style of those."""

FIRST = "first"
"""The script that runs before all others, and is no module: it informs people whose browser cannot read
modules."""

OF_EVERY_PAGE = "page.js"
"""The module that every page's script brings, with all that it imports."""

STAGE = "stage"
"""The additional files of a screen across the room."""

LATER = (STAGE, "greeting", "evening")
"""Files that pages fetch only when they need them: a script of ``pages/``, a style, texts of its
name."""

FIRST_SHEETS = ("house", "layout", "widths", "controls", "dice", "picture", "game", "host")
"""The styles of all pages begin with these, since a later one wins; the others follow by name."""
COMMENT = re.compile(r"/\*[\s\S]*?\*/")
BLANKS = re.compile(r"\s+")
BLANKS_BESIDE_SIGNS = re.compile(r" ?([{};,]) ?")
FONT = re.compile(r'"../font/([a-z]+\.woff2)"')
SCRIPT = "text/javascript"
FOR_GOOD = "public, max-age=31536000, immutable"
HASH_LETTERS = 12


class Bundle(NamedTuple):
    """A file as it is sent, and its source map ("" if it has none)."""

    content: bytes
    mimetype: str
    source_map: str = ""

    @property
    def hash(self) -> str:
        """Changes with the content."""
        return sha256(self.content).hexdigest()[:HASH_LETTERS]

    def address(self, name: str) -> str:
        """Return the address from which it is fetched."""
        return f"/bundled/{self.hash}/{name}"


def games_with(name: str, folder: Path = GAMES) -> list[str]:
    """Return the games whose folder holds a file of this name."""
    return sorted(path.parent.name for path in folder.glob(f"*/{name}"))


def bundles_blueprint() -> Blueprint:
    """Return the addresses of the joined files; every template may ask for one with ``bundled(name)``.

    Names are ``first.js``, ``<page>.js`` for a page's script with all its imports, ``all.css`` and, for
    a page's own style, ``<page>.css``. Fetched when a game is played: ``<game>.js``, ``<game>.css`` and
    ``<game>.<language>.js``, the texts that only its page needs; the same for the files in ``LATER``.
    Where something is tapped, ``<game>-taps.js``; when its rules are asked for, ``<game>-rules.js``. A
    style leads to its letters.
    """
    blueprint = Blueprint("bundles", __name__, url_prefix="/bundled")

    @blueprint.get("/<hash_>/<name>")
    def bundled(hash_: str, name: str) -> Response:
        found = _bundle(name.removesuffix(".map"))
        if found.hash != hash_:
            raise NothingThere(f"{name} has changed", hint="Load the page again.")
        if name.endswith(".map"):
            return Response(found.source_map, mimetype="application/json")
        response = Response(found.content, mimetype=found.mimetype)
        response.headers["Cache-Control"] = FOR_GOOD
        return response

    @blueprint.app_template_global("bundled")
    def address(name: str) -> str:
        return _bundle(name).address(name)

    return blueprint


@cache
def _bundle(name: str) -> Bundle:
    """Return the file of this name. Raises ``NothingThere``."""
    stem, _, kind = name.rpartition(".")
    makers: dict[str, Callable[[str], Bundle]] = {"js": _script, "css": _style, "woff2": _letters}
    try:
        return makers[kind](stem)
    except (KeyError, FileNotFoundError) as error:
        raise NothingThere(f"no {name} is joined here") from error


def _script(name: str) -> Bundle:
    if name == FIRST:
        text = (SCRIPTS / f"{name}.js").read_text("utf-8")
        return Bundle(short_script(text).encode(), SCRIPT)
    first, _, language = name.partition(".")
    if language:
        return _texts(first, language)
    script = _joined(name)
    text = f"{script.text}//# sourceMappingURL={name}.js.map\n"
    return Bundle(text.encode(), SCRIPT, script.source_map)


def _joined(name: str) -> Script:
    """Join a page's script, a game's, or a part of it, without what every page brings."""
    game, _, part = name.partition("-")
    is_game = game in games_with(f"{part or 'page'}.js")
    there = _modules(OF_EVERY_PAGE).paths if is_game or name in LATER else frozenset[str]()
    return _modules(f"games/{game}/{part or 'page'}.js" if is_game else f"pages/{name}.js", there)


def _texts(name: str, language: str) -> Bundle:
    if name not in (*games_with("page.js"), *LATER) or language not in LANGUAGES:
        raise FileNotFoundError(name)
    texts = json.dumps(texts_of(language, name), ensure_ascii=False)
    return Bundle(f"export default {texts};\n".encode(), SCRIPT)


def _modules(entry: str, without: frozenset[str] = frozenset()) -> Script:
    return join_modules(SCRIPTS, entry, address="/static/js", without=without)


def _style(name: str) -> Bundle:
    if name == "all":
        sheets = _sheets()
    elif name in games_with("style.css"):
        sheets = [*(GAMES / name).glob("style.css"), *sorted((GAMES / name).glob("style-*.css"))]
    else:
        shared = {"tapping": TAPPED, "lesson": LESSONS}
        sheets = [PAGE_STYLES / f"{sheet}.css" for sheet, pages in shared.items() if name in pages]
        sheets += [*PAGE_STYLES.glob(f"{name}.css"), *sorted(PAGE_STYLES.glob(f"{name}-*.css"))]
    if name == STAGE:
        sheets += sorted(GAMES.glob("*/stage.css"))
    if not sheets:
        raise FileNotFoundError(name)
    text = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    text = FONT.sub(lambda found: _bundle(found[1]).address(found[1]), short_style(text))
    return Bundle(f"{text}\n".encode(), "text/css")


def _letters(name: str) -> Bundle:
    return Bundle((STATIC / "font" / f"{name}.woff2").read_bytes(), "font/woff2")


def short_style(text: str) -> str:
    """Return a style sheet without comments and needless blanks; its quoted texts must contain
    neither."""
    one_line = BLANKS.sub(" ", COMMENT.sub("", text))
    return BLANKS_BESIDE_SIGNS.sub(r"\1", one_line).strip()


def _sheets() -> list[Path]:
    first = [STYLES / f"{sheet}.css" for sheet in FIRST_SHEETS]
    return [*first, *sorted(set(STYLES.glob("*.css")) - set(first))]
