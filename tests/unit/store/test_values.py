"""Plain data: what is kept of any value."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from langgraph_memory.store.values import clean, plain, value_text

TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | TEXT
    | st.floats(allow_nan=False, allow_infinity=False)
)
PLAIN = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)
ANY = st.recursive(
    SCALARS
    | st.floats()
    | st.binary(max_size=9)
    | st.text(max_size=9)
    | st.datetimes()
    | st.uuids()
    | st.decimals()
    | st.frozensets(st.integers()),
    lambda inner: st.lists(inner, max_size=4).map(tuple) | st.lists(inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(TEXT, PLAIN, max_size=5))
def test_plain_data_is_kept_as_it_is(value: dict[str, Any]) -> None:
    """What is plain comes back equal, and its text is one line."""
    text = value_text(value)
    assert json.loads(text) == value
    assert "\n" not in text


@given(ANY)
def test_plain_form_is_stable(value: Any) -> None:
    """The plain form is JSON, and its own plain form."""
    once = plain(value)
    assert plain(once) == once
    text = json.dumps(once, allow_nan=False)
    assert json.loads(text) == once
    text.encode()


def test_sets_have_one_order() -> None:
    """Sets of one content have one form, whatever is in them."""
    members = ["b", 2, "a", 10, None, (3, 4)]
    shuffled = members[::-1]
    assert plain(set(members)) == plain(set(shuffled))


def test_models_and_arrays() -> None:
    """Pydantic models become dicts, arrays lists, and their numbers plain numbers."""

    class Card(BaseModel):
        name: str
        score: float

    value = {
        "card": Card(name="x", score=math.inf),
        "array": np.arange(3),
        "number": np.float32(0.5),
    }
    assert json.loads(value_text(value)) == {
        "card": {"name": "x", "score": "Infinity"},
        "array": [0, 1, 2],
        "number": 0.5,
    }


def test_only_lone_surrogates_are_replaced() -> None:
    """Emoji and their halves written as a pair stay one sign."""
    assert clean("😀\ud83d😀") == "😀\ufffd😀"
    assert clean("\ud83d\ude00") == "😀"
    assert clean("plain") == "plain"
