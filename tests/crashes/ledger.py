"""What has to be in a store by what its writers said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest
from langgraph.store.base import GetOp, SearchItem

from langgraph_memory.store import CheckpointStore
from tests.crashes.places import EMBEDDINGS
from tests.crashes.script import ROOT, Spot, outcome, step
from tests.crashes.writing import Said

ALL = 100_000
QUERY = "who wrote what"


class Ledger:
    """For each spot, what may be there now.

    Attributes:
        next: For each writer, the step with which it has to go on.
        acknowledged: How many steps are.
        may_be: The numbers of which one is there; None: nothing is.
    """

    def __init__(self) -> None:
        self.next: dict[str, int] = {}
        self.acknowledged = 0
        self.may_be: dict[Spot, set[int | None]] = {}

    def hear(self, said: Said) -> None:
        """Take in what a writer says."""
        numbers = range(said.first, said.stop)
        for spot, number in outcome(said.who, numbers).items():
            if said.done:
                self.may_be[spot] = {number}
            else:
                self.may_be.setdefault(spot, {None}).add(number)
        self.acknowledged += len(numbers) if said.done else 0
        self.next[said.who] = max(said.stop, self.next.get(said.who, 0))

    @classmethod
    def of(cls, ledgers: Iterable[Ledger]) -> Ledger:
        """What is known now by some ledgers of different writers."""
        joined = cls()
        for ledger in ledgers:
            joined.may_be |= {spot: set(held) for spot, held in ledger.may_be.items()}
        return joined

    def allow(self, said: Said) -> None:
        """Take in that steps may be done already, or not yet."""
        for n in range(said.first, said.stop):
            spot, number = step(said.who, n)
            self.may_be.setdefault(spot, {None}).add(number)

    def check_hits(self, hits: Iterable[SearchItem]) -> None:
        """Check what was found by a search for everything."""
        found = held(hits)
        for spot in self.may_be.keys() | found.keys():
            assert found.get(spot) in self.may_be[spot]

    def check(self, store: CheckpointStore) -> None:
        """Check that a store has it, however it is asked; nobody may be writing.

        What was found for a spot about which writers left a doubt has to stay.
        """
        self.check_hits(store.search(ROOT, limit=ALL))
        spots = list(self.may_be)
        items: list[Any] = store.batch([GetOp(*spot) for spot in spots])
        found: dict[Spot, int] = {}
        for spot, item in zip(spots, items, strict=True):
            number = None if item is None else item.value["n"]
            assert number in self.may_be[spot]
            self.may_be[spot] = {number}
            if number is not None:
                found[spot] = number
        # What a killed writer did not acknowledge may show late, but then everywhere.
        hits = store.search(ROOT, query=QUERY, limit=ALL)
        assert held(hits) == held(store.search(ROOT, limit=ALL)) == found
        namespaces = sorted({spot.namespace for spot in found})
        assert store.list_namespaces(prefix=ROOT, limit=ALL) == namespaces
        check_scores(hits, QUERY)


def check_scores(hits: Sequence[SearchItem], query: str) -> None:
    """Check that each score is of the text that stands there now."""
    scores = [hit.score for hit in hits]
    right = _cosines([hit.value["text"] for hit in hits], query)
    assert scores == pytest.approx(right, abs=1e-4)


def _cosines(texts: Iterable[str], query: str) -> list[float]:
    vectors = np.array(EMBEDDINGS.embed_documents(list(texts))).reshape(-1, EMBEDDINGS.size)
    cosines = vectors @ np.array(EMBEDDINGS.embed_query(query))
    return [float(cosine) for cosine in np.clip(cosines, 0, 1)]


def held(hits: Iterable[SearchItem]) -> dict[Spot, int]:
    return {Spot(hit.namespace, hit.key): hit.value["n"] for hit in hits}
