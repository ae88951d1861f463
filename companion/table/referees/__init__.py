"""One referee a game: what can this reading mean in this state?"""

from typing import Any

from companion.games.game import Game, Setup
from companion.table.referees.carcassonne_dice import CarcassonneReferee
from companion.table.referees.plain_dice import PlainDiceReferee
from companion.table.referees.referee import Referee


def referee_of(game: Game[Any, Any], setup: Setup) -> Referee[Any] | None:
    """Return the referee of a game; None where nothing is read by camera yet."""
    if game.name == "carcassonne_dice":
        return CarcassonneReferee(game, setup.seats)  # type: ignore[arg-type]
    if game.name == "plain_dice":
        return PlainDiceReferee()
    return None
