"""The API: what programs and our own pages ask of the table, as JSON."""

from secrets import token_hex

from flask import Blueprint, Response, current_app, jsonify, request

from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.table.access import Access
from companion.table.service import TableService
from companion.table.shapes import StateShape
from web.bodies import body_of, read_body, text
from web.callers import Caller, Callers, keep_token
from web.describe import Answer, Description, describe
from web.errors import NothingThere
from web.events import Streams
from web.openapi import openapi, ref

NAME = text(most=40)
DONE = Answer("done", body_of({"version": {"type": "integer"}}))
TOKEN = Answer("the token, also kept as a cookie", body_of({"token": {"type": "string"}}))
LOGIN = body_of({"pin": text()})
SITTING = body_of(
    {"game": NAME, "seats": {"type": "array", "items": NAME, "minItems": 1, "maxItems": 20}}, more=True
)
JOIN = body_of({"code": text(most=40), "name": NAME})
MOVE = body_of({"id": text(most=100)}, more=True)
ANSWER = body_of({"proposal": text(), "choice": text()})
CODE = body_of({"code": {"type": "string"}, "path": {"type": "string"}, "life_s": {"type": "integer"}})
EMPTY = body_of({})


def api_blueprint(table: TableService, access: Access, callers: Callers, streams: Streams) -> Blueprint:
    """Return the addresses under ``/api``, without the simulator's."""
    api = Blueprint("api", __name__, url_prefix="/api")
    _add_views(api, table, callers, streams)
    _add_logins(api, table, access, callers)
    _add_sittings(api, table, callers)
    _add_seats(api, table, access, callers)
    _add_play(api, table, callers)
    return api


def _add_views(api: Blueprint, table: TableService, callers: Callers, streams: Streams) -> None:
    """Add what shows the table: state, changes, picture."""
    boot = token_hex(4)  # frames are counted from 0 after every start

    @api.get("/openapi.json")
    @describe(
        Description("What this API is", "everyone", Answer("this description", {"type": "object"}))
    )
    def describe_api() -> Response:
        return jsonify(openapi(current_app))

    @api.get("/v1/state")
    @describe(
        Description("All that the caller may know now", "everyone", Answer("the state", ref(StateShape)))
    )
    def state() -> Response:
        return jsonify(table.state(callers.caller().role))

    @api.get("/v1/events")
    @describe(
        Description(
            "Changes as they happen: events state (data as /api/v1/state), seen, beat, closed",
            "everyone",
            Answer("an endless stream", {"type": "string"}, media="text/event-stream"),
            headers={"Last-Event-ID": "go on after this event"},
            wrong=(503,),
        )
    )
    def events() -> Response:
        return streams.open(callers.caller())

    @api.get("/v1/picture")
    @describe(
        Description(
            "The latest frame, nothing drawn on it; its number is in X-Frame and ETag",
            "everyone",
            Answer("a JPEG", {"type": "string", "contentMediaType": "image/jpeg"}, media="image/jpeg"),
            headers={"If-None-Match": "answer 304 if the frame is still this one"},
            wrong=(404,),
        )
    )
    def picture() -> Response:
        return _picture(table, boot)


def _add_logins(api: Blueprint, table: TableService, access: Access, callers: Callers) -> None:
    """Add the host's way in, and everyone's way out."""

    @api.post("/v1/login")
    @describe(Description("Log in as host", "everyone", TOKEN, LOGIN, wrong=(401, 429)))
    def login() -> Response:
        token = access.login(read_body(LOGIN)["pin"], request.remote_addr or "")
        return keep_token(jsonify({"token": token}), HOST, token)

    @api.post("/v1/logout")
    @describe(Description("Make the caller's token worthless", "player", DONE, EMPTY))
    def logout() -> Response:
        read_body(EMPTY)
        caller = callers.player()
        access.forget(caller.token or "")
        return _done(table, caller)


def _add_sittings(api: Blueprint, table: TableService, callers: Callers) -> None:
    """Add what starts a sitting and what writes it down."""

    @api.get("/v1/games")
    @describe(
        Description("Games that can be started", "everyone", Answer("games by name", {"type": "object"}))
    )
    def games() -> Response:
        return jsonify(table.games)

    @api.get("/v1/record")
    @describe(
        Description(
            "The sitting so far, as `companion replay` takes it",
            "host",
            Answer("one JSON object a line", {"type": "string"}, media="application/jsonl"),
            wrong=(404,),
        )
    )
    def record() -> Response:
        callers.host()
        response = Response(table.record(), mimetype="application/jsonl")
        response.headers["Content-Disposition"] = 'attachment; filename="record.jsonl"'
        return response

    @api.post("/v1/sittings")
    @describe(
        Description("Start a sitting, from a record's first line", "host", DONE, SITTING, wrong=(422,))
    )
    def sittings() -> Response:
        caller = callers.host()
        table.start_sitting(read_body(SITTING))
        return _done(table, caller)


def _add_seats(api: Blueprint, table: TableService, access: Access, callers: Callers) -> None:
    """Add how phones join seats."""

    @api.post("/v1/seats/<int:seat>/codes")
    @describe(
        Description(
            "Make a code that lets one phone join", "host", Answer("the code", CODE), EMPTY, wrong=(404,)
        )
    )
    def codes(seat: int) -> Response:
        callers.host()
        read_body(EMPTY)
        made = access.invite(Seat(seat), _player(table, seat))
        path = f"/seat/{seat}#code={made.code}"
        return jsonify({"code": made.code, "path": path, "life_s": made.life_s})

    @api.post("/v1/seats/<int:seat>/join")
    @describe(Description("Join a seat with a code", "everyone", TOKEN, JOIN, wrong=(401, 404, 429)))
    def join(seat: int) -> Response:
        body = read_body(JOIN)
        player, client = _player(table, seat), request.remote_addr or ""
        token = access.join(Seat(seat), player, body["code"], body["name"], client)
        return keep_token(jsonify({"token": token}), seat_role(Seat(seat)), token)

    @api.get("/v1/seats/<int:seat>/phones")
    @describe(
        Description(
            "Which phones have joined this seat",
            "host",
            Answer("their names", body_of({"phones": {"type": "array", "items": {"type": "string"}}})),
            wrong=(404,),
        )
    )
    def phones(seat: int) -> Response:
        callers.host()
        return jsonify({"phones": access.phones(Seat(seat), _player(table, seat))})


def _add_play(api: Blueprint, table: TableService, callers: Callers) -> None:
    """Add what players do: moves and answers."""

    @api.post("/v1/moves")
    @describe(Description("Play a record's move", "player", DONE, MOVE, wrong=(409, 422, 503)))
    def moves() -> Response:
        caller = callers.player()
        words = read_body(MOVE)
        version = table.submit(caller.role, words.pop("id"), words)
        return jsonify({"version": version})

    @api.post("/v1/answers")
    @describe(
        Description(
            "Answer a question, or a proposed move (accept, stop)",
            "player",
            DONE,
            ANSWER,
            wrong=(409, 422, 503),
        )
    )
    def answers() -> Response:
        caller = callers.player()
        body = read_body(ANSWER)
        table.answer(caller.role, body["proposal"], body["choice"])
        return _done(table, caller)


def _done(table: TableService, caller: Caller) -> Response:
    return jsonify({"version": table.state(caller.role)["version"]})


def _player(table: TableService, seat: int) -> str:
    seats = table.state(EVERYONE)["seats"]
    if not 1 <= seat <= len(seats):
        raise NothingThere(f"nobody sits on seat {seat}", hint=f"There are {len(seats)} seats.")
    return seats[seat - 1]


def _picture(table: TableService, boot: str) -> Response:
    picture = table.picture()
    if picture is None:
        raise NothingThere("there is no picture just now", hint="See camera in /api/v1/state.")
    response = Response(picture.jpeg, mimetype="image/jpeg")
    response.headers["X-Frame"] = str(picture.frame)
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(f"{boot}.{picture.frame}")
    response.make_conditional(request)
    return response
