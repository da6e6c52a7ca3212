"""Gaussian mixture: share every point among K Gaussians, fit every Gaussian to its shares.   (Dempster et al. 1977)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart
from engine.data import needs
from engine.families.clustering.gaussian_mixture.starting import with_means
from engine.models.groups import Centres
from engine.models.mixture import Mixture

ALGORITHM = Algorithm(
    __name__,
    name="Gaussian mixture (EM)",
    task="clustering",
    summary="Fits K Gaussians in turns: the E step computes responsibilities, the M step refits each component.",
    source="Dempster, Laird and Rubin 1977; Bishop 2006, section 9.2",
    synonyms=(
        "GMM",
        "mixture of Gaussians",
        "expectation maximisation",
        "expectation maximization",
        "EM algorithm",
        "soft clustering",
    ),
    needs=needs.POINTS,
    starts=(Mixture, Centres),
    typed=("weights", "means", "covariances"),
    handles=(
        Handle(
            label="a starting mean",
            make=with_means,
            positions=lambda model, data: model.means if isinstance(model, Mixture) else model.centres,
            most=lambda params: params.k,
        ),
    ),
    decided=(
        SetByStart(
            "k",
            lambda model: len(model.weights if isinstance(model, Mixture) else model.centres),
            "as many components as the start has",
        ),
        SetByStart("seeding", None, "the start is given"),
    ),
    metric=True,
)
