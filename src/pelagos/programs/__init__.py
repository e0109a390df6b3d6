"""The programs of a robot: what the march and all queries call, made from the plain equations.

`numbers` says which numbers of a robot a program reads when it runs, `tracing` runs the equations
on a tape, `robot` names the programs and compiles each when it is first needed.
"""
