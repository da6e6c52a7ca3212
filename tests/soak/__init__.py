"""Attacks on the program: files spoilt in every way, hands that do anything. Small in the suite, long on request."""
