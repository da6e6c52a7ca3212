"""Finding the rows nearest to a query without measuring the distance to them all."""
