"""The screen at the machine itself, with Debian's own cage and chromium; their picture is looked at.

There is no screen and no graphics chip in a guest: wlroots draws into memory, as it does for its own
tests, with the processor alone. Everything else is the service that a Pi has.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from tests.rigs.install.guest import Booted, booted, entered, within
from tests.rigs.install.update import ASK, HEALTH
from vision.frame import ImageBgr

Check = Callable[..., None]
SCREEN = "table-companion-screen"
WITHOUT_A_SCREEN = """
[Unit]
ConditionPathExists=
[Service]
Environment=WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman
TTYPath=
StandardInput=null
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
UtmpIdentifier=
"""
BEGIN = f"""{ASK}
print(post("sittings", {{"game": "yacht", "seats": ["Ana", "Bob"]}}, token))
"""
DRAWN_WITHIN_S = 90.0
FELT_BGR, NEAR = (38, 44, 17), 6
"""The page's ground, and how much may be added or taken by drawing."""
LEAST_FELT = 0.1
SAME = 12.0
"""Mean difference of two pages' pictures, in grey levels; a quarter is left to the camera's picture."""


def check_screen(root: Path, install: list[str], folder: Path, check: Check) -> None:
    """Boot with a screen, play, restart the table, pull the plug, boot again; look at each."""
    log = root.parent / "screen.log"
    print(entered(root, *install, "--kiosk"))
    words = ("DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-yqq", "--no-install-recommends")
    entered(root, "env", *words, "grim", "libpam-systemd")
    drop_in = root / f"etc/systemd/system/{SCREEN}.service.d/rig.conf"
    drop_in.parent.mkdir()
    drop_in.write_text(WITHOUT_A_SCREEN)
    with booted(root, log, cut=True) as guest:
        empty = _settled(guest, root, folder / "screen-boot.png")
        check("after the start the table's page is on the screen", empty is not None)
        print(guest.python(BEGIN))
        game = _settled(guest, root, folder / "screen-game.png")
        check("a game that begins is on it", _differ(empty, game) > SAME, _differ(empty, game))
        pid = guest.run("systemctl", "show", "--value", "-p", "MainPID", SCREEN)
        guest.run("systemctl", "restart", "table-companion")
        within(60, lambda: bool(guest.python(HEALTH)))
        again = _settled(guest, root, folder / "screen-restarted.png")
        check("after a restart of the table it is back by itself", *_same(game, again))
        now = guest.run("systemctl", "show", "--value", "-p", "MainPID", SCREEN)
        check("in the same browser", now == pid, (pid, now))
    with booted(root, log) as guest:
        again = _settled(guest, root, folder / "screen-cut.png")
        check("after a power cut it is there, with nothing before it", *_same(game, again))
        guest.run("systemctl", "kill", "-s", "KILL", SCREEN)
        again = _settled(guest, root, folder / "screen-killed.png")
        check("killed, it comes back the same", *_same(game, again))


def _settled(guest: Booted, root: Path, file: Path) -> ImageBgr | None:
    """Return what is on the screen once it shows the page and stays as it is; None: it never does."""
    seen: list[ImageBgr] = []

    def stays() -> bool:
        seen.append(_seen(guest, root, file))
        return _is_page(seen[-1]) and len(seen) > 1 and _differ(seen[-1], seen[-2]) < 1.0

    return seen[-1] if within(DRAWN_WITHIN_S, stays) is not None else None


def _seen(guest: Booted, root: Path, file: Path) -> ImageBgr:
    """Return what is on the screen, also as a file to look at. Raises CalledProcessError."""
    user = guest.run("id", "-u", SCREEN).strip()
    way = f"XDG_RUNTIME_DIR=/run/user/{user} WAYLAND_DISPLAY=wayland-0"
    guest.run("sh", "-c", f"sleep 3; {way} grim /srv/screen.png")
    shutil.copy(root / "srv/screen.png", file)
    picture = cv2.imread(str(file))
    assert picture is not None
    return picture.astype(np.uint8)


def _is_page(picture: ImageBgr) -> bool:
    near = np.abs(picture.astype(int) - np.array(FELT_BGR)).max(axis=2) <= NEAR
    return float(near.mean()) >= LEAST_FELT


def _same(one: ImageBgr | None, other: ImageBgr | None) -> tuple[bool, float]:
    return _differ(one, other) < SAME / 4, _differ(one, other)


def _differ(one: ImageBgr | None, other: ImageBgr | None) -> float:
    """Return the mean difference in grey levels; 255 where there is nothing to compare."""
    if one is None or other is None or one.shape != other.shape:
        return 255.0
    return float(np.abs(one.astype(int) - other.astype(int)).mean())
