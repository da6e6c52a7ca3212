"""Where one versus the rest begins: a line for each class that gets one, none of them trained."""

from __future__ import annotations

from engine.data.dataset import Dataset
from engine.families.discriminants.two_sides import REST, untrained
from engine.models.basis import Basis
from engine.models.scheme import Scheme


def claimants(data: Dataset, count: str) -> list[tuple[int, int]]:
    """Every class that gets a line, against the rest; of two classes only the first, since each is the other's rest."""
    present = data.classes_present
    return [(code, REST) for code in (present if count == "K" and len(present) > 2 else present[:-1])]


def nothing_trained(basis: Basis, data: Dataset) -> Scheme:
    """All weights 0, for these basis functions: what a run with centres placed by hand begins from."""
    return untrained(claimants(data, "K"), data, basis)
