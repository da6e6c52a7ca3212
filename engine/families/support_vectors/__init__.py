"""Wide margins, by the few examples that they rest on."""
