"""The canvas: the plane of the data and the surfaces beside it, painted from marks."""
