"""Every algorithm is found by itself: in the folder of a family each package is one, and its name is the key."""

from __future__ import annotations

import pkgutil
from collections.abc import Collection, Iterable
from functools import cache
from itertools import chain
from pathlib import Path

from engine.base.errors import DropRows, KeepColumns, Prepare, Refusal, remedies
from engine.base.words import listed, quoted
from engine.core.algorithm import Algorithm
from engine.core.rooms import broken, entered
from engine.data.dataset import Dataset


@cache
def homes() -> dict[str, str]:
    """The package of every algorithm by its key, families and homes in alphabetical order."""
    found: dict[str, str] = {}
    folders = [Path(place) / family.name for family in pkgutil.iter_modules(__path__) for place in __path__]
    for folder in folders:
        for home in pkgutil.iter_modules([str(folder)]):
            if home.ispkg and home.name in found:
                raise ImportError(f"Two algorithms have the key {home.name!r}: rename one of the packages.")
            if home.ispkg:
                found[home.name] = f"{__name__}.{folder.name}.{home.name}"
    return found


@cache
def algorithms() -> dict[str, Algorithm]:
    """The card of every algorithm by its key, families and homes in alphabetical order."""
    return {key: _card(home) for key, home in homes().items()}


@cache
def _card(home: str) -> Algorithm:
    """The card of a home; of one whose card cannot be read one that stands in for it and says why."""
    try:
        card: Algorithm = entered(home, "ALGORITHM").ALGORITHM
        return card
    except Exception as error:  # one that is broken must not stop the others
        words = broken(error)
    card = Algorithm(home, name=home.rpartition(".")[2], task="classification", summary=words, source="")
    card.rooms.fault = words
    return card


def algorithm(key: str) -> Algorithm:
    """The algorithm with this key, or a Refusal with the keys most like it; the cards of the others stay closed."""
    known = homes()
    if key not in known:
        raise Refusal(f"There is no algorithm {quoted(key)}. The keys are: {listed(_most_like(key, known))}.")
    return _card(known[key])


def _most_like(key: str, known: Iterable[str]) -> list[str]:
    """The keys in the order of how like one they are."""
    from difflib import SequenceMatcher

    given = str(key)[:80]
    return sorted(known, key=lambda one: -SequenceMatcher(None, given, one).ratio())


def forget() -> None:
    """Look anew what algorithms there are: the folders may have changed."""
    for known in (homes, algorithms, _card):
        known.cache_clear()


def suitable(data: Dataset) -> str:
    """The key of the first algorithm that predicts the target of this data, else that suits it, else of any that opens.

    What has a target was opened to be predicted. Those whose card says that they open a table come before the others.
    """
    cards = sorted(algorithms().values(), key=lambda item: (not item.opens, item.aside))
    task = PREDICTED.get(data.target or "", "clustering")
    meant = (item for item in cards if item.task_on(data) == task and not item.unsuitable(data))
    suited = (item for item in cards if not item.unsuitable(data))
    return next(item.key for item in chain(meant, suited, cards) if item.rooms.opened())


PREDICTED = {"class": "classification", "real": "regression"}
"""What a method does with a table, by the target to be predicted."""


def instead(like: Algorithm, data: Dataset) -> str:
    """The key of the algorithm nearest to another one that this data suits: of its family, its task, or any; or ''.

    In the place of one that predicts comes one that predicts the target of this data: where that is of the other kind,
    of a family the one most alike by name and synonyms, and one that the data would suit once they are prepared comes
    before none. Of those that are as near, one that can begin from a model comes before one that compares many, and
    the plainest first: that which begins from the fewest kinds of them. One about something else than the points suits
    any data, and is no way to go on with this.
    """
    wanted = PREDICTED.get(data.target or "", like.task) if like.task in PREDICTED.values() else like.task
    others = [item for key, item in algorithms().items() if key != like.key and item.aside <= like.aside]
    turned, own = wanted != like.task, words_of(like)

    def distance(item: Algorithm) -> tuple[bool, bool, int, bool, bool, int]:
        strays, abroad = turned and item.task_on(data) != wanted, item.family != like.family
        kin = len(own & words_of(item)) if turned and not abroad else 0
        return strays, abroad, -kin, item.task != like.task, not item.starts, len(item.starts)

    near = sorted(others, key=distance)
    able = next((item.key for item in near if _able(item, data)), "")
    if turned and (not able or algorithm(able).task_on(data) != wanted):
        return next((item.key for item in near if item.task_on(data) == wanted and _curable(item, data)), able)
    return able


def another(like: Algorithm, data: Dataset, used: Collection[str]) -> str:
    """The key of an algorithm that does the same with this data, to compare with another, none of those in use; or ''.

    One of another family comes first: what is alike in all but a detail is a parameter's matter.
    """
    task, cards = like.task_on(data), algorithms().items()
    fit = [item for key, item in cards if key not in used and item.task_on(data) == task and not item.demonstrates]
    near = sorted(fit, key=lambda item: (item.family == like.family, item.aside, not item.starts))
    return next((item.key for item in near if _able(item, data)), "")


def words_of(item: Algorithm) -> frozenset[str]:
    """The words of its name and synonyms, of three letters or more."""
    words = " ".join((item.name, *item.synonyms)).casefold().replace("-", " ").split()
    return frozenset(word.strip("(),.") for word in words if len(word) > 2)


def _curable(item: Algorithm, data: Dataset) -> bool:
    """Whether whatever an algorithm lacks of this data can be prepared, or left out as rows or columns."""
    unmet = [words for need in item.needs if (words := need(data))]
    cured = (any(isinstance(one, (Prepare, DropRows, KeepColumns)) for one in remedies(words)) for words in unmet)
    return all(cured) and item.rooms.opened()


def _able(item: Algorithm, data: Dataset) -> bool:
    """Whether an algorithm can run on this data as it is; only one that the data suits has its rooms opened."""
    return not item.unsuitable(data) and item.rooms.opened() and not item.limits(data, item.params())
