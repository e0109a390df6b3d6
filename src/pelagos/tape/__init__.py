"""The robot is the program.

The equations run once on tape numbers (`numbers`), and the list of what was done to these is the
program of one robot. It folds what is known, computes nothing twice, knows its own derivatives
(`derivatives`), and becomes a list of plain instructions (`instructions`) that is written out as
machine code with any number of lanes (`llvm_text`, `native`).
"""
