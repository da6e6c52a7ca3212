"""What is said of several chains: how many independent draws they are worth, and whether they agree."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure
from engine.core.story import Number, Table
from engine.families.sampling_methods.chains import Worth
from engine.families.sampling_methods.targets import Target

WORTH = r"\mathrm{ESS} = \frac{S}{1 + 2 \sum_k \rho_k}, \qquad \mathrm{standard\ error} = \frac{s}{\sqrt{\mathrm{ESS}}}"


def beginning(chains: int) -> str:
    """How the chains begin.

    >>> beginning(1), beginning(4)
    ('1 chain begins far from the middle.', '4 chains begin far from the middle.')
    """
    return f"{counted(chains, 'chain')} {'begins' if chains == 1 else 'begin'} far from the middle."


def said_of(worth: Worth) -> str:
    """What the draws are worth, and whether the chains have mixed."""
    least = float(worth.sizes.min())
    said = f" {worth.number:,} draws after the warm-up are worth {figure(least)} independent ones or more."
    if worth.mixed:
        return f"{said} The chains agree: R is {figure(worth.r_hat.max())}."
    return f"{said} The chains do not agree yet: R is {figure(worth.r_hat.max())}, and near 1 where they do."


def worked_of(worth: Worth) -> tuple[str, ...]:
    """The standard error of the mean of x₁."""
    return (f"standard error = s/√ESS = {divided(float(worth.deviations[0]), float(np.sqrt(worth.sizes[0])))}",)


def numbers_of(worth: Worth) -> tuple[Number, ...]:
    return (
        Number("means", worth.means),
        Number("standard errors", worth.errors),
        Number("effective sample sizes", worth.sizes),
        Number("R of the chains", worth.r_hat),
    )


def table_of(worth: Worth, target: Target) -> Table:
    """Means and deviations of the draws beside those of the density."""
    means, deviations = target.moments
    rows = tuple(
        (f"x{j + 1}", float(worth.means[j]), float(means[j]), float(worth.deviations[j]), float(deviations[j]))
        for j in range(2)
    )
    return Table("Draws and density", ("", "mean", "of p", "deviation", "of p"), rows)
