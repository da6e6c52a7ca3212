"""Which nodes of a tree are shown: what this step is about, what a person opened, and as much more as has room."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gui.painters.tidy import by_level, children_of

Key = tuple[int, ...]
"""A node by the way to it from its root, which of the branches at each turn: the same while the tree grows."""


class Folds:
    """What a person opened and closed by hand, kept from step to step.

    opened, closed  the keys of the nodes whose branches are shown, or not, whatever there is room for
    whole           whether all is shown, however small
    up              whether what is above the node of the step is shown, where it has no room with all of it
    """

    def __init__(self) -> None:
        self.opened: set[Key] = set()
        self.closed: set[Key] = set()
        self.whole = False
        self.up = False

    @property
    def by_hand(self) -> bool:
        """Whether a person has had a say in it."""
        return bool(self.opened or self.closed or self.whole or self.up)

    def forget(self) -> None:
        """As much as has room again."""
        self.opened.clear()
        self.closed.clear()
        self.whole = self.up = False

    def turn(self, key: Key, shown: bool) -> None:
        """Fold the branches of a node that are shown, or open those that are not."""
        into, out_of = (self.closed, self.opened) if shown else (self.opened, self.closed)
        into.add(key)
        out_of.discard(key)

    def shown(self, parents: Sequence[int], lit: Sequence[int], fits: Callable[[list[int]], bool]) -> list[int]:
        """The nodes to show, ascending: all if they fit, else those that must be there and, level by level, more."""
        everything = list(range(len(parents)))
        if self.whole or (not self.closed and fits(everything)):
            return everything
        children, keys = children_of(parents), keys_of(parents)
        must = self._must(parents, lit, keys)
        more = [node for node in by_level(parents, children) if children[node] and node not in must]
        more = [node for node in more if keys[node] not in self.closed]
        low, high = 0, len(more)
        while low < high:  # the most that still fits; a part of the list that fits is a beginning of it
            middle = (low + high + 1) // 2
            if fits(_visible(parents, children, must | set(more[:middle]))):
                low = middle
            else:
                high = middle - 1
        return _visible(parents, children, must | set(more[:low]))

    def _must(self, parents: Sequence[int], lit: Sequence[int], keys: list[Key]) -> set[int]:
        """The nodes whose branches must be shown: the way to what is lit, and what a person opened."""
        must = {node for node, key in enumerate(keys) if key in self.opened}
        for node in lit:
            above = parents[node]
            while above >= 0:
                must.add(above)
                above = parents[above]
        asked = [node for node in lit if keys[node] not in self.closed]
        ends = [node for node in asked if not any(parents[other] == node for other in lit)]
        return (must | set(ends[:1])) - {node for node, key in enumerate(keys) if key in self.closed}


def keys_of(parents: Sequence[int]) -> list[Key]:
    """The key of every node."""
    children = children_of(parents)
    keys: list[Key] = [()] * len(parents)
    for number, root in enumerate(node for node, parent in enumerate(parents) if parent < 0):
        keys[root] = (number,)
    for node in by_level(parents, children):
        for turn, child in enumerate(children[node]):
            keys[child] = (*keys[node], turn)
    return keys


def below_each(parents: Sequence[int], own: Sequence[int]) -> list[int]:
    """How many nodes hang from each node; `own` are those at each that the graph leaves out."""
    found = list(own)
    for node in reversed(by_level(parents, children_of(parents))):
        if parents[node] >= 0:
            found[parents[node]] += found[node] + 1
    return found


def _visible(parents: Sequence[int], children: list[list[int]], opened: set[int]) -> list[int]:
    """The roots, and what hangs from what is open as far as all above it is."""
    found = [node for node, parent in enumerate(parents) if parent < 0]
    for node in found:
        if node in opened:
            found.extend(children[node])
    return sorted(found)


def way_to(parents: Sequence[int], node: int) -> list[int]:
    """The nodes from the root to this one."""
    way = [node]
    while parents[way[-1]] >= 0:
        way.append(parents[way[-1]])
    return way[::-1]
