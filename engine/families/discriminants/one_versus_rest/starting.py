"""Where One versus the rest can be begun by hand."""

from __future__ import annotations

from engine.data.dataset import Dataset
from engine.families.discriminants.one_versus_rest.loop import claimants
from engine.families.discriminants.schemes import (
    untrained,
)
from engine.models import Scheme
from engine.models.basis import Basis


def nothing_trained(basis: Basis, data: Dataset) -> Scheme:
    """All weights 0, for these basis functions."""
    return untrained(claimants(data, "K"), data, basis)
