"""The steps of installer and uninstaller, each alone, with commands of ours for the system's."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.cli.settings import Settings
from tests.test_deploy import INSTALL, UNINSTALL


def function(name: str, script: str = INSTALL) -> str:
    """Return a function of a script, to be run alone."""
    (found,) = re.findall(
        rf"^{name}\(\) \{{(?: [^\n]* \}}|\n.*?^\}})$", script, re.MULTILINE | re.DOTALL
    )
    return str(found)


def bash(folder: Path, *lines: str, tools: dict[str, str] | None = None) -> str:
    """Run lines as the scripts do, with commands of ours; return what they say, or "failed"."""
    (folder / "tools").mkdir(exist_ok=True)
    for name, does in (tools or {}).items():
        (folder / "tools" / name).write_text(f"#!/bin/sh\n{does}\n")
        (folder / "tools" / name).chmod(0o755)
    done = subprocess.run(
        ["bash", "-c", "\n".join(["set -euo pipefail", f"PROGRAM={folder} ETC={folder}", *lines])],
        env={"PATH": f"{folder}/tools:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    return "failed" if done.returncode else done.stdout


@pytest.mark.parametrize(
    ("before", "port"),
    [
        ("port = 80\n", 443),
        ("tls = false\nport = 80 # usual", 443),
        ("port = 8000", 8000),
        ("tls = true\nport = 443\n", 443),
    ],
)
def test_a_table_that_is_installed_is_encrypted_when_that_is_asked_for(
    before: str, port: int, tmp_path: Path
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(before)
    for tls in ("false", "true", "true"):
        told = f"SETTINGS={file} TLS={tls}; say() {{ :; }}"
        bash(tmp_path, told, function("encrypt_from_now_on"), "encrypt_from_now_on")
        settings = Settings().with_file(file)
        if tls == "false":
            assert file.read_text() == before
    assert (settings.tls, settings.port) == (True, port)


def test_locks_that_a_power_cut_left_are_broken_and_those_of_others_stay(tmp_path: Path) -> None:
    """useradd waits for ever where the number in its lock is that of another program by now."""
    lives = tmp_path / "useradd"
    shutil.copy(shutil.which("sleep") or "", lives)
    with subprocess.Popen([lives, "60"]) as other:
        try:
            (tmp_path / "passwd.lock").write_text(f"{os.getpid()}\0")
            (tmp_path / "group.lock").write_text("")
            (tmp_path / "shadow.lock").write_text(f"{other.pid}\0")
            assert bash(tmp_path, function("break_old_locks"), "break_old_locks") == ""
            assert [lock.name for lock in tmp_path.glob("*.lock")] == ["shadow.lock"]
        finally:
            other.kill()


def test_packages_are_noted_before_they_come_and_not_those_that_are_only_renewed(tmp_path: Path) -> None:
    would = (
        "NOTE: This is only a simulation!",
        "Inst libc6 [2.41-11] (2.41-12 Debian:13.1/stable [amd64])",
        "Inst iw (6.9-1 Debian:13.1/stable [amd64])",
        "Inst python3-venv (3.13.5-1 Debian:13.1/stable [all]) []",
        "Conf iw (6.9-1 Debian:13.1/stable [amd64])",
    )
    (tmp_path / "packages").write_text("avahi-daemon:amd64\n")
    lines = (function("give_up"), function("put"), function("note_new_packages"), "note_new_packages iw")
    tools = {"apt-get": "\n".join(f"echo '{line}'" for line in would)}
    bash(tmp_path, *lines, tools=tools)
    noted = (tmp_path / "packages").read_text().split()
    assert noted == ["avahi-daemon:amd64", "iw:amd64", "python3-venv:all"]
    assert bash(tmp_path, *lines, tools={"apt-get": "exit 100"}) == "failed"
    assert INSTALL.index('note_new_packages "') < INSTALL.index('recommends "${wanted[@]}"'), (
        "noted before"
    )


def test_packages_that_lack_files_are_found_but_not_for_documents_that_are_left_out(
    tmp_path: Path,
) -> None:
    (tmp_path / "packages").write_text("torn\ngone\nhalf\nwhole\nplain\nconfigured\n")
    (tmp_path / "dpkg/dpkg.cfg.d").mkdir(parents=True)
    (tmp_path / "dpkg/dpkg.cfg").write_text("no-debsig\n")
    (tmp_path / "dpkg/dpkg.cfg.d/no-docs").write_text(
        "path-exclude=/usr/share/doc/*\npath-exclude /usr/share/man/*\n"
    )
    verified = """case $2 in
        torn) echo 'missing     /usr/share/avahi/service-types' ;;
        plain)
            echo 'missing     /usr/share/doc/plain/README'
            echo 'missing     /usr/share/man/man1/plain.1.gz' ;;
        configured) echo 'missing   c /etc/avahi/avahi-daemon.conf' ;;
        whole) echo '??5?????? c /etc/changed' ;;
        broken) exit 2 ;;
    esac"""
    known = """for name; do :; done
    case $name in
        gone) exit 1 ;;
        half) echo 'half-installed half' ;;
        *) echo "installed $name" ;;
    esac"""
    lines = (function("without_their_files"), "torn=$(without_their_files)", 'echo "$torn" | sort')
    tools = {"dpkg": verified, "dpkg-query": known}
    assert bash(tmp_path, *lines, tools=tools).split() == ["configured", "half", "torn"]
    (tmp_path / "packages").write_text("broken\nwhole\n")
    assert bash(tmp_path, *lines, tools=tools) == "failed"


def test_the_uninstaller_removes_what_is_still_there_of_the_packages(tmp_path: Path) -> None:
    (tmp_path / "packages").write_text("iw\nneeded\nzz-gone\n")
    known = """for name; do :; done
    case $name in
        iw) echo 'installed no no no iw' ;;
        needed) echo 'installed yes no no needed' ;;
        *) echo "no packages found matching $name" >&2; exit 1 ;;
    esac"""
    asked = f'echo "$@" >>{tmp_path}/asked; for name; do :; done; echo "Purg $name [1]"'
    lines = (function("remove_packages", UNINSTALL), "remove_packages", "echo goes on")
    said = bash(tmp_path, *lines, tools={"dpkg-query": known, "apt-get": asked})
    assert said == "goes on\n"
    assert (tmp_path / "asked").read_text().splitlines()[-1] == "purge -y -qq iw"


def test_settings_on_a_stick_that_is_not_there_are_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").symlink_to(tmp_path / "disk/settings.toml")
    tools = {"id": "echo 0", "getconf": "echo 64", "apt-get": "", "systemctl": ""}
    lines = (
        f"SETTINGS={tmp_path}/settings.toml CALLED= KIOSK=false",
        *(function(name) for name in ("give_up", "check_the_machine")),
        "(check_the_machine) 2>&1 || true",
    )
    assert "plug in the stick" in bash(tmp_path, *lines, tools=tools)


@pytest.mark.parametrize("was", [None, 0o644])
def test_nobody_else_reads_the_settings_whoever_wrote_them(tmp_path: Path, was: int | None) -> None:
    settings = tmp_path / "settings.toml"
    if was is not None:
        settings.write_text("tls = false\n")
        settings.chmod(was)
    lines = (
        *(function(name) for name in ("give_up", "put", "write_new_settings", "write_the_settings")),
        f"SETTINGS={settings} NAME=$(id -gn) DATA=/data CAMERA=none PINS=none PORT=80 TLS=false",
        "say() { :; }; encrypt_from_now_on() { :; }",
        "write_the_settings",
    )
    assert bash(tmp_path, *lines, tools={"chown": f'echo "$@" >{tmp_path}/chowned'}) == ""
    assert settings.stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "chowned").read_text().split()[-1] == str(settings)


@pytest.mark.parametrize(
    ("given", "named", "asked", "now"),
    [
        ("", "", "", "companion"),
        ("", "tavern", "", "tavern"),  # a power cut has taken the file that had it
        ("tavern", "tavern", "inn", "inn"),
        ("tavern", "tavern", "", "tavern"),
        ("owners", "", "inn", "owners"),
    ],
)
def test_a_table_keeps_its_name_until_it_is_given_another(
    tmp_path: Path, given: str, named: str, asked: str, now: str
) -> None:
    (tmp_path / "avahi").write_text(f"[server]\n{f'host-name={given}' if given else ''}\n")
    if named:
        (tmp_path / "named").write_text(f"{named}\n")
    lines = (*map(function, ("give_up", "put", "name_in_the_network")), "name_in_the_network")
    assert bash(tmp_path, f"AVAHI={tmp_path}/avahi CALLED={asked}", *lines) == ""
    assert re.findall("^host-name=(.*)$", (tmp_path / "avahi").read_text(), re.MULTILINE) == [now]


def test_what_is_changed_is_noted_before_it_is(tmp_path: Path) -> None:
    """Cut off between the two, the uninstaller takes back what may not have been done; never less."""
    for changed, note in (
        ('put "$BOOT/cmdline.txt"', 'put "$PROGRAM/counts-memory"'),
        ('sed -i "$change" "$AVAHI"', 'put "$PROGRAM/named"'),
    ):
        assert INSTALL.index(note) < INSTALL.index(changed)
    serial = INSTALL.index('put "$PROGRAM/serial-console"')
    assert serial < INSTALL.rindex('put "$BOOT/cmdline.txt"')
    boot = tmp_path / "boot"
    boot.mkdir()
    for name, text in (("config.txt", "x\n"), ("cmdline.txt", "console=serial0,115200 rootwait\n")):
        (boot / name).write_text(text)
    (tmp_path / "serial-console").write_text("console=serial0,115200\n")
    bash(tmp_path, f"NAME=n BOOT={boot}", function("restore_the_start", UNINSTALL), "restore_the_start")
    assert (boot / "cmdline.txt").read_text() == "console=serial0,115200 rootwait\n"


def test_what_the_first_start_reads_is_never_half_there(tmp_path: Path) -> None:
    """Nothing comes in where a command failed: the Pi starts as before."""
    line = tmp_path / "cmdline.txt"
    line.write_text("rootwait\n")
    assert bash(tmp_path, function("give_up"), function("put"), f"false | put {line}") == "failed"
    assert line.read_text() == "rootwait\n"
    assert not re.search(r"(>>?\s*|sed -i.*)\"\$BOOT", INSTALL), "written in place"
