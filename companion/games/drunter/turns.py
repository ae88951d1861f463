"""How a sitting goes on: turns, the moment of choosing, the end of laying. Votes: see ``voting``."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Literal, TypeAlias

from companion.errors import IllegalMove
from companion.games.drunter.deal import wrong_cards
from companion.games.drunter.moves import Choose, Lay, Move, Pass, Show
from companion.games.drunter.pieces import Gang, Square, without
from companion.games.drunter.state import (
    Choosing,
    Declaring,
    Ended,
    Laying,
    Revealing,
    State,
    Voting,
    put,
)
from companion.games.drunter.votes import JOKER
from companion.games.game import Seat

Ending: TypeAlias = Literal["space", "tiles", "fit"]
"""Why a line has ended: no free square, nobody has a tile of its kind, or none of them fits."""


def to_move(state: State) -> Seat | None:
    """Return whose move it is; None if nothing is left to do, or if all count a vote together."""
    return None if awaits_sums(state) else next_seat(state)


def awaits_sums(state: State) -> bool:
    """Tell whether the result of a vote is awaited: the players vote with their own cards."""
    return state.own_votes and isinstance(state.phase, Voting) and not state.phase.laid


def next_seat(state: State) -> Seat | None:
    """Return the seat whose own move may be made now."""
    match state.phase:
        case Laying(seat=seat):
            return seat
        case Voting(lay=lay, laid=laid):
            return state.clockwise(lay.seat)[len(laid)]
        case Declaring() as declaring:
            return jokers(state, declaring)[len(declaring.declared)]
        case Choosing(first=first, done=done):
            return state.clockwise(first)[done]
        case Revealing():
            return None
        case Ended():
            return next((seat for seat in state.clockwise(Seat(1)) if not state.cards_of(seat)), None)


def finished(state: State) -> tuple[Seat, ...]:
    """Return who has voted, or chosen, before their turn or in it: clockwise, whenever they did."""
    match state.phase:
        case Voting(lay=lay, laid=laid):
            first, done = lay.seat, len(laid)
        case Revealing(lay=lay):
            first, done = lay.seat, len(state.seats)
        case Choosing(first=first, done=done):
            pass
        case _:
            return ()
    early = {move.seat for move in state.early}
    order = state.clockwise(first)
    return tuple(seat for at, seat in enumerate(order) if at < done or seat in early)


def due(state: State) -> str:
    """Return, in English, who has to do what."""
    seat = to_move(state)
    if awaits_sums(state):
        return "the sums of the vote are awaited"
    if seat is None:
        return "the cards are turned up" if isinstance(state.phase, Revealing) else "the game has ended"
    match state.phase:
        case Laying():
            verb = "lay a tile"
        case Voting() | Revealing():
            verb = "vote"
        case Declaring():
            verb = "declare a joker"
        case Choosing():
            verb = "choose a card"
        case Ended():
            verb = "show the cards"
    return f"{state.name(seat)} is to {verb}"


def go_on(state: State, first: Seat, passed: int = 0) -> State:
    """Let the first player who can lay, from ``first`` on, have the turn; the others are skipped.

    If the machine does not know who has which tiles, each player says so in turn: ``passed`` counts
    those in a row without a fitting tile. In the expert variant all players choose once, before laying,
    when a line has ended. If nobody can lay, it is the end.
    """
    layer = _next_layer(state, first, passed)
    has_ended = layer is None or has_ended_line(state)
    if state.variant == "expert" and not state.chosen and has_ended:
        return replace(state, phase=Choosing(layer or first, layer), chosen=True)
    return replace(state, phase=Ended() if layer is None else Laying(layer, passed))


def _next_layer(state: State, first: Seat, passed: int) -> Seat | None:
    if state.supply is not None:
        return first if passed < len(state.seats) else None
    return next((seat for seat in state.clockwise(first) if can_lay(state, seat)), None)


def pass_turn(state: State, laying: Laying, move: Pass) -> State:
    """Let a player without a fitting tile say so; when all have, one after another, laying ends."""
    if state.supply is None:
        raise refused(state, move, "the tiles are known, whoever cannot lay is passed over")
    return go_on(state, state.after(move.seat), laying.passed + 1)


def can_lay(state: State, seat: Seat) -> bool:
    """Tell whether any tile of this player fits anywhere, perhaps only after a vote."""
    return any(state.town.lays(state.tiles_of(seat)))


def nobody_can_lay(state: State) -> bool:
    """Tell whether no remaining tile fits anywhere."""
    return not any(state.town.lays(state.every_tile))


def legal_lays(state: State, seat: Seat) -> Iterator[Lay]:
    """Yield every lay of this player, those that need a vote included."""
    for way, tile in state.town.lays(state.tiles_of(seat)):
        yield Lay(seat, tile.kind, tile.length, way.gang.square, way.towards)


def has_ended_line(state: State) -> bool:
    """Is there a line that nobody can extend: no place, or no tile that fits?"""
    return any(ended_lines(state))


def ended_lines(state: State) -> Iterator[tuple[Gang, Ending]]:
    """Yield the gang of each line that nobody can extend, where it stands or stood, and why not."""
    tiles = state.every_tile
    goes_on = {way.gang for way, _ in state.town.lays(tiles)}
    for gang in state.town.stuck:
        yield gang, "space"
    for gang in state.town.gangs:
        if gang not in goes_on:
            yield gang, "fit" if any(tile.kind == gang.kind for tile in tiles) else "tiles"


def squares_of(state: State, lay: Lay) -> tuple[Square, ...]:
    """Return the squares that a lay covers, start field first. Raises ``IllegalMove``."""
    gang = Gang(lay.kind, lay.gang)
    if gang not in state.town.gangs:
        raise refused(state, lay, f"no {lay.kind} gang stands on {lay.gang}")
    if lay.tile not in state.tiles_of(lay.seat):
        who = f"{state.name(lay.seat)} has" if state.supply is None else "the box holds"
        more = "" if state.supply is None else " more"
        raise refused(state, lay, f"{who} no{more} {lay.kind} tile of length {lay.length}")
    free = state.town.way(gang, lay.towards).squares
    if len(free) < lay.length:
        raise refused(state, lay, f"free squares that way: {len(free)}")
    return free[: lay.length]


def outhouses_under(state: State, lay: Lay) -> tuple[Square, ...]:
    """Return the outhouses that a lay covers."""
    return tuple(square for square in squares_of(state, lay) if square in state.town.board.outhouses)


def lay_tile(state: State, lay: Lay) -> State:
    """Lay a tile, or, over an outhouse in the basic game, call the vote on it."""
    if state.variant == "basic" and outhouses_under(state, lay):
        return replace(state, phase=Voting(lay))
    return let_lie(state, lay)


def let_lie(state: State, lay: Lay) -> State:
    """Accept a tile, and go on."""
    town = state.town.lay(Gang(lay.kind, lay.gang), squares_of(state, lay))
    left = without(state.tiles_of(lay.seat), lay.tile)
    if state.supply is not None:
        laid = replace(state, town=town, supply=left)
    else:
        laid = replace(state, town=town, tiles=put(state.tiles, lay.seat, left))
    return go_on(laid, state.after(lay.seat))


def jokers(state: State, declaring: Declaring) -> tuple[Seat, ...]:
    """Return who has revealed a joker, clockwise from the proposer."""
    voters = zip(state.clockwise(declaring.lay.seat), declaring.laid, strict=True)
    return tuple(seat for seat, cards in voters if JOKER in cards)


def choose_card(state: State, choosing: Choosing, choose: Choose) -> State:
    """Put the card that counts on top of the other; after the last player the game goes on."""
    chosen = card_on_top(state, choose)
    if choosing.done + 1 < len(state.seats):
        return replace(chosen, phase=replace(choosing, done=choosing.done + 1))
    return replace(chosen, phase=Ended() if choosing.then is None else Laying(choosing.then))


def card_on_top(state: State, choose: Choose) -> State:
    """Return the state with the card that a player chooses first among its own."""
    cards = state.cards_of(choose.seat)
    if cards and choose.card not in cards:
        raise refused(state, choose, "this is not one of the two cards dealt")
    if not cards and choose.card is not None:
        raise refused(state, choose, "the cards are shown at the end, none is named before")
    on_top = tuple(sorted(cards, key=lambda card: card != choose.card))
    return replace(state, cards=put(state.cards, choose.seat, on_top))


def show_cards(state: State, show: Show) -> State:
    """Turn up cards that the machine does not know: those of one seat or, to end the game, of all."""
    hidden = [seat for seat in state.clockwise(Seat(1)) if not state.cards_of(seat)]
    if show.seat is None and [seat for seat, _ in show.hands] != hidden:
        names = ", ".join(map(state.name, hidden))
        raise refused(state, show, f"the cards of {names} are to be shown" if hidden else due(state))
    for seat, cards in show.hands:
        state = _turn_up(state, show, seat, cards)
    return replace(state, phase=Ended())


def _turn_up(state: State, show: Show, seat: Seat, cards: tuple[str, ...]) -> State:
    expert = state.variant == "expert"
    faults = list(wrong_cards(cards, state.town.board, expert, state.deal_specials))
    if faults:
        raise refused(state, show, "; ".join(faults))
    if len(set(cards)) < len(cards) or set(cards) & set(chain.from_iterable(state.cards)):
        raise refused(state, show, "there is only one of each card")
    return replace(state, cards=put(state.cards, seat, cards))


def refused(state: State, move: Move, reason: str) -> IllegalMove:
    """Return the refusal of a move, naming seat, move and reason; it tells no secret."""
    if move.seat is None:
        return IllegalMove(f"{move} cannot be: {reason}")
    return IllegalMove(f"seat {move.seat} ({state.name(move.seat)}) may not {move}: {reason}")
