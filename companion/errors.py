"""Errors at the table (``vision.errors`` has its own root, ``VisionError``)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True)
class Reason:
    """Why something was refused, for a player: a code of the catalogue and its parameters."""

    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)


class CompanionError(Exception):
    """Root of all errors of the table.

    ``str(error)`` says what was wrong and where; ``hint`` says what to do next; ``reason`` says it to
    players. ``code`` names the kind for programs, ``http_status`` is what a web reply carries.
    """

    code: ClassVar[str] = "error"
    http_status: ClassVar[int] = 500

    def __init_subclass__(cls, code: str = "", http_status: int = 0) -> None:
        """Set what a subclass does not take from its parent."""
        cls.code, cls.http_status = code or cls.code, http_status or cls.http_status

    def __init__(self, message: str, *, hint: str = "", reason: Reason | None = None) -> None:
        super().__init__(message)
        self.hint = hint
        self.reason = reason


class BadSetup(CompanionError, ValueError, code="bad_setup", http_status=422):
    """A sitting cannot start like this."""


class BadMove(CompanionError, ValueError, code="bad_move", http_status=422):
    """The words of a move cannot be understood."""


class IllegalMove(CompanionError, ValueError, code="illegal_move", http_status=409):
    """The rules forbid this move now."""


class BadRecord(CompanionError, ValueError, code="bad_record", http_status=422):
    """A record's line cannot be replayed."""


class BadPuzzle(CompanionError, ValueError, code="bad_puzzle", http_status=422):
    """The text of a puzzle or of its filling cannot be read."""


class UnknownGame(CompanionError, LookupError, code="unknown_game", http_status=422):
    """No game has that name."""


class NotAllowed(CompanionError, PermissionError, code="not_allowed", http_status=403):
    """The caller's role may not do this."""


class WrongPin(NotAllowed, code="wrong_pin", http_status=401):
    """This is neither the host's PIN nor a seat's code."""


class TooManyTries(NotAllowed, code="too_many_tries", http_status=429):
    """Too many wrong tries: the next one is accepted only after ``retry_after_s`` seconds."""

    def __init__(self, retry_after_s: int) -> None:
        super().__init__("too many wrong tries", hint=f"Wait {retry_after_s} s, then try again.")
        self.retry_after_s = retry_after_s


class BadHandling(CompanionError, ValueError, code="bad_handling", http_status=409):
    """The simulated hands cannot do that here."""


class BadLesson(CompanionError, ValueError, code="bad_lesson", http_status=409):
    """The lesson, or what is done with a taught set, cannot be done now."""


class BadUpload(CompanionError, ValueError, code="bad_upload", http_status=422):
    """The uploaded file is no picture, or no set."""


class BadPlace(CompanionError, ValueError, code="bad_place", http_status=422):
    """The journal cannot go on there."""


class BadStrip(CompanionError, ValueError, code="bad_strip", http_status=422):
    """No strip of lamps can be at that address."""


class BadPlayer(CompanionError, ValueError, code="bad_player", http_status=409):
    """No such player, or a name that another has."""


class NoSuchGame(CompanionError, LookupError, code="no_such_game", http_status=404):
    """No game of that number is known here, or a different one is meant."""


class JournalError(CompanionError, OSError, code="journal", http_status=503):
    """The journal cannot be read or written."""


class OnTrial(JournalError, code="on_trial"):
    """An update is being tried: what was accepted now could be lost."""

    def __init__(self) -> None:
        super().__init__(
            "an update is being tried, so nothing is accepted now",
            hint="Wait a minute, then do it again.",
        )


class BadRelease(CompanionError, ValueError, code="bad_release", http_status=422):
    """A file is no release that this table takes."""


class BadAct(CompanionError, ValueError, code="bad_act", http_status=409):
    """The keeper knows no such act, or cannot do it now."""


class NoKeeper(CompanionError, OSError, code="no_keeper", http_status=503):
    """No keeper answers: this table was not installed as a service, or its keeper does not run."""
