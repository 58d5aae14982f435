"""Whose memory this is: tenant, user and agent, and the namespaces they own.

Namespaces are labelled and positional, `("memory", kind, "t:…", "u:…", "a:…")`, so that an
absent tenant (`"t:"`) is a value of its own and never a prefix of a present one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from langgraph_memory.errors import ScopeError

Kind = Literal[
    "records", "cards", "experiences", "credit", "tracks", "rates", "preferences", "marks"
]
KINDS: tuple[Kind, ...] = (
    "records",
    "cards",
    "experiences",
    "credit",
    "tracks",
    "rates",
    "preferences",
    "marks",
)

USER_KEY, TENANT_KEY, AGENT_KEY = "user_id", "tenant_id", "agent_id"
_LONGEST_LABEL = 200


@dataclass(frozen=True, kw_only=True)
class Scope:
    """The owner of a memory.

    Attributes:
        user: The user's id, never empty.
        tenant: The organisation, or None when there is none.
        agent: The agent the memory is kept apart for, or None when all agents share it.
    """

    user: str
    tenant: str | None = None
    agent: str | None = None

    def __post_init__(self) -> None:
        """Refuse an owner that is empty.

        Raises:
            ScopeError: When the user is empty or any part is not a string.
        """
        _required(USER_KEY, self.user)
        for key, value in ((TENANT_KEY, self.tenant), (AGENT_KEY, self.agent)):
            if value is not None:
                _required(key, value)

    def namespace(self, kind: Kind) -> tuple[str, ...]:
        """The namespace in which this owner's items of one kind live.

        Args:
            kind: One of `KINDS`.

        Returns:
            Five labels: `("memory", kind, "t:…", "u:…", "a:…")`.
        """
        return (
            "memory",
            kind,
            _label("t", self.tenant),
            _label("u", self.user),
            _label("a", self.agent),
        )


def scope_from(
    context: object, configurable: Mapping[str, Any], authenticated: str | None = None
) -> Scope:
    """Read the owner from where LangGraph users put it.

    The runtime context and `config["configurable"]` may both name it, alike; an identity
    that a LangGraph server has authenticated wins over both.

    Args:
        context: The run's context: a mapping, an object with attributes, or None.
        configurable: `config["configurable"]`.
        authenticated: Identity of the caller as the server knows it, or None.

    Returns:
        The owner.

    Raises:
        ScopeError: When no user is given, when a given part is empty, when the user is
            None, when context and configurable disagree, or when the given user is not the
            authenticated one.
    """
    given = _lookup(context, configurable, USER_KEY)
    if authenticated is not None:
        if given is not _MISSING and given != authenticated:
            msg = (
                f"{USER_KEY} {given!r} is not the caller the server authenticated; leave "
                f"{USER_KEY} out, or send the caller's own identity"
            )
            raise ScopeError(msg)
        given = authenticated
    if given is _MISSING:
        msg = (
            f"no {USER_KEY}: the memory does not know whose it is. Pass "
            f'config={{"configurable": {{"{USER_KEY}": "..."}}}}, or a context with '
            f"{USER_KEY}"
        )
        raise ScopeError(msg)
    tenant, agent = (_lookup(context, configurable, key) for key in (TENANT_KEY, AGENT_KEY))
    return Scope(
        user=_required(USER_KEY, given),
        tenant=None if tenant in _ABSENT else _required(TENANT_KEY, tenant),
        agent=None if agent in _ABSENT else _required(AGENT_KEY, agent),
    )


_MISSING: Any = object()
_ABSENT = (_MISSING, None)


def _lookup(context: object, configurable: Mapping[str, Any], key: str) -> Any:
    if isinstance(context, Mapping):
        first = context.get(key, _MISSING)
    else:
        first = getattr(context, key, _MISSING)
    second = configurable.get(key, _MISSING)
    if first is _MISSING:
        return second
    if second is not _MISSING and second != first:
        msg = f"{key} is {first!r} in the context but {second!r} in configurable"
        raise ScopeError(msg)
    return first


def _required(key: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        msg = f"{key} must be a non-empty string, not {value!r}"
        raise ScopeError(msg)
    return value


@lru_cache(maxsize=4_096)
def _label(letter: str, value: str | None) -> str:
    # Stores refuse dots in labels, databases dislike endless ones and cannot encode lone
    # surrogates; such names are hashed, so that the mapping stays one to one.
    if value is None:
        return f"{letter}:"
    plain = value.isprintable() and len(value) <= _LONGEST_LABEL
    if plain and "." not in value and "#" not in value:
        return f"{letter}:{value}"
    digest = hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{letter}:#{digest}"
