"""Trains the matcher on a graphics card: ``python -m vision.workshop.training.matching.card``.

All cores draw worlds as long as it lasts; the card keeps them all, and compares many boards of one size
at once. It learns the same as ``vision.workshop.training.matching`` does, from more worlds; since the
machine's speed decides how many are drawn, it is not the same twice. Probabilities are calibrated with
boards of art kept back, which are read at the end.
"""

import argparse
import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import Empty
from typing import Any

import cv2
import numpy as np
import torch

from vision.workshop.training.matching.batches import batch
from vision.workshop.training.matching.calibrate import SETTLED, fitted, judge_cells
from vision.workshop.training.matching.card.drawing import Packed, drawn
from vision.workshop.training.matching.card.store import Store
from vision.workshop.training.matching.learning import Answered, answer_to, as_parts, losses
from vision.workshop.training.matching.lessons import Example
from vision.workshop.training.matching.networks import Matcher
from vision.workshop.training.matching.paint import fill_stock
from vision.workshop.training.matching.publish import FOLDER, publish
from vision.workshop.training.networks import mean_of
from vision.workshop.training.optimise import descend

BOARDS, RATE, WARMING, LEAST_RATE, STEADY = 24, 1.5e-3, 300, 0.01, 0.999
"""Boards at once; the initial rate, steps in which it rises, the share down to which it falls; the share
of the running mean of the weights that a step leaves."""
WAITING, FEW_WORLDS = 64, 40
"""Worlds that may wait; worlds with which it begins."""
SAVED_EVERY_S, READ_S = 60, 45
say = partial(print, flush=True)


def main() -> None:
    """Read the command line, draw, train, calibrate probabilities, and write the readers' files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=480, help="from the start to the end")
    parser.add_argument("--workers", type=int, default=8, help="processes that draw")
    parser.add_argument("--boards", type=int, default=BOARDS, help="compared at once")
    parser.add_argument("--room", type=float, default=1.0, help="a smaller card: this part of the room")
    parser.add_argument("--out", type=Path, default=Path("build/matching"), help="written there")
    parser.add_argument("--readers", type=Path, default=FOLDER, help="the readers' files")
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
        network = _train(args, began, store, kept, queue)
    finally:
        stop.set()
        for worker in workers:
            worker.terminate()
    network.eval()
    told, until = list[Answered](), began + args.seconds - 5
    for answered in _answers(network, [one for number in sorted(kept) for one in kept[number]]):
        told.append(answered)
        if time.monotonic() > until:
            break
    say(f"{len(told)} photographs of art kept back read, {time.monotonic() - began:.0f} s")
    learnt = network.cpu()
    publish(learnt, fitted(judge_cells(learnt, told)), SETTLED, args.readers)
    say(f"done, {time.monotonic() - began:.0f} s")


def _train(
    args: argparse.Namespace, began: float, store: Store, kept: dict[int, list[Example]], queue: Any
) -> Any:
    """Train until only the time for reading the held-out pictures is left; return the network."""
    network = Matcher().to(store.place).to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-4)
    mean = mean_of(network, STEADY, buffers=False)
    while store.worlds < FEW_WORLDS * min(1, args.room * 20):
        _take(queue, store, kept, wait=True)
    start, end = time.monotonic(), began + args.seconds - READ_S
    rng, step, saved = np.random.default_rng(3), 0, time.monotonic()
    say(f"{store.worlds} worlds after {start - began:.0f} s")
    while (now := time.monotonic()) < end:
        _take(queue, store, kept, wait=False)
        done = (now - start) / (end - start)
        falling = 0.5 * (1 + np.cos(np.pi * done))
        rate = RATE * min(1, (step + 1) / WARMING) * max(LEAST_RATE, falling)
        parts = losses(network, as_parts(store.batch(rng, args.boards)))
        descend(network, optimiser, parts, rate)
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
