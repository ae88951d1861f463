"""Reads the small part of ICU MessageFormat in which the catalogue's texts are written."""

from dataclasses import dataclass, field


@dataclass
class Message:
    """What a text takes, and the forms of each of its plurals."""

    params: set[str] = field(default_factory=set)
    plurals: list[tuple[str, ...]] = field(default_factory=list)


def read_message(text: str) -> Message:
    """Return what the text takes. Raises ``ValueError`` if its braces do not close."""
    message = Message()
    end = _parts(text, 0, message)
    if end != len(text):
        raise ValueError(f"stray brace at {end}: {text}")
    return message


def _parts(text: str, at: int, message: Message) -> int:
    while at < len(text) and text[at] != "}":
        at = _field(text, at + 1, message) if text[at] == "{" else at + 1
    return at


def _field(text: str, at: int, message: Message) -> int:
    stop = min(
        (found for found in (text.find(sign, at) for sign in ",}") if found >= 0), default=len(text)
    )
    if stop == len(text):
        raise ValueError(f"open brace: {text}")
    message.params.add(text[at:stop].strip())
    if text[stop] == "}":
        return stop + 1
    kind, _, forms = text[stop + 1 :].partition(",")
    if kind.strip() != "plural":
        raise ValueError(f"only plural is known: {text}")
    return _forms(text, len(text) - len(forms), message)


def _forms(text: str, at: int, message: Message) -> int:
    names = []
    while text[at] != "}":
        open_brace = text.index("{", at)
        names.append(text[at:open_brace].strip())
        at = _parts(text, open_brace + 1, message) + 1
        while text[at] == " ":
            at += 1
    message.plurals.append(tuple(names))
    return at + 1
