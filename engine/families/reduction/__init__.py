"""Fewer dimensions that keep what matters."""
