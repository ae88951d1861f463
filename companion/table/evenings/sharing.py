"""Past games for other programs: a table of values, and plays for Board Game Stats in its two formats.

Board Game Stats (BG Stats) takes a link that creates one play, and a ``.bgsplay`` file; it recognises
games, players and plays by the ids that we give. The ids are derived from data that never change, so
that a play imported twice remains one play.
"""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from typing import Any, Final
from urllib.parse import quote
from uuid import uuid5

from companion.table.evenings.players import SPACE, KnownPlayer
from companion.table.evenings.result import Placed, Result
from companion.table.shapes.values import MarkShape, as_text

SITE: Final = "app.bgstatsapp.com"
SOURCE: Final = "Table Companion"
ABOUT: Final = "This is a Play file that can be read by Board Game Stats. https://www.bgstatsapp.com"
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""Spreadsheets run a text that begins with one of these as a formula."""
HEAD: Final = ("game", "title", "date", "minutes", "player", "rank", "score", "won")


@dataclass(frozen=True)
class SharedGame:
    """A game that has ended, as it is shared. ``root``: the first sitting that it replaces.

    ``title``: the game's name in the reader's language; ``players``: those with an entry, by name;
    ``marks``: each seat's colour and sign.
    """

    result: Result
    root: int
    title: str
    players: Mapping[str, KnownPlayer]
    marks: Mapping[str, MarkShape]

    @property
    def id(self) -> str:
        """The play's id in other programs."""
        return _id(f"play/{self.root}/{self.result.opened_at}")

    @property
    def at(self) -> str:
        """When it began, in UTC, as Board Game Stats writes it."""
        try:
            began = datetime.fromisoformat(self.result.opened_at).astimezone(UTC)
        except (ValueError, OverflowError):
            began = datetime.fromtimestamp(0, UTC)
        return f"{began:%Y-%m-%d %H:%M:%S}"

    @property
    def counts_points(self) -> bool:
        """Whether the game has scores."""
        return all(placed.score is not None for placed in self.result.ranking)

    def player_id(self, placed: Placed) -> str:
        """Return a player's id in other programs; all guests share one."""
        known = None if placed.name in self.result.nameless else self.players.get(placed.name)
        return known.id.upper() if known else _id("guest")


def table_of(plays: Iterable[SharedGame]) -> str:
    """Return every place of every game that was played to its end as a table of values (CSV)."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(HEAD)
    for play in plays:
        one = play.result
        for placed in one.ranking:
            score = "" if placed.score is None else placed.score
            told = (one.game, play.title, one.opened_at, round(one.minutes), _harmless(placed.name))
            writer.writerow((*told, placed.rank, score, int(placed.won)))
    return out.getvalue()


def link_of(play: SharedGame) -> str:
    """Return the link by which Board Game Stats creates the play; it sends names to its site."""
    one = play.result
    words = {
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playDate": play.at,
        "durationMin": round(one.minutes),
        "game": {
            "name": play.title,
            "sourceGameId": one.game,
            "highestWins": True,
            "noPoints": not play.counts_points,
        },
        "players": [
            {
                "name": placed.name,
                "sourcePlayerId": play.player_id(placed),
                "startPlayer": placed.name == one.seats[0],
                "winner": placed.won,
                "rank": placed.rank,
                **({} if placed.score is None else {"score": str(placed.score)}),
            }
            for placed in one.ranking
        ],
    }
    return f"https://{SITE}/createPlay.html?data={quote(as_text(words), safe='')}"


def file_of(play: SharedGame, now: datetime) -> str:
    """Return the play as a ``.bgsplay`` file."""
    one, at = play.result, f"{now.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
    refs = {placed.name: number for number, placed in enumerate(one.ranking, 1)}
    game = {
        "id": 1,
        "uuid": _id(f"game/{one.game}"),
        "name": play.title,
        "highestWins": True,
        "noPoints": not play.counts_points,
        "cooperative": False,
        "usesTeams": False,
        "modificationDate": at,
    }
    words = {
        "about": ABOUT,
        "userInfo": {},
        "players": [
            {
                "id": refs[placed.name],
                "uuid": play.player_id(placed),
                "name": placed.name,
                "isAnonymous": placed.name in one.nameless,
                "modificationDate": at,
            }
            for placed in one.ranking
        ],
        "locations": [],
        "games": [game],
        "plays": [{**_play(play, at), "playerScores": _scores(play, refs), "expansionPlays": []}],
    }
    return as_text(words)


def _play(play: SharedGame, at: str) -> dict[str, Any]:
    return {
        "uuid": play.id,
        "playDate": play.at,
        "entryDate": at,
        "modificationDate": at,
        "durationMin": round(play.result.minutes),
        "gameRefId": 1,
        "rounds": 0,
        "ignored": False,
        "manualWinner": True,
        "usesTeams": False,
    }


def _scores(play: SharedGame, refs: Mapping[str, int]) -> list[dict[str, Any]]:
    seats = play.result.seats
    return [
        {
            "playerRefId": refs[placed.name],
            "score": "" if placed.score is None else str(placed.score),
            "winner": placed.won,
            "rank": placed.rank,
            "seatOrder": seats.index(placed.name) + 1,
            "startPlayer": placed.name == seats[0],
            "newPlayer": False,
        }
        for placed in play.result.ranking
    ]


def _id(of: str) -> str:
    return str(uuid5(SPACE, of)).upper()


def _harmless(name: str) -> str:
    return f"'{name}" if name.startswith(FORMULA) else name
