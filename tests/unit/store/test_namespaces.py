"""Sets of namespaces, and conditions on them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from langgraph.store.base import MatchCondition

from langgraph_memory.store.namespaces import NamespaceSet, literal_prefix, matcher

LABELS = st.lists(st.sampled_from(["a", "b", "ab", "b-c", "ä"]), min_size=1, max_size=4)
NAMESPACES = st.lists(LABELS.map(tuple), max_size=30)


@given(NAMESPACES, NAMESPACES, st.lists(st.sampled_from(["a", "b", "ab"]), max_size=2))
def test_under_finds_what_a_comparison_of_all_finds(
    first: list[tuple[str, ...]], later: list[tuple[str, ...]], prefix: list[str]
) -> None:
    """Those under a prefix come in order, each once, also from the middle on."""
    names = NamespaceSet(first)
    for namespace in later:
        names.add(namespace)
    head = tuple(prefix)
    expected = sorted({n for n in first + later if n[: len(head)] == head})
    assert list(names.under(head)) == expected
    assert len(names) == len(set(first + later))
    for place, namespace in enumerate(expected):
        assert list(names.under(head, namespace)) == expected[place + 1 :]


PATHS = st.lists(st.sampled_from(["a", "b", "ab", "*"]), max_size=3).map(tuple)
CONDITIONS = st.lists(
    st.builds(MatchCondition, st.sampled_from(["prefix", "suffix"]), PATHS), max_size=3
)


@given(LABELS.map(tuple), CONDITIONS)
def test_what_meets_the_conditions_is_under_their_literal_prefix(
    namespace: tuple[str, ...], conditions: list[MatchCondition]
) -> None:
    """Looking under the literal prefix alone loses nothing that meets all conditions."""
    if matcher(conditions)(namespace):
        prefix = literal_prefix(conditions)
        assert namespace[: len(prefix)] == prefix


@given(LABELS.map(tuple), CONDITIONS)
def test_a_namespace_meets_what_it_meets_label_by_label(
    namespace: tuple[str, ...], conditions: list[MatchCondition]
) -> None:
    """Each path matches the first or the last labels, and none where these are too few."""

    def met(path: tuple[str, ...], labels: tuple[str, ...]) -> bool:
        same_length = len(path) == len(labels)
        return same_length and all(
            p in ("*", one) for p, one in zip(path, labels, strict=True)
        )

    assert matcher(conditions)(namespace) == all(
        met(path, namespace[: len(path)])
        if kind == "prefix"
        else met(path, namespace[max(0, len(namespace) - len(path)) :])
        for kind, path in conditions
    )
