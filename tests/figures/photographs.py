"""Dice read from photographs that lie beside the checkout, and from path-traced pictures."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.conftest import REAL
from tests.figures.tables import Missing, pictures_table, told
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.manifests.labelled import LabelledPhoto
from vision.manifests.manifest import DICE, load_manifest
from vision.picture_files import load_picture
from vision.workshop.evaluation.dice import DICE_MEASURE, JudgedPhoto, judge
from vision.workshop.evaluation.report import EvaluationReport
from vision.workshop.training.samples.real import shares

COLLECTIONS = ("webcam", "topdown")
TRACED = Path(__file__).parents[2] / "build" / "path_traced" / "manifest.jsonl"


def real(folder: Path = REAL / "dice") -> Iterator[str]:
    """Yield the figures of plain dice on the quarter of each collection that was never learnt from."""
    reader = DiceReader(load("pips"))
    yield from pictures_table({name: counted(kept(folder, name), reader) for name in COLLECTIONS})


def kept(folder: Path, collection: str) -> list[LabelledPhoto]:
    """Return a collection's photographs that only judge. Raises ``Missing``."""
    manifest = folder / collection / "manifest.jsonl"
    if not manifest.is_file():
        where = f"../shared/real/dice/{collection}"
        raise Missing(f"the photographs of {collection} belong beside the checkout: {where}")
    return shares(manifest).kept


def path_traced(manifest: Path = TRACED) -> Iterator[str]:
    """Yield the figures of path-traced Carcassonne dice, read untaught. Raises ``Missing``."""
    if not manifest.is_file():
        raise Missing(
            "`make path-traced` draws the path-traced pictures first, into build/path_traced "
            "(half a minute a picture)"
        )
    found = counted(load_manifest(manifest, DICE), DiceReader(load("carcassonne")))
    yield from pictures_table({"path-traced, untaught": found})
    yield f"\nAngles within 5°: {told(found['angle_right'])}."


def counted(photos: Sequence[LabelledPhoto], reader: DiceReader) -> EvaluationReport:
    """Read photographs and return what was counted."""
    return DICE_MEASURE.report([judged(photo, reader) for photo in photos])


def judged(photo: LabelledPhoto, reader: DiceReader) -> JudgedPhoto:
    """Read one photograph and judge the reading."""
    return judge(photo, reader.read(load_picture(photo.image)), reader.taught)
