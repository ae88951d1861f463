"""``python -m tests.figures.strangers FOLDER``: manifests of strangers' photographs, labelled before.

``strangers.jsonl`` says of each photograph in which public repository on GitHub it lies, at which commit
and path, its checksum, and what a person saw on it. None is kept here. Whoever has them, under any name
anywhere in a folder (their repositories, say), gets manifests there for ``companion evaluate``, one for
each set: ``second-to-35.jsonl``, ``second-aslant.jsonl`` (cameras farther off the vertical) and
``second-no-dice.jsonl``.

A die labelled ``aside`` is cut off by the picture's edge, or lies with a drawing on top instead of pips:
it counts only where it is read surely. The face ``?`` could not be told by the person either.

``--learn OUT`` copies those whose ``licence`` allows to learn from them into two folders for
``make train``: ``OUT/dice`` and ``OUT/no-dice``. Those of the set ``licensed`` never judge.
"""

import argparse
import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LABELS = Path(__file__).parent / "strangers.jsonl"
ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp"})


@dataclass(frozen=True)
class Labelled:
    """One photograph and what lies on it: ``dice`` as in a manifest's line.

    ``licence``: the one that allows to learn from it, where there is one.
    """

    lot: str
    source: str
    sha256: str
    dice: tuple[Mapping[str, Any], ...]
    licence: str | None = None


def labelled(labels: Path = LABELS) -> Iterator[Labelled]:
    """Yield the photographs that are labelled, in the order of the file."""
    for line in labels.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        dice = tuple(
            {"face": die["face"], "x": die["x"], "y": die["y"], "cut_off": die.get("aside", False)}
            for die in row["dice"]
        )
        kind = "no-dice" if not dice else "aslant" if row["aslant"] else "to-35"
        source = f"{row['repository']} {row['path']}"
        yield Labelled(f"{row['set']}-{kind}", source, row["sha256"], dice, row.get("licence"))


def pictures_in(folder: Path) -> dict[str, Path]:
    """Return the pictures that lie anywhere in a folder, by their checksum."""
    files = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in ENDINGS)
    return {hashlib.sha256(path.read_bytes()).hexdigest(): path for path in files if path.is_file()}


def manifests(photos: Iterable[Labelled], pictures: Mapping[str, Path], folder: Path) -> dict[str, str]:
    """Return the manifests' texts by name, of those photographs that are there."""
    lines: dict[str, list[str]] = {}
    for photo in photos:
        if photo.sha256 in pictures:
            image = pictures[photo.sha256].relative_to(folder).as_posix()
            row = {"image": image, "dice": photo.dice}
            lines.setdefault(photo.lot, []).append(json.dumps(row, ensure_ascii=False))
    return {f"{lot}.jsonl": "\n".join(rows) + "\n" for lot, rows in lines.items()}


def copy_to_learn(photos: Iterable[Labelled], pictures: Mapping[str, Path], out: Path) -> int:
    """Copy the photographs to learn from, and write their manifests; return how many there are.

    Their names are those of their sources: by name it is told which are learnt from and which kept back.
    """
    lines: dict[str, list[str]] = {}
    for photo in photos:
        if photo.licence and photo.sha256 in pictures:
            folder, picture = "dice" if photo.dice else "no-dice", pictures[photo.sha256]
            image = f"images/{_file_name(photo.source, picture.suffix)}"
            (out / folder / "images").mkdir(parents=True, exist_ok=True)
            shutil.copy(picture, out / folder / image)
            dice = [{**die, "cut_off": die["cut_off"] or die["face"] == "?"} for die in photo.dice]
            lines.setdefault(folder, []).append(
                json.dumps({"image": image, "dice": dice}, ensure_ascii=False)
            )
    for folder, rows in lines.items():
        text = "".join(f"{row}\n" for row in rows)
        (out / folder / "manifest.jsonl").write_text(text, encoding="utf-8")
    return sum(map(len, lines.values()))


def _file_name(source: str, suffix: str) -> str:
    repository, path = source.split(" ", 1)
    name = f"{repository.replace('/', '__')}__{path.replace('/', '_').replace(' ', '_')}"
    return name if name.lower().endswith(suffix.lower()) else name + suffix


def main() -> None:
    """Write the manifests, and say which photographs are missing."""
    words = argparse.ArgumentParser(prog="python -m tests.figures.strangers", description=__doc__)
    words.add_argument("folder", type=Path, help="where the photographs lie")
    words.add_argument("--learn", type=Path, metavar="OUT", help="copy those to learn from")
    asked = words.parse_args()
    folder: Path = asked.folder
    if not folder.is_dir():
        words.error(f"there is no folder {folder}")
    photos, pictures = list(labelled()), pictures_in(folder)
    for name, text in manifests(photos, pictures, folder).items():
        (folder / name).write_text(text, encoding="utf-8")
        print(f"{folder / name}: {text.count(chr(10))} photographs")
    if asked.learn is not None:
        print(f"{asked.learn}: {copy_to_learn(photos, pictures, asked.learn)} photographs to learn from")
    for photo in photos:
        if photo.sha256 not in pictures:
            print(f"missing: {photo.source}")


if __name__ == "__main__":
    main()
