"""The matcher's networks, in torch: they tell which places are bare, how a place looks, and whether two
places show the same.

Convolutions have weights of mean 0 and fixed size instead of normalising layers: a batch is of one
world, whose mean looks must not be removed. ``plain`` converts them to ordinary ones for export.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.board_grid import PX_PER_CELL
from vision.matching.looks import (
    ABOUT,
    ABSENT,
    AS_BARE,
    AS_PIECE,
    AS_SAMPLE,
    COLOUR,
    DEPTH,
    FEW,
    MOST_LEAD,
    SHIFTS,
)
from vision.matching.sizes import COARSE, PLACES, REACH, RIVALS, SPECTRUM, STRIDE_PX, VECTOR
from vision.workshop.training.matching.batches import BoardBatch

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


class SightNetwork(nn.Module):
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


class LooksNetwork(nn.Module):
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
        vectors = self.vectors(seen).float()
        vectors = vectors / torch.sqrt((vectors * vectors).sum(1, keepdim=True) + 1e-6)
        weights = torch.sigmoid(self.weights(seen).float()) + 0.01
        return torch.cat([vectors, weights, functional.avg_pool2d(x, STRIDE_PX)], 1)


class Alike(nn.Module):
    """Features of pairs (n, PAIRED, 16, 16), and what else is known of them (n, ABOUT) -> (n, 1): logit
    of showing the same, relative to 0 for an unknown piece."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(PAIRED, 32, 1), nn.ReLU(), *_steps(Conv(32, 32, 2), Conv(32, 32), Conv(32, 32))
        )
        self.out = nn.Sequential(nn.Linear(64 + ABOUT, 48), nn.ReLU(), nn.Linear(48, 1))

    def forward(self, pairs: Tensor, known: Tensor) -> Tensor:
        """Return the logits."""
        seen = self.body(pairs)
        return self.out(torch.cat([seen.mean((2, 3)), seen.amax((2, 3)), known], 1))


class MatcherNetworks(nn.Module):
    """All networks, and the step from likenesses to probabilities, as ``vision.matching.matcher``
    does it, for several boards at once (b)."""

    shifts: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.sight, self.looks, self.alike = SightNetwork(), LooksNetwork(), Alike()
        self.scale = nn.Parameter(torch.tensor(14.0))
        self.far = nn.Parameter(torch.tensor(0.02))
        self.bare = nn.Parameter(torch.tensor(0.0))
        self.stranger = nn.Parameter(torch.tensor(9.0))
        self.share = nn.Parameter(torch.tensor(0.3))
        self.sighted = nn.Parameter(torch.tensor(0.3))
        self.register_buffer("shifts", torch.from_numpy(SHIFTS), persistent=False)

    def likeness(self, what: Tensor, samples: Tensor, more: Tensor) -> tuple[Tensor, Tensor]:
        """Return the similarity of each content (b, n, …) to each sample (b, m, …), and the best shift:
        (b, n, m); ``more`` (b, n): how much larger all products are, for contents seen in part."""
        here, there = _spectrum(what, AS_PIECE) * more[..., None], _spectrum(samples, AS_SAMPLE)
        return self._best(torch.matmul(here.conj(), there.transpose(2, 3)).movedim(0, -1))

    def likeness_of_pairs(self, what: Tensor, samples: Tensor, more: Tensor) -> tuple[Tensor, Tensor]:
        """Return the same for each content and the sample of the same number: (b, n)."""
        here, there = _spectrum(what, AS_PIECE) * more[..., None], _spectrum(samples, AS_SAMPLE)
        return self._best((here.conj() * there).sum(3).movedim(0, -1))

    def _best(self, product: Tensor) -> tuple[Tensor, Tensor]:
        shape = (*product.shape[:-1], SPECTRUM, SPECTRUM // 2 + 1)
        found = torch.fft.irfft2(product.reshape(shape), s=(SPECTRUM, SPECTRUM))
        found = found[..., self.shifts[:, 0] % SPECTRUM, self.shifts[:, 1] % SPECTRUM]
        best = (found - self.far * self.shifts.float().norm(dim=1)).max(-1)
        return best.values, best.indices

    def forward(
        self, given: BoardBatch, sighted: Tensor, *, learning: bool = False
    ) -> tuple[Tensor, Tensor]:
        """Return the first and the last logits (b, n, 1 + names + 1): the bare place, each name and
        turn, an unknown piece. ``sighted`` (b, n): how much more probably bare than not each cell looks
        in the whole board; ``learning``: the right answer is always among those compared twice."""
        what, bare, samples = given.what, given.bare, given.samples
        (boards, cells), many = what.shape[:2], given.names
        with torch.autocast(
            what.device.type, torch.bfloat16, enabled=self.training
        ):  # a quarter faster, and learns the same
            crops = torch.cat([part.flatten(0, 1) for part in (what, bare, samples)])
            seen = self.looks(crops).float()
        parts = seen.split([boards * cells, boards * cells, boards * samples.shape[1]])
        here, there, taught = (part.unflatten(0, (boards, -1)) for part in parts)
        # What hides a part says nothing about the rest.
        sighted = torch.where((given.visible > 0).flatten(2).all(2), sighted, 0.0)
        weight = here[:, :, AS_PIECE]
        visible = weight * given.visible
        here = torch.cat([here[:, :, :AS_PIECE], visible[:, :, None], here[:, :, AS_SAMPLE:]], 2)
        more = (weight.flatten(2).norm(dim=2) / visible.flatten(2).norm(dim=2)).detach()
        there = there[:, :, AS_BARE_SAMPLE]
        like, shift = self.likeness(here, taught, more)
        like_bare, shift_bare = self.likeness_of_pairs(here, there, more)
        # What fills up the samples belongs to one name more, which is left out again.
        groups = given.groups[:, None].expand(-1, cells, -1)
        best = like.new_full((boards, cells, many + 1), ABSENT)
        best = best.scatter_reduce(2, groups, like, "amax")[..., :many]
        known = given.has_bare
        bare_first = torch.where(known, self.scale * like_bare + self.bare, LEAST)
        stranger = self.stranger.expand(boards, cells, 1)
        first = torch.cat([bare_first[..., None], (self.scale * best).clamp(min=LEAST), stranger], 2)
        picked = best.topk(min(RIVALS, many), 2).indices
        if learning:
            wanted = given.truth - 1
            missed = (wanted >= 0) & (wanted < many) & ~(picked == wanted[..., None]).any(2)
            last = torch.where(missed, wanted, picked[..., -1])
            picked = torch.cat([picked[..., :-1], last[..., None]], 2)
        others = self.most_similar(taught, given.groups, (like, shift), picked)
        alone = self.shifted(there.flatten(0, 1), shift_bare.flatten())
        compared = torch.cat([alone.unflatten(0, (boards, cells))[:, :, None], others], 2)
        of_bare = torch.where(known, like_bare, -1.0)
        likes = torch.cat([of_bare[..., None], best.gather(2, picked)], 2)
        clear = clearness(best, of_bare, given.weight > 0)[:, None].expand(-1, cells, -1)
        logits = self.compare(*(one.flatten(0, 1) for one in (here, compared, likes, clear)))
        logits = logits.unflatten(0, (boards, cells))
        named = self.share * self.scale * best.gather(2, picked) + logits[..., 1:]
        named = torch.where(likes[..., 1:] > ABSENT, named, LEAST)
        last = torch.full_like(first, LEAST).scatter(2, picked + 1, named)
        bare_last = self.share * first[..., 0] + logits[..., 0] + self.sighted * sighted
        bare_last = torch.where(known, bare_last, LEAST)
        zero = torch.zeros_like(bare_last)[..., None]
        return first, torch.cat([bare_last[..., None], last[..., 1:-1], zero], 2)

    def most_similar(
        self, taught: Tensor, groups: Tensor, likeness: tuple[Tensor, Tensor], picked: Tensor
    ) -> Tensor:
        """Return for each picked group (b, n, k) the map of its most similar sample, shifted."""
        like, shift = likeness
        own = groups[:, None, None] == picked[..., None]
        which = torch.where(own, like[:, :, None].expand(own.shape), -9.0).argmax(3)
        number = which + len(taught[0]) * torch.arange(len(taught), device=which.device)[:, None, None]
        maps = taught.flatten(0, 1).index_select(0, number.flatten())
        return self.shifted(maps, shift.gather(2, which).flatten()).unflatten(0, which.shape)

    def shifted(self, maps: Tensor, shift: Tensor) -> Tensor:
        """Return maps moved by their shifts, with one more channel for where they then are (1, else
        0)."""
        there = torch.cat([maps, torch.ones_like(maps[:, :1])], 1)
        room = functional.pad(there, (REACH, REACH, REACH, REACH))
        away = self.shifts[shift] + REACH
        along = torch.arange(PLACES, device=maps.device)
        rows, columns = away[:, :1] + along, away[:, 1:] + along
        places = (rows[:, :, None] * room.shape[3] + columns[:, None]).flatten(1)[:, None]
        moved = room.flatten(2).gather(2, places.expand(-1, room.shape[1], -1))
        return moved.unflatten(2, (PLACES, PLACES))

    def compare(self, here: Tensor, others: Tensor, likes: Tensor, clear: Tensor) -> Tensor:
        """Return logits (n, k) that each content (n, …) is the same as the alternatives (n, k, …), the
        bare place first; ``clear`` (n, CLEARNESS): of its board."""
        # Elsewhere nothing is seen.
        seen = (here[:, None, AS_PIECE, None] > 0) * others[:, :, AS_SAMPLE, None]
        others = torch.cat([others[:, :, :AS_SAMPLE], seen, others[:, :, AS_SAMPLE + 1 :]], 2)
        many, count = likes.shape
        order = likes.topk(2, 1).indices
        number = torch.arange(count, device=likes.device).expand(many, -1)
        rival = torch.where(number == order[:, :1], order[:, 1:], order[:, :1])
        flat = (torch.arange(many, device=likes.device)[:, None] * count + rival).flatten()
        rivals = others.flatten(0, 1).index_select(0, flat).unflatten(0, (many, count))
        pairs = pair(here, others, rivals)
        known = about(likes, likes.gather(1, rival), clear)
        return self.alike(pairs.flatten(0, 1), known.flatten(0, 1))[:, 0].unflatten(0, (many, count))


AS_BARE_SAMPLE = [*range(AS_SAMPLE), AS_BARE, *range(AS_BARE, DEPTH)]
"""The channels of a bare place, with its own weight in the place of a sample's."""


def clearness(best: Tensor, of_bare: Tensor, there: Tensor) -> Tensor:
    """Return how clear a board's pieces are (b, CLEARNESS), from the similarity of each name (b, n,
    names) and of the bare place (b, n), of the cells that are there and do not fill up only (b, n), as
    ``vision.matching.looks.clearness`` does it."""
    two = best.topk(2, 2).values if best.shape[2] > 1 else functional.pad(best, (0, 1), value=ABSENT)
    pieces = ((two[..., 0] > of_bare) & there).float()
    count = pieces.sum(1)
    part = count / (count + FEW)
    lead = (two[..., 0] - two[..., 1]).clamp(max=MOST_LEAD)
    typical, leads = ((one * pieces).sum(1) / count.clamp(min=1) for one in (two[..., 0], lead))
    return torch.stack([part, typical, leads], 1)


def about(likes: Tensor, rivals: Tensor, clear: Tensor) -> Tensor:
    """Return what is known of each pair (n, k, ABOUT) besides its places, from its similarity and its
    rival's (n, k), as ``vision.matching.looks.about`` does it."""
    part, typical, leads = clear[:, None].unbind(2)
    is_bare = torch.zeros_like(likes)
    is_bare[:, 0] = 1
    lead = (likes - rivals).clamp(-MOST_LEAD, MOST_LEAD)
    closer, whole = 4 * part * (likes - typical), torch.ones_like(likes)
    return torch.stack([4 * likes, is_bare, closer, 4 * lead, 8 * part * leads * whole, part * whole], 2)


def _spectrum(maps: Tensor, weight: int) -> Tensor:
    """Return the spectra (frequencies, b, n, VECTOR) of weighted vectors (b, n, …), all of a crop
    together of length 1."""
    weighted = maps[:, :, :VECTOR] * maps[:, :, weight : weight + 1]
    weighted = weighted / weighted.flatten(2).norm(dim=2)[..., None, None, None]
    return torch.fft.rfft2(weighted, s=(SPECTRUM, SPECTRUM)).flatten(3).permute(3, 0, 1, 2)


def pair(here: Tensor, others: Tensor, rivals: Tensor) -> Tensor:
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
            here[:, :, AS_PIECE : AS_PIECE + 1].expand(-1, others.shape[1], -1, -1, -1),
            others[:, :, AS_SAMPLE : AS_SAMPLE + 1],
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
