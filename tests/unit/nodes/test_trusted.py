"""The order in which the items about a tool are to be trusted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.nodes._about import NOTHING, About
from langgraph_memory.nodes._trusted import Trusted

PAY, BOOK, TRIPS = About("pay"), About("book"), About("book", "trips")

items = st.dictionaries(
    st.text("abcde", min_size=1, max_size=3),
    st.tuples(st.sampled_from([PAY, BOOK, TRIPS, NOTHING]), st.sampled_from([0, 0.5, 1.0])),
)


@given(items, st.sets(st.text("abcde", min_size=1, max_size=3)), st.integers(0, 4))
def test_the_surest_come_first_whatever_came_and_went(
    put: dict[str, tuple[About, float]], gone: set[str], most: int
) -> None:
    """Of several tools and pools at once, equals by key."""
    trusted = Trusted()
    for key, (about, trust) in put.items():
        trusted.put(about, key, trust)
    for key in gone & put.keys():
        trusted.remove(put[key][0], key, put[key][1])
    left = {
        key: of for key, of in put.items() if key not in gone and of[0] in (BOOK, TRIPS)
    }
    expected = sorted(left, key=lambda key: (-left[key][1], key))
    assert trusted.surest([BOOK, TRIPS], most) == expected[:most]


def test_what_is_about_no_tool_is_not_among_them() -> None:
    """Cards are about none, and there are many of them."""
    trusted = Trusted()
    trusted.put(NOTHING, "a", 1.0)
    trusted.remove(NOTHING, "a", 1.0)
    trusted.put(NOTHING, "b", 1.0)
    assert trusted.surest([NOTHING], 3) == []
