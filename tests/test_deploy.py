"""Installer and service: sound shell, a unit that systemd takes, and names that all files agree on."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion.cli import COMMANDS
from companion.cli.settings import Settings
from companion.keeper.asking import SOCKET
from companion.keeper.network.files import KEPT, OWN, TRIED, file_name
from companion.keeper.place import VARIABLE
from companion.keeper.updating import BUILD as BUILD_PATH
from web.server import MOST_LEFT_THREADS, THREADS

DEPLOY = Path(__file__).parents[1] / "deploy"
UNIT = (DEPLOY / "table-companion.service").read_text(encoding="utf-8")
INSTALL = (DEPLOY / "install.sh").read_text(encoding="utf-8")
BUILD = (DEPLOY / "build-release.sh").read_text(encoding="utf-8")
KEEPER = (DEPLOY / "table-companion-keeper.service").read_text(encoding="utf-8")
SCREEN = (DEPLOY / "table-companion-screen.service").read_text(encoding="utf-8")
SCRIPTS = (
    *("install.sh", "build-release.sh", "uninstall.sh", "first-start.sh", "screen.sh", "backup.sh"),
    "read-only.sh",
    "hub/certificate.sh",
)
SYSTEMS = (("bookworm", "3.11", "1.24.2"), ("trixie", "3.13", "2.2.4"))
UNINSTALL = (DEPLOY / "uninstall.sh").read_text(encoding="utf-8")


def said(key: str, unit: str = UNIT) -> list[str]:
    """Return every value that a unit gives a key."""
    return re.findall(rf"^{key}=(.*)$", unit, re.MULTILINE)


def ran(*words: str | Path) -> str:
    """Run a tool; skip where it is not installed."""
    if shutil.which(str(words[0])) is None:
        pytest.skip(f"{words[0]} is not installed")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", SCRIPTS)
def test_shellcheck_finds_nothing(name: str) -> None:
    assert ran("shellcheck", DEPLOY / name) == ""


@pytest.mark.parametrize("name", SCRIPTS)
def test_they_can_be_run_as_they_are(name: str) -> None:
    assert (DEPLOY / name).stat().st_mode & 0o111
    ran("bash", "-n", DEPLOY / name)


def test_wrong_use_is_told_before_anything_is_done() -> None:
    done = subprocess.run(
        ["bash", DEPLOY / "install.sh", "--colour", "red"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "--shutdown-button" in done.stderr


def test_the_service_runs_what_the_installer_has_put_there() -> None:
    (start,) = said("ExecStart")
    program, command, option, settings = start.split()
    assert program == "/opt/table-companion/current/venv/bin/companion"
    assert command in COMMANDS
    assert option == "--config"
    assert settings == "/etc/table-companion.toml"
    assert "NAME=table-companion" in INSTALL
    assert "NAME=table-companion" in UNINSTALL
    assert said("User") == said("StateDirectory") == ["table-companion"]


def test_it_starts_with_the_machine_is_watched_and_always_comes_back() -> None:
    assert said("Type") == ["notify"]
    assert said("WantedBy") == ["multi-user.target"]
    assert said("Restart") == ["always"]
    assert said("StartLimitIntervalSec") == ["0"]
    assert float(said("RestartSec")[0]) + 5 < 10, "back within 10 s, on a Pi too"
    assert int(said("WatchdogSec")[0]) > 0


def test_it_may_use_pins_and_cameras_and_gain_nothing() -> None:
    assert {"char-ttyUSB rw", "char-ttyACM rw"} <= set(said("DeviceAllow")), "a strip on a cable"
    assert {"char-gpiochip rw", "char-video4linux rw", "char-media rw"} <= set(said("DeviceAllow"))
    assert said("NoNewPrivileges") == ["yes"]
    assert said("CapabilityBoundingSet") == ["CAP_NET_BIND_SERVICE"]


def test_the_settings_that_are_written_are_settings(tmp_path: Path) -> None:
    (text,) = re.findall(r'put "\$SETTINGS" <<END\n(.*?)END\n', INSTALL, re.DOTALL)
    values = {"NAME": "n", "DATA": str(tmp_path), "CAMERA": "picamera2", "PINS": "lgpio", "PORT": "80"}
    values["TLS"] = "true"
    file = tmp_path / "settings.toml"
    file.write_text(re.sub(r"\$(\w+)", lambda found: values[found[1]], text))
    settings = Settings().with_file(file)
    assert (settings.camera, settings.pins, settings.port) == ("picamera2", "lgpio", 80)
    assert settings.data == tmp_path
    assert settings.tls
    assert re.search(r"CAMERA=picamera2 PINS=lgpio", INSTALL), "what is written if nothing is said"


@pytest.mark.parametrize(("suite", "python", "numpy"), SYSTEMS)
def test_each_system_has_a_lock_of_all_that_is_needed_with_hashes(
    suite: str, python: str, numpy: str
) -> None:
    """numpy is the system's own, which its picamera2 is built for."""
    lock = (DEPLOY / "locks" / f"{suite}.txt").read_text(encoding="utf-8")
    blocks = lock.replace("\\\n", "").splitlines()
    pinned = dict(block.split()[0].split("==") for block in blocks)
    assert all(" --hash=sha256:" in block for block in blocks)
    assert pinned["numpy"] == numpy
    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    wanted = [*project["project"]["dependencies"], *extras["pi"], *extras["rpi-lgpio"]]
    for text in [*wanted, *project["dependency-groups"]["build"]]:
        needs = Requirement(text)
        if needs.marker is None or needs.marker.evaluate({"python_version": python}):
            assert needs.specifier.contains(pinned[needs.name]), text


def test_a_lock_names_no_host_and_no_folder() -> None:
    for lock in (DEPLOY / "locks").iterdir():
        assert not re.search(r"://|^-|^/", lock.read_text(encoding="utf-8"), re.MULTILINE)


def test_only_what_is_locked_is_installed() -> None:
    installs = re.findall(r'^"\$\{pip\[@\]\}" (.*)$', BUILD, re.MULTILINE)
    assert installs == [
        '"${from[@]}" --require-hashes --only-binary :all: --requirement "$LOCK"',
        '--no-index --no-build-isolation --force-reinstall "$copy"',
    ]
    assert (INSTALL + BUILD).count("pip install") == 0


def test_the_keeper_is_started_from_the_release_that_is_known_to_run_and_before_the_table() -> None:
    assert said("ExecStart", KEEPER) == ["/opt/table-companion/kept/venv/bin/companion keeper"]
    assert "keeper" in COMMANDS
    assert said("Before", KEEPER) == ["table-companion.service"]
    assert said("Wants") == ["table-companion-keeper.service"]
    assert said("Restart", KEEPER) == ["always"]
    assert SOCKET.parent == Path("/run") / said("RuntimeDirectory", KEEPER)[0]
    assert f"{VARIABLE}=/opt/table-companion" in said("Environment")
    assert f"source/deploy/{Path(BUILD_PATH).name}" == str(BUILD_PATH)


def test_the_keeper_may_no_more_than_its_acts_need() -> None:
    assert said("ProtectSystem", KEEPER) == ["strict"]
    assert said("NoNewPrivileges", KEEPER) == ["yes"]
    (capabilities,) = said("CapabilityBoundingSet", KEEPER)
    assert not {"CAP_SYS_ADMIN", "CAP_NET_ADMIN", "CAP_SYS_MODULE"} & set(capabilities.split())


def test_both_services_are_led_to_the_release_that_they_belong_to() -> None:
    """Else a release would run with another's rights, and going back would leave them."""
    for link, unit in (("current", "$NAME"), ("kept", "$NAME-keeper")):
        assert f'"$PROGRAM/{link}/source/deploy/{unit}.service" "$UNITS/{unit}.service"' in INSTALL


def test_a_table_gone_wrong_leaves_the_machine_memory_and_threads() -> None:
    (memory,), (tasks,) = said("MemoryMax"), said("TasksMax")
    assert int(memory.removesuffix("M")) < 1024, "a Pi of 1 GB"
    hanging = MOST_LEFT_THREADS + 2 * THREADS
    assert int(tasks) > hanging, "however many threads of the web may hang"


def test_what_the_installer_writes_the_uninstaller_takes_away() -> None:
    for place in (
        r"/etc/\$NAME\.toml",
        r"/etc/systemd/system/\$unit\.service",
        r"/etc/systemd/system/multi-user\.target\.wants/\$unit\.service",
        r"/var/lib/\$NAME-keeper",
        r"/usr/local/bin/companion",
    ):
        assert re.search(place, UNINSTALL), place
    assert 'rm -rf "$PROGRAM"' in UNINSTALL
    assert 'rm -rf "$DATA"' not in UNINSTALL


def test_the_keeper_may_write_where_networks_are_kept_and_tried() -> None:
    (written,) = said("ReadWritePaths", KEEPER)
    folders = [f"/{folder.as_posix()}" for folder in (KEPT, TRIED)]
    allowed = [path.lstrip("-") for path in written.split()]
    assert all(any(folder.startswith(path) for path in allowed) for folder in folders)
    assert "NetworkManager.service" in said("After", KEEPER)[0], "else the second is not there yet"
    assert file_name(OWN).startswith("table-companion-"), "what uninstall.sh removes"
    assert '"$NAME"-*.nmconnection' in UNINSTALL


def test_the_screen_shows_this_machines_own_page_after_the_table_has_said_that_it_answers(
    tmp_path: Path,
) -> None:
    assert said("User", SCREEN) == said("PAMName", SCREEN) == ["table-companion-screen"]
    assert "table-companion.service" in said("After", SCREEN)[0].split()
    (start,) = said("ExecStart", SCREEN)
    assert start.split()[1].endswith("source/deploy/screen.sh")
    (before,) = said("ExecStartPre", SCREEN)
    assert "-m companion.keeper.told >%t/table-companion-screen/address" in before
    tools = tmp_path / "tools"
    tools.mkdir()
    answers_next_time = f"[ -e {tmp_path}/asked ] || {{ touch {tmp_path}/asked; exit 1; }}"
    for name, does in (
        ("cage", f'[ ! -e {tmp_path}/asked ] || echo "$@"'),
        ("chromium", ""),
        ("python3", answers_next_time),
        ("sleep", ""),
    ):
        (tools / name).write_text(f"#!/bin/sh\n{does}\n")
        (tools / name).chmod(0o755)
    (tmp_path / "address").write_text("https://127.0.0.1:443\n")
    words = subprocess.run(
        ["/bin/sh", DEPLOY / "screen.sh", tmp_path],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": f"{tools}:/usr/bin:/bin"},
    ).stdout.split()
    assert words[:3] == ["-s", "--", str(tools / "chromium")]
    assert words[-1] == "https://127.0.0.1:443/"
    assert {"--kiosk", f"--user-data-dir={tmp_path}/browser"} <= set(words)


def test_a_screen_is_for_a_system_without_a_desktop() -> None:
    assert re.search(r'KIOSK" = true.*display-manager.service.*\n *give_up', INSTALL)


@pytest.mark.parametrize("has_room", [True, False])
def test_a_card_without_room_for_the_data_becomes_a_table_all_the_same(
    tmp_path: Path, *, has_room: bool
) -> None:
    for folder in ("deploy", "tools"):
        (tmp_path / folder).mkdir()
    (tmp_path / "words").write_text("--name\ntavern\n--read-only\n")
    scripts = {
        "deploy/read-only.sh": f"exit {int(not has_room)}",
        "deploy/install.sh": f'echo "$@" >{tmp_path}/said; exit 1',
        "tools/sync": "",
    }
    for name, does in scripts.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    shutil.copy(DEPLOY / "first-start.sh", tmp_path / "deploy")
    told = subprocess.run(
        ["bash", tmp_path / "deploy/first-start.sh", "install"],
        env={"PATH": f"{tmp_path}/tools:/usr/bin:/bin", "BOOT": str(tmp_path / "boot")},
        capture_output=True,
        text=True,
        check=False,
    ).stderr
    assert ("without --read-only" in told) != has_room
    said = (tmp_path / "said").read_text().split()
    assert said == ["--name", "tavern", *["--read-only"] * has_room]


def test_a_cards_first_start_does_not_begin_on_a_read_only_system() -> None:
    """There it could not end: what it changes is forgotten."""
    script = (DEPLOY / "first-start.sh").read_text(encoding="utf-8")
    (condition,) = re.findall(r"^ConditionKernelCommandLine=.*$", script, re.MULTILINE)
    for line, begins in (("console=tty1 overlayroot=tmpfs:recurse=0", False), ("console=tty1", True)):
        judge = shutil.which("systemd-analyze") or pytest.skip("systemd-analyze is not installed")
        judged = subprocess.run(
            [judge, "condition", condition],
            env={"SYSTEMD_PROC_CMDLINE": line},
            capture_output=True,
            check=False,
        )
        assert (judged.returncode == 0) == begins


def backed_up(folder: Path, *, works: bool = True, plays: bool = True) -> tuple[int, list[str]]:
    """Run the nightly backup onto a folder in a stick's place; return its status, and what it ran."""
    tools, stick, said = folder / "tools", folder / "stick", folder / "said"
    for made in (tools, stick, folder / "data"):
        made.mkdir(exist_ok=True)
    running = f"[ $1 != is-active ] || exit {int(not plays)}"
    for name, does in {
        "mount": "",
        "umount": "",
        "systemctl": running,
        "companion": 'for out; do :; done; touch "$out"' if works else "exit 1",
    }.items():
        (tools / name).write_text(f'#!/bin/sh\necho "{name} $*" >>{said}\n{does}\n')
        (tools / name).chmod(0o755)
    done = subprocess.run(
        ["bash", DEPLOY / "backup.sh"],
        env={
            "PATH": f"{tools}:/usr/sbin:/usr/bin:/sbin:/bin",
            "STICK": "/dev/stick",
            "AT": str(stick),
            "COMPANION": str(tools / "companion"),
            "DATA": str(folder / "data"),
        },
        check=False,
    )
    return done.returncode, said.read_text().splitlines()


def test_a_backup_each_night_keeps_the_last_seven_and_other_files(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "holiday.jpg").touch()
    for day in range(1, 10):
        (stick / f"table-companion-2026-01-0{day}.zip").touch()
    status, said = backed_up(tmp_path)
    assert status == 0
    names = sorted(path.name for path in stick.iterdir())
    assert names[0] == "holiday.jpg"
    assert len(names) == 1 + 7
    assert names[-1] > "table-companion-2026-01-09.zip", "the newest is there"
    assert [line for line in said if line.startswith("systemctl")] == [
        "systemctl is-active --quiet table-companion",
        "systemctl stop table-companion",
        "systemctl start --no-block table-companion",
    ]
    assert said[0].startswith("mount")
    assert said[-1].startswith("umount")


def test_a_table_plays_on_after_a_backup_that_fails_and_one_that_was_off_stays_off(
    tmp_path: Path,
) -> None:
    status, said = backed_up(tmp_path, works=False)
    assert status != 0
    assert said[-2:] == ["systemctl start --no-block table-companion", f"umount {tmp_path}/stick"]
    (tmp_path / "said").unlink()
    assert not any("start " in line for line in backed_up(tmp_path, plays=False)[1])
