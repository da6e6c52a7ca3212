"""Recommenders: what somebody would say of what they have not rated yet, from a table of ratings with gaps."""
