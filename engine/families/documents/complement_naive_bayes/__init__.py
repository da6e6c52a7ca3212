"""Complement naive Bayes: a class is as good as its words are rare in all the other classes."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Complement naive Bayes",
    task="classification",
    summary="Weighs each word of a class by how rare it is in the texts of all the other classes.",
    source="Rennie, Shih, Teevan and Karger 2003",
    synonyms=("ComplementNB", "weight-normalised complement naive Bayes", "unbalanced text classes"),
    needs=(needs.rows(1), needs.documents, needs.classes(2, 50), needs.labelled),
    aside=True,
    texts=True,
)
