"""Trains the networks of tokens anew: ``python -m vision.workshop.training.tokens``.

Worlds are drawn as they are needed, each is learnt from a few times, in other colours; nothing else is
learnt from.
"""

import argparse
import copy
import time
from dataclasses import fields
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from vision.workshop.training.tokens.episodes import Episodes, episodes
from vision.workshop.training.tokens.learning import answers, losses, quality
from vision.workshop.training.tokens.luck import Luck
from vision.workshop.training.tokens.networks import Tokens
from vision.workshop.training.tokens.signs import Stock, signs, stock_of

RATE, WARM, KEEP = 1.5e-3, 200, 0.998
KEPT, MOST_TIMES = 12, 4
TOLD_S = 45.0


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/tokens"))
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--episodes", type=int, default=4, help="at once")
    parser.add_argument("--signs", type=Path, help="signs drawn before")
    parser.add_argument(
        "--judged", type=int, default=10, help="batches that the probabilities are fitted to"
    )
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(1)
    stock = stock_of(Luck(5, device), np.load(args.signs) if args.signs else signs())
    network = Tokens().to(device)
    mean = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-4)
    luck, many = Luck(11, device), args.episodes
    step = draws = 0
    saved, spent = began, [0.0, 0.0]
    told: dict[str, Tensor] = {}
    pool: list[Episodes] = []
    times = 1
    while (now := time.monotonic()) - began < args.seconds:
        try:
            given = _drawn(luck, stock, many)
            _wait(device)
            spent[0] = 0.8 * spent[0] + 0.2 * (time.monotonic() - now)
            pool = [*pool[-KEPT + 1 :], given]
            draws += 1
            for _ in range(times):
                start = time.monotonic()
                part = min(1.0, (start - began) / args.seconds)
                for group in optimiser.param_groups:
                    group["lr"] = (
                        RATE * min(1, (step + 1) / WARM) * (0.5 + 0.5 * np.cos(np.pi * part)) + 1e-6
                    )
                _learn(
                    network,
                    mean,
                    optimiser,
                    recoloured(luck, pool[np.random.default_rng(step).integers(len(pool))]),
                    told,
                    step,
                )
                _wait(device)
                spent[1] = 0.8 * spent[1] + 0.2 * (time.monotonic() - start)
                step += 1
        except torch.cuda.OutOfMemoryError:
            many, pool = max(4, many // 2), []
            torch.cuda.empty_cache()
            print("out of memory: now", many, flush=True)
            continue
        if draws > 20:
            times = int(np.clip(round(spent[0] / max(spent[1], 1e-3)), 1, MOST_TIMES))
        if now - saved > TOLD_S:
            saved = now
            torch.save(mean.state_dict(), args.folder / "tokens.pt")
            print(
                f"draw {spent[0]:.3f} s, step {spent[1]:.3f} s, {times} times each, {draws} draws",
                flush=True,
            )
            _tell(mean, stock, device, step, now - began, told, many)
    torch.save(mean.state_dict(), args.folder / "tokens.pt")
    _tell(mean, stock, device, step, time.monotonic() - began, told, many)
    for name, kept_back in (("known", False), ("kept_back", True)):
        luck = Luck(77, device)
        parts = [
            answers(mean, _drawn(luck, stock, min(many, 32), kept_back=kept_back))
            for _ in range(args.judged)
        ]
        whole = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
        np.savez_compressed(args.folder / f"{name}.npz", **whole)  # type: ignore[arg-type]
    print(f"done after {time.monotonic() - began:.0f} s", flush=True)


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize()


def _drawn(luck: Luck, stock: Stock, many: int, *, kept_back: bool = False) -> Episodes:
    with torch.no_grad():
        return episodes(luck, stock, many, kept_back=kept_back)


def recoloured(luck: Luck, given: Episodes) -> Episodes:
    """Return the same with blue, green and red exchanged, and mirrored or not."""
    order = (
        torch.randperm(3, generator=luck._source, device=luck.device) if bool(luck.chance(0.5)) else None
    )
    flip = bool(luck.chance(0.5))

    def other(pictures: Tensor) -> Tensor:
        pictures = pictures if order is None else pictures[..., order, :, :]
        return pictures.flip(-1) if flip else pictures

    parts = {one.name: getattr(given, one.name) for one in fields(given)}
    for name in ("asked", "samples", "pictures"):
        parts[name] = other(parts[name])
    if flip:
        for name in ("heat", "counts", "middles"):
            parts[name] = parts[name].flip(-1)
        parts["middles"] = (
            parts["middles"] * torch.tensor([-1.0, 1.0, 1.0], device=luck.device)[None, :, None, None]
        )
    return Episodes(**parts)


def _learn(
    network: Tokens,
    mean: Tokens,
    optimiser: torch.optim.Optimizer,
    given: Episodes,
    told: dict[str, Tensor],
    step: int,
) -> None:
    network.train()
    each = losses(network, given)
    optimiser.zero_grad()
    torch.stack(list(each.values())).sum().backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()
    keep = min(KEEP, 1 - 1 / (step + 1), (1 + step) / (10 + step))
    with torch.no_grad():
        for one, other in zip(mean.state_dict().values(), network.state_dict().values(), strict=True):
            if one.dtype.is_floating_point:
                one.lerp_(other, 1 - keep)
            else:
                one.copy_(other)
    for name, one in each.items():
        told[name] = told.get(name, one.detach()) * 0.98 + one.detach() * 0.02


def _tell(
    network: Tokens,
    stock: Stock,
    device: torch.device,
    step: int,
    seconds: float,
    told: dict[str, Tensor],
    many: int,
) -> None:
    network.eval()
    print(
        f"{seconds:.0f} s, step {step}:",
        {name: round(float(one), 4) for name, one in told.items()},
        flush=True,
    )
    for kept_back in (False, True):
        found = quality(network, _drawn(Luck(99, device), stock, max(many, 8), kept_back=kept_back))
        words = {name: f"{a / max(b, 1):.4f} of {b:.0f}" for name, (a, b) in found.items()}
        print("  kept back" if kept_back else "  known", words, flush=True)


if __name__ == "__main__":
    main()
