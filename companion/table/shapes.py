"""The shapes that leave the table: the JSON of pages, API and event stream.

Any text for a player is a ``Text``: a code of the translation catalogue and its parameters, never a
sentence. Names of seats and faces appear as they are.
"""

from typing import Any, Literal, NotRequired, TypedDict

from vision.reading import Why

JsonObject = dict[str, Any]


class Text(TypedDict):
    """A message for a person: a catalogue code and its parameters.

    ``places``: where the pieces concerned lie, to be marked on the picture, as fractions 0…1 of its
    width and height. Left out if no piece in particular is concerned.
    """

    code: str
    params: dict[str, str | int | float]
    places: NotRequired[list[tuple[float, float]]]


class CameraViewShape(TypedDict):
    """How the camera is set.

    ``rotate``: degrees clockwise by which its picture is turned, after mirroring. ``size``: the
    requested width and height; null: the default. ``mains``: Hz.
    """

    rotate: Literal[0, 90, 180, 270]
    mirror: bool
    size: list[int] | None
    mains: Literal[50, 60]


class CameraShape(TypedDict):
    """The state of the camera. ``health``: off, starting, running, frozen, lost.

    ``hidden``: its picture is kept off every page, since a secret may lie in sight.
    """

    backend: str
    health: Literal["off", "starting", "running", "frozen", "lost"]
    message: Text | None
    view: NotRequired[CameraViewShape]
    hidden: NotRequired[bool]


class PhoneWanted(TypedDict):
    """The table's request to the phone that is its camera: the next picture after this many
    milliseconds, of this width and height. ``hold``: its focus, exposure and white balance are to be
    held; ``asked`` grows with every new request.
    """

    next_ms: int
    size: list[int]
    hold: bool
    asked: int


class PhoneReport(TypedDict):
    """The state of the phone that is the camera. ``focus``, ``exposure``: whether it could hold them at
    request ``asked``; ``battery``: its charge, from 0 to 1, null if it is unknown, or charging;
    ``away``: it is locked, or shows something else; ``blind``: its browser gets no picture.
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
    """One possible reading of a cell; ``turns``: quarter turns clockwise against the board."""

    label: str
    turns: int


class SeenCell(TypedDict):
    """What lies on one cell of a board, by its column and row.

    ``label`` is "empty" if only a pawn stands on the cell (``on``: the pawn's label). ``corners`` are
    the cell's, fractions 0…1 of the picture, clockwise from its own top left.
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
    """A board on the picture: columns and rows, its outer corners, and the cells that are not certainly
    bare."""

    grid: tuple[int, int]
    corners: list[tuple[float, float]]
    cells: list[SeenCell]
    hidden: list[HiddenCell]


class SeenToken(TypedDict):
    """One token on the picture: its centre in fractions 0…1, its diameter in widths of the picture."""

    label: str
    centre: tuple[float, float]
    diameter: float
    confidence: float
    sure: bool
    likely: list[str]


class SeenShape(TypedDict):
    """The last reading, to be drawn over the picture of the same ``frame`` number.

    ``board`` is null if none is read, or none was found. ``drawn`` is the game's addition; that game's
    page knows its content. Its ``text``, if present, describes readings that are neither dice nor a
    board.
    """

    frame: int
    sure: bool
    dice: list[SeenDie]
    board: SeenBoard | None
    tokens: list[SeenToken]
    doubts: list[str]
    drawn: JsonObject


class UnjudgedShape(TypedDict):
    """A part of the picture that cannot be judged.

    ``box``: its left, top, width and height in fractions 0…1 of the picture.
    """

    why: Why
    box: tuple[float, float, float, float]


class WatchShape(TypedDict):
    """What the table's reader is doing now. ``phase``: off, empty, moving, still, read.

    ``hand``: the outlines of what covers the table now (a hand, a sleeve), each a list of points as
    fractions 0…1 of the picture; empty if nothing does. ``restless``: something has moved for so long
    that people are asked to take their hands away. ``unjudged``: parts of the picture that cannot be
    judged, which is why it is not read; absent if it can be. ``picture``: the number of the picture that
    shows the table as it lies now; left out while something moves, or if no picture is shown.
    """

    phase: Literal["off", "empty", "moving", "still", "read"]
    seen: SeenShape | None
    hand: list[list[tuple[float, float]]]
    restless: NotRequired[bool]
    unjudged: NotRequired[list[UnjudgedShape]]
    picture: NotRequired[int]


class ChoiceShape(TypedDict):
    """One answer to a question, or one way to correct: chosen by its ``id``.

    ``dice`` are those named by the last move's ``faces``, in the same order: they can be corrected one
    by one. Empty if it names none that were read.
    """

    id: str
    text: Text
    moves: list[JsonObject]
    dice: list[SeenDie]


class ProposalShape(TypedDict):
    """A move that the table is about to make, or a question.

    ``kind`` "move": it will be accepted by itself in ``closes_in_s`` seconds unless stopped; "question":
    it waits for an answer, likely choices first; "pending": nothing happens by itself, the choices are
    the possible moves with the pieces lying there (stopping now, for example); "correction": it waits
    until the dice of the first choice with dice are corrected, or until it is stopped.
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
    """A part of the table that does not work just now; it is being restarted.

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


class BoxShape(TypedDict):
    """The voting box. ``seat``: the player who is awaited, there or on a phone; null if nobody is.

    ``open``: somebody has pressed OK there and is being shown a hand. ``labels``: the printed labels
    beside the keys of its column, from the top. Nothing here depends on what is picked.
    """

    seat: str | None
    open: bool
    labels: list[str]


class TimerShape(TypedDict):
    """The time that runs in the game (of an hourglass, for example): the rest of it when this was sent.

    ``running`` is false while it is paused; it is also paused after the table was switched off.
    """

    left_s: float
    of_s: float
    running: bool


Shows = Literal["both", "light", "sound", "page"]
"""How the hourglass is shown: by the box's lamps and buzzer, one of them, or its lamps and the sound of
a page."""

Measuring = Literal["arm", "press", "cancel"]
"""Make ready to measure the players' own glass, press at its turning and at its end, or give it up."""


class GlassShape(TypedDict):
    """How the table's hourglass is set, and the players' own one as it is measured.

    ``measuring``: armed: the next press is the turning; running: the next press is the end of the sand.
    ``measured_s`` is the time, in seconds, of a game that is started without giving one.
    """

    shows: Shows
    measuring: Literal["armed", "running"] | None
    measuring_s: float | None
    measured_s: int | None


PartKind = Literal["lamp", "buzzer", "key"]


class PartShape(TypedDict):
    """A part of the voting box: its GPIO, and the pin of the header that this is."""

    name: str
    kind: PartKind
    gpio: int
    pin: int


class PartsShape(TypedDict):
    """The voting box's parts. ``tried``: the one that is tried now; ``heard``: the key that was pressed
    since, if that one is a key."""

    parts: list[PartShape]
    tried: str | None
    heard: str | None


class CheckShape(TypedDict):
    """One thing of a game's set-up that the camera looks after: ``done``, or what is still missing."""

    text: Text
    done: bool


class SetUpShape(TypedDict):
    """What the camera sees of how the game is set up; no ``checks`` where it can tell nothing of it."""

    checks: list[CheckShape]


class StripShape(TypedDict):
    """The LED strip that shows the glass: its controller's address ("" if there is none), its number of
    lamps, and the most that each is lit, in per cent.
    """

    address: str
    leds: int
    brightness: int


class PlacedShape(TypedDict):
    """A player's place in a game; ``score`` is null if the game has no scores."""

    name: str
    rank: int
    score: int | None
    won: bool


class HighlightShape(TypedDict):
    """A highlight of a game; ``name``: who did it, null if nobody in particular."""

    name: str | None
    text: Text


class StandingShape(TypedDict):
    """A player's place over several games; ``beaten``: how many others finished behind, in all of
    them."""

    name: str
    rank: int
    wins: int
    games: int
    beaten: int


class EveningSoFar(TypedDict):
    """The evening that a game belongs to; ``games``: its games that were played to their end."""

    number: int
    games: int
    standings: list[StandingShape]


class EndShape(TypedDict):
    """How the game ended. ``picture``: the address of the winning city's or board's picture; it and
    ``why`` are null if there is none. ``highlights``: the best first. ``minutes``: without the
    breaks."""

    ranking: list[PlacedShape]
    why: Text | None
    highlights: list[HighlightShape]
    minutes: float
    moves: int
    picture: str | None
    evening: EveningSoFar


class MarkShape(TypedDict):
    """A player's mark at the table: a colour and a sign, each counted from 1."""

    colour: int
    sign: int


class GameShape(TypedDict):
    """A past game. ``ranking`` is empty if the game was left before its end; ``nameless``: the seats of
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
    """An evening: its games, the first one first, and the standings after them."""

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
    """Players, the standings of all evenings, and the last evenings, latest first; ``earlier`` more can
    be fetched with ``before``. ``untold``: whether the story of some games is still missing."""

    players: list[PlayerShape]
    standings: list[StandingShape]
    evenings: list[EveningShape]
    earlier: int
    untold: bool


class LastGameShape(TypedDict):
    """How a game was last begun; ``last``: who finished last, if it was played to its end."""

    game: str
    seats: list[str]
    nameless: list[str]
    options: JsonObject
    last: list[str]


class StateShape(TypedDict):
    """Reply of ``GET /api/v1/state`` and data of every ``state`` event.

    ``view`` is the game's own view for the role (see each game's ``view``); ``building`` is the same
    including the dice now set aside on the table, if known: what a page draws while a city is being
    built. ``task``: what the game waits for, in words for the role; ``mine``: whether it waits for the
    role's own seat. ``odds``: the advice to the player about to throw, unless the host has switched
    advice off (``advises``). ``may`` lists the kinds of moves that the role may make now. ``faults`` are
    the parts of the table that do not work just now; for that reason ``view`` may be null during a game.
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
