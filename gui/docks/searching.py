"""Which algorithms fit the words that were typed, and how well: by name, initials, synonyms, summary, key or family."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.core.algorithm import Algorithm

NO_MATCH = 6
"""How far words are from an algorithm that they do not fit."""


@dataclass(frozen=True)
class Elsewhere:
    """A part of the window that is found by the same search.

    title   how the list calls it;   words  what it is found by;   section  the heading of that part of the data panel
    """

    title: str
    words: tuple[str, ...]
    section: str

    def unlike(self, typed: str) -> int:
        """How far what was typed is from its words, on the scale of `unlike`."""
        words, typed = [squeezed(word) for word in self.words], squeezed(typed)
        close = 2 if len(typed) >= 4 and any(word.startswith(typed) for word in words) else NO_MATCH
        return 0 if typed in words else close


ELSEWHERE = (
    Elsewhere(
        "Split: training, validation and test rows",
        ("cross-validation", "crossvalidation", "k-fold", "hold-out", "holdout", "train test split", "validation set",
         "test set", "training set"),
        "Split",
    ),
)  # fmt: skip


def initials(name: str) -> str:
    """What people say for a name of several words.

    >>> initials("Support vector machine"), initials("k nearest neighbours (regression)")
    ('svm', 'knnr')
    """
    return "".join(word[0] for word in re.findall(r"\w+", name.casefold()))


def squeezed(words: str) -> str:
    """Words without what people write differently: capitals, hyphens, spaces, a plural.

    >>> squeezed("kd-Trees") == squeezed("k-d tree"), squeezed("Neural networks")
    (True, 'neuralnetwork')
    """
    return "".join(singular(word) for word in re.split(r"[\s\-–']+", words.casefold()))


def singular(word: str) -> str:
    """A word without the s of its plural; short ones keep theirs.

    >>> singular("trees"), singular("gas"), singular("loss")
    ('tree', 'gas', 'loss')
    """
    return word.removesuffix("s") if len(word) > 3 and not word.endswith("ss") else word


def family_title(family: str) -> str:
    """The name of a folder as a heading.

    >>> family_title("neighbour_search")
    'Neighbour search'
    """
    return family.replace("_", " ").capitalize()


def unlike(card: Algorithm, typed: str) -> int:
    """How far what was typed is from an algorithm.

    0 its name, initials, key or a synonym, 1 the beginning of its name, 2 of a synonym, 3 a part of its name, 4 of a
    synonym, 5 of its summary, family or task, NO_MATCH none of them.
    """
    name, words, whole = card.name.casefold(), typed.casefold().split(), squeezed(typed)
    synonyms = [squeezed(synonym) for synonym in card.synonyms]
    if typed.strip().casefold() in (name, initials(name), card.key) or whole in (squeezed(name), *synonyms):
        return 0
    if squeezed(name).startswith(whole):
        return 1
    if any(synonym.startswith(whole) for synonym in synonyms):
        return 2
    known, grade = "", NO_MATCH
    for grade, text in (
        (3, name),
        (4, " ".join(card.synonyms)),
        (5, " ".join((card.summary, card.key, family_title(card.family), card.task))),
    ):
        known += f" {text.casefold()}"
        if all(_is_in(word, known, initials(name)) for word in words):
            return grade
    return NO_MATCH


def _is_in(word: str, known: str, short: str) -> bool:
    """Whether a word is a part of what is known, or begins the initials; many write 1NN for 1-NN."""
    bare = word.replace("-", "") or word
    return singular(word) in known or singular(bare) in known.replace("-", "") or short.startswith(bare)
