"""Everything a player reads is in the catalogue, in every language, and nothing else is."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.pofile import read_po

import companion
import web
from companion.errors import CompanionError
from companion.games import catalogue as rules
from companion.table.hub.health import QUIET
from tests.web.message import read_message
from web import errors as _web_errors  # noqa: F401 - its classes are looked at below
from web.pages.language import FOLDER, LANGUAGES, catalogue

WEB = Path(web.__file__).parent
TABLE = Path(companion.__file__).parent / "table"
HUB = Path(companion.__file__).parent / "hub"
CODE = re.compile(r"[a-z_]+(?:\.[a-z_0-9]+)+")
START = re.compile(r"[a-z_]+\.(?:[a-z_0-9]+\.)*[a-z_0-9]*")
ONLY_PROGRAMS_SEE = {
    "nonsense",
    "out_of_order",
    *(
        "bad_backup",
        "bad_certificate",
        "bad_settings",
        "bad_body",
        "bad_module",
        "bad_pin_map",
        "bad_pins",
        "bad_puzzle",
        "bad_request",
        "bad_role",
        "cannot_keep",
        "error",
        "not_json",
    ),
    *("bad_image", "bad_wifi", "bad_wish", "no_boot_partition", "no_release"),  # of a card
    *(
        "no_broker",
        "no_data_folder",
        "no_group",
        "no_engine",
        "no_reply",
        "pin_too_short",
        "port_taken",
        "too_large",
    ),
}


def script_texts() -> str:
    scripts = [*(WEB / "static" / "js").rglob("*.js"), *(WEB / "templates").glob("*.html")]
    scripts += [WEB / "pages" / "drawn.py", *HUB.glob("templates/*.html"), *HUB.glob("*.py")]
    return "\n".join(path.read_text(encoding="utf-8") for path in scripts)


def says() -> Iterator[tuple[str, set[str] | None]]:
    """Yield every code the table says, with what it puts in (None: not to be seen from the text)."""
    for path in TABLE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield from _said_in(node)


def _said_in(function: ast.FunctionDef) -> Iterator[tuple[str, set[str] | None]]:
    given = {
        node.target.id: node.value
        for node in ast.walk(function)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Say":
            yield from ((code, _keys(node, given)) for code in _codes(node.args[0]))
        elif isinstance(node, ast.Assign | ast.Call | ast.Return):
            values = node.args if isinstance(node, ast.Call) else [node.value]
            yield from ((code, None) for value in values if value for code in _codes(value))


def _codes(node: ast.expr) -> Iterator[str]:
    ends = [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]
    for end in ends:
        if isinstance(end, ast.Constant) and isinstance(end.value, str) and _is_said(end.value):
            yield end.value


def _is_said(words: str, shape: re.Pattern[str] = CODE) -> bool:
    prefixes = {*rules.names(), *(code.partition(".")[0] for code in catalogue("en"))}
    return bool(shape.fullmatch(words)) and words.partition(".")[0] in prefixes


def starts_of_terms() -> Iterator[str]:
    """Yield how codes begin that the table puts together, as it does for the ``term`` of a text."""
    for path in TABLE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            first = node.values[0] if isinstance(node, ast.JoinedStr) else None
            if isinstance(first, ast.Constant) and _is_said(str(first.value), START):
                yield str(first.value)


def _keys(call: ast.Call, given: dict[str, ast.expr | None]) -> set[str] | None:
    if len(call.args) == 1:
        return set()
    return _keys_of(call.args[1], given)


def _keys_of(params: ast.expr | None, given: dict[str, ast.expr | None]) -> set[str] | None:
    """Return the keys of a mapping and of what is unpacked into it; None: the text does not tell."""
    if isinstance(params, ast.Name):
        params = given.get(params.id)
    if not isinstance(params, ast.Dict):
        return None
    found: set[str] = set()
    for key, value in zip(params.keys, params.values, strict=True):
        if key is None:
            unpacked = _keys_of(value, given)
            if unpacked is None:
                return None
            found |= unpacked
        elif isinstance(key, ast.Constant) and isinstance(key.value, str):
            found.add(key.value)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text_with_the_same_parameters(language: str) -> None:
    ours, theirs = catalogue(language), catalogue("en")
    assert set(ours) == set(theirs)
    for code, text in ours.items():
        assert text.strip(), code
        assert read_message(text).params == read_message(theirs[code]).params, code


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_every_form_that_whole_numbers_need(language: str) -> None:
    plural = Locale(language).plural_form
    needed = {plural(number) for number in range(200)}
    for code, text in catalogue(language).items():
        for forms in read_message(text).plurals:
            left = needed if not {"=0"} & set(forms) else {plural(number) for number in range(1, 200)}
            assert left | {"other"} <= set(forms) <= needed | {"=0", "other"}, code


def test_no_line_begins_with_a_sign_that_french_sets_off_by_a_space() -> None:
    texts = catalogue("fr").values()
    assert not [text for text in texts if re.search(r"« | [:;?!»]", text)]
    assert (
        catalogue("fr")["sending.late"]
        == "Pas encore de réponse\N{NO-BREAK SPACE}: nouvel envoi. Rien n’est perdu ni compté deux fois."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_are_sorted_and_complete_files(language: str) -> None:
    with (FOLDER / f"{language}.po").open("rb") as file:
        entries = [entry for entry in read_po(file, locale=language, abort_invalid=True) if entry.id]
    codes = [str(entry.id) for entry in entries]
    assert codes == sorted(set(codes))
    assert not [entry.id for entry in entries if entry.fuzzy]
    assert all(CODE.fullmatch(code) for code in codes)


def test_every_text_of_the_pages_is_in_the_catalogue() -> None:
    used = set(re.findall(r"""(?<![.\w])t\(\s*['"]([a-z_.0-9]+)['"]\s*[,)]""", script_texts()))
    assert used
    assert not used - set(catalogue("en"))


def test_everything_the_table_says_is_in_the_catalogue() -> None:
    said = {code for code, _ in says()}
    assert "notice.clear_table" in said
    assert not said - set(catalogue("en"))


def parts_that_fail() -> Iterator[str]:
    """Yield each part of which the table says by name that it fails."""
    for path in TABLE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        sets = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
        names = {
            target.id: node.value.value
            for node in sets
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "Fault"
            ):
                part = node.args[0]
                found = part.value if isinstance(part, ast.Constant) else names.get(ast.unparse(part))
                yield from [found] if isinstance(found, str) else []


def test_every_part_of_which_the_hub_is_told_has_a_name() -> None:
    told = {*parts_that_fail()} - QUIET
    assert {"disk", "markers"} <= told
    assert not [part for part in told if f"part.{part}" not in catalogue("en")]


def test_codes_that_the_table_puts_together_begin_as_texts_do() -> None:
    codes = tuple(catalogue("en"))
    assert not [
        start for start in starts_of_terms() if not any(code.startswith(start) for code in codes)
    ]


PLACED = {"third_across", "third_down"}
"""What pages fill in themselves: in which part of what they show a place lies."""


def test_the_table_gives_each_text_what_it_takes() -> None:
    for code, given in says():
        if given is not None:
            assert read_message(catalogue("en")[code]).params - PLACED <= given, code


def reasons() -> Iterator[tuple[str, set[str] | None]]:
    """Yield every code by which rules and table say why something was refused, and what it puts in."""
    for path in TABLE.parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "Reason"
            ):
                yield from ((code, _keys(node, {})) for code in _codes(node.args[0]))


def test_every_reason_of_a_refusal_is_in_the_catalogue_with_what_it_takes() -> None:
    said = dict(reasons())
    assert "error.carcassonne_dice.mismatch" in said
    for code, given in said.items():
        assert read_message(catalogue("en")[code]).params == given, code


def test_no_text_is_left_over() -> None:
    scripts = script_texts()
    literal = set(re.findall(rf"""["'`]({CODE.pattern})["'`]""", scripts)) | {code for code, _ in says()}
    prefixes = tuple(
        {
            *re.findall(rf"`({START.pattern})\$\{{", scripts),
            *re.findall(r"\"([a-z_]+\.)\" \+", scripts),
            *starts_of_terms(),
        }
    )
    assert not [
        code for code in catalogue("en") if code not in literal and not code.startswith(prefixes)
    ]


def test_every_error_a_player_can_meet_has_words() -> None:
    def all_kinds(kind: type[CompanionError]) -> Iterator[type[CompanionError]]:
        yield kind
        for below in kind.__subclasses__():
            yield from all_kinds(below)

    codes = {kind.code for kind in all_kinds(CompanionError)} - ONLY_PROGRAMS_SEE
    assert not [code for code in codes if f"error.{code}" not in catalogue("en")]


@pytest.mark.parametrize(
    "text", ["{a", "a}", "{a, select, x {y}}"], ids=["open", "stray", "not a plural"]
)
def test_broken_texts_are_noticed(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        read_message(text)
