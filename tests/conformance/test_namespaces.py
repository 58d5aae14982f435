"""Listing namespaces, and which ones may be written to."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)

from tests.conformance.conftest import Open

TREE = [
    ("a", "b", "c"),
    ("a", "b", "d", "e"),
    ("a", "b", "d", "i"),
    ("a", "b", "f"),
    ("a", "c", "f"),
    ("b", "a", "f"),
]


@pytest.fixture
def tree(store: BaseStore) -> BaseStore:
    for namespace in TREE:
        store.put(namespace, "k", {"text": "x"})
    return store


def test_all_namespaces_in_order(tree: BaseStore) -> None:
    """Each namespace that has an item is listed once, in order."""
    tree.put(("a", "b", "c"), "second", {"text": "y"})
    assert tree.list_namespaces() == TREE


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"prefix": ("a", "b")}, TREE[:4]),
        ({"prefix": ("a", "*", "f")}, [TREE[3], TREE[4]]),
        ({"prefix": ("*", "a")}, [TREE[5]]),
        ({"suffix": ("f",)}, TREE[3:]),
        ({"suffix": ("d", "*")}, TREE[1:3]),
        ({"prefix": ("a",), "suffix": ("c", "f")}, [TREE[4]]),
        ({"prefix": ("a", "b", "c", "d", "e")}, []),
        ({"prefix": ("a", "bb")}, []),
        ({"max_depth": 1}, [("a",), ("b",)]),
        (
            {"prefix": ("a", "b"), "max_depth": 3},
            [("a", "b", "c"), ("a", "b", "d"), ("a", "b", "f")],
        ),
        ({"max_depth": 9, "limit": 2, "offset": 1}, TREE[1:3]),
        ({"max_depth": 2, "limit": 2, "offset": 1}, [("a", "c"), ("b", "a")]),
        ({"limit": 0}, []),
        ({"offset": 6}, []),
    ],
)
def test_conditions_depth_and_pages(
    tree: BaseStore, options: dict[str, Any], expected: list[tuple[str, ...]]
) -> None:
    """Conditions match label by label; depth cuts before the page is taken."""
    assert tree.list_namespaces(**options) == expected


def test_several_conditions_of_one_kind(tree: BaseStore) -> None:
    """All conditions of an operation must hold."""
    conditions = (
        MatchCondition("prefix", ("a",)),
        MatchCondition("prefix", ("*", "b")),
        MatchCondition("suffix", ("*", "e")),
    )
    assert tree.batch([ListNamespacesOp(conditions)]) == [[("a", "b", "d", "e")]]


def test_unknown_match_types_are_refused(tree: BaseStore) -> None:
    """A condition that is neither prefix nor suffix is a ValueError."""
    condition = MatchCondition("infix", ("a",))
    with pytest.raises(ValueError, match="infix"):
        tree.batch([ListNamespacesOp((condition,))])


def test_case_63_emptied_namespaces_vanish(store: BaseStore) -> None:
    """With its last item a namespace is gone, and it comes back with the next one."""
    store.put(("a", "b"), "k", {"text": "x"})
    store.put(("a", "b"), "l", {"text": "x"})
    store.put(("a", "c"), "k", {"text": "x"})
    store.delete(("a", "b"), "k")
    assert store.list_namespaces() == [("a", "b"), ("a", "c")]
    store.delete(("a", "b"), "l")
    assert store.list_namespaces() == [("a", "c")]
    assert store.list_namespaces(max_depth=1) == [("a",)]
    store.put(("a", "b"), "m", {"text": "x"})
    assert store.list_namespaces() == [("a", "b"), ("a", "c")]


def test_case_63_emptied_namespaces_stay_gone(open_store: Open) -> None:
    """Another process does not see them either."""
    first, second = open_store(), open_store()
    first.put(("a",), "k", {"text": "x"})
    first.put(("b",), "k", {"text": "x"})
    assert second.list_namespaces() == [("a",), ("b",)]
    first.delete(("a",), "k")
    assert second.list_namespaces() == [("b",)]
    assert open_store().list_namespaces() == [("b",)]
    second.put(("a",), "k", {"text": "x"})
    assert first.list_namespaces() == [("a",), ("b",)]


def test_many_namespaces_are_listed_in_pages(store: BaseStore) -> None:
    """More namespaces than are read at once, some of them emptied, come in order."""
    names = [("n", f"{n:03}") for n in range(300)]
    store.batch([PutOp(name, "k", {"n": 1}) for name in names])
    store.batch([PutOp(name, "k", None) for name in names[::5]])
    left = [name for n, name in enumerate(names) if n % 5]
    assert store.list_namespaces(prefix=("n",), limit=1_000) == left
    assert store.list_namespaces(limit=5, offset=200) == left[200:205]


@pytest.mark.parametrize(
    "labels",
    [
        ("用户", "анна", "o'brien"),
        ("a:b", "c|d", "e/f", "g h", "*"),
        ("x" * 600,),
        ("u@x", "\ud83d"),
        tuple("abcdefghijklmnopqrstuvwxyz"),
    ],
)
def test_labels_may_be_any_text(store: BaseStore, labels: tuple[str, ...]) -> None:
    """Labels in any script, with any sign but period and NUL, come back as they were."""
    store.put(labels, "k", {"text": "x"})
    assert store.list_namespaces() == [labels]
    (item,) = store.search(labels)
    assert item.namespace == labels


BAD: list[Any] = [("",), ("a", ""), ("a.b",), ("a\x00b",), ("a", 3), "abc", None]


@pytest.mark.parametrize("namespace", [*BAD, (), ("langgraph",), ("langgraph", "a")])
def test_case_7_batches_check_namespaces_like_put(store: BaseStore, namespace: Any) -> None:
    """A namespace that put refuses is refused in a batch, and nothing of it is written."""
    good = PutOp(("good",), "k", {"text": "x"})
    with pytest.raises(InvalidNamespaceError):
        store.batch([good, PutOp(namespace, "k", {"text": "x"})])
    assert store.list_namespaces() == []


@pytest.mark.parametrize("namespace", BAD)
def test_case_7_reads_check_labels_too(store: BaseStore, namespace: Any) -> None:
    """Bad labels are refused by every operation of a batch."""
    for op in (
        GetOp(namespace, "k"),
        SearchOp(namespace),
        PutOp(namespace, "k", None),
        ListNamespacesOp((MatchCondition("prefix", namespace),)),
    ):
        with pytest.raises(InvalidNamespaceError):
            store.batch([op])


def test_namespaces_may_be_lists(store: BaseStore) -> None:
    """A list of labels, as JSON gives it, is the tuple of the same labels."""
    store.batch([PutOp(["a", "b"], "k", {"text": "x"})])
    assert store.list_namespaces() == [("a", "b")]
    assert store.get(("a", "b"), "k") is not None
