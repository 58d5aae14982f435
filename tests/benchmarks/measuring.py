"""What is timed of the stores of a field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import mean

from tests.benchmarks.data import Vectors, query_of
from tests.benchmarks.field import Field
from tests.benchmarks.opening import CHROMA
from tests.benchmarks.peers import ONE, ROOT, Namespace, Peer, tenth_of
from tests.benchmarks.results import Results
from tests.benchmarks.timing import Call, interleaved

_BATCH = 100
_QUERIES = 50
_STEP = 37  # scatters what is asked for

Makes = Callable[[Peer], Call]
Filter = Callable[[int], dict[str, int]]


def measure_items(
    field: Field,
    size: int,
    vectors: Vectors,
    results: Results,
    rounds: int,
    patience: float,
) -> None:
    """Take the time of all operations on stores that have so many items in one namespace.

    Args:
        field: The stores.
        size: Items in each.
        vectors: Know the true answers.
        results: Takes the figures.
        rounds: How often each operation is done.
        patience: Seconds for each operation of a store.
    """

    def take(operation: str, call: Makes, peers: Mapping[str, Peer], times: int) -> None:
        calls = {name: call(peer) for name, peer in peers.items()}
        results.add(operation, size, interleaved(calls, times, patience))

    everybody = field.peers
    seeing = {name: peer for name, peer in everybody.items() if peer.by_meaning}
    listing = {name: peer for name, peer in everybody.items() if peer.lists}
    results.add("recall", size, _recall(seeing, size, vectors), "recall")
    take("search", lambda peer: peer.search, seeing, rounds)
    take("search 10 %", lambda p: lambda r: p.search(r, only=_tenth(r)), seeing, rounds)
    for name, only in (("filter one", _one(size)), ("filter 10 %", _tenth)):
        take(name, _filtering(only), everybody, rounds)
    take("get", lambda p: lambda r: p.get(r * _STEP % size), everybody, rounds)
    take("list", lambda p: lambda _: p.list_namespaces(ROOT), listing, rounds)
    take("put", lambda p: lambda r: p.put(size + 1 + r), everybody, rounds)
    first = size + 1 + rounds

    def put_batch(peer: Peer) -> Call:
        def call(number: int) -> None:
            start = first + _BATCH * (number + 1)
            peer.put_many([(n, ONE) for n in range(start, start + _BATCH)])

        return call

    few = max(3, rounds // 10)
    calls = {name: put_batch(peer) for name, peer in everybody.items()}
    found = interleaved(calls, few, patience)
    each = {name: value / _BATCH for name, value in found.items()}
    results.add("put in batches", size, each)


def _filtering(only: Filter) -> Makes:
    return lambda peer: lambda number: peer.search(None, only=only(number))


def _one(size: int) -> Filter:
    return lambda number: {"number": number * _STEP % size}


def _tenth(number: int) -> dict[str, int]:
    return {"tenth": number % 10}


def _recall(peers: Mapping[str, Peer], size: int, vectors: Vectors) -> dict[str, float]:
    """The share of the truly nearest that each store finds."""
    truth = [vectors.true_nearest(query_of(query), size) for query in range(_QUERIES)]
    asked = _QUERIES if size <= 10_000 else _QUERIES // 5
    return {
        name: mean(
            len(truth[query].intersection(peer.search(query))) / len(truth[query])
            for query in range(asked)
        )
        for name, peer in peers.items()
    }


def measure_tenths(
    field: Field, other: Field, size: int, results: Results, rounds: int, patience: float
) -> None:
    """Search one of ten namespaces; Chroma, which has none, filters by a metadatum.

    Args:
        field: Stores with so many items in ten namespaces.
        other: Has Chroma with the same items.
        size: Items in each.
        results: Takes the figures.
        rounds: How often.
        patience: Seconds for each store.
    """
    chroma = {name: peer for name, peer in other.peers.items() if name == CHROMA}

    def call(peer: Peer) -> Call:
        return lambda number: peer.search(number, namespace=tenth_of(number))

    calls = {name: call(peer) for name, peer in {**field.peers, **chroma}.items()}
    for each in calls.values():
        for number in range(10):
            each(number)
    results.add("search one of ten", size, interleaved(calls, rounds, patience))


def namespace_of(number: int) -> Namespace:
    """The namespace of an item where each has one; ten are under one prefix."""
    return (*ROOT, f"group-{number // 10}", f"user-{number}")


def measure_namespaces(
    fields: Mapping[int, Field], results: Results, rounds: int, patience: float
) -> None:
    """Put, search and list in stores of few and of many namespaces, in turns.

    Args:
        fields: By their number of namespaces, each of one item.
        results: Takes the figures; their number of items is that of namespaces.
        rounds: How often.
        patience: Seconds for each operation of a store.
    """

    def put(peer: Peer, size: int) -> Call:
        return lambda r: peer.put(size + 1 + r, namespace_of(r * _STEP % size))

    def search(peer: Peer, size: int) -> Call:
        return lambda r: peer.search(r, namespace=namespace_of(r * _STEP % size))

    def listing(peer: Peer, size: int) -> Call:
        return lambda r: peer.list_namespaces(namespace_of(r * _STEP % size)[:-1])

    makes = {
        "search, many namespaces": search,
        "list, many namespaces": listing,
        "put, many namespaces": put,
    }
    for operation, make in makes.items():
        calls = {
            (name, size): make(peer, size)
            for size, field in fields.items()
            for name, peer in field.peers.items()
        }
        for (name, size), ms in interleaved(calls, rounds, patience).items():
            results.add(operation, size, {name: ms})
