"""Does several things at once, in processes that end with the one that began them."""

import multiprocessing
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from threading import Thread
from typing import TypeVar

GivenT = TypeVar("GivenT")
MadeT = TypeVar("MadeT")

FORK = multiprocessing.get_context("fork")
"""A fork shares what is in memory already: pictures to learn from are not copied."""


class NotAllDone(Exception):
    """Something that was to be done failed; why stands where that process wrote its errors."""


def at_once(works: Iterable[Callable[[], None]]) -> None:
    """Do all of these at once. Raises ``NotAllDone`` if one fails, when all have ended."""
    processes = [FORK.Process(target=_as_child, args=(work,)) for work in works]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    if failed := sum(process.exitcode != 0 for process in processes):
        raise NotAllDone(f"{failed} of {len(processes)} failed")


def of_each(make: Callable[[GivenT], MadeT], given: Sequence[GivenT]) -> list[MadeT]:
    """Return what is made of each of these, in their order; every core makes some."""
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
