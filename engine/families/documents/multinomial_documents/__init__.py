"""Multinomial document model: every word of a text is drawn from the bag of words of its class."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Multinomial document model",
    task="classification",
    summary="Counts the words of each class and multiplies the shares of the words that a text has.",
    source="McCallum and Nigam 1998; Manning, Raghavan and Schütze 2008, section 13.2",
    synonyms=("text classification", "bag of words", "spam filter", "multinomial naive Bayes of texts"),
    needs=(needs.rows(1), needs.documents, needs.classes(2, 50), needs.labelled),
    aside=True,
    texts=True,
    opens=True,
)
