"""Requests about players and past games, and the host's changes to them, under the table's lock."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, Final, cast

from companion.errors import BadPlayer, CompanionError, IllegalMove, NoSuchGame, Reason
from companion.games.history import History
from companion.games.record import entry_words
from companion.games.setup import shows
from companion.table.evenings.evenings import Evenings, Untold
from companion.table.evenings.players import COLOURS, KnownPlayer
from companion.table.evenings.sharing import SharedGame
from companion.table.evenings.standings import Evening
from companion.table.evenings.story import UNPLAYABLE
from companion.table.hooks.drawing import Word, seated
from companion.table.plays.catalogue import play_of
from companion.table.shapes.evenings import EveningShape, EveningsShape, LastGameShape
from companion.table.shapes.values import JsonObject, MarkShape
from companion.table.sitting.permissions import is_for_good
from companion.table.sitting.playing import Playing
from companion.table.sitting.sitting import Sitting
from companion.table.storage.chapter import Opening, Saved
from companion.table.storage.journal import Event, Journal

ASIDE: Final = ("journal-damaged-*", "journal-before-*", "*-damaged-*")
"""Folders and files of the data folder that were kept unchanged, with any names that are in them."""
LONGEST_NAME: Final = 40
"""Most letters of a name, as for a seat."""


class EveningsDesk:
    """Reads and edits players and past games. Every method may be called from any thread.

    ``lock`` is the table's; ``changing`` takes it and reports changes when it is left.
    """

    def __init__(
        self,
        journal: Journal,
        playing: Playing,
        lock: AbstractContextManager[Any],
        changing: Callable[[], AbstractContextManager[None]],
        forget: Callable[[], None],
        renamed: Callable[[str, str], None],
    ) -> None:
        """``forget``: called under the lock when the pieces on the table have lost their meaning;
        ``renamed``: called when a seat of the sitting has another name.
        """
        self._journal, self._playing = journal, playing
        self._lock, self._changing, self._forget = lock, changing, forget
        self._renamed = renamed
        self.kept = Evenings(journal, journal.folder)

    # What is asked.

    def told(self, before: int | None = None) -> EveningsShape:
        """Return players, standings, and the last evenings before the one of that number."""
        with self._lock:
            evenings = self.kept
            shown, earlier = evenings.evenings(before)
            return cast(
                EveningsShape,
                {
                    "players": [vars(one) for one in evenings.players],
                    "standings": evenings.standings_of(evenings.results()),
                    "evenings": [self._evening(one) for one in shown],
                    "earlier": earlier,
                    "untold": evenings.is_catching_up,
                },
            )

    def _evening(self, evening: Evening) -> EveningShape:
        told = {
            "number": evening.number,
            "began_at": evening.began_at,
            "games": [one.to_json() for one in evening.results],
            "standings": self.kept.standings_of(evening.results),
        }
        return cast(EveningShape, told)

    def last_games(self) -> list[LastGameShape]:
        """Return how each game was begun last, the newest first."""
        with self._lock:
            return [self._last(one) for one in self.kept.last_of_each()]

    def _last(self, opening: Opening) -> LastGameShape:
        result = self.kept.result(opening.number)
        ranking = result.ranking if result else ()
        lowest = max((one.rank for one in ranking), default=0)
        return {
            "game": str(opening.first_line["game"]),
            "seats": list(opening.seats),
            "nameless": list(opening.nameless),
            "options": dict(opening.first_line.get("options") or {}),
            "last": [one.name for one in ranking if one.rank == lowest],
        }

    def marks_of(self, sitting: Sitting | None) -> dict[str, MarkShape]:
        """Return each seat's colour and sign; the lock is held."""
        return {} if sitting is None else self.kept.players.marks(sitting.history.setup.seats)

    def play(self, sitting: int, title: Callable[[str], str]) -> SharedGame:
        """Return a game that has ended in the form in which it is shared; ``title`` names games. Raises
        NoSuchGame."""
        found = next((one for one in self.plays(title) if one.result.sitting == sitting), None)
        if found is None:
            raise _no_game(sitting)
        return found

    def plays(self, title: Callable[[str], str]) -> list[SharedGame]:
        """Return every game that has ended as it is shared, in the order of play."""
        with self._lock:
            players = {one.name: one for one in self.kept.players}
            roots = self.kept.roots()
            results = [one for one in self.kept.results() if one.has_ended]
            return [
                SharedGame(
                    one,
                    roots[one.sitting],
                    title(one.game),
                    players,
                    self.kept.players.marks(one.seats),
                )
                for one in results
            ]

    def players(self) -> list[KnownPlayer]:
        """Return everybody who has an entry, in the order of coming."""
        with self._lock:
            return list(self.kept.players)

    def drawing(self, sitting: int, word: Word) -> str:
        """Return the picture of a game that has ended, as SVG; "" if there is none."""
        with self._lock:
            result, view = self.kept.result(sitting), self.kept.picture(sitting)
            marks = {} if result is None else self.kept.players.marks(result.seats)
        if result is None or view is None:
            return ""
        with suppress(*UNPLAYABLE):  # the view of an earlier version
            return play_of(result.game).drawing(view, seated(result.seats, marks), word)
        return ""

    # The host's acts on games.

    def close(self, sitting: int) -> None:
        """End the present sitting without starting another. Raises NoSuchGame, JournalError."""
        with self._changing():
            self._under_way(sitting)
            self._playing.put_away()
            self._forget()

    def reopen(self, sitting: int) -> None:
        """Continue an earlier game, in order to correct one of its moves.

        Raises NoSuchGame; IllegalMove while another game is on, or if it cannot be reopened;
        JournalError.
        """
        saved = self._read_saved(sitting)
        with self._changing():
            if self._playing.is_on and self._playing.current.events:
                raise IllegalMove(
                    "a game is being played",
                    hint="Play it to its end, or end it.",
                    reason=Reason("error.game_is_on"),
                )
            if is_for_good(_play(saved)):
                raise IllegalMove(
                    "the host has ended that game, and with that all secrets were told",
                    hint="Begin another game.",
                    reason=Reason("error.ended_for_good"),
                )
            self._go_on(saved.first_line, saved.events, saved.nameless, sitting)

    def leave(self, sitting: int, name: str) -> None:
        """Let a player leave the game under way, if the others can go on without that player.

        Raises NoSuchGame, BadPlayer, IllegalMove, JournalError.
        """
        with self._changing():
            now = self._under_way(sitting)
            seats = [seat for seat in now.history.setup.seats if seat != name]
            if len(seats) == len(now.history.setup.seats):
                raise BadPlayer(f"nobody is called {name!r} here", hint="Choose one who plays.")
            self._reseat(now, seats, Reason("error.cannot_leave", {"name": name}))

    def come_in(self, sitting: int, name: str, *, nameless: bool = False) -> None:
        """Let somebody who has missed nothing join the game under way as the last seat.

        Raises as ``leave``.
        """
        with self._changing():
            now = self._under_way(sitting)
            seats = [*now.history.setup.seats, _good_name(name)]
            more = (name,) if nameless else ()
            self._reseat(now, seats, Reason("error.cannot_come_in", {"name": name}), more)

    def _reseat(
        self, now: Sitting, seats: Sequence[str], why_not: Reason, nameless: Sequence[str] = ()
    ) -> None:
        """Go on with other seats, keeping everything valid that the remaining players have played."""
        refused = IllegalMove("the rules do not allow that now", hint="Begin another.", reason=why_not)
        history = now.history
        if not history.game.come_and_go:
            raise refused
        first_line = {**now.first_line(), "seats": list(seats)}
        steps = [step for step in history.steps() if _stays(history, step.entry.seat, seats)]
        events = [now.events[step.number - 1] for step in steps]
        right = [
            Event(event.move_id, dict(entry_words(history.setup, step.entry)), event.by, *_times(event))
            for event, step in zip(events, steps, strict=True)
        ]
        opening = self._journal.openings[-1]
        without = [name for name in (*opening.nameless, *nameless) if name in seats]
        try:
            self._go_on(first_line, right, without, now.number)
        except CompanionError as error:
            if isinstance(error, OSError):
                raise
            raise refused from error

    def _go_on(
        self, first_line: JsonObject, events: Sequence[Event], nameless: Sequence[str], instead_of: int
    ) -> None:
        self._playing.go_on_with(first_line, events, nameless, instead_of)
        self._forget()
        self.kept.sitting_opened()

    def _under_way(self, sitting: int) -> Sitting:
        now = self._playing.sitting
        if now is None or now.number != sitting:
            raise NoSuchGame(f"game {sitting} is not under way", hint="Look at the table again.")
        return now

    def _read_saved(self, sitting: int) -> Saved:
        """Return a game that counts, in its written form. Read outside of the lock."""
        with self._lock:
            counts = any(one.number == sitting for one in self.kept.counted())
            kept = self._journal.sittings()
        found = next((one for one in kept if one.number == sitting), None) if counts else None
        if found is None or not found.events:
            raise _no_game(sitting)
        return found

    # The host's acts on players.

    def rename(self, id_: str, name: str) -> tuple[str, str]:
        """Rename a player in every game; return the old and the new name.

        Raises BadPlayer, JournalError.
        """
        name = _good_name(name)
        with self._changing():
            player = self._player(id_)
            if name != player.name:
                if self.kept.is_taken(name):
                    raise BadPlayer(
                        f"{name!r} is taken",
                        hint="Choose another name, or make one player of both.",
                        reason=Reason("error.name_taken", {"name": name}),
                    )
                self._retell(player.name, lambda _: name)
                renamed = KnownPlayer(player.id, name, player.colour, player.sign)
                self.kept.players.put(renamed, player.name)
            return player.name, name

    def mark(self, id_: str, colour: int, sign: int) -> None:
        """Give a player another colour and sign. Raises BadPlayer, JournalError."""
        with self._changing():
            player = self._player(id_)
            if not (1 <= colour <= COLOURS and 1 <= sign <= COLOURS):
                raise BadPlayer("there is no such colour or sign", hint=f"They count to {COLOURS}.")
            self.kept.players.put(KnownPlayer(player.id, player.name, colour, sign))

    def merge(self, id_: str, into: str) -> tuple[str, str]:
        """Merge two players who never sat at the same table; return the removed name, and the remaining
        one.

        Raises BadPlayer, JournalError.
        """
        with self._changing():
            gone, stays = self._player(id_), self._player(into)
            if gone == stays or any(stays.name in one.seats for one in self.kept.seats_of(gone.name)):
                raise BadPlayer(
                    f"{gone.name} and {stays.name} have played against each other",
                    hint="Two who sat at one table are two.",
                    reason=Reason("error.are_two", {"name": gone.name, "other": stays.name}),
                )
            self._retell(gone.name, lambda _: stays.name)
            self.kept.players.drop(gone.name)
            return gone.name, stays.name

    def delete(self, id_: str, stand_in: str) -> str:
        """Delete everything about a player except that somebody played; return the deleted name.

        ``stand_in``: the new name of that player's seats, with a number if it is taken.

        Raises BadPlayer, JournalError.
        """
        with self._changing():
            player = self._player(id_)
            self._retell(player.name, lambda one: _free_name(stand_in, one.seats), nameless=True)
            self.kept.players.drop(player.name)
            _clear_aside(self._journal.folder, player.name)
            return player.name

    def _retell(self, name: str, new: Callable[[Opening], str], *, nameless: bool = False) -> None:
        self.kept.retell(name, new, nameless=nameless)
        if self._playing.sitting and name in self._playing.sitting.history.setup.seats:
            self._playing.retold()
        self._renamed(name, new(self._journal.openings[-1]))

    def _player(self, id_: str) -> KnownPlayer:
        found = self.kept.players.of_id(id_)
        if found is None:
            raise BadPlayer("there is no such player", hint="Look at the list of players again.")
        return found

    # Games whose story is not written yet.

    def tell_next(self) -> bool:
        """Write the story of one more ended game; say whether there was one. May take a second."""
        with self._lock:
            untold: Untold | None = self.kept.untold(self._playing.told)
        if untold is None:
            return False
        result, picture = untold.told()
        with self._changing():
            self.kept.put(result, picture)
        return True

    def move(self, folder: Path | None) -> None:
        """Store future data in another folder; the lock is held."""
        self.kept.move(folder)


def _stays(history: History, seat: int | None, seats: Sequence[str]) -> bool:
    return seat is None or history.setup.seats[seat - 1] in seats


def _times(event: Event) -> tuple[str, str | None]:
    return event.at, event.happened_at


def _play(saved: Saved) -> History:
    """Return a game as today's rules play it. Raises IllegalMove if they do not."""
    try:
        return Sitting.resume(saved.chapter).history
    except UNPLAYABLE as error:
        raise IllegalMove(
            "this version cannot play that game",
            hint="It stays as it is.",
            reason=Reason("error.not_to_reopen"),
        ) from error


def _good_name(name: str) -> str:
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME or not shows(name):
        raise BadPlayer("a name has 1 to 40 letters that can be shown", hint="Choose another name.")
    return name


def _free_name(wanted: str, taken: Sequence[str]) -> str:
    names = (wanted if number == 1 else f"{wanted} {number}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


def _clear_aside(folder: Path | None, name: str) -> None:
    """Delete files that were set aside, complete or damaged, if they contain a name. Raises OSError."""
    forms = [name.encode(errors="surrogatepass"), name.encode("unicode_escape")]
    for pattern in ASIDE if folder is not None else ():
        for path in (
            [p for top in folder.glob(pattern) for p in (top, *top.rglob("*"))] if folder else ()
        ):
            if path.is_file() and any(form in path.read_bytes() for form in forms):
                path.unlink()


def _no_game(sitting: int) -> NoSuchGame:
    return NoSuchGame(f"no game {sitting} is told of here", hint="Look at the past games again.")
