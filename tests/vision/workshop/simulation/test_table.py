"""The simulated table: what hands and luck do there, and what its camera sees of it."""

import threading
from itertools import combinations
from math import hypot

import numpy as np
import pytest

from vision.clock import SteppedClock
from vision.errors import NoRoom
from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.dice.city_grid import MOST_SLIP_DEG, MOST_SLIP_MM
from vision.workshop.simulation.dice.layouts import TablePose
from vision.workshop.simulation.dice.placing import is_free, way_out
from vision.workshop.simulation.dice.things import CityDie, TableDie
from vision.workshop.simulation.scene import Prop
from vision.workshop.simulation.stage import PLAIN_DICE
from vision.workshop.simulation.table import SIDE_MM, SimulatedTable

SMALL = (160, 120)
NEVER = threading.Event()


def small_table(seed: int = 0, *, slip: float = 1.0) -> SimulatedTable:
    return SimulatedTable(SteppedClock(), seed=seed, size_wh=SMALL, slip=slip)


def at_rest(table: SimulatedTable) -> tuple[TableDie, ...]:
    return table.truth(table.busy_until)


def lying(die: TableDie) -> TablePose:
    return TablePose(die.centre_mm, die.angle_deg)


@pytest.mark.parametrize("seed", range(8))
def test_thrown_dice_lie_flat_in_the_picture_and_never_in_one_another(seed: int) -> None:
    table = small_table(seed)
    dice = table.throw(count=9)
    for _ in range(5):
        fallen = at_rest(table)
        assert {die.id for die in fallen} == set(dice)
        assert all(die.at_rest for die in fallen)
        assert all(0 <= x <= 1 and 0 <= y <= 1 for die in fallen for x, y in die.corners)
        for one, other in combinations(fallen, 2):
            assert is_free(lying(one), [lying(other)], SIDE_MM)
        table.throw(dice)


def test_it_is_known_which_dice_a_hand_has_laid_and_which_throw_each_was_in() -> None:
    table = small_table()
    first, second, *_ = table.throw(count=4)
    table.drag(first, (0.2, 0.2), 0.0, snap=False)
    table.throw([second])
    lying = {die.id: die for die in at_rest(table)}
    assert [die.id for die in lying.values() if die.is_laid] == [first]
    assert lying[second].throw > lying[first].throw
    table.throw([first])
    assert not any(die.is_laid for die in at_rest(table))


def test_thrown_dice_sometimes_touch() -> None:
    table = small_table()
    dice = table.throw(count=9)
    touching = 0
    for _ in range(10):
        fallen = at_rest(table)
        pairs = combinations(fallen, 2)
        touching += any(way_out(lying(a), lying(b), SIDE_MM, gap_mm=0.2).any() for a, b in pairs)
        table.throw(dice)
    assert 0 < touching < 10


def test_every_face_comes_up_about_as_often() -> None:
    table = small_table(3)
    dice = table.throw(count=9)
    seen: list[str] = []
    for _ in range(60):
        seen += [die.face for die in at_rest(table)]
        table.throw(dice)
    counts = np.array([seen.count(face) for face in table.style.faces])
    expected = len(seen) / 6
    # 20.5: what chance alone exceeds once in a thousand times, with five degrees of freedom.
    assert float(((counts - expected) ** 2 / expected).sum()) < 20.5


def test_the_same_seed_gives_the_same_evening_and_another_one_another() -> None:
    def evening(seed: int) -> tuple[TableDie, ...]:
        table = small_table(seed)
        dice = table.throw(count=5)
        table.throw(dice[:3])
        table.build([CityDie(dice[0], GridCell(2, 2), 1)])
        return at_rest(table)

    assert evening(1) == evening(1)
    assert evening(1) != evening(2)


def test_dice_roll_into_the_picture_and_come_to_rest_where_they_stay() -> None:
    table = small_table()
    table.throw(count=3)
    ends = table.busy_until
    times = np.linspace(0, ends, 30)
    heights = [[die.centre[1] for die in table.truth(float(now))] for now in times]
    assert heights[0] == []
    assert len(heights[-1]) == 3
    first_seen = next(place for place in heights if place)
    assert max(first_seen) > 1.0, "they come from outside the picture"
    assert not all(die.at_rest for die in table.truth(ends - 0.05))
    assert table.truth(ends) == table.truth(ends + 100)


def test_a_die_keeps_its_face_until_a_hand_has_picked_it_up() -> None:
    table = small_table(5)
    dice = table.throw(count=6)
    clock_after = table.busy_until
    before = {die.id: die.face for die in at_rest(table)}
    table._clock.wait(NEVER, clock_after)
    table.throw(dice)
    assert {die.id: die.face for die in table.truth(clock_after + 0.1)} == before


def test_a_built_city_touches_as_exactly_as_hands_do() -> None:
    worst_mm = worst_deg = 0.0
    cells = [GridCell(3, 3), GridCell(4, 3), GridCell(4, 4), GridCell(3, 4), GridCell(5, 4)]
    for seed in range(12):
        table, exact = small_table(seed), small_table(seed, slip=0.0)
        for one in (table, exact):
            dice = one.throw(count=6)
            one.build([CityDie(die, cell, 1) for die, cell in zip(dice, cells, strict=False)])
        built = at_rest(table)[:5]
        for one_die, other in combinations(built, 2):
            assert is_free(lying(one_die), [lying(other)], SIDE_MM)
        angles = np.array([die.angle_deg for die in built])
        worst_deg = max(worst_deg, float(np.ptp((angles - angles[0] + 180) % 360 - 180)))
        pitches = [
            hypot(a.centre_mm.x - b.centre_mm.x, a.centre_mm.y - b.centre_mm.y)
            for a, b in ((built[0], built[1]), (built[1], built[2]), (built[2], built[3]))
        ]
        worst_mm = max(worst_mm, *(abs(pitch - SIDE_MM) for pitch in pitches))
        square = at_rest(exact)[:5]
        assert {round(die.angle_deg - 90, 6) % 360 for die in square} == {0.0}
    assert 1.0 < worst_deg <= 2 * MOST_SLIP_DEG
    assert 0.3 < worst_mm <= 2 * MOST_SLIP_MM + 2.0


def test_a_city_stays_where_it_is_while_the_rest_is_thrown_again() -> None:
    table = small_table(2)
    dice = table.throw(count=9)
    table.build([CityDie(dice[0], GridCell(0, 0), 0), CityDie(dice[1], GridCell(1, 0), 2)])
    city = at_rest(table)[:2]
    for _ in range(4):
        table.throw(dice[2:])
        assert at_rest(table)[:2] == city
    table.build([CityDie(dice[2], GridCell(-1, 0), 0)])
    assert at_rest(table)[:2] == city


def test_loose_dice_in_the_way_of_a_city_are_pushed_aside_not_built_over() -> None:
    table = small_table(slip=0.0)
    die = table.put("cap", PointMm(138, 95), 0)
    table.build([CityDie(die, GridCell(0, 0), 0)])
    founded = at_rest(table)[0]
    in_the_way = table.put("knight", PointMm(founded.centre_mm.x + 16, founded.centre_mm.y), 10)
    newcomer = table.put("straight", PointMm(220, 150), 0)
    table.build([CityDie(newcomer, GridCell(1, 0), 0)])
    dice = {die.id: die for die in at_rest(table)}
    assert dice[newcomer].centre_mm.x == pytest.approx(founded.centre_mm.x + SIDE_MM + 0.3)
    assert is_free(lying(dice[in_the_way]), [lying(dice[newcomer]), lying(dice[die])], SIDE_MM)


def test_a_die_can_be_dragged_turned_and_snapped_to_a_neighbour() -> None:
    table = small_table()
    still, moved = table.put("cap", PointMm(120, 90), 30), table.put("corner", PointMm(200, 150), 0)
    neighbour, _ = at_rest(table)
    to = (neighbour.centre[0] + 0.06, neighbour.centre[1] + 0.02)
    table.drag(moved, to, 100.0, snap=False)
    loose = at_rest(table)[1]
    assert loose.face == "corner"
    assert loose.angle_deg == pytest.approx(100)
    assert is_free(lying(loose), [lying(neighbour)], SIDE_MM)
    table.drag(moved, to, 20.0, snap=True)
    snapped = at_rest(table)[1]
    assert snapped.angle_deg == pytest.approx(120)
    away = hypot(
        snapped.centre_mm.x - neighbour.centre_mm.x, snapped.centre_mm.y - neighbour.centre_mm.y
    )
    assert away == pytest.approx(SIDE_MM, abs=0.1)
    assert at_rest(table)[0].id == still


def test_a_die_dragged_to_a_place_lies_there_in_the_picture() -> None:
    table = small_table()
    die = table.put("cap", PointMm(120, 90), 0)
    table.drag(die, (0.4, 0.7), 0, snap=True)
    assert at_rest(table)[0].centre == pytest.approx((0.4, 0.7), abs=1e-3)


def test_lifted_dice_are_gone_and_come_back_with_the_face_they_had() -> None:
    table = small_table()
    dice = table.throw(count=4)
    faces = {die.id: die.face for die in at_rest(table)}
    table.lift(dice[:1])
    assert {die.id for die in at_rest(table)} == set(dice[1:])
    table.place(dice[0], PointMm(60, 60), 45)
    back = next(die for die in at_rest(table) if die.id == dice[0])
    assert back.face == faces[dice[0]]
    assert back.angle_deg == pytest.approx(45)
    table.clear()
    assert at_rest(table) == ()


def test_so_many_dice_are_thrown_as_are_asked_for_those_in_the_hand_first() -> None:
    table = small_table()
    first = table.throw(count=3)
    table.lift(first[:2])
    second = table.throw(count=4)
    assert set(first[:2]) < set(second)
    assert len(at_rest(table)) == 5


def test_other_dice_can_be_played_with() -> None:
    table = small_table()
    table.throw(count=3)
    table.use(PLAIN_DICE)
    assert at_rest(table) == ()
    table.throw(count=5)
    assert {die.face for die in at_rest(table)} <= set("123456")


def test_what_cannot_be_done_is_refused() -> None:
    table = small_table()
    die = table.put("cap", PointMm(120, 90), 0)
    with pytest.raises(LookupError, match="there is no die 7"):
        table.lift([7])
    with pytest.raises(NoRoom, match="no room for die 1 there"):
        table.place(die, PointMm(2000, 90), 0)
    table.build([CityDie(die, GridCell(0, 0), 0)])
    other = table.put("cap", PointMm(200, 90), 0)
    with pytest.raises(NoRoom, match="lies outside the picture"):
        table.build([CityDie(other, GridCell(40, 0), 0)])
    with pytest.raises(NoRoom, match="no room to throw 200 dice"):
        table.throw(count=200)
    with pytest.raises(LookupError, match="covered with 'lava'"):
        table.dress("lava")


def test_the_picture_shows_what_lies_there_with_noise_that_never_repeats() -> None:
    table = small_table()
    empty, again = table.render(0.0), table.render(0.0)
    assert empty.shape == (120, 160, 3)
    assert not np.array_equal(empty, again)
    assert np.abs(empty.astype(int) - again).mean() < 4
    table.put("knight", PointMm(138, 95), 0)
    x, y = table.truth()[0].centre
    spot = (slice(int(y * 120) - 3, int(y * 120) + 4), slice(int(x * 160) - 3, int(x * 160) + 4))
    assert np.abs(table.render(0.0)[spot].astype(int) - empty[spot]).max() > 60


def test_a_hand_is_seen_while_it_builds_and_gone_when_all_is_done() -> None:
    table = small_table()
    die = table.put("cap", PointMm(200, 120), 0)
    before = table.render(0.0).astype(int)
    table.build([CityDie(die, GridCell(0, 0), 0)])
    middle = np.abs(table.render(table.busy_until / 2).astype(int) - before)
    assert (middle.max(axis=2) > 40).mean() > 0.05
    after = np.abs(table.render(table.busy_until).astype(int) - before)
    assert (after.max(axis=2) > 40).mean() < 0.05


def test_a_hand_stays_over_the_table_until_it_is_told_to_go() -> None:
    table = small_table()
    empty = table.render(0.0).astype(int)
    table.hand(True)
    table.hand(True)
    for now in (1.0, 60.0):
        assert (np.abs(table.render(now).astype(int) - empty).max(axis=2) > 40).mean() > 0.05
    table._clock.wait(NEVER, 60.0)
    table.hand(False)
    assert (np.abs(table.render(table.busy_until).astype(int) - empty).max(axis=2) > 40).mean() < 0.01


def test_the_table_can_be_covered_with_something_else() -> None:
    table = small_table()
    pale = table.render(0.0).astype(int)
    table.dress("dark")
    assert table.surface == "dark"
    assert "dark" in table.surfaces
    assert np.abs(table.render(0.0).astype(int) - pale).mean() > 20


def test_many_threads_may_play_at_once() -> None:
    table = small_table()
    failed: list[BaseException] = []

    def play(number: int) -> None:
        try:
            for _ in range(4):
                table.lift(table.throw(count=2)[:1])
                table.render(float(number))
                table.truth()
        except (RuntimeError, LookupError, ValueError) as error:
            failed.append(error)

    threads = [threading.Thread(target=play, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_a_sleeve_pushes_a_city_as_a_whole_and_what_is_built_on_meets_it() -> None:
    table = small_table(2, slip=0.0)
    dice = table.throw(count=6)
    table.build([CityDie(dice[0], GridCell(0, 0), 0), CityDie(dice[1], GridCell(1, 0), 1)])
    before = at_rest(table)[:2]
    assert table.brush(dice[:2], PointMm(-9.0, 7.0), 20.0)
    after = at_rest(table)[:2]
    assert [round(b.angle_deg - a.angle_deg, 6) % 360 for a, b in zip(before, after, strict=True)] == [
        20
    ] * 2
    middle = [(one.centre_mm.x + other.centre_mm.x) / 2 for one, other in (before, after)]
    assert round(middle[1] - middle[0], 6) == -9.0
    table.build([CityDie(dice[2], GridCell(2, 0), 0)])
    third = at_rest(table)[2]
    assert (
        round(
            hypot(third.centre_mm.x - after[1].centre_mm.x, third.centre_mm.y - after[1].centre_mm.y), 1
        )
        == 16.3
    )


def test_a_sleeve_pushes_nothing_into_other_dice_or_out_of_the_picture() -> None:
    table = small_table(2)
    one = table.put("cap", PointMm(100.0, 100.0), 0.0)
    table.put("cap", PointMm(120.0, 100.0), 0.0)
    lying_before = at_rest(table)
    assert not table.brush([one], PointMm(10.0, 0.0), 0.0)
    assert not table.brush([one], PointMm(900.0, 0.0), 0.0)
    assert at_rest(table) == lying_before


def test_a_die_thrown_onto_another_lies_on_it_and_hides_it() -> None:
    table = SimulatedTable(SteppedClock(), seed=1)
    below = table.put("knight", PointMm(140.0, 100.0), 0.0)
    above = table.throw_onto(below)
    low, high = at_rest(table)
    assert (low.id, high.id) == (below, above)
    assert low.centre_mm == high.centre_mm
    sizes = [
        hypot(d.corners[0][0] - d.corners[2][0], d.corners[0][1] - d.corners[2][1]) for d in (low, high)
    ]
    assert sizes[1] > 1.03 * sizes[0], "it is nearer to the camera"


def test_a_resting_hand_keeps_the_other_hands_waiting_and_leaves() -> None:
    table = small_table()
    die = table.put("cap", PointMm(140.0, 100.0), 0.0)
    empty = table.render(table.busy_until)
    table.rest_hand(PointMm(140.0, 95.0), 4.0)
    until = table.busy_until
    assert until > 4.0
    changed = np.abs(table.render(until / 2).astype(int) - empty.astype(int)).max(axis=2) > 30
    assert changed.mean() > 0.05
    table.lift([die])
    assert table.busy_until > until


def test_bumped_camera_dimmed_lamp_and_a_cup_change_the_picture_but_not_the_dice() -> None:
    table = small_table()
    table.throw(count=3)
    now = table.busy_until + 1
    before, dice = table.render(now).astype(int), at_rest(table)
    table.bump(PointMm(6.0, -4.0), 2.0)
    bumped = table.render(now).astype(int)
    table.light(0, 0.4)
    dim = table.render(now).astype(int)
    table.set_down(Prop("cup", PointMm(-12.0, 4.0)))
    cup = table.render(now).astype(int)
    assert np.abs(bumped - before).mean() > 2
    assert dim.mean() < 0.85 * bumped.mean()
    assert (np.abs(cup - dim).max(axis=2) > 40).mean() > 0.02
    places = [(d.face, d.centre_mm, d.angle_deg) for d in at_rest(table)]
    assert places == [(d.face, d.centre_mm, d.angle_deg) for d in dice]
    with pytest.raises(LookupError):
        table.light(5, 1.0)


def test_dice_are_thrown_where_somebody_throws_them_and_never_into_a_cup() -> None:
    for seed in range(6):
        table = small_table(seed)
        table.set_down(Prop("cup", PointMm(40.0, 40.0)))
        table.throw(count=4, around=(0.3, 0.3))
        fallen = at_rest(table)
        assert np.mean([die.centre[0] for die in fallen]) < 0.5
        assert all(hypot(d.centre_mm.x - 40, d.centre_mm.y - 40) > 50 for d in fallen)


def test_a_die_set_down_on_another_is_laid_beside_it_and_square() -> None:
    table = small_table()
    still, moved = table.put("cap", PointMm(130, 95), 30), table.put("corner", PointMm(200, 150), 75)
    on_it = at_rest(table)[0].centre
    table.drag(moved, (on_it[0] + 0.004, on_it[1] + 0.002), 0.0, snap=True)
    below, beside = at_rest(table)
    assert below.id == still
    assert (beside.angle_deg - below.angle_deg) % 90 == pytest.approx(0, abs=1e-6)
    assert away_mm(below, beside) == pytest.approx(SIDE_MM, abs=0.1)


def test_a_die_set_down_a_die_away_from_another_stays_there() -> None:
    table = small_table()
    table.put("cap", PointMm(130, 95), 0)
    moved = table.put("corner", PointMm(200, 150), 40)
    free = (at_rest(table)[0].centre[0] + 0.12, at_rest(table)[0].centre[1])
    table.drag(moved, free, 0.0, snap=True)
    laid = at_rest(table)[1]
    assert laid.centre == pytest.approx(free, abs=1e-3)
    assert laid.angle_deg == pytest.approx(40)


def test_a_die_is_slid_into_the_nook_of_a_city_laid_askew() -> None:
    table = small_table()
    table.put("three", PointMm(120, 80), 0)
    table.put("three", PointMm(120 + SIDE_MM - 0.7, 80 + SIDE_MM + 1.2), 4)
    moved = table.put("corner", PointMm(200, 150), 12)
    first = at_rest(table)[0].centre
    across = at_rest(table)[1].centre[0] - first[0]
    table.drag(moved, (first[0] + across, first[1]), 0.0, snap=True)
    a, b, laid = at_rest(table)
    assert is_free(lying(laid), [lying(a), lying(b)], SIDE_MM)
    assert away_mm(a, laid) < 1.15 * SIDE_MM
    assert away_mm(b, laid) < 1.15 * SIDE_MM


def test_a_built_die_turned_by_a_quarter_stays_where_it_is() -> None:
    table = small_table()
    table.put("three", PointMm(120, 80), 20)
    moved = table.put("corner", PointMm(200, 150), 0)
    beside = at_rest(table)[0].centre
    table.drag(moved, (beside[0] + 0.05, beside[1] + 0.02), 0.0, snap=True)
    before = at_rest(table)[1]
    table.drag(moved, before.centre, 90.0, snap=False)
    after = at_rest(table)[1]
    assert away_mm(before, after) < 0.05
    assert (after.angle_deg - before.angle_deg) % 360 == pytest.approx(90)


def test_the_table_is_busy_until_the_dice_lie_still() -> None:
    table = small_table()
    table.throw(count=2)
    began, ends = table.is_busy, table.busy_until
    table._clock.wait(NEVER, ends)
    assert (began, table.is_busy) == (True, False)


def away_mm(one: TableDie, other: TableDie) -> float:
    return hypot(
        one.centre_mm.x - other.centre_mm.x,
        one.centre_mm.y - other.centre_mm.y,
    )
