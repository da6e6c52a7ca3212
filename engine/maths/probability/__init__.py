"""Distributions, likelihoods and what follows from them."""
