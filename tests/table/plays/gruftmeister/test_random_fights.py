"""Random fights with disturbances, against a truth of its own: no throw is taken in but those made."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from companion.games.game import EVERYONE, HOST
from companion.games.gruftmeister.moves import BACK, LOGO, MONSTER
from tests.table.conftest import Bench, bench_on
from tests.table.plays.gruftmeister.paper_stones import PaperMat, reading_of, token_of, unsure
from tests.table.plays.gruftmeister.test_referee import one_fight
from vision.readings.tokens import Token, TokenReading

WEAPONS, ARMOUR = ("sword", "axe"), ("shield", "helmet")
MOST_THROWS = 12


@dataclass
class Truth:
    """A fight by the rules, counted by hand."""

    hearts: int
    throws: list[tuple[str, ...]] = field(default_factory=list)
    over: str = ""

    def throw(self, faces: tuple[str, ...]) -> None:
        self.throws.append(faces)
        blocked = any(face in ARMOUR for face in faces)
        self.hearts -= MONSTER in faces and not blocked
        if self.hearts == 0:
            self.over = "dead"
        elif any(face in WEAPONS for face in faces):
            self.over = "killed"


@dataclass
class Fight:
    """One fight at a table, and all that hands do there."""

    bench: Bench
    rng: Random
    mat: PaperMat
    carries: tuple[str, ...]
    hearts: int
    truth: Truth
    asked: int = 0
    wrong: list[str] = field(default_factory=list)
    disturbed: bool = True

    def run(self) -> None:
        self.look(self.reading())
        while not self.truth.over and len(self.truth.throws) < MOST_THROWS and not self.wrong:
            self.between()
            self.mat.throw(self.carries)
            self.truth.throw(self.mat.faces)
            if self.disturbed:
                self.disturb()
            self.look(self.reading())
            self.compare("throw", behind=0)
            if self.disturbed and self.rng.random() < 0.3 and not self.truth.over:
                self.afterwards()

    def between(self) -> None:
        """Lift the stones; often the table sees it bare meanwhile, or some of them left there."""
        if self.disturbed and self.rng.random() < 0.3:
            self.look(self.reading(self.mat.stones[1:]))
        if not self.disturbed or self.rng.random() < 0.7:
            self.mat.stones = []
            self.look(self.reading())

    def disturb(self) -> None:
        """Let something be in the way before the whole throw is seen as it is."""
        kind = self.rng.choice(("none", "covered", "edge", "unsure", "extra", "cut off", "far too many"))
        tokens = self.tokens()
        number = self.rng.randrange(len(tokens))
        if kind in ("covered", "edge"):
            doubts = ["maybe_missed"] if self.rng.random() < 0.7 else []
            self.look(reading_of([*tokens[:number], *tokens[number + 1 :]], doubts))
        elif kind == "unsure":
            self.look(self.unsurely(tokens))
        elif kind in ("extra", "far too many"):
            extra = replace(tokens[number], label=self.rng.choice((BACK, "sword", MONSTER)))
            self.look(reading_of([*tokens, *[extra] * (1 if kind == "extra" else 4)]))
        elif kind == "cut off":
            cut = replace(unsure(tokens[number], BACK, wrong=False), cut_off=True)
            self.look(reading_of([*tokens[:number], cut, *tokens[number + 1 :]], ["cut_off"]))

    def afterwards(self) -> None:
        """Do something to stones that were read already: none of it is a throw."""
        kind = self.rng.choice(
            ("bump", "push one", "push all", "covered", "unsure", "lift and lay back")
        )
        if kind == "bump":
            self.mat.bump()
        elif kind == "push one":
            self.mat.push([self.rng.randrange(len(self.mat.stones))])
        elif kind == "push all":
            self.mat.push(range(len(self.mat.stones)))
        elif kind == "covered":
            self.look(self.reading(self.mat.stones[1:]))
        elif kind == "unsure":
            self.look(self.unsurely(self.tokens()))
        else:
            self.look(self.reading([]))
        self.look(self.reading())
        self.compare(kind, behind=0)

    def unsurely(self, tokens: list[Token]) -> TokenReading:
        number = self.rng.randrange(len(tokens))
        stone = self.mat.stones[number]
        if stone.thing == MONSTER:
            other = LOGO if stone.up else MONSTER
        else:
            other = BACK if stone.up else self.rng.choice((stone.thing, *WEAPONS, *ARMOUR))
        tokens[number] = unsure(tokens[number], other, wrong=self.rng.random() < 0.5)
        return reading_of(tokens)

    def tokens(self) -> list[Token]:
        return [token_of(stone, self.rng) for stone in self.mat.stones]

    def reading(self, stones: Sequence[object] | None = None) -> TokenReading:
        lying = self.mat.stones if stones is None else stones
        return reading_of([token_of(stone, self.rng) for stone in lying])  # type: ignore[arg-type]

    def look(self, reading: TokenReading) -> None:
        """Show it, let time pass, and answer what is asked as a player would."""
        self.bench.show(reading)
        self.bench.wait(30.0)
        self.compare("look", behind=1)
        offer = self.bench.table.state(HOST)["proposal"]
        if offer is not None and offer["kind"] == "question":
            self.asked += 1
            self.bench.table.answer(HOST, offer["id"], self.answer(offer["choices"]))
            self.bench.wait(30.0)

    def answer(self, choices: Sequence[object]) -> str:
        """Return the choice that is so: the throw that the table has not taken in, or none."""
        missing = self.truth.throws[len(self.taken_in()) :]
        for choice in choices:
            moves = choice["moves"]  # type: ignore[index]
            faces = [tuple(sorted(move["faces"])) for move in moves]
            if len(faces) == len(missing) and self.effects(faces) == self.effects(missing):
                return str(choice["id"])  # type: ignore[index]
        return "stop"

    def effects(self, more: Sequence[tuple[str, ...]]) -> list[tuple[str, int, bool]]:
        """Return what has happened if these are thrown after what the table has taken in."""
        return effects([*self.taken_in(), *more], self.hearts)

    def compare(self, when: str, behind: int) -> None:
        """Take down where the table has taken in what was not thrown, or has lost a throw."""
        taken, true = self.taken_in(), self.truth.throws
        wanted = effects(true, self.hearts)
        if effects(taken, self.hearts) not in (wanted, wanted[: len(wanted) - behind]):
            self.wrong.append(f"{when}: {taken[-2:]}, truly {true[-2:]}")

    def taken_in(self) -> list[tuple[str, ...]]:
        moves = [line["move"] for line in self.bench.table.state(HOST)["history"] if not line["undone"]]
        return [tuple(sorted(move["faces"])) for move in moves]


def effects(throws: Sequence[tuple[str, ...]], hearts: int) -> list[tuple[str, int, bool]]:
    """What each throw of a fight does: to the master, the hearts left, whether it was blocked.

    What a stone shows that makes no difference may be read wrongly, where it was not sure.
    """
    truth, found = Truth(hearts), []
    for faces in throws:
        before = truth.hearts
        truth.throw(faces)
        blocked = MONSTER in faces and truth.hearts == before
        found.append((truth.over, truth.hearts, blocked))
    return found


def play(seed: int, disturbed: bool) -> Fight:
    rng = Random(seed)
    carries = (
        *rng.sample(WEAPONS, rng.randint(1, 2)),
        *rng.sample(ARMOUR, rng.randint(0, 2)),
    )
    hearts = rng.randint(1, 3)
    bench = bench_on(None, seed)
    bench.table.start_sitting(one_fight(carries, hearts))
    fight = Fight(bench, rng, PaperMat(rng), carries, hearts, Truth(hearts), disturbed=disturbed)
    try:
        fight.run()
        check_the_end(fight)
    finally:
        bench.table.close()
    return fight


def check_the_end(fight: Fight) -> None:
    """The table's fight stands as the true one."""
    outcome = fight.bench.table.state(EVERYONE)["outcome"]
    view = fight.bench.view()
    if fight.wrong:
        return
    assert (outcome is not None) == bool(fight.truth.over)
    assert outcome is None or (outcome["winners"] == ["Ana"]) == (fight.truth.over == "killed")
    if fight.truth.over != "dead":
        assert view["players"][0]["hearts"] == fight.truth.hearts


def test_undisturbed_fights_are_read_without_a_question() -> None:
    fights = [play(seed, disturbed=False) for seed in range(40)]
    assert [fight.wrong for fight in fights if fight.wrong] == []
    assert sum(fight.asked for fight in fights) == 0
    assert sum(len(fight.truth.throws) for fight in fights) > 50


def test_disturbed_fights_take_in_no_throw_that_was_not_made() -> None:
    fights = [play(1000 + seed, disturbed=True) for seed in range(60)]
    assert [fight.wrong for fight in fights if fight.wrong] == []


@pytest.mark.slow
def test_a_thousand_disturbed_fights_take_in_no_throw_that_was_not_made() -> None:
    fights = [play(5000 + seed, disturbed=True) for seed in range(1000)]
    assert [fight.wrong for fight in fights if fight.wrong] == []
    counts = Counter(fight.truth.over for fight in fights)
    assert min(counts["dead"], counts["killed"]) > 50
