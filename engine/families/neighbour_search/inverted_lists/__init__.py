"""Inverted lists: look only at rows that share an attribute with the query.   (Zobel and Moffat 2006)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.neighbour_search.item_sets import sparse
from engine.models.neighbours import Query
from engine.parts.querying import BY_HAND, HELD

ALGORITHM = Algorithm(
    __name__,
    name="Inverted index",
    task="concept",
    summary="Keeps for every attribute the rows that have it; a search compares only rows on the lists of the query.",
    source="Zobel and Moffat 2006",
    synonyms=("inverted lists", "inverted file", "search engine", "postings"),
    needs=(needs.rows(1), needs.features(1), needs.complete, sparse),
    starts=(Query,),
    typed=("point",),
    handles=(HELD,),
    decided=BY_HAND,
    aside=True,
    metric=True,
)
