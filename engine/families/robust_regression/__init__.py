"""Regressions for targets that are not normally distributed about a line: outliers, long tails, counts."""
