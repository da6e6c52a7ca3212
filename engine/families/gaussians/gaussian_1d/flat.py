"""Why a class of one feature has no bell."""

from __future__ import annotations

import numpy as np

from engine.base.errors import AddPoints, Objection, SetParameter
from engine.base.words import spoken
from engine.data.dataset import Dataset


def flat_objection(data: Dataset, shared: bool) -> str:
    """A class whose points are all alike, or all classes where they share the variance; or ''."""
    spreads = [float(np.ptp(data.X[data.codes == code])) for code in data.classes_present]
    if shared:
        return "" if max(spreads) > 0 else Objection("All points of a class are alike: add some.", AddPoints())
    flat = next((code for code, spread in zip(data.classes_present, spreads, strict=True) if not spread > 0), None)
    if flat is None:
        return ""
    words = f"All points of {spoken(data.class_name(flat))} are alike, so its variance is 0: "
    if max(spreads) > 0:
        return Objection(f"{words}share one variance, or add points.", SetParameter("variance", "shared"), AddPoints())
    return Objection(f"{words}add points that differ.", AddPoints())
