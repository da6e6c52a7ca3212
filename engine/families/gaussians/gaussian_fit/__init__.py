"""Maximum likelihood of a Gaussian: mean, scatter, and what the likelihood makes of any covariance.   (Fisher 1922)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, at_every_step
from engine.data import needs
from engine.families.gaussians.gaussian_fit.holding import ends, pulled
from engine.models.gaussian_density import GaussianDensity

ALGORITHM = Algorithm(
    __name__,
    name="Gaussian fit",
    task="concept",
    summary="Fits one Gaussian to all points: mean, scatter by outer products, and the likelihood term by term.",
    source="Fisher 1922; Bishop 2006, section 2.3.4",
    synonyms=(
        "maximum likelihood of a Gaussian", "sample covariance", "scatter matrix", "unbiased variance",
        "Gaussian log-likelihood", "multivariate normal fit",
    ),
    needs=needs.POINTS,
    starts=(GaussianDensity,),
    typed=("covariance",),
    handles=(
        Handle(
            label="the ellipse",
            make=pulled,
            positions=lambda model, data: ends(model),
            most=lambda params: 4,
            step=at_every_step,
            help=lambda data: "Pull and turn Σ; the ellipse is drawn at two standard deviations.",
        ),
    ),
    metric=True,
)  # fmt: skip
