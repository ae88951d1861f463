"""Presses by the thousand: none lost, none doubled, calls in the order in which they were made."""

import time
from random import Random

from companion.devices.device import Press
from companion.devices.pin_box import PinBox
from tests.devices.traces import BOUNCE_S, Edge, interleaved
from tests.rigs.hardware.chip import STAMPED_WITHIN_S, ChipRig
from tests.rigs.hardware.inside.conftest import PINS, Note

KEYS = ["card-1", "ok", "call-2"]
PRESSES, PAIRS = 1000, 1000
APART_S = (0.0015, 0.0025)
AT_ONCE = 2
"""Presses are made so many at a time: where this machine was too busy to play them, only those go."""
TRIES_S = 1500.0
"""So long a busy machine may try."""
PLAYED_WITHIN_S = 0.004
"""No edge may be later than so: bouncing would last longer than contacts bounce."""


def test_a_thousand_presses_on_each_of_three_keys(rig: ChipRig, box: PinBox, note: Note) -> None:
    rng, made, heard, late = Random(14), 0, 0, 0
    ends = rig.now() + TRIES_S
    while made < PRESSES and rig.now() < ends:
        edges, presses = interleaved(KEYS, AT_ONCE, rng)
        began, worst_s, found = _played(rig, box, edges)
        if worst_s > PLAYED_WITHIN_S:
            late += AT_ONCE
            continue
        for key in KEYS:
            told = [press.at - began for press in found if press.key == key]
            due = [at for at, name in presses if name == key]
            assert len(told) == len(due), key
            # Edges in one moment are one to the chip: a press may be told by its next edge.
            assert all(0.0 <= at - then <= BOUNCE_S[1] for at, then in zip(told, due, strict=True))
        assert [press.at for press in found] == sorted(press.at for press in found)
        made += AT_ONCE
        heard += len(found)
    note(
        "presses with bouncing, on each of three keys",
        f"{made} each: {heard} heard, none lost, none doubled, in the order of their stamps"
        f" ({late} each not counted: their bouncing was played too slowly)",
    )
    assert made == PRESSES, "this machine is too busy"


def _played(rig: ChipRig, box: PinBox, edges: list[Edge]) -> tuple[float, float, list[Press]]:
    """Play edges; return when that began, how late an edge was at most, and what was heard."""
    box.heard()
    heard: list[Press] = []
    began, worst_s = rig.now(), 0.0
    for edge in edges:
        rig.wait(max(0.0, began + edge.at - rig.now()))
        rig.drive(edge.key, down=edge.down)
        worst_s = max(worst_s, rig.now() - began - edge.at)
        heard += box.heard().presses
    rig.wait(0.2)
    return began, worst_s, [*heard, *box.heard().presses]


def test_a_thousand_pairs_of_calls_two_milliseconds_apart(rig: ChipRig, box: PinBox, note: Note) -> None:
    rng, others, right = Random(13), 0, 0
    while right < PAIRS:
        names = [f"call-{seat}" for seat in rng.sample(range(1, 5), 2)]
        rng.shuffle(names)
        first, second = (_driven(rig, name, rng.uniform(*APART_S)) for name in names)
        rig.wait(0.06)
        heard = box.heard().presses
        for name in names:
            rig.drive(name, down=False)
        rig.wait(0.06)
        assert box.heard().presses == ()
        if not APART_S[0] <= second[0] - first[1] <= second[1] - first[0] <= APART_S[1]:
            others += 1
            continue
        assert [press.key for press in heard] == names
        if PINS == "lgpio":
            assert all(
                began <= press.at <= ended + STAMPED_WITHIN_S
                for press, (began, ended) in zip(heard, (first, second), strict=True)
            )
        right += 1
    note(
        "pairs of calls 1.5–2.5 ms apart",
        f"{right}: all in the order of the stamps ({others} others, farther apart)",
    )


def _driven(rig: ChipRig, name: str, then_s: float) -> tuple[float, float]:
    """Press a call; return its stamps, from just before to just after, after a while."""
    began = time.monotonic()
    rig.drive(name, down=True)
    ended = time.monotonic()
    time.sleep(max(0.0, then_s - (ended - began)))
    return began, ended
