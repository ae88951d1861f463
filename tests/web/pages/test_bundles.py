"""Scripts and styles reach browsers joined, compressed, and under addresses that change with them."""

import gzip
import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.rigs.letters import STYLE, kept_letters
from tests.web.pages.test_pages import PAGES
from web.pages.bundles import STATIC, games_with, short_style
from web.pages.language import LANGUAGES, catalogue
from web.pages.modules import BASE64, BadModule, join_modules

GZIP = {"Accept-Encoding": "gzip, deflate"}
STYLE_TEXT = re.compile(r"""(["'])(?:(?!\1).)*\1""")
OF_PLAYERS = {
    *("history.tap", "notice.by_tap"),
    *("proposal.accept", "proposal.none", "proposal.stop", "proposal.was_wrong"),
}
OF_DICE_AND_TOKENS = {
    *("reading.cut_off", "reading.no_token", "reading.nothing_here", "reading.own_set"),
    "teach.my_tokens",
}
NEVER_SHOWN = {
    **dict.fromkeys(("table", "history"), OF_PLAYERS | {"seat.taken_over"}),
    **dict.fromkeys(("phonecamera", "teach"), OF_PLAYERS),
    "camera": OF_PLAYERS | {"start.doubtful", "start.no_doubt", "start.some_hidden"},
    "evening": OF_DICE_AND_TOKENS,
}
"""Texts in a page's script that it never asks for: another role's, or of functions it does not call."""
JOINED = re.compile(r'(?:src|href)="(/bundled/[^"]+)"')


def bundled(folder: Path, **files: str) -> tuple[str, Any]:
    """Join these files, of which the first begins; return the script and its source map."""
    for name, text in files.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    script = join_modules(folder, f"{next(iter(files))}.js", address="/there")
    return script.text, json.loads(script.source_map)


# -- modules


def test_a_module_comes_after_what_it_imports_and_keeps_its_names_to_itself(tmp_path: Path) -> None:
    text, _ = bundled(
        tmp_path,
        page='import { draw as paint } from "./draw.js";\nconst own = 1;\npaint(own);\n',
        draw="const own = 2;\nexport const { language } = own;\nexport async function draw() {}\n",
    )
    draw, page = 0, 1
    assert text.index(f"add({draw},") < text.index(f"add({page},")
    assert f"const {{ draw: paint }} = modules[{draw}];" in text
    assert "return { language, draw };" in text
    assert not re.search(r"^(?:import|export)\b", text, re.MULTILINE)


def test_a_default_is_imported_by_any_name(tmp_path: Path) -> None:
    text, _ = bundled(
        tmp_path, page='import go from "./go.js";\ngo();\n', go="const page = 1;\nexport default page;\n"
    )
    assert "const { default: go } = modules[0];" in text
    assert "return { default: page };" in text


def test_a_librarys_list_of_exports_keeps_its_names(tmp_path: Path) -> None:
    text, _ = bundled(
        tmp_path,
        page='import { Component, draw } from "./library.js";\ndraw(Component);\n',
        library="var $=1,f=2;export{$ as Component,f as draw};\n",
    )
    assert "var $=1,f=2;" in text
    assert "return { Component: $, draw: f };" in text
    assert "export" not in text


def test_comments_of_whole_lines_and_types_are_left_out_and_nothing_beside_them(tmp_path: Path) -> None:
    kept = ["(\na\n);", 'const b = "// three"; // four', "/* five */ c();"]
    page = f"/** @type {{X}} */ {kept[0]}\n// one\n/**\n * two\n */\n{kept[1]}\n{kept[2]}\n"
    text, _ = bundled(tmp_path, page=page)
    assert all(lines in text for lines in kept)
    assert not re.search(r"one|two|@type", text)


def test_the_source_map_leads_to_every_line_of_every_module(tmp_path: Path) -> None:
    """A tool that follows it finds each line where it is, whatever was left out above it."""
    words = [f" * Word {number}." for number in range(600)]
    page = [
        *("// What it does.", "import {", "  a,", "  b,", '} from "./lib.js";', "", "/** Long."),
        *(*words, " */", "a(b);", "", "b(a);", ""),
    ]
    lib = "export const a = 1;\nexport const b = 2;\n"
    text, source_map = bundled(tmp_path, page="\n".join(page), lib=lib)
    lines = text.split("\n")
    for section in source_map["sections"]:
        (source,) = section["map"]["sources"]
        original = (tmp_path / source.removeprefix("/there/")).read_text(encoding="utf-8").split("\n")
        begin, numbers = section["offset"]["line"], list(lines_told(section["map"]["mappings"]))
        for number, line in zip(numbers, lines[begin:], strict=False):
            assert line in original[number] or line.startswith("const {") or "export" in original[number]
    (begin,) = (place for place, line in enumerate(lines) if line == "a(b);")
    assert lines[begin + 1] == "b(a);"
    assert [original[number] for number in numbers] == ["import {", "a(b);", "b(a);"]


def lines_told(mappings: str) -> Iterator[int]:
    """Yield the source's line for each line of the script; a second reading of base 64."""
    line = 0
    for word in mappings.split(";"):
        assert re.fullmatch("AA.+A", word)
        bits = "".join(f"{BASE64.index(letter) & 31:05b}"[::-1] for letter in word[2:-1])
        line += int(bits[::-1], 2) >> 1
        yield line


@pytest.mark.parametrize(
    "text",
    [
        'import "./other.js";',
        "export let x = 1;",
        "export * from './other.js';",
        "const a = `begun",
        'import("./other.js");',
    ],
)
def test_what_cannot_be_bundled_is_an_error_that_names_it(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadModule, match=re.escape(f"page.js cannot be joined: {text}")):
        bundled(tmp_path, page=text + "\n", other="")


def test_modules_that_import_each_other_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadModule, match=r"page\.js"):
        bundled(
            tmp_path,
            page='import { a } from "./a.js";\nexport const b = 1;\n',
            a='import { b } from "./page.js";\nexport const a = 1;\n',
        )


def test_what_was_brought_before_is_left_out(tmp_path: Path) -> None:
    files = {"page": 'import { a } from "./a.js";\na();\n', "a": "export function a() {}\n"}
    bundled(tmp_path, **files)
    script = join_modules(tmp_path, "page.js", address="", without=frozenset({"a.js"}))
    assert script.paths == {"page.js"}
    assert script.text.count("add(") == 1


# -- games


def test_games_are_found_by_their_folders(tmp_path: Path) -> None:
    for file in ("go/page.js", "go/style.css", "chess/page.js", "draughts/other.js", "page.js"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).touch()
    assert games_with("page.js", tmp_path) == ["chess", "go"]
    assert games_with("style.css", tmp_path) == ["go"]


# -- what is sent


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fetches_one_script_and_one_style(anyone: FlaskClient, path: str) -> None:
    html = anyone.get(path).text
    scripts = re.findall(r'<script[^>]* src="/bundled/\w+/([^"]+)"', html)
    assert len(scripts) == 2
    assert scripts[0] == "first.js"
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"([^>]*)>', html)
    page = re.findall(r'data-page="(\w+)"', html)[0]
    own = [] if page in ("table", "history") else [f"{page}.css"]
    fetched = [href.rpartition("/")[2] for href, more in styles if "disabled" not in more]
    assert fetched == ["all.css", *own]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_tells_where_all_is_that_shows_a_game(anyone: FlaskClient, path: str) -> None:
    html = anyone.get(path).text
    for kind, file in (("js", "page.js"), ("css", "style.css")):
        for game in games_with(file):
            assert re.search(rf'href="/bundled/\w+/{game}\.{kind}" data-', html)


@pytest.mark.parametrize("game", games_with("page.js"))
def test_a_games_script_brings_only_what_no_page_has_brought(anyone: FlaskClient, game: str) -> None:
    address = next(a for a in JOINED.findall(anyone.get("/").text) if a.endswith(f"/{game}.js"))
    script, page = anyone.get(address).text, anyone.get(address_of_script(anyone, "/")).text
    modules = re.compile(r"^add\((\d+),", re.MULTILINE)
    own, of_every_page = modules.findall(script), modules.findall(page)
    assert own
    assert of_every_page
    assert not set(own) & set(of_every_page)
    assert f"export default modules[{own[-1]}].default;" in script


@pytest.mark.parametrize("name", ["", *(f"{game}.js" for game in games_with("page.js"))])
def test_source_maps_lead_to_files_that_are_there(anyone: FlaskClient, name: str) -> None:
    address = next(
        a for a in JOINED.findall(anyone.get("/").text) if a.endswith(f"{name or 'table.js'}")
    )
    source_map = anyone.get(f"{address}.map").get_json()
    sources = {section["map"]["sources"][0] for section in source_map["sections"]}
    assert sources
    assert all(anyone.get(source, buffered=True).status_code == 200 for source in sources)


def test_bundled_files_are_kept_for_good_under_an_address_of_their_own(anyone: FlaskClient) -> None:
    address = address_of_script(anyone, "/")
    assert "immutable" in anyone.get(address).headers["Cache-Control"]
    assert anyone.get("/").headers["Cache-Control"] == "no-cache"
    *_, name = address.split("/")
    assert anyone.get(f"/bundled/0123456789ab/{name}").status_code == 404


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_sent_the_texts_that_its_script_asks_for(anyone: FlaskClient, path: str) -> None:
    html, script = anyone.get(path).text, anyone.get(address_of_script(anyone, path)).text
    page, sent = (
        re.findall(r'data-page="(\w+)"', html)[0],
        re.findall(r' id="texts">(.*)</script>', html)[0],
    )
    asked = set(re.findall(r'"([a-z_]+(?:\.[a-z_0-9]+)+)"', script)) & catalogue("en").keys()
    assert asked
    assert asked - json.loads(sent)["texts"].keys() == NEVER_SHOWN.get(page, set())


@pytest.mark.parametrize(("name", "path"), [("stage", "/"), ("greeting", "/"), ("evening", "/host")])
def test_what_comes_later_brings_the_texts_that_it_asks_for(
    anyone: FlaskClient, name: str, path: str
) -> None:
    """What every page is sent it need not bring."""
    html = anyone.get(path).text
    script, texts = re.findall(rf'data-script="([^"]+/{name}\.js)" data-texts="([^"]+)"', html)[0]
    brought = json.loads(anyone.get(texts).text.removeprefix("export default ").rstrip(";\n"))
    sent = json.loads(re.findall(r' id="texts">(.*)</script>', html)[0])["texts"]
    asked = set(re.findall(r'"([a-z_]+(?:\.[a-z_0-9]+)+)"', anyone.get(script).text))
    missing = (asked & catalogue("en").keys()) - sent.keys() - brought.keys()
    assert missing == NEVER_SHOWN.get(name, set())
    assert "carcassonne_dice.over.target" in brought or name != "evening"


def test_texts_in_styles_are_sent_as_they_are() -> None:
    """Blanks are left out wherever they stand: no text may hold such as would go."""
    sheets = [re.sub(r"/\*[\s\S]*?\*/", "", one.read_text("utf-8")) for one in STATIC.rglob("*.css")]
    texts = [found[0] for sheet in sheets for found in STYLE_TEXT.finditer(sheet)]
    assert '"▸ "' in texts
    assert [short_style(text) for text in texts] == texts


@pytest.mark.parametrize("name", ["nothing.js", "nothing.css", "nothing", "../app.js"])
def test_nothing_else_is_bundled(anyone: FlaskClient, name: str) -> None:
    assert anyone.get(f"/bundled/0123456789ab/{name}").status_code == 404


@pytest.mark.parametrize("path", [*PAGES, "/nowhere"])
def test_pages_scripts_and_styles_are_compressed(anyone: FlaskClient, path: str) -> None:
    plain = anyone.get(path)
    assert "Content-Encoding" not in plain.headers
    for address in (path, *JOINED.findall(plain.text), "/static/js/base/dom.js"):
        sent = anyone.get(address, headers=GZIP, buffered=True)
        assert sent.headers["Content-Encoding"] == "gzip"
        assert sent.headers["Vary"] == "Accept-Encoding"
        assert gzip.decompress(sent.data) == anyone.get(address, buffered=True).data


@pytest.mark.parametrize("path", ["/api/v1/state", "/static/icon.svg"])
def test_what_is_not_text_to_be_read_is_not(anyone: FlaskClient, path: str) -> None:
    with anyone.get(path, headers=GZIP) as sent:
        assert "Content-Encoding" not in sent.headers


def address_of_script(browser: FlaskClient, path: str) -> str:
    found: list[str] = re.findall(r'<script type="module" src="([^"]+)"', browser.get(path).text)
    return found[0]


# -- letters

MOST_LETTERS_BYTES = 40_000


def fonts_of(browser: FlaskClient) -> list[str]:
    (style,) = (a for a in JOINED.findall(browser.get("/").text) if a.endswith("/all.css"))
    return re.findall(r'url\("?([^")]+\.woff2)"?\)', browser.get(style).text)


def test_the_pages_letters_are_small_and_kept_for_good(anyone: FlaskClient) -> None:
    replies = [anyone.get(font) for font in fonts_of(anyone)]
    assert [reply.mimetype for reply in replies] == ["font/woff2", "font/woff2"]
    assert all(reply.data.startswith(b"wOF2") for reply in replies)
    assert all("immutable" in reply.headers["Cache-Control"] for reply in replies)
    assert sum(len(reply.data) for reply in replies) <= MOST_LETTERS_BYTES


def test_the_pages_letters_come_from_the_table_alone(anyone: FlaskClient) -> None:
    assert all(font.startswith("/bundled/") for font in fonts_of(anyone))
    assert "font-src 'self'" in anyone.get("/").headers["Content-Security-Policy"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_font_says_that_it_has_the_letters_of_every_language(language: str) -> None:
    """A sign such as an arrow is drawn by the browser's own fonts."""
    letters = kept_letters(STYLE.read_text("utf-8"))
    said = {letter for text in catalogue(language).values() for letter in text}
    assert {sign for sign in said - letters if unicodedata.category(sign) != "So"} == set()
