"""Words that stand for more words: modules, snakes, beams, included files."""
