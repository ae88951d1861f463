"""How a table tells that it needs help."""

import json
from contextlib import closing

from companion.games.game import EVERYONE
from companion.table.hub.health import health_told
from companion.table.supervision.supervisor import Fault
from tests.hub.club import YACHT
from tests.table.conftest import bench_on


def test_what_a_table_notes_for_itself_is_no_call_for_help() -> None:
    bench = bench_on(None, 1)
    with closing(bench.table) as table:
        table.start_sitting(YACHT)
        for part in ("pin", "clock", "hub", "disk"):
            table.report(part, Fault(part, "silent"))
        told = json.loads(health_told(table.state(EVERYONE)))
    assert told["faults"] == [["disk", "fault.silent"]]
