"""Processes that are killed in the middle of writes."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from tests.crashes.ledger import Ledger
from tests.crashes.places import Place, store_on
from tests.crashes.writing import writing

# Names of the threads of a writer, how many steps it does at once, and how much it may say
# before it is killed.
WAYS = [
    (("ann",), 1, 60),
    (("bob", "cid", "dee", "eve"), 1, 120),
    (("flo",), 100, 6),
    (("gus", "hal", "ida", "joy"), 100, 12),
]


def test_writers_killed_again_and_again_lose_nothing(
    place: Place, kills: int, record_property: Callable[[str, object], None]
) -> None:
    """Old and new readers have all that was acknowledged, of threads and batches too."""
    chance = random.Random(3)  # noqa: S311 - not for secrets
    ledger = Ledger()
    with place.saver() as saver:
        old_reader = store_on(saver)
        for turn in range(kills):
            names, batch, most = WAYS[turn % len(WAYS)]
            starts = {who: ledger.next.get(who, 0) for who in names}
            with writing(place, starts, batch=batch) as writer:
                for _ in range(chance.randrange(1, most)):
                    said = writer.hear()
                    assert said is not None
                    ledger.hear(said)
                time.sleep(chance.random() / 200)
                writer.kill()
                for said in writer.rest():
                    ledger.hear(said)
            place.settle()
            ledger.check(old_reader)
            with place.store() as store:
                ledger.check(store)
    record_property("kills", kills)
    record_property("acknowledged writes", ledger.acknowledged)
    assert ledger.acknowledged > kills
