"""A table that plays one game after the other by itself and tells the hub, until it is ended.

    python -m tests.rigs.club.table --data FOLDER --name table-1 --broker PORT --seed 1 --pause 0.5

There are no pictures: bots make the moves as if by tap. Everything else is a table's own.
"""

import argparse
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from companion.errors import CompanionError
from companion.games import catalogue
from companion.games.game import HOST, seat_role
from companion.games.record import name_of
from companion.table.home.place import BrokerPlace
from companion.table.hub.topics import HubTopics
from companion.table.hub.worker import HubWorker
from companion.table.storage.journal import Journal
from companion.table.supervision.supervisor import Supervisor, Worker
from companion.table.table import Table
from companion.table.workers import TimeWorker
from tests.games.bots import next_move
from vision.clock import SystemClock

GAMES = ("yacht", "drunter", "carcassonne_dice", "yacht")
NAMES = ("Ana", "Bob", "Cyril", "Dana", "Eva", "Filip", "Greta", "Hugo", "Iva", "Jan")
BACKENDS = {"camera": "bots", "pins": "none"}


def time_of_day() -> datetime:
    return datetime.now().astimezone()


def open_table(data: Path) -> Table:
    data.mkdir(exist_ok=True)
    journal = Journal(data / "journal.lines")
    return Table(journal, SystemClock(), time_of_day, BACKENDS, folder=data)


def begin(table: Table, rng: Random, games: Sequence[str] = GAMES) -> None:
    """Begin a game."""
    seats = rng.sample(NAMES, rng.choice((2, 3)))
    table.start_sitting({"game": rng.choice(games), "seats": seats})


def move_once(table: Table, rng: Random, number: int) -> bool:
    """Let a bot make the next move; return whether there was one. Some are taken back."""
    history = table.history
    game, state = history.game, history.state
    if game.outcome(state) is not None:
        return False
    seats = len(history.setup.seats)
    move = next_move(game, catalogue.bot(game.name), state, seats, rng)
    if move is None:
        return False
    words: dict[str, Any] = dict(game.words(state, move))
    role = HOST
    if move.seat is not None:
        words["seat"] = name_of(history.setup, move.seat)
        if words["move"] in game.own_moves | game.secret_moves:
            role = seat_role(move.seat)
    table.submit(role, f"{number} {rng.random()}", words)
    if rng.random() < 0.03:
        table.submit(HOST, f"undo {number} {rng.random()}", {"move": "undo"})
    return True


def play(table: Table, rng: Random, stop: threading.Event, pause_s: float, most: int | None) -> None:
    """Play on, for so many moves or until it is stopped."""
    number = 0
    while not stop.wait(pause_s * rng.uniform(0.5, 1.5)) and (most is None or number < most):
        number += 1
        try:
            if table.game is None or not move_once(table, rng, number):
                if not table.playing:
                    stop.wait(4 * pause_s)
                begin(table, rng)
        except CompanionError as error:  # cards are still turning up, for example
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            stop.wait(0.2)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--broker", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0.5)
    parser.add_argument("--count", type=int, default=1, help="so many tables in this one program")
    said = parser.parse_args()
    stop = threading.Event()
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, lambda *_: stop.set())
    place = BrokerPlace("127.0.0.1", said.broker)
    with ExitStack() as stack:
        for number in range(said.count):
            more = f"-{number}" if said.count > 1 else ""
            data = said.data.with_name(said.data.name + more)
            table = stack.enter_context(playing(data, place, said.name + more))
            words = (table, Random(said.seed + number), stop, said.pause, None)
            player = threading.Thread(target=play, args=words)
            player.start()
            stack.callback(player.join)
        stop.wait()


@contextmanager
def playing(data: Path, place: BrokerPlace, name: str) -> Iterator[Table]:
    """Let a table tell the hub while this context lasts."""
    table, clock = open_table(data), SystemClock()
    topics = HubTopics(name)
    workers: list[Worker] = [
        TimeWorker(table, clock),
        HubWorker(table, clock, place, topics, data, with_names=True),
    ]
    supervisor = Supervisor(workers, clock, table.report)
    supervisor.start()
    try:
        yield table
    finally:
        supervisor.stop()
        table.close()


if __name__ == "__main__":
    main()
