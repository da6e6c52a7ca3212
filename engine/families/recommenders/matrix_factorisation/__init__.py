"""Matrix factorisation: people and films as short vectors, whose inner products are the ratings."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.families.recommenders.asking import NEEDS

ALGORITHM = Algorithm(
    __name__,
    name="Matrix factorisation",
    task="concept",
    summary="Finds a few factors of people and of films whose inner products, with biases, come near the ratings.",
    source="Koren, Bell and Volinsky 2009; Funk 2006",
    synonyms=("latent factors", "ALS", "Funk SVD", "alternating least squares", "SGD recommender"),
    needs=NEEDS,
    aside=True,
)
