"""A text cut into its words, which may be written small, cut to their stems, left out as stop words, or paired.

>>> words_of("The cats' goal!", Tokenising(stop=True, stem=True))
['cat', 'goal']
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

LONGEST = 64
"""A run of more letters is no word, and is left out."""
WRITTEN, STOPPED, TOO_LONG = "", "a stop word", f"longer than {LONGEST} letters"
"""Why a word is left out; "" where it is kept."""
SYMBOLS = "\u2600-\u27bf\U0001f300-\U0001faff"
"""Pictures that stand for a word, each by itself."""
DOUBLED = ("bb", "dd", "gg", "mm", "nn", "pp", "rr", "tt")
VOWELS = frozenset("aeiouy")
LEAST_STEM = 3
CACHE_SIZE = 50_000
"""The stems of so many words are kept: most words come again."""

_STOPPED = (
    "a about above after again against all am an and any are as at be because been before being below between both "
    "but by can did do does doing down during each few for from further had has have having he her here hers him his "
    "how i if in into is it its itself just me more most my no nor not now of off on once only or other our ours out "
    "over own same she should so some such than that the their theirs them then there these they this those through "
    "to too under until up very was we were what when where which while who whom why will with you your yours"
)
STOP_WORDS = frozenset(_STOPPED.split())
"""English words that say little of what a text is about."""


@dataclass(frozen=True)
class Tokenising:
    """How texts are cut into words."""

    lower: bool = True
    stop: bool = False
    stem: bool = False
    pairs: bool = False


@dataclass(frozen=True)
class Piece:
    """A word where it stands in a text: as it is written, as it counts, and why it is left out."""

    start: int
    stop: int
    word: str
    dropped: str = WRITTEN


@cache
def _word() -> re.Pattern[str]:
    """Letters and digits of any script with the marks on them, apostrophes inside, or one picture."""
    marks = "".join(chr(code) for code in range(0x300, 0xFFFF) if unicodedata.category(chr(code))[0] == "M")
    inside = rf"(?:[^\W_]|[{re.escape(marks)}])"
    return re.compile(rf"[^\W_]{inside}*(?:['’]{inside}+)*|[{SYMBOLS}]")


def words_of(text: str, how: Tokenising) -> list[str]:
    """The words of a text that count, in their order; with pairs also each two that follow one another."""
    found = _word().findall(text.lower() if how.lower else text)
    kept = [word for word in found if len(word) <= LONGEST]
    if how.stop:
        kept = [word for word in kept if word.lower() not in STOP_WORDS]
    if how.stem:
        kept = list(map(stem, kept))
    return [*kept, *map(" ".join, pairwise(kept))] if how.pairs else kept


def pieces_of(text: str, how: Tokenising) -> Iterator[Piece]:
    """Every word of a text where it stands, also what is left out; pairs are no pieces of their own.

    >>> [(piece.word, piece.dropped) for piece in pieces_of("The goal", Tokenising(stop=True))]
    [('the', 'a stop word'), ('goal', '')]
    """
    for match in _word().finditer(text):
        word = match[0].lower() if how.lower else match[0]
        if len(word) > LONGEST:
            yield Piece(match.start(), match.end(), word, TOO_LONG)
        elif how.stop and word.lower() in STOP_WORDS:
            yield Piece(match.start(), match.end(), word, STOPPED)
        else:
            yield Piece(match.start(), match.end(), stem(word) if how.stem else word)


@lru_cache(maxsize=CACHE_SIZE)
def stem(word: str) -> str:
    """A word without the ending of its plural or of a form of its verb: a few rules, which are wrong at times.

    >>> [stem(word) for word in ("goals", "parties", "glasses", "running", "stopped", "quickly", "this", "sing")]
    ['goal', 'party', 'glass', 'run', 'stop', 'quick', 'this', 'sing']
    """
    word = word.removesuffix("'s").removesuffix("’s").rstrip("'’")
    if word.endswith(("sses", "shes", "ches", "xes")):
        word = word[:-2]
    elif word.endswith("ies") and len(word) > LEAST_STEM + 1:
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > LEAST_STEM:
        word = word[:-1]
    for ending in ("ing", "ed", "ly"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= LEAST_STEM and not VOWELS.isdisjoint(rest):
            return rest[:-1] if ending != "ly" and rest.endswith(DOUBLED) else rest
    return word
