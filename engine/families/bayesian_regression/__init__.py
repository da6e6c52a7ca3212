"""Regression that keeps a distribution over functions, and the evidence for a model."""
