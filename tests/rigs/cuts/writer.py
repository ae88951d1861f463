"""Keeps a bots' game in a journal and says each move that it has kept; made to be watched by strace.

Run as ``python -m tests.rigs.cuts.writer DATA GAME SEED MOVES``.
"""

import os
import sys
from pathlib import Path
from random import Random

from companion.cli.settings import JOURNAL
from companion.games import catalogue
from companion.games.game import Setup
from companion.games.history import History
from companion.games.record import name_of, setup_words
from companion.table.storage.files import write_whole
from companion.table.storage.journal import Event, Journal
from tests.games.bots import next_move

AT = "2026-01-02T20:15:00+00:00"
NAMES = ("Ana", "Bob")


def main(data: Path, name: str, seed: int, moves: int) -> None:
    """Play so many moves; batches of one and of two, notes of a timer and a small file in between."""
    rng, game = Random(seed), catalogue.game(name)
    setup = game.deal(Setup(name, NAMES), rng)
    history = History.begin(game, setup)
    with Journal(data / JOURNAL) as journal:
        sitting = journal.open_sitting(dict(setup_words(setup)), AT)
        _say("sitting")
        for number in range(moves):
            move = next_move(game, catalogue.bot(name), history.state, len(NAMES), rng)
            if move is None or game.outcome(history.state) is not None:
                break
            words = dict(game.words(history.state, move))
            if move.seat is not None:
                words = {"seat": name_of(setup, move.seat), **words}
            history = history.add(move.seat, {key: words[key] for key in words if key != "seat"})
            events = [Event(f"m{number}", words, "tap", AT, AT)]
            journal.append(sitting, events, {"dice": [number] * rng.randrange(60)})
            _say(f"m{number}")
            if rng.random() < 0.3:
                journal.keep_timer(sitting, "glass", float(number))
            if rng.random() < 0.1:
                write_whole(
                    data / "glass.json", f'{{"shows": "both", "measured_s": {number + 10}}}'.encode()
                )
                _say(f"glass {number + 10}")


def _say(what: str) -> None:
    os.write(1, f"{what}\n".encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
