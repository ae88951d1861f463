"""Things of which every property is a tensor: many of them at once."""

from dataclasses import fields
from typing import Self

import torch
from torch import Tensor


def where_rows(rows: Tensor, one: Tensor, other: Tensor) -> Tensor:
    """Return the rows of one tensor where ``rows`` (n,) is true, else those of another."""
    return torch.where(rows.view(-1, *([1] * (one.dim() - 1))), one, other)


class Fields:
    """A dataclass whose fields all begin with the same axes."""

    def at(self, *index: Tensor) -> Self:
        """Return those with these numbers."""
        return type(self)(*(own[index] for own in self._parts()))

    def joined(self, other: Self, dim: int) -> Self:
        """Return both, along an axis."""
        both = zip(self._parts(), other._parts(), strict=True)
        return type(self)(*(torch.cat(pair, dim) for pair in both))

    def where(self, rows: Tensor, other: Self) -> Self:
        """Return these where ``rows`` (n,) is true, else the others."""
        both = zip(self._parts(), other._parts(), strict=True)
        return type(self)(*(where_rows(rows, *pair) for pair in both))

    def _parts(self) -> list[Tensor]:
        return [getattr(self, one.name) for one in fields(self)]  # type: ignore[arg-type]
