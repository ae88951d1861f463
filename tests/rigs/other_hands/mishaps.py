"""What goes otherwise than hands mean it, between two throws. Each leaves true what was true.

A mishap is tried so often as ``BETWEEN`` says, between two acts of a turn, and returns at once where
there is no occasion for it.
"""

from collections.abc import Callable
from dataclasses import replace
from math import dist

from tests.rigs.other_hands.eye import Cover
from tests.rigs.other_hands.hands import OtherHands
from tests.rigs.random_play.building import STEP
from tests.rigs.random_play.lying import LyingDie, is_clear, is_inside
from tests.rigs.random_play.plane import Hand

SIGNS: tuple[Hand, ...] = ("covered", "doubted", "unnoticed")


def sorts(hands: OtherHands) -> None:
    """Sort the loose dice by what they show, side by side, before anything is put aside."""
    loose = sorted(hands.lying.loose(), key=lambda die: die.face)
    if len(loose) > 2 and hands.row(loose):
        hands.note("sorted")
        hands.act(f"{len(loose)} dice sorted into a row", 2.0, 5.0)
        hands.look(0.7)


def rearranges(hands: OtherHands) -> None:
    """Let a child move dice about, and turn one perhaps; then they are put back about where they lay."""
    alone = [die for die in hands.lying.dice if die.cell is None]
    if len(alone) < 2:
        return
    hands.note("child rearranges")
    chosen = hands.rng.sample(alone, hands.rng.randrange(2, min(4, len(alone)) + 1))
    were = [(die, die.at, die.face) for die in chosen]
    for die in chosen:
        hands.put(die, hands.lying.anywhere(), 1.0)
    if not set(hands.lying.loose()) <= set(chosen) and hands.has(0.2):  # all of them: as if thrown
        chosen[0].face = hands.rng.choice(hands.eye.names)
    hands.act(f"child moves {len(chosen)} dice", 1.5, 4.0)
    hands.look(0.6)
    for die, at, face in were:
        hands.put(die, at, 0.4)
        die.face = face
    hands.act("dice put back after the child", 1.5, 4.0)
    hands.look(0.5)


def takes_away(hands: OtherHands) -> None:
    """Let a child take a die off the table; after some looks it comes back."""
    alone = [die for die in hands.lying.dice if die.cell is None]
    if not alone:
        return
    hands.note("child takes a die")
    die = hands.rng.choice(alone)
    hands.lift([die])
    hands.act(f"child takes {die.face}", 0.4, 1.2)
    for _ in range(hands.rng.randrange(1, 4)):
        hands.look(0.6)
        hands.act("child is talked to", 1.0, 6.0)
    hands.put(die, die.at if hands.has(0.4) else hands.lying.anywhere(), 1.0)
    hands.act(f"{die.face} is back", 0.5, 1.5)
    hands.look(0.6)


def takes_built(hands: OtherHands) -> None:
    """Take a built die up, look at it and lay it back just there."""
    built = [die for die in hands.lying.dice if die.cell is not None]
    if not built:
        return
    hands.note("built die taken up")
    die = hands.rng.choice(built)
    hands.lift([die])
    hands.act(f"built {die.face} taken up", 0.4, 1.0)
    hands.look(0.6)
    hands.lying.dice.append(die)
    hands.act(f"built {die.face} laid back", 0.6, 1.5)
    hands.look(0.4)


def sleeve(hands: OtherHands) -> None:
    """Let a sleeve lie over a die, for several looks."""
    _covers(hands, "die under a sleeve", 0.9, hands.rng.randrange(2, 6), "sleeve lies over dice")


def cup(hands: OtherHands) -> None:
    """Put a cup down before dice; it hides them until it is lifted."""
    _covers(hands, "cup put down", 1.7, hands.rng.randrange(3, 9), "cup put down")


def _covers(hands: OtherHands, name: str, reach: float, looks: int, what: str) -> None:
    if hands.eye.cover is not None or not hands.lying.dice:
        return
    hands.note(name)
    over = hands.rng.choice(hands.lying.dice)
    at = over.at[0] + hands.rng.uniform(-0.6, 0.6), over.at[1] + hands.rng.uniform(-0.6, 0.6)
    hand = hands.rng.choices(SIGNS, (8, 8, 1))[0]
    hands.eye.cover = Cover(at, reach, hand, looks)
    hands.act(what, 0.5, 1.5)
    hands.look(0.7)


def slides_all(hands: OtherHands) -> None:
    """Push all of it elsewhere: the paper on which it lies is pulled."""
    hands.note("all of it slid")
    hands.eye.jolt(1.6, 14)
    hands.act("all of it slid", 0.5, 2.0)
    hands.look(0.6)


def bumps(hands: OtherHands) -> None:
    """Bump the camera, twice perhaps."""
    hands.note("camera bumped")
    for _ in range(hands.rng.randrange(1, 3)):
        hands.eye.jolt(0.7, 4)
        hands.act("camera bumped", 0.2, 1.0)
        hands.look(0.5)


def dims(hands: OtherHands) -> None:
    """Dim the lamp: for some looks some dice are hard to read."""
    hands.note("lamp dimmed")
    hands.eye.dim_looks = hands.rng.randrange(1, 5)
    hands.act("lamp dimmed", 0.3, 1.0)
    hands.look(0.6)


def moves_city(hands: OtherHands) -> None:
    """Push a built city elsewhere, as a whole."""
    sites = [site for site in hands.builder.sites if any(site.has(die.cell) for die in hands.lying.dice)]
    if not sites:
        return
    site = hands.rng.choice(sites)
    dice = [(die, die.cell) for die in hands.lying.dice if die.cell is not None and site.has(die.cell)]
    others = hands.lying.others(*(die for die, _ in dice))
    for _ in range(60):
        base, by_deg = hands.lying.anywhere(), hands.rng.uniform(-30, 30)
        there = replace(site, base=base, turn_deg=site.turn_deg + by_deg)
        if all(is_inside(at) and is_clear(at, others) for at in (there.place(cell) for _, cell in dice)):
            break
    else:
        return
    hands.note("city pushed elsewhere")
    site.base, site.turn_deg = there.base, there.turn_deg
    for die, cell in dice:
        die.at, die.angle_deg = site.place(cell), die.angle_deg + by_deg
    hands.act(f"city of {len(dice)} pushed elsewhere", 1.0, 3.0)
    hands.look(0.6)


def changes_mind(hands: OtherHands) -> None:
    """Put a knight that was put aside since the last throw back among the loose dice."""
    since = len(hands.knights_aside) - hands.state.knights
    free = [die for die in hands.knights_aside if die not in hands.eye.beneath]
    if since <= 0 or not free:
        return
    hands.note("knight put back")
    knight = hands.rng.choice(free)
    knight.aside = False
    hands.put(knight, hands.lying.anywhere(), 1.0)
    hands.act("knight put back among the loose dice", 0.8, 2.0)
    hands.look(0.5)


def begins_anew(hands: OtherHands) -> None:
    """Take apart what was built since the last throw; it is built otherwise then, or not at all."""
    new = hands.new_built()
    if not new:
        return
    hands.note("city begun anew")
    for die in new:
        die.cell, die.aside = None, False
        hands.put(die, die.at, 1.5)
        if hands.has(0.3):
            hands.act(f"{die.face} taken from the city", 0.8, 1.5)
            hands.look(0.4)
    hands.act("city taken apart", 0.8, 2.0)
    hands.look(0.5)


def stacks_knights(hands: OtherHands) -> None:
    """Stack the knights that were put aside: of a tower only the uppermost is seen."""
    knights = hands.knights_aside
    if len(knights) < 2 or any(knight in hands.eye.beneath for knight in knights):
        return
    hands.note("knights stacked")
    top, *below = knights
    for knight in below:
        knight.at, knight.angle_deg = top.at, top.angle_deg
        hands.eye.leaning.pop(knight, None)
        hands.eye.beneath.add(knight)
    hands.act(f"{len(knights)} knights stacked", 1.5, 4.0)
    hands.look(0.5)


def nudges(hands: OtherHands) -> None:
    """Push a die that lies alone; another one perhaps, so that they touch."""
    alone = [die for die in hands.lying.dice if die.cell is None and not _is_stacked(hands, die)]
    if not alone:
        return
    die = hands.rng.choice(alone)
    was = die.at, die.angle_deg
    others = [other for other in hands.lying.loose() if other is not die]
    if others and hands.has(0.4):
        _beside(die, hands.rng.choice(others))
    else:
        die.at = die.at[0] + hands.rng.uniform(-1.5, 1.5), die.at[1] + hands.rng.uniform(-1.5, 1.5)
        die.angle_deg += hands.rng.uniform(-90, 90)
    if not hands.fits(die):
        die.at, die.angle_deg = was
        return
    hands.note("die pushed")
    hands.act(f"{die.face} pushed", 0.3, 1.0)
    hands.look(0.4)


def _is_stacked(hands: OtherHands, die: LyingDie) -> bool:
    return die in hands.eye.beneath or bool(hands.below(die))


def _beside(die: LyingDie, other: LyingDie) -> None:
    away = max(dist(die.at, other.at), 0.01)
    die.at = (
        other.at[0] + (die.at[0] - other.at[0]) / away * STEP * 1.05,
        other.at[1] + (die.at[1] - other.at[1]) / away * STEP * 1.05,
    )
    die.angle_deg = other.angle_deg + 90 * round((die.angle_deg - other.angle_deg) / 90)


def straightens(hands: OtherHands) -> None:
    """Straighten a die that leans, as the players have read it."""
    leaning = [die for die in hands.lying.dice if die in hands.eye.leaning]
    if not leaning:
        return
    hands.note("cocked die straightened")
    die = hands.rng.choice(leaning)
    del hands.eye.leaning[die]
    hands.act(f"{die.face} straightened", 0.5, 1.5)
    hands.look(0.5)


BETWEEN: tuple[tuple[float, Callable[[OtherHands], None]], ...] = (
    (0.07, sorts),
    (0.025, rearranges),
    (0.025, takes_away),
    (0.05, takes_built),
    (0.035, sleeve),
    (0.02, cup),
    (0.02, slides_all),
    (0.03, bumps),
    (0.02, dims),
    (0.05, moves_city),
    (0.08, changes_mind),
    (0.10, begins_anew),
    (0.08, stacks_knights),
    (0.06, nudges),
    (0.80, straightens),
)
"""How often each is tried between two acts. Chosen by hand, some times as often as at a quiet table."""
