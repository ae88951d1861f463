"""The running table: readings, taps and time become moves; moves become the journal, then the views.

One lock guards everything. Nothing is told to anyone before the journal has it on disk.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from random import SystemRandom
from threading import RLock
from typing import Any
from uuid import uuid4

from companion.errors import IllegalMove, NotAllowed
from companion.games import catalogue
from companion.games.carcassonne_dice.state import State as CarcassonneState
from companion.games.game import EVERYONE, HOST, Role, Seat, Words, seat_role
from companion.games.history import CORRECT, UNDO, History
from companion.games.record import name_of
from companion.table.eyes import Glance
from companion.table.feed import Feed
from companion.table.journal import By, Event, Journal
from companion.table.lines import text
from companion.table.offer import Offer
from companion.table.referees import referee_of
from companion.table.referees.layout import Layout
from companion.table.referees.referee import Choice, Referee, Say
from companion.table.seen import seen_shape
from companion.table.service import Change, Picture, SimulatorService
from companion.table.shapes import CameraShape, JsonObject, StateShape, Text, WatchShape
from companion.table.sitting import Sitting
from companion.table.views import game_shape, sitting_shape
from vision.clock import Clock
from vision.frame import Frame
from vision.picture import jpeg
from vision.reading import DiceReading

PASSING = ("version", "proposal")
"""Parts of a state that change by themselves: not looked at to tell whether there is news."""

DICE_SETS = {"carcassonne_dice": "carcassonne"}
"""The built-in set of a game's own dice; all others are played with pips."""


class Table:
    """What web, eyes and hands share. Every public method may be called from any thread."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        wall: Callable[[], datetime],
        backends: Mapping[str, str],
        simulator: SimulatorService | None = None,
        own_set: str | None = None,
    ) -> None:
        """Go on where the journal ends.

        ``wall`` tells the time of day, for people; ``own_set`` is a taught set to read with in any game.
        """
        self._own_set = own_set
        self._lock = RLock()
        self._journal, self._clock, self._wall = journal, clock, wall
        self._backends = dict(backends)
        self._simulator = simulator
        self._feed = Feed()
        self._told: dict[Role, tuple[int, JsonObject]] = {}
        self._camera: CameraShape = {"backend": backends["camera"], "health": "off", "message": None}
        self._watch: WatchShape = {"phase": "off", "seen": None, "hand": []}
        self._frame: Frame | None = None
        self._picture: Picture | None = None
        self._reading: DiceReading | None = None
        self._offer: Offer | None = None
        self._notice: Say | None = None
        self._sitting: Sitting | None = None
        self._referee: Referee[Any] | None = None
        self._advice: tuple[Any, JsonObject | None] = (None, None)
        chapter = journal.last()
        if chapter is not None:
            self._seat(Sitting.resume(chapter))

    # What pages and API ask (see TableService).

    @property
    def simulator(self) -> SimulatorService | None:
        """The simulated table's hands; None where the camera is a real one."""
        return self._simulator

    @property
    def games(self) -> JsonObject:
        """Return the games that can be started here, with seats and options."""
        return {name: game_shape(catalogue.game(name)) for name in catalogue.names()}

    @property
    def history(self) -> History:
        """The game that is being played. Raises IllegalMove where there is none."""
        with self._lock:
            return self._playing().history

    @property
    def dice_to_throw(self) -> int | None:
        """How many dice the game wants thrown now; None where it does not say."""
        with self._lock:
            state = self._sitting.history.state if self._sitting else None
            return state.dice_to_throw if isinstance(state, CarcassonneState) else None

    @property
    def playing(self) -> bool:
        """Whether a game is being played that has not ended."""
        with self._lock:
            history = self._sitting.history if self._sitting else None
            return history is not None and history.game.outcome(history.state) is None

    @property
    def dice_set(self) -> str:
        """The set of dice that lies on this table: the game's own, or the one given for all."""
        with self._lock:
            game = self._sitting.history.setup.game if self._sitting else "plain_dice"
            return self._own_set or DICE_SETS.get(game, "pips")

    def state(self, role: Role) -> StateShape:
        """Return all that this role may know now."""
        with self._lock:
            version, _ = self._told.get(role, (0, {}))
            return self._shape(role, version)

    def changes(self, role: Role, after: int | None, timeout_s: float) -> list[Change]:
        """Wait for changes newer than ``after``; a newcomer gets the whole state."""
        return self._feed.after(role, after, timeout_s, lambda: dict(self.state(role)))

    def picture(self) -> Picture | None:
        """Return the latest frame as JPEG; None without a camera or before its first frame."""
        with self._lock:
            frame = self._frame
            if frame is None:
                return None
            if self._picture is None or self._picture.frame != frame.number:
                self._picture = Picture(jpeg(frame.image_bgr), frame.number)
            return self._picture

    def start_sitting(self, words: Words) -> None:
        """Start a sitting from a record's first line; the one before it is over."""
        with self._lock:
            trial = Sitting.dealt(dict(words), SystemRandom())
            number = self._journal.open_sitting(trial.first_line(), self._now())
            self._seat(Sitting(number, trial.history))
            self._offer = self._notice = None
            self._publish()
            if self._reading is not None:
                self._weigh(self._reading)

    def submit(self, role: Role, move_id: str, words: Words) -> int:
        """Play a move brought by a person; the same id again changes nothing."""
        with self._lock:
            sitting = self._playing()
            if not sitting.has(move_id):
                wanted = self._signed(role, sitting, words)
                choice = self._same_in_offer(wanted)
                moves = choice.moves if choice else (wanted,)
                layout = choice.layout if choice else self._layout_after(wanted)
                self._commit(moves, "tap", layout, move_id)
            return self._told.get(role, (0, {}))[0]

    def answer(self, role: Role, proposal: str, choice: str) -> None:
        """Answer a question or a proposed move: a choice's id, ``accept`` or ``stop``."""
        with self._lock:
            offer = self._offer
            if offer is None or offer.id != proposal:
                raise IllegalMove("this question is not open any more", hint="Look at the table again.")
            self._may_answer(role, offer)
            if choice == "stop":
                self._offer = None
                self._publish()
                return
            taken = offer.choice(choice)
            self._commit(taken.moves, "tap", taken.layout, f"{offer.id}-{taken.id}")

    def run_timer(self, role: Role, running: bool) -> None:  # noqa: ARG002
        """Let the game's time run on, or pause it."""
        raise IllegalMove("no time is running", hint="It runs in games with a glass.")

    def record(self) -> str:
        """Return the sitting's record so far; not while it holds secrets."""
        with self._lock:
            sitting = self._playing()
            game, history = sitting.history.game, sitting.history
            if game.secret_moves and game.outcome(history.state) is None:
                raise NotAllowed("the record holds secrets until the game has ended")
            return sitting.record()

    # What the eyes tell.

    def saw(self, glance: Glance) -> None:
        """Take in what a frame brought: the phase, and perhaps a reading to weigh."""
        with self._lock:
            self._frame = glance.frame
            before = self._watch
            self._see(glance)
            if glance.finished and glance.reading is not None:
                self._accept_offered()
                self._reading = glance.reading
                self._weigh(glance.reading)
            elif self._watch != before:
                self._tell_seen()

    def camera_is(self, health: str, message: Say | None = None) -> None:
        """Take in how the camera is."""
        with self._lock:
            said: Text | None = text(message) if message else None
            shape: Any = {"backend": self._backends["camera"], "health": health, "message": said}
            if shape != self._camera:
                self._camera = shape
                self._publish()

    def trouble(self, say: Say) -> None:
        """Show that something went wrong; the next reading or move takes it away."""
        with self._lock:
            self._notice = say
            self._publish()

    def tick(self) -> None:
        """Accept a proposed move whose moment is over."""
        with self._lock:
            if self._offer is not None and self._offer.due(self._clock.now()):
                self._accept_offered()

    def close(self) -> None:
        """Tell everyone that the table stops, and close the journal."""
        self._feed.close()
        with self._lock:
            self._journal.close()

    # How it goes on.

    def _see(self, glance: Glance) -> None:
        if glance.phase == "moving":
            self._watch = {"phase": "moving", "seen": None, "hand": []}
        elif glance.reading is None:
            self._watch = {"phase": glance.phase, "seen": self._watch["seen"], "hand": []}
        else:
            state = self._sitting.history.state if self._sitting else None
            faces = state.faces if isinstance(state, CarcassonneState) else None
            self._watch = {
                "phase": glance.phase,
                "seen": seen_shape(glance.reading, glance.frame.number, faces),
                "hand": [],
            }

    def _weigh(self, reading: DiceReading) -> None:
        """Let the referee say what a finished reading means, and tell everyone."""
        sitting = self._sitting
        if sitting is not None and self._referee is not None:
            verdict = self._referee.look(sitting.history.state, sitting.layout, reading)
            self._sitting = sitting.after((), verdict.layout)
            self._notice = verdict.notice
            self._offer = None
            if verdict.proposal is not None:
                number = self._frame.number if self._frame else 0
                self._offer = Offer(uuid4().hex, verdict.proposal, self._clock.now(), number)
        self._publish()

    def _accept_offered(self) -> None:
        offer = self._offer
        if offer is None or offer.proposal.kind != "move":
            return
        first = offer.choice("accept")
        self._commit(first.moves, "camera", first.layout, offer.id)

    def _commit(self, moves: tuple[JsonObject, ...], by: By, layout: Layout, move_id: str) -> None:
        """Play moves, write them down, then tell everyone: all of them or none."""
        sitting = self._playing()
        events = [Event(move_id, dict(words), by, self._now()) for words in moves]
        after = sitting.after(events, layout)
        self._journal.append(sitting.number, events, layout.to_json())
        self._sitting = after
        self._offer = self._notice = None
        if by == "camera" and self._reading is not None and layout.reading is self._reading:
            self._weigh(self._reading)
        else:
            self._publish()

    def _seat(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._referee = referee_of(sitting.history.game, sitting.history.setup)

    def _playing(self) -> Sitting:
        if self._sitting is None:
            raise IllegalMove("no game is being played", hint="The host starts one on /host.")
        return self._sitting

    def _signed(self, role: Role, sitting: Sitting, words: Words) -> JsonObject:
        """Return the move with the seat it is for. Raises NotAllowed where the role may not make it."""
        setup, wanted = sitting.history.setup, dict(words)
        if role == HOST:
            mover = sitting.history.game.to_move(sitting.history.state)
            if "seat" not in wanted and mover is not None and wanted.get("move") not in (UNDO, CORRECT):
                return {"seat": name_of(setup, mover), **wanted}
            return wanted
        if role.seat is None or role.seat > len(setup.seats):
            raise NotAllowed("this page only shows the game", hint="The host or the player makes moves.")
        own = name_of(setup, role.seat)
        if wanted.get("move") in (UNDO, CORRECT):
            raise NotAllowed(f"{own} cannot take moves back", hint="Ask the host to correct it.")
        if wanted.setdefault("seat", own) != own:
            raise NotAllowed(f"{own} cannot move for {wanted['seat']}", hint="A seat moves for itself.")
        return {"seat": own, **wanted}

    def _may_answer(self, role: Role, offer: Offer) -> None:
        seat = None
        if role.seat is not None and role.seat <= len(self._playing().history.setup.seats):
            seat = name_of(self._playing().history.setup, role.seat)
        asked = {words.get("seat") for choice in offer.proposal.choices for words in choice.moves}
        if role != HOST and (seat is None or (asked and not asked & {seat, None})):
            raise NotAllowed("this question is for another seat", hint="The host may answer any.")

    def _same_in_offer(self, wanted: JsonObject) -> Choice | None:
        """Return what the table would have done on its own to the same end: it knows what lies there."""
        choices = self._offer.proposal.choices if self._offer else ()
        return next((c for c in choices if wanted["move"] == "stop" and c.moves[-1] == wanted), None)

    def _layout_after(self, words: JsonObject) -> Layout:
        """Return where the dice lie after a move that was entered by hand."""
        now = self._playing().layout
        kind = words.get("move")
        if kind == "stop":
            return now.spent_now()
        if kind in ("throw", UNDO, CORRECT):
            return Layout() if self._reading is None else Layout.of(self._reading)
        return now

    def _now(self) -> str:
        return self._wall().isoformat(timespec="milliseconds")

    # What is told.

    def _publish(self) -> None:
        """Tell each role its new state, if anything in it is new to that role."""
        for role in self._roles():
            number, before = self._told.get(role, (0, {}))
            shape = dict(self._shape(role, number + 1))
            offer = self._offer.id if self._offer else None
            news = {key: value for key, value in shape.items() if key not in PASSING} | {"offer": offer}
            if news != before:
                self._told[role] = (number + 1, news)
                self._feed.publish(role, "state", shape)

    def _tell_seen(self) -> None:
        for role in self._roles():
            self._feed.publish(role, "seen", dict(self._watch))

    def _roles(self) -> list[Role]:
        seats = len(self._sitting.history.setup.seats) if self._sitting else 0
        return [HOST, EVERYONE, *(seat_role(Seat(number)) for number in range(1, seats + 1))]

    def _shape(self, role: Role, version: int) -> StateShape:
        sitting = self._sitting
        shape: StateShape = {
            "sitting": None,
            "game": None,
            "seats": [],
            "to_move": None,
            "scores": None,
            "outcome": None,
            "version": version,
            "role": role.name if role.seat is None else f"seat {role.seat}",
            "backends": self._backends,
            "camera": self._camera,
            "watch": self._watch,
            "proposal": self._offer.shape(self._clock.now()) if self._offer else None,
            "view": None,
            "building": None,
            "may": [],
            "odds": None,
            "timer": None,
            "faults": [],
            "history": [],
            "notice": text(self._notice) if self._notice else None,
        }
        if sitting is not None:
            ahead = self._ahead(sitting)
            shape.update(sitting_shape(sitting, ahead, role))
            shape["odds"] = self._odds(sitting.history.game, ahead)
        return shape

    def _ahead(self, sitting: Sitting) -> Any:
        """Return the state with what lies set aside on the table now, where that is known."""
        building = self._offer.proposal.building if self._offer else ()
        if not building:
            return sitting.history.state
        events = [Event("", dict(words), "camera", "") for words in building]
        return sitting.after(events, sitting.layout).history.state

    def _odds(self, game: Any, state: Any) -> JsonObject | None:
        if self._advice[0] is not state:
            self._advice = (state, game.odds(state))
        return self._advice[1]
