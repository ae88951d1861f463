"""Runs several tasks in parallel, in processes that end with their parent."""

import multiprocessing
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from threading import Thread
from typing import TypeVar

GivenT = TypeVar("GivenT")
MadeT = TypeVar("MadeT")

FORK = multiprocessing.get_context("fork")
"""A fork shares the existing memory: pictures to learn from are not copied."""


class NotAllDone(Exception):
    """A task failed; the reason is in the output of its process."""


def at_once(works: Iterable[Callable[[], None]]) -> None:
    """Run all of these tasks in parallel. Raises ``NotAllDone`` if one fails, when all have ended."""
    processes = [FORK.Process(target=_as_child, args=(work,)) for work in works]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    if failed := sum(process.exitcode != 0 for process in processes):
        raise NotAllDone(f"{failed} of {len(processes)} failed")


def of_each(make: Callable[[GivenT], MadeT], given: Sequence[GivenT]) -> list[MadeT]:
    """Return the result for each of these, in order, computed on all cores."""
    with ProcessPoolExecutor(mp_context=FORK, initializer=_watch_parent) as pool:
        return list(pool.map(make, given))


def _as_child(work: Callable[[], None]) -> None:
    _watch_parent()
    work()


def _watch_parent() -> None:
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent ends, however that ends: nobody else would stop it."""
    if parent := multiprocessing.parent_process():
        parent.join()
    os._exit(1)
