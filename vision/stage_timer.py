"""Times the stages of a reading."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter


@dataclass
class StageTimer:
    """How long each stage of one reading took, in ms, by name."""

    ms: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure the time of the block within."""
        began = perf_counter()
        yield
        self.ms[name] = 1000 * (perf_counter() - began)
