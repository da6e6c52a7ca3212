"""Where Multi-class perceptron can be begun by hand."""

from __future__ import annotations

from engine.data.dataset import Dataset
from engine.families.perceptrons.multiclass_perceptron.loop import _beginning
from engine.models import Scores
from engine.models.basis import Basis


def blank(basis: Basis, data: Dataset) -> Scores:
    """Weights of 0 for the functions of a basis."""
    return _beginning(data, basis.n_functions, basis, None)
