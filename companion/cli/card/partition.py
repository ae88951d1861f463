"""The boot partition of a card: finds out which system it starts, and writes files there, all or
none."""

import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Literal

from companion.errors import CompanionError
from vision.given_files import PRIVATE, whole_file

System = Literal["cloud-init", "first run", "to copy"]
Writer = Callable[[IO[bytes]], object]

CLOUD_INIT = ("user-data", "meta-data")
OF_A_PI = ("config.txt", "cmdline.txt")


class NoBootPartition(CompanionError, ValueError, code="no_boot_partition"):
    """A folder is not a card's boot partition."""


def system_of(folder: Path) -> System:
    """Return the kind of files that a fresh system reads at its first start; files in an empty folder
    are copied later.

    Raises ``NoBootPartition``.
    """
    if not folder.is_dir():
        raise NoBootPartition(f"there is no folder {folder}", hint=_HINT)
    held = {file.name for file in folder.iterdir()}
    if not held:
        return "to copy"
    if not held.issuperset(OF_A_PI):
        missing = " and ".join(name for name in OF_A_PI if name not in held)
        raise NoBootPartition(f"{folder} is no boot partition: there is no {missing}", hint=_HINT)
    return "cloud-init" if held.issuperset(CLOUD_INIT) else "first run"


_HINT = (
    "Write Raspberry Pi OS (64-bit) onto the card with Raspberry Pi Imager, put the card in again and"
    " name the small partition that appears, often called bootfs. Nothing was written."
)


def write_all(folder: Path, files: Mapping[str, Writer]) -> None:
    """Write files into a folder, the last one first. All files are written to the disk before the first
    one takes its place.

    Raises OSError; the earlier files are then still there.
    """
    with ExitStack() as stack:
        for name, write in files.items():
            file = stack.enter_context(whole_file(folder / name, PRIVATE))
            write(file)
            file.flush()
            os.fsync(file.fileno())
