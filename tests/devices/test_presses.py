"""Presses are told from bouncing and disturbances: none lost, none doubled, all in their order."""

from collections.abc import Collection, Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.devices.device import Press
from companion.devices.presses import CLOSED_S, LATE_S, SETTLE_S, STUCK_S, WAIT_S, Presses
from tests.devices.traces import Edge, interleaved

KEYS = ["card-1", "ok", "call-2"]


class Bench:
    """Keys whose levels are those of the edges so far; it is asked again and again."""

    def __init__(self, down: Sequence[str] = ()) -> None:
        self.down = dict.fromkeys(KEYS, False) | dict.fromkeys(down, True)
        self.presses = Presses(KEYS, lambda key: self.down[key], 0.0)
        self.made: list[Press] = []

    def take(
        self, edges: Sequence[Edge], rng: Random | None = None, lost: Collection[Edge] = ()
    ) -> None:
        """Bring edges as a chip's thread does: each a little late, some lost; ask whenever it is due."""
        late: list[tuple[float, int, Edge]] = []
        told_at = dict.fromkeys(KEYS, 0.0)
        for number, edge in enumerate(edges):
            told = edge.at + (rng.uniform(0.0, 0.9 * LATE_S) if rng else 0.0)
            told_at[edge.key] = told = max(told, told_at[edge.key])
            late.append((told, number, edge))
        happens = sorted([*late, *((edge.at, -1, edge) for edge in edges)], key=lambda one: one[:2])
        for at, number, edge in happens:
            self.until(at)
            if number < 0:
                self.down[edge.key] = edge.down
            elif edge not in lost:
                self.presses.edge(edge.key, edge.down, edge.at)

    def until(self, now: float) -> None:
        while (due := self.presses.due(self.asked_at)) is not None and self.asked_at < due < now:
            self.ask(due)
        self.ask(now)

    asked_at = 0.0

    def ask(self, now: float) -> None:
        self.asked_at = now
        self.made += self.presses.until(now)


def down(key: str, at: float, for_s: float) -> list[Edge]:
    return [Edge(at, key, True), Edge(at + for_s, key, False)]


def first_of_bursts(edges: Sequence[Edge], rng: Random) -> Iterator[Edge]:
    """Yield what a driver loses whose list is full: the oldest of one key's burst, never the last."""
    burst: list[Edge] = []
    for edge in edges:
        if burst and edge.at - burst[-1].at > 0.022:
            yield from burst[: rng.randrange(len(burst))]
            burst = []
        burst.append(edge)


def test_a_thousand_presses_on_each_of_three_keys_are_heard_once_each_in_order() -> None:
    rng = Random(1)
    edges, made = interleaved(KEYS, 1000, rng)
    bench = Bench()
    bench.take(edges, rng)
    bench.until(edges[-1].at + 1.0)
    assert [(press.at, press.key) for press in bench.made] == made


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**9))
def test_where_a_chip_loses_edges_no_press_is_lost_and_none_doubled(seed: int) -> None:
    rng = Random(seed)
    edges, made = interleaved(["ok"], 20, rng)
    bench = Bench()
    bench.take(edges, rng, set(first_of_bursts(edges, rng)))
    bench.until(edges[-1].at + 1.0)
    assert [press.at for press in bench.made] == pytest.approx([at for at, _ in made], abs=0.05)


def test_a_press_is_certain_soon_after_it_began() -> None:
    bench = Bench()
    bench.take([Edge(1.0, "ok", True)])
    assert bench.presses.due(1.0) == pytest.approx(1.0 + CLOSED_S + LATE_S)
    bench.until(1.0 + CLOSED_S + LATE_S + 0.0001)
    assert bench.made == [Press("ok", 1.0)]


@pytest.mark.parametrize("for_s", [0.0001, 0.001, 0.75 * CLOSED_S])
def test_a_disturbance_is_no_press(for_s: float) -> None:
    bench = Bench()
    bench.take(down("ok", 1.0, for_s))
    bench.until(2.0)
    assert bench.made == []
    assert bench.presses.due(2.0) is None


@pytest.mark.parametrize("gap_s", [0.0001, 0.01, 0.9 * SETTLE_S])
def test_a_contact_that_opens_for_a_moment_is_still_the_same_press(gap_s: float) -> None:
    bench = Bench()
    bench.take([*down("ok", 1.0, 0.05), *down("ok", 1.05 + gap_s, 0.05)])
    bench.until(2.0)
    assert bench.made == [Press("ok", 1.0)]


def test_whoever_presses_again_at_once_is_heard_twice() -> None:
    bench = Bench()
    bench.take([*down("ok", 1.0, 0.03), *down("ok", 1.03 + 1.1 * SETTLE_S, 0.03)])
    bench.until(2.0)
    assert [press.key for press in bench.made] == ["ok", "ok"]


def test_one_that_bounces_longer_keeps_its_place_before_one_that_is_certain_sooner() -> None:
    bounces = [edge for number in range(5) for edge in down("ok", 1.0 + 0.006 * number, 0.003)]
    edges = sorted([*bounces, Edge(1.031, "ok", True), Edge(1.002, "call-2", True)], key=lambda e: e.at)
    bench = Bench()
    bench.take(edges)
    bench.until(1.04)
    assert bench.made == []
    bench.until(2.0)
    assert bench.made == [Press("ok", 1.0), Press("call-2", 1.002)]


def test_one_who_asks_late_gets_the_presses_in_their_order() -> None:
    """The first key has come up, which nobody has told yet: whether it was pressed is told by that."""
    bench = Bench()
    bench.presses.edge("ok", True, 1.0)
    bench.presses.edge("call-2", True, 1.007)
    bench.down["call-2"] = True
    bench.ask(1.1)
    assert bench.made == []
    bench.presses.edge("ok", False, 1.099)
    bench.ask(1.11)
    assert bench.made == [Press("ok", 1.0), Press("call-2", 1.007)]


def test_a_contact_that_never_rests_holds_up_no_other_key_for_long() -> None:
    noise = [edge for number in range(1000) for edge in down("ok", 1.0 + 0.002 * number, 0.001)]
    edges = sorted([*noise, *down("call-2", 1.5, 0.1)], key=lambda edge: edge.at)
    bench = Bench()
    bench.take([edge for edge in edges if edge.at < 1.5 + WAIT_S + CLOSED_S + LATE_S])
    assert bench.made == [Press("call-2", 1.5)]


def test_a_key_that_is_down_at_the_start_is_reported_and_heard_once_it_was_up() -> None:
    bench = Bench(down=["ok"])
    bench.until(STUCK_S - 1.0)
    assert bench.presses.stuck(STUCK_S - 1.0) == frozenset()
    bench.until(STUCK_S)
    assert bench.made == []
    assert bench.presses.stuck(STUCK_S) == {"ok"}
    bench.take([Edge(20.0, "ok", False), *down("ok", 21.0, 0.1)])
    bench.until(22.0)
    assert (bench.made, bench.presses.stuck(22.0)) == ([Press("ok", 21.0)], frozenset())


def test_a_key_that_does_not_come_up_is_reported_and_was_pressed_once() -> None:
    bench = Bench()
    bench.take([Edge(1.0, "ok", True), *down("call-2", 5.0, 0.1)])
    bench.until(1.0 + STUCK_S)
    assert bench.made == [Press("ok", 1.0), Press("call-2", 5.0)]
    assert bench.presses.stuck(1.0 + STUCK_S) == {"ok"}


def test_a_key_whose_last_edge_was_lost_is_heard_again() -> None:
    """Its level is looked at while it is not at rest: that it is up has the last word."""
    bench = Bench()
    bench.take([Edge(1.0, "ok", True)])
    bench.until(1.1)
    bench.down["ok"] = False  # nobody tells
    for now in (1.2, 1.3, 1.4):
        bench.until(now)
    bench.take(down("ok", 2.0, 0.1))
    bench.until(3.0)
    assert bench.made == [Press("ok", 1.0), Press("ok", 2.0)]
