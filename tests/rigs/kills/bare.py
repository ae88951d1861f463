"""A table without eyes and sockets, as a fork of this program: it starts at once, and can be killed.

It has a journal, pages, teaching and a clock of its own like any other. What is asked comes and is
answered through a pair of sockets, one JSON object a line.
"""

import base64
import json
import os
import socket
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

from companion.cli.settings import JOURNAL, SETS
from companion.table.access.access import Access
from companion.table.storage.journal import Journal
from companion.table.supervision.supervisor import Supervisor
from companion.table.table import Table
from companion.table.teaching.shelf import SetShelf
from companion.table.teaching.teaching import Teaching
from companion.table.workers import TimeWorker
from tests.rigs.program import PIN, Exchange, Gone, Program
from vision.clock import SystemClock
from web.app import create_app


def start_bare(data: Path) -> Program:
    """Start one on this data folder."""
    began = time.monotonic()
    data.mkdir(parents=True, exist_ok=True)
    ours, theirs = socket.socketpair()
    said = data.parent / "said"
    child = os.fork()
    if child == 0:
        ours.close()
        _be_a_table(data, theirs, said)
    theirs.close()
    made = Program(child, said, _asked_by(ours), ours.close)
    made.ask("/api/v1/state")
    made.up_s = time.monotonic() - began
    return made


def _asked_by(ours: socket.socket) -> Exchange:
    stream = ours.makefile("rw", encoding="utf-8")

    def exchange(
        method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> tuple[int, bytes]:
        text = None if body is None else base64.b64encode(body).decode()
        try:
            stream.write(json.dumps([method, path, text, headers]) + "\n")
            stream.flush()
            status, answer = json.loads(stream.readline())
        except (OSError, ValueError) as error:
            raise Gone(repr(error)) from error
        return status, base64.b64decode(answer)

    return exchange


def _be_a_table(data: Path, asked: socket.socket, said: Path) -> NoReturn:
    """Answer until nobody asks any more; never come back."""
    try:
        out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        for number in (1, 2):
            os.dup2(out, number)
        with _table(data) as app:
            client = app.test_client()
            stream = asked.makefile("rw", encoding="utf-8")
            for line in stream:
                method, path, body, headers = json.loads(line)
                sent = None if body is None else base64.b64decode(body)
                reply = client.open(path, method=method, data=sent, headers=headers)
                stream.write(
                    json.dumps([reply.status_code, base64.b64encode(reply.data).decode()]) + "\n"
                )
                stream.flush()
    except BaseException:
        traceback.print_exc()  # the rig looks for one
        raise
    finally:
        os._exit(0)


@contextmanager
def _table(data: Path) -> Iterator[Any]:
    clock = SystemClock()
    journal = Journal(data / JOURNAL)
    table = Table(
        journal, clock, lambda: datetime.now().astimezone(), {"camera": "none", "pins": "none"}
    )
    table.teaching = Teaching(table, SetShelf(data / SETS))
    access = Access(data / "access.sqlite3", PIN, time.time, time.monotonic)
    supervisor = Supervisor([TimeWorker(table, clock)], clock, table.report)
    supervisor.start()
    yield create_app(table, access)
