"""The benchmark of reading runs, and its texts are what their names say."""

from __future__ import annotations

import json

import pytest

from tests.benchmarks.reading import main
from tests.benchmarks.shapes import SHAPES, TEXTS


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_is_json_of_about_the_size_asked_for(shape: str) -> None:
    """Every shape is JSON, or JSON lines, within a third of the size."""
    text = SHAPES[shape](20_000)
    lines = text.split("\n") if shape == "json lines" else [text]
    assert all(map(json.loads, lines))
    assert 13_000 < len(text) < 30_000


@pytest.mark.parametrize("shape", TEXTS)
def test_a_text_is_no_json(shape: str) -> None:
    """What stands for a text that is no JSON is none."""
    with pytest.raises(ValueError, match=r"Expecting|Extra|delimiter"):
        json.loads(TEXTS[shape](2_000))


def test_it_prints_a_line_per_shape(capsys: pytest.CaptureFixture[str]) -> None:
    """A line has the shape, the size and both ratios."""
    main(["--kilobytes", "2", "--runs", "1", "--shape", "matrix", "csv"])
    matrix, csv = map(json.loads, capsys.readouterr().out.splitlines())
    assert matrix.keys() == {
        "shape",
        "kilobytes",
        "ratio_to_json_loads",
        "ratio_of_form",
        "growth",
        "form_growth",
    }
    assert (csv["shape"], csv["kilobytes"], csv["milliseconds"] > 0) == ("csv", 2, True)
