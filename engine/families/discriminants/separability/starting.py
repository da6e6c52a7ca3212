"""Where Linear separability can be begun by hand."""

from __future__ import annotations

from engine.data.dataset import Dataset
from engine.families.discriminants.separability.loop import _blank
from engine.models import Hyperplane
from engine.models.basis import Basis


def blank(basis: Basis, data: Dataset) -> Hyperplane:
    """Weights of 0 for the functions of a basis."""
    return _blank(basis.n_functions, data, basis)
