"""Processes that write at once while another one reads."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from itertools import cycle

import pytest

from tests.crashes.ledger import ALL, QUERY, Ledger
from tests.crashes.places import Place
from tests.crashes.script import ROOT
from tests.crashes.writing import await_one, heard, writing

WRITERS = ("ann", "bob", "cid", "dee")


@pytest.mark.parametrize("database", ["on_sqlite", "on_postgres"])
def test_a_reader_sees_each_write_at_its_next_search(
    database: str,
    kills: int,
    request: pytest.FixtureRequest,
    record_property: Callable[[str, object], None],
) -> None:
    """Puts, updates and deletions that four processes acknowledge are found as they are."""
    place: Place = request.getfixturevalue(database)
    ledger, queries, searches = Ledger(), cycle([None, QUERY]), 0
    with place.store() as reader, ExitStack() as stack:
        writers = [stack.enter_context(writing(place, {who: 0})) for who in WRITERS]
        while len(ledger.next) < len(WRITERS) or min(ledger.next.values()) < 3 * kills:
            await_one(writers)
            for said in heard(writers):
                ledger.hear(said)
            known = Ledger.of([ledger])
            hits = reader.search(ROOT, query=next(queries), limit=ALL)
            searches += 1
            for said in heard(writers):  # each says what it does before it does it
                ledger.hear(said)
                known.allow(said)
            known.check_hits(hits)
        for writer in writers:
            writer.kill()
            for said in writer.rest():
                ledger.hear(said)
        place.settle()
        ledger.check(reader)
        with place.store() as store:
            ledger.check(store)
    record_property("acknowledged writes", ledger.acknowledged)
    record_property("searches meanwhile", searches)
