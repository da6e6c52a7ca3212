"""Column names that tell the columns apart."""

from __future__ import annotations

from collections import Counter

from engine.data.tables.columns import UNNAMED


def unique(names: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """Column names without duplicates and gaps, and the warnings that say what was renamed.

    >>> unique(["a", "a", ""])[0]
    ['a', 'a 2', 'column 3']
    """
    given = [name.strip() or (f"column {j + 1}" if j else UNNAMED) for j, name in enumerate(names)]
    taken, numbers, made = set(given), Counter[str](), []
    for name in given:
        new = name
        while numbers[new] or (new != name and new in taken):
            numbers[name] = max(numbers[name], 1) + 1
            new = f"{name} {numbers[name]}"
        numbers[new] += 1
        made.append(new)
    twice = [name for name, times in Counter(given).items() if times > 1]
    words = f"The column name {twice[0]} occurs {given.count(twice[0])} times: " if twice else ""
    return made, (f"{words}the later ones got a number.",) if twice else ()
