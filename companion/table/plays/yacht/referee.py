"""Yacht's referee: the meaning of five dice on the table in a turn of three throws.

Which dice were kept and which thrown is tracked by several hypotheses; all hypotheses with the same five
faces mean the same, so nobody is asked which dice were kept. The box is a person's choice: it is
offered, never read.
"""

from collections.abc import Hashable, Sequence

from companion.games.yacht.odds import advice
from companion.games.yacht.sheets import DICE
from companion.games.yacht.state import State
from companion.table.hooks.position import Position
from companion.table.hooks.verdict import Choice, JsonObject, Proposal, Say, Verdict
from companion.table.plays.dice_readings import faces_text
from companion.table.plays.followed_dice import lying, throws_told
from companion.table.plays.thrown_dice import RuledThrows, ThrownDice
from companion.table.tracking.beam import Beam
from companion.table.tracking.decide import MOST_ANSWERS, WORTH_AN_ANSWER, Decision, decided
from vision.piece import dice_look
from vision.readings.dice import DiceReading


class YachtThrows(RuledThrows[State]):
    """Yacht's answers about its throws."""

    @property
    def first(self) -> int | None:
        """A turn begins with all dice."""
        return None if self.position.state.throws else DICE

    @property
    def again(self) -> bool:
        """Some dice may be thrown again after the first throw and the second."""
        return self.position.state.may_throw

    @property
    def lying(self) -> Sequence[str]:
        """The faces of the lying dice."""
        return self.position.state.lying

    def key(self, moves: Sequence[JsonObject]) -> Hashable:
        """Return the effect of a throw: which dice were kept does not change what they are worth."""
        state = self.play(moves)
        return None if state is None else (state.throws, tuple(sorted(state.lying)))


def weigh(position: Position[State], memory: Beam, reading: DiceReading) -> Verdict[Beam]:
    """Return the meaning of a finished reading in this position."""
    if position.has_ended:
        return Verdict(memory.over)
    tells = ThrownDice(YachtThrows(position), reading.rolled)
    beam = memory.seen(dice_look(reading), tells)
    decision = decided(beam, tells)
    thrown = throws_told(beam, decision, tells, reading, _said)
    if position.is_left_over and memory.last is None and not position.state.throws:
        beam = lying(reading)  # not a throw of this game, unless somebody says so now
    elif memory.doubted and decision.kind != "wait":
        beam = memory
    if decision.kind == "act":
        return Verdict(beam, Proposal("move", thrown[0].say, thrown))
    offered = boxes(position, beam)
    if decision.kind == "ask":
        none = (Choice("no-throw", Say("throw.none"), (), beam.given((), tells)),)
        is_either = decision.same > WORTH_AN_ANSWER and position.state.throws > 0
        code = "ask.thrown_or_put_back" if is_either else "ask.throw_unsure"
        answers = (*thrown, *(none if is_either else ()))
        return Verdict(beam, Proposal("question", Say(code), answers))
    if offered is None:
        return Verdict(beam, notice=_wrong_count(decision, reading))
    likely = (*offered.choices, *thrown[:1])
    return Verdict(beam, Proposal("pending", offered.say, likely))


def boxes(position: Position[State], beam: Beam) -> Proposal[Beam] | None:
    """Offer the most promising boxes for the throw; every other is a tap on the sheet."""
    found = advice(position.state)
    if found is None:
        return None
    choices = tuple(
        Choice(
            f"score-{way.box}",
            Say("yacht.score_in", {"term": f"yacht.box.{way.box}", "points": way.points}),
            ({"seat": position.mover, "move": "score", "box": way.box},),
            beam.over,
        )
        for way in found.boxes[:MOST_ANSWERS]
    )
    return Proposal("pending", Say("yacht.choose_box"), choices)


def _said(words: JsonObject) -> Say:
    faces = faces_text(words["faces"])
    if "kept" in words:
        return Say(
            "yacht.throw_again",
            {"seat": words["seat"], "faces": faces, "kept_faces": faces_text(words["kept"])},
        )
    return Say("throw.seen", {"seat": words["seat"], "faces": faces})


def _wrong_count(decision: Decision, reading: DiceReading) -> Say | None:
    """Report too many or too few dice until there are five; leftover dice are not reported."""
    seen = len(reading.dice)
    if not seen or seen == DICE or decision.unknown < decision.same:
        return None
    params: dict[str, str | int | float] = {"seen": seen, "expected": DICE}
    return Say("notice.dice_missing" if seen < DICE else "notice.too_many_dice", params)
