"""What is seen and heard outside the door, and when, is the same whatever somebody votes behind it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from companion.devices.pin_box import PinBox
from companion.games.game import EVERYONE, HOST
from companion.table.storage.journal import Journal
from companion.table.supervision.supervisor import Supervisor
from companion.table.table import Table
from companion.table.workers import DeviceWorker, TimeWorker
from tests.devices.rigs import PIN_MAP
from tests.rigs.hardware.chip import ChipRig
from tests.rigs.hardware.inside.conftest import Note
from tests.table.conftest import BACKENDS, wall
from tests.table.plays.drunter.voting import SELECTIONS, keys_of, opening
from vision.clock import SystemClock

OUTSIDE = ("status", "buzzer")
LOOK_EVERY_S = 0.004
SAME_WITHIN_S = 0.01
OK_AFTER_S, LASTS_S = 2.3, 3.9


@contextmanager
def table_at_the_vote(rig: ChipRig) -> Iterator[Table]:
    clock = SystemClock()
    table = Table(Journal(":memory:"), clock, wall, {**BACKENDS, "pins": "lgpio"})
    first_line, lays = opening(2)
    table.start_sitting(first_line)
    for number, words in enumerate(lays):
        table.submit(HOST, f"lay {number}", words)
    box = DeviceWorker("box", lambda: PinBox(PIN_MAP, rig.factory, clock.now), table, clock)
    supervisor = Supervisor([box, TimeWorker(table, clock)], clock, table.report)
    supervisor.start()
    try:
        yield table
    finally:
        supervisor.stop()
        table.close()


class Onlooker:
    """Somebody outside: takes down each change of the status lamp and of the buzzer, with its time."""

    def __init__(self, rig: ChipRig) -> None:
        self._rig, self._ended = rig, threading.Event()
        self.seen: list[tuple[str, bool, float]] = []
        self._thread = threading.Thread(target=self._look)
        self._began = rig.now()
        self._thread.start()

    def _look(self) -> None:
        were: dict[str, bool] = {}
        while not self._ended.wait(LOOK_EVERY_S):
            for name in OUTSIDE:
                is_on = self._rig.is_on(name)
                if were.get(name) != is_on:
                    self.seen.append((name, is_on, self._rig.now() - self._began))
                were[name] = is_on

    def end(self) -> list[tuple[str, bool, float]]:
        """Return all that was seen: by its name, by what it was then, by its time."""
        self._ended.set()
        self._thread.join()
        return sorted(self.seen)


def voted(rig: ChipRig, cards: list[str]) -> list[tuple[str, bool, float]]:
    """Open the door, pick these cards, press OK; always at the same moments. Return what was seen."""
    onlooker = Onlooker(rig)
    began = rig.now()
    moments = [(0.1, "ok"), *((0.3 + 0.2 * n, key) for n, key in enumerate(keys_of(cards)))]
    for after_s, key in [*moments, (OK_AFTER_S, "ok")]:
        rig.wait(began + after_s - rig.now())
        rig.drive(key, down=True)
        rig.wait(0.06)
        rig.drive(key, down=False)
    rig.wait(began + LASTS_S - rig.now())
    return onlooker.end()


def test_a_bystander_sees_and_hears_the_same_for_all_255_votes(rig: ChipRig, note: Note) -> None:
    with table_at_the_vote(rig) as table:
        rig.wait(0.5)
        reference, most_s = voted(rig, SELECTIONS[0]), 0.0
        assert {name for name, is_on, _ in reference if is_on} == set(OUTSIDE)
        for number, cards in enumerate(SELECTIONS):
            voter = table.state(EVERYONE)["history"][-1]["seat"]
            assert len((table.state(EVERYONE)["view"] or {})["finished"]) == 1, f"{voter}, {cards}"
            table.submit(HOST, f"undo {number}", {"move": "undo"})
            rig.wait(1.0)
            seen = voted(rig, cards)
            assert [what[:2] for what in seen] == [what[:2] for what in reference], cards
            differ = [abs(one[2] - other[2]) for one, other in zip(seen, reference, strict=True)]
            most_s = max(most_s, *differ)
    note(
        "status lamp and buzzer while somebody votes",
        f"{len(SELECTIONS)} selections, {len(reference)} changes each: all alike,"
        f" at times that differ by {1000 * most_s:.1f} ms at most",
    )
    assert most_s <= SAME_WITHIN_S
