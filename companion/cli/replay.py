"""``companion replay RECORD``: play a recorded game through the rules and say how it ended."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from companion.cli.errors import in_words
from companion.errors import BadMove, BadRecord, CompanionError, IllegalMove
from companion.games import catalogue
from companion.games.game import Json, Outcome
from companion.games.history import Dropped, History
from companion.games.record import Entry, name_of, read_record
from vision.given_files import text_of

MOST_BYTES = 64 * 1024 * 1024
"""Largest record accepted: a long evening's has a few hundred lines."""


@click.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path))
def command(record: Path) -> None:
    """Play RECORD, one JSON object a move, through the rules; the last line says how it ended.

    Stops at the first line that cannot be played, with exit status 1.
    """
    try:
        for said in replay(_lines(record)):
            _say(said)
    except (OSError, CompanionError) as error:
        _say({"ok": False, "error": str(error)})
        click.echo(f"{record.name}: {in_words(error)}", err=True)
        sys.exit(1)


def _lines(record: Path) -> list[str]:
    """Return a record's lines. Raises OSError, ``BadRecord``."""
    try:
        return text_of(record, MOST_BYTES).split("\n")
    except ValueError as error:
        raise BadRecord(str(error), hint="A record has one JSON object a line.") from error


def replay(lines: list[str]) -> Iterator[dict[str, Json]]:
    """Yield a line for each move and for the end. Raises ``CompanionError`` if it stops."""
    setup, entries = read_record(lines)
    history = History.begin(catalogue.game(setup.game), setup)
    for number, entry in entries:
        try:
            history = history.add(entry.seat, entry.words)
        except (BadMove, IllegalMove) as error:
            raise BadRecord(
                f"line {number}: {_who(history, entry)}: {error}", hint=error.hint
            ) from error
        yield {"ok": True, **_dropped(history)}
    yield _end(history)


def _who(history: History, entry: Entry) -> str:
    name = "nobody" if entry.seat is None else name_of(history.setup, entry.seat)
    return f"{name}, {entry.words.get('move', 'no move')}"


def _dropped(history: History) -> dict[str, Json]:
    return (
        {"dropped": [_drop(history, dropped) for dropped in history.dropped]} if history.dropped else {}
    )


def _drop(history: History, dropped: Dropped) -> Json:
    return {"number": dropped.number, "move": _who(history, dropped.entry), "error": dropped.why}


def _end(history: History) -> dict[str, Json]:
    game, state, setup = history.game, history.state, history.setup
    scores, seat, outcome = game.scores(state), game.to_move(state), game.outcome(state)
    return {
        "scores": None if scores is None else dict(zip(setup.seats, scores, strict=True)),
        "to_move": None if seat is None else name_of(setup, seat),
        "outcome": None if outcome is None else _outcome(history, outcome),
    }


def _outcome(history: History, outcome: Outcome) -> Json:
    return {"winners": [name_of(history.setup, seat) for seat in outcome.winners], "why": outcome.why}


def _say(words: dict[str, Json]) -> None:
    click.echo(json.dumps(words))
