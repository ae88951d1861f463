"""What the running table writes down of itself holds no secrets."""

import logging
import sys

import pytest

from companion.cli.logs import FORMAT, MOST_KEPT, SAME_AFTER_S, OnceAMinute, PlainFormatter
from companion.errors import IllegalMove, JournalError
from vision.errors import CameraLost


def written(error: Exception) -> str:
    try:
        raise error
    except Exception:  # noqa: BLE001 - any error may be written down
        record = logging.LogRecord(
            "table", logging.ERROR, __file__, 1, "%s has failed", ("view",), sys.exc_info()
        )
    return PlainFormatter(FORMAT).format(record)


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove("seat 1 cannot vote: JAAA is no card of its hand"),
        KeyError("JAAA"),
        ValueError("JAAA"),
    ],
    ids=["refused move", "key", "value"],
)
def test_a_trace_says_where_and_what_kind_but_no_card(error: Exception) -> None:
    text = written(error)
    assert "view has failed" in text
    assert type(error).__name__ in text
    assert "test_logs.py" in text
    assert "JAAA" not in text


@pytest.mark.parametrize(
    "error", [JournalError("disk full: journal.lines"), CameraLost("no such camera")]
)
def test_faults_of_files_and_cameras_are_written_in_full(error: Exception) -> None:
    assert str(error) in written(error)


def test_the_same_line_is_written_once_a_minute_and_says_how_often_it_was_not() -> None:
    now = 100.0
    once = OnceAMinute(lambda: now)

    def told(what: str) -> str | None:
        record = logging.LogRecord("table", logging.WARNING, __file__, 1, "%s is full", (what,), None)
        return record.getMessage() if once.filter(record) else None

    assert [told("the disk"), told("the disk"), told("the glass"), told("the disk")] == [
        "the disk is full",
        None,
        "the glass is full",
        None,
    ]
    now += SAME_AFTER_S
    assert told("the disk") == "the disk is full (2 times more in between)"
    assert told("the disk") is None


def test_another_error_below_the_same_line_is_written() -> None:
    once = OnceAMinute(lambda: 0.0)

    def is_told(number: int) -> bool:
        try:
            if number == 1:
                raise KeyError(number)
            raise ValueError(number)
        except (KeyError, ValueError):
            record = logging.LogRecord("table", logging.ERROR, __file__, 1, "view", (), sys.exc_info())
        return once.filter(record)

    assert [is_told(number) for number in (1, 2, 1, 2)] == [True, True, False, False]


def test_lines_that_are_all_different_do_not_fill_the_memory() -> None:
    once = OnceAMinute(lambda: 0.0)
    for number in range(3 * MOST_KEPT):
        assert once.filter(logging.LogRecord("table", 30, __file__, 1, "%s", (number,), None))
    assert len(once._written) == MOST_KEPT
