from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphs.travel_planner.__main__ import main
from tests.graphs.travel_planner.small_world import (
    ONE_CITY,
    ONE_CITY_RECORDS,
    TWO_CITIES,
    TWO_CITY_RECORDS,
    write_cases,
)

KEYS = [
    *("memory", "window", "passed", "total", "refusals", "failed_checks"),
    *("tokens_per_step", "tool_calls", "repeated_calls", "seconds"),
]


@pytest.fixture
def data(tmp_path: Path) -> str:
    poor = ONE_CITY.replace("$900", "$300")
    path = write_cases(
        tmp_path / "rows.jsonl",
        (ONE_CITY, ONE_CITY_RECORDS),
        (TWO_CITIES, TWO_CITY_RECORDS),
        (poor, ONE_CITY_RECORDS),
    )
    return str(path)


def test_a_series_prints_one_json_line(
    data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Standard output holds the sums and nothing else; a right refusal passes."""
    assert main(["--data", data, "--all", "--json", "--memory", "full"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    sums = json.loads(line)
    assert list(sums) == KEYS
    assert (sums["passed"], sums["total"], sums["refusals"]) == (3, 3, 1)
    assert (sums["memory"], sums["window"], sums["repeated_calls"]) == ("full", None, 0)
    assert sums["failed_checks"] == {}


def test_a_window_too_small_is_counted_as_failure(
    data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Runs that end without an answer are named by the check that they fail."""
    options = ["--memory", "off", "--window", "300"]
    assert main(["--data", data, "--all", "--json", *options]) == 0
    sums = json.loads(capsys.readouterr().out)
    assert (sums["passed"], sums["window"]) == (0, 300)
    assert sums["failed_checks"] == {"answer": 3}
    assert sums["tokens_per_step"] > 0


def test_a_query_is_shown_as_it_is_planned(
    data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without --json a person sees calls, sizes, itinerary and checks."""
    options = ["--memory", "full", "--db", str(tmp_path / "planner.sqlite")]
    assert main(["--data", data, *options]) == 0
    shown = capsys.readouterr().out
    for text in (
        "search_hotels(city=Birch)",
        "tokens",
        "Itinerary",
        "Birch Loft",
        "budget",
    ):
        assert text in shown
    assert (tmp_path / "planner.sqlite").exists()


def test_an_own_query_is_planned_over_the_files_rows(
    data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A request of one's own may use all rows of a file."""
    query = ONE_CITY.replace("2 people", "one person")
    assert main(["--data", data, "--query", query, "--json", "--memory", "full"]) == 0
    assert json.loads(capsys.readouterr().out)["passed"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--data", "missing.jsonl"], "missing.jsonl"),
        (["--query", "Somewhere warm, please."], "the request does not say"),
    ],
)
def test_wrong_input_is_told_and_nothing_runs(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error goes to standard error, with a code of its own."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


@pytest.mark.parametrize("window", ["0", "-5", "many"])
def test_a_window_is_a_positive_number(window: str) -> None:
    """The parser refuses windows that are none."""
    with pytest.raises(SystemExit):
        main(["--window", window])
