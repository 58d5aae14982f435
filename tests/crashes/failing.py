"""Writing until it fails."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import count

from langgraph_memory.errors import StoreError
from langgraph_memory.store import CheckpointStore
from tests.crashes.ledger import Ledger
from tests.crashes.script import step
from tests.crashes.writing import Said


def write_until_it_fails(
    store: CheckpointStore,
    ledger: Ledger,
    who: str,
    *,
    batch: int = 1,
    done: Callable[[], object] = lambda: None,
) -> StoreError:
    """Write, and enter it into a ledger, up to the first failure.

    Args:
        store: Where.
        ledger: What has to be there.
        who: The writer, who goes on where it stopped before.
        batch: Steps done at once.
        done: Called after each success.

    Returns:
        The failure.
    """
    for first in count(ledger.next.get(who, 0), batch):
        said = Said(done=False, who=who, first=first, stop=first + batch)
        ledger.hear(said)
        try:
            store.batch(step(who, n).op(who) for n in range(first, first + batch))
        except StoreError as error:
            return error
        ledger.hear(said._replace(done=True))
        done()
    raise AssertionError


def all_write_until_it_fails(
    store: CheckpointStore,
    ledgers: dict[str, Ledger],
    *,
    done: Callable[[], object] = lambda: None,
) -> dict[str, StoreError]:
    """Let threads write, each with a ledger of its own, until all have failed.

    Args:
        store: Where.
        ledgers: The writers and what has to be there by them.
        done: Called after each success.

    Returns:
        Their failures.
    """
    failures: dict[str, StoreError] = {}

    def work(who: str, ledger: Ledger) -> None:
        failures[who] = write_until_it_fails(store, ledger, who, done=done)

    threads = [threading.Thread(target=work, args=item) for item in ledgers.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures.keys() == ledgers.keys()
    return failures
