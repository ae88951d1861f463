"""What tokens were taken for is no die; a real die beside them stays as sure as it was."""

from dataclasses import replace

from vision.dice.beside_tokens import dice_beside, the_one_sure
from vision.readings.dice import DiceReading, Die, Doubt, Grid, GridDie
from vision.readings.places import GridCell, PointPx
from vision.readings.tokens import Token, TokenReading

AROUND = (2.0, 0.9, 0.9, 0.9)


def die(x: float, y: float, *, sure: bool) -> Die:
    at = PointPx(x, y)
    corners = tuple(PointPx(x + dx, y + dy) for dx, dy in ((-9, -9), (9, -9), (9, 9), (-9, 9)))
    assert len(corners) == 4
    return Die("snake", at, corners, 0.0, 0.99, sure)


def dice(*found: Die, missed: PointPx | None = None) -> DiceReading:
    doubtful = [
        Doubt("may_be_a_die", each.centre_px, 18, (n,), 0.6)
        for n, each in enumerate(found)
        if not each.sure
    ]
    if missed is not None:
        doubtful.append(Doubt("may_be_missed", missed, 18, (), 0.3))
    doubts = (("maybe_missed",) if missed else ()) + (
        ("maybe_extra",) if len(doubtful) > bool(missed) else ()
    )
    grids = tuple(Grid((GridDie(n, GridCell(0, 0), 0),)) for n in range(len(found)))
    return DiceReading(found, grids, not doubtful, doubts, (640, 480), False, doubtful=tuple(doubtful))


def tokens(*at: tuple[float, float], sure: bool = True, board: bool = True) -> TokenReading:
    corners = (PointPx(200, 100), PointPx(420, 100), PointPx(420, 200), PointPx(200, 200))
    return TokenReading(
        sure,
        (),
        (640, 480),
        False,
        tokens=tuple(Token("red", PointPx(x, y), 16.0, 0.99, sure) for x, y in at),
        grid=(12, 6) if board else None,
        corners_px=corners if board else None,
    )


def test_what_lies_on_the_tokens_board_is_no_die() -> None:
    on_board, on_field, rolled = (
        die(300, 150, sure=False),
        die(170, 110, sure=False),
        die(300, 320, sure=True),
    )
    seen = dice_beside(dice(on_board, on_field, rolled, missed=PointPx(410, 190)), tokens(), AROUND)
    assert seen.dice == (rolled,)
    assert seen.sure
    assert seen.doubts == ()
    assert [grid.dice[0].die for grid in seen.grids] == [0]


def test_a_sure_token_is_no_die_but_a_sure_die_stays() -> None:
    gem, rolled = die(300, 320, sure=False), die(360, 320, sure=True)
    seen = dice_beside(dice(gem, rolled), tokens((302, 321), (361, 320)), AROUND)
    assert seen.dice == (rolled,)
    assert seen.sure


def test_what_may_be_a_die_beside_all_tokens_is_still_asked() -> None:
    perhaps = die(300, 320, sure=False)
    for known in (tokens((340, 320)), tokens((300, 320), sure=False), tokens(board=False)):
        seen = dice_beside(dice(perhaps, die(500, 400, sure=True)), known, AROUND)
        assert len(seen.dice) == 2
        assert not seen.sure
        assert seen.doubts == ("maybe_extra",)


def test_without_a_board_nothing_is_left_out() -> None:
    reading = dice(die(300, 150, sure=False), missed=PointPx(410, 190))
    assert dice_beside(reading, tokens(board=False), AROUND) == reading


def test_of_one_die_that_is_surely_read_what_may_be_others_are_none() -> None:
    phantom, rolled = die(300, 320, sure=False), die(360, 320, sure=True)
    seen = the_one_sure(dice(phantom, rolled))
    assert seen.dice == (rolled,)
    assert seen.sure
    assert [grid.dice[0].die for grid in seen.grids] == [0]


def test_without_a_sure_die_or_with_two_it_is_not_known_which_is_the_one() -> None:
    for several in (
        dice(die(300, 320, sure=False), die(360, 320, sure=False)),
        dice(die(300, 320, sure=True), die(360, 320, sure=True)),
    ):
        assert the_one_sure(several) == several


def test_what_is_doubted_of_the_sure_die_stays() -> None:
    reading = dice(die(300, 320, sure=True), die(318, 320, sure=False))
    touching = Doubt("touching_or_not", PointPx(309, 320), 18, (0,))
    seen = the_one_sure(
        replace(reading, doubtful=(touching, *reading.doubtful), doubts=("grid", "maybe_extra"))
    )
    assert (seen.sure, seen.doubts) == (False, ("grid",))
