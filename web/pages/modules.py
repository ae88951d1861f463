"""Joins a page's ES modules into one script, so that a browser sends one request instead of forty.

Each module becomes a function that is called once, in the order of the imports, and keeps its exports:
names stay as separate as before. Modules call each other by number, which is shorter: their places among
all the paths. It understands only our own modules in prettier's form, and vendored libraries without
imports; anything else is an error. Comments of whole lines, empty lines and indents are left out; the
source map tells the browser's tools which module each line came from.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path
from posixpath import dirname, join, normpath

from companion.errors import CompanionError

IMPORT = re.compile(r'^import (?:(\w+)|\{([^}]*)\}) from "([^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+|\{[^}]*\})", re.MULTILINE)
DEFAULT = re.compile(r"^export default (\w+);$", re.MULTILINE)
EXPORTS = re.compile(r"\bexport ?\{([^}]*)\};?")
"""The list of exports at the end of a vendored library."""

LEFT_OVER = re.compile(r"^(?:import|export)\b.*|\bimport\([\"'`].*", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)$", re.MULTILINE)
TYPE = re.compile(r"/\*\* @(?:(?!\*/).)*\*/ ?")
"""A type annotation within a line."""
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
HALF_TEXT = re.compile(r"^(?:[^`\n]*`[^`\n]*`)*[^`\n]*`[^`\n]*$", re.MULTILINE)
"""A line in which a multi-line text begins or ends: blanks matter there."""
OPENING = (
    "const modules = (globalThis.modules = globalThis.modules ?? {});",
    "const add = (number, make) => (modules[number] = modules[number] ?? make());",
)
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class BadModule(CompanionError, ValueError, code="bad_module"):
    """A module has a form that cannot be joined, or imports itself by a detour."""


@dataclass(frozen=True)
class Script:
    """A joined script, the source map that leads from it to its modules, and their paths."""

    text: str
    source_map: str
    paths: frozenset[str]


@dataclass(frozen=True)
class _Module:
    """A module as a function's body. ``imports``: paths; ``exports``: local names by exported names."""

    body: str
    imports: tuple[str, ...]
    exports: Mapping[str, str]


def join_modules(
    folder: Path, entry: str, *, address: str, without: frozenset[str] = frozenset()
) -> Script:
    """Join the module ``entry`` and everything it imports; the script exports the entry's default, if
    any.

    Paths are relative to ``folder``, which browsers find at ``address``. ``without``: modules that an
    earlier script has already brought. A module that two scripts bring is run once. Raises
    ``BadModule``, ``OSError``.
    """
    lines = [*OPENING]
    sections = []
    numbers = _numbers(folder)
    wanted = [pair for pair in _in_order(folder, entry, numbers) if pair[0] not in without]
    for path, module in wanted:
        lines.append(f"add({numbers[path]}, () => {{")
        body = {number: line for number, line in enumerate(module.body.split("\n")) if line}
        sections.append(_section(len(lines), list(body), f"{address}/{path}"))
        exported = ", ".join(
            name if name == local else f"{name}: {local}" for name, local in module.exports.items()
        )
        lines += [*body.values(), f"return {{ {exported} }};", "});"]
    if wanted and "default" in wanted[-1][1].exports:
        lines.append(f"export default modules[{numbers[entry]}].default;")
    source_map = json.dumps({"version": 3, "sections": sections})
    return Script("\n".join(lines) + "\n", source_map, frozenset(path for path, _ in wanted))


def short_script(text: str) -> str:
    """Return a script without the comments, empty lines and indents that joined scripts leave out."""
    lines = INDENT.sub("", COMMENT.sub("", text)).split("\n")
    return "\n".join(line for line in lines if line) + "\n"


@cache
def _numbers(folder: Path) -> dict[str, int]:
    """Number the modules once: scripts that are joined later must call the earlier ones by the same."""
    paths = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.js"))
    return {path: number for number, path in enumerate(paths)}


def _in_order(folder: Path, entry: str, numbers: Mapping[str, int]) -> list[tuple[str, _Module]]:
    """Return the modules that ``entry`` needs, and itself, each after its own imports."""
    modules: dict[str, _Module] = {}
    wanted = [entry]
    while wanted:
        path = wanted.pop()
        if path not in modules:
            modules[path] = _understood(path, (folder / path).read_text(encoding="utf-8"), numbers)
            wanted += modules[path].imports
    graph = {path: module.imports for path, module in modules.items()}
    try:
        return [(path, modules[path]) for path in TopologicalSorter(graph).static_order()]
    except CycleError as error:
        raise BadModule(f"modules import each other: {' < '.join(error.args[1])}") from error


def _understood(path: str, text: str, numbers: Mapping[str, int]) -> _Module:
    """Take a module apart. Raises ``BadModule``."""
    imports: list[str] = []

    def imported(found: re.Match[str]) -> str:
        default, names, source = found.groups()
        imports.append(normpath(join(dirname(path), source)))
        wanted = f"default: {default}" if default else _one_line(names).replace(" as ", ": ")
        number = numbers.get(imports[-1], -1)  # that there is none is told when it is read
        return f"const {{ {wanted} }} = modules[{number}];" + "\n" * found[0].count("\n")

    body = TYPE.sub("", COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text))
    body = IMPORT.sub(imported, body)
    exports = {
        name: name
        for found in EXPORT.finditer(body)
        for name in re.findall(r"\w+(?=\s*[,}]|$)", found[2])
    }
    for found in EXPORTS.finditer(body):
        for local, name in re.findall(r"([\w$]+)(?: as (\w+))?", found[1]):
            exports[name or local] = local
    if default := DEFAULT.search(body):
        exports["default"] = default[1]
    body = EXPORTS.sub("", EXPORT.sub(r"\1 \2", DEFAULT.sub("", body)))
    if left := LEFT_OVER.search(body) or HALF_TEXT.search(body):
        raise BadModule(f"{path} cannot be joined: {left[0]}")
    return _Module(INDENT.sub("", body).rstrip("\n"), tuple(imports), exports)


def _one_line(names: str) -> str:
    return " ".join(names.split()).rstrip(", ")


def _section(offset: int, numbers: Sequence[int], source: str) -> object:
    """Return the section of a source map that says: these lines of this source begin at ``offset``."""
    steps = [number - before for before, number in pairwise([0, *numbers])]
    mappings = ";".join(f"AA{_in_base64(step)}A" for step in steps)
    part = {"version": 3, "sources": [source], "names": [], "mappings": mappings}
    return {"offset": {"line": offset, "column": 0}, "map": part}


def _in_base64(step: int) -> str:
    """Return a number of 0 or more as source maps write it: https://tc39.es/ecma426/#sec-base64-vlq."""
    left, digits = divmod(step << 1, 32)
    letters = ""
    while left:
        letters += BASE64[digits + 32]
        left, digits = divmod(left, 32)
    return letters + BASE64[digits]
