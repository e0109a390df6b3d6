"""Wagner's function by quadrature, without a fit."""

from __future__ import annotations

import numpy as np
from scipy.integrate import quad
from scipy.special import i0e, i1e, k0e, k1e


def wagner_exact(s: float) -> float:
    """The inverse Laplace transform of Theodorsen's function along its cut (Garrick 1938)."""

    def integrand(u: float) -> float:
        x = np.exp(u)
        kernel = np.exp(-2 * x) * (k0e(x) - k1e(x)) ** 2
        kernel += np.pi**2 * np.exp(2 * x) * (i0e(x) + i1e(x)) ** 2
        return float(np.exp(-s * x) / (x * kernel))

    return 1 - float(quad(integrand, -25, 4, limit=400)[0])
