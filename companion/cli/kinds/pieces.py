"""Kinds of pieces: what the commands can do with each."""

from typing import Any

from companion.cli.kinds import board, dice, outlines, tokens
from companion.table.plays.catalogue import default_set
from vision.errors import UnknownSet
from vision.kinds import kind_of

KINDS: dict[str, Any] = {"dice": dice, "board": board, "tokens": tokens}
"""For each kind, by its name, the module that reads, teaches and evaluates it: ``reader(set_name)``,
``live_reader(set_name)``, ``row(reading, reader)``, ``teach(folder, manifest, tell)`` and
``evaluate(manifest, reader)``."""
PRINTED: dict[str, Any] = {"outlines": outlines}
"""The same for printed sheets, which need not be taught: only readers and rows."""


def reader_of(kind: str, set_name: str | None) -> Any:
    """Return the reader of a set; if none is named, of the kind's default set.

    Raises ``UnknownSet``, ``BadSet``.
    """
    return _taught(kind, set_name).reader(set_name or default_set(kind))


def rival_of(kind: str, set_name: str | None) -> Any:
    """Return the reader on trial that is to replace it, if there is one. Raises ``UnknownSet``,
    ``BadSet``."""
    module = _taught(kind, set_name)
    if not hasattr(module, "rival"):
        raise UnknownSet(f"{kind} have no rival eye yet", hint="Leave --eye out.")
    return module.rival(set_name or default_set(kind))


def explainer_of(kind: str, reader: Any) -> Any:
    """Return the function that writes pictures of what this reader compared. Raises ``UnknownSet`` if it
    does not."""
    if not hasattr(reader, "explained"):
        raise UnknownSet(f"this eye does not explain {kind} yet", hint="Leave --explain out.")
    return KINDS[kind].explain


def live_reader_of(kind: str, set_name: str | None) -> Any:
    """Return the same for a live table: that reader starts from its previous reading. Raises
    ``UnknownSet``, ``BadSet``."""
    return _taught(kind, set_name).live_reader(set_name or default_set(kind))


def _taught(kind: str, set_name: str | None) -> Any:
    """Return the module of a kind that is printed, or can be taught.

    Raises ``UnknownSet``, ``BadSet``.
    """
    if kind in PRINTED:
        return PRINTED[kind]
    wanted = set_name or default_set(kind)
    if wanted is None:
        raise UnknownSet(f"no {kind} is taught by itself", hint=f"Name a taught {kind}: --set FOLDER.")
    if kind not in KINDS:
        raise UnknownSet(f"no set of {kind} can be read yet", hint=f"There are: {', '.join(KINDS)}.")
    found = kind_of(wanted)
    if found != kind:
        raise UnknownSet(f"{wanted} was taught for {found}, not for {kind}", hint="Name another set.")
    return KINDS[kind]
