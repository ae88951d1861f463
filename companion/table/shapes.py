"""The shapes that leave the table: what pages, API and event stream carry, as JSON.

Whatever a player reads is a ``Text``: a code of the translation catalogue and its parameters, never
a sentence. Names of seats and faces appear as they are.
"""

from typing import Any, Literal, NotRequired, TypedDict

JsonObject = dict[str, Any]


class Text(TypedDict):
    """Something to be said to a person: a catalogue code and what to put into it.

    ``places``: where the pieces lie that it speaks of, to be marked on the picture, as fractions 0…1 of
    its width and height. Left out where it speaks of none in particular.
    """

    code: str
    params: dict[str, str | int | float]
    places: NotRequired[list[tuple[float, float]]]


class CameraViewShape(TypedDict):
    """How the camera is set.

    ``rotate``: degrees clockwise by which its picture is turned, once it is mirrored. ``size``: width
    and height asked for, null: the usual. ``mains``: Hz.
    """

    rotate: Literal[0, 90, 180, 270]
    mirror: bool
    size: list[int] | None
    mains: Literal[50, 60]


class CameraShape(TypedDict):
    """How the camera is. ``health``: off, starting, running, frozen, lost.

    ``hidden``: its picture is kept off every page, since a secret may lie in sight.
    """

    backend: str
    health: Literal["off", "starting", "running", "frozen", "lost"]
    message: Text | None
    view: NotRequired[CameraViewShape]
    hidden: NotRequired[bool]


class PhoneWanted(TypedDict):
    """What the table wants of the phone that is its camera: the next picture in so many milliseconds, of
    this width and height. ``hold``: its focus, exposure and white balance are to be held; ``asked``
    grows whenever that is asked anew.
    """

    next_ms: int
    size: list[int]
    hold: bool
    asked: int


class PhoneReport(TypedDict):
    """How the phone is that is the camera. ``focus``, ``exposure``: what it could hold when it was
    ``asked``; ``battery``: its charge, a part of 1, null: unknown, or it is charging; ``away``: it is
    locked, or shows something else; ``blind``: its browser is given no picture.
    """

    asked: int
    focus: bool
    exposure: bool
    battery: float | None
    away: bool
    blind: bool


class SeenDie(TypedDict):
    """One die on the picture. Corners and centre are fractions 0…1 of the picture's width, height."""

    face: str
    centre: tuple[float, float]
    corners: list[tuple[float, float]]
    angle: float | None
    confidence: float
    sure: bool
    cut_off: bool
    likely: list[str]


class SeenGuess(TypedDict):
    """One thing that may lie on a cell; ``turns``: quarter turns clockwise against the board."""

    label: str
    turns: int


class SeenCell(TypedDict):
    """What lies on one cell of a board, by its column and row.

    ``label`` is "empty" where only something stands on the cell (``on``: a pawn's label). ``corners``
    are the cell's, fractions 0…1 of the picture, clockwise from its own top left.
    """

    cell: tuple[int, int]
    label: str
    turns: int
    on: str | None
    confidence: float
    sure: bool
    corners: list[tuple[float, float]]
    likely: list[SeenGuess]


class HiddenCell(TypedDict):
    """A cell that cannot be seen (a hand, a cup)."""

    cell: tuple[int, int]
    corners: list[tuple[float, float]]


class SeenBoard(TypedDict):
    """A board on the picture: columns and rows, its outer corners, and the cells not surely bare."""

    grid: tuple[int, int]
    corners: list[tuple[float, float]]
    cells: list[SeenCell]
    hidden: list[HiddenCell]


class SeenToken(TypedDict):
    """One token on the picture: its centre in fractions 0…1 of it, its diameter in widths of it."""

    label: str
    centre: tuple[float, float]
    diameter: float
    confidence: float
    sure: bool
    likely: list[str]


class SeenShape(TypedDict):
    """The last reading, to be drawn over the picture of the same ``frame`` number.

    ``board`` is null where none is read, or none was found. ``drawn`` is what the game that is played
    adds to it: its own pages know what it holds. Its ``text``, where it has one, says what was read that
    is neither dice nor a board.
    """

    frame: int
    sure: bool
    dice: list[SeenDie]
    board: SeenBoard | None
    tokens: list[SeenToken]
    doubts: list[str]
    drawn: JsonObject


class UnjudgedShape(TypedDict):
    """A part of the picture of which nothing can be told.

    ``box``: its left, top, width and height in fractions 0…1 of the picture.
    """

    why: Literal["dark", "bright", "blurred", "moving", "banded", "covered", "not the table"]
    box: tuple[float, float, float, float]


class WatchShape(TypedDict):
    """What the eyes are doing. ``phase``: off, empty, moving, still, read.

    ``hand`` are the outlines of what covers the table now (a hand, a sleeve), each a list of points as
    fractions 0…1 of the picture; empty where nothing does. ``restless``: something has moved for so long
    that people are asked to take their hands away. ``unjudged``: parts of the picture of which nothing
    can be told, so that it is not read; absent where it can be. ``picture``: the number of the picture
    that shows the table as it lies now; left out while something moves, and where no picture is shown.
    """

    phase: Literal["off", "empty", "moving", "still", "read"]
    seen: SeenShape | None
    hand: list[list[tuple[float, float]]]
    restless: NotRequired[bool]
    unjudged: NotRequired[list[UnjudgedShape]]
    picture: NotRequired[int]


class ChoiceShape(TypedDict):
    """One answer to a question, or one way to correct: chosen by its ``id``.

    ``dice`` are those that the last move's ``faces`` name, in the same order: they can be put right one
    by one. Empty where it names none that were read.
    """

    id: str
    text: Text
    moves: list[JsonObject]
    dice: list[SeenDie]


class ProposalShape(TypedDict):
    """What the table means to do, or asks.

    ``kind`` "move": will be accepted by itself in ``closes_in_s`` seconds unless stopped;
    "question": waits for an answer, likely choices first; "pending": nothing happens by itself, the
    choices are what may be done with what lies there (stop now, say); "correction": waits until the dice
    of the first choice that has some are put right, or until it is stopped.
    """

    id: str
    kind: Literal["move", "question", "pending", "correction"]
    text: Text
    moves: list[JsonObject]
    choices: list[ChoiceShape]
    closes_in_s: float | None
    frame: int | None


class HistoryLine(TypedDict):
    """One accepted move, as players read it. ``number`` counts from 1; ``undone``: taken back.

    ``at``: when it happened; ``by``: a reading, a tap, a key of the box, the table's clock, or a rule.
    """

    number: int
    seat: str | None
    text: Text
    move: JsonObject
    at: str
    by: Literal["camera", "tap", "box", "clock", "rule"]
    undone: bool
    corrected: bool


class FaultShape(TypedDict):
    """A part of the table that does not work just now; it is being started again.

    ``part``: eyes, reader, referee, view, broadcast, time, web, or a device by its name; journal where
    it was damaged and has been put right; memory where what is accepted cannot be kept, or is not.
    """

    part: str
    text: Text


class MemoryShape(TypedDict):
    """Where the table keeps what is accepted.

    ``kept``: whether it does now; ``without``: the host plays on without memory; ``folder``: where it
    was kept last; ``elsewhere``: that is not where it was when the table started; ``places``: folders
    and disks in which it could go on.
    """

    kept: bool
    without: bool
    folder: str | None
    elsewhere: bool
    places: list[str]


class BoxShape(TypedDict):
    """The voting box. ``seat``: the player who is awaited, there or on a phone; null where nobody is.

    ``open``: somebody has pressed OK there and is shown a hand. ``labels``: what is printed beside the
    keys of its column, from the top. Nothing here differs with what is picked.
    """

    seat: str | None
    open: bool
    labels: list[str]


class TimerShape(TypedDict):
    """The time that runs in the game (a glass, say): what is left of it when this was told.

    ``running`` is false while it is paused, as it is after the table was switched off in between.
    """

    left_s: float
    of_s: float
    running: bool


Shows = Literal["both", "light", "sound", "page"]
"""What the hourglass is shown with: the box's lamps and buzzer, one of them, or its lamps and the
sound of a page."""

Measuring = Literal["arm", "press", "cancel"]
"""Make ready to measure the players' own glass, press at its turning and at its end, or give it up."""


class GlassShape(TypedDict):
    """How the table's hourglass is set, and the players' own one as it is measured.

    ``measuring``: armed: the next press is the turning; running: the next is the last grain's fall.
    ``measured_s`` are the seconds of a game that is started without saying how many.
    """

    shows: Shows
    measuring: Literal["armed", "running"] | None
    measuring_s: float | None
    measured_s: int | None


class CheckShape(TypedDict):
    """One thing of a game's set-up that the camera looks after: ``done``, or what is still missing."""

    text: Text
    done: bool


class SetUpShape(TypedDict):
    """What the camera sees of how the game is set up; no ``checks`` where it can tell nothing of it."""

    checks: list[CheckShape]


class StripShape(TypedDict):
    """The strip of lamps on which the glass is shown: where its controller is ("": there is none), how
    many lamps it has, and the most that each is lit, in per cent.
    """

    address: str
    leds: int
    brightness: int


class PlacedShape(TypedDict):
    """A player's place in a game; ``score`` is null where the game counts none."""

    name: str
    rank: int
    score: int | None
    won: bool


class HighlightShape(TypedDict):
    """Something worth telling of a game; ``name``: who did it, null where nobody in particular."""

    name: str | None
    text: Text


class StandingShape(TypedDict):
    """A player's place over several games; ``beaten``: so many others came in behind, in all of them."""

    name: str
    rank: int
    wins: int
    games: int
    beaten: int


class EveningSoFar(TypedDict):
    """The evening that a game belongs to; ``games`` of it were played to their end."""

    number: int
    games: int
    standings: list[StandingShape]


class EndShape(TypedDict):
    """How the game ended. ``picture``: where that of the winning city or board is; ``why`` and it are
    null where there is none. ``highlights``: the best first. ``minutes``: without the breaks."""

    ranking: list[PlacedShape]
    why: Text | None
    highlights: list[HighlightShape]
    minutes: float
    moves: int
    picture: str | None
    evening: EveningSoFar


class MarkShape(TypedDict):
    """By what a player is known at the table: a colour and a sign, each counted from 1."""

    colour: int
    sign: int


class GameShape(TypedDict):
    """A past game. ``ranking`` is empty where it was left before its end; ``nameless``: the seats of
    those without an entry; ``picture``: whether there is one of the winning city or board."""

    sitting: int
    game: str
    seats: list[str]
    nameless: list[str]
    opened_at: str
    minutes: float
    moves: int
    ranking: list[PlacedShape]
    why: Text | None
    highlights: list[HighlightShape]
    picture: bool


class EveningShape(TypedDict):
    """An evening: its games, the first first, and who stands where after them."""

    number: int
    began_at: str
    games: list[GameShape]
    standings: list[StandingShape]


class PlayerShape(TypedDict):
    """A player, kept over evenings. The ``id`` never changes."""

    id: str
    name: str
    colour: int
    sign: int


class EveningsShape(TypedDict):
    """Players, the standings of all evenings, and the last evenings, latest first; ``earlier`` more are
    told of with ``before``. ``untold``: whether there are games of which it is still to be told."""

    players: list[PlayerShape]
    standings: list[StandingShape]
    evenings: list[EveningShape]
    earlier: int
    untold: bool


class LastGameShape(TypedDict):
    """How a game was begun last; ``last``: who came in last, where it was played to its end."""

    game: str
    seats: list[str]
    nameless: list[str]
    options: JsonObject
    last: list[str]


class StateShape(TypedDict):
    """Reply of ``GET /api/v1/state`` and data of every ``state`` event.

    ``view`` is the game's own view for the role (see each game's ``view``); ``building`` is the same as
    it would be with the dice set aside that lie on the table now, where that is known: what a page draws
    while a city is being built. ``task``: what the game waits for, as the role is told it; ``mine``:
    whether the game goes on as soon as the role's seat does something. ``odds``, the advice to the
    player about to throw, belong to it, unless the host wants none told (``advises``). ``may``
    lists the kinds of moves that the role may make now. ``faults`` are the parts of the table that do
    not work just now; ``view`` may be null for that reason while a game is played. ``history`` holds the
    last moves, ``earlier`` says how many came before them (``/api/v1/history``); ``edition`` is another
    one whenever any of those may read otherwise. ``accepted`` is the
    id of the proposal that was accepted by itself last: it can be stopped until something is played.
    ``covered``: the role's phone joined its seat anew, and is shown no secret for now;
    ``taken_over``: whose seats another phone took over lately. ``for_good``: the game was ended so that
    no move of it is taken back or corrected any more. ``holds_secrets``: its record may not be read yet.
    ``box`` is null where no voting box is there, or the game needs none. ``set_up``: the game is about
    to begin, and how it is set up is shown until a player says that it is. ``strip`` is told to the
    host. ``end`` tells how the game ended, a moment after it has; ``marks`` by what each seat is known.
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
    end: EndShape | None
    marks: dict[str, MarkShape]
