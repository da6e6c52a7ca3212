"""Kullback-Leibler divergence: what it costs to take one distribution for another.   (Kullback and Leibler 1951)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Kullback–Leibler divergence",
    task="concept",
    summary="Adds up, term by term, how many bits more a code for q takes where p is the truth, and back.",
    source="Kullback and Leibler 1951; Cover and Thomas 2006, section 2.3",
    synonyms=("KL divergence", "relative entropy", "information gain of distributions", "cross-entropy"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
