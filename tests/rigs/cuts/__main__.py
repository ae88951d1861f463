"""Cuts the power at random places of what games wrote: ``python -m tests.rigs.cuts 1000 [SEED]``.

Each game is played once under strace (Linux); then, for every cut, the files are made as a disk may hold
them that lost its power there, and the journal is opened: all that was said to be kept must be there,
nothing but the move on its way may be more, and no move may be half there.
"""

import shutil
import sys
import tempfile
from pathlib import Path
from random import Random

from companion.cli.settings import JOURNAL
from companion.errors import JournalError
from companion.table.owner.glass import OwnGlass
from companion.table.sitting.sitting import Sitting
from companion.table.storage.journal import Journal
from tests.rigs.cuts.disk import after_cut, write
from tests.rigs.cuts.trace import Step, traced

GAMES = ("carcassonne_dice", "drunter", "ubongo", "gruftmeister")
MOVES = 60


def main(cuts: int, seed: int = 1) -> int:
    """Cut so often; return how often something was wrong."""
    rng, wrong, mended = Random(seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        played = [_played(Path(folder) / name, name, seed) for name in GAMES]
        for cut in range(cuts):
            data, steps = played[cut % len(played)]
            until = rng.randrange(len(steps))
            place = Path(folder) / "after"
            shutil.rmtree(place, ignore_errors=True)
            write(after_cut(steps[:until], rng), data, place)
            found, was_mended = _look(place, steps[:until])
            mended += was_mended
            for each in found:
                wrong += 1
                print(f"cut {cut} of {data.parent.name} at step {until}: {each}", flush=True)
        moves = [sum(step.data.startswith(b"m") for step in steps) for _, steps in played]
    print(f"{cuts} cuts in games of {moves} moves: {wrong} wrong, the journal mended {mended} times")
    return wrong


def _played(folder: Path, game: str, seed: int) -> tuple[Path, list[Step]]:
    data = folder / "data"
    data.mkdir(parents=True)
    return data, traced(data, "tests.rigs.cuts.writer", [game, str(seed), str(MOVES)])


def _look(place: Path, steps: list[Step]) -> tuple[list[str], bool]:
    said = [step.data.decode().strip() for step in steps if step.what == "said"]
    kept = [each for each in said if each.startswith("m")]
    try:
        with Journal(place / JOURNAL) as journal:
            chapter, mended = journal.last(), journal.mended is not None
    except JournalError as error:
        return [f"the journal is refused: {error}"], False
    if chapter is None:
        return (["the game is lost"] if said else []), mended
    ids = [event.move_id for event in chapter.events]
    wrong = (
        [] if ids[: len(kept)] == kept and len(ids) <= len(kept) + 1 else [f"{ids[-2:]} for {kept[-2:]}"]
    )
    Sitting.resume(chapter)
    glasses = [int(each.split()[1]) for each in said if each.startswith("glass")]
    if (place / "glass.json").exists() and glasses:
        now = OwnGlass(place / "glass.json").settings.measured_s
        wrong += [] if now is not None and now >= glasses[-1] else [f"glass {now} for {glasses[-1]}"]
    return wrong, mended


if __name__ == "__main__":
    sys.exit(1 if main(*map(int, sys.argv[1:])) else 0)
