"""Sensors, one file per kind: words, what is measured, channels with units."""
