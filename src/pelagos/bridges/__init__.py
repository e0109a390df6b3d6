"""Robots among other software: what it is told of a simulated robot, and what it may command.

Each folder is one neighbour; `messages` holds what several of them say.
"""
