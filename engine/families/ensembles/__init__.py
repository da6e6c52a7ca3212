"""Ensembles: many simple models that answer together."""
