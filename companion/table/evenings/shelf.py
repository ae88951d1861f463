"""Where results and pictures of past games are kept: one file with all results, and one for each
picture.

Everything can be rebuilt from the journal as long as the rules still play those games; so losing a file
loses nothing, and a table that cannot write them goes on.
"""

import json
import logging
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.table.evenings.result import Result
from companion.table.shapes.values import JsonObject
from companion.table.storage.codec import from_json
from companion.table.storage.files import make_folder, write_whole
from vision.given_files import json_of

_log = logging.getLogger(__name__)

MOST_BYTES: Final = 100_000_000
"""Most bytes of pictures kept, the latest ones: decades of evenings."""
RESULTS: Final = "results.json"
PICTURE: Final = ".picture.json"
MOST_RESULT_BYTES: Final = 64_000_000
"""Largest results file that is read: far more than a lifetime of games."""


class ResultShelf:
    """Results by their sittings, and the data for their pictures. ``folder``: None keeps none."""

    def __init__(self, folder: Path | None, most_bytes: int = MOST_BYTES) -> None:
        self._folder, self._most_bytes = folder, most_bytes
        self.results: dict[int, Result] = _read(folder)
        self._unkept: dict[int, JsonObject] = {}
        self._is_kept = True

    def move(self, folder: Path | None) -> None:
        """Keep everything known and future in another folder; None: no longer keep any."""
        self._folder, self._is_kept = folder, False
        self.keep()

    def put(self, result: Result, picture: JsonObject | None) -> None:
        """Store a game's result, and the data for its picture; None if there is none.

        The results are written down with ``keep``.
        """
        self.results[result.sitting] = replace(result, picture=picture is not None)
        self._is_kept = False
        if picture is None:
            return
        if self._folder is None:
            self._unkept[result.sitting] = picture
        else:
            self._write(self._file(result.sitting), picture)
            self._make_room()

    def keep(self) -> None:
        """Write the results if they differ from those written."""
        if self._is_kept or self._folder is None:
            return
        self._is_kept = True
        words = {"results": [one.to_json() for one in self.results.values()]}
        self._write(self._folder / RESULTS, words)

    def has_picture(self, sitting: int) -> bool:
        """Tell whether there is a picture of a game."""
        if self._folder is None:
            return sitting in self._unkept
        return self._file(sitting).exists()

    def picture(self, sitting: int) -> JsonObject | None:
        """Return the data for a game's picture; None if none is kept."""
        if self._folder is None:
            return self._unkept.get(sitting)
        try:
            found: Any = json_of(self._file(sitting))
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def lacks_picture(self, result: Result) -> bool:
        """Tell whether a game's picture is to be made again."""
        return result.picture and not self.has_picture(result.sitting)

    def rename(self, sitting: int, names: Mapping[str, str], nameless: Collection[str]) -> None:
        """Rename players in a game's result; its picture, which may show them, is made again."""
        self._unkept.pop(sitting, None)
        if self._folder is not None:
            self._file(sitting).unlink(missing_ok=True)
        if sitting in self.results:
            self.results[sitting] = self.results[sitting].renamed(names, nameless)
            self._is_kept = False

    def _make_room(self) -> None:
        """Delete the oldest pictures until the others have room."""
        if self._folder is None:
            return
        with suppress(OSError):
            sizes = {path: path.stat().st_size for path in sorted(self._folder.glob(f"*{PICTURE}"))}
            total = sum(sizes.values())
            for path, size in sizes.items():
                if total <= self._most_bytes:
                    return
                sitting = int(path.name.removesuffix(PICTURE))
                if sitting in self.results:
                    self.results[sitting] = replace(self.results[sitting], picture=False)
                path.unlink()
                total -= size

    def _write(self, path: Path, words: JsonObject) -> None:
        try:
            make_folder(path.parent)
            write_whole(path, f"{json.dumps(words, ensure_ascii=False)}\n".encode())
        except OSError as error:
            _log.warning("what is told of past games cannot be kept: %s", error.strerror)

    def _file(self, sitting: int) -> Path:
        assert self._folder is not None
        return self._folder / f"{sitting:06d}{PICTURE}"


def _read(folder: Path | None) -> dict[int, Result]:
    """Return what is kept; nothing if there is no such file, or a damaged one."""
    try:
        said: Any = {} if folder is None else json_of(folder / RESULTS, MOST_RESULT_BYTES)
        found = [from_json(Result, words) for words in said.get("results", ())]
        return {one.sitting: one for one in found}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        _log.warning("%s cannot be read; past games are told anew", RESULTS)
        return {}
