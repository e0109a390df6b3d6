"""Small networks in numpy: layers of tanh with a linear last one, their gradient, and Adam.

All numbers of a network are one vector, of which layers are views: what is done to all of them at
once (steps of Adam, limits of gradients, files) needs no loop.
"""

from collections.abc import Iterator, Sequence

import numpy as np

Layers = list[tuple[np.ndarray, np.ndarray]]


class Mlp:
    """A network with layers of these sizes, from the inputs to the outputs."""

    def __init__(self, sizes: Sequence[int]):
        self.sizes = tuple(sizes)
        pairs = list(zip(self.sizes[:-1], self.sizes[1:], strict=True))
        self.count = sum(a * b + b for a, b in pairs)

    def layers(self, numbers: np.ndarray) -> Layers:
        """Weights and offsets of each layer, as views of one vector."""
        return list(self._cut(numbers))

    def _cut(self, numbers: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        place = 0
        for a, b in zip(self.sizes[:-1], self.sizes[1:], strict=True):
            weights = numbers[place : place + a * b].reshape(a, b)
            yield weights, numbers[place + a * b : place + a * b + b]
            place += a * b + b

    def drawn(self, rng: np.random.Generator, last: float) -> np.ndarray:
        """Numbers to begin with: orthogonal weights, in the last layer times `last`."""
        numbers = np.zeros(self.count)
        layers = self.layers(numbers)
        for k, (weights, _) in enumerate(layers):
            a, b = weights.shape
            turned = np.linalg.qr(rng.standard_normal((max(a, b), min(a, b))))[0]
            weights[:] = (turned if a >= b else turned.T) * (last if k == len(layers) - 1 else 1.0)
        return numbers

    @staticmethod
    def forward(layers: Layers, inputs: np.ndarray) -> list[np.ndarray]:
        """What every layer gives, the inputs first."""
        values = [inputs]
        for weights, offsets in layers[:-1]:
            value = values[-1] @ weights
            value += offsets
            values.append(np.tanh(value, out=value))
        weights, offsets = layers[-1]
        values.append(values[-1] @ weights + offsets)
        return values

    @staticmethod
    def backward(
        layers: Layers, values: Sequence[np.ndarray], slope: np.ndarray, out: Layers
    ) -> None:
        """Derivatives of a scalar whose derivative by the outputs is `slope`, put into `out`."""
        for k in reversed(range(len(layers))):
            np.matmul(values[k].T, slope, out=out[k][0])
            slope.sum(axis=0, out=out[k][1])
            if k:
                slope = slope @ layers[k][0].T
                slope *= 1.0 - values[k] ** 2


class Adam:
    """Steps against gradients, each number by its own measure (Kingma and Ba 2015)."""

    def __init__(self, count: int, dtype: type = np.float32):
        self.mean, self.square = np.zeros(count, dtype), np.zeros(count, dtype)
        self.steps = 0

    def step(self, numbers: np.ndarray, gradient: np.ndarray, rate: float) -> None:
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        mean = self.mean / (1.0 - 0.9**self.steps)
        square = self.square / (1.0 - 0.999**self.steps)
        numbers -= rate * mean / (np.sqrt(square) + 1e-8)
