"""The declaration of each API address: who may call it, what it takes and answers, which errors it
raises.

An address says it once. Thanks to it, the caller's role is checked and the body is read before the
function runs, the answer is written, and ``openapi.json`` describes everything.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

import msgspec
from flask import Blueprint, Flask, Response, current_app

from companion.errors import CompanionError, OnTrial
from companion.table.shapes.values import JsonObject
from web.access.callers import Caller, Callers, Who
from web.decoding import read_body, read_file
from web.encoding import encode
from web.errors import (
    BadBody,
    BadRole,
    HostOnly,
    NotEncrypted,
    NotJson,
    NotLoggedIn,
    NotThatType,
    TooLarge,
    WrongHost,
    WrongOrigin,
    error_key,
)

Errors = tuple[type[CompanionError], ...]
BodyT = TypeVar("BodyT", covariant=True)
StructT = TypeVar("StructT", bound=msgspec.Struct)
PathT = ParamSpec("PathT")

ERRORS_OF_WHO: Mapping[Who, Errors] = {
    "anyone": (),
    "everyone": (BadRole, NotLoggedIn),
    "player": (BadRole, NotLoggedIn),
    "camera": (BadRole, NotLoggedIn, HostOnly),
    "photographer": (BadRole, NotLoggedIn, HostOnly),
    "host": (BadRole, NotLoggedIn, HostOnly),
}
ERRORS_OF_BODY: Errors = (BadBody, WrongOrigin, TooLarge, NotJson, OnTrial)
ERRORS_OF_FILE: Errors = (WrongOrigin, TooLarge, NotThatType, OnTrial)
ERRORS_OF_ALL: Errors = (WrongHost, NotEncrypted)

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Asked(Generic[BodyT]):
    """A request with its rights checked: who asks, the body's declared fields, and all of its fields."""

    caller: Caller
    body: BodyT
    words: JsonObject


@dataclass(frozen=True)
class Answer:
    """What a good reply carries: JSON of this ``kind``, or (with kind None) another media type.

    ``also``: further statuses that are no errors, with their meaning.
    """

    what: str
    kind: Any = JsonObject
    media: str = "application/json"
    also: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class File:
    """A body that is a file: the accepted types, and the largest size."""

    media: tuple[str, ...]
    most_bytes: int
    helper: str = ""
    """Which phone that only sends pictures may send it, beside the host; "" if none may."""


Handler = Callable[Concatenate[Asked[BodyT], PathT], object]


@dataclass(frozen=True)
class Address:
    """One address and method: its declaration, and the function that answers."""

    summary: str
    who: Who
    answer: Answer
    body: type[msgspec.Struct] | File | None
    own_errors: Errors
    headers: Mapping[str, str]
    callers: Callers
    handler: Callable[..., object]
    keeps_nothing: bool = False
    """Whether it is answered while an update is being tried, too: nothing is kept of what it is told."""

    @property
    def errors(self) -> Errors:
        """Every error that may be answered, in the order of the statuses."""
        of_body = ERRORS_OF_FILE if isinstance(self.body, File) else ERRORS_OF_BODY if self.body else ()
        # Not a set: if two errors have the same status and code, their order must not differ from run to
        # run.
        found = dict.fromkeys((*self.own_errors, *ERRORS_OF_WHO[self.who], *of_body, *ERRORS_OF_ALL))
        return tuple(sorted(found, key=error_key))

    def __call__(self, **path: Any) -> Response:
        """Answer a request."""
        try:
            reply = self.handler(self._ask(), **path)
        except CompanionError as error:
            self._check_said(error)
            raise
        return reply if isinstance(reply, Response) else self._written(reply)

    def _ask(self) -> Asked[Any]:
        caller = self.callers.allowed(self.who)
        if self.body and not self.keeps_nothing and self.callers.on_trial:
            raise OnTrial
        if isinstance(self.body, File):
            return Asked(caller, read_file(self.body.media, self.body.most_bytes), {})
        body, words = read_body(self.body) if self.body else (None, {})
        return Asked(caller, body, words)

    def _check_said(self, error: CompanionError) -> None:
        """Raise if a function's error is not among those that this address declares."""
        if not any(error_key(kind) == error_key(type(error)) for kind in self.errors):
            fault = f"{self.summary}: {type(error).__name__} is not among its errors"
            if current_app.testing:
                raise AssertionError(fault) from error
            _log_once(fault)

    def _written(self, reply: object) -> Response:
        text = encode(reply)
        if current_app.testing:
            msgspec.json.decode(text, type=self.answer.kind)
        return Response(text, mimetype=self.answer.media)


class Addresses:
    """Adds addresses to a blueprint, below a path."""

    def __init__(self, blueprint: Blueprint, callers: Callers, under: str = "") -> None:
        self._blueprint, self._callers, self._under = blueprint, callers, under

    def get(
        self,
        path: str,
        summary: str,
        *,
        who: Who,
        answer: Answer,
        errors: Errors = (),
        headers: Mapping[str, str] | None = None,
    ) -> Callable[[Handler[None, PathT]], Handler[None, PathT]]:
        """Let a function answer GET. ``errors``: the errors it may raise; ``headers``: the headers it
        reads."""
        return self._letting("GET", path, summary, who, answer, None, errors, headers or {})

    def post(
        self,
        path: str,
        summary: str,
        *,
        who: Who,
        body: type[StructT],
        answer: Answer,
        errors: Errors = (),
        keeps_nothing: bool = False,
    ) -> Callable[[Handler[StructT, PathT]], Handler[StructT, PathT]]:
        """Let a function answer POST with a JSON body. ``errors``: the errors it may raise."""
        return self._letting("POST", path, summary, who, answer, body, errors, {}, keeps_nothing)

    def put_file(
        self,
        path: str,
        summary: str,
        *,
        who: Who,
        file: File,
        answer: Answer,
        errors: Errors = (),
        keeps_nothing: bool = False,
    ) -> Callable[[Handler[bytes, PathT]], Handler[bytes, PathT]]:
        """Let a function answer POST with a file. ``errors``: the errors it may raise."""
        return self._letting("POST", path, summary, who, answer, file, errors, {}, keeps_nothing)

    def alike(self, under: str, answer: Answer, *errors: type[CompanionError]) -> "AlikeAddresses":
        """Return addresses below a path that are mostly alike."""
        return AlikeAddresses(self._blueprint, self._callers, self._under + under, answer, errors)

    def _letting(
        self,
        method: str,
        path: str,
        summary: str,
        who: Who,
        answer: Answer,
        body: type[msgspec.Struct] | File | None,
        errors: Errors,
        headers: Mapping[str, str],
        keeps_nothing: bool = False,
    ) -> Callable[[Any], Any]:
        def add(handler: Any) -> Any:
            address = Address(
                summary, who, answer, body, errors, headers, self._callers, handler, keeps_nothing
            )
            name = handler.__name__
            self._blueprint.add_url_rule(
                self._under + path, endpoint=name, view_func=address, methods=[method]
            )
            return handler

        return add


class AlikeAddresses(Addresses):
    """Addresses that are mostly alike: somebody changes something, and gets the same answer."""

    def __init__(
        self, blueprint: Blueprint, callers: Callers, under: str, answer: Answer, errors: Errors
    ) -> None:
        super().__init__(blueprint, callers, under)
        self._answer, self._errors = answer, errors

    def change(
        self,
        path: str,
        summary: str,
        body: type[StructT],
        *errors: type[CompanionError],
        who: Who = "host",
    ) -> Callable[[Handler[StructT, PathT]], Handler[StructT, PathT]]:
        """Let a function answer POST with a JSON body. ``errors``: further errors that it may raise."""
        every = (*self._errors, *errors)
        return self.post(path, summary, who=who, body=body, answer=self._answer, errors=every)


def files_taken(app: Flask) -> dict[str, File]:
    """Return the file that each path takes, for the paths that take one."""
    views = ((rule.rule, app.view_functions[rule.endpoint]) for rule in app.url_map.iter_rules())
    bodies = ((path, view.body) for path, view in views if isinstance(view, Address))
    return {path: body for path, body in bodies if isinstance(body, File)}


@cache
def _log_once(fault: str) -> None:
    _log.error(fault)
