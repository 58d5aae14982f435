"""Which embeddings made the vectors of a store, and whether those given now are the same.

Names lie: one model has several wrappers, and one name several models. So the vector of a
fixed text is kept with the name, and it decides.
"""

from __future__ import annotations

import hashlib
import math
import operator
import struct
from collections.abc import Iterable
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
    """The embeddings that made some vectors.

    Attributes:
        name: Class and model, for messages.
        probe: The vector of `PROBE`: 32-bit floats, little-endian.
        rank: How often a store had been given other embeddings before it got these.
    """

    name: str
    probe: bytes
    rank: int = 0

    @property
    def id(self) -> str:
        """The name that an item with vectors carries: 16 hex digits."""
        return hashlib.blake2b(self.name.encode() + self.probe, digest_size=8).hexdigest()

    @property
    def dimensions(self) -> int:
        """Numbers in each vector."""
        return len(self.probe) // 4

    def agrees(self, other: Identity) -> bool:
        """Whether both are one model, so that their vectors can be compared."""
        same_length = self.dimensions == other.dimensions
        return same_length and _cosine(self.probe, other.probe) >= _SAME

    def pack(self) -> bytes:
        """The payload of the identity's cell."""
        return head(name=self.name, rank=self.rank) + b"\n" + self.probe

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
        return cls(name=fields["name"], probe=probe, rank=fields.get("rank", 0))


class Identities:
    """The embeddings that made the vectors of a store.

    As a rule it is one. Stores that write their first vectors at the same moment leave
    several, which count as one where they agree; the first by id decides. After a change
    of embeddings those that came last do.

    Attributes:
        first: The one that decides; None before there are vectors.
        known: The ids of all.
        accepted: The ids of those whose vectors count.
    """

    def __init__(self, identities: Iterable[Identity] = ()) -> None:
        """Take the identities found in a store."""
        found = sorted(identities, key=lambda one: (-one.rank, one.id))
        self.first = found[0] if found else None
        self.known = frozenset(one.id for one in found)
        self.accepted = frozenset(one.id for one in found if one.agrees(found[0]))

    def check(self, given: Identity) -> None:
        """Make sure that embeddings are those of the store, if it has any.

        Args:
            given: The embeddings given now.

        Raises:
            IndexMismatchError: When they are not; it names both.
        """
        if self.first is None or self.first.agrees(given):
            return
        msg = (
            f"the vectors in this store were made by {self.first.name} "
            f"({self.first.dimensions} dimensions), but it was opened with {given.name} "
            f"({given.dimensions} dimensions), which makes other vectors of the same text. "
            "Open it with the former, or call reindex(), which embeds every item again"
        )
        raise IndexMismatchError(msg)


def identify(embeddings: Embeddings, probe: bytes) -> Identity:
    """Give embeddings an identity.

    Args:
        embeddings: The embeddings.
        probe: Their vector of `PROBE`.

    Returns:
        The identity; the same for the same embeddings, where these are deterministic.
    """
    names = (getattr(embeddings, name, None) for name in _NAMES)
    model = next((name for name in names if isinstance(name, str) and name), "")
    return Identity(name=f"{type(embeddings).__name__} {model}".strip(), probe=probe)


def _cosine(one: bytes, other: bytes) -> float:
    if one == other:
        return 1.0
    a, b = (struct.unpack(f"<{len(probe) // 4}f", probe) for probe in (one, other))
    lengths = math.hypot(*a) * math.hypot(*b)
    return sum(map(operator.mul, a, b)) / lengths if lengths else 0.0
