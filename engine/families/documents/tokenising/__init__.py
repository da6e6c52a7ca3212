"""Tokenising: a text is cut into words, the words make a vocabulary, and every text becomes a row of counts."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Tokenising and word counts",
    task="concept",
    summary="Cuts texts into words, one text after the other, and counts them: a text becomes a vector.",
    source="Manning, Raghavan and Schütze 2008, chapters 2 and 6",
    synonyms=("CountVectorizer", "tokenizer", "vocabulary", "word count vectors", "stop words", "stemmer"),
    needs=(needs.rows(1), needs.documents),
    aside=True,
    texts=True,
    demonstrates=True,
)
