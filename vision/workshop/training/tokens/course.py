"""One training of the networks of tokens, which can be stopped and goes on."""

import copy
import time
from collections.abc import Callable
from dataclasses import fields
from math import cos, pi
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from vision.workshop.training.optimise import descend
from vision.workshop.training.record import whole_file
from vision.workshop.training.tokens.episodes import Episodes, episodes
from vision.workshop.training.tokens.learning import losses, quality
from vision.workshop.training.tokens.luck import Luck
from vision.workshop.training.tokens.networks import Tokens
from vision.workshop.training.tokens.signs import Stock

RATE, WARM, KEEP = 1.5e-3, 200, 0.998
"""Greatest rate of learning, steps until it is reached, and how much of their mean the weights in use
keep at each step."""
KEPT, TIMES = 12, 4
"""Number of the last draws that are learnt from, and of steps after each draw: drawing takes longer."""
SAVED_S = 45.0


class Course:
    """Networks in training: ``mean`` are those in use."""

    def __init__(self, path: Path, stock: Stock, device: torch.device, seconds: float) -> None:
        self._path, self._stock, self._device, self._seconds = path, stock, device, seconds
        torch.manual_seed(1)
        self._network = Tokens().to(device)
        self.mean = copy.deepcopy(self._network)
        self._optimiser = torch.optim.AdamW(self._network.parameters(), RATE, weight_decay=1e-4)
        self._step, self._spent = 0, 0.0
        self._told: dict[str, float] = {}
        if path.exists():
            self._go_on(torch.load(path, map_location=device))

    def run(self, many: int, say: Callable[[str], None]) -> None:
        """Train with so many episodes at once until the time is spent."""
        luck, pool = Luck(11 + self._step, self._device), list[Episodes]()
        saved = last = time.monotonic()
        while self._spent < self._seconds:
            with torch.no_grad():
                pool = [*pool[-KEPT + 1 :], episodes(luck, self._stock, many, kept_back=False)]
            for _ in range(TIMES):
                chosen = int(np.random.default_rng(self._step).integers(len(pool)))
                self._learn(recoloured(luck, pool[chosen]))
            now = time.monotonic()
            self._spent, last = self._spent + now - last, now
            if now - saved > SAVED_S or self._spent >= self._seconds:
                saved = now
                self._save()
                say(self._words(many))

    def _learn(self, given: Episodes) -> None:
        rate = min(1, (self._step + 1) / WARM) * (0.5 + 0.5 * cos(pi * self._spent / self._seconds))
        self._network.train()
        each = losses(self._network, given)
        descend(self._network, self._optimiser, each, RATE * rate + 1e-6, longest=1.0)
        self._step += 1
        keep = min(KEEP, self._step / (9 + self._step))
        states = (self.mean.state_dict().values(), self._network.state_dict().values())
        with torch.no_grad():
            for one, other in zip(*states, strict=True):
                one.copy_(torch.lerp(one, other, 1 - keep) if one.dtype.is_floating_point else other)
        for name, loss in each.items():
            own = float(loss.detach())
            self._told[name] = 0.98 * self._told.get(name, own) + 0.02 * own

    def _save(self) -> None:
        state = {
            "network": self._network.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "step": self._step,
            "spent": self._spent,
        }
        with whole_file(self._path) as file:
            torch.save(state, file)

    def _go_on(self, state: dict[str, object]) -> None:
        self._network.load_state_dict(state["network"])
        self.mean.load_state_dict(state["mean"])
        self._optimiser.load_state_dict(state["optimiser"])
        self._step, self._spent = int(str(state["step"])), float(str(state["spent"]))

    def _words(self, many: int) -> str:
        self.mean.eval()
        words = {name: round(one, 4) for name, one in self._told.items()}
        lines = [f"{self._spent:.0f} s, step {self._step}: {words}"]
        for kept_back in (False, True):
            with torch.no_grad():
                given = episodes(Luck(99, self._device), self._stock, many, kept_back=kept_back)
            found = quality(self.mean, given)
            counts = {name: f"{a / max(b, 1):.3f} of {b:.0f}" for name, (a, b) in found.items()}
            lines.append(f"  worlds {'kept back' if kept_back else 'like these'}: {counts}")
        return "\n".join(lines)


def recoloured(luck: Luck, given: Episodes) -> Episodes:
    """Return the same with blue, green and red exchanged, and mirrored or not."""
    order = luck.uniform(3).argsort() if bool(luck.chance(0.5)) else None
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
        sides = torch.tensor([-1.0, 1.0, 1.0], device=luck.device)
        parts["middles"] = parts["middles"] * sides[None, :, None, None]
    return Episodes(**parts)
