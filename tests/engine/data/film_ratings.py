"""How the bundled film ratings were made: `python -m tests.engine.data.film_ratings` writes the file."""

from __future__ import annotations

import csv
import io

import numpy as np

from engine.data.bundled import FOLDER

SEED = 20261126
PEOPLE, GENRES, EACH = 100, ("comedy", "drama", "thriller", "fantasy"), 10
KNOWN = 0.45
"""About so many of the cells are known."""


def made() -> str:
    """100 people by 40 films of four genres, ratings from 1 to 5, with gaps.

    A rating is 3.2, the person's level, how liked the film is, the person's taste for its genre and noise, rounded.
    Films that are liked more are rated more often, and some people rate more than others.
    """
    rng = np.random.default_rng(SEED)
    genre = np.repeat(np.arange(len(GENRES)), EACH)
    level, liked = 0.45 * rng.normal(size=(PEOPLE, 1)), 0.5 * rng.normal(size=len(genre))
    taste = 0.8 * rng.normal(size=(PEOPLE, len(GENRES)))
    taste -= taste.mean(axis=1, keepdims=True)
    M = 3.2 + level + liked + taste[:, genre] + 0.5 * rng.normal(size=(PEOPLE, len(genre)))
    ratings = np.clip(np.rint(M), 1, 5).astype(int)
    odds = KNOWN * (1.0 + 0.35 * liked) * rng.uniform(0.4, 1.6, size=(PEOPLE, 1))
    known = rng.random(M.shape) < odds
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["person", *(f"{GENRES[g]} {n % EACH + 1}" for n, g in enumerate(genre))])
    for u in range(PEOPLE):
        cells = [str(x) if there else "" for x, there in zip(ratings[u], known[u], strict=True)]
        writer.writerow([f"p{u + 1}", *cells])
    return text.getvalue()


if __name__ == "__main__":
    (FOLDER / "film_ratings.csv").write_text(made(), encoding="utf-8")
