"""``companion teach dice|board|tokens --set FOLDER MANIFEST``: learns a set from labelled
photographs."""

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from companion.cli.errors import in_words
from companion.cli.kinds.kind import JudgedT, PhotoT, SetT, TaughtKind
from companion.cli.kinds.pieces import KINDS
from vision.errors import BadSet
from vision.lesson import Note
from vision.manifests.manifest import read_manifest


@click.command()
@click.argument("kind", type=click.Choice(list(KINDS)))
@click.option(
    "--set",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the set.",
)
@click.argument("manifest", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(kind: str, folder: Path, manifest: Path) -> None:
    """Teach a set from a manifest, on top of what the folder holds already.

    A photograph taught again replaces what it taught before, so correct a wrong label and teach again.
    To begin again, delete the folder. Errors are printed on stderr (exit status 1), followed by what to
    photograph next.
    """
    _check_kind(kind, folder)
    taught = teach(KINDS[kind], folder, manifest, partial(click.echo, err=True))
    serious = [note.text for note in taught.notes if note.serious]
    for text in serious:
        click.echo(text, err=True)
    for note in taught.notes:
        if not note.serious:
            click.echo(f"advice: {note.text}", err=True)
    click.echo(taught.summary)
    sys.exit(1 if serious or taught.faults else 0)


def _check_kind(kind: str, folder: Path) -> None:
    """Raise ``BadSet`` if the folder holds a set of other pieces: a set serves one kind."""
    for other, of_other in KINDS.items():
        if other != kind and of_other.sets.is_in(folder):
            raise BadSet(f"{folder} holds a set of {other}, not of {kind}", hint="Name another folder.")


@dataclass(frozen=True)
class Taught:
    """How many lines could not be used, notes on the lesson, and what the set now holds, in one line."""

    faults: int
    notes: Sequence[Note]
    summary: str


def teach(
    kind: TaughtKind[SetT, PhotoT, JudgedT], folder: Path, manifest: Path, tell: Callable[[str], None]
) -> Taught:
    """Teach a set from a manifest, in addition to the existing content of the folder.

    Unusable lines are reported first.
    """
    earlier = kind.sets.load(folder) if kind.sets.is_in(folder) else None
    labelled = read_manifest(manifest, kind.labels)
    for fault in labelled.faults:
        tell(in_words(fault))
    lesson = kind.teach(folder.resolve().name, labelled.photos, earlier)
    kind.sets.save(lesson.taught, folder)
    many = Counter(sample.label for sample in lesson.taught.samples)
    told = ", ".join(f"{name} {many[name]}" for name in lesson.taught.names)
    samples = f"{len(many)} {kind.pieces}, {many.total()} samples ({told})"
    summary = f"{folder}: {kind.summary(lesson.taught, samples)}"
    return Taught(len(labelled.faults), lesson.notes, summary)
