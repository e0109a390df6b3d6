"""Checks across the parts of a model."""
