"""Integrators: one file for each Runge-Kutta method, with tableau, order and citation."""
