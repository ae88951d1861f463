"""Folders of taught sets, written whole or not at all."""

import os
import shutil
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from vision.errors import BadSet
from vision.labels import HINT, fault_of

MISSHAPEN = (OSError, LookupError, TypeError, ValueError, AttributeError, OverflowError)
"""Exceptions that reading a malformed set description raises."""


def misshapen(error: Exception) -> str:
    """Return the fault of a set's description, without Python's own message."""
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return str(error) if isinstance(error, OSError | ValueError) else "something is of another kind"


@contextmanager
def written_whole(folder: Path, ours: Collection[str]) -> Iterator[Path]:
    """Yield a new folder to write a set into; it replaces the old one once everything is written.

    ``ours`` are the names in it that belong to the set; any other files in it stay. If the folder is a
    link, it stays one. Stopped half-way, the old set is still there. Raises ``BadSet`` if nothing can be
    written, or something is there that is no folder.
    """
    folder = Path(os.path.realpath(folder))
    if os.path.lexists(folder) and not folder.is_dir():
        raise BadSet(
            f"{folder} is no folder, and was left as it is", hint="Name a folder, or a new one."
        )
    new, old = (folder.with_name(f".{folder.name}-{which}") for which in ("new", "old"))
    try:
        for left in (new, old):  # from a write that was interrupted
            shutil.rmtree(left, ignore_errors=True)
        new.mkdir(parents=True)
        yield new
        _keep_the_rest(folder, new, ours)
        _sync(new)
        if folder.exists():
            folder.replace(old)
        new.replace(folder)
    except OSError as error:
        if old.exists() and not folder.exists():
            with suppress(OSError):
                old.replace(folder)
        raise BadSet(
            f"the set cannot be written to {folder}: {error.strerror}",
            hint="Is the disk full, or is the folder read-only?",
        ) from error
    finally:
        for left in (new, old):
            shutil.rmtree(left, ignore_errors=True)


def check_labels(labels: Iterable[str]) -> None:
    """Raise ``BadSet`` for a label that no piece can have."""
    for label in labels:
        fault = fault_of(label)
        if fault is not None:
            raise BadSet(fault, hint=HINT)


def _keep_the_rest(folder: Path, new: Path, ours: Collection[str]) -> None:
    rest = [path for path in folder.iterdir() if path.name not in ours] if folder.is_dir() else []
    for path in rest:
        if path.is_dir():
            shutil.copytree(path, new / path.name, symlinks=True)
        else:
            shutil.copy2(path, new / path.name, follow_symlinks=False)


def _sync(folder: Path) -> None:
    """Let the files outlast a power cut before their folder takes its name."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            with path.open("r+b") as file:
                os.fsync(file.fileno())
