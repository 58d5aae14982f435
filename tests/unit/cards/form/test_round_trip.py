"""Any JSON output comes back from its form, down to types, counts and order."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.model import Output
from langgraph_memory.cards.form.parsing import Said, parse
from langgraph_memory.cards.form.writing import write

TRICKY = (
    *("", " ", "-", "1", "01", "1.5", "1e5", "true", "null", "NaN", "a b", "a, b", "a; b"),
    *("a;", "a,", "a|b", "a\tb", "a\nb", "=a", "{", "[1]", '"', '"a"', "(x)", "x)", "a=b"),
    *("a.b", "group", "key", "all", "was", "for", "says", "id", "name", "all: x", "null: x"),
    *("1-3", "1+2", "2026-03-01", "row1", "价格", "é\u2028", "\ud800", "#1", "*id", "a:text"),
)
TEXTS = st.sampled_from(TRICKY) | st.text(max_size=6)
NAMES = st.sampled_from(("id", "name", "x", "y", "price")) | TEXTS
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | TEXTS
    | st.sampled_from(("AB12", "2026-03-01", 1, 0, 1.0))
)
IDS = st.from_regex(r"[A-Z]{2}\d{3}", fullmatch=True)
FEW = 4


def containers(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    records = st.dictionaries(NAMES, values, max_size=FEW)
    alike = st.lists(NAMES, min_size=1, max_size=FEW, unique=True).flatmap(
        lambda names: st.lists(
            st.fixed_dictionaries({}, optional=dict.fromkeys(names, values)), max_size=FEW
        )
    )
    keyed = st.dictionaries(IDS, records | alike, max_size=FEW)
    return (
        st.lists(values, max_size=FEW)
        | records
        | alike
        | st.lists(alike, max_size=FEW)
        | keyed
        | keyed.map(lambda rows: {k: {**dict(v), "id": k} for k, v in rows.items() if v.__class__ is dict})
        | st.dictionaries(IDS, alike, max_size=FEW)
    )


VALUES = st.recursive(SCALARS, containers, max_leaves=20)


def typed(value: Any) -> str:
    """A value with its types, told apart from all others; the order of names is none."""
    return json.dumps(value, sort_keys=True)


def there_and_back(value: Any) -> tuple[Said, ...]:
    text = write(Form([Output("get_thing", json.dumps(value))]))
    return parse(text)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(VALUES)
@example([{"id": "1", "n": 1}, {"id": "2", "n": "1"}])
def test_any_value_comes_back_as_it_was(value: Any) -> None:
    """The form of one output holds every value, its type, its place and its order."""
    [said] = there_and_back(value)
    assert not said.is_text
    assert typed(said.value) == typed(value)
