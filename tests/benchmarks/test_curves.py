"""The curves of the learner: success and the pool over the episodes."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from tests.benchmarks.learner.drawing import curves


def test_success_and_the_pool_are_drawn_over_the_episodes(tmp_path: Path) -> None:
    """Two lines with a point for each episode of the shortest stream."""
    file = tmp_path / "new" / "weak.svg"
    streams = [[(at > 3, at) for at in range(count)] for count in (9, 12)]
    curves(str(file), streams)
    lines = [one for one in ET.parse(file).iter() if one.tag.endswith("polyline")]  # noqa: S314  our own file
    assert [len(line.attrib["points"].split()) for line in lines] == [9, 9]
    heights = [float(point.split(",")[1]) for point in lines[1].attrib["points"].split()]
    assert heights == sorted(heights, reverse=True)
