"""Mechanisms in closed form, beside the general engine: one package each."""
