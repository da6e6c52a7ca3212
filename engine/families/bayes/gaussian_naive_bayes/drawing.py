"""What a step of Gaussian naive Bayes looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Line, Mark, Region, Segments, Text
from engine.data.dataset import Dataset
from engine.families.bayes.factor_drawing import naive_marks
from engine.families.bayes.gaussian_naive_bayes.holding import bells_of, means_of
from engine.families.bayes.gaussian_naive_bayes.loop import Params
from engine.families.bayes.stepping import NaiveStep
from engine.models.naive_bayes import GaussianFactor, NaiveBayes


def marks(step: NaiveStep, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = naive_marks(step, data)
    return bordered(step, drawn) if step.part == "border" else drawn


def bordered(step: NaiveStep, drawn: list[Mark]) -> list[Mark]:
    """The areas of the two classes alone, what lies between their means, and the name of the border."""
    assert step.model is not None and step.pair is not None and step.border is not None
    two, found = list(step.pair), step.border
    first, second = means_of(step.model)[two]
    rest: list[Mark] = [mark for mark in drawn if not isinstance(mark, Region)]
    named: Mark = Segments(first[None], second[None], "axis", labels=(found.kind,))
    if (first == second).all():
        named = Text(first, found.kind, "axis")
    if not found.Q.any() and found.b.any():
        rest.append(Line(found.b, found.c - float(found.b @ found.middle), "boundary"))
    return [Region(of_two(step.model, two), "probability"), *rest, named]


def of_two(model: NaiveBayes, two: list[int]) -> NaiveBayes:
    """The two classes by themselves, with what their priors are of both."""
    if len(model.priors) == len(two):
        return model
    share = model.priors[two] / model.priors[two].sum() if model.priors[two].any() else np.full(2, 0.5)
    factors = tuple(GaussianFactor(one.means[two], one.variances[two]) for one in bells_of(model))
    return NaiveBayes(share, factors, model.classes[two])
