"""Gaussian classifier: fit a Gaussian to each class, and give a point to the class that explains it best."""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart, at_every_step
from engine.data import needs
from engine.families.gaussians.estimating import OWN
from engine.families.gaussians.holding import ends, pulled, with_means
from engine.models.gaussians import GaussianClasses

BY_HAND = "the Gaussians are placed by hand"

ALGORITHM = Algorithm(
    __name__,
    name="Gaussian classifier (LDA, QDA)",
    task="classification",
    summary="Fits a Gaussian to each class, with its own or a shared covariance, and compares the posteriors.",
    source="Fisher 1936; Bishop 2006, section 4.2; Murphy 2022, section 9.2",
    synonyms=(
        "LDA",
        "linear discriminant analysis",
        "QDA",
        "quadratic discriminant analysis",
        "generative classifier",
        "Gaussian discriminant analysis",
    ),
    needs=needs.CLASSES,
    starts=(GaussianClasses,),
    typed=("priors", "means", "covariances"),
    handles=(
        Handle(
            label="the mean of a class",
            make=with_means,
            positions=lambda model, data: model.means,
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
            help=lambda data: "Pull and turn the ellipse; it is drawn at two standard deviations.",
        ),
    ),
    decided=(
        SetByStart("covariance", None, BY_HAND, when=lambda start, params: params.covariance == OWN),
        SetByStart("example", None, BY_HAND),
        SetByStart("later", None, BY_HAND),
        SetByStart("priors", None, BY_HAND),
        SetByStart("repair", None, BY_HAND),
        SetByStart("divisor", None, BY_HAND),
    ),
    metric=True,
)
