"""Correlation: how two features vary together."""
