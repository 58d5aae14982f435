"""The change feed: no change of another store is ever missed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.store.feed import KEPT, Change, Feed


def change(n: int) -> Change:
    return Change(n.to_bytes(8), f"{n:032x}")


STEPS = st.lists(
    st.tuples(st.integers(0, 2), st.sampled_from([1, 2, KEPT - 1, KEPT, KEPT + 1])),
    max_size=12,
)


@given(STEPS, st.sets(st.integers(0, 11)))
def test_a_reader_learns_every_change_or_that_it_must_start_anew(
    steps: list[tuple[int, int]], readings: set[int]
) -> None:
    """Whoever writes how much between two readings, nothing is lost."""
    writers = [Feed() for _ in range(3)]
    reader = Feed()
    unread: set[Change] = set()
    number = 0
    for step, (who, size) in enumerate(steps):
        changes = [change(number + n) for n in range(size)]
        number += size
        writers[who].note(changes)
        unread.update(changes)
        if step in readings:
            learned = reader.learn([(w.cell, w.own()) for w in writers])
            assert learned is None or learned == unread
            if len(unread) <= KEPT:
                assert learned == unread
            unread.clear()


def test_nothing_new_is_nothing() -> None:
    """Reading twice learns each change once, and one's own never."""
    writer, reader = Feed(), Feed()
    writer.note([change(1)])
    reader.note([change(2)])
    cells = [(feed.cell, feed.own()) for feed in (writer, reader)]
    assert reader.learn(cells) == {change(1)}
    assert reader.learn(cells) == set()


def test_an_older_reading_changes_nothing() -> None:
    """A reading that another overtook teaches nothing, and unlearns nothing."""
    writer, reader = Feed(), Feed()
    writer.note([change(1)])
    old = [(writer.cell, writer.own())]
    writer.note([change(2)])
    new = [(writer.cell, writer.own())]
    assert reader.learn(new) == {change(1), change(2)}
    assert reader.learn(old) == set()
    writer.note([change(3)])
    assert reader.learn([(writer.cell, writer.own())]) == {change(3)}
