"""The pictures of levels: a column that unfolds, a ladder of ranks, and the paths of a tree."""

from __future__ import annotations

from dataclasses import dataclass

from engine.base.words import counted, listed


@dataclass(frozen=True, eq=False)
class Unfolding:
    """One column becomes a column of 0 and 1 for each level, the first left out if it is not `first`.

    counts   the rows of each level;   at   the level of the row that is looked at, or −1
    """

    title: str
    levels: tuple[str, ...]
    counts: tuple[int, ...]
    first: bool
    row: str = ""
    at: int = -1

    def words(self) -> str:
        made = counted(len(self.levels) - (not self.first), "column")
        if self.at < 0:
            return f"{counted(len(self.levels), 'level')} unfold into {made}"
        return f"Row {self.row}: {self.levels[self.at]} is ({', '.join(map(str, self.codes(self.at)))})"

    def codes(self, level: int) -> list[int]:
        """The 0 and 1 that stand for a level."""
        return [int(level == other) for other in range(int(not self.first), len(self.levels))]

    def part(self, i: int) -> str:
        return f"{self.levels[i]}: {', '.join(map(str, self.codes(i)))} · {counted(self.counts[i], 'row')}"


@dataclass(frozen=True, eq=False)
class Ladder:
    """Levels with their ranks, the lowest first; `at` is the level of the row that is looked at, or −1."""

    title: str
    levels: tuple[str, ...]
    counts: tuple[int, ...]
    row: str = ""
    at: int = -1

    def words(self) -> str:
        told = f"{counted(len(self.levels), 'rung')}: higher is more, by how much is not said"
        return told if self.at < 0 else f"Row {self.row}: {self.levels[self.at]} is {self.at}"

    def part(self, i: int) -> str:
        return f"{self.levels[i]} is {i} · {counted(self.counts[i], 'row')}"


@dataclass(frozen=True, eq=False)
class Bag:
    """The words of a column of texts, those that most texts have first.

    counts   how many texts have each;   row, times   the row that is looked at, and how often it has each, if one is
    """

    title: str
    levels: tuple[str, ...]
    counts: tuple[int, ...]
    row: str = ""
    times: tuple[int, ...] = ()

    def words(self) -> str:
        if not self.times:
            return f"{counted(len(self.levels), 'word')}, each a column of its counts"
        has = [
            f"{word} ×{times}" if times > 1 else word
            for word, times in zip(self.levels, self.times, strict=True)
            if times
        ]
        return f"Row {self.row}: {listed(has, 4)}" if has else f"Row {self.row} has none of the words"

    def part(self, i: int) -> str:
        told = f"{self.levels[i]}: in {counted(self.counts[i], 'text')}"
        return f"{told}, {counted(self.times[i], 'time')} in row {self.row}" if self.times else told


@dataclass(frozen=True, eq=False)
class Branches:
    """A tree: nodes (label, depth, place among the leaves, parent or −1), and the nodes of each path to a leaf."""

    title: str
    nodes: tuple[tuple[str, int, float, int], ...]
    paths: tuple[tuple[int, ...], ...]
    row: str = ""

    def path(self, i: int) -> str:
        """The path in words, root first."""
        return "/".join(self.nodes[node][0] for node in self.paths[i])

    def words(self) -> str:
        names = [self.path(i) for i in range(len(self.paths))]
        told = [name + (f" ×{names.count(name)}" if names.count(name) > 1 else "") for name in dict.fromkeys(names)]
        return f"Row {self.row}: {listed(told, 4)}"

    def part(self, i: int) -> str:
        name = self.path(i)
        return f"{name}: {[self.path(j) for j in range(len(self.paths))].count(name)} in this row"
