"""Linear discriminants by other ideas: least squares, scatter, margins, schemes."""
