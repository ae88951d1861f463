"""The API: who may do what, and that every call reaches the table as it was meant."""

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.errors import BadPlace, BadSetup, IllegalMove, JournalError, NotAllowed
from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.table.access.access import Access
from companion.table.service import LatestPicture
from tests.web.conftest import PIN, Phone, TimeOfDay, two_players
from tests.web.errors import assert_error
from tests.web.fake_table import FakeTable, nothing_played

MOVE = {"move": "throw", "faces": ["3", "5"]}


def test_everyone_may_see_the_state(anyone: FlaskClient) -> None:
    assert anyone.get("/api/v1/state").get_json() == nothing_played()


def test_each_role_gets_its_own_state(
    sitting: FakeTable, anyone: FlaskClient, host: FlaskClient, phone: Phone
) -> None:
    for client, role in ((anyone, "everyone"), (host, "host"), (phone(2), "seat")):
        assert client.get("/api/v1/state").get_json()["role"] == role


def test_a_screen_for_all_shows_no_more_than_everyone_may_know(
    sitting: FakeTable, host: FlaskClient
) -> None:
    assert host.get("/api/v1/state?as=everyone").get_json()["role"] == "everyone"


def test_one_browser_may_be_host_and_player(sitting: FakeTable, host: FlaskClient) -> None:
    code = host.post("/api/v1/seats/1/codes", json={}).get_json()["code"]
    host.post("/api/v1/seats/1/join", json={"code": code, "name": "laptop"})
    assert host.get("/api/v1/state").get_json()["role"] == "host"
    assert host.get("/api/v1/state?as=seat-1").get_json()["role"] == "seat"
    assert_error(host.get("/api/v1/state?as=seat-2"), 401, "not_logged_in")


@pytest.mark.parametrize("words", ["king", "seat", "seat-", "seat-0", "seat-²", "seat-1 ", ""])
def test_roles_that_do_not_exist_are_refused(anyone: FlaskClient, words: str) -> None:
    assert_error(anyone.get("/api/v1/state", query_string={"as": words}), 400, "bad_role")


def test_a_token_works_as_bearer(anyone: FlaskClient, app: Flask) -> None:
    token = anyone.post("/api/v1/login", json={"pin": PIN}).get_json()["token"]
    other = app.test_client()
    assert other.get("/api/v1/record").status_code == 401
    assert other.get("/api/v1/state", headers={"Authorization": f"Bearer {token}"}).status_code == 200
    wrong = other.get("/api/v1/state", headers={"Authorization": "Bearer nonsense"})
    assert_error(wrong, 401, "not_logged_in")


def test_the_cookie_is_out_of_reach(anyone: FlaskClient) -> None:
    cookie = anyone.post("/api/v1/login", json={"pin": PIN}).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_a_wrong_pin_is_refused_and_guessing_slowed(anyone: FlaskClient, clock: TimeOfDay) -> None:
    for _ in range(5):
        assert_error(anyone.post("/api/v1/login", json={"pin": "000000"}), 401, "wrong_pin")
    late = anyone.post("/api/v1/login", json={"pin": PIN})
    assert_error(late, 429, "too_many_tries")
    assert late.headers["Retry-After"] == "60"
    clock.now += 60
    assert anyone.post("/api/v1/login", json={"pin": PIN}).status_code == 200


def test_a_guesser_keeps_nobody_else_out(
    anyone: FlaskClient, host: FlaskClient, sitting: FakeTable
) -> None:
    """Two hundred and fifty addresses guess; a new phone and the host, from others, get in at once."""
    code = host.post("/api/v1/seats/1/codes", json={}).get_json()["code"]
    for number in range(6 * 250):
        afar = {"REMOTE_ADDR": f"192.168.1.{number % 250}"}
        anyone.post("/api/v1/login", json={"pin": "000000000"}, environ_overrides=afar)
    newcomer, headless = ({"REMOTE_ADDR": f"192.168.1.{number}"} for number in (251, 252))
    joined = anyone.post(
        "/api/v1/seats/1/join", json={"code": code, "name": "new"}, environ_overrides=newcomer
    )
    assert joined.status_code == 200
    login = anyone.post("/api/v1/login", json={"pin": PIN}, environ_overrides=headless)
    assert login.status_code == 200


def test_logging_out_ends_it(host: FlaskClient) -> None:
    assert host.post("/api/v1/logout", json={}).status_code == 200
    assert_error(
        host.post("/api/v1/sittings", json={"game": "x", "seats": ["Ana"]}), 401, "not_logged_in"
    )


def test_the_host_starts_a_sitting(host: FlaskClient, table: FakeTable) -> None:
    words = {"game": "plain_dice", "seats": ["Ana", "Bob"], "options": {"set": "pips"}, "dealt": [1]}
    table.calls.expect("start_sitting", words)
    assert host.post("/api/v1/sittings", json=words).get_json() == {"version": 0}


def test_a_sitting_that_cannot_be_is_refused_by_its_reason(host: FlaskClient, table: FakeTable) -> None:
    words = {"game": "plain_dice", "seats": ["Ana", "Ana"]}
    table.calls.expect(
        "start_sitting", words, answer=BadSetup("two seats named 'Ana'", hint="Rename one.")
    )
    error = assert_error(host.post("/api/v1/sittings", json=words), 422, "bad_setup")
    assert error == {"code": "bad_setup", "message": "two seats named 'Ana'", "hint": "Rename one."}


def test_a_seat_moves_for_itself(sitting: FakeTable, phone: Phone) -> None:
    sitting.calls.expect("submit", seat_role(Seat(2)), "m1", {"seat": "Bob", **MOVE}, answer=7)
    assert phone(2).post("/api/v1/moves", json={"id": "m1", "seat": "Bob", **MOVE}).get_json() == {
        "version": 7
    }


def test_a_page_says_which_move_it_knew_last(sitting: FakeTable, phone: Phone) -> None:
    for after in (None, 12):
        sitting.calls.expect("submit", seat_role(Seat(2)), f"m {after}", MOVE, answer=7)
        body = {"id": f"m {after}", **MOVE} | ({} if after is None else {"after": after})
        assert phone(2).post("/api/v1/moves", json=body).status_code == 200
    assert sitting.after == [None, 12]
    assert_error(phone(2).post("/api/v1/moves", json={"id": "m", "after": -1, **MOVE}), 400, "bad_body")


def test_a_move_is_sent_again_as_one_that_has_come_before(sitting: FakeTable, phone: Phone) -> None:
    for again in (False, True):
        sitting.calls.expect("submit", seat_role(Seat(2)), "m", MOVE, answer=7)
        body = {"id": "m", **MOVE} | ({"again": True} if again else {})
        assert phone(2).post("/api/v1/moves", json=body).status_code == 200
    assert sitting.only_known == [False, True]


def test_the_host_moves_for_any(sitting: FakeTable, host: FlaskClient) -> None:
    sitting.calls.expect("submit", HOST, "m2", {"seat": "Ana", **MOVE}, answer=8)
    assert host.post("/api/v1/moves", json={"id": "m2", "seat": "Ana", **MOVE}).get_json() == {
        "version": 8
    }


def test_everyone_moves_nothing(sitting: FakeTable, anyone: FlaskClient, host: FlaskClient) -> None:
    assert_error(anyone.post("/api/v1/moves", json={"id": "m3", **MOVE}), 401, "not_logged_in")
    assert_error(host.post("/api/v1/moves?as=everyone", json={"id": "m3", **MOVE}), 401, "not_logged_in")


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (NotAllowed("Bob may not move for Ana"), 403),
        (IllegalMove("Ana, throw: 9 dice are thrown, not 2"), 409),
        (JournalError("the disk is full"), 503),
    ],
    ids=["another seat", "against the rules", "not kept"],
)
def test_what_the_table_refuses_is_said(
    sitting: FakeTable, phone: Phone, error: NotAllowed | IllegalMove | JournalError, status: int
) -> None:
    sitting.calls.expect("submit", seat_role(Seat(2)), "m4", {"seat": "Ana", **MOVE}, answer=error)
    reply = phone(2).post("/api/v1/moves", json={"id": "m4", "seat": "Ana", **MOVE})
    assert assert_error(reply, status, error.code)["message"] == str(error)


def test_questions_are_answered(sitting: FakeTable, phone: Phone, anyone: FlaskClient) -> None:
    body = {"proposal": "p1", "choice": "accept"}
    sitting.calls.expect("answer", seat_role(Seat(1)), "p1", "accept")
    assert phone(1).post("/api/v1/answers", json=body).status_code == 200
    assert_error(anyone.post("/api/v1/answers", json=body), 401, "not_logged_in")


def test_players_and_host_let_the_time_run_and_pause_it(
    sitting: FakeTable, phone: Phone, host: FlaskClient, anyone: FlaskClient
) -> None:
    sitting.calls.expect("run_timer", HOST, True)
    assert host.post("/api/v1/timer", json={"running": True}).get_json() == {"version": 1}
    sitting.calls.expect("run_timer", seat_role(Seat(1)), False)
    assert phone(1).post("/api/v1/timer", json={"running": False}).status_code == 200
    assert_error(anyone.post("/api/v1/timer", json={"running": True}), 401, "not_logged_in")


def test_the_host_sets_the_camera(sitting: FakeTable, host: FlaskClient, phone: Phone) -> None:
    said: dict[str, object] = {"rotate": 90, "mirror": True, "size": [1280, 720], "mains": 60}
    sitting.calls.expect("set_camera", said)
    assert host.post("/api/v1/camera", json=said).status_code == 200
    sitting.calls.expect("set_camera", {"size": None})
    assert host.post("/api/v1/camera", json={"size": None}).status_code == 200
    for wrong in ({"rotate": 45}, {"mains": 55}, {"size": [10, 10]}, {"size": [640]}, {"zoom": 2}):
        assert_error(host.post("/api/v1/camera", json=wrong), 400, "bad_body")
    assert_error(phone(1).post("/api/v1/camera", json={"rotate": 90}), 403, "not_allowed")


def test_the_host_sets_the_hourglass_and_measures_one(
    sitting: FakeTable, host: FlaskClient, phone: Phone
) -> None:
    sitting.calls.expect("show_glass_with", "page")
    assert host.post("/api/v1/glass", json={"shows": "page"}).status_code == 200
    for doing in ("arm", "press", "cancel"):
        sitting.calls.expect("measure_glass", doing)
        assert host.post("/api/v1/glass/measure", json={"do": doing}).status_code == 200
    assert_error(host.post("/api/v1/glass", json={"shows": "smoke"}), 400, "bad_body")
    assert_error(phone(1).post("/api/v1/glass", json={"shows": "page"}), 403, "not_allowed")
    assert_error(phone(1).post("/api/v1/glass/measure", json={"do": "arm"}), 403, "not_allowed")


def test_the_host_sets_the_strip_of_lamps(sitting: FakeTable, host: FlaskClient, phone: Phone) -> None:
    sitting.calls.expect("set_strip", {"address": "wled.local", "leds": 60})
    said = {"address": "wled.local", "leds": 60}
    assert host.post("/api/v1/strip", json=said).status_code == 200
    for wrong in (
        {"leds": 7},
        {"leds": 61},
        {"brightness": 0},
        {"address": "a" * 201},
        {"colour": "red"},
    ):
        assert_error(host.post("/api/v1/strip", json=wrong), 400, "bad_body")
    assert_error(phone(1).post("/api/v1/strip", json={"address": ""}), 403, "not_allowed")


def test_only_the_host_gives_codes_and_each_works_once(
    sitting: FakeTable, host: FlaskClient, anyone: FlaskClient, phone: Phone
) -> None:
    assert_error(phone(1).post("/api/v1/seats/2/codes", json={}), 403, "not_allowed")
    made = host.post("/api/v1/seats/2/codes", json={}).get_json()
    assert made["path"] == f"/seat/2#code={made['code']}"
    join = {"code": made["code"], "name": "Bob's"}
    assert anyone.post("/api/v1/seats/2/join", json=join).get_json()["token"]
    assert_error(anyone.post("/api/v1/seats/2/join", json=join), 401, "wrong_pin")
    assert host.get("/api/v1/seats/2/phones").get_json() == {"phones": ["Bob's"]}


@pytest.mark.parametrize("seat", [0, 3, 99])
def test_a_seat_nobody_sits_on_is_named(sitting: FakeTable, host: FlaskClient, seat: int) -> None:
    assert_error(host.post(f"/api/v1/seats/{seat}/codes", json={}), 404, "not_found")
    join = {"code": "ABCDEF", "name": "x"}
    assert_error(host.post(f"/api/v1/seats/{seat}/join", json=join), 404, "not_found")


def test_who_sits_there_next_is_not_spoken_for_by_an_old_phone(sitting: FakeTable, phone: Phone) -> None:
    bobs = phone(2)
    later = two_players()
    later["seats"] = ["Ana", "Cid"]
    sitting.show(later, EVERYONE)
    assert_error(bobs.post("/api/v1/moves", json={"id": "m5", **MOVE}), 401, "not_logged_in")
    assert_error(bobs.get("/api/v1/state?as=seat-2"), 401, "not_logged_in")
    sitting.show(two_players(), EVERYONE)
    assert bobs.get("/api/v1/state?as=seat-2").status_code == 200


def test_the_picture_is_sent_once_for_each_frame(table: FakeTable, anyone: FlaskClient) -> None:
    none = anyone.get("/api/v1/picture")
    assert (none.status_code, none.data) == (204, b"")  # nothing that a browser complains of
    table.looking.shown = LatestPicture(b"a jpeg", 41)
    first = anyone.get("/api/v1/picture")
    assert (first.data, first.headers["X-Frame"], first.mimetype) == (b"a jpeg", "41", "image/jpeg")
    again = anyone.get("/api/v1/picture", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    table.looking.shown = LatestPicture(b"another", 42)
    assert (
        anyone.get("/api/v1/picture", headers={"If-None-Match": first.headers["ETag"]}).data
        == b"another"
    )


def test_a_frame_of_an_earlier_start_is_not_taken_for_this_one(
    table: FakeTable, anyone: FlaskClient, make_app: Callable[[], Flask]
) -> None:
    table.looking.shown = LatestPicture(b"before", 3)
    tag = anyone.get("/api/v1/picture").headers["ETag"]
    table.looking.shown = LatestPicture(b"after", 3)
    assert (
        make_app().test_client().get("/api/v1/picture", headers={"If-None-Match": tag}).data == b"after"
    )


def test_the_record_is_the_hosts(table: FakeTable, host: FlaskClient, anyone: FlaskClient) -> None:
    table.calls.expect("record", answer='{"game": "plain_dice"}\n')
    reply = host.get("/api/v1/record")
    assert reply.text == '{"game": "plain_dice"}\n'
    assert "record.jsonl" in reply.headers["Content-Disposition"]
    assert_error(anyone.get("/api/v1/record"), 401, "not_logged_in")


def test_games_are_listed(table: FakeTable, anyone: FlaskClient) -> None:
    assert anyone.get("/api/v1/games").get_json() == table.games


def test_simulated_hands_move_as_told(table: FakeTable, host: FlaskClient) -> None:
    calls: list[tuple[str, dict[str, object], tuple[object, ...]]] = [
        ("throw", {}, ("throw", None)),
        ("throw", {"count": 3}, ("throw", 3)),
        (
            "drag",
            {"die": 4, "x": 0.25, "y": 1, "turn_deg": -90, "snap": True},
            ("drag", 4, (0.25, 1), -90, True),
        ),
        ("remove", {"dice": [1, 2]}, ("remove", [1, 2])),
        ("clear", {}, ("clear",)),
        (
            "lay",
            {"labels": ["a", "b"], "x": 0.5, "y": 0.25, "turns": 3, "snap": True},
            ("lay", ["a", "b"], (0.5, 0.25), 3, True),
        ),
        (
            "shift",
            {"piece": 7, "x": 0.5, "y": 1, "turns": 0, "snap": False},
            ("shift", 7, (0.5, 1), 0, False),
        ),
        ("stand", {"pawn": 2, "x": 0.5, "y": 0.25}, ("stand", 2, (0.5, 0.25))),
        ("take-away", {"pieces": [3], "pawns": []}, ("take_away", [3], [])),
        ("throw-stones", {}, ("throw_stones",)),
        ("move-token", {"token": 7, "x": 0.25, "y": 0.5}, ("move_token", 7, (0.25, 0.5))),
        ("take-tokens", {"tokens": [7, 8], "seat": 2}, ("take_tokens", [7, 8], 2)),
        ("take-tokens", {"tokens": [7]}, ("take_tokens", [7], None)),
        ("lay-puzzle", {}, ("lay_puzzle", False)),
        ("lay-puzzle", {"filled": True}, ("lay_puzzle", True)),
        ("move-part", {"part": 2, "x": 0.5, "y": 0.25}, ("move_part", 2, (0.5, 0.25), 0, False)),
        (
            "move-part",
            {"part": 2, "x": 0.5, "y": 0.25, "turns": 3, "flip": True},
            ("move_part", 2, (0.5, 0.25), 3, True),
        ),
        ("put-puzzle-away", {}, ("put_puzzle_away",)),
        ("hand", {"over_table": True}, ("hand", True)),
        ("dress", {"surface": "felt"}, ("dress", "felt")),
    ]
    for path, body, call in calls:
        table.calls.expect(*call)
        assert host.post(f"/api/v1/simulator/{path}", json=body).status_code == 200
    assert table.simulator is not None
    table.simulator.lying = {"dice": [], "surface": "felt"}
    assert host.get("/api/v1/simulator/table").get_json() == table.simulator.lying


def test_simulated_hands_are_the_hosts(sitting: FakeTable, anyone: FlaskClient, phone: Phone) -> None:
    assert_error(anyone.get("/api/v1/simulator/table"), 401, "not_logged_in")
    assert_error(phone(1).post("/api/v1/simulator/throw", json={}), 403, "not_allowed")


def test_a_real_table_has_no_simulated_hands(table: FakeTable, host: FlaskClient) -> None:
    table.simulator = None
    assert_error(host.post("/api/v1/simulator/throw", json={}), 404, "not_found")


def test_the_host_is_told_of_the_tables_memory_and_chooses_how_to_go_on(
    table: FakeTable, host: FlaskClient, access: Access, tmp_path: Path, app: Flask
) -> None:
    assert host.get("/api/v1/memory").get_json() == table.memory.told
    table.memory.told = {**table.memory.told, "kept": False, "places": ["/media/stick"]}
    stick = tmp_path / "stick"
    stick.mkdir()
    table.calls.expect("go_on_in", "/media/stick", answer=stick)
    told = host.post("/api/v1/memory", json={"place": "/media/stick"}).get_json()
    assert told == table.memory.told
    token = access.login(PIN, "here")
    again = Access(stick / "access.sqlite3", PIN, TimeOfDay(), TimeOfDay())
    assert again.grant_of(token) is not None


def test_without_memory_logins_are_good_until_the_table_stops(
    table: FakeTable, sitting: FakeTable, host: FlaskClient, access: Access, phone: Phone, tmp_path: Path
) -> None:
    table.calls.expect("go_on_in", None, answer=None)
    assert host.post("/api/v1/memory", json={"place": None}).status_code == 200
    (tmp_path / "access.db").unlink()
    assert phone(1).get("/api/v1/state").get_json()["role"] == "seat"
    assert not (tmp_path / "access.db").exists()


def test_only_the_host_chooses_and_only_among_what_is_offered(
    table: FakeTable, anyone: FlaskClient, host: FlaskClient
) -> None:
    assert_error(anyone.get("/api/v1/memory"), 401, "not_logged_in")
    assert_error(anyone.post("/api/v1/memory", json={"place": None}), 401, "not_logged_in")
    table.calls.expect("go_on_in", "/etc", answer=BadPlace("not there"))
    assert_error(host.post("/api/v1/memory", json={"place": "/etc"}), 422, "bad_place")


def test_the_host_gets_in_where_no_login_can_be_kept(
    sitting: FakeTable, anyone: FlaskClient, host: FlaskClient, tmp_path: Path
) -> None:
    """Else nobody could say how the table goes on."""
    (tmp_path / "access.db").unlink()
    (tmp_path / "access.db").mkdir()
    token = anyone.post("/api/v1/login", json={"pin": PIN}).get_json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    assert anyone.get("/api/v1/memory", headers=headers).status_code == 200
    assert_error(host.post("/api/v1/seats/1/codes", json={}), 503, "journal")


@pytest.mark.parametrize("path", ["/api/openapi.json", "/api/v1/games", "/", "/seat/1"])
def test_what_stays_the_same_is_made_once(
    anyone: FlaskClient, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    first = anyone.get(path)

    def fail(*_: object, **__: object) -> NoReturn:
        raise AssertionError("made anew")

    for maker in (
        "web.api.table.encode",
        "web.encoding.encode",
        "web.api.openapi",
        "web.pages.pages.render_template",
    ):
        monkeypatch.setattr(maker, fail)
    again = anyone.get(path)
    assert (again.status_code, again.data) == (200, first.data)
    known = anyone.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (known.status_code, known.data) == (304, b"")
