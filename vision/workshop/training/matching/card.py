"""Trains the matcher on a graphics card: ``python -m vision.workshop.training.matching.card``.

All cores draw worlds as long as it lasts; the card keeps them all, and compares many boards of one size
at once. It learns the same as ``vision.workshop.training.matching`` does, from more worlds; since the
machine's speed decides how many are drawn, it is not the same twice. Boards of art kept back are read at
the end, and what was told of them is written beside the weights, for calibrating.
"""

import argparse
import gzip
import multiprocessing
import pickle
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from queue import Empty
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.matching.light import DARK, LOGARITHMS, MIDDLE, as_seen
from vision.matching.sizes import CROP_PX, PLACES
from vision.workshop.training.matching.batches import (
    CELLS,
    COVERED,
    KNOWN_FROM,
    SAMPLE_EDGE,
    SAMPLES,
    UNDECIDABLE,
    Batch,
    batch,
    coarse,
    crop,
    known_cells,
    looks_of,
    visit,
)
from vision.workshop.training.matching.learning import Answered, answer_to, as_parts, losses
from vision.workshop.training.matching.lessons import Example, examples
from vision.workshop.training.matching.networks import Matcher
from vision.workshop.training.matching.paint import fill_stock

BOARDS, RATE, WARMING, LEAST_RATE, STEADY = 24, 1.5e-3, 300, 0.01, 0.999
"""Boards at once; the initial rate, steps in which it rises, the share down to which it falls; the share
of the running mean of the weights that a step leaves."""
VISITS, WAITING, FEW_WORLDS = 8, 64, 40
"""Choices of cells and samples of each photograph; worlds that may wait; worlds with which it begins."""
KEPT_WORLDS, KEPT_EVERY = 304, 12
"""Worlds of art kept back to be read at the end; one of so many drawn is one."""
ROOM_CELLS, ROOM_BARE, ROOM_SAMPLES, ROOM_BOARDS = 900_000, 320_000, 260_000, 1_000
"""What the card keeps: cells, bare ones, samples, boards of each size (12 kB, 12 kB, 12 kB, 0.5 MB)."""
STRANGER = 99
"""The truth of an unknown piece until it is known how many names there are."""
SAVED_EVERY_S, READ_S = 60, 45
say = partial(print, flush=True)
Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class Packed:
    """A world as the card takes it: its lesson, and its photographs, all of one size."""

    size: tuple[int, int]
    lesson: Arrays
    photographs: list[Arrays]


def drawn(worker: int, workers: int, queue: Any, stop: Any) -> None:
    """Draw worlds until told to stop."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    number = worker
    while not stop.is_set():
        turn, own = divmod(number // workers, KEPT_EVERY)
        kept = turn * workers + worker
        if own == 0 and kept < KEPT_WORLDS:
            queue.put((kept, examples(kept, kept_back=True)))
        else:
            packed = pack(number, examples(number))
            if packed is not None:
                queue.put(packed)
        number += workers
    queue.cancel_join_thread()


def pack(number: int, drawn: list[Example]) -> Packed | None:
    """Return a world as the card takes it; None if nothing was taught."""
    if not drawn or not len(drawn[0].lesson.samples):
        return None
    lesson, size, rng = drawn[0].lesson, drawn[0].truth.shape, np.random.default_rng((number, 2))
    inner = np.s_[:, SAMPLE_EDGE:-SAMPLE_EDGE, SAMPLE_EDGE:-SAMPLE_EDGE]
    taught = {
        "bare": _crops(lesson.bare_bgr, size),
        "known": known_cells(lesson.known, size).flatten(),
        "small": _small(lesson.bare_bgr),
        "seen": coarse(lesson.known.astype(np.float32)) > KNOWN_FROM,
        "samples": lesson.samples[inner],
    }
    return Packed((size[0], size[1]), taught, [_photograph(rng, one) for one in drawn])


def _photograph(rng: np.random.Generator, one: Example) -> Arrays:
    looks, size = looks_of(one), one.truth.shape
    known = known_cells(one.lesson.known, size)
    found: Arrays = {
        "crops": _crops(one.board_bgr, size),
        "small": _small(one.board_bgr),
        "looks": np.where(known | (looks == COVERED), looks, UNDECIDABLE).astype(np.int8),
        "cells": np.full((VISITS, CELLS), -1, np.int16),
        "truth": np.zeros((VISITS, CELLS), np.int16),
        "weight": np.zeros((VISITS, CELLS), np.float32),
        "visible": np.full((VISITS, CELLS, PLACES * PLACES // 8), 255, np.uint8),
        "samples": np.zeros((VISITS, SAMPLES), np.int16),
        "turns": np.zeros((VISITS, SAMPLES), np.int16),
        "groups": np.full((VISITS, SAMPLES), SAMPLES, np.int16),
    }
    for number in range(VISITS):
        chosen = visit(rng, one)
        many, names = len(chosen.cells), int(chosen.groups.max()) + 1
        found["cells"][number, :many] = chosen.cells
        found["truth"][number, :many] = np.where(chosen.truth > names, STRANGER, chosen.truth)
        found["weight"][number, :many] = chosen.weight
        found["visible"][number, :many] = np.packbits(
            chosen.visible.reshape(many, PLACES * PLACES), axis=1
        )
        for name in ("samples", "turns", "groups"):
            found[name][number, : len(chosen.groups)] = getattr(chosen, name)
    return found


def _crops(board: NDArray[np.uint8], size: tuple[int, ...]) -> NDArray[np.uint8]:
    return np.stack([crop(board, *divmod(cell, size[1])[::-1]) for cell in range(size[0] * size[1])])


def _small(board: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a board, ``as_seen``, coarse, in 256 even steps."""
    seen = (coarse(as_seen(board)) - LOGARITHMS[0]) / (LOGARITHMS[-1] - LOGARITHMS[0])
    return np.asarray(np.rint(seen * 255), np.uint8)


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
        place, (rows, columns) = self.place, own.size
        chosen = torch.from_numpy(rng.integers(own.starts.used, size=boards)).to(place)
        number = torch.from_numpy(rng.integers(VISITS, size=boards)).to(place)
        orders = np.stack(
            [rng.permutation(3) if rng.random() < 0.5 else np.arange(3) for _ in range(boards)]
        )
        order = torch.from_numpy(orders).to(place)
        turn, mirror = int(rng.integers(4)), bool(rng.random() < 0.5)

        def changed(seen: Tensor, axis: int) -> Tensor:
            seen = torch.rot90(seen, turn, (axis, axis + 1))
            return torch.flip(seen, (axis + 1,)) if mirror else seen

        def coloured(pictures: Tensor) -> Tensor:
            shape = (boards, *([1] * (pictures.dim() - 2)), 3)
            return pictures.gather(-1, order.view(shape).expand_as(pictures))

        def crops(bank: _Bank, numbers: Tensor) -> Tensor:
            return bank.rows[numbers]

        def seen(pictures: Tensor) -> Tensor:
            light = torch.log((coloured(pictures).float() + DARK) / MIDDLE)
            return changed(light, 2).permute(0, 1, 4, 2, 3)

        kept = {name: bank.rows for name, bank in own.kept.items()}
        visits = {
            name: kept[name][chosen, number].long()
            for name in ("cells", "truth", "samples", "turns", "groups")
        }
        cells = visits["cells"].clamp(min=0)
        starts = own.starts.rows[chosen]
        samples = crops(self.samples, starts[:, 2:] + visits["samples"])
        turned = torch.stack([torch.rot90(samples, -turns, (2, 3)) for turns in range(4)])
        many = visits["turns"].shape[1]
        along = torch.arange(many, device=place)
        samples = turned[visits["turns"], torch.arange(boards, device=place)[:, None], along]
        bits = kept["visible"][chosen, number]
        bits = (bits[..., None] >> torch.arange(7, -1, -1, device=place, dtype=torch.uint8)) & 1
        visible = bits.flatten(2).unflatten(2, (PLACES, PLACES)).float()
        both = torch.stack([kept["small"][chosen], kept["bare small"][chosen]], 1)
        span = float(LOGARITHMS[-1] - LOGARITHMS[0])
        both = coloured(both).float() * (span / 255) + float(LOGARITHMS[0])
        whole = torch.cat([*both.permute(1, 0, 4, 2, 3), kept["seen"][chosen][:, None].float()], 1)
        now = changed(torch.arange(rows * columns, device=place).view(1, rows, columns), 1).flatten()
        now_at = torch.empty_like(now)
        now_at[now] = torch.arange(len(now), device=place)
        truth = torch.where(visits["truth"] == STRANGER, 1 + SAMPLES, visits["truth"])
        return Batch(
            changed(whole, 2),
            changed(kept["looks"][chosen], 1).long(),
            seen(crops(self.cells, starts[:, :1] + cells)),
            seen(crops(self.bare, starts[:, 1:2] + cells)),
            kept["known"][chosen].gather(1, cells),
            changed(visible, 2),
            now_at[cells],
            seen(samples),
            visits["groups"],
            truth,
            kept["weight"][chosen, number],
            SAMPLES,
        )


def main() -> None:
    """Read the command line, draw, train, and read the boards of art kept back."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=480, help="from the start to the end")
    parser.add_argument("--workers", type=int, default=8, help="processes that draw")
    parser.add_argument("--boards", type=int, default=BOARDS, help="compared at once")
    parser.add_argument("--room", type=float, default=1.0, help="a smaller card: this part of the room")
    parser.add_argument("--out", type=Path, default=Path("build/matching"), help="written there")
    args = parser.parse_args()
    began = time.monotonic()
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)  # others would be missing in processes started from here
    fill_stock()
    context = multiprocessing.get_context("fork")
    queue, stop = context.Queue(WAITING), context.Event()
    workers = [
        context.Process(target=drawn, args=(n, args.workers, queue, stop), daemon=True)
        for n in range(args.workers)
    ]
    for worker in workers:
        worker.start()
    place = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.set_num_threads(1)  # the cores draw
    torch.manual_seed(0)
    store, kept = Store(place, args.room), dict[int, list[Example]]()
    try:
        network = _trained(args, began, store, kept, queue)
    finally:
        stop.set()
        for worker in workers:
            worker.terminate()
    network.eval()
    told, until = [], began + args.seconds - 5
    for answered in _answers(network, [one for number in sorted(kept) for one in kept[number]]):
        told.append(answered)
        if time.monotonic() > until:
            break
    say(f"{len(told)} photographs of art kept back read, {time.monotonic() - began:.0f} s")
    rows = [
        {one.name: _packed(getattr(answered, one.name)) for one in fields(Answered)} for answered in told
    ]
    with gzip.open(args.out / "answered.pickle.gz", "wb", 4) as file:
        pickle.dump(rows, file, protocol=5)
    say(f"done, {time.monotonic() - began:.0f} s")


def _packed(part: Tensor) -> NDArray[Any]:
    return np.asarray((part.half() if part.is_floating_point() else part).numpy())


def answered_from(path: Path) -> list[Answered]:
    """Return what was told of the boards of art kept back."""
    with gzip.open(path, "rb") as file:
        rows = pickle.load(file)

    def whole(part: NDArray[Any]) -> Tensor:
        seen = torch.from_numpy(part)
        return seen.float() if seen.is_floating_point() else seen

    return [Answered(**{name: whole(part) for name, part in row.items()}) for row in rows]


def _trained(
    args: argparse.Namespace, began: float, store: Store, kept: dict[int, list[Example]], queue: Any
) -> Any:
    """Return the network, trained until there is only time left to read what was kept back."""
    network = Matcher().to(store.place).to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-4)
    average = torch.optim.swa_utils.get_ema_multi_avg_fn(STEADY)
    mean = torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=average)
    while store.worlds < FEW_WORLDS * min(1, args.room * 20):
        _take(queue, store, kept, wait=True)
    start, end = time.monotonic(), began + args.seconds - READ_S
    rng, step, saved = np.random.default_rng(3), 0, time.monotonic()
    say(f"{store.worlds} worlds after {start - began:.0f} s")
    while (now := time.monotonic()) < end:
        _take(queue, store, kept, wait=False)
        done = (now - start) / (end - start)
        falling = 0.5 * (1 + np.cos(np.pi * done))
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / WARMING) * max(LEAST_RATE, falling)
        parts = losses(network, as_parts(store.batch(rng, args.boards)))
        optimiser.zero_grad()
        torch.stack(list(parts.values())).sum().backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        mean.update_parameters(network)
        if step % 200 == 0:
            said = " ".join(f"{name} {part.item():.3f}" for name, part in parts.items())
            say(f"{step} steps, {now - began:.0f} s, {store.worlds} worlds, {len(kept)} kept: {said}")
        if now - saved > SAVED_EVERY_S:
            saved = now
            torch.save(mean.module.state_dict(), args.out / "matcher.pt")
        step += 1
    torch.save(mean.module.state_dict(), args.out / "matcher.pt")
    say(f"{step} steps of {args.boards} boards, {store.worlds} worlds, {time.monotonic() - began:.0f} s")
    return mean.module


def _take(queue: Any, store: Store, kept: dict[int, list[Example]], *, wait: bool) -> None:
    """Take a world that was drawn, if there is one."""
    try:
        world = queue.get(timeout=30) if wait else queue.get_nowait()
    except Empty:
        return
    if isinstance(world, Packed):
        store.add(world)
    else:
        kept[world[0]] = world[1]


def _answers(network: Matcher, read: list[Example]) -> Iterator[Answered]:
    """Yield the answers for photographs, prepared by several threads."""
    with ThreadPoolExecutor(6) as pool:
        made = [pool.submit(batch, np.random.default_rng(0), one, as_is=True) for one in read[:24]]
        for number in range(len(read)):
            given = made[number].result()
            made[number] = None  # type: ignore[call-overload]
            if len(made) < len(read):
                made.append(pool.submit(batch, np.random.default_rng(0), read[len(made)], as_is=True))
            if given is not None and given.cells.shape[1]:
                yield answer_to(network, given)


if __name__ == "__main__":
    main()
