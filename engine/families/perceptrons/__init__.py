"""Perceptrons: a line that learns from its mistakes."""
