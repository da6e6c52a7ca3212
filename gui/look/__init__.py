"""How things look: themes, fonts, shapes, and the one style sheet."""
