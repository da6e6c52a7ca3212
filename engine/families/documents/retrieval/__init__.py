"""Retrieval: texts are ranked by how well their weighted words match those of a query.   (Salton and Buckley 1988)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.set_by_data import SetByData
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Text retrieval (tf–idf)",
    task="concept",
    summary="Weighs words by how rare they are, and ranks the texts for a typed query by an inverted index.",
    source="Salton and Buckley 1988; Manning, Raghavan and Schütze 2008, chapters 6 to 8",
    synonyms=("tf-idf", "TfidfVectorizer", "information retrieval", "text search", "cosine retrieval"),
    needs=(needs.rows(1), needs.documents),
    settled=(SetByData("relevant", None, "the texts have no classes", lambda data: data.target != "class"),),
    aside=True,
    texts=True,
    demonstrates=True,
)
