"""The result of checking one thing."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

State = Literal["well", "wrong", "skipped", "not here"]
"""``skipped``: it exists but was not checked; ``not here``: there is nothing to check."""


@dataclass(frozen=True)
class CheckFinding:
    """One checked thing, its state, and what to do about it."""

    state: State
    what: str
    told: str
    to_do: str = ""


Tell = Callable[[CheckFinding], None]


class TerminalPerson(Protocol):
    """The person at the terminal, if there is one."""

    @property
    def is_here(self) -> bool:
        """Whether somebody can be asked."""

    def says_yes(self, question: str) -> bool:
        """Ask a question."""

    def is_told(self, text: str) -> None:
        """Tell the person to do something."""
