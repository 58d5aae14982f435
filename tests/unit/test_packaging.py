"""What pyproject.toml promises, held against the files that say the same."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads(
    (ROOT / "pyproject.toml").read_text(encoding="utf-8")
)
REQUIREMENT = re.compile(r"^([\w-]+)(?:\[[^]]*\])?(?:>=([\w.]+))?$")


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def requirements() -> dict[str, str | None]:
    """Each package that a user's install needs, with its lower bound."""
    project = PROJECT["project"]
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    matches = [REQUIREMENT.match(requirement) for requirement in wanted]
    assert all(matches), wanted
    found = {match[1]: match[2] for match in matches if match}
    return {name: bound for name, bound in found.items() if name != project["name"]}


def test_the_lowest_versions_are_the_ones_that_are_tested() -> None:
    """Each lower bound is pinned, to the letter, in the constraints of the lowest set."""
    pins = dict(re.findall(r"^([\w-]+)==([\w.]+)", text("tests/lowest.txt"), re.MULTILINE))
    for name, bound in requirements().items():
        assert pins.get(name) == bound, name


def test_every_dependency_has_its_reason() -> None:
    """CONTRIBUTING.md tells of each package why it is needed, tools included."""
    groups = chain(*PROJECT["dependency-groups"].values())
    tools = {re.split(r"[>=[]", entry)[0] for entry in groups if isinstance(entry, str)}
    reasons = set(re.findall(r"^\| `([\w-]+)`", text("CONTRIBUTING.md"), re.MULTILINE))
    assert reasons == {*requirements(), *tools, "hatchling"}


def test_the_changelog_tells_of_this_version() -> None:
    """The newest release of CHANGELOG.md is the version of the package."""
    newest = re.search(r"^## \[?(\d[\w.]*)", text("CHANGELOG.md"), re.MULTILINE)
    assert newest
    assert newest[1] == PROJECT["project"]["version"]


def test_supported_interpreters_are_told_alike() -> None:
    """Classifiers, Makefile and README name the same versions of Python."""
    told = {
        label.rpartition(" ")[2]
        for label in PROJECT["project"]["classifiers"]
        if re.search(r":: 3\.\d+$", label)
    }
    assert set(re.findall(r"3\.\d+", text("Makefile"))) == told
    assert told <= set(re.findall(r"3\.\d+", text("README.md")))
    assert PROJECT["project"]["requires-python"] == f">={min(told)}"
