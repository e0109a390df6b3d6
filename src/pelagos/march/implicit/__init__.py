"""Marching by implicit solvers, for stiff robots."""
