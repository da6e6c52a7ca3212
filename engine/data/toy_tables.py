"""Generators of tables: word counts of documents, ratings with gaps, and songs with several moods.

documents   a word of a document is one of its topic's own with probability f, else any of the M words:
            P(word | topic) = f / M_topic + (1 − f) / M  for the topic's own,  (1 − f) / M  for the others
songs       happy where tempo + noise > 0, loud where loudness + noise > 0, dance where happy and not loud
ratings     r = 3 + t_user g_film + noise,  t ~ N(0, 1),  g evenly from −1.2 to 1.2;  each is known with share s
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.params import real, whole
from engine.data.dataset import Column, Dataset

TOPICS = {
    "sport": ("goal", "match", "team", "coach"),
    "politics": ("vote", "party", "law", "minister"),
    "computing": ("code", "file", "network", "memory"),
    "cooking": ("salt", "oven", "butter", "recipe"),
}
MOST = 100_000


def _rows(default: int, label: str) -> Any:
    return whole(default, low=1, high=MOST, log=True, symbol="N", label=label, clear=True, help="number of rows")


@dataclass(frozen=True)
class Documents:
    n: int = _rows(120, "documents")
    topics: int = whole(3, low=2, high=4, symbol="K", clear=True, help="number of topics, each a class")
    length: int = whole(30, low=1, high=10_000, log=True, label="words each", help="words of a document")
    focus: float = real(0.6, low=0.0, high=1.0, symbol="f", help="share of words that are its topic's own")


def word_chances(params: Documents) -> np.ndarray:
    """(K, M) P(word | topic): each row adds up to 1.

    >>> word_chances(Documents(topics=2, focus=0.5))[0, [0, 7]].tolist()
    [0.1875, 0.0625]
    """
    own = np.kron(np.eye(params.topics), np.full(4, 0.25))
    return np.asarray(params.focus * own + (1.0 - params.focus) / own.shape[1])


def documents(params: Documents, rng: np.random.Generator) -> Dataset:
    """How often each word stands in each document."""
    names = list(TOPICS)[: params.topics]
    topic = np.arange(params.n) % params.topics
    chances = word_chances(params)
    counts = np.array([rng.multinomial(params.length, chances[k]) for k in topic], dtype=float)
    columns = tuple(Column(word) for name in names for word in TOPICS[name])
    return Dataset(counts, topic, columns, class_names=tuple(names), target_name="topic")


@dataclass(frozen=True)
class Ratings:
    n: int = _rows(60, "people")
    films: int = whole(8, low=2, high=200, symbol="M", clear=True, help="number of films")
    known: float = real(0.6, low=0.05, high=1.0, symbol="s", label="share known", help="of all ratings")
    noise: float = real(0.4, low=0.0, high=3.0, symbol=r"\sigma", label="noise", help="spread around what taste says")


def genres(params: Ratings) -> np.ndarray:
    """(M,) what each film is like, from one kind to the other."""
    return np.linspace(-1.2, 1.2, params.films)


def ratings(params: Ratings, rng: np.random.Generator) -> Dataset:
    """What people think of films: around 3, by how their taste meets the film; each has seen only some of them."""
    taste = rng.normal(size=params.n)
    whole = 3.0 + np.outer(taste, genres(params)) + params.noise * rng.normal(size=(params.n, params.films))
    seen = rng.random(whole.shape) < params.known
    seen[np.arange(params.n), rng.integers(params.films, size=params.n)] = True
    columns = tuple(Column(f"film {j + 1}") for j in range(params.films))
    names = tuple(f"person {row + 1}" for row in range(params.n))
    return Dataset(np.where(seen, whole, np.nan), None, columns, names)


@dataclass(frozen=True)
class Songs:
    n: int = _rows(160, "songs")
    noise: float = real(0.2, low=0.0, high=3.0, symbol=r"\sigma", label="noise", help="spread around the limits")


def songs(params: Songs, rng: np.random.Generator) -> Dataset:
    """Songs by tempo and loudness, around their means, with three labels: the mood, loud, and good to dance to.

    Of three labels the last follows from the others, and no line through the plane tells it.
    """
    X = np.round(rng.uniform(-2.5, 2.5, size=(params.n, 2)), 3)
    blurred = X + params.noise * rng.normal(size=X.shape)
    happy, loud = blurred.T > 0
    dance = happy & ~loud
    columns = (Column("tempo"), Column("loudness"), Column("loud"), Column("dance"))
    table = np.column_stack([X, loud, dance])
    return Dataset(table, happy.astype(np.int64), columns, class_names=("sad", "happy"), target_name="mood")
