"""Every address answers what it says it may answer, and nothing else."""

import logging
import re
from collections.abc import Callable
from functools import cache
from time import time
from typing import Any, cast

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.devices.simulated_pins import SimulatedPanel
from companion.errors import CompanionError, TooManyTries
from companion.games.game import EVERYONE
from companion.keeper.asking import Asking
from companion.simulation.simulator import Simulator
from companion.table.access.access import Access
from companion.table.access.camera_pass import CameraPass
from companion.table.beside import Beside
from companion.table.evenings.desk import EveningsDesk
from companion.table.memory_desk import MemoryDesk
from companion.table.mosaics.mosaics import Mosaics
from companion.table.owner.owner import OwnerDesk
from companion.table.owner.parts import PartsCheck
from companion.table.sight.camera_phone import CameraPhone
from companion.table.sight.looking import Looking
from companion.table.sitting.set_up import SetUp
from companion.table.table import Table
from companion.table.teaching.teaching import Teaching
from tests.web.access.certificates import a_certificate
from tests.web.conftest import PIN, Phone
from tests.web.errors import assert_error
from tests.web.fake_keeper import FakeKeeper
from tests.web.fake_table import FakeTable, as_table, nothing_played
from web.access.phone_door import NoWay, PhoneDoor
from web.addresses import File
from web.api.openapi import Route, routes
from web.api.teaching import MOST_FILE_BYTES
from web.app import create_app
from web.errors import CameraTaken, HostOnly, NotEncrypted, NothingThere, TooManyStreams
from web.transport.heads import MOST_BODY_BYTES

ROUTES = {
    route.name: route
    for route in routes(create_app(as_table(FakeTable()), cast(Access, "never asked here")))
}
FILES = [name for name, route in ROUTES.items() if isinstance(route.address.body, File)]
POSTS = [name for name, route in ROUTES.items() if route.method == "post" and name not in FILES]

BODIES: dict[str, dict[str, object]] = {
    "api_login": {"pin": PIN},
    "api_sittings": {"game": "x", "seats": ["Ana"]},
    "api_join": {"code": "ABCDEF", "name": "a phone"},
    "api_camera_join": {"code": "ABCDEF", "name": "a phone"},
    "teaching_teaching_join": {"code": "ABCDEF", "name": "a phone"},
    "api_moves": {"id": "m", "move": "throw"},
    "api_answers": {"proposal": "p", "choice": "c"},
    "api_readings": {"frame": 1, "die": 0, "face": "cap"},
    "api_timer": {"running": True},
    "simulator_drag": {"die": 1, "x": 0, "y": 0, "turn_deg": 0, "snap": False},
    "simulator_remove": {"dice": []},
    "simulator_lay": {"labels": ["a"], "x": 0, "y": 0, "turns": 0, "snap": True},
    "simulator_shift": {"piece": 1, "x": 0, "y": 0, "turns": 0, "snap": True},
    "simulator_stand": {"pawn": 1, "x": 0, "y": 0},
    "simulator_take_away": {"pieces": [1]},
    "simulator_move_token": {"token": 1, "x": 0.5, "y": 0.5},
    "simulator_take_tokens": {"tokens": [1]},
    "simulator_move_part": {"part": 1, "x": 0.5, "y": 0.5},
    "simulator_hand": {"over_table": True},
    "simulator_dress": {"surface": "felt"},
    "simulator_press": {"key": "ok"},
    "teaching_begin": {"kind": "dice", "name": "mine"},
    "teaching_save": {"use": True},
    "teaching_place": {"columns": 2, "rows": 2, "corners": [{"x": 0, "y": 0}] * 4},
    "teaching_printed": {"cells": {"0,0": "outhouse"}},
    "teaching_nudge": {"right": 1},
    "teaching_size": {"at": {"x": 0.5, "y": 0.5}, "radius": 0.02},
    "teaching_tap": {"at": {"x": 0.5, "y": 0.5}, "face": "cap"},
    "teaching_use": {"kind": "dice", "name": None},
    "teaching_delete": {"name": "mine"},
    "teaching_keep": {"at": {"x": 0.5, "y": 0.5}, "face": "cap", "name": "mine"},
    "api_advice": {"shown": False},
    "api_do_beside": {"id": "m", "move": "throw"},
    "api_open_mosaic": {"name": "mine", "game": "g"},
    "api_delete_mosaic": {"name": "mine"},
    "api_lies": {"name": "mine"},
    "api_cut_part": {"corners": [{"x": 0, "y": 0}] * 4, "fields": 5},
    "api_edit_part": {"part": "a"},
    "api_keep_part": {"drawing": ["###"]},
    "api_count_stones": {"counts": {}},
    "api_read_stones": {"kind": "chest"},
    "api_glass": {"shows": "light"},
    "api_set_up": {"shown": False},
    "api_strip": {"address": "wled.local"},
    "api_measure": {"do": "arm"},
    "api_go_on_in": {"place": None},
    "api_update": {"pin": PIN},
    "api_restart": {"pin": PIN},
    "api_power_off": {"pin": PIN},
    "api_time_zone": {"pin": PIN, "zone": "Europe/Prague"},
    "api_join_network": {"pin": PIN, "network": "Home"},
    "api_own_network": {"pin": PIN},
    "api_look_around": {"pin": PIN},
    "api_try_part": {"part": "column-1"},
    "api_leave": {"name": "Ana"},
    "api_come_in": {"name": "Ana"},
    "api_rename_player": {"name": "Ana"},
    "api_mark_player": {"colour": 1, "sign": 2},
    "api_merge_players": {"into": "other"},
}
"""What may be sent to each address; {} to all others."""

ANSWERED = {"api_machine": {"NoKeeper"}}
"""What an address answers by itself: where nothing does what only root may, there is nothing to tell."""
RAISED_BY = {
    "api_picture": "looking.picture",
    "api_state": "table.state",
    "api_login": "access.login",
    "api_logout": "access.forget",
    "api_players": "table.players",
    "api_show_codes": "access.show",
    "api_record": "table.record",
    "api_sittings": "table.start_sitting",
    "api_codes": "access.invite",
    "api_join": "access.join",
    "api_take_back": "access.lost_seat",
    "api_phones": "access.phones",
    "api_moves": "table.submit",
    "api_answers": "table.answer",
    "api_readings": "table.put_right",
    "api_timer": "table.run_timer",
    "api_camera": "looking.set_camera",
    "api_camera_codes": "door.open",
    "api_camera_join": "pass.join",
    "api_camera_end": "pass.end",
    "api_camera_frames": "phone.picture",
    "api_camera_phone": "phone.hear",
    "teaching_teaching_codes": "door.open",
    "teaching_teaching_join": "photographer.join",
    "teaching_sent": "teaching.take_file",
    "api_advice": "owner.show_advice",
    "api_beside": "beside.view",
    "api_mosaics": "mosaics.state",
    "api_open_mosaic": "mosaics.open",
    "api_delete_mosaic": "mosaics.delete",
    "api_lies": "mosaics.lies",
    "api_take_part": "mosaics.take_picture",
    "api_cut_part": "mosaics.cut",
    "api_edit_part": "mosaics.edit",
    "api_keep_part": "mosaics.keep",
    "api_count_stones": "mosaics.count",
    "api_read_stones": "mosaics.read_stones",
    "api_photograph_part": "mosaics.take_file",
    "api_part_picture": "mosaics.picture",
    "api_packed_mosaic": "mosaics.packed",
    "api_take_up_mosaic": "mosaics.take_up",
    "api_do_beside": "beside.do",
    "api_glass": "owner.show_glass_with",
    "api_set_up": "set_up.show",
    "api_strip": "owner.set_strip",
    "api_measure": "owner.measure_glass",
    "api_memory": "memory.shape",
    "api_health": "memory.shape",
    "api_machine": "keeper.look",
    "api_update": "keeper.do",
    "api_restart": "keeper.do",
    "api_power_off": "keeper.do",
    "api_time_zone": "keeper.do",
    "api_log": "keeper.log",
    "api_join_network": "keeper.do",
    "api_own_network": "keeper.do",
    "api_look_around": "keeper.do",
    "api_parts": "parts.shape",
    "api_try_part": "parts.ask",
    "api_go_on_in": "memory.go_on_in",
    "api_told": "evenings.told",
    "api_told_before": "evenings.told",
    "api_past_picture": "evenings.drawing",
    "api_past_card": "evenings.play",
    "api_close_sitting": "evenings.close",
    "api_reopen": "evenings.reopen",
    "api_leave": "evenings.leave",
    "api_come_in": "evenings.come_in",
    "api_rename_player": "evenings.rename",
    "api_mark_player": "evenings.mark",
    "api_merge_players": "evenings.merge",
    "api_delete_player": "evenings.delete",
    "api_results_table": "evenings.plays",
    "api_bgsplay": "evenings.play",
    "api_bgstats": "evenings.play",
    "simulator_throw": "hands.throw",
    "simulator_drag": "hands.drag",
    "simulator_remove": "hands.remove",
    "simulator_clear": "hands.clear",
    "simulator_lay": "hands.lay",
    "simulator_shift": "hands.shift",
    "simulator_stand": "hands.stand",
    "simulator_take_away": "hands.take_away",
    "simulator_throw_stones": "hands.throw_stones",
    "simulator_move_token": "hands.move_token",
    "simulator_take_tokens": "hands.take_tokens",
    "simulator_lay_puzzle": "hands.lay_puzzle",
    "simulator_move_part": "hands.move_part",
    "simulator_put_puzzle_away": "hands.put_puzzle_away",
    "simulator_look": "hands.table",
    "simulator_hand": "hands.hand",
    "simulator_dress": "hands.dress",
    "simulator_look_at_panel": "panel.look",
    "simulator_press": "panel.press",
    "teaching_look": "teaching.state",
    "teaching_begin": "teaching.begin",
    "teaching_save": "teaching.save",
    "teaching_give_up": "teaching.give_up",
    "teaching_picture": "teaching.picture",
    "teaching_take": "teaching.take_picture",
    "teaching_photograph": "teaching.take_file",
    "teaching_place": "teaching.place",
    "teaching_printed": "teaching.mark",
    "teaching_nudge": "teaching.nudge",
    "teaching_unplace": "teaching.unplace",
    "teaching_again": "teaching.again",
    "teaching_size": "teaching.measure",
    "teaching_tap": "teaching.tap",
    "teaching_undo": "teaching.undo",
    "teaching_test": "teaching.test",
    "teaching_judge": "teaching.judge",
    "teaching_use": "teaching.use",
    "teaching_delete": "teaching.delete",
    "teaching_keep": "teaching.keep",
    "teaching_packed": "teaching.packed",
    "teaching_take_up": "teaching.take_up",
}
"""What may go wrong at an address does so in this method."""

ELSEWHERE = (CameraTaken, NothingThere, TooManyStreams)
"""What the addresses find out by themselves."""

OWN_ERRORS = [
    pytest.param(name, kind, id=f"{name}-{kind.__name__}")
    for name, route in ROUTES.items()
    for kind in route.address.own_errors
    if kind not in ELSEWHERE
]


@pytest.fixture
def break_(
    sitting: FakeTable, access: Access, keeper: FakeKeeper, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, type[CompanionError]], None]:
    """Let an address meet an error."""
    owners = {
        "panel": sitting.panel,
        "table": sitting,
        "keeper": keeper,
        "hands": sitting.simulator,
        "teaching": sitting.teaching,
        "access": access,
        "pass": access.camera,
        "photographer": access.photographer,
        "door": NoWay,
        "phone": sitting.camera_phone,
        "looking": sitting.looking,
        "evenings": sitting.evenings,
        "beside": sitting.beside,
        "mosaics": sitting.mosaics,
        "set_up": sitting.set_up,
        "parts": sitting.parts,
        "owner": sitting.owner,
        "memory": sitting.memory,
    }

    def set_up(name: str, kind: type[CompanionError]) -> None:
        def broken(*_: object, **__: object) -> None:
            raise TooManyTries(3) if kind is TooManyTries else kind("broken")

        sitting.state(EVERYONE)["camera"]["backend"] = "phone"  # else the host sends it no pictures
        owner, _, method = RAISED_BY[name].partition(".")
        monkeypatch.setattr(owners[owner], method, broken)

    return set_up


@pytest.fixture(scope="module")
def idle_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """A table at which nobody gets as far as asking it anything."""
    table = FakeTable()
    table.show(nothing_played())
    return create_app(
        as_table(table), Access(tmp_path_factory.mktemp("idle") / "access.db", PIN, time, time)
    )


@pytest.fixture(scope="module")
def encrypting_host(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """The host's browser at a table that encrypts."""
    table = FakeTable()
    table.show(nothing_played())
    access = Access(tmp_path_factory.mktemp("encrypting") / "access.db", PIN, time, time)
    app = create_app(as_table(table), access, door=NoWay(a_certificate()))
    app.testing = True
    client = app.test_client()
    reply = client.post("/api/v1/login", json={"pin": PIN}, base_url="https://localhost")
    assert reply.status_code == 200
    return client


def ask(client: FlaskClient, name: str, seat: int = 1, query: str = "", **more: Any) -> TestResponse:
    """Send what belongs to an address."""
    route = ROUTES[name]
    kind = route.address.body
    if isinstance(kind, File):
        body: dict[str, Any] = {"data": b"a file", "content_type": kind.media[0]}
    else:
        body = {"json": BODIES.get(name, {})} if route.method == "post" else {}
    path = route.path.format(seat=seat, name="mine", before=9, sitting=1, player="p", game="g")
    return client.open(path + query, method=route.method, **(body | more))


@cache
def description() -> dict[str, Any]:
    """Return the API's description, which is the same at every table."""
    client = create_app(as_table(FakeTable()), cast(Access, "never asked here")).test_client()
    told: dict[str, Any] = client.get("/api/openapi.json").get_json()
    return told


def described(route: Route, status: int, code: str) -> bool:
    """Say whether the API's description has this status, and the error's code with it."""
    answers = description()["paths"][route.path][route.method]["responses"]
    return code in answers[str(status)]["description"].replace(":", "").split()


def refused(name: str, reply: TestResponse, kind: type[CompanionError]) -> None:
    """Fail unless the reply is this error, and the address is described to answer it."""
    assert_error(reply, kind.http_status, kind.code)
    assert kind in ROUTES[name].address.errors
    assert described(ROUTES[name], kind.http_status, kind.code)


def saying(errors: str) -> list[str]:
    """Return the addresses that say they may answer these errors."""
    return [
        name
        for name, route in ROUTES.items()
        if errors in [kind.__name__ for kind in route.address.errors]
    ]


@pytest.mark.parametrize(("name", "kind"), OWN_ERRORS)
def test_an_error_that_is_said_is_answered_with_its_status(
    host: FlaskClient,
    break_: Callable[[str, type[CompanionError]], None],
    name: str,
    kind: type[CompanionError],
) -> None:
    break_(name, kind)
    refused(name, ask(host, name), kind)


@pytest.mark.parametrize("name", [name for name in RAISED_BY if name != "api_state"])
def test_an_error_that_is_not_said_fails_a_test(
    host: FlaskClient, break_: Callable[[str, type[CompanionError]], None], name: str
) -> None:
    break_(name, CompanionError)
    with pytest.raises(AssertionError, match="CompanionError is not among its errors"):
        ask(host, name)


def test_at_the_table_such_an_error_is_answered_and_logged_once(
    app: Flask,
    host: FlaskClient,
    break_: Callable[[str, type[CompanionError]], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    app.testing = False
    break_("simulator_clear", CompanionError)
    with caplog.at_level(logging.ERROR):
        for _ in range(2):
            assert_error(ask(host, "simulator_clear"), 500, "error")
    complaints = [record.message for record in caplog.records if "CompanionError" in record.message]
    assert complaints == ["Take every die off the table: CompanionError is not among its errors"]


def test_an_answer_of_another_shape_fails_a_test(
    app: Flask, anyone: FlaskClient, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "state", lambda _: {"version": "one"})
    with pytest.raises(ValueError, match="version"):
        anyone.get("/api/v1/state")


@pytest.mark.parametrize("name", ROUTES)
def test_all_addresses_refuse_a_wrong_name_of_the_table(idle_app: Flask, name: str) -> None:
    kind = next(kind for kind in ROUTES[name].address.errors if kind.__name__ == "WrongHost")
    refused(name, ask(idle_app.test_client(), name, headers={"Host": "evil.example"}), kind)


@pytest.mark.parametrize("name", ROUTES)
def test_all_addresses_of_a_table_that_encrypts_refuse_plain_http(
    encrypting_host: FlaskClient, name: str
) -> None:
    refused(name, ask(encrypting_host, name, base_url="http://localhost"), NotEncrypted)


@pytest.mark.parametrize("name", saying("NotLoggedIn"))
def test_who_must_be_known_is_asked_for(idle_app: Flask, name: str) -> None:
    kinds = {kind.__name__: kind for kind in ROUTES[name].address.errors}
    stranger = idle_app.test_client()
    refused(name, ask(stranger, name, query="?as=seat-1"), kinds["NotLoggedIn"])
    refused(name, ask(stranger, name, query="?as=king"), kinds["BadRole"])


@pytest.mark.parametrize("name", saying("HostOnly"))
def test_what_only_the_host_may_do_no_player_does(sitting: FakeTable, phone: Phone, name: str) -> None:
    player = phone(1)
    refused(name, ask(player, name), HostOnly)


@pytest.mark.parametrize("name", POSTS)
def test_every_body_is_looked_at(host: FlaskClient, name: str) -> None:
    kinds = {kind.__name__: kind for kind in ROUTES[name].address.errors}
    refused(name, ask(host, name, json=[]), kinds["BadBody"])
    refused(name, ask(host, name, json=None, data="{}"), kinds["NotJson"])
    refused(name, ask(host, name, json={"x": "x" * MOST_BODY_BYTES}), kinds["TooLarge"])
    evil = {"Origin": "http://evil.example"}
    refused(name, ask(host, name, headers=evil), kinds["WrongOrigin"])


@pytest.mark.parametrize("name", FILES)
def test_every_file_is_looked_at(host: FlaskClient, name: str) -> None:
    kinds = {kind.__name__: kind for kind in ROUTES[name].address.errors}
    for media in ("application/json", "multipart/form-data", "text/plain"):
        refused(name, ask(host, name, content_type=media), kinds["NotThatType"])
    refused(name, ask(host, name, data=bytes(MOST_FILE_BYTES + 1)), kinds["TooLarge"])
    evil = {"Origin": "http://evil.example"}
    refused(name, ask(host, name, headers=evil), kinds["WrongOrigin"])


@pytest.mark.parametrize("name", saying("NothingThere"))
def test_what_is_not_there_is_said(sitting: FakeTable, host: FlaskClient, name: str) -> None:
    sitting.simulator = sitting.panel = sitting.teaching = sitting.camera_phone = None
    sitting.mosaics = None
    refused(name, ask(host, name, seat=9), NothingThere)


def test_only_the_stream_says_that_too_many_listen() -> None:
    assert saying("TooManyStreams") == ["api_events"]


@pytest.mark.parametrize("name", RAISED_BY)
def test_an_address_says_what_the_table_says_that_it_raises(name: str) -> None:
    owner, _, method = RAISED_BY[name].partition(".")
    kinds: dict[str, type] = {
        "table": Table,
        "hands": Simulator,
        "panel": SimulatedPanel,
        "teaching": Teaching,
        "access": Access,
        "keeper": Asking,
        "pass": CameraPass,
        "photographer": CameraPass,
        "door": PhoneDoor,
        "phone": CameraPhone,
        "looking": Looking,
        "evenings": EveningsDesk,
        "beside": Beside,
        "mosaics": Mosaics,
        "owner": OwnerDesk,
        "memory": MemoryDesk,
        "set_up": SetUp,
        "parts": PartsCheck,
    }
    doc = getattr(kinds[owner], method).__doc__ or ""
    raised = re.search(r"Raises ([\w\s,`]+)", doc)
    said = {kind.__name__ for kind in ROUTES[name].address.errors}
    every = set(re.findall(r"\b[A-Z]\w+", raised[1] if raised else ""))
    assert every - ANSWERED.get(name, set()) <= said
