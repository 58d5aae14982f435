"""How far a denial reaches in what the user says about replies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.preferences.signals import signals_in

LENGTH, STYLE, CONTENT = "response_length", "response_style", "information_density"


def read(text: str) -> dict[str, str]:
    return {signal.dimension: signal.value for signal in signals_in(text)}


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("Keep it short and don't use emojis.", {LENGTH: "short", "emojis": "none"}),
        ("Don't use emojis and keep it short.", {LENGTH: "short", "emojis": "none"}),
        ("Please be formal and no emojis.", {STYLE: "formal", "emojis": "none"}),
        (
            "Please answer in detail and without jargon.",
            {LENGTH: "detailed", CONTENT: "simple"},
        ),
        (
            "Stop asking and be brief.",
            {LENGTH: "short", "interaction_frequency": "reserved"},
        ),
        (
            "Shorter, simpler and without emojis please",
            {LENGTH: "short", CONTENT: "simple", "emojis": "none"},
        ),
        ("Don't be so formal and keep it short", {LENGTH: "short", STYLE: "casual"}),
        ("请简短回答不要表情", {LENGTH: "short", "emojis": "none"}),
        ("请详细回答不要用术语", {LENGTH: "detailed", CONTENT: "simple"}),
        ("不要用表情请正式一点", {STYLE: "formal", "emojis": "none"}),
        ("No longer use emojis please.", {"emojis": "none"}),
    ],
)
def test_a_denial_turns_its_own_part_only(text: str, wish: dict[str, str]) -> None:
    """Of two wishes in one clause, the one that is not denied stays as it was said."""
    assert read(text) == wish


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("No jargon and short answers please.", {CONTENT: "simple"}),
        ("Please answer without jargon and briefly", {CONTENT: "simple"}),
        ("Don't use jargon and use emojis", {CONTENT: "simple"}),
        ("keep it short and don't write so much", {LENGTH: "short"}),
        ("请用简短的语言表情不要用", {}),
        ("Please never answer without emojis", {}),
        ("Not too long and not too short please", {}),
        ("不要太长也不要太短", {}),
    ],
)
def test_of_what_may_be_denied_or_not_nothing_is_said(
    text: str, wish: dict[str, str]
) -> None:
    """Where a denial may reach further or not, only what is certain counts."""
    assert read(text) == wish


WISHES = (
    ("keep it short", LENGTH, "short"),
    ("be brief", LENGTH, "short"),
    ("be detailed", LENGTH, "detailed"),
    ("be formal", STYLE, "formal"),
    ("be casual", STYLE, "casual"),
    ("don't use emojis", "emojis", "none"),
    ("no emojis", "emojis", "none"),
    ("no jargon", CONTENT, "simple"),
    ("don't be so formal", STYLE, "casual"),
    ("stop asking", "interaction_frequency", "reserved"),
)


@given(
    st.lists(st.sampled_from(WISHES), min_size=2, max_size=3, unique_by=lambda one: one[1])
)
def test_wishes_joined_by_and_are_read_as_each_alone(
    wishes: list[tuple[str, str, str]],
) -> None:
    """Whatever is joined, no wish becomes another than it is by itself."""
    found = read(" and ".join(words for words, _, _ in wishes) + ".")
    assert found.items() <= {(name, value) for _, name, value in wishes}
    assert found
