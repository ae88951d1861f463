"""The odds of a fight with given numbers of weapons and pieces of armour; every stone is a fair coin.

A throw kills with 1 − ½^w and wounds with ½ · ½^a. Wounds count before the kill: a wounded master with
one heart dies even if a weapon was thrown.
"""


def kill_chance(weapons: int) -> float:
    """Return the chance that one throw shows a weapon."""
    return 1 - 0.5**weapons


def wound_chance(armour: int) -> float:
    """Return the chance that one throw shows the monster and no armour."""
    return 0.5 * 0.5**armour


def win_chance(hearts: int, weapons: int, armour: int) -> float:
    """Return the chance to kill the monster before the last heart is gone, fighting to the end."""
    if hearts <= 0 or weapons <= 0:
        return 0.0
    kill, wound = kill_chance(weapons), wound_chance(armour)
    wins_wounded = kill if hearts > 1 else 0.0
    fights_on = (1 - kill) * win_chance(hearts - 1, weapons, armour)
    decided = 1 - (1 - wound) * (1 - kill)
    return ((1 - wound) * kill + wound * (wins_wounded + fights_on)) / decided
