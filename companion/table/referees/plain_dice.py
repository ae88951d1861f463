"""The referee of plain dice: every throw that is seen counts, whatever it shows."""

from companion.games.plain_dice.rules import State
from companion.table.referees.layout import Layout, stayers
from companion.table.referees.referee import Choice, Proposal, Say, Verdict, faces_text, likely_readings
from vision.reading import DiceReading

LOOKS_ALIKE_DEG = 90.0
"""Pips 1, 4 and 5 look the same after every quarter turn."""


class PlainDiceReferee:
    """Takes every new picture of dice as a throw of nobody in particular."""

    def look(self, state: State, layout: Layout, reading: DiceReading) -> Verdict:
        """Say what a finished reading means: a throw, unless the same dice still lie there."""
        del state
        if not reading.dice:
            return Verdict(Layout() if reading.sure else layout)
        same = stayers(layout.dice, reading, LOOKS_ALIKE_DEG)
        if reading.sure and len(same) == len(reading.dice) == len(layout.dice):
            return Verdict(layout)
        choices: list[Choice] = []
        for way in likely_readings(reading):
            faces = [die.face for die in way.dice]
            say = Say("throw.plain", {"faces": faces_text(faces)})
            throw = {"move": "throw", "faces": faces}
            choices.append(Choice(f"throw-{len(choices)}", say, (throw,), Layout.of(way)))
        if reading.sure:
            return Verdict(layout, Proposal("move", choices[0].say, tuple(choices)))
        return Verdict(layout, Proposal("question", Say("ask.throw_unsure"), tuple(choices)))
