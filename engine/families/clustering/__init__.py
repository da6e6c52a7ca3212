"""Grouping points without labels."""
