"""``companion teach dice --set FOLDER MANIFEST``: learns a set of dice from labelled photographs."""

import sys
from pathlib import Path

import click

from vision.manifest import load_dice_manifest
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
    """Teach a set from a manifest; what is doubtful is said on stderr."""
    earlier = load(folder) if (folder / "faces.json").is_file() else None
    lesson = teach(folder.name, load_dice_manifest(manifest), earlier)
    save(lesson.taught, folder)
    for note in lesson.notes:
        click.echo(note.text, err=True)
    click.echo(f"{folder}: {len(lesson.taught.faces)} faces, {len(lesson.taught.samples)} samples")
    sys.exit(1 if any(note.serious for note in lesson.notes) else 0)
