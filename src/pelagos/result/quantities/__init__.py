"""Quantities of a run by name: columns and expressions over them, with their units."""
