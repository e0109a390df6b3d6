"""Trials of a vehicle with a moving arm: fitted, predicted, reported."""
