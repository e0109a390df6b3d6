"""Runge-Kutta methods: a tableau, an order and a citation each."""
