"""``python -m tests.rigs.random_yacht FROM TO``: turns of these seeds, and the sum of all of them.

Prints a line for each turn with a silent error. The exit status is 1 where there was one of which every
throw got a look.
"""

import json
import sys
import time
from collections import Counter
from random import Random

from companion.games.game import HOST
from companion.table.shapes.values import JsonObject
from tests.rigs.random_yacht.hands import Hands, Look
from tests.table.conftest import Bench, bench_on
from tests.table.paper_table import reading_of

ANSWERS = 0.75


class Turn:
    """One turn, shown to a table. ``sums``: what came of it."""

    def __init__(self, seed: int) -> None:
        self.sums: Counter[str] = Counter()
        self.error: dict[str, object] | None = None
        self._rng = Random(seed)
        self._hands = Hands(Random(seed))
        self._bench: Bench = bench_on(None, 1)
        self._asked: set[str] = set()

    def play(self) -> None:
        """Show the turn look by look, until it is over or a throw was accepted that was not made."""
        bench = self._bench
        try:
            bench.table.start_sitting({"game": "yacht", "seats": ["Ana"]})
            bench.show(reading_of([]))
            bench.wait(3.0)
            for look in self._hands.turn():
                self.sums["looks"] += 1
                bench.show(look.reading)
                bench.wait(3.0)
                self._answer(look)
                if self._is_wrong(look):
                    break
            self.sums["turns"] += 1
            self.sums["throws"] += len(self._hands.made)
        finally:
            bench.table.close()

    def _made(self) -> list[tuple[str, ...]]:
        lines = self._bench.table.state(HOST)["history"]
        return [
            tuple(sorted([*one["faces"], *one.get("kept", [])])) for one in (x["move"] for x in lines)
        ]

    def _is_wrong(self, look: Look) -> bool:
        """Tell whether a throw was accepted that was not made; one that no look showed may lack."""
        true = iter(self._hands.made[: look.throws])
        if all(any(made == one for one in true) for made in self._made()):
            return False
        acts = [list(one) for one in self._hands.made]
        self.error = {"made": acts, "accepted": self._made(), "at": self.sums["looks"]}
        self.sums["silent"] += 1
        return True

    def _answer(self, look: Look) -> None:
        """Note what is asked, and answer it truly where people do."""
        offer = self._bench.table.state(HOST)["proposal"]
        if offer is None or offer["kind"] != "question":
            return
        if offer["id"] not in self._asked:
            self._asked.add(offer["id"])
            self.sums["asked"] += 1
            self.sums[f"asked {offer['text']['code']}"] += 1
        if look.in_hand or self._rng.random() > ANSWERS:
            return
        known, true = self._made(), self._hands.made[: look.throws]
        for choice in offer["choices"]:
            after = [*known, *map(_faces, choice["moves"])]
            is_true = all(one in true for one in after) and after[-1:] == true[-1:]
            if is_true and (choice["moves"] or known == true):
                self._bench.table.answer(HOST, offer["id"], choice["id"])
                return


def _faces(words: JsonObject) -> tuple[str, ...]:
    """Return what lies there after a throw."""
    return tuple(sorted([*words["faces"], *words.get("kept", [])]))


def main(first: int, last: int) -> int:
    """Play the turns of these seeds."""
    sums, began = Counter[str](), time.process_time()
    for seed in range(first, last + 1):
        turn = Turn(seed)
        turn.play()
        sums += turn.sums
        if turn.error is not None:
            print(json.dumps({"seed": seed, **turn.error}), flush=True)
    print(json.dumps({**sums, "seconds": round(time.process_time() - began, 1)}), flush=True)
    return 1 if sums["silent"] else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
