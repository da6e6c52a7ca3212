"""Finding the least of a function, and what is feasible."""
