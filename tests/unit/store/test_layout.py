"""The shape in which things lie in the checkpointer."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.errors import StoreError
from langgraph_memory.store.layout import (
    Entered,
    Stored,
    catalogue_cell,
    item_cell,
    items_thread,
    pack_item,
    pack_namespace,
    unpack_item,
    unpack_namespace,
)

ITEMS = st.builds(
    Stored,
    key=st.text(),
    value=st.text(st.characters(codec="utf-8", exclude_characters="\n")),
    created=st.just("2026-01-01T00:00:00.000000+00:00"),
    updated=st.just("2026-01-02T00:00:00.000000+00:00"),
    ttl=st.none() | st.floats(0.1, 1e6),
    expires=st.none() | st.just("2026-01-03T00:00:00.000000+00:00"),
    model=st.just("") | st.just("abcd"),
    owed=st.booleans(),
)


@given(ITEMS, st.binary())
def test_items_survive(item: Stored, vectors: bytes) -> None:
    """What is packed is unpacked, vectors with line breaks in them too."""
    assert unpack_item(pack_item(item, vectors)) == (item, vectors)


def test_tombstones_keep_nothing() -> None:
    """A deleted item leaves the fact that it is gone."""
    assert unpack_item(pack_item(None)) == (None, b"")
    assert pack_item(None) == b'{"v":2,"gone":true}'


@given(st.lists(st.text(min_size=1), min_size=1).map(tuple), st.booleans())
def test_namespaces_survive(namespace: tuple[str, ...], fading: bool) -> None:  # noqa: FBT001
    """Entries of the catalogue come back, whatever the labels."""
    entry = Entered(namespace, fading, sure=not fading)
    assert unpack_namespace(pack_namespace(entry)) == entry


def test_names_tell_everything_apart() -> None:
    """Labels that look alike when joined have threads of their own, and so have marks."""
    namespaces = [("a", "b"), ("ab",), ("a:b",), ('a","b',), ("b", "a"), ("a",)]
    assert len({items_thread(namespace) for namespace in namespaces}) == len(namespaces)
    cells = {catalogue_cell(n, fading=f) for n in namespaces for f in (False, True)}
    assert len(cells) == 2 * len(namespaces)
    assert len({item_cell(key) for key in ("", "a", "A", "\ud83d", "\ufffd")}) == 5


def test_case_96_another_version_says_how() -> None:
    """A store of another shape is not misread: the error names both and the way out."""
    with pytest.raises(StoreError, match=r"shape 3.*reads up to 2.*use the release"):
        unpack_item(b'{"v":3,"key":"k"}\n{}\n')


@pytest.mark.parametrize(
    "payload", [b"", b"{}", b"[]", b"3", b"null", b"\xff", b'{"v":1,"strange":1}\n{}\n']
)
def test_what_is_no_payload_is_an_error(payload: bytes) -> None:
    """Anything else in a reserved thread is reported, not skipped."""
    with pytest.raises(StoreError, match=r"no item|unknown shape"):
        unpack_item(payload)


@pytest.mark.parametrize(
    ("model", "owed", "paths"),
    [("0123", False, None), ("", True, None), ("", False, ())],
    ids=["indexed", "owed", "not indexed"],
)
def test_case_96_items_of_the_older_shape_are_read(
    model: str,
    owed: bool,  # noqa: FBT001 - a parameter
    paths: tuple[str, ...] | None,
) -> None:
    """Shape 1 did not say how items are indexed; what had no vectors wants none."""
    head = json.dumps(
        {
            "v": 1,
            "key": "k",
            "created": "2026-01-01T00:00:00.000000+00:00",
            "updated": "2026-01-02T00:00:00.000000+00:00",
            "ttl": None,
            "expires": None,
            "model": model,
            "owed": owed,
        }
    )
    item, vectors = unpack_item(head.encode() + b'\n{"text":"tea"}\n\x00\n')
    assert item is not None
    assert (item.key, item.value, vectors) == ("k", '{"text":"tea"}', b"\x00\n")
    assert (item.model, item.owed, item.paths) == (model, owed, paths)
    assert unpack_item(pack_item(item, vectors)) == (item, vectors)
