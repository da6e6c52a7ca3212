"""Growing, drawing and telling trees: for the trees themselves and for the ensembles that are made of them."""
