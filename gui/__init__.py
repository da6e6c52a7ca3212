"""Learnscope's window: it shows what the engine does, and knows no algorithm by name."""
