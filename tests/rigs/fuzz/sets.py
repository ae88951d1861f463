"""Taught sets: folders with a description and samples, and the same packed into a zip file."""

import io
import json
import shutil
import zipfile
from collections.abc import Callable, Generator
from pathlib import Path
from random import Random
from typing import Any

from companion.table.teaching.packing import pack, unpack
from tests.rigs.fuzz import garble
from tests.rigs.fuzz.pictures import bomb
from tests.rigs.fuzz.watched import Input
from vision.boards.sets import load_board
from vision.dice.sets import load
from vision.kinds import KINDS, kind_of
from vision.sets.kind import BUILT_IN
from vision.tokens.sets import load_tokens

LOADERS: dict[str, Callable[[Path], Any]] = {"dice": load, "board": load_board, "tokens": load_tokens}
BOMBS = tuple(bomb(*size) for size in ((12_000, 12_000), (1, 20_000), (2**31 - 1, 1)))
MOST_SAMPLES = 2
"""Of each label, so that a set is read in a moment."""


def folders(rng: Random, folder: Path) -> Generator[Input, None, None]:
    """Yield sets with something wrong in their description, or one file damaged, gone or strange."""
    good = _small_sets(folder)
    place = folder / "set"
    while True:
        kind, source = rng.choice(good)
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(source, place)
        files = sorted(path for path in place.rglob("*") if path.is_file())
        described = place / KINDS[kind].file
        if rng.random() < 0.6:
            described.write_bytes(garble.text(rng, json.loads(described.read_text())))
        else:
            _hurt(rng, rng.choice(files))
        yield lambda kind=kind: (kind_of(place), LOADERS[kind](place))  # type: ignore[misc]


def _hurt(rng: Random, file: Path) -> None:
    match rng.randrange(6):
        case 0:
            file.unlink()
        case 4:
            file.write_bytes(rng.choice(BOMBS))
        case 1:
            file.unlink()
            file.mkdir()
        case 2:
            file.rename(file.with_name("ü" * 100 + file.suffix))
        case _:
            file.write_bytes(garble.damaged(rng, file.read_bytes()))


def packs(rng: Random, folder: Path) -> Generator[Input, None, None]:
    """Yield packed sets: damaged ones, and whole zip files that hold what they should not."""
    good = [pack(source) for _, source in _small_sets(folder)]
    while True:
        data = rng.choice(good)
        made = garble.damaged(rng, data) if rng.random() < 0.6 else _strange_zip(rng, data)
        yield lambda made=made: unpack(made)  # type: ignore[misc]


def _strange_zip(rng: Random, data: bytes) -> bytes:
    made = io.BytesIO()
    names = (
        "../x.json",
        "/etc/x.json",
        "a/../../b.json",
        "set/a\0b.png",
        "set/" * 30 + "a.json",
        "c.exe",
        "set",
    )
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for entry in old.infolist():
            if rng.random() < 0.95:
                inner = old.read(entry)
                new.writestr(entry.filename, garble.damaged(rng, inner) if rng.random() < 0.1 else inner)
        for _ in range(rng.randrange(3)):
            size = rng.choice((0, 10, 1000, 5_000_000))
            new.writestr(rng.choice(names), bytes(size))
    return made.getvalue()


def _small_sets(folder: Path) -> list[tuple[str, Path]]:
    """Copy the built-in sets with few samples of each label; return kind and folder of each."""
    found = []
    for source in sorted(
        path.parent for kind in KINDS.values() for path in BUILT_IN.glob(f"*/{kind.file}")
    ):
        small = folder / "good" / source.name
        if not small.exists():
            shutil.copytree(source, small)
            for label in small.rglob("*"):
                if label.is_dir():
                    for more in sorted(path for path in label.iterdir() if path.is_file())[
                        MOST_SAMPLES:
                    ]:
                        more.unlink()
            (small / KINDS[kind_of(source)].file).write_bytes(
                (source / KINDS[kind_of(source)].file).read_bytes()
            )
        found.append((kind_of(source), small))
    return [each for each in found if _loads(*each)]


def _loads(kind: str, folder: Path) -> bool:
    try:
        LOADERS[kind](folder)
    except Exception as error:  # noqa: BLE001 - told, then left out
        print(f"left out: {folder.name}: {error}")
        return False
    return True
