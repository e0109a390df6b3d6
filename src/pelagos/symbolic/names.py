"""Names of symbols: the labels of the model, as words that Python and SymPy take."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Mapping

# words that printed functions use for themselves
TAKEN = {
    *("t", "x", "q", "u", "udot", "qdot", "M", "f", "J", "g_rows", "P", "r", "y", "whole", "len"),
    *("math", "np", "mass_matrix", "forcing", "rates", "constraints", "joint_rates"),
    *("acceleration", "prescribed", "rhs", "min", "max", "abs"),
}


class SymbolNames:
    """Every label a word of its own; `chosen` has the user's, by letter and label."""

    def __init__(self, chosen: Mapping[tuple[str, str], str] | None = None) -> None:
        self._chosen = dict(chosen or {})
        self._used = {*TAKEN, *self._chosen.values()}
        self.labels: dict[str, tuple[str, str]] = {}  # word -> (letter, label)

    def has(self, letter: str, label: str) -> bool:
        """Whether the user chose a word for this."""
        return (letter, label) in self._chosen

    def word(self, letter: str, label: str) -> str:
        """`q_arm` for the letter q and the label arm; without a letter the label itself."""
        if (letter, label) in self._chosen:
            word = self._chosen[letter, label]
            self.labels[word] = (letter, label)
            return word
        base = re.sub(r"\W+", "_", f"{letter}_{label}" if letter else label).strip("_")
        if not base or base[0].isdigit() or keyword.iskeyword(base):
            base = f"_{base}" if letter else f"p_{base}"
        word, count = base, 1
        while word in self._used:
            word, count = f"{base}_{count}", count + 1
        self._used.add(word)
        self.labels[word] = (letter, label)
        return word

    def words(self, letter: str, labels: Iterable[str]) -> list[str]:
        return [self.word(letter, label) for label in labels]

    def latex(self) -> dict[str, str]:
        r"""How the words look in print: q_{\mathrm{arm}}."""
        from sympy import Symbol, latex

        found = {}
        for word, (letter, label) in self.labels.items():
            if word in self._chosen.values():
                found[word] = str(latex(Symbol(word)))  # l_1, theta_2, J_x
                continue
            text = re.sub(r"([_&%#$])", r"\\\1", label)
            mark = {"udot": r"\dot u", "qdot": r"\dot q"}.get(letter, letter)
            short = text if len(text) == 1 else rf"\mathrm{{{text}}}"
            found[word] = f"{mark}_{{{short}}}" if mark else short
        return found


def numbered(labels: tuple[str, ...], i: int) -> str:
    """The label, with a number where several share it."""
    if labels.count(labels[i]) == 1:
        return labels[i]
    return f"{labels[i]} {1 + labels[:i].count(labels[i])}"
