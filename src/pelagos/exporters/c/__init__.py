"""Robots as plain C99: names, functions, the whole file."""
