"""Edit distance: the cheapest way to change one word into another, letter by letter.   (Levenshtein 1966)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Edit distance",
    task="concept",
    summary="Fills a table of all beginnings of two words, cell by cell, and follows the cheapest changes back.",
    source="Levenshtein 1966; Wagner and Fischer 1974; Damerau 1964",
    synonyms=("Levenshtein distance", "string alignment", "dynamic programming", "Damerau"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
