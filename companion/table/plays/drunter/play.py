"""Drunter und Drüber at the table: votes at the box; lays are entered by tap."""

from companion.table.plays.drunter.ballot import BallotPlay


class DrunterPlay(BallotPlay[None]):
    """What the voting box asks."""


PLAY = DrunterPlay()
