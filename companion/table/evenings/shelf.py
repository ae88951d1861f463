"""Where results and pictures of past games are kept: two small files a game, each written whole.

All of it can be told again from the journal, as long as the rules still play those games; so nothing is
lost with a file, and a table that cannot write them goes on.
"""

import json
import logging
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from companion.table.evenings.result import Result, result_of
from companion.table.files import make_folder, write_whole
from companion.table.shapes import JsonObject
from vision.given_files import json_of

_log = logging.getLogger(__name__)

MOST_BYTES: Final = 100_000_000
"""Pictures are kept up to so many bytes in all, the latest ones: decades of evenings."""
PICTURE, RESULT = ".picture.json", ".result.json"


class Shelf:
    """Results by their sittings, and what their pictures are drawn of. ``folder``: None keeps none."""

    def __init__(self, folder: Path | None, most_bytes: int = MOST_BYTES) -> None:
        self._folder, self._most_bytes = folder, most_bytes
        self.results: dict[int, Result] = dict(_read(folder))
        self._unkept: dict[int, JsonObject] = {}

    def move(self, folder: Path | None) -> None:
        """Keep what comes in another folder from now on, and there what is known; None: nowhere."""
        self._folder = folder
        for result in self.results.values():
            self._write(result.sitting, RESULT, result.to_json())

    def put(self, result: Result, picture: JsonObject | None) -> None:
        """Keep how a game ended, and what its picture is drawn of; None: there is none."""
        self.results[result.sitting] = result
        self._write(result.sitting, RESULT, result.to_json())
        if picture is not None:
            self._write(result.sitting, PICTURE, picture)
            self._make_room()

    def has_picture(self, sitting: int) -> bool:
        """Tell whether there is a picture of a game."""
        if self._folder is None:
            return sitting in self._unkept
        return self._file(sitting, PICTURE).exists()

    def picture(self, sitting: int) -> JsonObject | None:
        """Return what a game's picture is drawn of; None where none is kept."""
        if self._folder is None:
            return self._unkept.get(sitting)
        try:
            found: Any = json_of(self._file(sitting, PICTURE))
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def forget(self, sitting: int) -> None:
        """Let a game be told anew."""
        self.results.pop(sitting, None)
        self.forget_picture(sitting)
        self._remove(sitting, RESULT)

    def forget_picture(self, sitting: int) -> None:
        """Let a game's picture be drawn anew: it may show names."""
        self._unkept.pop(sitting, None)
        self._remove(sitting, PICTURE)

    def rename(self, sitting: int, names: Mapping[str, str], nameless: Collection[str]) -> None:
        """Let a game be told with other names; its picture, which may show them, is drawn anew."""
        self.forget_picture(sitting)
        if sitting in self.results:
            self.put(self.results[sitting].renamed(names, nameless), None)

    def _make_room(self) -> None:
        """Take the oldest pictures away until the others have room."""
        if self._folder is None:
            return
        with suppress(OSError):
            sizes = {path: path.stat().st_size for path in sorted(self._folder.glob(f"*{PICTURE}"))}
            total = sum(sizes.values())
            for path, size in sizes.items():
                if total <= self._most_bytes:
                    return
                path.unlink()
                total -= size

    def _write(self, sitting: int, kind: str, words: JsonObject) -> None:
        if self._folder is None:
            self._unkept |= {sitting: words} if kind == PICTURE else {}
            return
        try:
            make_folder(self._folder)
            write_whole(self._file(sitting, kind), f"{json.dumps(words, ensure_ascii=False)}\n".encode())
        except OSError as error:
            _log.warning("how game %s ended cannot be kept: %s", sitting, error.strerror)

    def _remove(self, sitting: int, kind: str) -> None:
        if self._folder is not None:
            self._file(sitting, kind).unlink(missing_ok=True)

    def _file(self, sitting: int, kind: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{sitting:06d}{kind}"


def _read(folder: Path | None) -> list[tuple[int, Result]]:
    found = []
    for path in sorted(folder.glob(f"*{RESULT}")) if folder is not None else ():
        try:
            result = result_of(json_of(path))
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            _log.warning("%s cannot be read; the game is told anew", path.name)
            continue
        found.append((result.sitting, result))
    return found
