"""Weights to start from, placed on the loss surface by hand."""

from __future__ import annotations

from dataclasses import replace

from engine.families.regression.bowl import HANDLE

START = replace(HANDLE, most=lambda params: 0 if params.standardise else 1)
"""Where the features are standardised the chart has other weights than the model, and none is placed."""
