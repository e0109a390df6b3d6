"""Robots as FMUs of FMI 2.0 for co-simulation: outputs, description, the file."""
