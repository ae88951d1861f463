"""Values that several requests hold, with their bounds."""

from typing import Annotated

from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Id = Annotated[str, Meta(min_length=1, max_length=100)]
Words = Annotated[str, Meta(min_length=1, max_length=200)]
DieId = Annotated[int, Meta(ge=0)]
PieceId = Annotated[int, Meta(ge=0)]
QuarterTurns = Annotated[int, Meta(ge=0, le=3)]
Fraction = Annotated[float, Meta(ge=0, le=1)]
Side = Annotated[int, Meta(ge=160, le=8192)]
Turn = Annotated[float, Meta(ge=-360, le=360)]


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty object: there is nothing to say."""
