"""The vocabulary and the count vectors of many texts, against scikit-learn's CountVectorizer."""

from __future__ import annotations

import numpy as np

from engine.base.tokens import Tokenising
from engine.base.word_counts import count_words
from tests.benchmarks.tables import spent
from tests.benchmarks.timing import Aim, Row

TEXTS, WORDS, KNOWN = 10_000, 80, 30_000


def rows() -> tuple[list[Row], list[Aim]]:
    """Ours and theirs, with the same words."""
    from sklearn.feature_extraction.text import CountVectorizer

    rng = np.random.default_rng(0)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    known = ["".join(rng.choice(letters, size=rng.integers(3, 10))) for _ in range(KNOWN)]
    drawn = (rng.random((TEXTS, WORDS)) ** 2 * KNOWN).astype(int)
    texts = [" ".join(known[word] for word in row) for row in drawn.tolist()]
    theirs = CountVectorizer(token_pattern=r"(?u)\b\w+\b")
    size = f"{TEXTS:,} texts of {WORDS} words"
    one = Row.spent(f"vocabulary and vectors of {size}", spent(lambda: count_words(texts, Tokenising())))
    other = Row.spent(f"CountVectorizer of {size}", spent(lambda: theirs.fit_transform(texts)))
    assert count_words(texts, Tokenising()).words == tuple(theirs.get_feature_names_out())
    return [one, other], [Aim(f"{one.name} against CountVectorizer", (one.cpu or 0.0) / (other.cpu or 1.0), 2.0, "x")]
