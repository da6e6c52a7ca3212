"""What is asked of a retrieval: the query, how words are weighed, and what is judged."""

from __future__ import annotations

from dataclasses import dataclass

from engine.base.params import choice, flag, line, whole
from engine.families.documents.reading import LONGEST_LINE
from engine.families.documents.retrieval.weighing import IDF, PLAIN
from engine.models.text_index import FREQUENCIES, RAW


@dataclass(frozen=True)
class RankParams:
    """The query, how words are weighed, and what is judged."""

    text: str = line("", most=LONGEST_LINE, live=True, label="query", help="typed; empty: the text of the row below")
    row: int = whole(1, low=1, high=1_000_000, of_rows=True, label="row", help="finds the texts like it")
    tf: str = choice(RAW, FREQUENCIES, symbol=r"\mathrm{tf}", label="term frequency", help="n, 1 + ln n, or 1")
    idf: str = choice(PLAIN, IDF, symbol=r"\mathrm{idf}", label="rarity", help="plain: ln(N / df); smoothed adds 1")
    unit: bool = flag(True, label="unit length", help="divide each vector by its length: the score is a cosine")
    results: int = whole(5, low=1, high=50, symbol="k", label="results", help="the first k texts are the answer")
    relevant: int = whole(
        1, low=1, high=1000, of_classes=True, label="relevant class", help="for a typed query; a row wants its own"
    )
