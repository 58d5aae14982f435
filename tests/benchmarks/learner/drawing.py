"""Success and size of the pool over the episodes of a stream, as an SVG."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

_WIDTH, _HEIGHT, _MARGIN = 640, 320, 40
_WINDOW = 20


def curves(path: str, streams: Sequence[Sequence[tuple[bool, int]]]) -> None:
    """Draw the mean over seeds: success over 20 episodes (blue), and the pool (grey).

    Args:
        path: Where the drawing goes.
        streams: Of each seed, success and size of the pool by episode.
    """
    count = min(map(len, streams))
    success = [
        fmean(s[i][0] for s in streams for i in range(max(0, at - _WINDOW + 1), at + 1))
        for at in range(count)
    ]
    pool = [fmean(s[at][1] for s in streams) for at in range(count)]
    most = max(*pool, 1.0)
    lines = _line(success, "#1f77b4") + _line([size / most for size in pool], "#999999")
    told = (
        f'<text x="{_MARGIN}" y="20">success (blue, 0 to 1) and lessons in use (grey, 0 to '
        f"{most:.0f}) over {count} episodes</text>"
    )
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
        f'font-family="sans-serif" font-size="13">{told}{lines}</svg>',
        encoding="utf-8",
    )


def _line(values: Sequence[float], colour: str) -> str:
    wide, high = _WIDTH - 2 * _MARGIN, _HEIGHT - 2 * _MARGIN
    points = " ".join(
        f"{_MARGIN + wide * at / max(1, len(values) - 1):.1f},"
        f"{_HEIGHT - _MARGIN - high * value:.1f}"
        for at, value in enumerate(values)
    )
    return f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{points}"/>'
