"""Fills in the catalogue's texts on the server: a part of ICU MessageFormat.

Parameters mean what they mean to the pages' scripts (``texts.js``): faces, terms, parts and kinds are
names of the catalogue, where it has them.
"""

import re
from collections.abc import Mapping

from babel import Locale
from babel.numbers import format_decimal

from web.pages.language import catalogue

NAME = re.compile(r"\{(\w+)(?:, plural,)?\s*")
FORM = re.compile(r"(=?\w+) \{")
PLAIN = re.compile(r"[^{}#]+")
FACES = re.compile(r"face|(\w+_)?faces")
Param = str | int | float


def name_of(language: str, code: str, name: str) -> str:
    """Return the name that the catalogue has under a code; else the bare one, readable."""
    return catalogue(language).get(code, name.replace("_", " "))


def text(language: str, code: str, params: Mapping[str, Param] | None = None) -> str:
    """Return the text of a code, filled in; the code itself if there is no such text."""
    said = catalogue(language).get(code, code)
    return _Filling(language, said, params or {}).until_closed(None)


class _Filling:
    """A text that is filled in from its beginning to its end."""

    def __init__(self, language: str, said: str, params: Mapping[str, Param]) -> None:
        self._language, self._said, self._params = language, said, params
        self._at = 0

    def until_closed(self, count: Param | None) -> str:
        """Return the text before the next closing brace; ``count`` replaces each ``#`` of a plural."""
        found = ""
        while self._at < len(self._said) and self._said[self._at] != "}":
            if self._said[self._at] == "{":
                found += self._field()
            elif self._said[self._at] == "#":
                found += "#" if count is None else self._plain(count)
                self._at += 1
            else:
                found += self._take(PLAIN)[0]
        return found

    def _field(self) -> str:
        begins = self._take(NAME)
        value = self._params.get(begins[1], "")
        if "plural" not in begins[0]:
            self._at += 1
            return self._name(begins[1], value)
        forms: dict[str, str] = {}
        while self._said[self._at] != "}":
            form = self._take(FORM)[1]
            forms[form] = self.until_closed(value)
            self._at += 1
            while self._said[self._at] == " ":
                self._at += 1
        self._at += 1
        number = value if isinstance(value, int | float) else 0
        form = Locale.parse(self._language).plural_form(number)
        return forms.get(f"={value}") or forms.get(form) or forms["other"]

    def _name(self, param: str, value: Param) -> str:
        """Return a parameter as its name wants it shown."""
        if FACES.fullmatch(param):
            faces = str(value).split()
            return ", ".join(name_of(self._language, f"face.{face}", face) for face in faces)
        if param in ("part", "kind"):
            return name_of(self._language, f"{param}.{value}", str(value))
        if param == "term" or param.endswith("_term"):
            return text(self._language, str(value))
        return self._plain(value)

    def _plain(self, value: Param) -> str:
        if isinstance(value, int | float):
            return str(format_decimal(value, "#,##0.#", self._language))
        return str(value)

    def _take(self, wanted: re.Pattern[str]) -> re.Match[str]:
        found = wanted.match(self._said, self._at)
        assert found is not None, self._said
        self._at = found.end()
        return found
