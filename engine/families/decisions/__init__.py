"""Decisions: what is the best answer where probabilities, and the losses of mistakes, are known."""
