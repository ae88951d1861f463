"""What each address of the API takes and answers: said once, beside it, and shown by openapi.json."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from web.bodies import Schema

Who = Literal["everyone", "player", "host"]
ViewT = TypeVar("ViewT", bound=Callable[..., object])


@dataclass(frozen=True)
class Answer:
    """What a reply carries: a schema, or the name of a shape of ``companion.table.shapes``."""

    what: str
    schema: Schema = field(default_factory=dict)
    media: str = "application/json"
    status: int = 200


@dataclass(frozen=True)
class Description:
    """One address and method: who may use it, the body's schema, the good answer, what can go wrong."""

    summary: str
    who: Who
    answer: Answer
    body: Schema | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    wrong: tuple[int, ...] = ()


def describe(description: Description) -> Callable[[ViewT], ViewT]:
    """Keep the description with the function that answers."""

    def keep(view: ViewT) -> ViewT:
        view.__dict__["description"] = description
        return view

    return keep
