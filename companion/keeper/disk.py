"""What the keeper writes, in steps that a power cut leaves done or not done."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from companion.table.storage.files import sync_folder

LEAST_LEFT_BYTES = 64 * 1024 * 1024
"""Space on the disk that stays free for the table beside a copy of its data."""


def point(link: Path, target: Path) -> None:
    """Let a link lead elsewhere: to the one or the other, whatever is switched off in between."""
    new = link.with_name(f".{link.name}.new")
    new.unlink(missing_ok=True)
    new.symlink_to(os.path.relpath(target, link.parent))
    new.replace(link)
    sync_folder(link.parent)


def remove_file(path: Path) -> None:
    """Remove a file, if it is there, to outlast a power cut."""
    with suppress(FileNotFoundError):
        path.unlink()
        sync_folder(path.parent)


def remove_folder(folder: Path) -> None:
    """Remove a folder with all that is in it, if it is there."""
    if folder.exists():
        shutil.rmtree(folder)
        sync_folder(folder.parent)


def copy_whole(source: Path, copy: Path) -> None:
    """Copy a folder: the copy is there with all of it, or not at all. Raises OSError."""
    beside = copy.with_name(f".{copy.name}.new")
    remove_folder(beside)
    needed = sum(path.lstat().st_size for path in source.rglob("*"))
    if needed + LEAST_LEFT_BYTES > shutil.disk_usage(copy.parent).free:
        raise OSError(28, "No space left on device", str(copy))
    _copy(source, beside)
    os.sync()
    beside.rename(copy)
    sync_folder(copy.parent)


def make_like(folder: Path, copy: Path) -> None:
    """Make a folder hold what its copy holds, and nothing else. Stopped half-way, it is done again."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    _copy(copy, folder)
    os.sync()


def _copy(source: Path, target: Path) -> None:
    """Copy all files, folders and links, with their owners; of pipes and sockets nothing is kept."""
    target.mkdir(exist_ok=True)
    _own_alike(source, target)
    for path in sorted(source.iterdir()):
        new = target / path.name
        if path.is_symlink():
            new.symlink_to(path.readlink())
        elif path.is_dir():
            _copy(path, new)
        elif path.is_file():
            shutil.copy2(path, new)
            _own_alike(path, new)


def _own_alike(path: Path, new: Path) -> None:
    about = path.stat()
    os.chown(new, about.st_uid, about.st_gid)
    shutil.copystat(path, new)
