"""What pages and API may ask of the table. The shapes of its answers, and logins, are beside it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any, Protocol

from companion.games.game import Role, Seat, Words
from companion.table.evenings.players import Player
from companion.table.evenings.sharing import SharedGame
from companion.table.hooks.drawing import Word
from companion.table.mosaics.shapes import MosaicsShape
from companion.table.shapes.box import Measuring, PartsShape, Shows
from companion.table.shapes.camera import PhoneReport, PhoneWanted
from companion.table.shapes.evenings import EveningsShape, LastGameShape
from companion.table.shapes.moves import HistoryLine
from companion.table.shapes.state import MemoryShape, StateShape
from companion.table.shapes.values import JsonObject
from companion.table.sight.tapped import Tapped
from companion.table.simulator_service import PanelService, SimulatorService
from companion.table.teaching.shapes import Place, Said, TeachingShape


@dataclass(frozen=True)
class Change:
    """A piece of news for one role. ``number`` grows by one for each change *of that role*, from 1."""

    number: int
    kind: str
    data: JsonObject


@dataclass(frozen=True)
class Picture:
    """The latest frame as JPEG, small enough for a phone, without anything drawn on it."""

    jpeg: bytes
    frame: int


class NewcomersService(Protocol):
    """Secrets that are still hidden from phones that have just joined a seat, and the notices about
    them."""

    def come(self, seat: Seat, took_over: bool) -> None:
        """Record that a phone joined; ``took_over``: another lost the seat. Raises JournalError."""

    def go(self, seat: Seat) -> None:
        """Take in that the phone before took the seat back in time. Raises JournalError."""

    def covers(self, seat: Seat) -> bool:
        """Tell whether the seat's secrets are still covered on the phone that joined last."""


class SetUpService(Protocol):
    """How the game is set up, before its first move."""

    @property
    def known(self) -> list[str]:
        """The games whose players were shown it already."""

    def show(self, role: Role, *, shown: bool) -> None:
        """Show it, or say that all is ready. Raises NotAllowed, IllegalMove."""


class OwnerService(Protocol):
    """The owner's settings of this table, but for the camera's."""

    def show_glass_with(self, shows: Shows) -> None:
        """Show the hourglass with the box's lamps, its buzzer, both, or with a page's sound.

        Raises JournalError.
        """

    def measure_glass(self, doing: Measuring) -> None:
        """Make ready to measure the players' own hourglass, press, or give it up.

        The first press is its turning, the second its end. Raises IllegalMove, JournalError.
        """

    def show_advice(self, *, shown: bool) -> None:
        """Show odds and advice to all players, or to nobody. Raises JournalError."""

    def set_strip(self, said: Mapping[str, Any]) -> None:
        """Set the LED strip: any of the keys of ``StripShape``. Raises BadStrip, JournalError."""


class CameraPhoneService(Protocol):
    """The phone that is the table's camera; its pass says which phone that may be
    (``Access.camera``)."""

    def picture(self, jpeg: bytes) -> PhoneWanted:
        """Take a picture, and return what is wanted next. Raises BadUpload."""

    def hear(self, how: PhoneReport) -> None:
        """Take in how the phone is."""

    def becomes(self, name: str | None) -> None:
        """Record that another phone is the camera; None: no phone."""


class TeachingService(Protocol):
    """Teaching at the table: one lesson at a time, and the taught sets. Places are fractions 0…1.

    Every method may raise BadLesson (see its ``reason``); those that write, JournalError.
    """

    def state(self) -> TeachingShape:
        """Return what is being taught, and what was taught; so do all methods that change something."""

    def picture(self) -> bytes | None:
        """Return the lesson's picture as JPEG, nothing drawn on it; None if there is none."""

    def begin(self, kind: str, name: str, family: str, earlier: bool) -> TeachingShape:
        """Begin a lesson; another one is dropped if nothing was shown in it yet. ``family``: the
        expected kind, "" for anything; ``earlier``: add to the saved set of that name."""

    def give_up(self) -> TeachingShape:
        """Forget the lesson."""

    def take_picture(self) -> TeachingShape:
        """Take the camera's present picture, to be tapped."""

    def take_file(self, data: bytes) -> TeachingShape:
        """Take a picture that somebody sent, to be tapped. Raises BadUpload."""

    def place(self, columns: int, rows: int, corners: list[Place]) -> TeachingShape:
        """Set where a board lies on the picture: the centres of its corner cells, from the top left."""

    def mark(self, cells: Mapping[str, str], settled: bool) -> TeachingShape:
        """Set what is printed on a board's squares, by ``column,row``, for all squares with a print;
        ``settled``: this is final."""

    def nudge(self, right: int, down: int) -> TeachingShape:
        """Shift what is printed on a board's squares by this many squares to the right, and down."""

    def unplace(self) -> TeachingShape:
        """Allow a board's corners, columns and rows to be set again; what was taught on it is kept."""

    def again(self) -> TeachingShape:
        """Show the next photograph that must be named again because the board's grid has changed."""

    def measure(self, at: Place, radius: float | None) -> TeachingShape:
        """Set where a token lies, and its radius in widths of the picture; None: measure it."""

    def tap(self, said: Said) -> TeachingShape:
        """Learn the piece at a place of the picture."""

    def undo(self) -> TeachingShape:
        """Take the last tap back."""

    def test(self) -> TeachingShape:
        """Read the camera's current picture with the pieces taught so far."""

    def judge(self) -> TeachingShape:
        """Count the test: everything that was not corrected counts as right."""

    def save(self, use: bool) -> TeachingShape:
        """Write the lesson's set, completely or not at all, and end the lesson; ``use``: start reading
        with it."""

    def use(self, kind: str, name: str | None) -> TeachingShape:
        """Read with a taught set from now on, also after a restart; None: with the game's default."""

    def keep(self, kind: str, said: Said, name: str) -> TeachingShape:
        """Add a piece, at a place in the camera's present picture, to the taught set in use.

        If there is none, a copy of the game's default set is extended under this name.
        """

    def delete(self, name: str) -> TeachingShape:
        """Delete a taught set; if it is in use, the game's default is used again."""

    def packed(self, name: str) -> bytes:
        """Return a set as one file (zip), to be taken up at another table."""

    def take_up(self, data: bytes) -> TeachingShape:
        """Take up a set that another table packed. Raises BadUpload."""


class EveningsService(Protocol):
    """Players and past games. Every method that changes something may raise JournalError."""

    def told(self, before: int | None = None) -> EveningsShape:
        """Return players, standings, and the last evenings before the one of that number."""

    def last_games(self) -> list[LastGameShape]:
        """Return how each game was begun last, the newest first."""

    def play(self, sitting: int, title: Callable[[str], str]) -> SharedGame:
        """Return an ended game in the form in which it is shared; ``title`` names games. Raises
        NoSuchGame."""

    def plays(self, title: Callable[[str], str]) -> list[SharedGame]:
        """Return every game that has ended as it is shared, in the order of play."""

    def players(self) -> list[Player]:
        """Return everybody who has an entry, in the order of coming."""

    def drawing(self, sitting: int, word: Word) -> str:
        """Return the picture of an ended game, as SVG; "" if there is none."""

    def close(self, sitting: int) -> None:
        """End the present sitting without starting another. Raises NoSuchGame."""

    def reopen(self, sitting: int) -> None:
        """Continue an earlier game. Raises NoSuchGame, IllegalMove."""

    def leave(self, sitting: int, name: str) -> None:
        """Let a player leave the game under way. Raises NoSuchGame, BadPlayer, IllegalMove."""

    def come_in(self, sitting: int, name: str, *, nameless: bool = False) -> None:
        """Let somebody join the game under way as the last seat. Raises as ``leave``."""

    def rename(self, id_: str, name: str) -> tuple[str, str]:
        """Rename a player in every game; return old and new name. Raises BadPlayer."""

    def mark(self, id_: str, colour: int, sign: int) -> None:
        """Give a player another colour and sign. Raises BadPlayer."""

    def merge(self, id_: str, into: str) -> tuple[str, str]:
        """Merge two players; return the name that goes, and the one that stays. Raises BadPlayer."""

    def delete(self, id_: str, stand_in: str) -> str:
        """Delete everything about a player; return the deleted name. Raises BadPlayer."""


class MosaicService(Protocol):
    """Boards laid of parts, taught by photographs. All raise JournalError if nothing can be kept."""

    def state(self) -> MosaicsShape:
        """Return all boards, and the one that is taught. Raises BadLesson, BadUpload, JournalError."""

    def picture(self) -> bytes | None:
        """Return the picture that is looked at as JPEG, straight once it was cut; None: none."""

    def open(self, name: str, game: str) -> MosaicsShape:
        """Teach a board on, or a new one of this name. Raises BadLesson, BadUpload, JournalError."""

    def take_picture(self) -> MosaicsShape:
        """Look at the camera's picture of now. Raises BadLesson, BadUpload, JournalError."""

    def take_file(self, data: bytes) -> MosaicsShape:
        """Look at a photograph that is sent. Raises BadLesson, BadUpload, JournalError."""

    def cut(self, corners: list[Place], fields: int) -> MosaicsShape:
        """Say where a part is, and how many fields its side has: what they are is proposed.

        Raises BadLesson, BadUpload, JournalError.
        """

    def edit(self, part: str) -> MosaicsShape:
        """Open a stored part for editing. Raises BadLesson, BadUpload, JournalError."""

    def keep(self, drawing: Sequence[str]) -> MosaicsShape:
        """Keep the part that is looked at. Raises BadLesson, BadUpload, JournalError."""

    def count(self, counts: Mapping[str, Mapping[str, int]]) -> MosaicsShape:
        """Say how many stones of each face there are. Raises BadLesson, BadUpload, JournalError."""

    def read_stones(self, kind: str) -> MosaicsShape:
        """Count the stones under the camera. Raises BadLesson, BadUpload, JournalError."""

    def lies(self, name: str, corners: list[Place] | None) -> MosaicsShape:
        """See how the parts lie. Raises BadLesson, BadUpload, JournalError."""

    def delete(self, name: str) -> MosaicsShape:
        """Delete a board. Raises BadLesson, BadUpload, JournalError."""

    def packed(self, name: str) -> bytes:
        """Return a board as one file. Raises BadLesson."""

    def take_up(self, data: bytes) -> MosaicsShape:
        """Take up a packed board. Raises BadUpload, BadLesson, JournalError."""


class BesideService(Protocol):
    """The games' side tables: what is kept beside whatever is being played."""

    def view(self, game: str) -> JsonObject:
        """Return a game's side table as all are told of it. Raises NoSuchGame."""

    def do(self, game: str, id_: str, words: Words) -> None:
        """Do something there, in words like a move's; the same id again changes nothing.

        Raises NoSuchGame, BadMove, IllegalMove, JournalError.
        """


class LookingService(Protocol):
    """What the camera shows, and how it is set."""

    def picture(self) -> Picture | None:
        """Return the latest frame; None without a camera, before its first frame, or while it is
        secret."""

    def set_camera(self, said: Mapping[str, Any]) -> None:
        """Set the camera, with any of the keys of ``CameraViewShape``, and keep the settings. Raises
        JournalError."""


class PartsService(Protocol):
    """The voting box's parts, tried one by one."""

    def shape(self) -> PartsShape:
        """Return what there is, and how the part does that is tried."""

    def ask(self, name: str | None) -> None:
        """Try this part now; None: leave off. Raises IllegalMove."""


class TableService(Protocol):
    """The running table. Every method may be called from any thread; errors are CompanionErrors."""

    @property
    def simulator(self) -> SimulatorService | None:
        """The simulated table's hands; None with a real camera."""

    @property
    def looking(self) -> LookingService:
        """What the camera shows, and how it is set."""

    @property
    def panel(self) -> PanelService | None:
        """The simulated box's front; None if the pins are real, or there are none."""

    @property
    def camera_phone(self) -> CameraPhoneService | None:
        """The phone that is the camera; None with another camera."""

    @property
    def teaching(self) -> TeachingService | None:
        """Where sets of pieces are taught; None if they could not be kept."""

    @property
    def mosaics(self) -> MosaicService | None:
        """Where boards laid of parts are taught; None if they could not be kept."""

    @property
    def newcomers(self) -> NewcomersService:
        """Phones that have just joined a seat."""

    @property
    def owner(self) -> OwnerService:
        """The owner's settings."""

    @property
    def set_up(self) -> SetUpService:
        """How the game is set up, before its first move."""

    @property
    def parts(self) -> PartsService:
        """The voting box's parts."""

    @property
    def evenings(self) -> EveningsService:
        """Players and past games."""

    @property
    def beside(self) -> BesideService:
        """What is kept beside the game."""

    @property
    def games(self) -> JsonObject:
        """Return the games that can be started: ``{name: {"seats": [2, 3, …], "options": {name:
        {"type": "int" | "bool" | "choice", "default", "min", "max", "choices"}}, "book": {…}}}``;
        ``book`` is the game's own (``Game.book``)."""

    def players(self) -> list[str]:
        """Return everybody who has played at this table, the last sitting's players first, in their
        order.

        Raises JournalError.
        """

    def state(self, role: Role) -> StateShape:
        """Return all that this role may know now."""

    def drawing(self, word: Word) -> str:
        """Return the game as everybody may see it, as SVG, with texts of ``word``; "" if there is
        none."""

    def woken(self) -> AbstractContextManager[Event]:
        """Yield an event that is set at every change; the waiting caller clears it."""

    def changes(self, role: Role, after: int | None, timeout_s: float) -> list[Change]:
        """Wait for changes newer than ``after`` (None: begin with one ``state``); may return none.

        Kinds: ``state`` (data: StateShape), ``seen`` (data: WatchShape with the camera's new phase or
        reading, sent often), ``closed`` (the table stops: no more will come).
        """

    def earlier(self, role: Role, before: int) -> list[HistoryLine]:
        """Return the last moves before that number, oldest first, as this role may know them."""

    def start_sitting(self, words: Words, nameless: Sequence[str] = (), *, set_up: bool = False) -> None:
        """Start a sitting from a record's first line; ``nameless``: players who want no entry;
        ``set_up``: show how it is set up.

        Raises BadRecord, BadSetup, UnknownGame, JournalError.
        """

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

        The same ``move_id`` again changes nothing and returns the same. ``after``: the number of the
        last move that the sender knew; a secret move that comes late is refused because of it.
        ``only_known``: refuse the move unless it has come before. Raises BadRecord, BadMove,
        IllegalMove, NotAllowed, JournalError.
        """

    def answer(self, role: Role, proposal: str, choice: str, faces: Sequence[str] | None = None) -> None:
        """Answer a question or a proposed move: with a choice's id, ``accept`` (do it now) or ``stop``
        (do not do it).

        ``faces``: what the choice's dice really show, in order. Raises IllegalMove, BadMove, NotAllowed,
        JournalError.
        """

    def put_right(self, role: Role, tapped: Tapped) -> None:
        """Record what a piece of the last reading really shows.

        Raises IllegalMove if that reading is not the last one, or was already accepted; NotAllowed.
        """

    def run_timer(self, role: Role, running: bool) -> None:
        """Let the game's time run on, or pause it.

        Raises IllegalMove if none runs, NotAllowed, JournalError.
        """

    @property
    def on_trial(self) -> bool:
        """Whether an update is being tried, so that nothing is accepted."""

    def memory(self) -> MemoryShape:
        """Return the place where the table stores accepted moves, and the other possible places."""

    def go_on_in(self, place: str | None) -> Path | None:
        """Go on in a folder at one of the places, or with None without storing; return the folder.

        Raises BadPlace, JournalError.
        """

    def record(self) -> str:
        """Return the sitting's record so far (``.jsonl``), as ``companion replay`` takes it.

        Raises IllegalMove, NotAllowed.
        """
