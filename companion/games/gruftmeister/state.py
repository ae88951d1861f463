"""A position: where everybody stands, what they carry, what is still closed, and what the game waits
for."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.game import Seat
from companion.games.gruftmeister.board import Board, Cell
from companion.games.gruftmeister.crypt import Crypt, crypt_of, key_of
from companion.games.gruftmeister.moves import Figure

STEPS = 5
HEARTS = 3
HOME_TO_WIN = 5


@dataclass(frozen=True)
class Player:
    """One player's figures, player card and treasures at home. Bags are sorted."""

    colour: str
    master: Cell
    servant: Cell
    hearts: int = HEARTS
    master_bag: tuple[str, ...] = ()
    servant_bag: tuple[str, ...] = ()
    home: int = 0

    def at(self, figure: Figure) -> Cell:
        """Return where that figure stands."""
        return self.master if figure is Figure.MASTER else self.servant

    def bag(self, figure: Figure) -> tuple[str, ...]:
        """Return what that figure carries."""
        return self.master_bag if figure is Figure.MASTER else self.servant_bag

    def moved(self, figure: Figure, to: Cell) -> "Player":
        """Return the player with that figure on another field."""
        return replace(self, master=to) if figure is Figure.MASTER else replace(self, servant=to)

    def carrying(self, figure: Figure, things: tuple[str, ...]) -> "Player":
        """Return the player with other things in that figure's bag."""
        bag = tuple(sorted(things))
        if figure is Figure.MASTER:
            return replace(self, master_bag=bag)
        return replace(self, servant_bag=bag)

    def has(self, thing: str) -> bool:
        """Tell whether the master can use the thing: he carries it, or it is the key of his kit
        [decided]."""
        return thing in self.master_bag or thing == key_of(self.colour)


@dataclass(frozen=True)
class Turn:
    """The state of a turn. ``begun``: the figures that have moved; the last one may still go on."""

    seat: Seat
    begun: tuple[Figure, ...] = ()
    master_left: int = STEPS
    servant_left: int = STEPS
    unlocked: frozenset[Cell] = frozenset()
    """Doors that the player's key has opened until the turn ends."""
    beaten: frozenset[Cell] = frozenset()
    """Coffins whose monster was beaten in this turn, not yet entered."""
    fallen: bool = False
    """The master has died in this turn: his walk is over."""

    def left(self, figure: Figure) -> int:
        """Return how many steps the figure has left, whether or not it may still walk."""
        return self.master_left if figure is Figure.MASTER else self.servant_left

    def acts(self, figure: Figure) -> "Turn":
        """Return the turn after that figure did part of its walk; the other figure's walk is over."""
        return self if figure in self.begun else replace(self, begun=(*self.begun, figure))

    def walked(self, figure: Figure) -> "Turn":
        """Return the turn after one step of that figure."""
        turn = self.acts(figure)
        if figure is Figure.MASTER:
            return replace(turn, master_left=turn.master_left - 1)
        return replace(turn, servant_left=turn.servant_left - 1)

    def why_over(self, figure: Figure) -> str | None:
        """Return why the figure's walk is over; None while it may go on or begin."""
        if figure is Figure.MASTER and self.fallen:
            return "the master died in this turn"
        if figure in self.begun and self.begun[-1] is not figure:
            return f"the {figure}'s walk is over, steps of master and servant are never mixed"
        return None


@dataclass(frozen=True)
class Turning:
    """The master stands on a chest or coffin whose stone is being turned over."""

    cell: Cell


@dataclass(frozen=True)
class Peeking:
    """The master is looking under a door."""

    door: Cell


@dataclass(frozen=True)
class Showing:
    """A master who is shut in shows these doors to all; the chosen one goes."""

    doors: tuple[Cell, ...]
    remove: Cell


@dataclass(frozen=True)
class Fighting:
    """The master fights for a coffin."""

    coffin: Cell
    throws: int = 0


@dataclass(frozen=True)
class Blow:
    """The effect of the last throw of a fight. ``hearts``: those left in the kit afterwards."""

    seat: Seat
    coffin: Cell
    faces: tuple[str, ...]
    wounds: int
    blocked: int
    hearts: int
    killed: bool
    dead: bool


@dataclass(frozen=True)
class State:
    """A position of the game. No mapping in it is ever changed.

    ``under``: the known things under closed stones: all of them if they were dealt, otherwise those that
    were seen and entered. Only those who peeked may know it.
    """

    ground: str
    """The board and its stones, as ``crypt.ground_of`` writes them."""
    players: tuple[Player, ...]
    turn: Turn
    closed: frozenset[Cell]
    """Fields whose stone still lies closed: chests, coffins, doors, locks."""
    under: Mapping[Cell, str] = field(hash=False, default_factory=dict)
    turned: Mapping[tuple[str, str], int] = field(hash=False, default_factory=dict)
    """Number of stones of a kind of field and a face that were turned or taken away for everybody to
    see."""
    lying: Mapping[Cell, tuple[str, ...]] = field(hash=False, default_factory=dict)
    """Things lying face up, sorted."""
    buried: Mapping[Cell, tuple[str, ...]] = field(hash=False, default_factory=dict)
    """What dead masters left under closed coffins, sorted."""
    peeked: frozenset[tuple[Seat, Cell]] = frozenset()
    """Who has looked under which of the doors that are still there."""
    shown: frozenset[Cell] = frozenset()
    """Remaining doors whose face was shown to all."""
    waiting: Turning | Peeking | Showing | Fighting | None = None
    blow: Blow | None = None
    places: tuple[Seat, ...] = ()
    """The players who have brought everything home, the winner first."""
    places_wanted: int = 1
    """Number of places to be won, as long as at least two players compete."""
    dealt: bool = False
    """What lies under all stones was dealt by the machine."""
    alone: bool = False
    """Only one fight is played."""
    idle: int = 0
    """Number of turns in a row with only steps: nothing turned, carried or fought."""
    called_off: bool = False
    """The host has ended the game, since play had come to a stand."""

    @property
    def crypt(self) -> Crypt:
        """The edition that is played with."""
        return crypt_of(self.ground)

    @property
    def board(self) -> Board:
        """The board as it lies."""
        return crypt_of(self.ground).board

    @property
    def mover(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn.seat - 1]

    def with_mover(self, player: Player) -> "State":
        """Return the state with another card and figures for the player whose turn it is."""
        at = self.turn.seat - 1
        return replace(self, players=(*self.players[:at], player, *self.players[at + 1 :]))

    def home_of(self, seat: Seat) -> Cell:
        """Return the start field of a seat."""
        return self.board.starts[self.players[seat - 1].colour]

    def stood_on(self, cell: Cell) -> bool:
        """Tell whether any figure stands there."""
        return any(cell in (player.master, player.servant) for player in self.players)
