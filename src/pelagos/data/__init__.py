"""Measurements: records read from files of many kinds, and what is wrong with them."""
