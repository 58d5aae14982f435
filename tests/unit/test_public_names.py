"""The public names are a promise: this list changes only together with CHANGELOG.md."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import langgraph_memory
import langgraph_memory.nodes
import langgraph_memory.testing
from langgraph_memory import errors

PACKAGE = {
    *("Memory", "MemoryState", "Scope", "add_memory"),
    *("MemoryConfig", "CardConfig", "RecallConfig", "ExperienceConfig", "PruneConfig"),
    *("PreferenceConfig", "Dimension", "Liking", "Pool", "Weights"),
    *("CheckpointStore", "ExactIndex", "ChromaIndex", "MultilingualEmbeddings"),
    *("DecisionCard", "Experience", "PreferenceProfile", "Reason", "Statistics"),
    *("condense", "learn_statistics", "why"),
    *("Acquired", "Tuned", "DialogueReward", "ServerStore"),
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


def test_names_come_from_where_type_checkers_believe() -> None:
    """A name imported at its first use is the one that the file imports for types."""
    tree = ast.parse(Path(langgraph_memory.__file__).read_text(encoding="utf-8"))
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    believed = {
        alias.name: node.module
        for node in imported
        for alias in node.names
        if str(node.module).startswith("langgraph_memory")
    }
    assert believed.keys() == PACKAGE
    for name, module in believed.items():
        assert getattr(langgraph_memory, name) is vars(sys.modules[str(module)])[name]


def test_all_names_are_listed_and_no_others_exist() -> None:
    """`dir`, `*` and a wrong name do as with any module."""
    assert set(dir(langgraph_memory)) >= PACKAGE
    names: dict[str, object] = {}
    exec("from langgraph_memory import *", names)  # noqa: S102 - nowhere else may it stand
    assert names.keys() >= PACKAGE
    with pytest.raises(AttributeError, match="has no attribute 'Memry'"):
        _ = langgraph_memory.Memry  # type: ignore[attr-defined]  # on purpose


def test_importing_the_package_imports_nothing_heavy() -> None:
    """What takes long to import is imported when it is used."""
    heavy = {"chromadb", "langgraph", "langchain_core", "numpy", "snowballstemmer"}
    code = "import sys, langgraph_memory; print(*sys.modules)"
    assert not heavy & loaded_by(code)
    code = (
        "import sys; from langgraph_memory import Memory, add_memory; print(*sys.modules)"
    )
    assert not {"chromadb", "snowballstemmer"} & loaded_by(code)


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded, as it prints them."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603
    return set(done.stdout.split())


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
