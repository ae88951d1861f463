"""The settings of ``companion run``: one list feeds the command line, the file and the messages."""

import tomllib
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from companion.errors import CompanionError


class BadSettings(CompanionError, ValueError):
    """A settings file says something that cannot be."""

    code = "bad_settings"


@dataclass(frozen=True)
class Settings:
    """What ``companion run`` is told, by a file (``--config``, TOML) or on the command line."""

    data: Path = Path(click.get_app_dir("table-companion"))
    camera: str = "simulated"
    game: str | None = None
    sets: tuple[str, ...] = ()
    host: str = "127.0.0.1"
    port: int = 8000

    def with_file(self, path: Path) -> "Settings":
        """Return these settings with those of a file in their place. Raises BadSettings."""
        try:
            said = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise BadSettings(f"{path}: cannot be read as settings: {error}") from error
        for key, value in said.items():
            _check(path, key, value)
        if "data" in said:
            said["data"] = Path(said["data"]).expanduser()
        return replace(self, **said)

    def given(self, **said: Any) -> "Settings":
        """Return these settings with those that were given (not None) in their place."""
        return replace(self, **{key: value for key, value in said.items() if value is not None})


def _check(path: Path, key: str, value: object) -> None:
    names = [field.name for field in fields(Settings)]
    if key not in names:
        near = get_close_matches(key, names, n=1)
        meant = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(names)}."
        raise BadSettings(f"{path}: unknown setting {key!r}", hint=meant)
    wanted = int if key == "port" else str
    if not isinstance(value, wanted) or isinstance(value, bool):
        raise BadSettings(
            f"{path}: {key} is {value!r}, it must be a {'number' if wanted is int else 'text'}"
        )
