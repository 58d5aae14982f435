"""What a process knows of learned rates between two listings."""

from __future__ import annotations

from langgraph_memory.cards.selection.statistics import Statistics
from langgraph_memory.nodes._ledger import Ledger

ANN, BOB = ("memory", "rates", "u:ann"), ("memory", "rates", "u:bob")
ONE = Statistics({"a|x": (0.5, 1.0)})


def listed(ledger: Ledger) -> None:
    """A listing of one event."""
    ledger.listed(ANN, ONE, {"e1"}, ledger.changes(ANN))


def test_a_listing_serves_until_it_is_old() -> None:
    """Before one, nothing is known; afterwards, what it told."""
    ledger = Ledger()
    assert not ledger.fresh(ANN)
    assert ledger.rates(ANN) == Statistics()
    listed(ledger)
    assert ledger.fresh(ANN)
    assert not ledger.fresh(BOB)
    assert ledger.rates(ANN) == ONE


def test_what_this_process_adds_counts_at_once() -> None:
    """It needs no new listing."""
    ledger = Ledger()
    listed(ledger)
    ledger.add(ANN, "e2", ONE)
    assert ledger.fresh(ANN)
    assert ledger.rates(ANN).rates == {"a|x": (1.0, 2.0)}


def test_an_event_written_again_needs_a_new_listing() -> None:
    """It is not counted twice; what it now says, the store tells."""
    ledger = Ledger()
    listed(ledger)
    ledger.add(ANN, "e1", ONE)
    assert not ledger.fresh(ANN)
    assert ledger.rates(ANN) == ONE


def test_what_is_added_during_a_listing_is_not_lost() -> None:
    """The listing may have missed it, so that the next one to ask lists again."""
    ledger = Ledger()
    since = ledger.changes(ANN)
    ledger.add(ANN, "e2", ONE)
    ledger.listed(ANN, ONE, {"e1"}, since)
    assert not ledger.fresh(ANN)


def test_what_is_forgotten_during_a_listing_is_looked_up_again() -> None:
    """A listing from before does not bring it back for long."""
    ledger = Ledger()
    since = ledger.changes(ANN)
    ledger.forget(ANN)
    ledger.listed(ANN, ONE, {"e1"}, since)
    assert not ledger.fresh(ANN)


def test_the_number_of_scopes_is_bounded() -> None:
    """Those unused for longest are listed again when they are next asked for."""
    ledger = Ledger()
    listed(ledger)
    for number in range(300):
        ledger.fresh(("memory", "rates", f"u:{number}"))
    assert not ledger.fresh(ANN)
