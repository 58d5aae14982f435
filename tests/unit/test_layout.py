"""The order of imports, as ARCHITECTURE.md draws it, and what else holds for every file."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = "langgraph_memory"

BASE = {"errors", "weights", "dimension", "pool", "config", "scope"}
PURE = ("facts", "cards", "experiences", "preferences", "recall")
BELOW_FLOW = {
    "_driving",
    "_outside",
    "_storing",
    "_waiting",
    "_patience",
    "_warnings",
    "_results",
    "_models",
}
FLOW = {"_flow", "_asking"}
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "_checked": {"errors"},
    "_clock": {"_warnings"},
    "_covering": set(),
    "weights": {"errors", "_checked"},
    "dimension": {"errors"},
    "pool": {"errors", "_checked"},
    "config": {"errors", "weights", "dimension", "pool", "_checked"},
    "scope": {"errors"},
    "state": {"errors"},
    "testing": {"errors"},
    "_driving": set(),
    "_waiting": set(),
    "_patience": {"errors", "_waiting"},
    "_warnings": {"errors"},
    "_results": {"errors"},
    "_outside": {"errors", "_waiting", "index"},
    "_storing": {"errors", "_outside", "_results", "_waiting", "_warnings"},
    "_models": {"_outside"},
    "index": {"errors", "config", "_warnings"},
    "store": {*BASE, "index", "_patience", "_waiting", "_warnings", "_clock"},
    "facts": BASE,
    "cards": {*BASE, "facts"},
    "experiences": {*BASE, "_checked", "_covering", "facts"},
    "preferences": {*BASE, "facts"},
    "recall": {
        *BASE,
        "_checked",
        "_covering",
        "facts",
        "cards",
        "experiences",
        "preferences",
        "index",
    },
    "_flow": {*BASE, *PURE, "index", *BELOW_FLOW},
    "_asking": {*BASE, "facts", *BELOW_FLOW, "_flow"},
    "nodes": {*BASE, "_covering", *PURE, "index", "state", *BELOW_FLOW, *FLOW},
    "wiring": {
        *BASE,
        "_checked",
        "_clock",
        *PURE,
        "index",
        "state",
        *BELOW_FLOW,
        *FLOW,
        "store",
        "nodes",
    },
}

LANGCHAIN_IN_PURE = {
    f"langchain_core.{part}" for part in ("embeddings", "messages", "tools")
}
DOES_IO = {
    *("asyncio", "ftplib", "http", "io", "logging", "multiprocessing", "os", "pathlib"),
    *("shutil", "socket", "sqlite3", "subprocess", "tempfile", "threading", "urllib"),
}
BASE_INSTALL = {
    *("langchain_core", "langgraph", "numpy", "pydantic", "snowballstemmer"),
    *("typing_extensions", PACKAGE),
}

MODULES = sorted((ROOT / PACKAGE).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def path_of(module: str) -> Path | None:
    folder = ROOT.joinpath(*module.split("."))
    return next(
        (p for p in (folder.with_suffix(".py"), folder / "__init__.py") if p.is_file()),
        None,
    )


def part_of(module: str) -> str:
    """The part of the package that a module belongs to; empty for the package itself."""
    return module.split(".")[1] if "." in module else ""


def imported(path: Path, tree: ast.AST) -> Iterator[str]:
    """Every module imported anywhere below a node, in functions and branches too."""
    package = name_of(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield inner if path_of(inner) else source


def imports(path: Path) -> set[str]:
    return set(imported(path, ast.parse(path.read_text(encoding="utf-8"))))


def imports_at_load(path: Path) -> set[str]:
    """What is imported when the module is: not in functions, not for types alone."""

    class WithoutFunctions(ast.NodeTransformer):
        def visit_If(self, node: ast.If) -> ast.If | None:
            return None if ast.unparse(node.test) == "TYPE_CHECKING" else node

        def visit_FunctionDef(self, _: ast.FunctionDef) -> None: ...
        def visit_AsyncFunctionDef(self, _: ast.AsyncFunctionDef) -> None: ...

    tree = WithoutFunctions().visit(ast.parse(path.read_text(encoding="utf-8")))
    return set(imported(path, tree))


def own(modules: set[str]) -> set[str]:
    return {module for module in modules if module.split(".")[0] == PACKAGE}


def roots(modules: set[str]) -> set[str]:
    return {module.split(".")[0] for module in modules}


def offenders(found: dict[str, set[str]]) -> dict[str, set[str]]:
    """The modules in which something was found that must not be there."""
    return {module: wrong for module, wrong in found.items() if wrong}


def test_imports_point_one_way() -> None:
    """A part imports only itself and the parts that it may build on."""
    inner = [path for path in MODULES if part_of(name_of(path))]
    found = {}
    for path in inner:
        part = part_of(name_of(path))
        reached = {part_of(module) for module in own(imports(path))}
        found[name_of(path)] = reached - MAY_IMPORT.get(part, set()) - {part}
    assert offenders(found) == {}


def test_no_modules_import_each_other() -> None:
    """There is no cycle of modules, none through a function or a type-checking branch."""
    graph = {name_of(path): own(imports(path)) - {name_of(path)} for path in MODULES}
    assert set(TopologicalSorter(graph).static_order()) >= set(graph)


def test_nothing_imports_graphs_or_tests() -> None:
    """The package stands without the example graphs and without the tests."""
    found = {name_of(path): roots(imports(path)) & {"graphs", "tests"} for path in MODULES}
    assert offenders(found) == {}


def test_pure_parts_do_no_io_and_know_no_langgraph() -> None:
    """Facts, cards, experiences, preferences and recall compute, and nothing else."""
    found = {}
    for path in MODULES:
        if part_of(name_of(path)) in PURE:
            modules = imports(path)
            langchain = {".".join(m.split(".")[:2]) for m in modules if "langchain" in m}
            io = roots(modules) & {"langgraph", *DOES_IO}
            found[name_of(path)] = io | (langchain - LANGCHAIN_IN_PURE)
    assert offenders(found) == {}


def test_loading_needs_the_base_install_alone() -> None:
    """What comes with an extra is imported only when it is used."""
    base = BASE_INSTALL | sys.stdlib_module_names
    found = {name_of(path): roots(imports_at_load(path)) - base for path in MODULES}
    assert offenders(found) == {}


def test_no_import_is_hidden_in_a_call() -> None:
    """No module is imported by a string, out of sight of these tests."""
    found = {}
    # The package itself names its modules twice; a test of the public names compares them.
    for path in set(MODULES) - {ROOT / PACKAGE / "__init__.py"}:
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        names |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        found[name_of(path)] = names & {"__import__", "import_module"}
    assert offenders(found) == {}


def test_models_are_asked_in_one_way() -> None:
    """Only one module makes the request by which a model is asked."""
    found = {}
    for path in MODULES:
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        called = {ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)}
        found[name_of(path)] = called & {"Ask", "_flow.Ask"}
    assert offenders(found) == {f"{PACKAGE}._asking": {"Ask"}}


def test_files_stay_short() -> None:
    """A file holds one idea, in fewer than 300 lines."""
    lengths = {name_of(p): len(p.read_text(encoding="utf-8").splitlines()) for p in MODULES}
    assert {name: length for name, length in lengths.items() if length >= 300} == {}


def test_every_test_says_what_it_holds() -> None:
    """Each test has a docstring of one paragraph."""
    found = {}
    for path in TESTS:
        found[name_of(path)] = {
            node.name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and node.name.startswith("test_")
            and "\n\n" in (ast.get_docstring(node) or "\n\n")
        }
    assert offenders(found) == {}
