"""What it costs to follow what other stores write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import PutOp

from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import HashEmbeddings

NS = ("a",)
FEW = 8


class Counting(InMemorySaver):
    """A checkpointer that counts what it is asked for, and what it answers."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: Counter[str] = Counter()

    def get_tuple(self, config: Any) -> Any:
        self.seen["requests"] += 1
        self.seen["rows"] += 1
        return super().get_tuple(config)

    def list(self, config: Any, **options: Any) -> Iterator[Any]:
        self.seen["requests"] += 1
        for row in super().list(config, **options):
            self.seen["rows"] += 1
            yield row

    def cost(self) -> dict[str, int]:
        """What was seen since the last time."""
        seen, self.seen = self.seen, Counter()
        return dict(seen)


def store_on(saver: Counting) -> CheckpointStore:
    return CheckpointStore(saver, index=ExactIndex(HashEmbeddings(32)))


def costs(items: int) -> list[dict[str, int]]:
    """What searches cost a reader beside a writer, in a namespace of so many items."""
    saver = Counting()
    writer, reader = store_on(saver), store_on(saver)
    writer.batch([PutOp(NS, f"k{n}", {"text": f"word{n}"}) for n in range(items)])
    assert reader.search(NS, query="word1", limit=1)[0].key == "k1"
    found = []
    for turn in range(4):
        saver.cost()
        assert len(reader.search(NS, query="word1", limit=items)) == items
        found.append(saver.cost())  # where nothing has changed
        writer.put(NS, "k1", {"text": f"turn{turn}"})
        saver.cost()
        assert reader.search(NS, query=f"turn{turn}", limit=1)[0].key == "k1"
        found.append(saver.cost())  # where one item has
        writer.delete(NS, "k2")
        saver.cost()
        assert "k2" not in {hit.key for hit in reader.search(NS, limit=items)}
        found.append(saver.cost())
        writer.put(NS, "k2", {"text": "back"})
        reader.search(NS)
    return found


@pytest.mark.parametrize("items", [10, 100, 2_000])
def test_a_search_costs_a_few_reads_whatever_the_number_of_items(items: int) -> None:
    """Each search reads the feed and what has changed, never what has not."""
    found = costs(items)
    assert found == costs(10)
    assert all(0 < cost["requests"] <= FEW for cost in found)
    assert all(cost["rows"] <= FEW for cost in found)


def test_a_search_costs_a_few_reads_whatever_the_number_of_namespaces() -> None:
    """What changes in one namespace does not make others be read."""
    saver = Counting()
    writer, reader = store_on(saver), store_on(saver)
    writer.batch([PutOp(("n", f"{n}"), "k", {"text": f"word{n}"}) for n in range(300)])
    assert len(reader.search(("n",), limit=1_000)) == 300
    writer.put(("n", "7"), "k", {"text": "changed"})
    saver.cost()
    assert reader.search(("n",), query="changed", limit=1)[0].namespace == ("n", "7")
    cost = saver.cost()
    assert 0 < cost["requests"] <= FEW
    assert cost["rows"] <= FEW
