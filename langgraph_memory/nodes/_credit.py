"""Events of credit, under keys derived from what they tell: a repeat is the same event."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator

from langgraph.store.base import PutOp

from langgraph_memory.nodes._frame import Frame


def credit_key(*parts: str) -> str:
    """The key of an event.

    Args:
        *parts: What tells the event from every other of its scope.

    Returns:
        32 hex digits.
    """
    joined = "\x1f".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(joined).hexdigest()[:32]


def met(
    frame: Frame, turn_id: str, found: Iterable[str], shown: Collection[str]
) -> Iterator[PutOp]:
    """Events of the lessons that were retrieved for a turn.

    Args:
        frame: Whose memory it is.
        turn_id: The turn.
        found: Keys of those retrieved.
        shown: Keys of those that the view shows, which are retrieved by that.
    """
    for key in found:
        name = "shown" if key in shown else "retrieved"
        yield happened(frame, name, turn_id, experience=key)


def happened(
    frame: Frame,
    name: str,
    turn_id: str,
    *,
    experience: str = "",
    success: bool | None = None,
    by: str | None = None,
) -> PutOp:
    """One event of a run; a run is one turn of a thread, with all its attempts.

    A run either helped or harmed: what its last attempt tells replaces what was told.

    Args:
        frame: Whose memory it is.
        name: What happened; see `experiences.utility.total`.
        turn_id: The turn.
        experience: To which experience.
        success: Of the event `run`: whether it succeeded.
        by: Of `help` and `harm`, how it is known: `replay`, or `errors` of tools.
    """
    event = {
        "event": name,
        "experience": experience,
        "thread_id": frame.thread_id,
        "run": credit_key(frame.thread_id, turn_id)[:16],
        "success": success,
        "by": by,
        "at": frame.stamp,
    }
    value = {key: held for key, held in event.items() if held not in (None, "")}
    told = "credit" if name in ("help", "harm") else name
    key = credit_key(told, frame.thread_id, turn_id, experience)
    return PutOp(frame.namespace("tracks"), key, value, index=False)
