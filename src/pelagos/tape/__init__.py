"""The robot is the program.

The equations run once on tape numbers (`numbers`), and the list of what was done to these is the
program of one robot. It folds what is known, computes nothing twice, knows its own derivatives
(`derivatives`), and becomes a list of plain instructions (`instructions`). These are put into a
good order (`order`), cut where there are many (`cuts`) into pieces of which equal ones are compiled
once (`blocks`), and written out as machine code with any number of lanes (`llvm_text`, `native`).
With one lane, many alike parts are done by vectors (`repeats`, `series`).
"""
