"""The ground: what every other room stands on. It imports nothing of ours."""
