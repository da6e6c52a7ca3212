"""Probability tables and distributions: their rules, and what is learnt of them from samples."""
