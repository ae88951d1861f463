"""Which kind of pieces a set was taught for."""

from pathlib import Path

from vision.errors import UnknownSet
from vision.sets import boards, dice, tokens

NAMED_BY = {"dice": "faces.json", "board": boards.NAMED_BY, "tokens": tokens.NAMED_BY}
"""The file by which a set's folder says its kind."""
BUILT_IN = Path(dice.__file__).parent


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


def built_in() -> list[str]:
    """Return the names of the built-in sets of every kind."""
    return sorted([*dice.built_in(), *boards.built_in(), *tokens.built_in()])


def _either() -> str:
    return " or ".join(f"a {file}" for file in NAMED_BY.values())
