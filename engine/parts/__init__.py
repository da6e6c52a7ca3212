"""What several families are made of: drawing, words and declared parameters."""
