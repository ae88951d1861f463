"""The matcher's networks, in torch: they tell which places are bare, how a place looks, and whether two
places show the same.

Convolutions have weights of mean 0 and fixed size instead of normalising layers: a batch is of one
world, whose mean looks must not be removed. ``plain`` converts them to ordinary ones for export.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.boards.grid import PX_PER_CELL
from vision.matching.looks import COLOUR, DEPTH
from vision.matching.sizes import COARSE, PLACES, REACH, RIVALS, SPECTRUM, STRIDE_PX, VECTOR

CELL_PLACES = PX_PER_CELL // COARSE // STRIDE_PX
PAIRED = 2 * VECTOR + 9
"""Features of each place of a pair: products and differences of vectors, difference of colours (3),
weights (2), likeness, likeness of the strongest rival, distance to it, whether it is in both crops."""
LEAST = -30.0
"""The logarithm of practically impossible."""


class Conv(nn.Conv2d):
    """A convolution with weights of mean 0 and one size."""

    def __init__(
        self, inward: int, outward: int, stride: int = 1, side: int = 3, gain: float = 1.7
    ) -> None:
        super().__init__(inward, outward, side, stride, side // 2)
        self.gain = nn.Parameter(torch.full((outward, 1, 1, 1), gain))

    def even(self) -> Tensor:
        """Return the weights as they are used."""
        mean = self.weight.mean((1, 2, 3), keepdim=True)
        spread = self.weight.var((1, 2, 3), keepdim=True, unbiased=False)
        return (self.weight - mean) * self.gain * torch.rsqrt(spread * self.weight[0].numel() + 1e-5)

    def forward(self, x: Tensor) -> Tensor:
        """Return the convolution."""
        return functional.conv2d(x, self.even(), self.bias, self.stride, self.padding)


class _Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = Conv(width, width), Conv(width, width, gain=0.3)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(torch.relu(self.first(x))))


def _steps(*parts: nn.Module) -> nn.Sequential:
    return nn.Sequential(*(step for part in parts for step in (part, nn.ReLU())))


class Sight(nn.Module):
    """Board and bare board, reduced, and where the latter is known (1, 7, h, w) -> (1, 3, rows,
    columns): logits of bare, something, covered."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(7, 20, 5, 2, 2), nn.ReLU(), *_steps(Conv(20, 32, 2)), _Residual(32), _Residual(32)
        )
        self.out = nn.Sequential(nn.Conv2d(64, 32, 1), nn.ReLU(), nn.Conv2d(32, 3, 3, padding=1))

    def forward(self, x: Tensor) -> Tensor:
        """Return the logits of every cell; those of the margin are left out."""
        seen = self.body(x)
        cells = torch.cat(
            [functional.avg_pool2d(seen, CELL_PLACES), functional.max_pool2d(seen, CELL_PLACES)], 1
        )
        return self.out(cells)[:, :, 1:-1, 1:-1]


class Looks(nn.Module):
    """Crops (n, 3, 64, 64) -> (n, VECTOR + 6, 16, 16): unit vectors, weights in the roles of content, of
    sample and of bare place, colour."""

    def __init__(self, width: int = 48, deep: int = 80) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, 24, 5, 2, 2), nn.ReLU(), *_steps(Conv(24, width, 2)), _Residual(width)
        )
        self.wide = nn.Sequential(
            *_steps(Conv(width, deep, 2)), _Residual(deep), nn.Conv2d(deep, width, 1)
        )
        self.last = _Residual(width)
        self.vectors, self.weights = nn.Conv2d(width, VECTOR, 1), nn.Conv2d(width, 3, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Return each place's looks."""
        near = self.stem(x)
        far = functional.interpolate(self.wide(near), scale_factor=2.0, mode="nearest")
        seen = self.last(torch.relu(near + far))
        vectors = self.vectors(seen)
        vectors = vectors / torch.sqrt((vectors * vectors).sum(1, keepdim=True) + 1e-6)
        weights = torch.sigmoid(self.weights(seen)) + 0.01
        return torch.cat([vectors, weights, functional.avg_pool2d(x, STRIDE_PX)], 1)


class Alike(nn.Module):
    """Features of pairs (n, PAIRED, 16, 16), their likeness, and whether they are with the bare place
    (n, 2) -> (n, 1): logit of showing the same, relative to 0 for an unknown piece."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(PAIRED, 32, 1), nn.ReLU(), *_steps(Conv(32, 32, 2), Conv(32, 32), Conv(32, 32))
        )
        self.out = nn.Sequential(nn.Linear(66, 48), nn.ReLU(), nn.Linear(48, 1))

    def forward(self, pairs: Tensor, known: Tensor) -> Tensor:
        """Return the logits."""
        seen = self.body(pairs)
        return self.out(torch.cat([seen.mean((2, 3)), seen.amax((2, 3)), known], 1))


class Matcher(nn.Module):
    """All networks, and the step from likenesses to probabilities, as ``vision.matching.matcher``
    does it."""

    def __init__(self) -> None:
        super().__init__()
        self.sight, self.looks, self.alike = Sight(), Looks(), Alike()
        self.scale = nn.Parameter(torch.tensor(14.0))
        self.far = nn.Parameter(torch.tensor(0.02))
        self.bare = nn.Parameter(torch.tensor(0.0))
        self.stranger = nn.Parameter(torch.tensor(9.0))
        self.share = nn.Parameter(torch.tensor(0.3))
        self.sighted = nn.Parameter(torch.tensor(0.3))

    def likeness(self, what: Tensor, samples: Tensor, *, paired: bool = False) -> tuple[Tensor, Tensor]:
        """Return each one's similarity to each sample (n, m), and the best shift; ``paired``: the first
        with the first, and so on (n)."""
        here, there = _spectrum(what, VECTOR), _spectrum(samples, VECTOR + 1)
        if paired:
            product = (here.conj() * there).sum(2).t()
        else:
            product = torch.matmul(here.conj(), there.transpose(1, 2)).permute(1, 2, 0)
        shape = (*product.shape[:-1], SPECTRUM, SPECTRUM // 2 + 1)
        found = torch.fft.irfft2(product.reshape(shape), s=(SPECTRUM, SPECTRUM))
        found = found[..., SHIFTS[:, 0] % SPECTRUM, SHIFTS[:, 1] % SPECTRUM]
        best = (found - self.far * SHIFTS.float().norm(dim=1)).max(-1)
        return best.values, best.indices

    def forward(
        self,
        what: Tensor,
        bare: Tensor,
        has_bare: Tensor,
        sighted: Tensor,
        samples: Tensor,
        groups: Tensor,
        truth: Tensor | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Return the first and the last logits (n, 1 + groups + 1): the bare place, each name and turn,
        an unknown piece.
        ``groups`` (m): the name and turn of each sample, in order; ``truth`` (n): the right one is
        always among those compared twice."""
        many = int(groups.max()) + 1
        with torch.autocast(
            "cpu", torch.bfloat16, enabled=self.training
        ):  # a quarter faster, and learns the same
            seen = self.looks(torch.cat([what, bare, samples])).float()
        here, there, taught = seen.split([len(what), len(what), len(samples)])
        there = there[:, AS_SAMPLE]
        like, shift = self.likeness(here, taught)
        like_bare, shift_bare = self.likeness(here, there, paired=True)
        best = torch.full((len(what), many), -2.0).scatter_reduce(
            1, groups.expand(len(what), -1), like, "amax", include_self=True
        )
        bare_first = torch.where(has_bare, self.scale * like_bare + self.bare, LEAST)
        first = torch.cat(
            [bare_first[:, None], self.scale * best, self.stranger.expand(len(what), 1)], 1
        )
        rivals = min(RIVALS, many)
        picked = best.topk(rivals, 1).indices
        if truth is not None:
            wanted = truth - 1
            missed = (wanted >= 0) & (wanted < many) & ~(picked == wanted[:, None]).any(1)
            picked[missed, -1] = wanted[missed]
        which, others = self.most_similar(taught, groups, (like, shift), picked)
        alone = shifted(there, shift_bare)[:, None]
        compared = torch.cat([alone, others], 1)
        likes = torch.cat([torch.where(has_bare, like_bare, -1.0)[:, None], like.gather(1, which)], 1)
        logits = self.compare(here, compared, likes)
        last = torch.full_like(first, LEAST).scatter(
            1, picked + 1, self.share * self.scale * best.gather(1, picked) + logits[:, 1:]
        )
        bare_last = self.share * first[:, 0] + logits[:, 0] + self.sighted * sighted
        last = torch.cat(
            [torch.where(has_bare, bare_last, LEAST)[:, None], last[:, 1:-1], torch.zeros(len(what), 1)],
            1,
        )
        return first, last

    @staticmethod
    def most_similar(
        taught: Tensor, groups: Tensor, likeness: tuple[Tensor, Tensor], picked: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Return for each picked group (n, k) its most similar sample, and that one's map, shifted."""
        like, shift = likeness
        own = groups[None, None] == picked[..., None]
        which = torch.where(own, like[:, None].expand(own.shape), -9.0).argmax(2)
        shifts = shift.gather(1, which)
        return which, shifted(taught[which.flatten()], shifts.flatten()).unflatten(0, which.shape)

    def compare(self, here: Tensor, others: Tensor, likes: Tensor) -> Tensor:
        """Return logits (n, k) that each is the same as the alternatives (n, k, …), the bare place
        first."""
        many, count = likes.shape
        order = likes.topk(2, 1).indices
        number = torch.arange(count).expand(many, -1)
        rival = torch.where(number == order[:, :1], order[:, 1:], order[:, :1])
        pairs = paired(here, others, others[torch.arange(many)[:, None], rival])
        known = torch.stack([likes * 4, (number == 0).float()], 2).flatten(0, 1)
        return self.alike(pairs.flatten(0, 1), known)[:, 0].unflatten(0, (many, count))


AS_SAMPLE = [*range(VECTOR + 1), VECTOR + 2, *range(VECTOR + 2, DEPTH)]
"""The channels of a bare place, with its own weight in the place of a sample's."""
SHIFTS = torch.cartesian_prod(torch.arange(-REACH, REACH + 1), torch.arange(-REACH, REACH + 1))


def _spectrum(maps: Tensor, weight: int) -> Tensor:
    """Return the spectra (places, n, VECTOR) of weighted vectors, all of a crop together of length 1."""
    weighted = maps[:, :VECTOR] * maps[:, weight : weight + 1]
    weighted = weighted / weighted.flatten(1).norm(dim=1)[:, None, None, None]
    return torch.fft.rfft2(weighted, s=(SPECTRUM, SPECTRUM)).flatten(2).permute(2, 0, 1)


def shifted(maps: Tensor, shift: Tensor) -> Tensor:
    """Return maps moved by their shifts, with one more channel for where they then are (1, else 0)."""
    there = torch.cat([maps, torch.ones_like(maps[:, :1])], 1)
    room = functional.pad(there, (REACH, REACH, REACH, REACH))
    away = SHIFTS[shift] + REACH
    along = torch.arange(PLACES)
    rows, columns = away[:, :1] + along, away[:, 1:] + along
    number = torch.arange(len(maps))[:, None, None]
    return room[number, :, rows[:, :, None], columns[:, None, :]].permute(0, 3, 1, 2)


def paired(here: Tensor, others: Tensor, rivals: Tensor) -> Tensor:
    """Return the features of each place (n, k, PAIRED, …) of contents (n, …) paired with others (n, k,
    …)."""
    here = here[:, None]
    vectors, theirs = here[:, :, :VECTOR], others[:, :, :VECTOR]
    product, against = vectors * theirs, vectors * rivals[:, :, :VECTOR]
    return torch.cat(
        [
            product,
            (vectors - theirs).abs(),
            here[:, :, COLOUR] - others[:, :, COLOUR],
            here[:, :, VECTOR : VECTOR + 1].expand(-1, others.shape[1], -1, -1, -1),
            others[:, :, VECTOR + 1 : VECTOR + 2],
            product.sum(2, keepdim=True),
            against.sum(2, keepdim=True),
            1 - (theirs * rivals[:, :, :VECTOR]).sum(2, keepdim=True),
            others[:, :, -1:],
        ],
        2,
    )


def plain(module: nn.Module) -> nn.Module:
    """Replace every ``Conv`` in a network by an ordinary one that computes the same."""
    for name, part in list(module.named_children()):
        if isinstance(part, Conv):
            same = nn.Conv2d(
                part.in_channels, part.out_channels, part.kernel_size, part.stride, part.padding
            )  # type: ignore[arg-type]
            same.weight.data, same.bias.data = part.even().data, part.bias.data  # type: ignore[union-attr]
            setattr(module, name, same)
        else:
            plain(part)
    return module
