"""Widgets that know nothing of the session: words, numbers, formulas, source, forms."""
