"""Closing the system: whatever is cut off, settings and games are there, and a former table's go on."""

import re
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.keeper.network.files import KEPT
from companion.keeper.place import ZONE
from tests.test_deploy import DEPLOY, KEEPER, UNIT, said

SCRIPT = (DEPLOY / "read-only.sh").read_text(encoding="utf-8")
OPEN, CLOSED = "console=tty1 rootwait\n", "console=tty1 rootwait overlayroot=tmpfs:recurse=0\n"
DATA, SETTINGS = "var/lib/table-companion", "etc/table-companion.toml"
DISK, UNITS = "var/lib/table-companion-disk", "etc/systemd/system"
GAMES, THEIRS = "its format\na game\n", "its format\na game of theirs\n"
MOST_SYNCS = 20
TOOLS = {
    "id": "echo 0",
    "mountpoint": "exit 1",
    "systemd-escape": 'echo "$3.${2#--suffix=}" | tr / -',
    "sync": '[ $# != 0 ] || echo . >>{0}/syncs; [ "$(wc -l <{0}/syncs)" != "$CUT_AT" ] || kill -9 $PPID',
    **dict.fromkeys(("mount", "umount", "chown", "overlayroot-chroot", "sfdisk", "systemctl"), ""),
}


def kept_by_a_read_only_system() -> set[str]:
    (listed,) = re.findall(r"^KEPT=\((.*?)\)", SCRIPT, re.MULTILINE | re.DOTALL)
    listed = listed.replace("$DATA", "/var/lib/$NAME")
    return {word.strip('"').replace("$NAME", "table-companion") for word in listed.split()}


def test_a_read_only_system_keeps_what_the_services_write() -> None:
    own = ("/opt/table-companion", f"/{KEPT.as_posix()}")
    written = [*said("ReadWritePaths", KEEPER)[0].split(), *own]
    named = [f"/var/lib/{name}" for unit in (UNIT, KEEPER) for name in said("StateDirectory", unit)]
    asked = {path.lstrip("-") for path in (*written, *named)} - {"/var/lib", "/media", "/mnt"}
    assert {path for path in asked if not path.startswith("/run/")} <= kept_by_a_read_only_system()
    assert f"/var/lib/table-companion-keeper/{ZONE}" in SCRIPT.replace("$NAME", "table-companion")


@dataclass(frozen=True)
class Machine:
    """A system in a folder, with a partition for the data, that nothing is mounted in."""

    root: Path

    @classmethod
    def made(cls, root: Path, cmdline: str = OPEN) -> "Machine":
        machine = cls(root)
        for path, text in {
            SETTINGS: f'data = "{root}/{DATA}"\n',
            "etc/machine-id": "of this system\n",
            f"{DATA}/journal.lines": GAMES,
            "opt/table-companion/packages": "",
            "boot/cmdline.txt": cmdline,
            f"{UNITS}/multi-user.target.wants/table-companion-card.service": "",
            "dev/disk/by-label/table-data": "",
            "run/systemd/system/none": "",
            **{f"tools/{name}": f"#!/bin/sh\n{does}\n" for name, does in TOOLS.items()},
        }.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text.replace("{0}", str(root)))
        for tool in TOOLS:
            machine.make_tool(tool, TOOLS[tool])
        return machine

    def make_tool(self, name: str, does: str) -> None:
        """Put a command in the place of the system's; what it is asked is written down."""
        does = does.replace("{0}", str(self.root))
        file = self.root / "tools" / name
        file.write_text(f'#!/bin/sh\necho "{name} $*" >>{self.root}/asked\n{does}\n')
        file.chmod(0o755)

    def run(self, act: str, *, cut_at: int | None = None) -> "subprocess.CompletedProcess[str]":
        """Run the script; ``cut_at``: the number of the sync with which the power is cut."""
        for log in ("syncs", "asked"):
            (self.root / log).write_text("")
        script = re.sub(
            r"(?<![\w}.])/(etc|var|opt|run|dev/disk|usr/share)/", rf"{self.root}/\1/", SCRIPT
        )
        return subprocess.run(
            ["bash", "-c", script, "read-only.sh", act],
            env={
                "PATH": f"{self.root}/tools:/usr/bin:/bin",
                "BOOT": f"{self.root}/boot",
                "STARTED_WITH": f"{self.root}/boot/cmdline.txt",
                "CUT_AT": str(cut_at),
            },
            capture_output=True,
            text=True,
            check=False,
        )

    def leave_a_former_table(self) -> None:
        """Let another system have left its games on the partition."""
        (self.root / DISK / self.on_disk(DATA)).mkdir(parents=True)
        self.of_disk(f"{DATA}/journal.lines").write_text(THEIRS)
        (self.root / DISK / "whole").write_text("of another system\n")

    def forget_its_games(self) -> None:
        (self.root / DATA / "journal.lines").write_text("its format\n")

    def on_disk(self, path: str) -> str:
        return f"{self.root}/{path}".lstrip("/")

    def of_disk(self, path: str) -> Path:
        """Return the file of that path which is on the partition."""
        return self.root / DISK / self.on_disk(path)

    def is_led(self, path: str) -> bool:
        unit = f"{self.root}/{path}.mount".replace("/", "-")
        return (self.root / UNITS / "local-fs.target.wants" / unit).is_symlink()

    @property
    def games(self) -> str:
        """The games that are there after the next start."""
        file = f"{DATA}/journal.lines"
        return (self.of_disk(file) if self.is_led(DATA) else self.root / file).read_text()

    @property
    def settings(self) -> str:
        """The settings that are there after the next start."""
        file = self.root / SETTINGS
        assert self.is_led(DISK) or not file.is_symlink(), "the settings lead to where nothing is"
        return file.read_text()

    @property
    def cmdline(self) -> str:
        return (self.root / "boot/cmdline.txt").read_text()

    @property
    def asked(self) -> list[str]:
        """What the tools were asked, in order."""
        return (self.root / "asked").read_text().splitlines()


def test_a_read_only_system_is_opened_by_its_start(tmp_path: Path) -> None:
    machine = Machine.made(tmp_path, CLOSED)
    assert machine.run("off").returncode == 0
    assert machine.cmdline == OPEN


def test_on_a_read_only_system_nothing_is_closed_again(tmp_path: Path) -> None:
    machine = Machine.made(tmp_path, CLOSED)
    done = machine.run("on")
    assert done.returncode == 1
    assert "off" in done.stderr
    assert machine.cmdline == CLOSED


@pytest.mark.parametrize("has_former", [False, True])
def test_wherever_closing_is_cut_off_settings_and_games_are_there(
    tmp_path: Path, *, has_former: bool
) -> None:
    """After each sync of all that was written the disk's state is known: there it is cut."""
    games, cuts = (THEIRS if has_former else GAMES), 0
    for cut_at in range(1, MOST_SYNCS):
        machine = Machine.made(tmp_path / str(cut_at))
        if has_former:
            machine.forget_its_games()
            machine.leave_a_former_table()
        was = machine.settings
        done = machine.run("on", cut_at=cut_at)
        assert machine.settings == was
        if machine.cmdline == CLOSED:
            assert machine.is_led(DATA)
        if not has_former or machine.is_led(DATA):
            assert machine.games == games
        again = machine.run("on")
        if done.returncode == 0:
            break
        cuts += 1
        assert done.returncode == -signal.SIGKILL
        assert again.returncode == 0 or "already" in again.stderr, again.stderr
        assert (machine.settings, machine.games, machine.cmdline) == (was, games, CLOSED)
        assert machine.is_led(DATA)
        assert (machine.root / DISK / "whole").read_text() == "of this system\n"
    assert cuts >= 5


def test_where_both_have_games_nothing_is_touched_and_somebody_has_to_choose(tmp_path: Path) -> None:
    machine = Machine.made(tmp_path)
    machine.leave_a_former_table()
    for act in ("room", "on"):
        done = machine.run(act)
        assert done.returncode == 1
        assert "There are games here" in done.stderr
    assert (machine.games, machine.cmdline) == (GAMES, OPEN)
    assert machine.of_disk(f"{DATA}/journal.lines").read_text() == THEIRS
    assert not any(line.startswith("systemctl") for line in machine.asked), "the table plays on"


def test_a_former_tables_games_go_on_with_the_pin_of_this_one(tmp_path: Path) -> None:
    machine = Machine.made(tmp_path)
    machine.forget_its_games()
    machine.leave_a_former_table()
    machine.of_disk(f"{DATA}/host-pin").write_text("theirs")
    (tmp_path / DATA / "host-pin").write_text("ours")
    assert machine.run("on").returncode == 0
    assert machine.games == THEIRS
    assert machine.of_disk(f"{DATA}/host-pin").read_text() == "ours"


def test_games_that_were_begun_after_a_cut_stay_and_so_do_those_of_the_former_table(
    tmp_path: Path,
) -> None:
    machine = Machine.made(tmp_path)
    machine.forget_its_games()
    machine.leave_a_former_table()
    machine.run("on", cut_at=3)
    assert not (tmp_path / DISK / "whole").exists(), "the partition is this system's from here on"
    (tmp_path / DATA / "journal.lines").write_text(GAMES)
    assert machine.run("on").returncode == 0
    assert machine.games == GAMES
    assert (tmp_path / f"{DATA}-former/journal.lines").read_text() == THEIRS


def test_a_table_plays_on_where_copying_fails(tmp_path: Path) -> None:
    machine = Machine.made(tmp_path)
    machine.make_tool("cp", "exit 1")
    assert machine.run("on").returncode != 0
    assert machine.asked[-1] == "systemctl start --no-block table-companion table-companion-keeper"
    assert not (tmp_path / SETTINGS).is_symlink()
    assert (machine.games, machine.cmdline) == (GAMES, OPEN)


def test_what_is_on_the_partition_counts_once_the_table_is_led_there(tmp_path: Path) -> None:
    machine = Machine.made(tmp_path)
    machine.run("on")
    machine.run("off")
    machine.of_disk(f"{DATA}/journal.lines").write_text(f"{GAMES}another\n")
    links = machine.root / UNITS / "local-fs.target.wants"
    were = {link: link.lstat().st_ino for link in links.iterdir()}
    assert machine.run("on").returncode == 0
    assert machine.games == f"{GAMES}another\n"
    assert {link: link.lstat().st_ino for link in links.iterdir()} == were, "never gone for a moment"


def test_data_in_a_folder_of_the_system_are_not_forgotten(tmp_path: Path) -> None:
    machine = Machine.made(tmp_path)
    (tmp_path / SETTINGS).write_text('data = "/mnt/."\n')
    done = machine.run("on")
    assert done.returncode == 1
    assert "no stick or disk is mounted" in done.stderr


def test_the_systems_own_time_zone_counts_when_it_is_closed(tmp_path: Path) -> None:
    machine = Machine.made(tmp_path)
    zone = tmp_path / f"var/lib/table-companion-keeper/{ZONE}"
    zone.parent.mkdir()
    zone.write_text("Europe/Prague\n")
    assert machine.run("on").returncode == 0
    assert not zone.exists()
    assert not machine.of_disk(f"var/lib/table-companion-keeper/{ZONE}").exists()


@pytest.mark.parametrize("cmdline", [OPEN, CLOSED])
def test_the_time_zone_that_the_host_chose_is_the_systems_from_the_start_that_opens_it(
    tmp_path: Path, cmdline: str
) -> None:
    machine = Machine.made(tmp_path, cmdline)
    zone = tmp_path / f"var/lib/table-companion-keeper/{ZONE}"
    for file in (zone, tmp_path / "usr/share/zoneinfo/Europe/Prague"):
        file.parent.mkdir(parents=True)
    (tmp_path / "usr/share/zoneinfo/Europe/Prague").touch()
    zone.write_text("Europe/Prague\n")
    assert machine.run("start").returncode == 0
    assert (tmp_path / "etc/timezone").read_text() == "Europe/Prague\n"
    assert str((tmp_path / "etc/localtime").readlink()) == "../usr/share/zoneinfo/Europe/Prague"
    assert zone.exists() == (cmdline == CLOSED), "a read-only system forgets its own"


def test_a_partition_is_left_only_when_all_is_on_the_systems_own(tmp_path: Path) -> None:
    machine = Machine.made(tmp_path)
    machine.run("on")
    machine.run("off")
    for tool in ("cp", "rm"):
        machine.make_tool(tool, f'exec /bin/{tool} "$@"')
    assert machine.run("back").returncode == 0
    assert not machine.is_led(DATA)
    assert not (tmp_path / SETTINGS).is_symlink()
    assert (machine.games, machine.settings) == (GAMES, f'data = "{tmp_path}/{DATA}"\n')
    written = ""
    for line in machine.asked:
        if line.startswith(("cp", "sync")):
            written = line.split()[0]
        assert not (line.startswith("rm") and ".mount" in line and written == "cp"), line
