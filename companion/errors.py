"""Errors at the table (``vision.errors`` has its own root, ``VisionError``).

CompanionError
├── BadSetup (ValueError)           a sitting cannot start: seats, options, what was dealt
├── BadMove (ValueError)            the words of a move cannot be understood
├── IllegalMove (ValueError)        the move is understood, but the rules forbid it now
├── BadRecord (ValueError)          a record's line cannot be replayed
├── BadPuzzle (ValueError)          the text of a puzzle or of its filling cannot be read
├── UnknownGame (LookupError)       no game of that name
├── NotAllowed (PermissionError)    the caller's role may not do this
│   ├── WrongPin                    neither the host's PIN nor a seat's code
│   └── TooManyTries                wrong too often: wait before trying again
├── BadHandling (ValueError)        the simulated hands cannot do that here
├── BadLesson (ValueError)          the lesson cannot do that now: nothing to learn from, a name taken
├── BadUpload (ValueError)          what was sent is no picture, or no set
├── BadPlace (ValueError)           the journal cannot go on there
├── BadStrip (ValueError)           no strip of lamps can be at that address
├── BadPlayer (ValueError)          no such player, or a name that another has
├── NoSuchGame (LookupError)        no such game is known, or it is not the one under way
├── BadRelease (ValueError)         the file of a release is unsigned, damaged or older
├── BadAct (ValueError)             the machine is asked for what is not on the keeper's list, or not now
├── NoKeeper (OSError)              no service here does what only root may
└── JournalError (OSError)          the journal cannot be read or written
    └── OnTrial                     an update is being tried: nothing is accepted meanwhile
"""

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

    def __init__(self, message: str, *, hint: str = "", reason: Reason | None = None) -> None:
        super().__init__(message)
        self.hint = hint
        self.reason = reason


class BadSetup(CompanionError, ValueError):
    """A sitting cannot start like this."""

    code = "bad_setup"
    http_status = 422


class BadMove(CompanionError, ValueError):
    """The words of a move cannot be understood."""

    code = "bad_move"
    http_status = 422


class IllegalMove(CompanionError, ValueError):
    """The rules forbid this move now."""

    code = "illegal_move"
    http_status = 409


class BadRecord(CompanionError, ValueError):
    """A record's line cannot be replayed."""

    code = "bad_record"
    http_status = 422


class BadPuzzle(CompanionError, ValueError):
    """The text of a puzzle or of its filling cannot be read."""

    code = "bad_puzzle"
    http_status = 422


class UnknownGame(CompanionError, LookupError):
    """No game has that name."""

    code = "unknown_game"
    http_status = 422


class NotAllowed(CompanionError, PermissionError):
    """The caller's role may not do this."""

    code = "not_allowed"
    http_status = 403


class WrongPin(NotAllowed):
    """This is neither the host's PIN nor a seat's code."""

    code = "wrong_pin"
    http_status = 401


class TooManyTries(NotAllowed):
    """Too many wrong tries: the next one is accepted only after ``retry_after_s`` seconds."""

    code = "too_many_tries"
    http_status = 429

    def __init__(self, retry_after_s: int) -> None:
        super().__init__("too many wrong tries", hint=f"Wait {retry_after_s} s, then try again.")
        self.retry_after_s = retry_after_s


class BadHandling(CompanionError, ValueError):
    """The simulated hands cannot do that here."""

    code = "bad_handling"
    http_status = 409


class BadLesson(CompanionError, ValueError):
    """The lesson, or what is done with a taught set, cannot be done now."""

    code = "bad_lesson"
    http_status = 409


class BadUpload(CompanionError, ValueError):
    """The uploaded file is no picture, or no set."""

    code = "bad_upload"
    http_status = 422


class BadPlace(CompanionError, ValueError):
    """The journal cannot go on there."""

    code = "bad_place"
    http_status = 422


class BadStrip(CompanionError, ValueError):
    """No strip of lamps can be at that address."""

    code = "bad_strip"
    http_status = 422


class BadPlayer(CompanionError, ValueError):
    """No such player, or a name that another has."""

    code = "bad_player"
    http_status = 409


class NoSuchGame(CompanionError, LookupError):
    """No game of that number is known here, or a different one is meant."""

    code = "no_such_game"
    http_status = 404


class JournalError(CompanionError, OSError):
    """The journal cannot be read or written."""

    code = "journal"
    http_status = 503


class OnTrial(JournalError):
    """An update is being tried: what was accepted now could be lost."""

    code = "on_trial"

    def __init__(self) -> None:
        super().__init__(
            "an update is being tried, so nothing is accepted now",
            hint="Wait a minute, then do it again.",
        )


class BadRelease(CompanionError, ValueError):
    """A file is no release that this table takes."""

    code = "bad_release"
    http_status = 422


class BadAct(CompanionError, ValueError):
    """The keeper knows no such act, or cannot do it now."""

    code = "bad_act"
    http_status = 409


class NoKeeper(CompanionError, OSError):
    """No keeper answers: this table was not installed as a service, or its keeper does not run."""

    code = "no_keeper"
    http_status = 503
