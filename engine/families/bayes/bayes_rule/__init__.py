"""Bayes' rule: multiply the likelihoods by the priors, add up, divide.   (Bayes 1763; Gigerenzer and Hoffrage 1995)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Bayes' rule (posterior of classes)",
    task="concept",
    summary="Turns the likelihoods and priors of a few classes into posteriors, with the cases counted in a tree.",
    source="Bayes 1763; Gigerenzer and Hoffrage 1995; Bishop 2006, section 1.5",
    synonyms=("posterior probability", "base rate", "natural frequencies", "Bayes theorem", "prior and likelihood"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
