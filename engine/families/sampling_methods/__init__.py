"""Samplers: walks that visit every place as often as a density says, and what such walks are worth."""
