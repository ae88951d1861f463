"""Keeps packed worlds on the card, and makes batches of them."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.matching.light import DARK, LOGARITHMS, MIDDLE
from vision.matching.sizes import CROP_PX, PLACES
from vision.workshop.training.matching.batches import SAMPLES, Batch
from vision.workshop.training.matching.card.drawing import STRANGER, VISITS, Arrays, Packed

ROOM_CELLS, ROOM_BARE, ROOM_SAMPLES, ROOM_BOARDS = 900_000, 320_000, 260_000, 1_000
"""What the card keeps: cells, bare ones, samples, boards of each size (12 kB, 12 kB, 12 kB, 0.5 MB)."""


class _Bank:
    """Rows of one kind on the card, as many as there is room for."""

    def __init__(
        self, most: int, shape: tuple[int, ...], kind: torch.dtype, place: torch.device
    ) -> None:
        self.rows, self.used = torch.empty((most, *shape), dtype=kind, device=place), 0

    def add(self, new: NDArray[Any]) -> int:
        """Keep these, and return the number of the first."""
        first, self.used = self.used, self.used + len(new)
        self.rows[first : self.used].copy_(torch.from_numpy(np.ascontiguousarray(new)))
        return first

    def has_room(self, many: int) -> bool:
        """Tell whether so many more can be kept."""
        return self.used + many <= len(self.rows)


class _Boards:
    """The photographs of boards of one size."""

    def __init__(self, first: Packed, most: int, place: torch.device) -> None:
        self.size, self.place, self._most = first.size, place, most
        self.kept: dict[str, _Bank] = {}
        self.starts = _Bank(most, (3,), torch.int64, place)

    def add(self, lesson: Arrays, one: Arrays, starts: tuple[int, int, int]) -> None:
        """Keep a photograph, whose cells, bare cells and samples start there."""
        own = {name: part for name, part in one.items() if name != "crops"}
        own |= {"bare small": lesson["small"], "seen": lesson["seen"], "known": lesson["known"]}
        for name, part in own.items():
            if name not in self.kept:
                kind = torch.from_numpy(part).dtype
                self.kept[name] = _Bank(self._most, part.shape, kind, self.place)
            self.kept[name].add(part[None])
        self.starts.add(np.array([starts]))


class Store:
    """All worlds on the card."""

    def __init__(self, place: torch.device, share: float) -> None:
        crops = (CROP_PX, CROP_PX, 3)
        self.place, self._most = place, round(share * ROOM_BOARDS)
        rooms = (ROOM_CELLS, ROOM_BARE, ROOM_SAMPLES)
        self.cells, self.bare, self.samples = (
            _Bank(round(share * room), crops, torch.uint8, place) for room in rooms
        )
        self.boards: dict[tuple[int, int], _Boards] = {}
        self.worlds = 0

    def add(self, world: Packed) -> None:
        """Keep a world, if there is room."""
        own = self.boards.setdefault(world.size, _Boards(world, self._most, self.place))
        many, lesson = len(world.photographs), world.lesson
        rooms = (
            (own.starts, many),
            (self.cells, many * len(lesson["bare"])),
            (self.bare, len(lesson["bare"])),
            (self.samples, len(lesson["samples"])),
        )
        if not all(bank.has_room(needed) for bank, needed in rooms):
            return
        bare, samples = self.bare.add(lesson["bare"]), self.samples.add(lesson["samples"])
        for one in world.photographs:
            own.add(lesson, one, (self.cells.add(one["crops"]), bare, samples))
        self.worlds += 1

    def batch(self, rng: np.random.Generator, boards: int) -> Batch:
        """Return a batch of boards of one size, turned, mirrored and in other colours."""
        all_sizes = list(self.boards.values())
        counts = np.array([one.starts.used for one in all_sizes], np.float64)
        own = all_sizes[int(rng.choice(len(counts), p=counts / counts.sum()))]
        chosen = torch.from_numpy(rng.integers(own.starts.used, size=boards)).to(self.place)
        number = torch.from_numpy(rng.integers(VISITS, size=boards)).to(self.place)
        changes = _Changes(rng, boards, self.place)
        kept = {name: bank.rows for name, bank in own.kept.items()}
        visits = {
            name: kept[name][chosen, number].long()
            for name in ("cells", "truth", "samples", "turns", "groups")
        }
        cells, starts = visits["cells"].clamp(min=0), own.starts.rows[chosen]
        samples = _turned(self.samples.rows[starts[:, 2:] + visits["samples"]], visits["turns"])
        whole = changes.boards(kept["small"][chosen], kept["bare small"][chosen], kept["seen"][chosen])
        return Batch(
            whole,
            changes.places(kept["looks"][chosen], 1).long(),
            changes.crops(self.cells.rows[starts[:, :1] + cells]),
            changes.crops(self.bare.rows[starts[:, 1:2] + cells]),
            kept["known"][chosen].gather(1, cells),
            changes.places(_unpack(kept["visible"][chosen, number]), 2),
            changes.numbers(*own.size)[cells],
            changes.crops(samples),
            visits["groups"],
            torch.where(visits["truth"] == STRANGER, 1 + SAMPLES, visits["truth"]),
            kept["weight"][chosen, number],
            SAMPLES,
        )


class _Changes:
    """How a batch's boards are changed: all turned and mirrored alike, each in an order of colours."""

    def __init__(self, rng: np.random.Generator, boards: int, place: torch.device) -> None:
        orders = [rng.permutation(3) if rng.random() < 0.5 else np.arange(3) for _ in range(boards)]
        self._order = torch.from_numpy(np.stack(orders)).to(place)
        self._turn, self._is_mirrored = int(rng.integers(4)), bool(rng.random() < 0.5)

    def places(self, seen: Tensor, axis: int) -> Tensor:
        """Turn and mirror what has its rows along this axis, and its columns along the next."""
        seen = torch.rot90(seen, self._turn, (axis, axis + 1))
        return torch.flip(seen, (axis + 1,)) if self._is_mirrored else seen

    def numbers(self, rows: int, columns: int) -> Tensor:
        """Return the new number of each cell."""
        old = torch.arange(rows * columns, device=self._order.device)
        now = self.places(old.view(1, rows, columns), 1).flatten()
        return torch.empty_like(now).scatter(0, now, old)

    def crops(self, pictures: Tensor) -> Tensor:
        """Return crops (b, n, h, w, 3) as a network sees them: (b, n, 3, h, w)."""
        light = torch.log((self._colour(pictures).float() + DARK) / MIDDLE)
        return self.places(light, 2).permute(0, 1, 4, 2, 3)

    def boards(self, now: Tensor, bare: Tensor, seen: Tensor) -> Tensor:
        """Return boards (b, h, w, 3), the same bare, and where that was seen, as a network sees them."""
        span = float(LOGARITHMS[-1] - LOGARITHMS[0])
        both = self._colour(torch.stack([now, bare], 1)).float() * (span / 255) + float(LOGARITHMS[0])
        whole = torch.cat([*both.permute(1, 0, 4, 2, 3), seen[:, None].float()], 1)
        return self.places(whole, 2)

    def _colour(self, pictures: Tensor) -> Tensor:
        shape = (len(self._order), *([1] * (pictures.dim() - 2)), 3)
        return pictures.gather(-1, self._order.view(shape).expand_as(pictures))


def _turned(samples: Tensor, turns: Tensor) -> Tensor:
    """Return samples (b, n, h, w, 3), each turned by its quarters (b, n)."""
    boards, many = turns.shape
    turned = torch.stack([torch.rot90(samples, -quarters, (2, 3)) for quarters in range(4)])
    rows = torch.arange(boards, device=turns.device)[:, None]
    return turned[turns, rows, torch.arange(many, device=turns.device)]


def _unpack(visible: Tensor) -> Tensor:
    """Return which places count (b, n, PLACES, PLACES), of eight to a byte."""
    bits = torch.arange(7, -1, -1, device=visible.device, dtype=torch.uint8)
    return ((visible[..., None] >> bits) & 1).flatten(2).unflatten(2, (PLACES, PLACES)).float()
