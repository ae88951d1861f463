"""A real table without eyes, at which bots have played for a while: one for each game."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random

from companion.errors import IllegalMove
from companion.games import catalogue
from companion.games.game import HOST, Setup, seat_role
from companion.table.table import Table
from tests.games.bots import next_move
from tests.web.browser.real_table import table_without_eyes

MOVES = 38
"""So many are made: every game is well under way, and none is over."""


@contextmanager
def table_at_play(game: str, seats: int | None = None, moves: int = MOVES) -> Iterator[Table]:
    """Run a table at which this game is played; with three seats, or as many as it is for."""
    counts = catalogue.game(game).seat_counts
    count = seats or (3 if 3 in counts else counts[0])
    names = ("Ana", "Bob", "Cyril", "Dora", "Emil", "Fran", "Gita", "Hugo")[:count]
    with table_without_eyes(Setup(game, names)) as table:
        play_on(table, moves)
        yield table


def play_on(table: Table, moves: int) -> None:
    """Let bots make so many moves more."""
    history = table.history
    names = history.setup.seats
    bot, rng = catalogue.bot(history.game.name), Random(len(table.history.entries))
    for number in range(moves):
        move = next_move(history.game, bot, table.history.state, len(names), rng)
        if move is None:
            return
        words = history.game.words(table.history.state, move)
        if move.seat is not None:
            words = {**words, "seat": names[move.seat - 1]}
        is_own = move.seat is not None and str(words["move"]) in history.game.own_moves
        role = seat_role(move.seat) if is_own and move.seat is not None else HOST
        with suppress(IllegalMove):  # the time may have run out meanwhile
            table.submit(role, f"{len(table.history.entries)}-{number}", words)
