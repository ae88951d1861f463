"""Dealing: tiles by length only, kind by luck; building cards in secret.

In a record's first line ``tiles`` is ``{"Ana": {"street": [1, 2, 3], …}, …}`` (lengths) and ``cards``
``{"Ana": ["school"], …}``. Without ``cards`` the players hold cards that the machine does not know, and
show them at the end; without ``tiles`` they have drawn their own tiles, and only the content of the box
is known. Fewer tiles than the rules deal are accepted: an old copy may have lost some. Tiles that
already lie on the board (``laid``) are not dealt.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from companion.games.drunter.board import DEFAULT, Board, board_of
from companion.games.drunter.cards import SPECIALS
from companion.games.drunter.laid import laid_tiles
from companion.games.drunter.pieces import BOX, KINDS, LENGTHS, Tile, Tiles, sort_tiles
from companion.games.game import Json, Setup
from companion.games.setup import near

SHARE: Final = {2: {1: 12, 2: 12, 3: 6}, 3: {1: 8, 2: 8, 3: 4}, 4: {1: 6, 2: 6, 3: 3}}
"""How many tiles of each length a player is dealt, by the number of players."""

CARDS_EACH: Final = {"basic": 1, "expert": 2}


def deal(setup: Setup, rng: Random) -> Setup:
    """Return the first line with missing ``tiles`` or ``cards`` or both dealt at random.

    ``"cards": null`` in it keeps the cards unknown to the machine; with ``"tiles": null`` the players
    draw their own. A wrong number of seats is left for ``start`` to refuse. Raises ``BadSetup`` for a
    faulty board.
    """
    board = board_of(setup.options.get("board", DEFAULT))
    if len(setup.seats) not in SHARE:
        return setup
    laid, players = laid_tiles(setup), len(setup.seats)
    tiles = zip(*(_share_out(BOX - laid, length, players, rng) for length in LENGTHS), strict=True)
    cards = _share_cards(setup, board, rng)
    lacking: dict[str, Json] = {
        "tiles": {
            name: _tile_words(sum(hand, ())) for name, hand in zip(setup.seats, tiles, strict=True)
        },
        "cards": {name: [*hand] for name, hand in zip(setup.seats, cards, strict=True)},
    }
    return replace(setup, dealt={**lacking, **setup.dealt})


def read_tiles(setup: Setup, faults: list[str]) -> tuple[Tiles, ...] | None:
    """Return each seat's tiles; None if the machine does not know them.

    Adds to ``faults`` everything that exceeds the box or the rules.
    """
    dealt = setup.dealt.get("tiles")
    if dealt is None:
        return None
    if not isinstance(dealt, Mapping):
        faults.append("'tiles' must say which tiles each seat was dealt")
        return ()
    faults += _seat_faults("tiles", dealt, setup)
    hands = tuple(_read_hand(name, dealt.get(name, {}), faults) for name in setup.seats)
    share = SHARE.get(len(setup.seats), {})
    for name, hand in zip(setup.seats, hands, strict=True):
        n = Counter(tile.length for tile in hand)
        faults += [
            f"{name} has {n[length]} tiles of length {length}, at most {most} are dealt"
            for length, most in share.items()
            if n[length] > most
        ]
    in_all = Counter(tile for hand in hands for tile in hand) + laid_tiles(setup)
    faults += [
        f"{in_all[tile]} tiles {tile.kind} {tile.length}, the box holds {n}"
        for tile, n in BOX.items()
        if in_all[tile] > n
    ]
    return hands


def read_cards(setup: Setup, board: Board, faults: list[str]) -> tuple[tuple[str, ...], ...] | None:
    """Return each seat's secret cards; None if the machine does not know them. Faults name no card."""
    dealt = setup.dealt.get("cards")
    if dealt is None:
        return None
    if not isinstance(dealt, Mapping):
        faults.append("'cards' must say which cards each seat was dealt")
        return None
    faults += _seat_faults("cards", dealt, setup)
    hands = [_texts(dealt.get(name, ())) for name in setup.seats]
    expert = setup.options.get("variant") == "expert"
    for name, hand in zip(setup.seats, hands, strict=True):
        specials = expert and bool(setup.options.get("deal_specials"))
        faults += [
            f"the cards of {name}: {fault}" for fault in wrong_cards(hand, board, expert, specials)
        ]
    if len({card for hand in hands for card in hand}) < sum(map(len, hands)):
        faults.append("a card was dealt twice")
    return tuple(hands)


def wrong_cards(hand: Sequence[str], board: Board, expert: bool, specials: bool) -> Iterator[str]:
    """Say what is wrong with the cards of one player, without naming one.

    ``specials``: one special card and one building were dealt to each.
    """
    each = CARDS_EACH["expert" if expert else "basic"]
    if len(hand) != each:
        yield f"{len(hand)} cards, {each} are dealt"
    known = {*board.types, *SPECIALS} if expert else {*board.types}
    if not known.issuperset(hand):
        yield "a card that is not in this game"
    if specials and sum(card in SPECIALS for card in hand) != 1:
        yield "not one special card and one building"


def _share_out(box: Counter[Tile], length: int, players: int, rng: Random) -> list[Tiles]:
    """Deal all tiles of one length; if some lie already, the last players may get one less."""
    pile = [tile for tile in box.elements() if tile.length == length]
    rng.shuffle(pile)
    n = SHARE[players][length]
    if len(pile) < n * players:
        return [tuple(pile[i::players]) for i in range(players)]
    return [tuple(pile[i * n : (i + 1) * n]) for i in range(players)]


def _share_cards(setup: Setup, board: Board, rng: Random) -> list[tuple[str, ...]]:
    players = len(setup.seats)
    buildings = rng.sample(board.types, players)
    if setup.options.get("variant") != "expert":
        return [(card,) for card in buildings]
    if setup.options.get("deal_specials"):
        return list(zip(buildings, rng.sample(SPECIALS, players), strict=True))
    pile = rng.sample([*board.types, *SPECIALS], 2 * players)
    return list(zip(pile[::2], pile[1::2], strict=True))


def _tile_words(tiles: Tiles) -> dict[str, Json]:
    hand = sort_tiles(tiles)
    return {kind: [tile.length for tile in hand if tile.kind == kind] for kind in KINDS}


def _seat_faults(key: str, dealt: Mapping[str, Json], setup: Setup) -> list[str]:
    strangers = [f"{key!r} names {near(name, setup.seats)}" for name in dealt if name not in setup.seats]
    return strangers + [f"{key!r} leaves out {name!r}" for name in setup.seats if name not in dealt]


def _read_hand(name: str, words: Json, faults: list[str]) -> Tiles:
    if not isinstance(words, Mapping):
        faults.append(f"the tiles of {name} must be lengths by kind, such as {{'street': [1, 2]}}")
        return ()
    faults += [
        f"the tiles of {name}: no kind {near(kind, KINDS)}" for kind in words if kind not in KINDS
    ]
    tiles = []
    for kind in KINDS:
        lengths = words.get(kind, ())
        if not isinstance(lengths, list | tuple):
            faults.append(f"the tiles of {name}: {kind!r} must list lengths")
            continue
        for length in lengths:
            if type(length) is int and length in LENGTHS:
                tiles.append(Tile(kind, length))
            else:
                faults.append(f"the tiles of {name}: a {kind} of length {length!r}")
    return sort_tiles(tiles)


def _texts(words: Json) -> tuple[str, ...]:
    """Return a list's texts; anything else is replaced by a card that does not exist."""
    if not isinstance(words, list | tuple):
        return ()
    return tuple(word if isinstance(word, str) else "" for word in words)
