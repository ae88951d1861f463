"""Whether players see odds and advice: the host decides for all.

It outlasts the program, in a small file of the data folder. Not locked: the table calls it under its
own lock.
"""

from pathlib import Path
from typing import Final

from companion.table.storage.small_file import SmallFile

ADVICE: Final = "advice.json"
"""The file in the data folder that keeps it."""


class OwnAdvice:
    """What is set. ``path``: None if nothing is kept."""

    def __init__(self, path: Path | None = None) -> None:
        self._file = SmallFile(path, "whether advice is shown")
        self.is_shown = self._file.read(lambda said: bool(said["shown"]), otherwise=True)

    def show(self, *, shown: bool) -> None:
        """Show advice, or no advice, from now on, and store the choice. Raises JournalError."""
        self._file.write({"shown": shown})
        self.is_shown = shown

    def move(self, path: Path | None) -> None:
        """Keep it in another file from now on; None: no longer keep it. Raises JournalError."""
        self._file.move(path, {"shown": self.is_shown})
