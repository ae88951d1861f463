"""What a disk holds after the power was cut: all that was synced, and any part of what was not."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from random import Random

from tests.rigs.cuts.trace import Step

SECTOR = 512


def after_cut(steps: Iterable[Step], rng: Random) -> dict[str, bytes]:
    """Return the files after these steps, of which those that were not synced are done at random.

    A write that was not synced may be there, be missing, or be there in some of its sectors; a name that
    was given or taken away may not have been while its folder was not synced, whatever was of the file,
    but those of one folder only in their order.
    """
    durable: dict[str, bytearray] = {}
    pending: dict[str, list[Step]] = defaultdict(list)
    names: list[Step] = []
    unnamed: set[str] = set()
    for step in steps:
        if step.what == "sync":
            if step.path in pending or step.path in durable:
                _do_all(durable, pending.pop(step.path, []), rng, whole=True)
            else:  # a folder: the names in it are as they were said
                _do_names(durable, pending, names, unnamed)
                names = []
        elif step.what in ("create", "rename", "unlink"):
            names.append(step)
            unnamed |= {step.path} if step.what == "create" else set()
        elif step.what != "said":
            durable.setdefault(step.path, bytearray())
            pending[step.path].append(step)
    _do_names(durable, pending, names[: rng.randint(0, len(names))], unnamed)
    for waiting in pending.values():
        _do_all(durable, waiting, rng, whole=False)
    return {path: bytes(data) for path, data in durable.items() if path not in unnamed}


def _do_names(
    durable: dict[str, bytearray],
    pending: dict[str, list[Step]],
    names: list[Step],
    unnamed: set[str],
) -> None:
    for step in names:
        unnamed.discard(step.path)
        if step.what == "create":
            durable.setdefault(step.path, bytearray())
            continue
        data, waiting = durable.pop(step.path, bytearray()), pending.pop(step.path, [])
        if step.what == "rename":
            durable[step.to] = data
            pending[step.to] = [Step(w.what, step.to, w.at, w.data) for w in waiting]


def _do_all(durable: dict[str, bytearray], steps: list[Step], rng: Random, *, whole: bool) -> None:
    for step in steps:
        data = durable.setdefault(step.path, bytearray())
        kept = 1.0 if whole else rng.choice((0.0, 1.0, 0.5))
        if step.what == "truncate":
            if kept == 1.0:
                del data[step.at :]
                data.extend(bytes(step.at - len(data)))
            continue
        for at in range(0, len(step.data), SECTOR):
            if rng.random() < kept:
                piece, place = step.data[at : at + SECTOR], step.at + at
                data.extend(bytes(max(0, place - len(data))))
                data[place : place + len(piece)] = piece


def write(files: dict[str, bytes], data: Path, place: Path) -> None:
    """Write the files of ``data`` to another folder."""
    place.mkdir(parents=True)
    for path, content in files.items():
        target = place / Path(path).relative_to(data)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
