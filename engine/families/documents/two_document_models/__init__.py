"""Two document models side by side: one counts how often a word occurs, the other also which words are missing."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Two document models side by side",
    task="concept",
    summary="Reads a document with the multinomial and the Bernoulli model, word by word, and compares them.",
    source="McCallum and Nigam 1998",
    synonyms=("multinomial or Bernoulli", "event models of naive Bayes", "comparison of document models"),
    needs=(needs.rows(1), needs.documents, needs.classes(2, 50), needs.labelled),
    aside=True,
    texts=True,
    demonstrates=True,
)
