"""The same network on PyTorch, on a processor or a device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from quintet.env.alphazero.network import Bools, Floats, Losses, Parameters, Samples, Shape
from quintet.env.alphazero.numpy_network import DECAY, ILLEGAL, MAX_GRADIENT


class TorchNetwork:
    """Residual blocks in PyTorch. On a device they evaluate and learn in 16 bits."""

    def __init__(self, shape: Shape, parameters: Mapping[str, Floats], device: str) -> None:
        self.shape = shape
        self.device = torch.device(device)
        self._half = self.device.type == "cuda"
        self._now = {
            name: torch.tensor(array, device=self.device, requires_grad=True)
            for name, array in parameters.items()
        }
        self._optimizer = torch.optim.AdamW(
            list(self._now.values()), weight_decay=DECAY, fused=self._half
        )
        self._frozen: dict[str, Any] = {}

    def submit(self, observations: Bools, masks: Bools) -> Any:
        """Send positions to the device; returns at once."""
        if not self._frozen:
            self._frozen = {name: self._narrow(p.detach()) for name, p in self._now.items()}
        with torch.inference_mode():
            seen = self._send(observations.reshape(len(observations), -1))
            logits, values = self._forward(self._frozen, self._narrow(seen))
            if not self._half:
                return (logits, values), None
            hosts = [self._fetch(logits), self._fetch(values)]
            arrived = torch.cuda.Event()
            arrived.record()
            return hosts, arrived

    def collect(self, submitted: Any) -> tuple[Floats, Floats]:
        """Wait for the device."""
        hosts, arrived = submitted
        if arrived is not None:
            arrived.synchronize()
        logits, values = (host.numpy() for host in hosts)
        return logits, values[:, 0] if self.shape.values == 1 else values

    def learn(self, samples: Samples, rate: float) -> Losses:
        count = len(samples.observations)
        seen = self._send(samples.observations.reshape(count, -1)).float()
        masks, policies = self._send(samples.masks), self._send(samples.policies)
        wanted = self._send(samples.values.reshape(count, -1))
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self._half):
            logits, values = self._forward(self._now, seen)
        logs = torch.log_softmax(logits.float().masked_fill(~masks, float(ILLEGAL)), dim=1)
        policy_loss = -(policies * logs).masked_fill(~masks, 0).sum() / count
        value_loss = (values.float() - wanted).square().sum() / count
        self._optimizer.param_groups[0]["lr"] = rate
        self._optimizer.zero_grad(set_to_none=True)
        (policy_loss + value_loss).backward()
        torch.nn.utils.clip_grad_norm_(list(self._now.values()), MAX_GRADIENT)
        self._optimizer.step()
        self._frozen = {}
        return Losses(policy_loss.item(), value_loss.item())

    def parameters(self) -> Parameters:
        return {name: p.detach().float().cpu().numpy().copy() for name, p in self._now.items()}

    def _forward(self, now: Mapping[str, Any], seen: Any) -> tuple[Any, Any]:
        def layer(name: str, given: Any) -> Any:
            return given @ now[f"{name}.weight"] + now[f"{name}.bias"]

        hidden = torch.relu(layer("in", seen))
        for block in range(self.shape.blocks):
            hidden = hidden + layer(f"{block}.second", torch.relu(layer(f"{block}.first", hidden)))
        shown = torch.relu(hidden)
        return layer("policy", shown), torch.tanh(layer("value", shown))

    def _narrow(self, tensor: Any) -> Any:
        return tensor.to(torch.bfloat16 if self._half else torch.float32)

    def _fetch(self, tensor: Any) -> Any:
        """Begin to copy from the device; both parts stay in one piece for the search."""
        host = torch.empty(tensor.shape, dtype=torch.float32, pin_memory=True)
        return host.copy_(tensor.float(), non_blocking=True)

    def _send(self, array: np.ndarray[Any, Any]) -> Any:
        given = torch.from_numpy(np.ascontiguousarray(array))
        return given.pin_memory().to(self.device, non_blocking=True) if self._half else given
