"""The API: everything that programs and our own pages ask of the table, as JSON."""

from functools import cache
from http import HTTPStatus
from secrets import token_hex

from flask import Blueprint, Response, current_app, request

from companion.errors import (
    BadMove,
    BadPlace,
    BadRecord,
    BadSetup,
    IllegalMove,
    JournalError,
    NoSuchGame,
    NotAllowed,
    TooManyTries,
    UnknownGame,
    WrongPin,
)
from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.games.setup import shows
from companion.keeper.asking import Asking
from companion.table.access.access import Access
from companion.table.access.login_file import LOGINS
from companion.table.service import Table
from companion.table.shapes.state import MemoryShape, StateShape
from companion.table.shapes.values import JsonObject
from companion.table.sight.tapped import Tapped
from web.access.callers import Callers, keep_token
from web.access.encryption import add_encryption
from web.access.invitation import Own, Public, joining, seat_path, way
from web.access.phone_door import Way
from web.addresses import Addresses, AlikeAddresses, Answer, Asked
from web.answers import Code, Done, Joining, Lines, Phones, Players, Token
from web.api.camera_phone import add_camera_phone
from web.api.done import DONE, done
from web.api.evenings import add_evenings
from web.api.events import Streams
from web.api.lengths import filler, tells_by_length
from web.api.machine import add_machine
from web.api.mosaics import add_mosaics
from web.api.openapi import openapi
from web.api.owner import add_owner
from web.api.phones import join_seat, take_seat_back
from web.bodies.parts import Nothing
from web.bodies.table import Choosing, GoingOn, Join, Login, Move, Sitting
from web.bodies.teaching import PutRight
from web.encoding import Once, encode
from web.errors import BadBody, NothingThere, TooManyStreams

OWN = ("id", "after", "again")
"""What a move's body says beside the move."""
TOKEN = Answer("the token, also kept as a cookie", Token)


def api_blueprint(
    table: Table,
    access: Access,
    callers: Callers,
    streams: Streams,
    public: Public,
    door: Way,
    keeper: Asking,
    network: Own,
    release: str,
) -> Blueprint:
    """Return the addresses under ``/api``, without the simulator's."""
    blueprint = Blueprint("api", __name__, url_prefix="/api")
    api = Addresses(blueprint, callers)
    v1 = api.alike("/v1", DONE, JournalError)
    _add_views(api, table, streams)
    add_encryption(api, door)
    _add_logins(v1, table, access, callers)
    _add_sittings(v1, table)
    add_evenings(api, table, access)
    _add_seats(v1, table, access, public)
    _add_joining(v1, table, access, public, network)
    _add_play(v1, table)
    _add_beside(v1, table)
    add_owner(api, table)
    add_mosaics(api, table)
    _add_memory(v1, table, access)
    add_camera_phone(api, table, access, public, door)
    add_machine(api, table, access, callers, keeper, release)
    return blueprint


def _add_views(api: Addresses, table: Table, streams: Streams) -> None:
    """Add the addresses that show the table: state, changes, picture."""
    description = cache(lambda: encode(openapi(current_app)))
    boot = token_hex(4)  # frames are counted from 0 after every start

    @api.get("/openapi.json", "What this API is", who="anyone", answer=Answer("this description"))
    def describe_api(_: Asked[None]) -> Response:
        return _constant(description())

    @api.get(
        "/v1/state",
        "All that the caller may know now",
        who="everyone",
        answer=Answer("the state", StateShape),
    )
    def state(asked: Asked[None]) -> StateShape | Response:
        told = table.state(asked.caller.role)
        if not tells_by_length(asked.caller.role):
            return told
        text = encode(told)
        return Response(text + filler(table, len(text)), mimetype="application/json")

    @api.get(
        "/v1/events",
        "Changes as they happen: events state (data as /api/v1/state), seen, beat, closed",
        who="everyone",
        answer=Answer("an endless stream", None, "text/event-stream"),
        headers={"Last-Event-ID": "go on after this event"},
        errors=(TooManyStreams,),
    )
    def events(asked: Asked[None]) -> Response:
        return streams.open(asked.caller)

    @api.get(
        "/v1/history/<int:before>",
        "The last moves before that number: where a state says that earlier ones were made",
        who="everyone",
        answer=Answer("the moves, oldest first", Lines),
    )
    def history(asked: Asked[None], before: int) -> Lines:
        return Lines(table.earlier(asked.caller.role, before))

    @api.get(
        "/v1/picture",
        "The latest frame, nothing drawn on it; its number is in X-Frame and ETag",
        who="anyone",
        answer=Answer(
            "a JPEG",
            None,
            "image/jpeg",
            also={204: "there is no picture just now", 304: "the frame is still that one"},
        ),
        headers={"If-None-Match": "the ETag of the frame that the caller has"},
    )
    def picture(_: Asked[None]) -> Response:
        return _picture(table, boot)


def _add_logins(v1: AlikeAddresses, table: Table, access: Access, callers: Callers) -> None:
    """Add the host's log-in, and everyone's log-out."""

    @v1.post(
        "/login",
        "Log in as host",
        who="anyone",
        body=Login,
        answer=TOKEN,
        errors=(WrongPin, TooManyTries, JournalError),
        keeps_nothing=True,  # at worst the host logs in again
    )
    def login(asked: Asked[Login]) -> Token:
        client = request.remote_addr or ""
        token = access.login(asked.body.pin, client, is_own=callers.known.is_own(client))
        keep_token(HOST, token)
        return Token(token)

    @v1.change("/logout", "Make the caller's token worthless", Nothing, who="player")
    def logout(asked: Asked[Nothing]) -> Done:
        access.forget(asked.caller.token or "")
        return done(table, asked)


def _add_sittings(v1: AlikeAddresses, table: Table) -> None:
    """Add the addresses that start a sitting and return its record."""

    once = Once()

    @v1.get("/games", "Games that can be started", who="anyone", answer=Answer("games by name"))
    def games(_: Asked[None]) -> Response:
        return _constant(once.encode(table.games))

    @v1.get(
        "/players",
        "Who has played here, those of the last sitting first",
        who="host",
        answer=Answer("their names", Players),
        errors=(JournalError,),
    )
    def players(_: Asked[None]) -> Players:
        return Players(table.players(), table.evenings.last_games(), table.set_up.known)

    @v1.get(
        "/record",
        "The sitting so far, as `companion replay` takes it",
        who="host",
        answer=Answer("one JSON object a line", None, "application/jsonl"),
        errors=(NotAllowed, IllegalMove),
    )
    def record(_: Asked[None]) -> Response:
        response = Response(table.record(), mimetype="application/jsonl")
        response.headers["Content-Disposition"] = 'attachment; filename="record.jsonl"'
        return response

    @v1.change(
        "/sittings",
        "Start a sitting, from a record's first line",
        Sitting,
        BadSetup,
        BadRecord,
        UnknownGame,
    )
    def sittings(asked: Asked[Sitting]) -> Done:
        own = ("guests", "set_up")
        words = {name: value for name, value in asked.words.items() if name not in own}
        table.start_sitting(words, asked.body.guests, set_up=asked.body.set_up)
        return done(table, asked)


def _add_seats(v1: AlikeAddresses, table: Table, access: Access, public: Public) -> None:
    """Add how phones join seats."""

    @v1.post(
        "/seats/<int:seat>/codes",
        "Make a code that lets one phone join",
        who="host",
        body=Nothing,
        answer=Answer("the code", Code),
        errors=(NothingThere, JournalError),
    )
    def codes(_: Asked[Nothing], seat: int) -> Code:
        made = access.invite(Seat(seat), _player(table, seat))
        path = seat_path(seat, made.code)
        to = way(path, public)
        return Code(made.code, path, made.life_s, to.link, to.qr)

    @v1.post(
        "/seats/<int:seat>/join",
        "Join a seat with a code",
        who="anyone",
        body=Join,
        answer=TOKEN,
        errors=(WrongPin, NothingThere, TooManyTries, JournalError),
    )
    def join(asked: Asked[Join], seat: int) -> Token:
        player, client = _player(table, seat), request.remote_addr or ""
        if not shows(asked.body.name):
            raise BadBody("name: it has letters that cannot be shown", hint="Choose another name.")
        token = join_seat(table, access, Seat(seat), player, asked.body, client)
        keep_token(seat_role(Seat(seat)), token, player)
        return Token(token)

    @v1.change(
        "/seats/<int:seat>/take_back",
        "Let the phone that lost this seat to another have it again",
        Nothing,
        NothingThere,
        WrongPin,
        who="anyone",
    )
    def take_back(_: Asked[Nothing], seat: int) -> Done:
        player = _player(table, seat)
        take_seat_back(table, access, Seat(seat), player)
        return Done(table.state(seat_role(Seat(seat)))["version"])

    @v1.get(
        "/seats/<int:seat>/phones",
        "Which phones have joined this seat",
        who="host",
        answer=Answer("their names", Phones),
        errors=(NothingThere,),
    )
    def phones(_: Asked[None], seat: int) -> Phones:
        return Phones(access.phones(_player(table, seat)))


def _add_joining(v1: AlikeAddresses, table: Table, access: Access, public: Public, network: Own) -> None:
    """Add what a shared screen shows to phones: the way to the table, and codes if the host allows
    it."""

    @v1.get(
        "/joining",
        "How phones join: the table's address, who has joined, and the codes that the host shows to all",
        who="anyone",
        answer=Answer("the ways", Joining),
    )
    def ways(_: Asked[None]) -> Response:
        response = Response(encode(joining(table, access, public, network)), mimetype="application/json")
        response.headers["Cache-Control"] = "no-cache"  # asked for often, and mostly unchanged
        response.add_etag()
        response.make_conditional(request)
        return response

    @v1.post(
        "/joining",
        "Show all, for some minutes, a new code for every seat that no phone has joined",
        who="host",
        body=Nothing,
        answer=Answer("the ways", Joining),
        errors=(JournalError,),
    )
    def show_codes(_: Asked[Nothing]) -> Joining:
        for number, player in enumerate(table.state(EVERYONE)["seats"], 1):
            if not access.phones(player):
                access.show(Seat(number), player)
        return joining(table, access, public, network)


def _add_play(v1: AlikeAddresses, table: Table) -> None:
    """Add the players' actions: moves, answers, and corrections of a reading."""

    @v1.change(
        "/moves", "Play a record's move", Move, NotAllowed, IllegalMove, BadMove, BadRecord, who="player"
    )
    def moves(asked: Asked[Move]) -> Done:
        words = {name: value for name, value in asked.words.items() if name not in OWN}
        body = asked.body
        return Done(table.submit(asked.caller.role, body.id, words, body.after, only_known=body.again))

    @v1.change(
        "/answers",
        "Answer a question, or a proposed move (accept, stop)",
        Choosing,
        NotAllowed,
        IllegalMove,
        BadMove,
        who="player",
    )
    def answers(asked: Asked[Choosing]) -> Done:
        table.answer(asked.caller.role, asked.body.proposal, asked.body.choice, asked.body.faces)
        return done(table, asked)

    @v1.post(
        "/readings",
        "Say what a die or token of the last reading really is, or what lies on a board's cell",
        who="player",
        body=PutRight,
        answer=DONE,
        errors=(NotAllowed, IllegalMove),
    )
    def readings(asked: Asked[PutRight]) -> Done:
        table.put_right(asked.caller.role, _read_tapped(asked.body))
        return done(table, asked)


def _add_beside(v1: AlikeAddresses, table: Table) -> None:
    """Add the side tables: what is kept beside whatever is being played."""

    @v1.get(
        "/beside/<game>",
        "A game's side table; in the state, too, as soon as it is used",
        who="everyone",
        answer=Answer("as the game says"),
        errors=(NoSuchGame,),
    )
    def beside(_: Asked[None], game: str) -> JsonObject:
        return table.beside.view(game)

    @v1.change(
        "/beside/<game>",
        "Do something at a game's side table, in words like a move's: no game that is played changes",
        Move,
        NoSuchGame,
        IllegalMove,
        BadMove,
        who="player",
    )
    def do_beside(asked: Asked[Move], game: str) -> Done:
        words = {name: value for name, value in asked.words.items() if name not in OWN}
        table.beside.do(game, asked.body.id, words)
        return done(table, asked)


def _add_memory(v1: AlikeAddresses, table: Table, access: Access) -> None:
    """Add the choice of the place where the table keeps its records, and how it goes on if that place is
    lost."""

    @v1.get(
        "/memory",
        "Where the table keeps what is accepted, and where it could",
        who="host",
        answer=Answer("the places", MemoryShape),
    )
    def memory(_: Asked[None]) -> MemoryShape:
        return table.memory.shape()

    @v1.post(
        "/memory",
        "Go on in a folder at one of the places; null: without memory",
        who="host",
        body=GoingOn,
        answer=Answer("the places", MemoryShape),
        errors=(BadPlace, JournalError),
    )
    def go_on_in(asked: Asked[GoingOn]) -> MemoryShape:
        folder = table.memory.go_on_in(asked.body.place)
        access.move(folder and folder / LOGINS)
        return table.memory.shape()


def _read_tapped(right: PutRight) -> Tapped:
    """Return the tapped correction in the form of the piece's kind."""
    if right.missed is not None:
        is_token, at = right.missed.kind == "tokens", right.missed.at
        return Tapped(right.frame, None, right.face, is_token=is_token, at=(at.x, at.y))
    if right.cell is not None:
        return Tapped(right.frame, right.cell, right.face, right.turns, on=right.on)
    if right.token is not None:
        return Tapped(right.frame, right.token, right.face, is_token=True)
    return Tapped(right.frame, right.die, right.face)


def _constant(text: bytes) -> Response:
    """Return a reply that seldom changes; a caller that has it already gets only a note of that."""
    response = Response(text, mimetype="application/json")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


def _player(table: Table, seat: int) -> str:
    seats = table.state(EVERYONE)["seats"]
    if not 1 <= seat <= len(seats):
        raise NothingThere(f"nobody sits on seat {seat}", hint=f"There are {len(seats)} seats.")
    return seats[seat - 1]


def _picture(table: Table, boot: str) -> Response:
    picture = table.looking.picture()
    if picture is None:
        return Response(status=HTTPStatus.NO_CONTENT, headers={"Cache-Control": "no-cache"})
    response = Response(picture.jpeg, mimetype="image/jpeg")
    response.headers["X-Frame"] = str(picture.frame)
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(f"{boot}.{picture.frame}")
    response.make_conditional(request)
    return response
