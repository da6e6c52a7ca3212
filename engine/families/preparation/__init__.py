"""What is done to data before anything is learnt from them, row by row and method by method."""
