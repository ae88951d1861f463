"""What follows from a position, so that no page need work it out: how lines go on, what each card is
worth, how the votes add up."""

from itertools import chain

from companion.games.drunter.cards import SPECIALS, points, reasons, standing
from companion.games.drunter.pieces import KINDS
from companion.games.drunter.state import Declaring, Laying, State
from companion.games.drunter.town import GangWay
from companion.games.drunter.turns import ended_lines, jokers
from companion.games.drunter.votes import count
from companion.games.game import Json


def lays(state: State, way: GangWay) -> dict[str, Json]:
    """Return how long a tile may be that is laid there now, and from which length on it is voted on."""
    tiles = state.tiles_of(state.phase.seat) if isinstance(state.phase, Laying) else ()
    lengths = sorted({tile.length for tile in tiles if tile.kind == way.gang.kind})
    asks = [n for n, square in enumerate(way.squares, 1) if square in state.town.board.outhouses]
    return {
        "lengths": [length for length in lengths if length <= len(way.squares)],
        "asks_from": asks[0] if asks and state.variant == "basic" else None,
    }


def lines(state: State) -> list[Json]:
    """Return each line, kind by kind: where its gang is, how it can go on, or why it has ended."""
    ended = dict(ended_lines(state))
    on = [gang for gang in state.town.gangs if gang not in ended]
    told: list[Json] = []
    for gang in sorted([*on, *ended], key=lambda gang: (KINDS.index(gang.kind), gang in ended)):
        ways = [len(way.squares) for way in state.town.ways if way.gang == gang]
        about: dict[str, Json] = {"ways": len(ways), "longest": max(ways, default=0)}
        told.append({"kind": gang.kind, "square": [*gang.square], **about, "why": ended.get(gang)})
    return told


def worth(state: State) -> dict[str, Json]:
    """Return of each card what it scores as the town stands, and the buildings that it tells of."""
    town = state.town
    left = standing(town)
    cards = (*town.board.types, *(SPECIALS if state.variant == "expert" else ()))
    return {
        card: {
            "points": points(card, left),
            "of": [[one.type, one.value, stands] for one, stands in reasons(card, town)],
        }
        for card in cards
    }


def open_cards(state: State, vote: Declaring) -> dict[str, Json]:
    """Return the open cards by player, what jokers were declared, and the sums up to each player."""
    voters = [state.name(seat) for seat in state.clockwise(vote.lay.seat)]
    declared = dict(zip(map(state.name, jokers(state, vote)), vote.declared, strict=False))
    sums: dict[str, Json] = {}
    for at, name in enumerate(voters, 1):
        sides = [declared[one] for one in voters[:at] if one in declared]
        sums[name] = count(chain.from_iterable(vote.laid[:at]), sides)._asdict()
    revealed: dict[str, Json] = {name: [*cards] for name, cards in zip(voters, vote.laid, strict=True)}
    return {"revealed": revealed, "declared": {**declared}, "sums": sums}
