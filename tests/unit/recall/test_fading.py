"""How cards fade."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.recall.fading import fade


def test_a_decision_that_was_made_frees_its_room() -> None:
    """A card used two calls ago, and left alone since, is worth a quarter."""
    assert fade(1, None) == 1.0
    assert fade(3, 0) == 1.0
    assert fade(3, 2) == 0.25


def test_a_list_worked_off_row_by_row_does_not_fade() -> None:
    """However old the result, a card used by the newest call is worth all."""
    assert fade(40, 0) == 1.0


@given(st.integers(0, 99), st.none() | st.integers(0, 99))
def test_fading_only_takes_away(age: int, unused_for: int | None) -> None:
    """The factor lies in (0, 1] and never rises with age."""
    assert 0.0 < fade(age, unused_for) <= 1.0
    assert fade(age + 1, unused_for) <= fade(age, unused_for)
