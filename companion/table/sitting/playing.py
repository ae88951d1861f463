"""The current game: its moves, proposals, and running time.

Not locked: the table calls it under its own lock. Every move is on disk before anyone sees it.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from math import inf
from random import SystemRandom
from typing import Any
from uuid import uuid4

from companion.devices.device import Press
from companion.devices.hourglass import Sand
from companion.errors import BadMove, BadRecord, IllegalMove, Reason
from companion.games.game import Seat, Words
from companion.games.history import CORRECT, UNDO
from companion.games.record import entry_of
from companion.table.hooks.position import Readings
from companion.table.hooks.timing import Happened
from companion.table.hooks.verdict import BRIEF_S, MOMENT_S, Choice, JsonObject, Proposal, Say, Verdict
from companion.table.sight.misread_dice import MisreadDie
from companion.table.sight.observation import Observation
from companion.table.sight.putting_right import MisreadPiece, in_order, meant_by, other_faces, put_right
from companion.table.sitting.accepted import Accepted
from companion.table.sitting.correcting import with_faces
from companion.table.sitting.game_time import GameTime
from companion.table.sitting.glass import Glass
from companion.table.sitting.ledger import Cause, Ledger
from companion.table.sitting.offer import Offer, as_question
from companion.table.sitting.recent_moves import recent_moves
from companion.table.sitting.secrecy import is_secret, taken_back_together
from companion.table.sitting.show import StepsShown, ToldSitting
from companion.table.sitting.sitting import Sitting
from companion.table.storage.journal import Event, Journal
from companion.table.supervision.supervisor import Nonsense
from vision.clock import Clock


class Playing:
    """One table's game. ``serial`` grows with every change that may alter the meaning of a reading."""

    def __init__(self, journal: Journal, clock: Clock, wall: Callable[[], datetime]) -> None:
        """Continue at the journal's end, with the game's time paused."""
        self._clock = clock
        self._ledger = Ledger(journal, clock, wall)
        self.serial = 0
        self.offer: Offer | None = None
        self.notice = Say("trouble.last_game") if self._ledger.is_broken else None
        self.weigh_again = False
        """Whether the referee has not yet been asked about the last readings."""
        self.is_resting = False
        """Whether the pieces on the table are not part of the game at the moment, because they are being
        taught."""
        self._refused: Any = None
        """The state that the refused moves would have led to; None if none were refused."""
        self._accepted: Accepted | None = None
        self._was_away = False
        """Whether a camera looks on again after moves that it did not see, and has not seen the table as
        the game has it yet: what it takes for a move may have been done meanwhile, or never."""
        self._show, self._told = StepsShown(), ToldSitting()
        self.began_at = -inf
        """When the game began, in seconds of the table's clock; minus infinity if it continues."""
        self.accepted_at = -inf
        """When the last move was accepted; minus infinity if none was accepted since the table's
        start."""
        self.ahead: Any = None if self.sitting is None else self.sitting.history.state
        """The game's state including the dice now set aside on the table, if known."""
        self._time = GameTime(journal, clock, self.sitting, journal.last())

    @property
    def sitting(self) -> Sitting | None:
        """The sitting that is played, or the last one; None if there is none."""
        return self._ledger.sitting

    @property
    def current(self) -> Sitting:
        """The sitting. Raises IllegalMove if there is none."""
        return self._ledger.current

    @property
    def told(self) -> Sitting | None:
        """The sitting as all may know of it now: what leaves the table is made of this one."""
        return None if self.sitting is None else self._told.of(self.sitting, self._show)

    @property
    def told_ahead(self) -> Any:
        """The game's state with what lies set aside on the table now, as all may know it."""
        told = self.told
        return self.ahead if told is None or told is self.sitting else told.history.state

    @property
    def is_showing(self) -> bool:
        """Whether all are still being shown what came of the last move."""
        return self._show.is_on

    @property
    def is_on(self) -> bool:
        """Whether a game is being played that has not ended."""
        return self.sitting is not None and not self.sitting.position.has_ended

    def start(self, words: Words, nameless: Sequence[str] = ()) -> None:
        """Start a sitting from a record's first line; the one before it is over.

        ``nameless``: players who want no entry.
        """
        trial = Sitting.dealt(dict(words), SystemRandom())
        self._open(trial.first_line(), nameless)

    def go_on_with(
        self, first_line: JsonObject, events: Sequence[Event], nameless: Sequence[str], instead_of: int
    ) -> None:
        """Start a sitting that replaces another, and begins with the given moves.

        Raises BadRecord, BadSetup, BadMove, IllegalMove if it cannot have been played so.
        """
        fresh = Sitting.begin(0, first_line)
        fresh.after(events, fresh.memory)
        began = self._open(first_line, nameless)
        self._take_up(self._ledger.append(began, events, instead_of))

    def _open(self, first_line: JsonObject, nameless: Sequence[str]) -> Sitting:
        began = self._ledger.open(first_line, nameless)
        self.began_at = self._clock.now()
        self._take_up(began)
        return began

    def _take_up(self, sitting: Sitting) -> None:
        """Play this sitting from now on."""
        self._ledger.take_up(sitting)
        self._time.forget()
        self.offer = self.notice = self._accepted = self._refused = None
        self.accepted_at, self._was_away = -inf, False
        self._changed(Cause("tap", self._clock.now()))

    def put_away(self) -> None:
        """End the sitting without starting another; its moves are kept."""
        self._ledger.put_away()
        self.offer = self.notice = self._accepted = self._refused = self.ahead = None
        self._show = StepsShown()
        self._time.forget()
        self.weigh_again = False
        self.serial += 1

    def retold(self) -> None:
        """Continue with the sitting as the journal has it now: with other names."""
        if self._ledger.reread():
            self.ahead = self.current.history.state
            self.offer = self.notice = self._accepted = self._refused = None
            self.weigh_again = True
            self._changed(Cause("tap", self._clock.now()))

    def choose_early(self, seat: Seat | None, words: JsonObject, source: Cause, move_id: str) -> bool:
        """Keep a secret move of a seat whose turn has not come until it has; tell whether it is one.

        ``seat``: whose own phone sent it; None: none's.
        """
        before = self.current
        after = None if seat is None else before.choosing_early(seat, words, move_id, source.by)
        if after is None:
            return False
        self._write(after, source)
        return True

    def enter(
        self, words: JsonObject, source: Cause, move_id: str, readings: Readings
    ) -> list[MisreadPiece]:
        """Play a move that a person made by tap or key. Returns pieces that it puts right."""
        self._end_until(source.at)
        before = self.current
        dice = self._enter(words, source, move_id, readings)
        cells = before.play.misread(before.position, self.current.position, readings)
        return [*dice, *cells]

    def enter_pressed(self, words: JsonObject, at: float, move_id: str, readings: Readings) -> bool:
        """Play the move of a key; tell whether it was accepted. The same press again changes nothing."""
        if self.current.has(move_id):
            return False
        try:
            self.enter(words, Cause("box", at), move_id, readings)
        except (IllegalMove, BadMove, BadRecord) as error:
            if not is_secret(self.current.history.game, words):
                why = error.reason or Reason("notice.key_refused")
                self.notice = Say(why.code, why.params)
            return False
        return True

    def _enter(
        self, words: JsonObject, source: Cause, move_id: str, readings: Readings
    ) -> list[MisreadDie]:
        """Play a move that a person made by hand; return the dice that it corrects."""
        sitting = self.current
        if sitting.early and words.get("move") not in (UNDO, CORRECT):
            # What waits for its turn lies there as all else does that was laid.
            entry = entry_of(sitting.history.setup, words, line=len(sitting.history.entries) + 1)
            sitting.history.told_as(sitting.told_state).play(entry.seat, entry.words)
        choices = self.offer.proposal.choices if self.offer else ()
        for choice in choices:
            if choice.moves[-1:] == (words,) or sitting.play.stands_for(words, choice):
                self.commit(choice.moves, source, choice.memory, move_id)
                return []
        for choice in choices:
            if choice.dice and (faces := other_faces(words, choice.moves[-1])):
                right, wrong = with_faces(choice, in_order(choice.dice, faces), sitting.play)
                self.commit(right.moves, source, right.memory, move_id)
                return wrong
        if self._follows_the_offered(words, source):
            self.accept_offered()
            sitting = self.current
        wrong = meant_by(words, sitting.history.steps(), readings)
        memory = sitting.play.entered(words, sitting.memory, put_right(readings, wrong))
        times = taken_back_together(sitting.history) if words.get("move") == UNDO else 1
        happened = Happened(words, source.by, source.at)
        moves = (
            sitting.play.in_order(happened, recent_moves(sitting, self._ledger.times))
            if times == 1
            else (happened,) * times
        )
        self._commit(moves, source, memory, move_id)
        if words.get("move") == UNDO and not sitting.play.stays:
            # The same readings are weighed again: they may mean the same move only if a person says so.
            self._refused, self.weigh_again = sitting.history.state, True
        return wrong

    def _follows_the_offered(self, words: JsonObject, source: Cause) -> bool:
        """Tell whether an offered move came before this one: it is of another kind, and this one is
        legal after it.

        A move of the same kind replaces the offered one; an undo takes back the last accepted move.
        """
        if self.offer is None or self.offer.proposal.kind != "move" or words.get("move") == UNDO:
            return False
        offered = self.offer.choice("accept")
        if any(move.get("move") == words.get("move") for move in offered.moves):
            return False
        both = [Happened(move, source.by, source.at) for move in (*offered.moves, words)]
        return self._ledger.allows(both, offered.memory)

    def refuse(self) -> None:
        """Withdraw the open offer, and ask what is right; the same proposal is not made again."""
        offer, self.ahead = self.offer, self.current.history.state
        self._was_away = False
        if offer is None or offer.proposal.kind == "pending":
            self.offer = None
            return
        sitting = self.current
        if offer.proposal.choices:
            moves = offer.choice("accept").moves
            self._refused = self._ledger.state_after(moves)
            self.remember(sitting.play.refused(sitting.position, sitting.memory, moves))
        self.offer = offer.refused(self.current.memory)

    def take(self, choice: Choice[Any], source: Cause) -> None:
        """Play a choice of the open offer."""
        assert self.offer is not None
        self.commit(choice.moves, source, choice.memory, f"{self.offer.id}-{choice.id}")
        self.weigh_again = True  # the table knows the pieces there, and they may mean more now

    def take_corrected(
        self, choice: Choice[Any], faces: Sequence[str], source: Cause
    ) -> list[MisreadDie]:
        """Play a choice with its dice showing these faces; return those that were wrong."""
        right, wrong = with_faces(choice, faces, self.current.play)
        self.take(right, source)
        return wrong

    def commit(self, moves: Sequence[JsonObject], source: Cause, memory: Any, move_id: str) -> None:
        """Play moves and write them down: all or none. Raises BadMove, IllegalMove."""
        self._commit(self._ledger.find_causes(moves, source), source, memory, move_id)

    def _commit(self, moves: Sequence[Happened], source: Cause, memory: Any, move_id: str) -> None:
        before = self.current
        after = self._ledger.after(moves, memory, move_id)
        after = self._ledger.let_turns_come(after, source.at)
        self._write(after, source, [one.at for one in moves])
        if not any(one.words.get("move") in (UNDO, CORRECT) for one in moves):
            steps = after.play.shown_before(before.history.state, after.history.state)
            self._show = StepsShown.beginning(steps, self._clock.now())

    def _write(self, after: Sitting, source: Cause, times: Sequence[float] = ()) -> None:
        """Write down what was played or chosen, and go on with it; see ``Ledger.write``."""
        was_played = self._ledger.write(after, source.at, times)
        self.offer = self.notice = None
        if was_played:
            self._refused, self.accepted_at = None, self._clock.now()
            self._was_away = False
        # A person's entry settles what lies there; otherwise it may mean something else now. A piece
        # that stays always may: a tile that was refused, or whose lay was taken back, must go.
        self.weigh_again = source.by != "tap" or after.play.stays
        self._changed(source)

    def remember(self, memory: Any) -> None:
        """Let the game remember this of the table from now on."""
        self._ledger.take_note(memory)

    def heed(self, verdict: Verdict[Any], seen: Observation) -> None:
        """Process the referee's answer to the last readings, ``seen``.

        An empty answer while some of them are not settled changes nothing.
        """
        if seen.unsettled and verdict.proposal is None and verdict.notice is None:
            self.weigh_again = False
            return
        self.remember(verdict.memory)
        self._ledger.keep_memory()
        self.notice, self.weigh_again = verdict.notice, False
        self.ahead = self.current.history.state
        proposal = verdict.proposal
        if proposal is None:
            self.offer = None
            self._was_away &= verdict.notice is not None
            return
        if proposal.kind == "move" and (self._was_away or seen.seen_at < self.began_at):
            # It lay there before the game began, or while no camera looked: it may be left over.
            proposal = replace(proposal, kind="question", say=Say("ask.lay_before"))
        if self._is_refused(proposal):
            if self.offer is not None and self.offer.is_being_put_right:
                return
            proposal = as_question(proposal)
        asked, number = self.offer, uuid4().hex
        if asked is not None and asked.still_asks(proposal):
            number, proposal = asked.id, asked.in_order(proposal)
        now = self._clock.now()
        moment_s = self._moment_s(proposal)
        self.offer = Offer(number, proposal, now, seen.frame, seen.seen_at, seen.size_px, moment_s)
        if proposal.building:
            self.ahead = self._ledger.state_after(proposal.building)

    def _moment_s(self, proposal: Proposal[Any]) -> float:
        """Return how long a proposed move is visible before it is accepted, s."""
        if proposal.kind != "move":
            return MOMENT_S
        before, after = self.current.history, self._ledger.state_after(proposal.choices[0].moves)
        does_harm = before.game.outcome(after) is not None or self.current.play.is_irrevocable(
            before.state, after
        )
        return MOMENT_S if does_harm else BRIEF_S

    def _is_refused(self, proposal: Proposal[Any]) -> bool:
        """Tell whether a person has already refused exactly this proposal, or its most likely choice."""
        if self._refused is None or proposal.kind == "pending" or not proposal.choices:
            return False
        return bool(self._ledger.state_after(proposal.choices[0].moves) == self._refused)

    def rest(self, resting: bool) -> None:
        """Ignore the pieces while they are taught; pieces that still lie there afterwards are not a
        move."""
        if resting == self.is_resting:
            return
        self.is_resting, self.offer = resting, None
        self.notice = Say("lesson.under_way") if resting and self.is_on else None
        self.serial += 1
        if self.sitting is not None and not resting:
            if self.sitting.play.stays:
                self.remember(self.sitting.play.nothing_seen())
            self.weigh_again = True

    def look_away(self) -> None:
        """Say and ask no more of what a camera saw; what only waited for its moment counts."""
        if self.offer is not None and self.offer.due is not None:
            self.accept_offered()
        self.offer = None
        if not self.is_resting:
            self.notice = None
        self.ahead = None if self.sitting is None else self.sitting.history.state
        self.serial += 1

    def look_again(self) -> None:
        """Let a camera look on from now on, in the middle of a game perhaps."""
        self._was_away = self.sitting is not None and len(self.sitting.events) > 0

    def hold_offered(self, *, moving: bool) -> None:
        """Pause the moment of a proposed move while something moves that may take its pieces away."""
        if self.offer is not None and self.current.play.stays:
            now = self._clock.now()
            self.offer = self.offer.held(now) if moving else self.offer.going_on(now)

    def take_in(self, readings: Readings) -> None:
        """Process newer readings: an offered move that was not stopped counts.

        A piece that stays must still be seen there; otherwise the offer is withdrawn.
        """
        offer = self.offer
        if offer is None or offer.proposal.kind != "move":
            return
        position, moves = self.current.position, offer.choice("accept").moves
        if not self.current.play.stays or self.current.play.still_lies(position, moves, readings):
            self.accept_offered()
        else:
            self.offer = None

    def accept_offered(self) -> None:
        """Accept a proposed move, whether or not its moment is over."""
        offer = self.offer
        if offer is not None and offer.proposal.kind == "move":
            before = self.current
            self.take(offer.choice("accept"), Cause("camera", offer.seen_at))
            self._accepted = Accepted(offer, before, len(self.current.events))

    @property
    def accepted(self) -> Offer | None:
        """The offer accepted by itself, as long as nothing was played or asked since."""
        last, asked = self._accepted, self.offer is not None and self.offer.is_asked
        if last is None or asked or self.sitting is None or self.is_showing:
            return None
        return last.offer if last.is_last_of(self.sitting) else None

    def take_back(self, source: Cause) -> None:
        """Take back a move that was accepted by itself: the stop came a moment too late."""
        last = self._accepted
        assert last is not None
        self.commit(last.moves_back, source, last.before.memory, f"{last.offer.id}-stop")
        self.offer = last.offer

    # Time.

    @property
    def glass(self) -> Glass | None:
        """The running time; None if none runs."""
        return self._time.glass

    @property
    def last_move_at(self) -> float:
        """When the last move happened, if known."""
        return self._ledger.last_move_at

    @property
    def due(self) -> float | None:
        """When something happens by itself next, in seconds of the table's clock."""
        dues = [waiting.due for waiting in (self.offer, self.glass, self._show) if waiting is not None]
        return min((due for due in dues if due is not None), default=None)

    def time_passes(self) -> bool:
        """Make the moves that are due; return whether there were any."""
        now, due = self._clock.now(), self.due
        if due is None or now < due:
            self._time.keep(self.sitting, now)
            self._ledger.keep_memory()
            return False
        if self._show.due == due:
            self._show = self._show.next()
            self.weigh_again |= not self._show.is_on
        elif self.glass is not None and self.glass.due == due:
            self._time_is_up(self.glass)
        else:
            self.accept_offered()
        return True

    def _end_until(self, at: float) -> None:
        """Make the moves of a time that was over by then, before anything that happened later."""
        glass = self.glass
        while glass is not None and glass.due is not None and glass.due <= at:
            self._time_is_up(glass)
            glass = self.glass

    def is_for_glass(self, press: Press) -> bool:
        """Tell whether a key lays the running glass on its side, or stands it up again."""
        return self.glass is not None and press.key == self.current.play.glass_key

    def press_glass(self, at: float) -> None:
        """Lay the glass on its side, or stand it up again."""
        assert self.glass is not None
        with suppress(IllegalMove):  # it was over by then
            self.run_glass(self.glass.due is None, at)

    def sand(self, now: float) -> Sand | None:
        """Return the running time as an hourglass, and for a moment the one that has ended.

        May be called without the table's lock.
        """
        return self._time.sand(now)

    def run_glass(self, running: bool, now: float) -> None:
        """Let the game's time run on, or pause it. Raises IllegalMove if none runs."""
        self._end_until(now)
        if self.glass is None:
            raise IllegalMove(
                "no time is running",
                hint="It runs in games with a glass.",
                reason=Reason("error.no_time_runs"),
            )
        self._time.run(self.current, self.glass, running, now)

    def _time_is_up(self, glass: Glass) -> None:
        assert glass.due is not None
        source, moves = Cause("clock", glass.due), glass.timer.moves
        self._time.end(glass)
        try:
            self.commit(moves, source, self.current.memory, f"time-{uuid4().hex}")
        except (BadMove, IllegalMove, BadRecord) as error:
            self._time.glass = glass.stopped(self._clock.now())
            raise Nonsense("the game's time ends in a move that is not allowed") from error

    def _changed(self, source: Cause) -> None:
        """Count the change, and update the game's time for the position."""
        self.serial += 1
        self.ahead, self._show = self.current.history.state, StepsShown()
        self._time.follow(self.current, source.at)
