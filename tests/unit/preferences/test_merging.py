"""Notes that come late, and profiles that were led apart."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from langgraph_memory import PreferenceProfile

from .test_profile import hint, note


@given(st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_notes_that_are_late_by_less_than_32_are_in_time(random: Random) -> None:
    """However many there are, each counts where it belongs."""
    notes = [note(n, hint("detailed" if n < 60 else "short")) for n in range(150)]
    late = sorted(notes, key=lambda one: one.turn + random.uniform(0, 32))
    mixed = PreferenceProfile()
    for one in late:
        mixed = mixed.noted(one)
    straight = PreferenceProfile().noted(*notes)
    assert mixed.standing == straight.standing
    assert mixed.count + len(mixed.notes) == 150


@given(st.randoms(use_true_random=False), st.integers(0, 32))
@settings(max_examples=20, deadline=None)
def test_branches_of_32_notes_merge_without_loss(random: Random, size: int) -> None:
    """Wherever they lie in time, all of both count where they belong, in either order."""
    base = [note(n, hint("detailed")) for n in range(70)]
    apart = [note(n, hint(random.choice(["short", "medium"]))) for n in range(70, 134)]
    random.shuffle(apart)
    start = PreferenceProfile().noted(*base)
    left, right = start.noted(*apart[:size]), start.noted(*apart[32:])
    both = PreferenceProfile().noted(*base, *apart[:size], *apart[32:])
    assert left.merged(right).standing == both.standing
    assert right.merged(left).standing == both.standing
