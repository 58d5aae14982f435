"""Which embeddings made the vectors of a store, and whether those given now are the same.

Names lie: one model has several wrappers, and one name several models. So the vector of a
fixed text is kept with the name, and it decides.
"""

from __future__ import annotations

import math
import operator
import struct
import uuid
from dataclasses import dataclass

from langchain_core.embeddings import Embeddings

from langgraph_memory.errors import IndexMismatchError
from langgraph_memory.store.layout import head, split

PROBE = "A memory of seven words: 七月 in Paris."
"""The text whose vector is the fingerprint of a model."""

_SAME = 0.999
"""Least cosine of two vectors of the probe by one model; services waver a little."""

_NAMES = ("model", "model_name", "model_id", "deployment")


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """The embeddings that made the vectors of a store.

    Attributes:
        id: A random name, which each item with vectors carries.
        name: Class and model, for messages.
        probe: The vector of `PROBE`: 32-bit floats, little-endian.
    """

    id: str
    name: str
    probe: bytes

    @property
    def dimensions(self) -> int:
        """Numbers in each vector."""
        return len(self.probe) // 4

    def pack(self) -> bytes:
        """The payload of the identity's cell."""
        return head(id=self.id, name=self.name) + b"\n" + self.probe

    @classmethod
    def unpack(cls, payload: bytes) -> Identity:
        """Read an identity back.

        Args:
            payload: What `pack` gave.

        Returns:
            The identity.

        Raises:
            StoreError: When the payload has another shape or version.
        """
        fields, probe = split(payload)
        return cls(id=fields["id"], name=fields["name"], probe=probe)

    def check(self, other: Identity) -> None:
        """Make sure that other embeddings are the same model.

        Args:
            other: The identity of the embeddings given now.

        Raises:
            IndexMismatchError: When they are not; it names both.
        """
        if self.dimensions == other.dimensions:
            likeness = _cosine(self.probe, other.probe)
            if likeness >= _SAME:
                return
            detail = f"; the same text has vectors of cosine {likeness:.3f}"
        else:
            detail = ""
        msg = (
            f"the vectors in this store were made by {self.name} ({self.dimensions} "
            f"dimensions), but it was opened with {other.name} ({other.dimensions} "
            f"dimensions){detail}. Open it with the former, or put the items into a store "
            "on another checkpointer"
        )
        raise IndexMismatchError(msg)


def identify(embeddings: Embeddings, probe: bytes) -> Identity:
    """Give embeddings an identity.

    Args:
        embeddings: The embeddings.
        probe: Their vector of `PROBE`.

    Returns:
        The identity, with an id of its own.
    """
    names = (getattr(embeddings, name, None) for name in _NAMES)
    model = next((name for name in names if isinstance(name, str) and name), "")
    kind = type(embeddings).__name__
    return Identity(id=uuid.uuid4().hex[:8], name=f"{kind} {model}".strip(), probe=probe)


def _cosine(one: bytes, other: bytes) -> float:
    if one == other:
        return 1.0
    a, b = (struct.unpack(f"<{len(probe) // 4}f", probe) for probe in (one, other))
    lengths = math.hypot(*a) * math.hypot(*b)
    return sum(map(operator.mul, a, b)) / lengths if lengths else 0.0
