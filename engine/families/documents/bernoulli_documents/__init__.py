"""Bernoulli document model: every word of the vocabulary is in a text or is not."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Bernoulli document model",
    task="classification",
    summary="Counts the texts of each class that have a word, and multiplies over the whole vocabulary.",
    source="McCallum and Nigam 1998; Manning, Raghavan and Schütze 2008, section 13.3",
    synonyms=("binary independence model", "multivariate Bernoulli of texts", "presence of words", "absent words"),
    needs=(needs.rows(1), needs.documents, needs.classes(2, 50), needs.labelled),
    aside=True,
    texts=True,
)
