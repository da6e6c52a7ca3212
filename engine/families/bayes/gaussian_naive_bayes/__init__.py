"""Gaussian naive Bayes: a Gaussian for each feature in each class, multiplied."""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart, at_every_step
from engine.data import needs
from engine.families.bayes.gaussian_naive_bayes.holding import ends, means_of, pulled, with_means
from engine.models.naive_bayes import NaiveBayes

ALGORITHM = Algorithm(
    __name__,
    name="Gaussian naive Bayes",
    task="classification",
    summary="Fits a Gaussian to each feature in each class, and multiplies the densities as if independent.",
    source="Duda and Hart 1973; Hastie, Tibshirani and Friedman 2009, section 6.6.3",
    synonyms=("naive Bayes", "GaussianNB", "Bayes classifier", "independent Gaussians"),
    needs=(
        needs.classes(2),
        needs.labelled,
        needs.rows(1),
        needs.features(1),
        needs.numeric,
        needs.moderate,
        needs.not_tiny,
        needs.no_outlier,
    ),
    starts=(NaiveBayes,),
    handles=(
        Handle(
            label="the mean of a class",
            make=with_means,
            positions=lambda model, data: means_of(model),
            most=lambda params: 60,
            step=at_every_step,
            help=lambda data: "Its Gaussian moves with it.",
        ),
        Handle(
            label="the ellipse of a class",
            make=pulled,
            positions=lambda model, data: ends(model),
            most=lambda params: 240,
            step=at_every_step,
            help=lambda data: "Pull it along an axis; it is drawn at two standard deviations.",
        ),
    ),
    decided=tuple(
        SetByStart(name, None, "the Gaussians are placed by hand")
        for name in ("priors", "typed", "shared", "divisor", "floor")
    ),
)
