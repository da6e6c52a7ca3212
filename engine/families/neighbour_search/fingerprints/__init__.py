"""Fingerprints: a few random bits of each row; only rows with the bits of the query are compared.   (Charikar 2002)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.models.neighbours import Query
from engine.parts.querying import BY_HAND, HELD, MEASURED

ALGORITHM = Algorithm(
    __name__,
    name="Locality-sensitive hashing (fingerprints)",
    task="concept",
    summary="Gives each row a few random bits; a search compares only the rows in the bucket of the query.",
    source="Indyk and Motwani 1998; Charikar 2002; Broder 1997",
    synonyms=("LSH", "locality-sensitive hashing", "hashing", "MinHash", "approximate nearest neighbours"),
    needs=MEASURED,
    starts=(Query,),
    typed=("point",),
    handles=(HELD,),
    decided=BY_HAND,
    metric=True,
)
