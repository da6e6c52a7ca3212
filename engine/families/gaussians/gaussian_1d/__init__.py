"""Gaussians of one feature: bells over a line, and the points where the classes change.   (Duda and Hart 1973)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart, at_every_step
from engine.data import needs
from engine.families.gaussians.holding import ends, pulled, with_means
from engine.models.gaussians import GaussianClasses

BY_HAND = "the Gaussians are placed by hand"

ALGORITHM = Algorithm(
    __name__,
    name="Gaussian classifier of one feature",
    task="classification",
    summary="Fits a bell to each class of one feature, and finds the points where the most probable class changes.",
    source="Duda and Hart 1973; Bishop 2006, section 1.5",
    synonyms=("univariate Gaussian classifier", "two bells", "boundary points", "log-odds parabola"),
    needs=(*needs.CLASSES, needs.one_feature),
    starts=(GaussianClasses,),
    typed=("priors", "means", "covariances"),
    handles=(
        Handle(
            label="the mean of a class",
            make=with_means,
            positions=lambda model, data: model.means,
            most=lambda params: 60,
            step=at_every_step,
            help=lambda data: "Its bell moves with it.",
        ),
        Handle(
            label="the width of a class",
            make=pulled,
            positions=lambda model, data: ends(model),
            most=lambda params: 240,
            step=at_every_step,
            help=lambda data: "It lies two standard deviations from the mean.",
        ),
    ),
    decided=(SetByStart("priors", None, BY_HAND), SetByStart("divisor", None, BY_HAND)),
)
