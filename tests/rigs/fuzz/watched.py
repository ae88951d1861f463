"""Runs inputs one after the other and notes what may not be: unforeseen errors, hangs, much memory."""

import resource
import time
import traceback
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field

from companion.errors import CompanionError
from vision.errors import VisionError

Input = Callable[[], object]
"""Puts one input to the program. Raises what the program raises."""
EXPECTED = (CompanionError, VisionError)
LONGEST_S = 2.0
MOST_MB = 400.0
MOST_TOLD = 5


class Refusal(CompanionError):
    """The program has answered that this is wrong, as it should."""


class Wrong(Exception):
    """The program did not raise, but what it answered may not be."""


@dataclass
class Account:
    """What came of the inputs of one kind. ``slowest_s``: of computing, without what others take."""

    name: str
    inputs: int = 0
    refused: int = 0
    slowest_s: float = 0.0
    wrong: Counter[str] = field(default_factory=Counter)
    traces: dict[str, str] = field(default_factory=dict)

    @property
    def memory_mb(self) -> float:
        """The most memory that this process has held."""
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    def take(self, one: Input) -> None:
        """Put an input to the program."""
        self.inputs += 1
        began = time.process_time()
        try:
            one()
        except EXPECTED:
            self.refused += 1
        except Exception as error:  # noqa: BLE001 - finding these is what the rig is for
            self._note(f"{type(error).__name__} at {_place(error)}", traceback.format_exc())
        took = time.process_time() - began
        self.slowest_s = max(self.slowest_s, took)
        if took > LONGEST_S:
            self._note("a hang", f"{took:.1f} s of computing")

    def _note(self, what: str, trace: str) -> None:
        self.wrong[what] += 1
        self.traces.setdefault(what, trace)

    def line(self) -> str:
        """Return the account in a line."""
        told = f"{self.name}: {self.inputs} inputs, {self.refused} refused, {self.wrong.total()} wrong"
        return f"{told}; slowest {self.slowest_s:.2f} s, memory {self.memory_mb:.0f} MB"

    @property
    def is_good(self) -> bool:
        """Whether nothing was found."""
        return not self.wrong and self.memory_mb <= MOST_MB


def account(name: str, inputs: Generator[Input, None, None], count: int) -> Account:
    """Take so many inputs."""
    made = Account(name)
    with closing(inputs):
        while made.inputs < count:
            made.take(next(inputs))
    return made


def _place(error: BaseException) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.filename.rpartition('/')[2]}:{last.lineno}"
