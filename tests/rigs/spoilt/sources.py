"""The labelled pictures that are spoilt, real, path-traced, simulated, and the sets that read them."""

import hashlib
import json
import tempfile
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, Final

from companion.cli.kinds.pieces import KINDS as PIECES
from companion.cli.teach import teach
from tests.conftest import REAL
from tests.rigs.spoilt.simulated import Written, simulated
from vision.manifests.labelled import LabelledBoard, LabelledPhoto
from vision.manifests.manifest import BOARD, DICE, TOKENS, load_manifest, read_manifest

RENDERED: Final = REAL.parent / "rendered"
LETTERS_TAUGHT: Final = 12
"""The board of letters is taught with so many photographs of its first game."""
TOKENS_PX: Final = {"rendered/gems": 50.0, "rendered/stones": 105.0}
"""How large the pieces are, where no label says so."""
WRONG_LABELS: Final = {
    "real/topdown/IMG_20191208_111246.jpg": "a 3 is labelled 2",
    "real/topdown/IMG_20191208_112342.jpg": "a 3 is not labelled, another 3 is labelled 2",
    "real/topdown/IMG_20191208_112353.jpg": "a 3 is not labelled",
    "real/topdown/IMG_20191208_112623.jpg": "a die in a hand is not labelled",
    "real/topdown/IMG_20191209_095439.jpg": "a 4 is labelled 5",
    "real/topdown/IMG_20191209_095954.jpg": "a 3 is labelled 2",
    "real/topdown/IMG_20191209_100722.jpg": "a 5 is labelled 6",
}
"""Photographs whose labels prove wrong when they are looked at: they are not spoilt."""
_ROOT = Path(__file__).parents[3]
_TEACHES = ("vision/sets", "vision/dice", "vision/boards", "vision/tokens")
_DRAWS = ("vision/workshop/simulation", "tests/rigs/spoilt/simulated.py")

Labelled = LabelledPhoto | LabelledBoard


@dataclass(frozen=True)
class Collection:
    """Pictures of one kind of pieces, one set and one origin: "real/webcam", "dice", "pips", …"""

    name: str
    family: str
    set_name: str
    manifest: Path


@dataclass(frozen=True)
class Picture:
    """One labelled picture. ``piece_px``: the side of a die or cell, a token's diameter."""

    collection: Collection
    labelled: Labelled
    piece_px: float

    @property
    def name(self) -> str:
        """Its collection and its file."""
        return f"{self.collection.name}/{Path(self.labelled.name).name}"


@dataclass(frozen=True)
class Collected:
    """All collections, and why some are not among them."""

    collections: tuple[Collection, ...]
    missing: tuple[str, ...]


def fingerprint(*parts: str, without: Sequence[str] = ()) -> str:
    """Return what changes when the code or data of these folders or files does."""
    digest = hashlib.sha256()
    for part in parts:
        path = _ROOT / part
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            is_left_out = any(file.is_relative_to(_ROOT / other) for other in without)
            if file.suffix in (".py", ".json", ".onnx") and not is_left_out:
                digest.update(file.read_bytes())
    return digest.hexdigest()[:10]


def collected(only: Sequence[str] = ()) -> Collected:
    """Return the collections, their sets taught and pictures drawn where that was not done yet.

    ``only``: parts of names.
    """
    cache = Path(tempfile.gettempdir()) / "spoilt_pictures"
    sets, drawn = cache / f"sets-{fingerprint(*_TEACHES)}", cache / f"drawn-{fingerprint(*_DRAWS)}"
    found, missing = [], []
    sources = {**_real(), **_rendered(), **_simulated(drawn)}
    for name in (name for name in sources if not only or any(part in name for part in only)):
        try:
            family, taught, manifest = sources[name]()
            set_name = taught if isinstance(taught, str) else _taught(sets / name, family, taught)
            found.append(Collection(name, family, set_name, _usable(sets / name, manifest)))
        except Exception as error:  # noqa: BLE001 - a set that cannot be taught is told, the rest is spoilt
            missing.append(f"{name}: {type(error).__name__}: {error}")
    return Collected(tuple(found), tuple(missing))


Source = tuple[str, str | list[str], Path]
"""A collection's family, its set's name or the lines that teach it, and its manifest."""
Sources = dict[str, Callable[[], Source]]


def _real() -> Sources:
    boards = REAL / "boards"
    lesson = boards / "letters" / "manifest.jsonl"
    letters = ("letters", "letters_next_game", "letters_other_light")
    dice: Sources = {
        f"real/{name}": partial(_known_dice, REAL / "dice" / name / "manifest.jsonl")
        for name in ("webcam", "topdown")
    }
    return dice | {
        f"real/{name}": partial(
            _to_teach, "board", lesson, boards / name / "manifest.jsonl", LETTERS_TAUGHT
        )
        for name in letters
    }


def _rendered() -> Sources:
    families = {"board": "board", "gems": "tokens", "stones": "tokens", "symbol_die": "dice"}
    return {
        f"rendered/{name}": partial(
            _to_teach, family, RENDERED / name / "teach.jsonl", RENDERED / name / "manifest.jsonl"
        )
        for name, family in families.items()
    }


def _simulated(folder: Path) -> Sources:
    return {f"simulated/{name}": partial(_drawn, draw) for name, draw in simulated(folder).items()}


def _known_dice(manifest: Path) -> Source:
    return "dice", "pips", manifest


def _to_teach(family: str, teach: Path, manifest: Path, many: int | None = None) -> Source:
    return family, _lines(teach)[:many], manifest


def _drawn(draw: Callable[[], Written]) -> Source:
    family, taught, manifest = draw()
    return family, taught if isinstance(taught, str) else _lines(taught), manifest


def _lines(manifest: Path) -> list[str]:
    """Return a manifest's lines, usable from anywhere; none where it is not there.

    A cell of a token is nothing to a set that was taught without a board.
    """
    if not manifest.is_file():
        return []
    rows = [json.loads(line) for line in manifest.read_text("utf-8").splitlines() if line.strip()]
    for row in rows:
        row["image"] = str((manifest.parent / row["image"]).resolve())
        if "grid" not in row:
            for token in row.get("tokens", []):
                token.pop("cell", None)
    return [json.dumps(row) for row in rows]


def _usable(folder: Path, manifest: Path) -> Path:
    """Write a collection's manifest so that it can be read from there; return it."""
    lines = _lines(manifest)
    if not lines:
        raise FileNotFoundError(f"no {manifest}")
    folder.mkdir(parents=True, exist_ok=True)
    usable = folder / "manifest.jsonl"
    usable.write_text("\n".join(lines), "utf-8")
    return usable


def _taught(folder: Path, family: str, lesson: list[str]) -> str:
    """Return the set that such lines teach, taught where it is not there yet."""
    done = folder / "taught"
    if not done.is_dir():
        if not lesson:
            raise FileNotFoundError("no photographs to teach with")
        folder.mkdir(parents=True, exist_ok=True)
        lines = folder / "teach.jsonl"
        lines.write_text("\n".join(lesson), "utf-8")
        with tempfile.TemporaryDirectory(dir=folder) as half, redirect_stdout(StringIO()):
            teach(PIECES[family], Path(half) / "set", lines, lambda _: None)
            (Path(half) / "set").rename(done)
    return str(done)


def pictures(collection: Collection) -> list[Picture]:
    """Return a collection's pictures, without those whose labels are wrong."""
    photos: Sequence[Labelled]
    if collection.family == "dice":
        photos = load_manifest(collection.manifest, DICE)
    elif collection.family == "board":
        photos = read_manifest(collection.manifest, BOARD).photos
    else:
        photos = read_manifest(collection.manifest, TOKENS).photos
    rows = [json.loads(line) for line in collection.manifest.read_text("utf-8").splitlines()]
    by_image = {row["image"]: row for row in rows}
    found = (Picture(collection, photo, _piece_px(collection, by_image[photo.name])) for photo in photos)
    return [picture for picture in found if picture.name not in WRONG_LABELS]


def _piece_px(collection: Collection, row: dict[str, Any]) -> float:
    """Return how large the pieces of a picture are, from its labels."""
    if "piece_px" in row:
        return float(row["piece_px"])
    if sides := [(die["w"] + die["h"]) / 2 for die in row.get("dice", []) if "w" in die]:
        return float(sum(sides) / len(sides))
    if collection.family == "board":
        (left, top), (right, other), *_ = row.get("corners") or [(150, 150), (1350, 150)]
        return float(((right - left) ** 2 + (other - top) ** 2) ** 0.5 / (row["grid"][0] - 1))
    return TOKENS_PX[collection.name]
