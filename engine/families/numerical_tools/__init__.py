"""Numerical tools: what the methods of other families stand on, a step at a time."""
