"""The state of the whole table as one role sees it."""

from typing import NotRequired, TypedDict

from companion.table.shapes.box import BoxShape, GlassShape, StripShape, TimerShape
from companion.table.shapes.camera import CameraShape
from companion.table.shapes.evenings import EndShape
from companion.table.shapes.moves import HistoryLine, ProposalShape
from companion.table.shapes.seen import WatchShape
from companion.table.shapes.values import JsonObject, MarkShape, Text


class FaultShape(TypedDict):
    """A part of the table that does not work at the moment; it is being restarted.

    ``part``: eyes, reader, referee, view, broadcast, time, web, or a device by its name; journal if it
    was damaged and has been repaired; memory if accepted moves cannot be stored, or are not being
    stored.
    """

    part: str
    text: Text


class MemoryShape(TypedDict):
    """Where the table keeps accepted moves.

    ``kept``: whether it keeps them now; ``without``: the host plays on without memory; ``folder``: where
    they were kept last; ``elsewhere``: that differs from the folder at the table's start; ``places``:
    folders and disks in which it could go on.
    """

    kept: bool
    without: bool
    folder: str | None
    elsewhere: bool
    places: list[str]


class CheckShape(TypedDict):
    """One thing of a game's set-up that the camera looks after: ``done``, or what is still missing."""

    text: Text
    done: bool


class SetUpShape(TypedDict):
    """What the camera sees of how the game is set up; no ``checks`` where it can tell nothing of it."""

    checks: list[CheckShape]


class StateShape(TypedDict):
    """Reply of ``GET /api/v1/state`` and data of every ``state`` event.

    ``view`` is the game's own view for the role (see each game's ``view``); ``building`` is the same
    including the dice now set aside on the table, if known: what a page draws while a city is being
    built. ``task``: what the game waits for, in words for the role; ``mine``: whether it waits for the
    role's own seat. ``odds``: the advice to the player about to throw, unless the host has switched
    advice off (``advises``). ``may`` lists the kinds of moves that the role may make now. ``faults`` are
    the parts of the table that do not work at the moment; then ``view`` may be null during a game.
    ``history`` holds the last moves, ``earlier`` the number of moves before them (``/api/v1/history``);
    ``edition`` changes whenever the text of any of those may have changed. ``accepted`` is the id of the
    last proposal accepted by itself: it can be stopped until something is played. ``covered``: the
    role's phone has just joined its seat, and is shown no secret for now; ``taken_over``: players whose
    seats another phone took over lately. ``for_good``: the game was ended in a way after which no move
    of it can be taken back or corrected. ``holds_secrets``: its record may not be read yet. ``box`` is
    null if there is no voting box, or the game needs none. ``set_up``: how the game is set up is shown,
    until a player says that all is ready, or moves. ``strip`` is only sent to the host. ``beside``: the
    side tables in use, by game. ``end`` tells how the game ended, a moment afterwards; ``marks``: each
    seat's colour and sign.
    """

    sitting: str | None
    game: str | None
    seats: list[str]
    to_move: str | None
    scores: dict[str, int] | None
    outcome: JsonObject | None
    version: int
    role: str
    backends: dict[str, str]
    camera: CameraShape
    watch: WatchShape
    proposal: ProposalShape | None
    view: JsonObject | None
    building: JsonObject | None
    task: Text | None
    mine: bool
    may: list[str]
    odds: JsonObject | None
    timer: TimerShape | None
    glass: NotRequired[GlassShape]
    advises: NotRequired[bool]
    strip: NotRequired[StripShape]
    set_up: NotRequired[SetUpShape | None]
    faults: list[FaultShape]
    history: list[HistoryLine]
    earlier: int
    edition: int
    notice: NotRequired[Text | None]
    accepted: NotRequired[str | None]
    box: NotRequired[BoxShape | None]
    covered: NotRequired[bool]
    for_good: NotRequired[bool]
    holds_secrets: NotRequired[bool]
    taken_over: NotRequired[list[str]]
    beside: NotRequired[dict[str, JsonObject]]
    end: EndShape | None
    marks: dict[str, MarkShape]
