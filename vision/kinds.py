"""The kind of pieces that a set was taught for."""

from pathlib import Path
from typing import Any

from vision.boards import sets as boards
from vision.dice import sets as dice
from vision.errors import BadSet, UnknownSet
from vision.given_files import json_of
from vision.readings.board import EMPTY
from vision.sets.folders import misshapen
from vision.sets.kind import BUILT_IN, SetKind
from vision.tokens import sets as tokens

KINDS: dict[str, SetKind[Any]] = {"dice": dice.KIND, "board": boards.KIND, "tokens": tokens.KIND}
"""The sets of each kind, by its name."""


def kind_in(folder: Path) -> str | None:
    """Return the kind of the set in a folder; None if the folder is not a set."""
    return next((name for name, kind in KINDS.items() if kind.is_in(folder)), None)


def kind_of(name_or_folder: str | Path) -> str:
    """Return the kind ("dice", "board", "tokens") of a folder or a built-in set. Raises
    ``UnknownSet``."""
    kind = kind_in(Path(name_or_folder)) or kind_in(BUILT_IN / str(name_or_folder))
    if kind is None:
        either = " or ".join(f"a {one.file}" for one in KINDS.values())
        raise UnknownSet(
            f"no set {str(name_or_folder)!r}",
            hint=f"Built in: {', '.join(built_in())}; else give a folder with {either}.",
        )
    return kind


def labels_of(name_or_folder: str | Path) -> frozenset[str]:
    """Return the possible labels of a set's pieces, without its samples; "empty" if there may be none.

    Raises ``UnknownSet``; ``BadSet`` if its file cannot be read.
    """
    name = kind_of(name_or_folder)
    file = KINDS[name].find(name_or_folder) / KINDS[name].file
    try:
        labels = frozenset(json_of(file)["faces" if name == "dice" else "labels"])
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise BadSet(f"{file}: {misshapen(error)}", hint="Teach the set anew.") from error
    return labels if name == "dice" else labels | {EMPTY}


def built_in() -> list[str]:
    """Return the names of the built-in sets of every kind."""
    return sorted(name for kind in KINDS.values() for name in kind.built_in())
