"""Regression by what is known near a point: kernels on the rows, with and without a distribution over functions."""
