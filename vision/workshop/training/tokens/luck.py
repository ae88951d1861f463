"""Random numbers of one seed, on any device."""

import torch
from torch import Tensor


class Luck:
    """A source of random tensors."""

    def __init__(self, seed: int, device: torch.device | str = "cpu") -> None:
        self.device = torch.device(device)
        self._source = torch.Generator(self.device).manual_seed(seed)

    def uniform(self, *shape: int, low: float = 0.0, high: float = 1.0) -> Tensor:
        """Return numbers from ``low`` to ``high``."""
        found = torch.rand(shape, generator=self._source, device=self.device)
        return low + (high - low) * found

    def spread(self, *shape: int, low: float, high: float) -> Tensor:
        """Return numbers whose logarithms are uniform."""
        return low * (high / low) ** self.uniform(*shape)

    def normal(self, *shape: int) -> Tensor:
        """Return numbers of mean 0 and deviation 1."""
        return torch.randn(shape, generator=self._source, device=self.device)

    def chance(self, probability: float, *shape: int) -> Tensor:
        """Return true with this probability."""
        return self.uniform(*shape) < probability

    def integers(self, low: int, high: int, *shape: int) -> Tensor:
        """Return whole numbers from ``low`` to ``high`` - 1."""
        return torch.randint(low, high, shape, generator=self._source, device=self.device)

    def pick(self, weights: list[float], *shape: int) -> Tensor:
        """Return numbers of alternatives with these weights."""
        total = 1
        for one in shape:
            total *= one
        given = torch.tensor(weights, device=self.device)
        return torch.multinomial(given, total, replacement=True, generator=self._source).view(shape)

    def pick_in_rows(self, weights: Tensor, many: int) -> Tensor:
        """Return for each row of weights (n, k) so many numbers of alternatives: (n, many)."""
        return torch.multinomial(weights, many, replacement=True, generator=self._source)
