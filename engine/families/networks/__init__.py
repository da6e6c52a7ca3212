"""Networks of units, layer on layer."""
