"""Several looks at still tokens: what most of them saw counts, and what they disagree on is in doubt."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from vision.readings.places import GridCell, PointPx
from vision.readings.tokens import Token, TokenReading
from vision.tokens.pooling import pool_tokens

SIDE_PX = 60.0


def a_token(at: int, label: str = "sword", *, sure: bool = True, dx: float = 0.0) -> Token:
    confidence = 0.999 if sure else 0.7
    return Token(label, PointPx(100.0 * at + dx, 80.0), SIDE_PX, confidence, sure)


def a_look(
    tokens: Sequence[Token], doubts: Sequence[str] = (), doubted: Sequence[GridCell] = ()
) -> TokenReading:
    told = (*(() if all(token.sure for token in tokens) else ("token",)), *doubts)
    return TokenReading(
        not told,
        told,
        (1640, 1232),
        has_markers=True,
        tokens=tuple(tokens),
        doubted=tuple(doubted),
    )


def test_looks_that_agree_are_as_sure_as_each() -> None:
    looks = [a_look([a_token(1), a_token(3, dx=noise)]) for noise in (0.0, 1.5, -2.0)]
    pooled = pool_tokens(looks)
    assert pooled.sure
    assert [token.label for token in pooled.tokens] == ["sword", "sword"]


@pytest.mark.parametrize("times", [1, 2])
def test_what_few_looks_list_is_none_but_may_be_missed(times: int) -> None:
    """Grain that once looks like a stone."""
    stones = [a_token(1), a_token(3, "back")]
    ghost = a_look([*stones, a_token(7, sure=False)], ["maybe_extra"])
    pooled = pool_tokens([a_look(stones)] * (5 - times) + [ghost] * times)
    assert [token.label for token in pooled.tokens] == ["sword", "back"]
    assert pooled.doubts == ("maybe_missed",)


@pytest.mark.parametrize(
    ("times", "sure", "doubts"),
    [(1, True, ()), (2, True, ("maybe_extra",)), (1, False, ("token", "maybe_extra"))],
)
def test_what_few_looks_do_not_list_may_be_extra_unless_nearly_all_are_sure_of_it(
    times: int, sure: bool, doubts: tuple[str, ...]
) -> None:
    stones = [a_token(1), a_token(3, "back", sure=sure)]
    pooled = pool_tokens([a_look(stones)] * (5 - times) + [a_look(stones[:1])] * times)
    assert [token.label for token in pooled.tokens] == ["sword", "back"]
    assert pooled.doubts == doubts


def test_a_token_that_looks_name_differently_is_never_sure() -> None:
    pooled = pool_tokens([a_look([a_token(1)])] * 4 + [a_look([a_token(1, "axe")])])
    assert [(token.label, token.sure) for token in pooled.tokens] == [("sword", False)]
    assert pooled.doubts == ("token",)


def test_a_hole_is_doubted_where_half_of_the_looks_doubt_it() -> None:
    one, two = GridCell(1, 0), GridCell(5, 2)
    looks = [a_look([], ["maybe_missed"], cells) for cells in ([one], [one, two], [one])]
    assert pool_tokens(looks).doubted == (one,)
    assert pool_tokens(looks[1:]).doubted == (one, two)


def test_a_hole_whose_token_one_look_does_not_list_is_doubted() -> None:
    in_hole = replace(a_token(1, sure=False), cell=GridCell(4, 2))
    looks = [a_look([in_hole])] * 4 + [a_look([])]
    assert pool_tokens(looks).doubted == (GridCell(4, 2),)
    assert pool_tokens(looks[:4]).doubted == ()


def test_nothing_is_pooled_of_no_looks() -> None:
    with pytest.raises(ValueError, match="no readings"):
        pool_tokens([])
