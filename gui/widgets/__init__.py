"""Widgets that know no session: words, numbers, formulas, source, forms."""
