from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from langgraph.store.base import PutOp
from langgraph.store.memory import InMemoryStore
from pydantic import BaseModel

from langgraph_memory.errors import ScopeError
from langgraph_memory.scope import KINDS, Scope, scope_from

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=30)
NAMES = ANY_TEXT.filter(lambda text: bool(text.strip()))
SCOPES = st.builds(Scope, user=NAMES, tenant=st.none() | NAMES, agent=st.none() | NAMES)
NO_NAMES: list[Any] = ["", "  ", "\n", None, 42, b"ann", ["ann"]]


@dataclass
class Context:
    user_id: str
    tenant_id: str | None = None


class Model(BaseModel):
    user_id: str


def test_a_namespace_is_labelled_and_positional() -> None:
    """Kind, tenant, user and agent each have their place, absent ones too."""
    assert Scope(user="ann").namespace("cards") == ("memory", "cards", "t:", "u:ann", "a:")
    assert Scope(user="ann", tenant="acme", agent="planner").namespace("records") == (
        *("memory", "records", "t:acme", "u:ann", "a:planner"),
    )


@given(SCOPES, SCOPES)
def test_case_6_different_owners_never_share_a_namespace(
    first: Scope, second: Scope
) -> None:
    """Two scopes have the same namespace only when they are the same scope."""
    for kind in KINDS:
        assert (first.namespace(kind) == second.namespace(kind)) == (first == second)


@given(SCOPES, SCOPES)
def test_case_2_no_namespace_begins_with_another(first: Scope, second: Scope) -> None:
    """No owner's namespace is a prefix of another's, label by label."""
    assume(first != second)
    longer = second.namespace("cards")
    assert first.namespace("cards") != longer[: len(first.namespace("cards"))]


def test_an_absent_tenant_is_not_an_empty_or_odd_one() -> None:
    """Being without tenant differs from any tenant that can be named."""
    alone = Scope(user="ann").namespace("cards")
    for tenant in ("t:", "None", "#", ":"):
        assert Scope(user="ann", tenant=tenant).namespace("cards") != alone


@given(SCOPES)
def test_stores_take_every_namespace(scope: Scope) -> None:
    """LangGraph's store accepts the labels, and databases can encode them."""
    store = InMemoryStore()
    for kind in KINDS:
        namespace = scope.namespace(kind)
        store.put(namespace, "key", {"n": 1})
        store.batch([PutOp(namespace, "key", {"n": 1})])
        assert len("".join(namespace).encode()) < 4_000


def test_a_hash_cannot_be_forged() -> None:
    """A user who is named like the hash of another does not become that other."""
    dotted = Scope(user="ann.smith").namespace("cards")[3]
    forged = Scope(user=dotted.removeprefix("u:")).namespace("cards")[3]
    assert dotted.startswith("u:#")
    assert forged != dotted


@pytest.mark.parametrize("user", NO_NAMES)
def test_case_5_a_scope_needs_a_user(user: Any) -> None:
    """An empty user, None, or anything but a text is refused by the name of its key."""
    with pytest.raises(ScopeError, match="user_id"):
        Scope(user=user)
    with pytest.raises(ScopeError, match="user_id"):
        scope_from(None, {"user_id": user})
    with pytest.raises(ScopeError, match="user_id"):
        scope_from({"user_id": user}, {})


def test_case_5_without_a_user_the_error_says_where_to_give_one() -> None:
    """Where no user is given, the error names key and place."""
    with pytest.raises(ScopeError, match=r'config=\{"configurable": \{"user_id"'):
        scope_from(None, {"thread_id": "1"})


@pytest.mark.parametrize("key", ["tenant_id", "agent_id"])
def test_tenant_and_agent_may_be_left_out_but_not_be_empty(key: str) -> None:
    """None and nothing are the same absence; an empty text is a mistake."""
    plain = Scope(user="ann")
    assert scope_from(None, {"user_id": "ann"}) == plain
    assert scope_from(None, {"user_id": "ann", key: None}) == plain
    for wrong in ("", " ", 7):
        with pytest.raises(ScopeError, match=key):
            scope_from(None, {"user_id": "ann", key: wrong})


@pytest.mark.parametrize(
    "context",
    [
        {"user_id": "ann"},
        Context(user_id="ann"),
        Model(user_id="ann"),
        SimpleNamespace(user_id="ann"),
    ],
    ids=["mapping", "dataclass", "pydantic", "object"],
)
def test_the_user_is_read_from_every_kind_of_context(context: object) -> None:
    """A context may be a mapping or an object with attributes."""
    assert scope_from(context, {}) == Scope(user="ann")
    assert scope_from(context, {"user_id": "ann"}) == Scope(user="ann")


def test_context_and_configurable_complete_each_other() -> None:
    """Each may name a part of the owner."""
    scope = scope_from(Context(user_id="ann", tenant_id="acme"), {"agent_id": "planner"})
    assert scope == Scope(user="ann", tenant="acme", agent="planner")


@pytest.mark.parametrize("key", ["user_id", "tenant_id", "agent_id"])
def test_context_and_configurable_must_agree(key: str) -> None:
    """Two different answers to one question are an error that shows both."""
    given = {"user_id": "ann", "tenant_id": "acme", "agent_id": "planner"}
    with pytest.raises(ScopeError, match=f"{key} is 'other' in the context"):
        scope_from({**given, key: "other"}, given)


def test_the_authenticated_user_wins() -> None:
    """A server's identity is enough, and may be repeated."""
    assert scope_from(None, {}, authenticated="ann") == Scope(user="ann")
    assert scope_from(None, {"user_id": "ann"}, authenticated="ann") == Scope(user="ann")


@pytest.mark.parametrize("user", ["bob", "", None, "ANN", "ann "])
def test_nobody_speaks_for_another_than_the_authenticated(user: Any) -> None:
    """A user that is not the caller whom the server knows is refused."""
    with pytest.raises(ScopeError, match="authenticated"):
        scope_from(None, {"user_id": user}, authenticated="ann")
    with pytest.raises(ScopeError, match="authenticated"):
        scope_from({"user_id": user}, {}, authenticated="ann")


def test_an_empty_identity_is_no_identity() -> None:
    """A server that authenticates nobody gives no memory."""
    with pytest.raises(ScopeError, match="user_id"):
        scope_from(None, {}, authenticated="")
