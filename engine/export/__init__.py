"""Fitted models as files, keyed by kind of model."""
