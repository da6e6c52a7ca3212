"""Classifiers that compare a point with points that are known."""
