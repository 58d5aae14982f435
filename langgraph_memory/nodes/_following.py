"""Following a store, so that what is indexed is what it holds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from langgraph.store.base import BaseStore, Item, SearchItem, SearchOp

from langgraph_memory._flow import Follow, Steps, search
from langgraph_memory.index.changes import Changes, Namespace
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._lanes import Lane, Lanes
from langgraph_memory.nodes._shelf import Shelf
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
_TRIES: Final = 3  # while others bring the same lane up to date


def newest_first(store: BaseStore) -> bool:
    """Whether a store lists what changed last first, so that its end is old news."""
    return bool(getattr(store, "newest_first", False))


def follow(lanes: Lanes, shelf: Shelf, frame: Frame) -> Steps[dict[Kind, Lane]]:
    """Bring the lanes of cards and experiences up to date.

    A store that tells what has changed is asked that; what was there before it is read in
    the first turns, five hundred items in each. Where the store lists what changed last
    first, only what is new is read: pages back to what is known, and older items likewise;
    what was deleted there stays indexed until a hit on it turns out to be gone. Other
    stores are listed each time.

    Args:
        lanes: All lanes.
        shelf: Items read lately, which are brought up to date too.
        frame: Where they run.

    Returns:
        The two lanes.
    """
    store, credit = frame.outside.need_store(), frame.namespace("credit")
    uses = lanes.uses(store, credit)
    found = {kind: lanes.lane(store, frame.namespace(kind)) for kind in KINDS}
    known: set[Namespace] = set()
    if frame.outside.followed is not None:
        known = yield from _follow_changes(found, uses, shelf, frame)
    pages = yield from _pages(known, frame)
    yield from _follow_credit(uses, pages.get(credit, ()), credit, store)
    for kind, lane in found.items():
        namespace = frame.namespace(kind)
        page = pages.get(namespace, [])
        if newest_first(store):
            yield from _take_newer(lane, kind, page, shelf, frame)
        else:
            lane.keep(item.key for item in page)
            lane.take(kind, page)
    return found


def catch_up(lanes: Lanes, shelf: Shelf, frame: Frame) -> Steps[None]:
    """Index what a run has taught when it ends, so that the next turn need not.

    Only where the store tells what has changed, and all that was there is indexed.

    Args:
        lanes: All lanes.
        shelf: Items read lately.
        frame: Where they run.
    """
    store = frame.outside.need_store()
    lane = lanes.lane(store, frame.namespace("experiences"))
    if lane.whole and lane.sure:
        yield from follow(lanes, shelf, frame)


def _follow_changes(
    lanes: Mapping[Kind, Lane], uses: Uses, shelf: Shelf, frame: Frame
) -> Steps[set[Namespace]]:
    """Take in what the store tells to have changed; which namespaces are known by that."""
    credit, known = frame.namespace("credit"), set[Namespace]()
    for _ in range(_TRIES):
        before = {kind: lane.token for kind, lane in lanes.items()}
        since = {frame.namespace(kind): token for kind, token in before.items()}
        told: Mapping[Namespace, Changes] = yield Follow({**since, credit: uses.token})
        uses.take(told[credit].items)
        uses.token = told[credit].token
        known = {name for name, changes in told.items() if changes.known}
        moved = True
        for kind, lane in lanes.items():
            name = frame.namespace(kind)
            moved &= lane.advance(before[kind], kind, told[name])
            for item in told[name].items:
                shelf.renew(name, item.key, item.value)
            for key in told[name].gone:
                shelf.drop(name, key)
        if moved:  # nobody else did meanwhile
            break
    return known


def _take_newer(
    lane: Lane, kind: Kind, page: Sequence[Item], shelf: Shelf, frame: Frame
) -> Steps[None]:
    if lane.whole and not page:
        return
    token = lane.token
    items = yield from _newer(lane, kind, page, frame)
    if not lane.take_at(token, kind, items):
        lane.whole = False
    for item in items:
        shelf.renew(frame.namespace(kind), item.key, item.value)


def _pages(
    known: Collection[Namespace], frame: Frame
) -> Steps[dict[Namespace, list[SearchItem]]]:
    """The first pages of the namespaces of which it is not known what has changed."""
    limit = _PAGE if newest_first(frame.outside.need_store()) else LISTED
    kinds: tuple[Kind, ...] = (*KINDS, "credit")
    names = [name for name in map(frame.namespace, kinds) if name not in known]
    pages = yield from search(SearchOp(name, limit=limit) for name in names)
    return dict(zip(names, pages, strict=True))


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
