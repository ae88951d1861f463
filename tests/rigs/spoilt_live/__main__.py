"""``python -m tests.rigs.spoilt_live``: play, spoil the camera's pictures for a while, count.

Results go as JSON lines into build/spoilt_live; a run that was stopped goes on where it was. The exit
status is 1 where a move came that nobody made, something was forgotten, or a page did not say why.
"""

import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import click
import cv2
import numpy as np

from companion.games.catalogue import names
from tests.rigs.spoilt.sources import fingerprint
from tests.rigs.spoilt.work import known
from tests.rigs.spoilt_live.account import false_move, forgot, silent, told
from tests.rigs.spoilt_live.live import LiveEvening
from tests.rigs.spoilt_live.spells import NONE, Spell, drawn

OUT = Path(__file__).parents[3] / "build" / "spoilt_live"
CASES, CONTROL, EVENING = 100, 10, 5
"""So many cases of each game; one in so many spoils nothing; so many in one evening, at one table."""


@click.command()
@click.option("--share", default=1.0, show_default=True, help="Of the 600 cases.")
@click.option("--game", "games", multiple=True, type=click.Choice(names()), help="These alone.")
@click.option("--out", default=OUT, type=click.Path(path_type=Path), help="Folder of the results.")
def main(share: float, games: Sequence[str], out: Path) -> None:
    """Play, spoil, count, and tell."""
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    file = out / f"cases-{fingerprint('vision', 'companion')}.jsonl"
    count = max(1, round(share * CASES))
    for game in games or names():
        done = sum(row["game"] == game for row in known(file, "key").values())
        with file.open("a") as rows:
            for row in cases(game, done, count):
                rows.write(json.dumps(row) + "\n")
                rows.flush()
                click.echo(json.dumps(row), err=True)
    rows_ = [row for row in known(file, "key").values() if not games or row["game"] in games]
    click.echo(f"results: {file}\n")
    for line in told(rows_):
        click.echo(line)
    sys.exit(1 if any(false_move(row) or forgot(row) or silent(row) for row in rows_) else 0)


def cases(game: str, first: int, count: int) -> Iterator[dict[str, Any]]:
    """Yield a row for each case from this one on, played in as many evenings as it takes."""
    number, seed = first, 1000 + first
    while number < count:
        seed += 1
        begins, ends = number, min(number + EVENING, count)
        for row in evening(game, seed, range(begins, ends)):
            if row["stuck"] or row["asked"]:
                row["anyway"] = stops_anyway(game, seed, range(begins, number + 1))
            number += 1
            yield row


def stops_anyway(game: str, seed: int, numbers: range) -> bool:
    """Tell whether the game does not go on by itself in the last case, were nothing spoilt at all."""
    rows = list(evening(game, seed, numbers, spoils=False))
    return len(rows) == len(numbers) and bool(rows[-1]["stuck"] or rows[-1]["asked"])


def evening(game: str, seed: int, numbers: range, *, spoils: bool = True) -> Iterator[dict[str, Any]]:
    """Yield a row for each of these cases, as far as one evening goes."""
    with tempfile.TemporaryDirectory(prefix="spoilt-live-") as folder:
        live = LiveEvening(Path(folder), game, seed)
        try:
            for number in numbers:
                rng = np.random.default_rng([crc32(game.encode()), number])
                spell = drawn(rng, game, number, CONTROL)
                if not spoils:
                    spell.kind, spell.step = NONE, 0.0
                row = taken(live, spell)
                if row is None:
                    return
                yield {"key": f"{game} {number} (evening {seed} from {numbers[0]})"} | row
                if "broken" in row:
                    return
        finally:
            live.close()


def taken(live: LiveEvening, spell: Spell) -> dict[str, Any] | None:
    """Return what came of a spell; None: the game is over."""
    try:
        row = live.take(spell)
    except Exception as error:  # noqa: BLE001 - an evening that breaks is told, the next is played
        broken = {"broken": f"{type(error).__name__}: {error}"}
        return NOTHING | {"game": live.game} | words_of(spell) | broken
    return None if row is None else {**row}


NOTHING: dict[str, Any] = {
    "wrong": [],
    "proposed": [],
    "forgotten": [],
    "stuck": "",
    "asked": [],
    "anyway": False,
    "unreadable": None,
    "read": False,
    "said_after_s": None,
}


def words_of(spell: Spell) -> dict[str, Any]:
    """Return a spell as JSON."""
    return {name: getattr(spell, name) for name in ("phase", "kind", "step", "lasts_s")}


if __name__ == "__main__":
    main()
