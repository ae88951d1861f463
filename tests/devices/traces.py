"""Edges as contacts make them: bouncing when they close and open, disturbed on their wires."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

BOUNCE_S = (0.001, 0.020)
"""Contacts bounce for so long: Ganssle measured 1.6 ms on average and 6.2 ms at most, with 17 of 18
switches (A Guide to Debouncing, 2008); worn ones are worse."""
MOST_FLIPS = 8
"""A contact opens and closes at most so often before it rests."""
DISTURBED_S = (0.0001, 0.0015)
"""What a wire catches from a motor or a spark lasts so long."""
HELD_S = (0.05, 0.15)
REST_S = (0.06, 0.15)


@dataclass(frozen=True)
class Edge:
    """A key's contact changes, so many seconds after the beginning of its trace."""

    at: float
    key: str
    down: bool


def changing(key: str, down: bool, at: float, rng: Random) -> tuple[list[Edge], float]:
    """Return the edges of a contact that closes (``down``) or opens, and when it has come to rest."""
    lasts_s = rng.uniform(*BOUNCE_S)
    flips = sorted(rng.uniform(0.0, lasts_s) for _ in range(2 * rng.randint(0, MOST_FLIPS)))
    edges = [Edge(at, key, down)]
    edges += [Edge(at + flip, key, down != (number % 2 == 0)) for number, flip in enumerate(flips)]
    return edges, at + lasts_s


def disturbance(key: str, is_down: bool, at: float, rng: Random) -> list[Edge]:
    """Return the two edges of a short change of level, and back."""
    return [Edge(at, key, not is_down), Edge(at + rng.uniform(*DISTURBED_S), key, is_down)]


def presses(key: str, count: int, rng: Random) -> Iterator[tuple[float, list[Edge]]]:
    """Yield presses one after the other: when each begins, and its edges until after its rest."""
    at = rng.uniform(*REST_S)
    for _ in range(count):
        edges: list[Edge] = []
        if rng.random() < 0.3:
            edges += disturbance(key, False, at, rng)
            at += rng.uniform(*REST_S)
        began = at
        closing, at = changing(key, True, at, rng)
        edges += closing
        if rng.random() < 0.3:
            edges += disturbance(key, True, at + 0.02, rng)
        opening, at = changing(key, False, at + rng.uniform(*HELD_S), rng)
        yield began, edges + opening
        at += rng.uniform(*REST_S)


def interleaved(keys: list[str], count: int, rng: Random) -> tuple[list[Edge], list[tuple[float, str]]]:
    """Return the edges of several keys that are pressed at the same time, and the presses, in order."""
    edges: list[Edge] = []
    made: list[tuple[float, str]] = []
    for key in keys:
        for began, of_press in presses(key, count, rng):
            made.append((began, key))
            edges += of_press
    return sorted(edges, key=lambda edge: edge.at), sorted(made)
