"""``companion teach dice --set FOLDER MANIFEST``: learns a set of dice from labelled photographs."""

import sys
from collections import Counter
from pathlib import Path

import click

from vision.manifest import read_dice_manifest
from vision.sets import load, save
from vision.teaching import teach


@click.command()
@click.argument("kind", type=click.Choice(["dice"]))
@click.option(
    "--set",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the set.",
)
@click.argument("manifest", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(kind: str, folder: Path, manifest: Path) -> None:  # noqa: ARG001
    """Teach a set from a manifest, on top of what the folder holds already.

    A photograph taught again takes the place of what it taught before, so correct a wrong label and
    teach again. To begin anew, delete the folder. What went wrong is said on stderr (exit status 1),
    and after it what to photograph next.
    """
    earlier = load(folder) if (folder / "faces.json").is_file() else None
    labelled = read_dice_manifest(manifest)
    for fault in labelled.faults:
        click.echo(str(fault), err=True)
    lesson = teach(folder.resolve().name, labelled.photos, earlier)
    save(lesson.taught, folder)
    serious = [note.text for note in lesson.notes if note.serious]
    for text in serious:
        click.echo(text, err=True)
    for note in lesson.notes:
        if not note.serious:
            click.echo(f"advice: {note.text}", err=True)
    samples = Counter(sample.face for sample in lesson.taught.samples)
    told = ", ".join(f"{face.name} {samples[face.name]}" for face in lesson.taught.faces)
    click.echo(f"{folder}: {len(samples)} faces, {samples.total()} samples ({told})")
    sys.exit(1 if serious or labelled.faults else 0)
