"""The kinds of inputs, and how many of each."""

from collections.abc import Callable, Generator
from importlib import import_module
from pathlib import Path
from random import Random

from tests.rigs.fuzz.watched import Input

COUNTS = {
    "text_files.manifests": 20_000,
    "text_files.records": 12_000,
    "text_files.settings": 6_000,
    "text_files.pin_maps": 4_000,
    "text_files.kept_files": 6_000,
    "pictures.pictures": 12_000,
    "seen.pictures": 4_000,
    "sets.folders": 3_000,
    "sets.packs": 4_000,
    "kept_data.journals": 2_000,
    "kept_data.logins": 1_000,
    "kept_data.backups": 2_000,
    "api.api": 23_900,
    "commands.commands": 100,
}
"""100,000 in all."""

Inputs = Callable[[Random, Path], Generator[Input, None, None]]


def inputs_of(kind: str) -> Inputs:
    """Return what yields the inputs of a kind; only what it needs is loaded."""
    module, _, name = kind.partition(".")
    found: Inputs = getattr(import_module(f"tests.rigs.fuzz.{module}"), name)
    return found
