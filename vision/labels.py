"""The labels of pieces: each is shown to people, read aloud, and names a folder."""

import unicodedata
from urllib.parse import quote

LONGEST_LABEL = 60
"""Letters of a label."""
LONGEST_FILE_BYTES = 200
"""No system allows more than 255; a sample's number and ending are added."""
HINT = f"A label has 1 to {LONGEST_LABEL} letters, none of them invisible."
_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Unicode's control and format characters, lone surrogates, private and unassigned ones."""


def as_file(label: str) -> str:
    """Return a label as a folder name for any system; letters of all languages stay as they are."""
    plain = "".join(c if c.isalnum() or c in " -_+()'!&,." else quote(c, safe="") for c in label)
    return plain.replace(".", "%2E") if plain.strip(". ") != plain else plain


def fault_of(label: str) -> str | None:
    """Return why no piece can have that label; None if one can."""
    if not label.strip() or len(label) > LONGEST_LABEL or not can_be_shown(label, _INVISIBLE):
        return f"no piece can be called {label[:LONGEST_LABEL]!a}"
    if len(as_file(label).encode()) > LONGEST_FILE_BYTES:
        return f"the label {label} is too long for a folder"
    return None


def can_be_shown(text: str, not_of: tuple[str, ...] = ("Cc", "Cs")) -> bool:
    """Tell whether a text can be printed on a line: it has no characters of these categories."""
    return all(unicodedata.category(letter) not in not_of for letter in text)
