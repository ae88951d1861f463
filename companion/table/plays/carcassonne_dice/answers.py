"""What the referee answers in words: proposals, questions with their answers, and what it misses."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.carcassonne_dice.faces import KNIGHT
from companion.games.carcassonne_dice.state import State
from companion.table.hooks.verdict import Choice, Place, Proposal, Say, Verdict, places_of
from companion.table.plays.carcassonne_dice.doubts import words_for
from companion.table.plays.carcassonne_dice.layout import Layout
from companion.table.plays.carcassonne_dice.misfits import Misfit
from companion.table.plays.carcassonne_dice.throwing import Story
from companion.table.plays.dice_readings import faces_text
from companion.table.plays.lying import Lying
from vision.readings.dice import DiceReading
from vision.readings.places import PointPx


def proposed(layout: Layout, stories: Sequence[Story]) -> Verdict[Layout]:
    """Propose the first of the stories, to be accepted after a moment."""
    return Verdict(layout, Proposal("move", stories[0].say, answers_of(stories)))


def answers_of(stories: Sequence[Story], *, told: bool = False) -> tuple[Choice[Layout], ...]:
    """Return the stories as answers; ``told``: in more words, where they are of different kinds.

    Where they differ in how many dice were thrown, each says what was put aside before.
    """
    choices = tuple(story.choice(number, among_others=told) for number, story in enumerate(stories))
    if len({len(story.dice) for story in stories}) == 1:
        return choices
    return tuple(_beside(story, choice) for story, choice in zip(stories, choices, strict=True))


def _beside(story: Story, choice: Choice[Layout]) -> Choice[Layout]:
    """Return an answer that names the dice put aside before the throw, if any were."""
    aside: list[str] = []
    for words in story.moves:
        aside += [KNIGHT] * words.get("knights", 0)
        aside += [die["face"] for die in words.get("city", ())]
    if not aside or choice.say.code not in ("throw.seen", "throw.again"):
        return choice
    params = {**choice.say.params, "aside_faces": faces_text(aside)}
    return replace(choice, say=Say("throw.again_beside", params))


def no_throw(memory: Layout) -> Choice[Layout]:
    """Return the answer that nothing was thrown."""
    return Choice("no-throw", Say("throw.none"), (), memory)


def as_entered(memory: Layout) -> Choice[Layout]:
    """Return the answer that these dice are the throw that a person entered."""
    return Choice("as-entered", Say("throw.as_entered"), (), memory)


def asked(
    layout: Layout,
    code: str,
    choices: Sequence[Choice[Layout]],
    meant: tuple[Place, ...] = (),
    **params: int,
) -> Verdict[Layout]:
    """Ask, and say what to do where none of the answers is right; ``meant``: where the dice lie."""
    proposal = Proposal("question", Say(code, params, meant), tuple(choices))
    return Verdict(layout, proposal, Say("notice.by_tap"))


def asked_of_throw(
    layout: Layout,
    code: str,
    reading: DiceReading,
    stories: Sequence[Story],
    choices: Sequence[Choice[Layout]],
    meant: tuple[Place, ...] = (),
) -> Verdict[Layout]:
    """Ask about a throw. Who does not answer, and throws again, has made a throw that was not read."""
    return asked(layout.not_read(stories[0].dice, reading), code, choices, meant)


def wrong_count(
    layout: Layout, reading: DiceReading, expected: int, passed: Sequence[Story] = ()
) -> Verdict[Layout]:
    """Say that there are too many dice, or too few, or others than can lie there, and wait.

    ``passed`` are the stories in which those were catapults, passed on already: one tap takes it.
    """
    seen = len(reading.dice)
    if seen < expected:
        say = Say("notice.dice_missing", {"seen": seen, "expected": expected})
        offer = Proposal("pending", say, answers_of(passed, told=True)) if passed else None
        return Verdict(layout.not_read(reading.dice, reading), offer, say)
    if not reading.sure and sum(die.sure for die in reading.dice) <= expected:
        return Verdict(layout, notice=words_for(reading))  # One of them may be no die at all.
    if seen == expected:
        return Verdict(layout, notice=Say("notice.not_understood"))
    return Verdict(layout, notice=Say("notice.too_many_dice", {"seen": seen, "expected": expected}))


def doubtful(reading: DiceReading) -> tuple[Place, ...]:
    """Return where the dice lie that are not sure."""
    return places_of([die.centre_px for die in reading.dice if not die.sure], reading.size_px)


def missed(dice: Sequence[Lying], reading: DiceReading) -> Say:
    """Say which dice are missed, and where the first of them lay."""
    return about_dice("notice.missed", {die.at_px: die.face for die in dice}, reading)


def put_back(dice: Sequence[Lying], reading: DiceReading) -> Say:
    """Say which dice no longer lie where they were set aside, and where the first of them lay."""
    return about_dice("notice.put_back", {die.at_px: die.face for die in dice}, reading)


def about_dice(code: str, faces: Mapping[PointPx, str], reading: DiceReading) -> Say:
    """Say something of dice: their faces, by where they lie or lay."""
    told = faces_text([*faces.values()])
    where = places_of(faces, reading.size_px)
    return Say(code, {"dice": len(faces), "faces": told}, where)


def to_be_turned(wrong: Misfit, reading: DiceReading) -> Say:
    """Say which die does not match its neighbour, and must be turned or moved."""
    die = reading.dice[wrong.die]
    code = "notice.turn_die" if wrong.turned else "notice.move_die"
    return Say(code, {"faces": die.face}, places_of([die.centre_px], reading.size_px))


def say_building(shown: State, ended: State) -> Say:
    """Say what is being built, as it is ``shown``, and what stopping brings as it ``ended``."""
    told = {"dice": len(shown.built), "knights": ended.knights, "points": ended.points_now}
    return Say("building.seen", told)
