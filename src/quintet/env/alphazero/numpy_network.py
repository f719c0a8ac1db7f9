"""A network on NumPy alone, with its gradients worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from quintet.env.alphazero.network import Bools, Floats, Losses, Parameters, Samples, Shape

DECAY = 1e-4  # of the weights, a step at rate 1
MAX_GRADIENT = 1.0  # its length; longer ones are cut
MOMENTUM, SQUARES, EPSILON = 0.9, 0.999, 1e-8  # of Adam
ILLEGAL = np.float32(-1e9)


class NumpyNetwork:
    """Residual blocks in NumPy."""

    def __init__(self, shape: Shape, parameters: Mapping[str, Floats]) -> None:
        self.shape = shape
        self._now = {name: np.array(array, np.float32) for name, array in parameters.items()}
        self._means = {name: np.zeros_like(array) for name, array in self._now.items()}
        self._squares = {name: np.zeros_like(array) for name, array in self._now.items()}
        self._steps = 0

    def submit(self, observations: Bools, masks: Bools) -> tuple[Floats, Floats]:
        hidden = self._forward(observations)[-1]
        logits, values = self._heads(np.maximum(hidden, 0))
        return logits, values[:, 0] if self.shape.values == 1 else values

    def collect(self, submitted: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
        return submitted

    def parameters(self) -> Parameters:
        return {name: array.copy() for name, array in self._now.items()}

    def learn(self, samples: Samples, rate: float) -> Losses:
        losses, gradients = self.gradients(samples)
        self._descend(gradients, rate)
        return losses

    def gradients(self, samples: Samples) -> tuple[Losses, Parameters]:
        """Return the losses and their gradients by the parameters."""
        count = len(samples.observations)
        layers = self._forward(samples.observations)
        shown = np.maximum(layers[-1], 0)
        logits, values = self._heads(shown)
        masked = np.where(samples.masks, logits, ILLEGAL)
        masked -= masked.max(axis=1, keepdims=True)
        logs = masked - np.log(np.exp(masked).sum(axis=1, keepdims=True))
        wanted = samples.values.reshape(count, -1)
        policy_loss = -np.where(samples.masks, samples.policies * logs, 0).sum() / count
        value_loss = np.square(values - wanted).sum() / count

        by_logits = (np.exp(logs) - samples.policies) / np.float32(count)
        by_values = 2 * (values - wanted) * (1 - np.square(values)) / np.float32(count)
        found = self._backward(layers, shown, by_logits, by_values)
        return Losses(float(policy_loss), float(value_loss)), found

    def _forward(self, observations: Bools) -> list[Floats]:
        """Return the input, and what is added up after each block."""
        now = self._now
        flat = observations.reshape(len(observations), -1).astype(np.float32)
        hidden = np.maximum(flat @ now["in.weight"] + now["in.bias"], 0)
        layers = [flat, hidden]
        for block in range(self.shape.blocks):
            inside = np.maximum(
                hidden @ now[f"{block}.first.weight"] + now[f"{block}.first.bias"], 0
            )
            hidden = hidden + inside @ now[f"{block}.second.weight"] + now[f"{block}.second.bias"]
            layers += [inside, hidden]
        return layers

    def _heads(self, shown: Floats) -> tuple[Floats, Floats]:
        now = self._now
        logits = shown @ now["policy.weight"] + now["policy.bias"]
        return logits, np.tanh(shown @ now["value.weight"] + now["value.bias"])

    def _backward(
        self, layers: list[Floats], shown: Floats, by_logits: Floats, by_values: Floats
    ) -> Parameters:
        now = self._now
        found = {
            "policy.weight": shown.T @ by_logits,
            "policy.bias": by_logits.sum(axis=0),
            "value.weight": shown.T @ by_values,
            "value.bias": by_values.sum(axis=0),
        }
        by_hidden = by_logits @ now["policy.weight"].T + by_values @ now["value.weight"].T
        by_hidden *= shown > 0
        for block in reversed(range(self.shape.blocks)):
            before, inside = layers[2 * block + 1], layers[2 * block + 2]
            by_inside = (by_hidden @ now[f"{block}.second.weight"].T) * (inside > 0)
            found[f"{block}.second.weight"] = inside.T @ by_hidden
            found[f"{block}.second.bias"] = by_hidden.sum(axis=0)
            found[f"{block}.first.weight"] = before.T @ by_inside
            found[f"{block}.first.bias"] = by_inside.sum(axis=0)
            by_hidden = by_hidden + by_inside @ now[f"{block}.first.weight"].T
        by_hidden = by_hidden * (layers[1] > 0)
        found["in.weight"] = layers[0].T @ by_hidden
        found["in.bias"] = by_hidden.sum(axis=0)
        return found

    def _descend(self, gradients: Parameters, rate: float) -> None:
        """Take a step of Adam, with weights that decay."""
        length = np.sqrt(sum(float(np.square(g).sum()) for g in gradients.values()))
        scale = np.float32(min(1.0, MAX_GRADIENT / (length + 1e-6)))
        self._steps += 1
        for name, gradient in gradients.items():
            gradient = gradient * scale
            mean, square, weights = self._means[name], self._squares[name], self._now[name]
            mean += (1 - MOMENTUM) * (gradient - mean)
            square += (1 - SQUARES) * (np.square(gradient) - square)
            towards = mean / (1 - MOMENTUM**self._steps)
            spread = np.sqrt(square / (1 - SQUARES**self._steps)) + EPSILON
            weights -= np.float32(rate) * (towards / spread + DECAY * weights)
