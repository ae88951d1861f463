"""The thread that writes to all streams: how it ends, whoever comes meanwhile."""

import threading
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest

from web.transport.pump import Pump


class Quiet:
    """A stream on which nothing is ever told."""

    first = False
    is_over = False
    is_closed = False

    def due(self, looked_up: dict[Any, Any]) -> Iterator[bytes]:
        yield from looked_up.get(self, ())

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def pump() -> Iterator[Pump]:
    event = threading.Event()
    pump = Pump(lambda: nullcontext(event))
    yield pump
    pump.end()


def test_a_stream_that_comes_after_the_end_is_ended_at_once(pump: Pump) -> None:
    pump.end()
    late, ended = Quiet(), threading.Event()
    pump.carry(late, bool, ended.set)
    assert ended.is_set()
    assert late.is_closed


def test_whoever_ends_it_while_it_begins_waits_for_its_start(
    pump: Pump, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts, go_on = threading.Event(), threading.Event()
    start = threading.Thread.start

    def start_late(thread: threading.Thread) -> None:
        if thread.name == "streams":
            starts.set()
            go_on.wait(20)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_late)
    stream, ended = Quiet(), threading.Event()
    carries = threading.Thread(target=pump.carry, args=(stream, bool, ended.set))
    carries.start()
    assert starts.wait(20)
    ends = threading.Thread(target=pump.end)
    ends.start()
    go_on.set()
    ends.join(20)
    carries.join(20)
    assert ended.wait(20)
    assert stream.is_closed
