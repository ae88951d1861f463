"""The simulated hands build where there is room, and players know what they did."""

from companion.simulation.games.carcassonne_dice.player import SAME, Player
from companion.simulation.games.carcassonne_dice.simulated import SimulatedHands
from vision.clock import SteppedClock
from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.dice.things import CityDie
from vision.workshop.simulation.table import SimulatedTable


def test_a_city_at_the_edge_is_pushed_as_far_to_the_middle_as_loose_dice_let_it() -> None:
    table = SimulatedTable(SteppedClock(), seed=4, size_wh=(320, 240), slip=0.0)
    hands = SimulatedHands(table)
    dice = [table.put("straight", PointMm(20.0 + 30.0 * number, 20.0), 0.0) for number in range(5)]
    hands.build([CityDie(die, GridCell(0, row), 0) for row, die in enumerate(dice[:3])])
    while table.brush(dice[:3], PointMm(0.0, 4.0), 0.0):
        pass
    middle = hands._to_middle(dice[:3])
    _, city, _ = (die.centre_mm for die in table.truth(table.busy_until) if die.id in dice[:3])
    table.put("knight", PointMm(city.x + middle.x, city.y + middle.y), 45.0)
    hands.build([CityDie(dice[3], GridCell(0, 3), 0)])
    assert set(hands.built) == set(dice[:4])


def test_players_tell_an_answer_with_another_face_in_the_city_from_what_happened() -> None:
    table = SimulatedTable(SteppedClock(), seed=4, size_wh=(320, 240))
    player = Player(SimulatedHands(table))
    view = dict.fromkeys(SAME, 0) | {"loose": ["cap"], "city": [{"face": "corner"}, {"face": "corner"}]}
    assert player.agrees(view, view)
    assert not player.agrees(view, view | {"city": [{"face": "corner"}, {"face": "straight"}]})
