"""A Debian in a folder with libcamera's virtual camera and Picamera2, made once; apart from the host."""

import shutil
import tomllib
from pathlib import Path
from typing import Final

from tests.rigs.commands import ran
from tests.rigs.install.guest import PIP

SUITE: Final = "trixie"
BASE: Final = "ca-certificates,python3-venv,python3-dev,python3-prctl,gcc,libc6-dev,libcap-dev"
BACKPORTS: Final = f"deb http://deb.debian.org/debian {SUITE}-backports main\n"
FROM_BACKPORTS: Final = ("python3-libcamera", "libcamera-ipa", "libcamera-tools")
"""Trixie's own libcamera drops every picture of its virtual camera."""
PYTHON: Final = "/opt/camera/bin/python"
HELP: Final = "opt/help"
HERE = Path(__file__).parent
PICTURE_PX: Final = (1640, 1232)
_VIRTUAL = """%YAML 1.1
---
"Virtual0":
  supported_formats:
  - width: {width}
    height: {height}
    frame_rates: [10, 30]
  frames:
    path: "/{help}/frames/"
  location: "CameraLocationBack"
  model: "virtual"
...
"""
_FRAMES = """
import cv2, numpy as np, pathlib, sys
folder = pathlib.Path("/{help}/frames"); folder.mkdir(exist_ok=True)
rng = np.random.default_rng(1)
for number in range(12):
    picture = rng.normal(120.0, 9.0, ({height}, {width}, 3)).clip(0, 255).astype(np.uint8)
    cv2.imwrite(str(folder / f"{{number:03}}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
"""


def tree(folder: Path, checkout: Path) -> Path:
    """Return the tree, made the first time, in minutes. Raises CalledProcessError."""
    made = folder / "camera.tree"
    if not made.exists():
        unfinished = folder / "camera.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        mirror = "http://deb.debian.org/debian"
        ran("debootstrap", "--variant=minbase", f"--include={BASE}", SUITE, str(unfinished), mirror)
        _fill(unfinished, checkout)
        unfinished.rename(made)
    return made


def _fill(root: Path, checkout: Path) -> None:
    (root / "etc/apt/sources.list.d/backports.list").write_text(BACKPORTS)

    def run(*words: str) -> None:
        inside(root, checkout, *words)

    run("apt-get", "update", "-qq")
    words = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", "-t", f"{SUITE}-backports")
    run(*words, *FROM_BACKPORTS)
    run("python3", "-m", "venv", "--system-site-packages", "/opt/camera")
    needs = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]["dependencies"]
    own = [need for need in needs if need.startswith(("numpy", "opencv", "msgspec", "pillow"))]
    run(PYTHON, "-m", "pip", "install", "-q", "picamera2", "pytest", "pytest-timeout", *own)
    (root / HELP).mkdir(parents=True)
    source = f"/srv/checkout/{HERE.relative_to(checkout)}/shared_memory.c"
    run("gcc", "-shared", "-fPIC", "-O1", "-o", f"/{HELP}/shared_memory.so", source, "-ldl")
    width, height = PICTURE_PX
    run(PYTHON, "-c", _FRAMES.format(help=HELP, width=width, height=height))
    virtual = root / "usr/share/libcamera/pipeline/virtual/virtual.yaml"
    virtual.parent.mkdir(parents=True, exist_ok=True)
    virtual.write_text(_VIRTUAL.format(help=HELP, width=width, height=height))


_ENTER = """
mount --bind "$1" "$2/srv/checkout"
for name in proc sys dev etc/ssl/certs/ca-certificates.crt; do mount --bind "/$name" "$2/$name"; done
root=$2
shift 2
exec chroot "$root" env -i "$@"
"""


def inside(root: Path, checkout: Path, *words: str, **environment: str) -> str:
    """Run a command in the tree, which sees the checkout; return what it says.

    What is mounted there is so for that command only: nothing is left, however it ends. Raises
    CalledProcessError.
    """
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    (root / "srv/checkout").mkdir(parents=True, exist_ok=True)
    (root / "etc/ssl/certs/ca-certificates.crt").touch()
    told = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "HOME": "/root"}
    told |= {"DEBIAN_FRONTEND": "noninteractive", **environment}
    told |= {name: value for name, value in PIP.items() if "FIND" not in name}
    pairs = [f"{name}={value}" for name, value in told.items()]
    enter = ("unshare", "--mount", "--propagation", "private", "sh", "-ec", _ENTER, "enter")
    return ran(*enter, str(checkout), str(root), *pairs, *words)
