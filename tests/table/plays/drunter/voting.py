"""A table at which a vote is open, and all that leaves it for one role."""

from dataclasses import dataclass, field
from functools import cache
from itertools import chain, combinations
from random import Random
from threading import Event
from typing import Any

from companion.devices.device import Press
from companion.devices.picking import REST_S
from companion.errors import CompanionError
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import Laying, State, Voting
from companion.games.drunter.turns import legal_lays, outhouses_under
from companion.games.drunter.votes import VOTE_CARDS
from companion.games.game import EVERYONE, HOST, Role, Seat, seat_role
from companion.games.history import History
from companion.games.record import setup_words
from companion.table.shapes.values import JsonObject
from tests.games.drunter.case import NAMES, dealt
from tests.table.conftest import Bench, bench_on
from web.api.events import event
from web.encoding import encode

SELECTIONS: list[list[str]] = [
    [*cards]
    for cards in chain.from_iterable(combinations(VOTE_CARDS, n) for n in range(1, len(VOTE_CARDS) + 1))
]
"""Every way to vote: 255."""
SAMPLE = [SELECTIONS[0], *SELECTIONS[7::25], SELECTIONS[-1]]


@cache
def opening(players: int, variant: str = "basic") -> tuple[JsonObject, tuple[JsonObject, ...]]:
    """Return a first line, and the lays up to the first that calls a vote, or to the choosing."""
    setup = dealt(players, seed=players, variant=variant)
    history, rng = History.begin(GAME, setup), Random(1)
    lays: list[JsonObject] = []
    while isinstance(history.state.phase, Laying):
        lay = next_lay(history.state, rng)
        words = {"seat": setup.seats[lay.seat - 1], **GAME.words(history.state, lay)}
        history, lays = history.play(lay.seat, GAME.words(history.state, lay)), [*lays, words]
    return dict(setup_words(setup)), tuple(lays)


def next_lay(state: State, rng: Random) -> Any:
    """Return a lay over an outhouse, where there is one; else any."""
    mover = GAME.to_move(state)
    assert mover is not None
    lays = list(legal_lays(state, mover))
    return next((lay for lay in lays if outhouses_under(state, lay)), rng.choice(lays))


def bench_at_the_vote(players: int = 3, variant: str = "basic", path: Any = None) -> Bench:
    """Return a table at which the first vote is open, or all are to choose."""
    first_line, lays = opening(players, variant)
    bench = bench_on(path, 1, pins="simulated", wall_stands=False)
    bench.table.start_sitting(first_line)
    for number, words in enumerate(lays):
        bench.table.submit(HOST, f"lay-{number}", words)
    return bench


def voters(bench: Bench) -> list[str]:
    """Return the names of all, in the order in which they vote or choose."""
    first = bench.table.state(EVERYONE)["to_move"]
    names = bench.table.state(EVERYONE)["seats"]
    at = names.index(str(first))
    return [*names[at:], *names[:at]]


def role_of(name: str) -> Role:
    return seat_role(Seat(NAMES.index(name) + 1))


def vote(bench: Bench, name: str, cards: list[str], move_id: str = "", after: int | None = None) -> None:
    """Let a player vote on their own phone."""
    words = {"move": "vote", "cards": cards}
    bench.table.submit(role_of(name), move_id or f"{name} {cards}", words, after)


def press(bench: Bench, *keys: str) -> None:
    """Press keys of the box, a tenth of a second apart."""
    for key in keys:
        bench.clock.wait(Event(), 0.1)
        bench.table.devices.press(Press(key, bench.clock.now()))


def vote_at_the_box(bench: Bench, cards: list[str]) -> None:
    """Let whoever is awaited vote at the box, in three seconds, however many cards it takes."""
    began = bench.clock.now()
    press(bench, "ok", *keys_of(cards))
    bench.clock.wait(Event(), began + 2.9 - bench.clock.now())
    press(bench, "ok")
    bench.wait(REST_S)


def keys_of(cards: list[str]) -> list[str]:
    return [f"card-{VOTE_CARDS.index(card) + 1}" for card in cards if card in VOTE_CARDS]


SHOW_S = 12.0
"""So long no show of a vote takes."""


def watch(bench: Bench) -> None:
    """Let the cards of a vote turn up to the end."""
    bench.wait(SHOW_S)


def state_of(bench: Bench) -> State:
    state = bench.table.history.state
    assert isinstance(state, State)
    return state


def play_to_the_next_vote(bench: Bench) -> None:
    """Lay tiles by tap until somebody calls a vote."""
    rng = Random(2)
    while isinstance(state_of(bench).phase, Laying):
        lay = next_lay(state_of(bench), rng)
        words = {"seat": NAMES[lay.seat - 1], **GAME.words(state_of(bench), lay)}
        bench.table.submit(HOST, f"on {rng.random()}", words)


def is_open(bench: Bench) -> bool:
    return isinstance(state_of(bench).phase, Voting)


@dataclass
class Onlookers:
    """Everybody but one seat: what each is told, byte by byte, and what each is refused."""

    bench: Bench
    but: str
    told: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        names = self.bench.table.state(EVERYONE)["seats"]
        others = [role_of(name) for name in names if name != self.but]
        self.roles: list[Role] = [HOST, EVERYONE, *others]
        self._heard = dict.fromkeys(self.roles, 0)
        self.listen()
        self.told.clear()

    def listen(self) -> None:
        """Take down every event since the last time, and the whole state."""
        self.bench.table.tell()
        for role in self.roles:
            changes = self.bench.table.changes(role, self._heard[role] or None, 0.0)
            self._heard[role] = changes[-1].number if changes else self._heard[role]
            self.told += [event(change.number, change) for change in changes]
            self.told.append(encode(self.bench.table.state(role)))

    def try_all(self) -> None:
        """Let everybody try whatever might tell something; what is refused changes nothing."""
        names = self.bench.table.state(EVERYONE)["seats"]
        last = len(self.bench.table.history.entries)
        secret: list[JsonObject] = [
            {"move": "vote", "cards": ["JA"]},
            {"move": "vote", "cards": ["NEEE", "?"]},
            {"move": "choose", "card": "school"},
            {"move": "choose"},
            {"move": "declare", "as": "yes"},
            {"move": "show", "cards": ["school"]},
        ]
        corrections: list[JsonObject] = [
            {"move": "correct", "number": number, "with": dict(words)}
            for number in (1, last - 1, last)
            for words in secret[:3]
        ]
        also: JsonObject = {**corrections[0], "also": [{"number": last, "with": dict(secret[0])}]}
        state = self.bench.table.state(EVERYONE)
        mover, finished = str(state["to_move"]), (state["view"] or {})["finished"]
        early = {role_of(name): name for name in names if name not in finished}
        self.try_one(role_of(mover), {"move": "vote", "cards": []})
        for role in self.roles:
            for words in (*secret, *corrections, also):
                for name in (None, *names):
                    votes_for_mover = words["move"] == "vote" and name in (None, mover)
                    if role == HOST and votes_for_mover:
                        continue  # that he may
                    if words["move"] == "vote" and role in early and name in (None, early[role]):
                        continue  # that it may before its turn, too
                    if role != role_of(mover) and (name is None or role == HOST):
                        self.try_one(role, words if name is None else {"seat": name, **words})
        self.told.append(self._refused(self.bench.table.record))

    def try_one(self, role: Role, words: JsonObject) -> None:
        """Let a role try a move that must be refused."""
        number = len(self.told)
        refused = self._refused(lambda: self.bench.table.submit(role, f"try {number}", words))
        self.told.append(refused)

    def _refused(self, act: Any) -> bytes:
        try:
            act()
        except CompanionError as error:
            return encode([error.code, error.http_status, str(error), error.hint, repr(error.reason)])
        raise AssertionError("this should have been refused")
