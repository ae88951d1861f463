"""The running table: one lock, and one interface for pages, eyes, clock and devices.

Nothing slow happens under the lock: proposals, moves and knowledge change there, and the journal is
written. Pictures, readings, their meaning and each role's view are made outside it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path
from threading import Event, RLock
from typing import Any

from companion.games import catalogue
from companion.games.game import Role, Words
from companion.games.history import History
from companion.games.record import CHOSEN
from companion.table.access.newcomers import NEWCOMERS, Newcomers
from companion.table.beside import BESIDE, Beside
from companion.table.broadcast.broadcasting import Broadcaster, Snapshot
from companion.table.broadcast.views import VIEW_TAKES_S, Views, game_shape
from companion.table.device_desk import DeviceDesk
from companion.table.evenings.desk import EveningsDesk
from companion.table.faults import Faults
from companion.table.hooks.drawing import Word
from companion.table.hooks.position import Position
from companion.table.hooks.verdict import Say
from companion.table.memory_desk import MemoryDesk
from companion.table.mosaics.mosaics import Mosaics
from companion.table.owner.owner import Owner, OwnerDesk
from companion.table.owner.parts import PartsCheck
from companion.table.plays.catalogue import play_of
from companion.table.service import Change, SimulatedPanel, TableHands
from companion.table.sets_desk import SetsDesk
from companion.table.shapes.moves import HistoryLine
from companion.table.shapes.state import StateShape
from companion.table.shapes.values import JsonObject
from companion.table.sight.camera_choice import CameraUsed
from companion.table.sight.camera_phone import CameraPhone
from companion.table.sight.looking import Looking
from companion.table.sight.tapped import Tapped
from companion.table.sight_desk import SightDesk
from companion.table.sitting.answering import answered
from companion.table.sitting.box import BoxPicks
from companion.table.sitting.correcting import check_open
from companion.table.sitting.ledger import Cause
from companion.table.sitting.permissions import (
    check_in_time,
    check_not_late,
    check_player,
    check_record,
    sign,
)
from companion.table.sitting.playing import Playing
from companion.table.sitting.set_up import SET_UP, SetUp
from companion.table.sitting.sitting import (
    Sitting,
    chosen_by_hand,
    hides_picture,
    is_on,
)
from companion.table.storage.chapter import Opening, Saved
from companion.table.storage.journal import Journal
from companion.table.supervision.guard import CallGuard
from companion.table.supervision.supervisor import Fault
from companion.table.supervision.wakeups import Wakeups
from companion.table.teaching.sets_in_use import SetsInUse
from companion.table.teaching.teaching import Teaching
from vision.clock import Clock


class Table:
    """The part that web, eyes and hands share. Every public method may be called from any thread."""

    teaching: Teaching | None = None
    """Where sets of pieces are taught; None if they could not be kept."""
    mosaics: Mosaics | None = None
    """Where boards of parts are taught; None if they could not be kept."""
    camera_phone: CameraPhone | None = None
    """The phone that is the camera; None with another camera."""
    owner: OwnerDesk
    """The owner's settings."""
    newcomers: Newcomers
    """Phones that have just joined a seat."""
    set_up: SetUp
    """How the game is set up, before its first move."""
    parts: PartsCheck
    """The voting box's parts, tried one by one."""
    looking: Looking
    """What the camera shows, and which one is used."""
    evenings: EveningsDesk
    """Players and past games."""
    beside: Beside
    """What is kept beside the game."""
    sets: SetsDesk
    """Which sets the eyes read with."""
    sight: SightDesk
    """What the eyes bring, and what it means."""
    devices: DeviceDesk
    """Keys, lamps, buzzer and strip."""
    memory: MemoryDesk
    """Where accepted moves are kept."""
    faults: Faults
    """What is at fault now."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        wall: Callable[[], datetime],
        backends: Mapping[str, str],
        simulator: TableHands | None = None,
        own_sets: Mapping[str, str] | None = None,
        panel: SimulatedPanel | None = None,
        owner: Owner | None = None,
        folder: Path | None = None,
    ) -> None:
        """Continue at the journal's end.

        ``wall`` gives the time of day, for people; ``own_sets``: the taught sets to read with in any
        game, by kind of piece; ``owner``: the owner's settings; ``folder``: where small files keep which
        phones do not see their seat's secrets yet, the side tables, and which games' set-up was shown.
        """
        self._sets = SetsInUse(own_sets or {})
        self._lock, self._wakeups, self._serial = RLock(), Wakeups(), 0
        self._journal, self._clock = journal, clock
        self._simulator, self._panel = simulator, panel
        self._playing = Playing(journal, clock, wall)
        self.wall = wall
        """The time of day, for people."""
        self._own = owner or Owner()
        self.owner = OwnerDesk(self._own, clock.now, self._changing)
        self._games: tuple[float | None, JsonObject] = (None, {})
        changing, lock, wake = self._changing, self._lock, self._wakeups.wake
        sitting = lambda: self._playing.sitting  # noqa: E731
        self.newcomers = Newcomers(folder and folder / NEWCOMERS, sitting, clock.now, changing)
        self.set_up = SetUp(folder and folder / SET_UP, sitting, changing)
        self.parts = PartsCheck(lambda: is_on(self._playing.sitting), clock.now, changing)
        self.looking = Looking(
            backends["camera"], self._own.camera, clock, changing, self.report, self._camera_changed
        )
        forget, rename = self.looking.forget, self.newcomers.rename
        self.evenings = EveningsDesk(journal, self._playing, lock, changing, forget, rename)
        self._box = BoxPicks(is_there=backends["pins"] != "none")
        side_tables, looking = folder and folder / BESIDE, self.looking
        readings = lambda: looking.seen.readings  # noqa: E731
        self.beside = Beside(side_tables, lock, changing, readings, self._sets)
        self.sets = SetsDesk(
            self._sets, self._playing, looking, self.beside, lock, changing, self.report
        )
        self.sight = SightDesk(
            self._playing, looking, self.sets, self.set_up, self.beside, lock, changing, wake
        )
        self.devices = DeviceDesk(
            self._box, self._playing, looking, self.parts, self._own, clock, lock, changing
        )
        self.faults = Faults(journal, wake)
        self.memory = MemoryDesk(journal, lock, changing, self._move)
        views = Views(lambda: CallGuard("view", VIEW_TAKES_S, self.report))
        self._broadcaster = Broadcaster(self._snapshot, views, backends)
        self._hide_secrets()

    # Requests of pages and API.

    @property
    def simulator(self) -> TableHands | None:
        """The simulated hands, which stand beside the table (``companion.simulation``); None with a real
        camera."""
        return self._simulator if self.looking.camera_used == "own" else None

    @property
    def panel(self) -> SimulatedPanel | None:
        """The simulated box's front; None if the pins are real, or there are none."""
        return self._panel

    @property
    def games(self) -> JsonObject:
        """Return the games that can be started: ``{name: {"seats": [2, 3, …], "options": {name:
        {"type": "int" | "bool" | "choice", "default", "min", "max", "choices"}}, "book": {…}}}``;
        ``book`` is the game's own (``Game.book``). The same object until something in it changes.
        """
        measured_s = self._own.glass.settings.measured_s
        if self._games[0] != measured_s or not self._games[1]:
            shapes = {name: game_shape(catalogue.game(name)) for name in catalogue.names()}
            usual = {name: self._own.glass.as_usual(play_of(name), one) for name, one in shapes.items()}
            self._games = (measured_s, usual)
        return self._games[1]

    def players(self) -> list[str]:
        """Return everybody who has played at this table, the last sitting's players first, in their
        order.

        Raises JournalError.
        """
        with self._lock:
            return self._journal.players()

    @property
    def game(self) -> str | None:
        """The name of the current game; None if none is played."""
        position = self.position
        return None if position is None else position.setup.game

    @property
    def history(self) -> History:
        """The game that is being played. Raises IllegalMove if there is none."""
        with self._lock:
            return self._playing.current.history

    @property
    def position(self) -> Position[Any] | None:
        """The state of the game; None if none is played."""
        with self._lock:
            return self._playing.sitting.position if self._playing.sitting else None

    @property
    def playing(self) -> bool:
        """Whether a game is being played that has not ended."""
        with self._lock:
            return self._playing.is_on

    def state(self, role: Role) -> StateShape:
        """Return all that this role may know now."""
        return self._broadcaster.state(role)

    def drawing(self, word: Word) -> str:
        """Return the game as everybody may see it, as SVG, with texts of ``word``; "" if there is
        none."""
        return self._broadcaster.drawing(word)

    def changes(self, role: Role, after: int | None, timeout_s: float) -> list[Change]:
        """Wait for changes newer than ``after`` (None: begin with one ``state``); may return none.

        Kinds: ``state`` (data: StateShape), ``seen`` (data: WatchShape with the camera's new phase or
        reading, sent often), ``closed`` (the table stops: no more will come).
        """
        return self._broadcaster.changes(role, after, timeout_s)

    def earlier(self, role: Role, before: int) -> list[HistoryLine]:
        """Return the last moves before that number, oldest first, as this role may know them."""
        return self._broadcaster.earlier(role, before)

    def start_sitting(self, words: Words, nameless: Sequence[str] = (), *, set_up: bool = False) -> None:
        """Start a sitting from a record's first line; the previous one ends.

        ``nameless``: players who want no entry; ``set_up``: show how it is set up. Raises BadRecord,
        BadSetup, UnknownGame, JournalError.
        """
        readings = self.looking.seen.readings
        play = play_of(str(words.get("game")))
        said = {**words, CHOSEN: chosen_by_hand(words)}
        words = play.first_line(self._own.glass.in_first_line(play, said), readings)
        with self._changing():
            words = play.with_sets(words, self._sets.of(play))
            before = self.sets.in_use
            self._playing.start(words, nameless)
            self.evenings.kept.sitting_opened()
            if set_up:
                self.set_up.begin()
            self.report("journal", None)
            lies_still = self.looking.seen.watch["phase"] in ("read", "empty")
            if self.sets.in_use != before or not lies_still:
                self.looking.forget()
            self._playing.weigh_again = True
        if self._simulator is not None:
            self._simulator.begin()

    def submit(
        self,
        role: Role,
        move_id: str,
        words: Words,
        after: int | None = None,
        *,
        only_known: bool = False,
    ) -> int:
        """Play a record's move (``undo`` and ``correct`` too); return the table's new version.

        The same ``move_id`` again changes nothing. The ids of different roles are independent: a move is
        never dropped because of another role's id, nor does its fate reveal that id. ``after``: the
        number of the last move that the sender knew; a secret move that comes late is refused because of
        it. ``only_known``: refuse it unless it has come before. Raises BadRecord, BadMove, IllegalMove,
        NotAllowed, JournalError.
        """
        source = Cause("tap", self._clock.now())
        own_id = f"{role}/{move_id}"
        with self._changing():
            sitting = self._playing.current
            if not sitting.has(own_id):
                check_in_time(only_known)
                wanted = sign(role, sitting, words)
                self.newcomers.check(role, sitting, wanted)
                check_not_late(role, sitting.history, wanted, after)
                if not self._playing.choose_early(role.seat, wanted, source, own_id):
                    wrong = self._playing.enter(wanted, source, own_id, self.looking.seen.readings)
                    self.looking.put_right(wrong)
        return self._broadcaster.version(role)

    def answer(self, role: Role, proposal: str, choice: str, faces: Sequence[str] | None = None) -> None:
        """Answer a question or a proposed move: with a choice's id, ``accept`` (do it now) or ``stop``
        (do not do it).

        ``faces``: what the choice's dice really show, in order. Raises IllegalMove, BadMove, NotAllowed,
        JournalError.
        """
        source = Cause("tap", self._clock.now())
        with self._changing():
            wrong = answered(self._playing, role, proposal, choice, faces, source)
            if wrong:
                self.looking.put_right(wrong)

    def put_right(self, role: Role, tapped: Tapped) -> None:
        """Record what a piece of the last reading really shows.

        Raises IllegalMove if that reading is not the last one, or was already accepted; NotAllowed.
        """
        check_player(role)
        with self._changing():
            playing, known = self._playing, self.looking.seen.meant(tapped)
            if playing.is_on:
                check_open(
                    role,
                    playing.current.history.setup,
                    playing.offer,
                    known,
                    tapped.frame,
                    is_told=playing.notice is not None,
                )
            self._sets.check_name(tapped.kind, tapped.face, playing.sitting)
            self.looking.put_right([known])
            playing.weigh_again = True

    def run_timer(self, role: Role, running: bool) -> None:
        """Let the game's time run on, or pause it.

        Raises IllegalMove if none runs, NotAllowed, JournalError.
        """
        check_player(role)
        with self._changing():
            self._playing.run_glass(running, self._clock.now())

    @property
    def on_trial(self) -> bool:
        """Whether an update is being tried, so that nothing is accepted."""
        return self._journal.on_trial

    def record(self) -> str:
        """Return the sitting's record so far (``.jsonl``), as ``companion replay`` takes it.

        Raises IllegalMove, NotAllowed.
        """
        with self._lock:
            sitting = self._playing.told or self._playing.current
        check_record(sitting)
        return sitting.record()

    def played(self) -> tuple[list[Opening], Sitting | None] | None:
        """Return how every sitting began, and the one under way; None while its last moves are shown
        step by step, so that not all of them may be told yet."""
        with self._lock:
            if self._playing.is_showing:
                return None
            return list(self._journal.openings), self._playing.told

    def sittings(self) -> Iterator[Saved]:
        """Yield every sitting as the journal has it, oldest first. Raises OSError, ``Misshapen``."""
        with self._lock:
            return self._journal.sittings()

    # Time.

    @property
    def due(self) -> float | None:
        """When something next happens by itself, in seconds of the table's clock; None if nothing
        does."""
        with self._lock:
            self.devices.follow()
            dues = (self._playing.due, self._box.due, self.newcomers.due)
            return min((due for due in dues if due is not None), default=None)

    def tick(self) -> None:
        """Make every move that is due."""
        while self._pass_time():
            pass

    # Faults and news.

    def trouble(self, say: Say) -> None:
        """Show that something went wrong; the next reading or move removes the message."""
        with self._changing():
            self._playing.notice = say

    def report(self, part: str, fault: Fault | None) -> None:
        """Report a fault of a part; None: it works again."""
        self.faults.report(part, fault)

    def woken(self) -> AbstractContextManager[Event]:
        """Yield an event that is set at every change; the waiting caller clears it."""
        return self._wakeups.woken()

    def tell(self) -> None:
        """Send every role its news."""
        self._broadcaster.tell()

    def advise(self) -> float | None:
        """Work out missing advice, which may take seconds, and send it.

        Returns the seconds after which to send everything again; None: at the next change.
        """
        if self._broadcaster.advise():
            self._wakeups.wake()
        return self._broadcaster.retry_s

    def tell_story(self) -> bool:
        """Write the story of an ended game; say whether there was one."""
        return self.evenings.tell_next()

    def close(self) -> None:
        """Tell everyone that the table stops, and close the journal."""
        self._broadcaster.close()
        self._wakeups.wake()
        with self._lock:
            self._journal.close()

    def _camera_changed(self, before: CameraUsed, now: CameraUsed) -> None:
        """Go on with another camera, or without one."""
        self.set_up.saw(())
        if now == "none":
            self._playing.look_away()
        elif before == "none":
            self._playing.look_again()

    def _move(self, folder: Path | None) -> None:
        """Go on in another folder with what is kept beside the journal."""
        self._own.move(folder)
        self.newcomers.move(folder and folder / NEWCOMERS)
        self.beside.move(folder and folder / BESIDE)
        self.set_up.move(folder and folder / SET_UP)
        self.evenings.move(folder)

    def _hide_secrets(self) -> None:
        """Hide the camera's picture while the game says that it may show a secret."""
        self.looking.hide(hides_picture(self._playing.sitting))

    def _pass_time(self) -> bool:
        with self._lock:
            passes = self._playing.time_passes() or self._box.time_passes(self._clock.now())
            if not (passes or self.newcomers.time_passes()):
                return False
            self._serial += 1
            self._hide_secrets()
        self._wakeups.wake()
        return True

    def _snapshot(self) -> Snapshot:
        faults, faults_serial = self.faults.now(sighted=self.looking.camera_used != "none")
        with self._lock:
            playing = self._playing
            self.devices.follow()
            return Snapshot(
                self._serial + faults_serial,
                self._clock.now(),
                playing.told,
                playing.told_ahead,
                playing.offer,
                playing.accepted,
                playing.notice,
                playing.glass,
                self._own.glass.shape(self._clock.now()),
                self._own.advice.is_shown,
                self._own.strip.shape(),
                self._box.shape(playing.sitting),
                self.set_up.shape(),
                self.newcomers.covered,
                self.newcomers.told,
                self.beside.shape(self.sets.beside),
                self.looking.seen,
                faults,
                None if playing.is_showing else self.evenings.kept.end_of(playing.sitting),
                self.evenings.marks_of(playing.sitting),
            )

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Change something under the lock, then wake whoever waits for changes."""
        try:
            with self._lock:
                self._serial += 1
                try:
                    yield
                finally:
                    self.newcomers.time_passes()
                    self._hide_secrets()
                    self.faults.report_changed("memory", self.memory.fault())
        finally:
            self._wakeups.wake()
