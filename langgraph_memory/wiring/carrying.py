"""Reading all that a scope owns, part by part, to take it away or to carry it elsewhere.

A file of exported memory is text in UTF-8, one JSON object a line: first whose memory it
is, then one line per item, and at the end their number, by which a file that was cut short
is known.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from itertools import islice
from typing import Any, TextIO

from langgraph.store.base import GetOp, Item, PutOp, SearchItem, SearchOp

from langgraph_memory._flow import Steps, batch, search
from langgraph_memory.errors import ScopeError, StoreError
from langgraph_memory.scope import KINDS, Kind, Scope
from langgraph_memory.store import FadingItem, KeysOp, RestoreOp
from langgraph_memory.store.values import plain

Progress = Callable[[int], None]

PAGE = 1_000
"""Items found at once; no more than these are held."""

_FORMAT, _VERSION = "langgraph_memory", 1
_AT_ONCE = 500  # items read or written, and texts embedded, in one batch
_PASSES = 4
_FIELDS: Mapping[Kind, list[str]] = {"cards": ["text"], "experiences": ["text"]}


def taking(scope: Scope, progress: Progress | None) -> Steps[dict[Kind, tuple[str, ...]]]:
    """Delete all items of a scope.

    Args:
        scope: Whose.
        progress: Told the number of items deleted so far, after each page.

    Returns:
        The keys of what was deleted, by kind.

    Raises:
        StoreError: When the store goes on giving items that were deleted.
    """
    removed: dict[Kind, tuple[str, ...]] = {}
    for kind in KINDS:
        gone: dict[str, None] = {}
        passed = 0
        while hits := (yield from _page(scope, kind, passed)):
            mine = _owned(hits, scope, kind)
            if any(hit.key in gone for hit in mine):
                msg = f"the store still has items of {kind} that were deleted from it"
                raise StoreError(msg)
            yield from batch(PutOp(scope.namespace(kind), hit.key, None) for hit in mine)
            gone |= dict.fromkeys(hit.key for hit in mine)
            passed += len(hits) - len(mine)
            _tell(progress, len(gone) + sum(map(len, removed.values())))
        removed[kind] = tuple(gone)
    return removed


def writing(
    scope: Scope, out: TextIO, *, at_once: bool, progress: Progress | None
) -> Steps[int]:
    """Write all items of a scope into a file.

    Keys are looked up first and are all that is held of the items. Each is then read and
    written once, as it is at that time; what has been deleted by then is left out.

    Args:
        scope: Whose.
        out: The open file.
        at_once: Whether the store knows `KeysOp`.
        progress: Told the number of items written so far, after each batch.

    Returns:
        How many they were.
    """
    out.write(_line({"format": _FORMAT, "version": _VERSION, "scope": asdict(scope)}))
    count = 0
    for kind in KINDS:
        namespace = scope.namespace(kind)
        keys = iter((yield from keys_of(scope, kind, at_once=at_once)))
        while chunk := list(islice(keys, _AT_ONCE)):
            ops = [GetOp(namespace, key, refresh_ttl=False) for key in chunk]
            found = yield from batch(ops)
            items = [item for item in found if isinstance(item, Item)]
            out.writelines(_line(_described(item, kind)) for item in items)
            count += len(items)
            _tell(progress, count)
    out.write(_line({"end": count}))
    return count


def reading(
    lines: Iterable[str],
    into: Scope | None,
    *,
    with_times: bool,
    progress: Progress | None,
) -> Steps[tuple[Scope, int]]:
    """Put the items of a file into the store.

    Args:
        lines: The lines of the file.
        into: Whose they become; None: whose they were.
        with_times: Whether the store can keep their times.
        progress: Told the number of items put so far, after each batch.

    Returns:
        Whose they are now, and how many.

    Raises:
        StoreError: When the file is none of these, or ends early. Items before that place
            are in the store then.
    """
    numbered = enumerate(lines, 1)
    owner = _owner(next(numbered, (1, ""))[1])
    scope = into or owner
    count = 0
    ended = False
    while chunk := list(islice(numbered, _AT_ONCE)):
        ops: list[PutOp] = []
        for number, line in chunk:
            data = _parsed(number, line)
            if ended or "end" in data:
                _check_end(number, data, count + len(ops), again=ended)
                ended = True
            else:
                ops.append(_put(number, data, scope, with_times=with_times))
        yield from batch(ops)
        count += len(ops)
        _tell(progress, count)
    if not ended:
        msg = f"the file ends early, after {count} items, which are in the store now"
        raise StoreError(msg)
    return scope, count


def keys_of(scope: Scope, kind: Kind, *, at_once: bool) -> Steps[list[str]]:
    """The keys of all items of a kind, each once.

    Pages of a store that is written to meanwhile shift, and an item may slip through
    between two of them. So they are read again until nothing new comes up, a few times at
    most.

    Args:
        scope: Whose.
        kind: Which items.
        at_once: Whether the store knows `KeysOp`.
    """
    if at_once:
        listed: list[Any] = yield from batch([KeysOp(scope.namespace(kind))])
        keys: list[str] = listed[0]
        return keys
    known: dict[str, None] = {}
    for _ in range(_PASSES):
        before, offset = len(known), 0
        while hits := (yield from _page(scope, kind, offset)):
            known |= dict.fromkeys(hit.key for hit in _owned(hits, scope, kind))
            offset += len(hits)
        if len(known) == before:
            break
    return list(known)


def _page(scope: Scope, kind: Kind, offset: int) -> Steps[list[SearchItem]]:
    op = SearchOp(scope.namespace(kind), limit=PAGE, offset=offset, refresh_ttl=False)
    (hits,) = yield from search([op])
    return hits


def _owned(hits: Iterable[SearchItem], scope: Scope, kind: Kind) -> list[SearchItem]:
    # Some stores take a prefix of the text of a namespace for one of its labels.
    return [hit for hit in hits if tuple(hit.namespace) == scope.namespace(kind)]


def _tell(progress: Progress | None, count: int) -> None:
    if progress is not None:
        progress(count)


def _line(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate
        text = json.dumps(data, separators=(",", ":"))
    return text + "\n"


def _described(hit: Item, kind: Kind) -> dict[str, Any]:
    fading = (
        {"ttl": hit.ttl, "expires_at": hit.expires_at.isoformat()}
        if isinstance(hit, FadingItem)
        else {}
    )
    return {
        "kind": kind,
        "key": hit.key,
        "value": plain(hit.value),
        "created_at": hit.created_at.isoformat(),
        "updated_at": hit.updated_at.isoformat(),
        **fading,
    }


def _parsed(number: int, line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        msg = f"line {number} is no JSON object; the items before it are in the store"
        raise StoreError(msg)
    return data


def _owner(line: str) -> Scope:
    head = _parsed(1, line)
    if head.get("format") == _FORMAT and head.get("version") == _VERSION:
        try:
            return Scope(**head["scope"])
        except (KeyError, TypeError, ScopeError) as error:
            msg = f"the file does not say whose memory it is: {error}"
            raise StoreError(msg) from error
    msg = f"the file is no memory exported in version {_VERSION}: {line[:80]!r}"
    raise StoreError(msg)


def _check_end(number: int, data: Mapping[str, Any], count: int, *, again: bool) -> None:
    if again or data["end"] != count:
        msg = f"line {number}: the file does not end with the number of its {count} items"
        raise StoreError(msg)


def _put(number: int, data: Mapping[str, Any], scope: Scope, *, with_times: bool) -> PutOp:
    try:
        kind, key, value = data["kind"], data["key"], data["value"]
        created, updated = (
            datetime.fromisoformat(data[name]) for name in ("created_at", "updated_at")
        )
        ttl, end = data.get("ttl"), data.get("expires_at")
        expires = None if end is None else datetime.fromisoformat(end)
        known = kind in KINDS and isinstance(key, str) and isinstance(value, dict)
    except (KeyError, TypeError, ValueError):
        known = False
    if not known:
        msg = f"line {number} is no item of a memory; the items before it are in the store"
        raise StoreError(msg)
    put = PutOp(scope.namespace(kind), key, value, _FIELDS.get(kind, False), ttl)
    return RestoreOp.of(put, created, updated, expires) if with_times else put
