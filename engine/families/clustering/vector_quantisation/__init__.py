"""Vector quantisation: every row is replaced by one of K code words, and only its number is kept.   (Gray 1984)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Vector quantisation",
    task="clustering",
    summary="Finds a code book by K-means and replaces each row by the number of a code word: fewer bits, some error.",
    source="Linde, Buzo and Gray 1980; Gray 1984",
    synonyms=("VQ", "codebook", "code book", "vector quantization", "compression"),
    needs=needs.POINTS,
    metric=True,
)
