"""Fills in the catalogue's texts on the server: a part of ICU MessageFormat."""

import re
from collections.abc import Callable, Mapping

from babel import Locale

from web.pages.language import catalogue

NAME = re.compile(r"\{(\w+)(?:, plural,)?\s*")
FORM = re.compile(r"(=?\w+) \{")
PLAIN = re.compile(r"[^{}#]+")
Param = str | int | float


def text(language: str, code: str, params: Mapping[str, Param] | None = None) -> str:
    """Return the text of a code, filled in; the code itself if there is no such text."""
    said = catalogue(language).get(code, code)
    return _Filling(said, params or {}, Locale.parse(language).plural_form).until_closed(None)


class _Filling:
    """A text that is filled in from its beginning to its end."""

    def __init__(self, said: str, params: Mapping[str, Param], form_of: Callable[[float], str]) -> None:
        self._said, self._params, self._form_of = said, params, form_of
        self._at = 0

    def until_closed(self, count: Param | None) -> str:
        """Return the text before the next closing brace; ``count`` replaces each ``#`` of a plural."""
        found = ""
        while self._at < len(self._said) and self._said[self._at] != "}":
            if self._said[self._at] == "{":
                found += self._field()
            elif self._said[self._at] == "#":
                found += "#" if count is None else str(count)
                self._at += 1
            else:
                found += self._take(PLAIN)[0]
        return found

    def _field(self) -> str:
        begins = self._take(NAME)
        value = self._params.get(begins[1], "")
        if "plural" not in begins[0]:
            self._at += 1
            return str(value)
        forms: dict[str, str] = {}
        while self._said[self._at] != "}":
            form = self._take(FORM)[1]
            forms[form] = self.until_closed(value)
            self._at += 1
            while self._said[self._at] == " ":
                self._at += 1
        self._at += 1
        number = value if isinstance(value, int | float) else 0
        return forms.get(f"={value}") or forms.get(self._form_of(number)) or forms["other"]

    def _take(self, wanted: re.Pattern[str]) -> re.Match[str]:
        found = wanted.match(self._said, self._at)
        assert found is not None, self._said
        self._at = found.end()
        return found
