"""``companion run`` as a person starts it: a program of its own, stopped and started again."""

import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.table.access.guessing import PIN_DIGITS
from companion.table.access.hashed_pin import hash_pin

PIN = "246813579"
PATIENCE_S = 60
PLAYED = ("--game", "carcassonne_dice")


@contextmanager
def running(data: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the table on a free port; give the program and its address."""
    command = [sys.executable, "-m", "companion", "run", "--data", str(data), "--port", "0", *more]
    environment = {"COMPANION_PIN": PIN, "PYTHONUNBUFFERED": "1", "PATH": ""}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as program:
        assert program.stdout is not None
        try:
            said = ""
            while not (found := re.search(r"table: +(https?://\S+?)/\s", said)):
                line = program.stdout.readline()
                assert line, f"the table ended: {said}"
                said += line
            yield program, found[1]
        finally:
            program.kill()


def asked(address: str, body: object = None, token: str = "") -> Any:
    """Ask; where the web server was given up just then, on a busy machine, ask again as a page does."""
    for _ in range(3):
        try:
            return asked_once(address, body, token)
        except ConnectionError:
            threading.Event().wait(1.0)
    return asked_once(address, body, token)


def asked_once(address: str, body: object = None, token: str = "") -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | (
        {"Authorization": f"Bearer {token}"} if token else {}
    )
    request = urllib.request.Request(address, data, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as reply:
        return json.load(reply)


def shown(address: str) -> Any:
    """Return everyone's state, once all parts answer: on a busy machine one may come too late."""
    for _ in range(PATIENCE_S * 10):
        state = asked(f"{address}/api/v1/state")
        if "fault.silent" not in [fault["text"]["code"] for fault in state["faults"]]:
            return state
        threading.Event().wait(0.1)
    raise AssertionError("some part never answered")


@pytest.mark.parametrize("end", ["terminate", "kill"])
def test_a_table_goes_on_where_it_was(tmp_path: Path, end: str) -> None:
    with running(tmp_path, *PLAYED) as (program, address):
        state = asked(f"{address}/api/v1/state")
        assert state["game"] == "carcassonne_dice"
        assert state["backends"] == {"camera": "simulated", "pins": "simulated"}
        token = asked(f"{address}/api/v1/login", {"pin": PIN})["token"]
        throw = {"id": "1", "move": "throw", "faces": ["cap"] * 5 + ["knight"] * 4}
        asked(f"{address}/api/v1/moves", throw, token)
        before = shown(address)
        getattr(program, end)()
        status = program.wait(PATIENCE_S)
        assert status == 0 or end == "kill" or sys.platform == "win32"
    with running(tmp_path) as (_, address):
        after = shown(address)
        same = ("sitting", "game", "seats", "to_move", "scores", "view", "history")
        assert {key: after[key] for key in same} == {key: before[key] for key in same}
        assert asked(f"{address}/api/v1/state", token=token)["role"] == "host"


def test_a_new_table_plays_nothing_until_somebody_begins(tmp_path: Path) -> None:
    with running(tmp_path) as (_, address):
        state = shown(address)
        assert (state["sitting"], state["game"], state["seats"]) == (None, None, [])


def test_a_table_that_encrypts_keeps_its_certificate(tmp_path: Path) -> None:
    told = []
    for _ in range(2):
        with running(tmp_path, "--tls") as (program, address):
            assert address.startswith("https://")
            trusting = ssl.create_default_context(cafile=str(tmp_path / "tls.pem"))
            with urllib.request.urlopen(f"{address}/api/v1/encryption", context=trusting) as reply:
                told.append(json.load(reply)["fingerprint"])
            program.terminate()
            assert program.stdout is not None
            assert told[-1] in program.stdout.read()
    assert told[0] == told[1]


def test_a_certificate_that_is_none_ends_the_start_and_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.pem").write_text("none")
    command = [sys.executable, "-m", "companion", "run", "--data", str(tmp_path / "data")]
    for more, said in (
        (["--certificate", str(tmp_path / "mine.pem")], "mine.pem holds no certificate"),
        (["--key", str(tmp_path / "mine.pem")], "a key alone encrypts nothing"),
    ):
        done = subprocess.run(
            [*command, *more], capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
        assert done.returncode == 1
        assert said in done.stderr
        assert "Traceback" not in done.stderr


def test_the_simulated_box_is_there_and_its_keys_and_lamps_work(tmp_path: Path) -> None:
    with running(tmp_path, "--game", "drunter") as (_, address):
        token = asked(f"{address}/api/v1/login", {"pin": PIN})["token"]
        panel = asked(f"{address}/api/v1/simulator/panel", token=token)
        assert {"ok", "card-1", "call-4"} <= set(panel["keys"])
        assert not any(panel["lamps"].values())
        asked(f"{address}/api/v1/simulator/press", {"key": "ok"}, token)
        assert asked(f"{address}/api/v1/state")["box"]["open"] is False


def test_pins_that_cannot_be_had_end_the_start_and_are_named(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "run", "--data", str(tmp_path), "--pins", "rpigpio"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 1
    assert "--pins rpigpio: RPi is not installed" in done.stderr
    assert "table-companion[rpi-lgpio]" in done.stderr


def test_a_camera_in_the_network_is_announced_without_its_password(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        place = f"127.0.0.1:{nobody.getsockname()[1]}"
    camera = f"url:http://ana:geheim@{place}/video?pwd=geheim"
    with running(tmp_path, "--camera", camera) as (program, address):
        state = asked(f"{address}/api/v1/state")
        while state["camera"]["health"] in ("off", "starting"):
            state = asked(f"{address}/api/v1/state")
        assert state["backends"]["camera"] == state["camera"]["backend"] == f"url:http://{place}"
        assert state["camera"]["message"]["code"] == "camera.url_lost"
        assert "geheim" not in json.dumps(state)
        program.terminate()
        assert program.stdout is not None
        told = program.stdout.read() + capfd.readouterr().err
        assert f"http://{place} does not answer" in told
        assert "geheim" not in told


def test_a_game_under_way_is_not_thrown_away_for_another(tmp_path: Path) -> None:
    with running(tmp_path, *PLAYED) as (_, address):
        token = asked(f"{address}/api/v1/login", {"pin": PIN})["token"]
        throw = {"id": "1", "move": "throw", "faces": ["cap"] * 5 + ["knight"] * 4}
        asked(f"{address}/api/v1/moves", throw, token)
    with running(tmp_path, "--game", "plain_dice") as (_, address):
        assert asked(f"{address}/api/v1/state")["game"] == "carcassonne_dice"
    fresh = tmp_path / "fresh"
    with running(fresh, "--game", "plain_dice") as (_, address):
        assert asked(f"{address}/api/v1/state")["game"] == "plain_dice"


def lying(address: str, token: str, enough: Callable[[Any], bool]) -> Any:
    """Return what lies on the simulated table, once that is enough."""
    for _ in range(PATIENCE_S * 10):
        table = asked(f"{address}/api/v1/simulator/table", token=token)
        if not table["busy"] and enough(table["dice"]):
            return table["dice"]
        threading.Event().wait(0.1)
    raise AssertionError("it never lay there")


def throw(address: str, token: str, _: int) -> int:
    """Throw what lies there; return the status of the answer."""
    try:
        asked_once(f"{address}/api/v1/simulator/throw", {}, token)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    return 200


def test_no_start_throws_the_same_dice_and_rolling_ones_are_not_thrown(tmp_path: Path) -> None:
    fell = []
    for folder in ("first", "second"):
        with running(tmp_path / folder, *PLAYED) as (_, address):
            token = asked(f"{address}/api/v1/login", {"pin": PIN})["token"]
            with ThreadPoolExecutor(2) as pool:  # together: dice roll no longer than on a table
                answers = pool.map(partial(throw, address, token), range(2))
                assert sorted(answers) == [200, 409]
            dice = lying(address, token, lambda dice: len(dice) == 9)
            fell.append([(die["face"], die["centre"]) for die in dice])
    assert fell[0] != fell[1]


def test_the_dice_of_a_turn_lie_there_again_after_a_power_cut(tmp_path: Path) -> None:
    faces = ["cap"] * 5 + ["corner", "knight", "knight", "catapult"]
    with running(tmp_path, *PLAYED) as (program, address):
        token = asked(f"{address}/api/v1/login", {"pin": PIN})["token"]
        asked(f"{address}/api/v1/moves", {"id": "1", "move": "throw", "faces": faces}, token)
        program.kill()
    with running(tmp_path) as (_, address):
        dice = lying(address, token, lambda dice: len(dice) == 8)
        assert sorted(die["face"] for die in dice) == sorted(faces[:-1])


def test_a_restart_finds_the_dice_where_they_were(tmp_path: Path) -> None:
    with running(tmp_path, *PLAYED) as (program, address):
        token = asked(f"{address}/api/v1/login", {"pin": PIN})["token"]
        asked(f"{address}/api/v1/simulator/throw", {}, token)
        before = lying(address, token, lambda dice: len(dice) == 9)
        program.kill()
    with running(tmp_path) as (_, address):
        after = lying(address, token, lambda dice: len(dice) == 9)
    for told in ("face", "laid", "stayed"):
        assert [die[told] for die in after] == [die[told] for die in before]
    for die, was in zip(after, before, strict=True):  # read anew: the last digits may differ
        assert die["centre"] == pytest.approx(was["centre"], abs=1e-3)
        assert die["angle"] == pytest.approx(was["angle"], abs=0.5)


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--camera", "webcm:0"], 1, "no camera is called 'webcm:0'"),
        (["--game", "chess"], 1, "no game is called 'chess'"),
        (["--set", "nothing"], 1, "no set 'nothing'"),
        (["--port", "99999"], 2, "99999"),
        (["--nonsense"], 2, "No such option"),
        (["--explain", "no-such-folder/looks.jsonl"], 1, "cannot write no-such-folder/looks.jsonl"),
    ],
    ids=["camera", "game", "set", "port", "option", "explain"],
)
def test_what_cannot_be_is_said_with_its_status(
    tmp_path: Path, words: list[str], status: int, message: str
) -> None:
    command = [sys.executable, "-m", "companion", "run", "--data", str(tmp_path), "--port", "0", *words]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert ended.returncode == status
    assert message in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_misspelt_setting_is_named_with_the_right_one(tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text('camra = "simulated"\n', encoding="utf-8")
    command = [sys.executable, "-m", "companion", "run", "--config", str(settings)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert ended.returncode == 1
    assert "unknown setting 'camra'" in ended.stderr
    assert "Did you mean 'camera'?" in ended.stderr


def test_a_damaged_journal_is_said_on_the_terminal_and_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path, *PLAYED) as (program, address):
        token = asked(f"{address}/api/v1/login", {"pin": PIN})["token"]
        throw = {"id": "1", "move": "throw", "faces": ["cap"] * 5 + ["knight"] * 4}
        asked(f"{address}/api/v1/moves", throw, token)
        program.kill()
    (tmp_path / "journal.lines").write_bytes(b"")
    with running(tmp_path) as (_, address):
        state = shown(address)
    assert len(state["history"]) == 1
    assert [fault["text"]["code"] for fault in state["faults"]] == ["fault.mended"]
    assert "1 moves of the last game are there" in capfd.readouterr().err


def answered(address: str, body: object, token: str) -> tuple[int, Any]:
    """Ask; return the status, too, whatever it is."""
    try:
        return 200, asked(address, body, token)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, json.load(refused)


def test_a_data_folder_that_is_removed_takes_no_move_until_the_host_says_how_to_go_on(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    with running(data) as (_, address):
        token = asked(f"{address}/api/v1/login", {"pin": PIN})["token"]
        sitting = {"game": "plain_dice", "seats": ["Ana"]}
        asked(f"{address}/api/v1/sittings", sitting, token)
        throw = {"move": "throw", "faces": ["6"]}
        assert answered(f"{address}/api/v1/moves", {"id": "1", **throw}, token)[0] == 200
        shutil.rmtree(data)
        status, said = answered(f"{address}/api/v1/moves", {"id": "2", **throw}, token)
        assert (status, said["error"]["code"]) == (503, "journal")
        state = shown(address)
        assert len(state["history"]) == 1
        assert "fault.memory_gone" in [fault["text"]["code"] for fault in state["faults"]]
        another = asked(f"{address}/api/v1/login", {"pin": PIN})["token"]
        memory = asked(f"{address}/api/v1/memory", token=another)
        assert (memory["kept"], str(data) in memory["places"]) == (False, True)
        assert answered(f"{address}/api/v1/memory", {"place": None}, another)[0] == 200
        assert answered(f"{address}/api/v1/moves", {"id": "3", **throw}, token)[0] == 200
        state = shown(address)
        assert "fault.without_memory" in [fault["text"]["code"] for fault in state["faults"]]
        assert answered(f"{address}/api/v1/memory", {"place": str(data)}, another)[0] == 200
        assert answered(f"{address}/api/v1/moves", {"id": "4", **throw}, token)[0] == 200
    with running(data) as (_, address):
        assert len(shown(address)["history"]) == 3
        assert asked(f"{address}/api/v1/state", token=another)["role"] == "host"


@pytest.mark.parametrize("place", ["below a file", "a file"])
def test_a_data_folder_that_cannot_be_is_said(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("x")
    data = tmp_path / "file" / "data" if place == "below a file" else tmp_path / "file"
    command = [sys.executable, "-m", "companion", "run", "--port", "0", "--data", str(data)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert ended.returncode == (1 if place == "below a file" else 2)
    assert "Traceback" not in ended.stderr


def test_an_empty_pin_is_made_anew_and_said(tmp_path: Path) -> None:
    (tmp_path / "host-pin").write_bytes(b"")
    command = [sys.executable, "-m", "companion", "run", "--port", "0", "--data", str(tmp_path)]
    environment = {"PYTHONUNBUFFERED": "1", "PATH": ""}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment) as program:
        assert program.stderr is not None
        assert "there is a new PIN" in program.stderr.readline()
        program.kill()
    assert len((tmp_path / "host-pin").read_text().strip()) == PIN_DIGITS


def test_a_pin_that_a_card_brought_is_not_told(tmp_path: Path) -> None:
    kept = hash_pin(PIN)
    (tmp_path / "host-pin").write_text(kept)
    command = [sys.executable, "-m", "companion", "run", "--port", "0", "--data", str(tmp_path)]
    environment = {"PYTHONUNBUFFERED": "1", "PATH": ""}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as program:
        assert program.stdout is not None
        said = "".join(
            iter(program.stdout.readline, "Stop with Ctrl+C; starting again goes on where it was.\n")
        )
        program.kill()
    assert "its PIN was chosen for the card" in said
    assert "/host   (" in said
    assert kept not in said
