"""What another process finds, at once and later."""

from __future__ import annotations

from langgraph.store.base import BaseStore, PutOp

from langgraph_memory.testing import Clock, HashEmbeddings
from tests.conformance.conftest import Open

NS = ("a", "b")


def everything(store: BaseStore, query: str | None = None) -> list[tuple[object, ...]]:
    hits = store.search((), limit=1_000, query=query)
    return [
        (h.namespace, h.key, h.value, h.created_at, h.updated_at, h.score) for h in hits
    ]


def test_everything_is_there_after_reopening(open_store: Open, clock: Clock) -> None:
    """Values, times, order, scores and namespaces are what they were."""
    store = open_store()
    for n in range(40):
        store.put(("a", str(n % 3)), f"k{n}", {"text": f"word{n % 5} w{n % 7}", "n": n})
        clock.advance(seconds=n % 2)
    store.put(("a", "0"), "k3", {"text": "changed"})
    store.delete(("a", "1"), "k1")
    store.put(("a", "2"), "off", {"text": "word1"}, index=False)
    again = open_store()
    assert everything(again) == everything(store)
    assert everything(again, "word1") == everything(store, "word1")
    assert again.list_namespaces() == store.list_namespaces()
    assert again.get(("a", "0"), "k3") == store.get(("a", "0"), "k3")


def test_case_61_both_ways_and_every_reading_agree(open_store: Open) -> None:
    """Order and scores do not depend on who wrote, who reads, or in which order."""
    one, other = open_store(), open_store()
    for n in range(30):
        (one if n % 2 else other).put(NS, f"k{n:02}", {"text": f"word{n % 3}", "n": n})
    views = [one, other, open_store()]
    for query in (None, "word1"):
        assert everything(views[0], query) == everything(views[1], query)
        assert everything(views[0], query) == everything(views[2], query)


def test_reopening_embeds_nothing(open_store: Open) -> None:
    """Vectors are kept with their items: a search embeds its query, and the probe once."""

    class Counting(HashEmbeddings):
        texts = 0

        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            self.texts += len(texts)
            return super().embed_documents(texts)

    store = open_store()
    store.batch([PutOp(NS, f"k{n}", {"text": f"word{n}"}) for n in range(50)])
    counting = Counting()
    again = open_store(embeddings=counting)
    assert again.search((), query="word7")[0].key == "k7"
    assert again.search((), query="word8")[0].key == "k8"
    assert counting.texts == 1


def test_another_store_sees_writes_at_its_next_read(open_store: Open) -> None:
    """Puts, updates and deletions of one store are there for all others at once."""
    writer, reader = open_store(), open_store()
    assert reader.search(()) == []
    writer.put(NS, "k", {"text": "green tea"})
    assert reader.search((), query="green tea")[0].key == "k"
    assert reader.list_namespaces() == [NS]
    writer.put(NS, "k", {"text": "black coffee"})
    (hit,) = reader.search((), query="black coffee")
    assert hit.value == {"text": "black coffee"}
    assert hit.score is not None
    assert hit.score > 0.99
    writer.put(NS, "l", {"text": "more"})
    writer.delete(NS, "k")
    assert [hit.key for hit in reader.search(NS)] == ["l"]
    assert reader.get(NS, "k") is None


def test_stores_see_each_other_through_many_changes(open_store: Open) -> None:
    """Two stores that write in turn always agree, also after more than a cell remembers."""
    stores = [open_store(), open_store()]
    for turn in range(4):
        writer, reader = stores[turn % 2], stores[1 - turn % 2]
        size = (1, 130, 3, 128)[turn]
        writer.batch(
            [
                PutOp(("n", str(n % 4)), f"k{n}", {"text": f"turn{turn}", "n": n})
                for n in range(size)
            ]
        )
        writer.delete(("n", "0"), "k0")
        assert everything(reader) == everything(writer)
        assert everything(reader, f"turn{turn}") == everything(writer, f"turn{turn}")


def test_an_emptied_namespace_is_followed_too(open_store: Open) -> None:
    """Who has seen a namespace without items sees the first that another store puts."""
    writer, reader = open_store(), open_store()
    writer.put(NS, "k", {"text": "x"})
    writer.delete(NS, "k")
    assert reader.search(NS) == []
    writer.put(NS, "l", {"text": "y"})
    assert [hit.key for hit in reader.search(NS)] == ["l"]
