"""What a program did outside itself, from strace's account: whom it asked, and which files it wrote.

A connection of a datagram socket sends nothing; whatever is sent over it counts.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from tests.rigs.program import ROOT

WRITING = "creat,mkdir,mkdirat,mknod,mknodat,rename,renameat,renameat2,link,linkat,symlink,symlinkat"
CALLS = f"network,open,openat,{WRITING},unlink,unlinkat,truncate,chmod,fchmodat"
CALL = re.compile(r"^\d+ +(\w+)\((.*)")
TO_WRITE = re.compile(r"\bO_(WRONLY|RDWR|CREAT|TRUNC|TMPFILE)\b")
NAMED = re.compile(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"([^"]*)"')
ADDRESS = re.compile(r'sin_addr=inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"')
CONNECTED = re.compile(r"^\d+<(?:UDP|TCP)(?:v6)?:\[.*->\[?([0-9a-fA-F.:]+?)\]?:\d+\]>")
SENDS = ("sendto", "sendmsg", "sendmmsg")
ENDED_WITHIN_S = 20.0
COMPILED = "__pycache__"


@dataclass(frozen=True)
class Outside:
    """Addresses beyond this machine to which something was sent, and files that were to be changed."""

    asked: frozenset[str]
    written: frozenset[Path]

    def written_outside(self, *allowed: Path) -> list[str]:
        """Return the files outside of these places; Python's compiled modules apart."""
        free = (*allowed, Path(os.devnull))
        return sorted(
            str(path)
            for path in self.written
            if COMPILED not in path.parts and not any(path.is_relative_to(place) for place in free)
        )


class Watched(subprocess.Popen[bytes]):
    """Python under strace, with nothing of the caller's environment but what is given.

    ``said`` is the file with all that it says.
    """

    def __init__(self, words: list[str], folder: Path, notes: Path, environment: dict[str, str]) -> None:
        self.said, self._log, self._folder = notes / "said", notes / "strace", folder
        # -D: the program is our own child, and strace is beside it: so signals reach the program.
        strace = ["strace", "-D", "-f", "--seccomp-bpf", "-yy", "-e", f"trace={CALLS}"]
        found_at = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(ROOT)]))
        given = {"PATH": os.environ.get("PATH", os.defpath), "PYTHONPATH": found_at}
        with self.said.open("w") as said:
            super().__init__(
                [*strace, "-o", str(self._log), sys.executable, *words],
                cwd=folder,
                env={**given, **environment, "PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )

    def outside(self) -> Outside:
        """Wait until it has ended well; return what it did outside itself."""
        status = self.wait()
        assert status == 0, f"it ended with {status}: {self.said.read_text()}"
        ended = re.compile(rf"^{self.pid} +\+\+\+ ", re.MULTILINE)
        until = time.monotonic() + ENDED_WITHIN_S
        while not ended.search(told := self._log.read_text(errors="replace")):
            if time.monotonic() > until:
                raise TimeoutError(f"strace has not told of the end: {told[-500:]}")
            time.sleep(0.05)
        calls = [found.groups() for line in told.splitlines() if (found := CALL.match(line))]
        asked = {address for call, words in calls for address in _asked(call, words)}
        written = {path for call, words in calls for path in _written(call, words, self._folder)}
        return Outside(frozenset(asked), frozenset(written))


def _asked(call: str, words: str) -> Iterator[str]:
    """Give the addresses beyond this machine to which a call sends, or by TCP connects."""
    if call == "connect" and "<TCP" not in words:
        return
    if call == "connect" or call in SENDS:
        told = [next(filter(None, found)) for found in ADDRESS.findall(words)]
        told += CONNECTED.findall(words)
        yield from (address for address in told if not ip_address(address).is_loopback)


def _written(call: str, words: str, folder: Path) -> Iterator[Path]:
    """Give the files that a call makes, changes or takes away."""
    if call in ("open", "openat"):
        if not TO_WRITE.search(words):
            return
    elif not (
        call.startswith(("unlink", "truncate", "chmod", "fchmodat")) or call in WRITING.split(",")
    ):
        return
    arguments = words.partition(") = ")[0]
    for base, name in NAMED.findall(arguments):
        yield Path(os.path.normpath(folder / base / name))
