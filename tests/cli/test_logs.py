"""What the running table writes down of itself holds no secrets."""

import logging
import sys

import pytest

from companion.cli.logs import FORMAT, PlainFormatter
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
    "error", [JournalError("disk full: journal.sqlite3"), CameraLost("no such camera")]
)
def test_faults_of_files_and_cameras_are_written_in_full(error: Exception) -> None:
    assert str(error) in written(error)
