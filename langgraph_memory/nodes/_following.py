"""Following a store, so that what is indexed is what it holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from langgraph.store.base import BaseStore, Item, SearchOp

from langgraph_memory._flow import Steps, search
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._lanes import Lane, LexicalLanes
from langgraph_memory.nodes._uses import Uses
from langgraph_memory.scope import Kind

KINDS: Final[tuple[Kind, Kind]] = ("cards", "experiences")
"""What is recalled."""

LISTED: Final = 1_000
"""Most items read of a namespace at once."""

_OLDER: Final = 500  # items that are indexed in a turn beside the new ones
_PAGE: Final = 16  # items that most turns have fewer new ones than
_FEW: Final = 256  # items that may all be read again
_GROWTH: Final = 8  # times as many are read in the next page


def newest_first(store: BaseStore) -> bool:
    """Whether a store lists what changed last first, so that its end is old news."""
    return bool(getattr(store, "newest_first", False))


def first_pages(frame: Frame) -> list[SearchOp]:
    """The searches that `follow` needs answered: cards, experiences and credit."""
    limit = _PAGE if newest_first(frame.outside.need_store()) else LISTED
    kinds: tuple[Kind, ...] = (*KINDS, "credit")
    return [SearchOp(frame.namespace(kind), limit=limit) for kind in kinds]


def follow(
    lanes: LexicalLanes, pages: Sequence[Sequence[Item]], frame: Frame
) -> Steps[dict[Kind, Lane]]:
    """Bring the lanes of cards and experiences up to date.

    Where the store lists what changed last first, only what is new is read: pages back to
    what is known, and, in the first turns, five hundred of what is older. What was deleted
    there stays indexed until a hit on it turns out to be gone.

    Args:
        lanes: All lanes.
        pages: The answers to `first_pages`.
        frame: Where they run.

    Returns:
        The two lanes.
    """
    store = frame.outside.need_store()
    credit = frame.namespace("credit")
    uses = lanes.uses(store, credit)
    yield from _follow_credit(uses, pages[-1], credit, store)
    found: dict[Kind, Lane] = {}
    for kind, page in zip(KINDS, pages[:-1], strict=True):
        lane = found[kind] = lanes.lane(store, frame.namespace(kind))
        if newest_first(store):
            items = yield from _newer(lane, kind, page, frame)
            lane.take(kind, items, uses)
        else:
            lane.keep(item.key for item in page)
            lane.take(kind, page, uses)
    return found


def _newer(lane: Lane, kind: Kind, page: Sequence[Item], frame: Frame) -> Steps[list[Item]]:
    """What is new in a lane, and some of what it has not read yet.

    A page with nothing new in it ends what is new. In a small memory it does not where it
    ends in the instant of the newest that is known: items of one instant, as of a clock
    that stands still, are in no order of time.
    """
    items, size, namespace = list(page), _PAGE, frame.namespace(kind)
    while len(page) == size and lane.newest and _goes_on(lane, kind, page):
        size *= _GROWTH
        (page,) = yield from search([SearchOp(namespace, limit=size, offset=len(items))])
        items += page
    if not lane.whole:
        held = len(lane.entries.keys() | {item.key for item in items})
        # What was deleted meanwhile lets older items move up.
        offset = max(0, held - _PAGE)
        (older,) = yield from search([SearchOp(namespace, limit=_OLDER, offset=offset)])
        items += older
        lane.whole = len(older) < _OLDER
    return items


def _goes_on(lane: Lane, kind: Kind, page: Sequence[Item]) -> bool:
    if len(lane.entries) <= _FEW and lane.may_change(page[-1]):
        return True
    return any(lane.is_new(kind, item) for item in page)


def _follow_credit(
    uses: Uses, page: Sequence[Item], namespace: tuple[str, ...], store: BaseStore
) -> Steps[None]:
    offset, size = len(page), _PAGE
    while uses.take(page) and newest_first(store) and len(page) == size and offset < LISTED:
        size *= _GROWTH
        (page,) = yield from search([SearchOp(namespace, limit=size, offset=offset)])
        offset += len(page)
