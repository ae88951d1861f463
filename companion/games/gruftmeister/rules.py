"""Gruftmeister as a game like the others: ``GAME``."""

from dataclasses import replace
from random import Random
from typing import ClassVar

from companion.errors import BadMove, IllegalMove
from companion.games.game import Game, Json, Option, Seat, Setup, Words
from companion.games.gruftmeister import ending, legal, start, view, wording
from companion.games.gruftmeister.bags import LIMITS
from companion.games.gruftmeister.crypt import BUILT_IN, built_in, crypt_of
from companion.games.gruftmeister.fighting.fights import fight_odds
from companion.games.gruftmeister.fighting.odds import win_chance
from companion.games.gruftmeister.moves import OWN, PLAIN, CryptMove, EndGame, Figure, PlayOn
from companion.games.gruftmeister.state import HEARTS, HOME_TO_WIN, STEPS, Fighting, State
from companion.games.setup import check_setup

ARMED = ((1, 0), (1, 1), (2, 0), (2, 2))
"""Numbers of weapons and pieces of armour for which the rules page shows the odds."""


class Gruftmeister(Game[State, CryptMove]):
    """The rules of 2003. Two to four play; one alone may hunt treasures too, or fight one fight."""

    name: ClassVar[str] = "gruftmeister"
    by_luck: ClassVar[frozenset[str]] = frozenset({"stones"})
    seat_counts: ClassVar[range] = range(1, 5)
    secret_moves: ClassVar[frozenset[str]] = frozenset({"see"})
    own_moves: ClassVar[frozenset[str]] = OWN
    host_moves: ClassVar[frozenset[str]] = frozenset({EndGame.kind, PlayOn.kind})
    hang_on_secrets: ClassVar[frozenset[str]] = own_moves | {"show"}
    options: ClassVar[dict[str, Option]] = {
        "crypt": Option("data", "our_crypt", choices=BUILT_IN),
        "deal_stones": Option("bool", False),
        "places": Option("int", 1, least=1, most=3),
        "fight_only": Option("bool", False),
    }

    def deal(self, setup: Setup, rng: Random) -> Setup:
        """Return the first line with a stone for every chest, coffin and door, if that is wanted."""
        if setup.options.get("deal_stones") is not True or "stones" in setup.dealt:
            return setup
        begun = start.checked(setup, fight_only=False)
        if not begun.ground:
            return setup  # ``start`` reports its faults
        return replace(setup, dealt={**setup.dealt, "stones": start.dealt(crypt_of(begun.ground), rng)})

    def book(self) -> dict[str, Json]:
        """Return the numbers of the rules, and the crypts that ship with us, as in their files."""
        return {
            "steps": STEPS,
            "hearts": HEARTS,
            "home": HOME_TO_WIN,
            "carry": {figure.value: LIMITS[figure] for figure in Figure},
            "crypts": {name: built_in(name) for name in BUILT_IN},
            "win": [[win_chance(hearts, *armed) for hearts in (3, 2, 1)] for armed in ARMED],
            "armed": [list(armed) for armed in ARMED],
        }

    def start(self, setup: Setup) -> State:
        """Lay out the board, every stone closed, everybody at home."""
        fight_only = setup.options.get("fight_only", False) is True
        begun = start.checked(setup, fight_only)
        options = check_setup(self, setup, dealt=start.DEALT, more_faults=begun.faults)
        places = options["places"]
        assert isinstance(places, int)
        return replace(start.first_state(setup, begun.ground, fight_only), places_wanted=places)

    def parse(self, state: State, seat: Seat | None, words: Words) -> CryptMove:
        """Read a move; every move of this game belongs to a seat, except the host's."""
        move = wording.parse(state.crypt, seat or Seat(0), words)
        if seat is None and move.kind not in self.host_moves:
            raise BadMove(f"{move.kind}: 'seat' is missing")
        return move

    def words(self, state: State, move: CryptMove) -> dict[str, Json]:  # noqa: ARG002
        """Write a move."""
        return wording.move_words(move)

    def play(self, state: State, move: CryptMove) -> State:
        """Return the state after the move."""
        if reason := legal.why_not(state, move):
            words = wording.move_words(move).items()
            details = ", ".join(f"{key} {value}" for key, value in words if key != "move")
            shown = f"{move.kind} ({details})" if details else move.kind
            raise IllegalMove(f"seat {move.seat} may not {shown}: {reason}")
        return legal.played(state, move)

    def may_take_back(self, state: State, move: CryptMove) -> bool:
        """Tell whether the move turned nothing over: a step, or handling something carried."""
        return isinstance(move, PLAIN) and state.waiting is None and not ending.ended(state)

    legal_moves = staticmethod(legal.legal_moves)
    chance = staticmethod(legal.chance)

    def to_move(self, state: State) -> Seat | None:
        """Return whose turn it is."""
        return None if ending.ended(state) else state.turn.seat

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the treasures at home."""
        return tuple(player.home for player in state.players)

    outcome = staticmethod(ending.outcome)
    view = staticmethod(view.view)

    def odds(self, state: State) -> dict[str, Json] | None:
        """Return the odds of the fight that is on, or that the master could begin where he stands."""
        fighting = isinstance(state.waiting, Fighting) or legal.fights_open(state)
        return fight_odds(state) if fighting else None


GAME = Gruftmeister()
