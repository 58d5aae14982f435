from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from graphs.travel_planner.world.catalogue import NO_ROAD
from graphs.travel_planner.world.rows import merged, read_cases
from tests.graphs.travel_planner.small_world import (
    ONE_CITY,
    ONE_CITY_RECORDS,
    TWO_CITIES,
    TWO_CITY_RECORDS,
    write_cases,
)


def test_rows_become_a_catalogue(tmp_path: Path) -> None:
    """Each kind of table lands where the tools look it up."""
    (case,) = read_cases(
        write_cases(tmp_path / "rows.jsonl", (TWO_CITIES, TWO_CITY_RECORDS))
    )
    catalogue = case.catalogue
    assert catalogue.states == {"Woods": ("Birch", "Cedar")}
    assert [row["NAME"] for row in catalogue.hotels["Cedar"]] == ["Cedar Inn", "Cedar Loft"]
    assert len(catalogue.restaurants["Birch"]) == 9
    assert len(catalogue.attractions["Birch"]) == 4
    assert [
        f["Flight Number"] for f in catalogue.flights_on("Alder", "Birch", "2030-03-01")
    ]
    assert not catalogue.flights_on("Alder", "Birch", "2030-03-02")
    assert "cost: 400" in catalogue.road("taxi", "Cedar", "Alder")
    assert catalogue.road("taxi", "Alder", "Cedar") == NO_ROAD


def test_gzipped_files_and_blank_lines_are_read(tmp_path: Path) -> None:
    """The name's ending tells whether a file is compressed."""
    plain = write_cases(tmp_path / "rows.jsonl", (ONE_CITY, ONE_CITY_RECORDS))
    packed = tmp_path / "rows.jsonl.gz"
    packed.write_bytes(gzip.compress(b"\n" + plain.read_bytes() + b"\n\n"))
    assert read_cases(packed) == read_cases(plain)


def test_other_fields_are_not_looked_at(tmp_path: Path) -> None:
    """An annotators' answer beside the rows changes nothing."""
    path = tmp_path / "rows.jsonl"
    answered = [{**record, "used": True} for record in ONE_CITY_RECORDS]
    line = {"id": "case_0", "query": ONE_CITY, "records": answered, "plan": [{"secret": 1}]}
    path.write_text(json.dumps(line), encoding="utf-8")
    other = write_cases(tmp_path / "other.jsonl", (ONE_CITY, ONE_CITY_RECORDS))
    assert read_cases(path) == read_cases(other)


@pytest.mark.parametrize("line", ["not json", "[]", '{"id": 1}', '{"id": 1, "query": "x"}'])
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    """The error says which file and which line cannot be used."""
    path = tmp_path / "rows.jsonl"
    path.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"rows\.jsonl, line 2"):
        read_cases(path)


def test_merging_keeps_each_row_once(tmp_path: Path) -> None:
    """Cases that share a city share its rows."""
    path = write_cases(
        tmp_path / "rows.jsonl",
        (TWO_CITIES, TWO_CITY_RECORDS),
        (ONE_CITY, ONE_CITY_RECORDS),
    )
    catalogue = merged(read_cases(path))
    assert len(catalogue.hotels["Birch"]) == 2
    assert catalogue.states == {"Woods": ("Birch", "Cedar")}
