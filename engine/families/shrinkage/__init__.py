"""Regressions whose weights are held near 0, or of which only some columns are kept: ridge, lasso, subset selection."""
