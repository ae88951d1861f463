"""What a program did to its files, from strace's account of its system calls."""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.rigs.program import ROOT

CALLS = "openat,write,pwrite64,ftruncate,fsync,fdatasync,rename,unlink,close,lseek,mkdir"
LINE = re.compile(r"(\w+)\((.*)\) += (-?\d+)")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True)
class Step:
    """``create``, ``write``, ``truncate``, ``sync``, ``rename``, ``unlink``, or a word ``said``."""

    what: str
    path: str = ""
    at: int = 0
    data: bytes = b""
    to: str = ""


def traced(data: Path, module: str, words: list[str]) -> list[Step]:
    """Run a module of ours under strace; return what it did to files in ``data``, in order."""
    log = data.parent / "strace"
    command = ["strace", "-o", str(log), "-xx", "-s", "10000000", "-e", f"trace={CALLS}"]
    command += [sys.executable, "-m", module, str(data), *words]
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    with log.open() as lines:
        return list(_steps(lines, str(data)))


def _steps(lines: Iterator[str], data: str) -> Iterator[Step]:
    paths: dict[int, str] = {}
    places: dict[int, int] = {}
    named: set[str] = set()
    for line in lines:
        found = LINE.match(line)
        if found is None or int(found[3]) < 0:
            continue
        call, words, answer = found[1], found[2], int(found[3])
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in TEXT.findall(words)]
        if call == "openat":
            path = texts[0].decode()
            if path.startswith(data):
                paths[answer], places[answer] = path, 0
                if "O_CREAT" in words and path not in named:
                    named.add(path)
                    yield Step("create", path)
                if "O_TRUNC" in words:
                    yield Step("truncate", path)
            continue
        if call in ("rename", "unlink"):
            if texts[0].decode().startswith(data):
                named.discard(texts[0].decode())
                named |= {texts[-1].decode()} if call == "rename" else set()
                yield Step(call, texts[0].decode(), to=texts[-1].decode())
            continue
        if call == "mkdir":
            continue
        number = int(words.split(",")[0])
        if call == "write" and number == 1:
            yield Step("said", data=texts[0])
        if number not in paths:
            continue
        path = paths[number]
        match call:
            case "write":
                yield Step("write", path, places[number], texts[0][:answer])
                places[number] += answer
            case "pwrite64":
                yield Step("write", path, int(words.rpartition(",")[2]), texts[0][:answer])
            case "ftruncate":
                yield Step("truncate", path, int(words.rpartition(",")[2]))
            case "lseek":
                places[number] = answer
            case "fsync" | "fdatasync":
                yield Step("sync", path)
            case "close":
                del paths[number]
