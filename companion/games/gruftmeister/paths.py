"""Shortest ways over the board."""

from collections.abc import Set
from dataclasses import dataclass

from companion.games.gruftmeister.board import Board, Cell


@dataclass(frozen=True)
class Paths:
    """All fields that can be walked to, and the blocked ones that end a way, with the steps they
    cost."""

    start: Cell
    steps: dict[Cell, int]
    before: dict[Cell, Cell]

    def first_step(self, goal: Cell) -> Cell:
        """Return the field to step on first, on the way to another one."""
        while self.before[goal] != self.start:
            goal = self.before[goal]
        return goal


def paths_from(board: Board, start: Cell, blocked: Set[Cell]) -> Paths:
    """Walk in all directions; a blocked field can be reached, but ends the way."""
    steps: dict[Cell, int] = {start: 0}
    before: dict[Cell, Cell] = {}
    edge = [start]
    for cell in edge:
        further = steps[cell] + 1
        for beside in board.ways[cell]:
            if beside not in steps:
                steps[beside], before[beside] = further, cell
                if beside not in blocked:
                    edge.append(beside)
    return Paths(start, steps, before)
