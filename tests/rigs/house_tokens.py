"""Teaches the tokens of the simulated table: ``python -m tests.rigs.house_tokens``.

The pictures are of the simulated table's own pieces: the gem board empty, then full, and gems beside it;
the stones of a fight, every face.
"""

import tempfile
from pathlib import Path

import numpy as np

from vision.manifest_tokens import LabelledTokens, read_token_manifest
from vision.sets.tokens import BUILT_IN, save_tokens
from vision.simulation.tokens.photos import SIZE_WH, teaching_scenes, write_photos
from vision.simulation.tokens.scenery import TokenWishes, What
from vision.teaching.tokens import teach_tokens

SETS: dict[str, tuple[What, ...]] = {"ubongo_gems": ("gems",), "gruftmeister_stones": ("stones",)}
SEED = 5


def main() -> None:
    """Write the built-in sets."""
    for name, kinds in SETS.items():
        photos: list[LabelledTokens] = []
        with tempfile.TemporaryDirectory() as folder:
            for what in kinds:
                rng = np.random.default_rng([SEED, 78])
                scenes = teaching_scenes(rng, what, TokenWishes(), SIZE_WH)
                manifest = write_photos(Path(folder), what, scenes, SIZE_WH, SEED)
                photos += read_token_manifest(manifest).photos
            lesson = teach_tokens(name, photos)
        save_tokens(lesson.taught, BUILT_IN / name)
        for note in lesson.notes:
            print(note)


if __name__ == "__main__":
    main()
