"""The public names are a promise: this list changes only together with CHANGELOG.md."""

from __future__ import annotations

import inspect
from types import ModuleType

import pytest

import langgraph_memory
import langgraph_memory.nodes
import langgraph_memory.testing
from langgraph_memory import errors

PACKAGE = {
    *("Memory", "MemoryState", "Scope", "add_memory"),
    *("MemoryConfig", "CardConfig", "RecallConfig", "ExperienceConfig", "PruneConfig"),
    *("CheckpointStore", "ExactIndex", "ChromaIndex"),
    *("DecisionCard", "Experience"),
    *("LangGraphMemoryError", "ConfigError", "ScopeError", "WiringError", "StoreError"),
    *("IndexMismatchError", "ModelReplyError", "MemoryWarning"),
}
NODES = {
    *("Observe", "ScoreAndCard", "Retrieve", "RerankRewrite", "ReflectOnFailure", "Prune"),
    "fuse",
}
TESTING = {"Call", "Clock", "HashEmbeddings", "ScriptedChatModel"}


@pytest.mark.parametrize(
    ("module", "names"),
    [
        (langgraph_memory, PACKAGE),
        (langgraph_memory.nodes, NODES),
        (langgraph_memory.testing, TESTING),
    ],
    ids=["langgraph_memory", "nodes", "testing"],
)
def test_public_names_are_these(module: ModuleType, names: set[str]) -> None:
    """Each module offers exactly its promised names, sorted, each of them there."""
    assert set(module.__all__) == names
    assert list(module.__all__) == sorted(module.__all__)
    assert all(hasattr(module, name) for name in names)


@pytest.mark.parametrize("name", sorted(PACKAGE | NODES | TESTING))
def test_public_names_are_documented(name: str) -> None:
    """Each public name has a docstring of its own."""
    modules = (langgraph_memory, langgraph_memory.nodes, langgraph_memory.testing)
    thing = next(getattr(module, name) for module in modules if hasattr(module, name))
    # Not an inherited one.
    assert vars(thing).get("__doc__") if inspect.isclass(thing) else thing.__doc__


def test_every_error_is_public_and_in_the_one_tree() -> None:
    """All errors have one root, and all can be caught by a public name."""
    defined = {
        name: thing
        for name, thing in vars(errors).items()
        if inspect.isclass(thing) and thing.__module__ == errors.__name__
    }
    assert set(defined) <= PACKAGE
    for name, thing in defined.items():
        root = Warning if name == "MemoryWarning" else errors.LangGraphMemoryError
        assert issubclass(thing, root)
