"""One evening at the simulated table, its camera spoilt by one spell after the other."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, Final

from companion.cli.demo import KEY_S, PLAYERS, SURFACES, ReadersOf, live_readers
from companion.cli.kinds.pieces import reader_of
from companion.devices.picking import REST_S
from companion.devices.pin_box import PinBox
from companion.devices.pin_map import shipped_pin_map
from companion.devices.simulated_pins import SimulatedPanel, SimulatedPins
from companion.games.game import HOST, Words
from companion.games.history import History
from companion.simulation.evening import Evening
from companion.simulation.habits import TIDY, Luck
from companion.simulation.hands import Hands, hands_of, has_hands, set_table
from companion.table.plays.catalogue import play_of
from companion.table.shapes.values import JsonObject
from companion.table.sight.eyes import Eyes, FrameJudge, FrameSight
from companion.table.sitting.sitting import Sitting
from companion.table.storage.journal import Journal
from companion.table.table import Table
from tests.rigs.spoilt_live.said import why_of
from tests.rigs.spoilt_live.spells import Phase, Spell, SpoiltCamera
from tests.rigs.spoilt_live.throwing import ThrowingHands
from vision.clock import SteppedClock
from vision.judging.live import LiveJudge
from vision.readings.reading import Reading
from vision.workshop.simulation.stage import house_dice
from vision.workshop.simulation.table import SIZE_WH, SimulatedTable

FRAMES_PER_S: Final = 5.0
GOES_ON_S: Final = 20.0
"""So long after a spell, and after the hands' last movement, a game may take until all is accepted."""
SETTLED_S: Final = 2.0
"""So long after a spell nobody goes on: the eyes notice what has changed within a second."""
CHECKED_S: Final = 1.5
"""So long after its beginning a spoilt picture is read beside the table, by a fresh reader."""
WALL: Final = datetime(2026, 1, 1, 19, 0, tzinfo=UTC)
ReaderOf = Callable[[str, str], Any]


class LiveEvening:
    """Simulated table, camera, eyes, table and hands on one stepped clock."""

    def __init__(
        self,
        folder: Path,
        game: str,
        seed: int,
        readers: ReadersOf = live_readers,
        reader: ReaderOf = reader_of,
        size_wh: tuple[int, int] = SIZE_WH,
        judge: FrameJudge | None = None,
    ) -> None:
        """``readers`` are the eyes'; ``reader`` gives one that judges a picture by itself."""
        rng = Random(seed)
        hands: Hands = hands_of(game).HANDS if has_hands(game) else ThrowingHands()
        self.game, self._sets, self._reader_of = game, play_of(game).sets, reader
        self.clock = SteppedClock()
        self.simulated = SimulatedTable(
            self.clock,
            style=house_dice(self._sets.get("dice", "")),
            seed=seed,
            surface=rng.choice(SURFACES),
            mat=rng.random() < 0.75,
            slip=TIDY.slip,
            size_wh=size_wh,
        )
        self.camera = SpoiltCamera(self.simulated, self.clock, FRAMES_PER_S)
        self._eyes = Eyes(readers(self.simulated, self._sets), judge=judge or LiveJudge())
        backends = {"camera": "simulated", "pins": "simulated"}
        journal = Journal(folder / "journal.lines")
        self.table = Table(
            journal, self.clock, lambda: WALL + timedelta(seconds=self.clock.now()), backends
        )
        words = {"game": game, "seats": list(PLAYERS[: rng.choice(hands.seats)]), **hands.first_line}
        self.table.start_sitting(Sitting.dealt(words, Random(f"{seed} deal")).first_line())
        history = self.table.history
        set_table(self.simulated, hands, history.state, self._sets.get("board"))
        self._player = hands.player(self.simulated, Luck(TIDY, Random(f"{seed} hands")))
        self._player.lay(history.state)
        self._pins = SimulatedPins(self.clock.now)
        self._box = PinBox(shipped_pin_map(), self._pins, self.clock.now)
        self._box.open(lambda: None)
        self.evening = Evening(self.table, self._player, self._settle, history, rng, self._press)
        self.camera.start()
        self._watched: Watched | None = None
        self._phase: str = "empty"
        self._began = 0.0

    def close(self) -> None:
        """Close camera, box and journal."""
        self._box.close()
        self._pins.close()
        self.camera.stop()
        self.table.close()

    def take(self, spell: Spell, most_turns: int = 4) -> JsonObject | None:
        """Play until a spell came and went, to the end of that turn; return what came of it.

        It comes between turns where there was no other occasion. None: the game is over.
        """
        for turn in range(most_turns):
            if self.evening.is_over:
                return None
            if turn == most_turns - 1:
                spell.phase = "between turns"
            self._watched = watched = Watched(self, spell)
            self.camera.spell = None
            self._player.turn(self.evening)
            if spell.phase == "between turns" and not self.evening.is_over:
                self._begin()
                self._settle()
            if spell.begun < inf:
                self._player_goes_on(watched)
                return watched.row()
        return None

    def _player_goes_on(self, watched: "Watched") -> None:
        """Let the next turn show what was forgotten, where the spell came after the last one."""
        self.camera.spell = None
        if watched.spell.phase == "between turns" and not self.evening.is_over:
            self._player.turn(self.evening)

    def _begin(self) -> None:
        watched = self._watched
        if watched is not None and watched.spell.begun == inf:
            watched.begin(self.clock.now())
            self.camera.spell = watched.spell

    def _settle(self) -> None:
        """Let the table look until everything is read and accepted, and any spell is over."""
        self._began = self.clock.now()
        is_done = self._look_on()
        if self._watched is not None and self._watched.is_occasion(self.phase, again=True):
            self._begin()
            is_done = self._look_on()
        if self._watched is not None and self.camera.spell is not None:
            self._watched.settled(hung=not is_done)
            self.camera.spell = None

    def _look_on(self) -> bool:
        """Look until all is read and accepted, and any spell is over; tell whether it came to that."""
        read = False
        while not (read and self._is_done()) and not self._is_too_long():
            read = self._look()
        return read and self._is_done()

    def _is_too_long(self) -> bool:
        """Tell whether hands and spells have been over for longer than a game may take."""
        spell = self.camera.spell
        since = max(self._began, self.simulated.busy_until, -inf if spell is None else spell.ends)
        return self.clock.now() > since + GOES_ON_S

    def _is_done(self) -> bool:
        spell, now = self.camera.spell, self.clock.now()
        offer = self.table.state(HOST)["proposal"]
        moves = now <= self.simulated.busy_until
        waits = offer is not None and offer["kind"] == "move"
        return not moves and not waits and (spell is None or now >= spell.ends + SETTLED_S)

    def _look(self) -> bool:
        """Take the next frame; return whether the table is read as it lies."""
        self.clock.wait(Event(), 1 / FRAMES_PER_S)
        if self._watched is not None and self._watched.is_occasion(self.phase):
            self._begin()
        sight = self._eyes.take(self.camera.capture())
        self.table.sight.saw(sight)
        self.table.tick()
        self.table.sight.weigh()
        self._phase = sight.phase
        if self._watched is not None and self.camera.spell is not None:
            self._watched.look(sight)
        return sight.phase in ("read", "empty")

    @property
    def phase(self) -> Phase | None:
        """What is going on at the table now; None: it rests bare."""
        offer = self.table.state(HOST)["proposal"]
        if self.simulated._hands.seen(self.clock.now()) and self.simulated.is_busy:
            return "hand"
        if self.simulated.is_busy:
            return "moving"
        if offer is not None and offer["kind"] in ("move", "question"):
            return "offer"
        if self._phase not in ("read", "empty"):
            return "unread"
        lies = any(not reading.is_empty for reading in self.table.looking.seen.readings.values())
        return "at rest" if lies else None

    def readings(self, image: Any) -> list[Reading]:
        """Return what readers that have seen nothing else say of a picture."""
        return [self._reader_of(kind, name).read(image) for kind, name in self._sets.items()]

    def _press(self, keys: Sequence[str]) -> None:
        panel = SimulatedPanel(shipped_pin_map(), self._pins)
        self.clock.wait(Event(), REST_S)
        for key in keys:
            self.clock.wait(Event(), KEY_S)
            panel.press(key)
            for press in self._box.heard().presses:
                self.table.devices.press(press)
        self.table.tick()
        self.table.sight.weigh()


class Watched:
    """What is seen of the table from a spell's beginning to the end of its turn."""

    def __init__(self, live: LiveEvening, spell: Spell) -> None:
        self.spell = spell
        self._live = live
        self._report = live.evening._report
        self._asked, self._wrong = len(self._report.asked), len(self._report.sure_wrong)
        self._phase: str | None = None
        self._entries: Sequence[Any] = ()
        self._pieces = 0
        self._said_after_s: float | None = None
        self._unreadable: bool | None = None
        self._read: set[int] = set()
        self._lie: int | None = None
        self._offered: dict[str, Change] = {}
        self._forgotten: list[str] = []
        self._stuck = ""

    def is_occasion(self, phase: str | None, *, again: bool = False) -> bool:
        """Tell whether the spell begins now: its phase has begun, after others that were skipped.

        ``again``: though it may have gone on before.
        """
        before, self._phase = None if again else self._phase, phase
        begins = phase == self.spell.phase != before
        if not begins or self.spell.begun < inf:
            return False
        self.spell.skip -= 1
        return self.spell.skip < 0

    def begin(self, now: float) -> None:
        """Begin the spell, and note what is known, and asked already."""
        self.spell.begun = now
        evening = self._live.evening
        offer = evening._open_question()
        is_asked = offer is not None and offer["id"] not in evening._asked
        self._asked = len(self._report.asked) + is_asked
        self._entries = self._live.table.history.entries
        self._pieces = self._remembered()

    def look(self, sight: FrameSight) -> None:
        """Note what a page is told, what is read, and what is proposed, after a frame."""
        now, state = self._live.clock.now(), self._live.table.state(HOST)
        image = sight.frame.image_bgr
        is_sure = sight.finished and all(reading.sure for reading in sight.readings.values())
        if is_sure and self.spell.is_on(sight.frame.taken_at):
            self._read.add(_pieces(sight.readings.values()))
        if self._said_after_s is None and why_of(state) is not None:
            self._said_after_s = round(now - self.spell.begun, 2)
        offer = state["proposal"]
        if offer is not None and offer["kind"] == "move" and offer["id"] not in self._offered:
            evening = self._live.evening
            self._offered[offer["id"]] = change_by(
                self._live.table.history, evening._after(offer["moves"])
            )
        is_whole = image.shape[1] == self._live.simulated.size_wh[0]
        is_time = now >= min(self.spell.begun + CHECKED_S, self.spell.ends - 1.5 / FRAMES_PER_S)
        if self._unreadable is None and is_whole and is_time and self.spell.is_on(now):
            self._unreadable = self._is_unreadable(image)

    def _is_unreadable(self, image: Any) -> bool | None:
        """Tell whether a picture is not read as it was unspoilt.

        None: nor was that surely read, or nothing lies there that could be missed.
        """
        if self.spell.kind in FLAT:
            return True
        clean = self._live.readings(self._live.camera.clean)
        if not all(reading.sure for reading in clean) or all(reading.is_empty for reading in clean):
            return None
        self._lie = _pieces(clean)
        bad = self._live.readings(image)
        return not all(
            one.sure and len(one.places_px) == len(other.places_px)
            for one, other in zip(bad, clean, strict=True)
        )

    def settled(self, *, hung: bool) -> None:
        """Note what is known after the spell."""
        entries = self._live.table.history.entries
        if tuple(entries[: len(self._entries)]) != tuple(self._entries):
            self._forgotten.append("moves were taken back")
        pieces = self._remembered()
        if len(entries) == len(self._entries) and pieces < self._pieces and self.spell.phase in RESTING:
            self._forgotten.append(f"{self._pieces} things remembered, then {pieces}")
        if hung:
            state = self._live.table.state(HOST)
            self._stuck = f"{state['watch']['phase']}, proposal {state['proposal'] is not None}"

    def _remembered(self) -> int:
        """Return how much the game remembers of what lies there."""
        sitting = self._live.table._playing.sitting
        return 0 if sitting is None else _count(sitting.memory_words())

    def row(self) -> JsonObject:
        """Return what came of it."""
        spell = self.spell
        return {
            "game": spell.game,
            "phase": spell.phase,
            "kind": spell.kind,
            "step": spell.step,
            "lasts_s": round(spell.lasts_s, 2),
            "wrong": self._report.sure_wrong[self._wrong :],
            "proposed": self._never_made(),
            "forgotten": self._forgotten,
            "stuck": self._stuck,
            "asked": self._report.asked[self._asked :],
            "anyway": False,
            "unreadable": self._unreadable,
            "read": self._lie in self._read,
            "said_after_s": self._said_after_s,
        }

    def _never_made(self) -> list[str]:
        """Return what was proposed though no player made such a move lately, or had made it."""
        evening = self._live.evening
        made = {_kind_of(entry.words) for entry in evening._truth.entries[-MOST_LATELY:]}
        return [
            *(
                str(one)
                for more, _ in self._offered.values()
                for one in more
                if _kind_of(one) not in made
            ),
            *(
                f"without {one}"
                for _, less in self._offered.values()
                for one in less
                if _kind_of(one) in made
            ),
        ]


def change_by(before: History, after: History) -> "Change":
    """Return the moves that stand only after, and those that stand only before.

    A move that is taken back and made again behind another one is neither.
    """
    was, now = ([step.entry.words for step in one.steps()] for one in (before, after))
    return _without(now, was), _without(was, now)


def _without(moves: Sequence[Words], others: Sequence[Words]) -> Sequence[Words]:
    """Return the moves that are left once each of the others has taken an equal one away."""
    left = list(moves)
    for one in others:
        if one in left:
            left.remove(one)
    return left


Change = tuple[Sequence[Words], Sequence[Words]]
"""What an offer makes stand, and what it takes back."""
FLAT: Final = ("black", "grey", "clipped")
"""Of these pictures nobody could read anything, whatever lies there."""
RESTING: Final = ("at rest", "between turns")
MOST_LATELY: Final = 16
"""Moves of the last two turns or so."""


def _pieces(readings: Iterable[Reading]) -> int:
    """Return how many pieces were read."""
    return sum(len(reading.places_px) for reading in readings)


def _count(value: Any) -> int:
    """Return how many things a piece of JSON lists."""
    if isinstance(value, Mapping):
        return sum(map(_count, value.values()))
    if isinstance(value, (list, tuple)):
        return sum(max(1, _count(one)) for one in value)
    return 0


def _kind_of(words: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what makes a move that one and no other, as far as a picture tells."""
    if words["move"] == "throw":
        return ("throw", tuple(sorted(words["faces"])))
    if words["move"] in ("set_aside", "stop"):
        return (words["move"],)
    return tuple(
        sorted((name, str(value)) for name, value in words.items() if name not in ("id", "seat"))
    )
