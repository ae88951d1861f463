"""The networks of tokens: one finds them, one looks at them, one compares them."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.workshop.training.networks import Residual, conv

WIDE, SEEN, ROUNDS = 80, 32, 3


class Finder(nn.Module):
    """Picture (n, 3, h, w), 0 to 1, a token's radius some 8 px -> (n, 5, h / 4, w / 4): how surely the
    middle of a token, and of a bare hole or print, lies there (logits), its offset in cells, the
    logarithm of its radius in 8 px."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(conv(3, 16, 2), conv(16, 32, 2), Residual(32))
        self.coarse = nn.Sequential(conv(32, 48, 2), Residual(48), Residual(48, 2), Residual(48))
        self.back = nn.Conv2d(48, 32, 1)
        self.head = nn.Sequential(Residual(32), nn.Conv2d(32, 5, 1))
        nn.init.constant_(self.head[-1].bias, -2.0)

    def forward(self, picture: Tensor) -> Tensor:
        """Return the answers."""
        fine = self.fine(picture * 2 - 1)
        coarse = functional.interpolate(
            self.back(self.coarse(fine)), scale_factor=2.0, mode="bilinear", align_corners=False
        )
        found: Tensor = self.head(fine + coarse)
        return found


class Looks(nn.Module):
    """Crops (n, 3, 32, 32), 0 to 1 -> what they look like (n, 80)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24),
            conv(24, 32, 2),
            Residual(32),
            conv(32, 64, 2),
            Residual(64),
            conv(64, 80, 2),
            Residual(80),
        )
        self.last = nn.Sequential(nn.Linear(80 * 16, WIDE), nn.LayerNorm(WIDE))

    def forward(self, crops: Tensor) -> Tensor:
        """Return the looks."""
        logs = torch.log(crops + 0.05) + 1.2
        found: Tensor = self.last(self.body(logs).flatten(1))
        return found


def _layers(inside: int, out: int, hidden: int = 128) -> nn.Sequential:
    return nn.Sequential(
        nn.LayerNorm(inside), nn.Linear(inside, hidden), nn.GELU(), nn.Linear(hidden, out)
    )


def _small(inside: int) -> nn.Sequential:
    made = nn.Sequential(nn.Linear(inside, 24), nn.GELU(), nn.Linear(24, 1))
    nn.init.zeros_(made[-1].weight)
    nn.init.zeros_(made[-1].bias)
    return made


class Compare(nn.Module):
    """What a picture's tokens look like (e, q, 80), its samples (e, s, 80), which label each has (e, s,
    k; all zero: none), how surely something lies at each place (e, q), how much its print resembles each
    label's (e, q, k) and how clear prints are in this set (e) -> logits of each label and of something
    else (e, q, k + 1), for each round.

    Tokens of one picture share its light: what the likely names leave unexplained, in all of them, is
    taken from each, round after round.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seen, self.sign = nn.Linear(WIDE, SEEN), nn.Linear(WIDE, SEEN)
        self.asked, self.label = _layers(4 * WIDE, WIDE), _layers(4 * WIDE + 1, WIDE)
        self.pair, self.other = _layers(3 * SEEN + 4, 1, 64), _layers(2 * WIDE + 3, 1, 64)
        for last in (self.asked[-1], self.label[-1], self.pair[-1], self.other[-1]):
            nn.init.normal_(last.weight, std=0.01)
            nn.init.zeros_(last.bias)
        nn.init.constant_(self.other[-1].bias, 5.0)
        self.print, self.no_print = _small(4), _small(3)
        self.steep = nn.Parameter(torch.tensor([1.5, 2.0]))

    def forward(
        self,
        asked: Tensor,
        samples: Tensor,
        labels: Tensor,
        counts: Tensor,
        prints: Tensor,
        clear: Tensor,
    ) -> list[Tensor]:
        """Return the logits after each round."""
        many = labels.sum(1)
        has = (many > 0)[:, None]
        share = labels / many.clamp(min=1)[:, None]
        label = torch.einsum("esk,esd->ekd", share, samples)
        signs = torch.einsum(
            "eqd,esd->eqs",
            functional.normalize(self.sign(asked), dim=-1),
            functional.normalize(self.sign(samples), dim=-1),
        )
        weight = counts[..., None] / counts.sum(1).clamp(min=1)[:, None, None]
        usual = (label * has.transpose(1, 2)).sum(1, keepdim=True) / has.sum(2, keepdim=True).clamp(
            min=1
        )
        out, alike = [], self._most(signs, labels, many)
        printed = self._printed(prints, clear, has)
        for _ in range(ROUNDS):
            logits = self._logits(asked, label, alike, has) + printed
            out.append(logits)
            chance = torch.softmax(logits, -1)
            known = chance[..., :-1]
            mean = torch.einsum("eqk,ekd->eqd", known, label) + chance[..., -1:] * asked
            kept = weight * (1 - chance[..., -1:])
            rest = (kept * (asked - mean)).sum(1, keepdim=True) / kept.sum(1, keepdim=True).clamp(
                min=1e-3
            )
            about = (weight * asked).sum(1, keepdim=True) - usual
            taken = known * counts[..., None]
            drawn = torch.einsum("eqk,eqd->ekd", taken, asked) / (taken.sum(1) + 0.5)[..., None]
            grown = torch.log1p(taken.sum(1))[..., None]
            step = self.asked(
                torch.cat([asked, mean, rest.expand_as(asked), about.expand_as(asked)], -1)
            )
            near = self.label(
                torch.cat([label, drawn, rest.expand_as(label), about.expand_as(label), grown], -1)
            )
            asked, label = asked + step, label + near
        out.append(self._logits(asked, label, alike, has) + printed)
        return out

    def _most(self, signs: Tensor, labels: Tensor, many: Tensor) -> Tensor:
        """Return how much each looks like the most similar samples of each label: (e, q, k)."""
        steep = 12.0
        weights = torch.exp(steep * (signs - 1))
        total = torch.einsum("eqs,esk->eqk", weights, labels) / many.clamp(min=1)[:, None]
        return torch.log(total + 1e-6) / steep + 1

    def _printed(self, prints: Tensor, clear: Tensor, has: Tensor) -> Tensor:
        """Return what prints add to the logits."""
        prints = prints.masked_fill(~has, -1)
        two = functional.pad(prints, (0, 1), value=-1.0).topk(2, -1)[0]
        lead = prints - torch.where(prints >= two[..., :1], two[..., 1:], two[..., :1])
        clearness = clear[:, None, None].expand_as(prints)
        each = torch.stack([prints, lead, clearness, clearness * lead], -1)
        best = two[..., :1]
        none = torch.cat([best, best - two[..., 1:], clearness[..., :1]], -1)
        is_printed = (clear > 0).to(prints)[:, None, None]
        return torch.cat([self.print(each)[..., 0], self.no_print(none)], -1) * is_printed

    def _logits(self, asked: Tensor, label: Tensor, alike: Tensor, has: Tensor) -> Tensor:
        one, other = self.seen(asked)[:, :, None], self.seen(label)[:, None]
        away = (one - other).abs()
        far = -(away**2).mean(-1)
        score = far * self.steep[0] + alike * self.steep[1]
        score = score.masked_fill(~has, -30.0)
        lead = torch.log_softmax(score * 3, -1).clamp(min=-12)
        features = torch.cat(
            [
                one * other,
                away,
                one.expand_as(away),
                far[..., None],
                alike[..., None],
                score.clamp(min=-9)[..., None],
                lead[..., None],
            ],
            -1,
        )
        logits = self.pair(features)[..., 0] + 3 * score
        logits = logits.masked_fill(~has, -30.0)
        best, chance = score.max(-1, keepdim=True)[0], torch.softmax(score * 3, -1)
        mean = torch.einsum("eqk,ekd->eqd", chance, label)
        spread = (chance * chance.clamp(min=1e-6).log()).sum(-1, keepdim=True)
        other_ = self.other(
            torch.cat(
                [
                    asked,
                    asked - mean,
                    best,
                    spread,
                    alike.masked_fill(~has, -1).max(-1, keepdim=True)[0],
                ],
                -1,
            )
        )
        return torch.cat([logits, other_], -1)


class Tokens(nn.Module):
    """All three."""

    def __init__(self) -> None:
        super().__init__()
        self.finder, self.looks, self.compare = Finder(), Looks(), Compare()

    def match(
        self, asked: Tensor, samples: Tensor, kinds: Tensor, truth: Tensor, most: int
    ) -> list[Tensor]:
        """Return logits for crops (e, q, 3, 32, 32), samples in all quarter turns; prints are not
        compared."""
        many = len(asked)
        turned = torch.cat([torch.rot90(samples, k, (3, 4)) for k in range(4)], 1)
        seen = self.looks(torch.cat([asked.flatten(0, 1), turned.flatten(0, 1)]))
        first = asked.shape[0] * asked.shape[1]
        labels = functional.one_hot(kinds.clamp(min=0), most).float() * (kinds >= 0)[..., None]
        found: list[Tensor] = self.compare(
            seen[:first].view(many, -1, WIDE),
            seen[first:].view(many, -1, WIDE),
            labels.repeat(1, 4, 1),
            (truth >= 0).float(),
            seen.new_zeros(many, asked.shape[1], most),
            seen.new_zeros(many),
        )
        return found
