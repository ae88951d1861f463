"""The games' side tables: what is kept beside the sitting, which none of it changes.

All of it outlasts the program, in a small file of the data folder. What is read there is taken in at
once, since one tap takes it back.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from companion.errors import IllegalMove, NoSuchGame
from companion.games.game import Words
from companion.table.hooks.position import Readings
from companion.table.hooks.verdict import JsonObject, Proposal, Say, Verdict, text
from companion.table.plays.catalogue import side_tables
from companion.table.plays.side_table import SideTable
from companion.table.sitting.sitting import Sitting
from companion.table.storage.small_file import SmallFile
from companion.table.teaching.sets_in_use import SetsInUse

BESIDE: Final = "beside.json"
"""The file in the data folder that keeps it."""
IDS_KEPT: Final = 32
"""Number of the last requests whose ids are kept: one without an answer is soon sent again."""
ANSWER: Final = "answer"
"""What is done where a question is answered: the table's own word."""


@dataclass(frozen=True)
class OpenSideTable:
    """One side table that is in use: what is kept, what is remembered of the real one, what is asked."""

    kept: Any
    memory: Any
    ids: tuple[str, ...] = ()
    question: Proposal[Any] | None = None
    notice: Say | None = None


class Beside:
    """All side tables. Every method may be called from any thread.

    ``path``: None if nothing is kept; ``lock`` is the table's, ``changing`` takes it and tells what
    is new when it is left; ``readings``: what was read last.
    """

    def __init__(
        self,
        path: Path | None,
        lock: AbstractContextManager[Any],
        changing: Callable[[], AbstractContextManager[None]],
        readings: Callable[[], Readings],
        sets: SetsInUse,
    ) -> None:
        self._file, self._lock, self._changing = SmallFile(path, "the side tables"), lock, changing
        self._readings, self._sets = readings, sets
        self._laid: dict[str, OpenSideTable] = self._file.read(_understood, {})
        self._is_news = False

    def view(self, game: str) -> JsonObject:
        """Return a game's side table as all are told of it. Raises NoSuchGame."""
        side = _of(game)
        with self._lock:
            return _shape(side, self._laid.get(game) or _fresh(side))

    def do(self, game: str, id_: str, words: Words) -> None:
        """Do something at a game's side table; the same id again changes nothing.

        Raises NoSuchGame, BadMove, IllegalMove, JournalError.
        """
        side = _of(game)
        with self._changing():
            laid = self._laid.get(game) or _fresh(side)
            if id_ in laid.ids:
                return
            if words.get("move") == ANSWER:
                after = _answer(side, laid, str(words.get("choice")))
            else:
                kept = side.done(laid.kept, words)
                memory = side.entered(words, laid.memory, self._readings())
                after = OpenSideTable(kept, memory, laid.ids)
            self._keep(game, replace(after, ids=(*after.ids, id_)[-IDS_KEPT:]))

    def sets(self, sitting: Sitting | None, *, is_on: bool) -> dict[str, str]:
        """Return the sets to read with for a side table, by the kind of their pieces.

        Beside a game that is played only those that are its own, too, while it reads none of that kind:
        what else lies under the camera belongs to it, and is told by tap.
        """
        watched = [
            _of(game).sets for game, laid in self._laid.items() if _of(game).is_watched(laid.kept)
        ]
        wanted = {kind: name for sets in watched for kind, name in sets.items()}
        if sitting is not None and is_on:
            own, reads = sitting.play.sets, sitting.play.wanted(sitting.history.state)
            shared = (kind for kind in wanted if kind not in reads and own.get(kind) == wanted[kind])
            wanted = {kind: wanted[kind] for kind in shared}
        return self._sets.in_place_of(wanted)

    def has_seen(self) -> None:
        """Take in that something was read."""
        self._is_news = bool(self._laid)

    def weigh(self, read: Mapping[str, str]) -> None:
        """Take in what the last readings mean, where that has not been done. ``read``: see ``sets``."""
        with self._lock:
            is_news, self._is_news = self._is_news, False
            asked = {game: laid for game, laid in self._laid.items() if _of(game).is_watched(laid.kept)}
            readings = {kind: one for kind, one in self._readings().items() if kind in read}
        if not is_news or not readings:
            return
        for game, laid in asked.items():
            verdict = _of(game).weigh(laid.kept, laid.memory, readings)
            with self._changing():
                if self._laid[game] is laid:
                    self._heed(game, laid, verdict)
                else:
                    self._is_news = True

    def shape(self, read: Mapping[str, str]) -> dict[str, JsonObject]:
        """Return those in use, by game, as all are told of them; under the lock. ``read``: ``sets``."""
        return {
            game: {**_shape(_of(game), laid), "reads": not read.keys().isdisjoint(_of(game).sets)}
            for game, laid in self._laid.items()
        }

    def move(self, path: Path | None) -> None:
        """Keep it all in another file from now on; None: nowhere. Raises JournalError."""
        if self._laid:
            self._file.move(path, _words(self._laid))
        self._file.path = path

    def _heed(self, game: str, laid: OpenSideTable, verdict: Verdict[Any]) -> None:
        proposal = verdict.proposal
        after = replace(laid, memory=verdict.memory, notice=verdict.notice, question=None)
        if proposal is not None and proposal.kind == "move":
            self._keep(game, _answer(_of(game), replace(after, question=proposal), "accept"))
            return
        asked = proposal if proposal is not None and proposal.kind == "question" else None
        self._laid[game] = replace(after, question=asked)

    def _keep(self, game: str, laid: OpenSideTable) -> None:
        after = {**self._laid, game: laid}
        self._file.write(_words(after))
        self._laid = after


def _of(game: str) -> SideTable[Any, Any]:
    found = side_tables().get(game)
    if found is None:
        known = ", ".join(side_tables())
        raise NoSuchGame(f"{game!r} has no side table", hint=f"There is one of: {known}.")
    return found


def _fresh(side: SideTable[Any, Any]) -> OpenSideTable:
    return OpenSideTable(side.laid_out(), side.nothing_seen())


def _answer(side: SideTable[Any, Any], laid: OpenSideTable, choice: str) -> OpenSideTable:
    """Return a side table once its question is answered; "accept": by the likeliest choice."""
    choices = laid.question.choices if laid.question is not None else ()
    chosen = next((one for one in choices if choice in (one.id, "accept")), None)
    if chosen is None:
        raise IllegalMove(f"no question is open that {choice!r} answers", hint="Look again.")
    kept = laid.kept
    for words in chosen.moves:
        kept = side.done(kept, {key: value for key, value in words.items() if key != "seat"})
    return OpenSideTable(kept, chosen.memory, laid.ids)


def _shape(side: SideTable[Any, Any], laid: OpenSideTable) -> JsonObject:
    question = laid.question
    asked = question and {
        "text": text(question.say),
        "choices": [
            {"id": one.id, "text": text(one.say), "moves": list(one.moves)} for one in question.choices
        ],
    }
    notice = text(laid.notice) if laid.notice else None
    return {**side.view(laid.kept), "question": asked, "notice": notice}


def _understood(said: Any) -> dict[str, OpenSideTable]:
    return {game: _read(side_tables()[game], one) for game, one in said.items()}


def _read(side: SideTable[Any, Any], said: JsonObject) -> OpenSideTable:
    return OpenSideTable(side.of_words(said["kept"]), side.nothing_seen(), tuple(map(str, said["ids"])))


def _words(laid: Mapping[str, OpenSideTable]) -> JsonObject:
    return {
        game: {"kept": side_tables()[game].words(one.kept), "ids": list(one.ids)}
        for game, one in laid.items()
    }
