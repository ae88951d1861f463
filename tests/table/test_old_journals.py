"""Journals that earlier versions wrote open as they were left.

``journals/`` holds games broken off in the middle, one a game, written by version d76be79, and beside
each of them what that version then showed to whom.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.table.shapes import StateShape
from tests.table.conftest import bench_on

JOURNALS = Path(__file__).parent / "journals"
ROLES = {
    "host": HOST,
    "everyone": EVERYONE,
    "seat 1": seat_role(Seat(1)),
    "seat 2": seat_role(Seat(2)),
}
SAME = ("sitting", "game", "seats", "to_move", "scores", "outcome", "view")


@pytest.mark.parametrize("game", sorted(path.stem for path in JOURNALS.glob("*.sqlite3")))
def test_a_journal_of_an_earlier_version_goes_on_where_it_was(game: str, tmp_path: Path) -> None:
    shown = json.loads((JOURNALS / f"{game}.json").read_text(encoding="utf-8"))
    path = tmp_path / "journal.sqlite3"
    shutil.copy(JOURNALS / f"{game}.sqlite3", path)
    bench = bench_on(path, 3)
    now = {name: what_lasts(bench.table.state(role)) for name, role in ROLES.items()}
    bench.table.close()
    then = {name: what_lasts(state) for name, state in shown.items()}
    for name, state in now.items():
        state["view"] = {key: state["view"][key] for key in then[name]["view"]}  # a view may say more
    assert now == then


def what_lasts(state: StateShape) -> Any:
    """Return what no version may change: the position, and the moves with what became of them."""
    moves = [{key: value for key, value in line.items() if key != "text"} for line in state["history"]]
    kept = {key: value for key, value in state.items() if key in SAME}
    return json.loads(json.dumps({**kept, "history": moves}))
