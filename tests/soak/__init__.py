"""Attacks on the program: files spoilt in every way, random user actions. Small in the suite, long on request."""
