"""The kind of pieces that a set was taught for."""

from pathlib import Path

from vision.boards import sets as boards
from vision.dice import sets as dice
from vision.errors import BadSet, UnknownSet
from vision.given_files import json_of
from vision.readings.board import EMPTY
from vision.sets.folders import misshapen
from vision.tokens import sets as tokens

NAMED_BY = {"dice": "faces.json", "board": boards.NAMED_BY, "tokens": tokens.NAMED_BY}
"""The file by which a set's folder shows its kind."""
BUILT_IN = dice.BUILT_IN


def kind_of(name_or_folder: str | Path) -> str:
    """Return the kind ("dice", "board", "tokens") of a folder or a built-in set. Raises
    ``UnknownSet``."""
    for folder in (Path(name_or_folder), BUILT_IN / str(name_or_folder)):
        for kind, file in NAMED_BY.items():
            if (folder / file).is_file():
                return kind
    raise UnknownSet(
        f"no set {str(name_or_folder)!r}",
        hint=f"Built in: {', '.join(built_in())}; else give a folder with {_either()}.",
    )


def labels_of(name_or_folder: str | Path) -> frozenset[str]:
    """Return the possible labels of a set's pieces, without its samples; "empty" if there may be none.

    Raises ``UnknownSet``; ``BadSet`` if its file cannot be read.
    """
    kind = kind_of(name_or_folder)
    folders = (Path(name_or_folder), BUILT_IN / str(name_or_folder))
    file = next(path for folder in folders if (path := folder / NAMED_BY[kind]).is_file())
    try:
        labels = frozenset(json_of(file)["faces" if kind == "dice" else "labels"])
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise BadSet(f"{file}: {misshapen(error)}", hint="Teach the set anew.") from error
    return labels if kind == "dice" else labels | {EMPTY}


def built_in() -> list[str]:
    """Return the names of the built-in sets of every kind."""
    return sorted([*dice.built_in(), *boards.built_in(), *tokens.built_in()])


def _either() -> str:
    return " or ".join(f"a {file}" for file in NAMED_BY.values())
