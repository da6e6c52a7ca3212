"""The chart of the mistakes."""

from __future__ import annotations

from engine.core.surfaces import Surface

MISTAKES = Surface("chart", "Probability of a mistake by threshold", "threshold", "P(mistake)")
