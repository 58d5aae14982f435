"""Texts of many shapes and of any size, as tools return them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from tests.benchmarks import values

Make = Callable[[int], str]
"""Makes a text of about so many characters."""


def _listed(item: Callable[[values.Source], Any]) -> Make:
    """A list of so many items that the text has the size."""

    def make(size: int) -> str:
        source = values.Source()
        sample = [item(source) for _ in range(50)]
        count = max(1, round(size * 50 / len(json.dumps(sample))))
        source = values.Source()
        return json.dumps([item(source) for _ in range(count)])

    return make


def _keyed(
    key: Callable[[values.Source], str], item: Callable[[values.Source], Any]
) -> Make:
    """An object of so many fields that the text has the size."""

    def make(size: int) -> str:
        source = values.Source()
        sample = {key(source): item(source) for _ in range(50)}
        count = max(1, round(size * len(sample) / len(json.dumps(sample))))
        source = values.Source()
        return json.dumps({key(source): item(source) for _ in range(count)})

    return make


def _whole(levels: int) -> Make:
    """A list of offers, as a text within a text."""

    def make(size: int) -> str:
        text = _listed(values.Source.offer)(size)
        for _ in range(levels):
            text = json.dumps(text)
        return text

    return make


def _lines(size: int) -> str:
    return "\n".join(map(json.dumps, json.loads(_listed(values.Source.offer)(size))))


def _openapi(size: int) -> str:
    paths = json.loads(_keyed(lambda s: f"/{s.word()}/{s.word()}", values.operation)(size))
    return json.dumps({"openapi": "3.1.0", "info": {"title": "x"}, "paths": paths})


def _geojson(size: int) -> str:
    return json.dumps(
        {"type": "FeatureCollection", "features": json.loads(_listed(values.feature)(size))}
    )


def _search(size: int) -> str:
    found = json.loads(_listed(values.found)(size))
    return json.dumps({"query": "a b", "total": len(found), "results": found})


SHAPES: Final[dict[str, Make]] = {
    "integers": _listed(lambda s: s.number(10_000)),
    "floats": _listed(lambda s: s.price()),
    "exponents": _listed(lambda s: float(f"{s.number(1, 99)}e{s.number(-30, 30)}")),
    "strings": _listed(values.Source.word),
    "long strings": _listed(lambda s: s.words(300)),
    "chinese": _listed(lambda s: "".join([s.pick(values.CHINESE) for _ in range(8)])),
    "nulls and booleans": _listed(lambda s: s.pick([None, True, False])),
    "mixed items": _listed(values.mixed),
    "lists of numbers": _listed(lambda s: [s.number(100) for _ in range(s.number(1, 9))]),
    "lists of strings": _listed(lambda s: [s.word() for _ in range(s.number(1, 5))]),
    "lists of objects": _listed(values.table),
    "lists of one object": _listed(values.single),
    "matrix": _listed(lambda s: [s.price() for _ in range(6)]),
    "wide matrix": _listed(lambda s: [s.number(1000) for _ in range(40)]),
    "matrices": _listed(lambda s: [[s.number(9) for _ in range(3)] for _ in range(3)]),
    "empty objects": _listed(lambda _: {}),
    "empty lists": _listed(lambda _: []),
    "empty strings": _listed(lambda _: ""),
    "records of empties": _keyed(values.field, lambda s: s.pick([{}, [], "", None])),
    "rows": _listed(values.Source.offer),
    "rows of one column": _listed(lambda s: {"id": s.number(10_000)}),
    "rows of sixty columns": _listed(values.wide),
    "ragged rows": _listed(values.ragged),
    "rows without common columns": _listed(values.alien),
    "rows with nested objects": _listed(values.nested),
    "rows with tables": _listed(values.order),
    "rows with matrices": _listed(
        lambda s: {"id": s.id(), "m": [[1, 2], [3, s.number(9)]]}
    ),
    "rows with lists": _listed(lambda s: {"id": s.id(), "tags": [s.word(), s.word()]}),
    "rows of nulls and booleans": _listed(
        lambda s: {c: s.pick([None, True, False]) for c in "abcdef"}
    ),
    "keyed by ids": _keyed(values.Source.id, values.Source.offer),
    "keyed by ids, nested": _keyed(values.Source.id, values.nested),
    "keyed by ids, with tables": _keyed(values.Source.id, values.order),
    "keyed by ids, lists": _keyed(values.Source.id, values.table),
    "ids to numbers": _keyed(values.Source.id, lambda s: s.number(100)),
    "record of scalars": _keyed(
        values.field, lambda s: s.pick([s.number(99), s.word(), None])
    ),
    "record of lists": _keyed(values.field, lambda s: [s.number(99) for _ in range(3)]),
    "record of small tables": _keyed(values.field, values.single),
    "record of tiny tables": _keyed(values.Source.word, lambda s: [{"a": s.number(99)}]),
    "record of tables": _keyed(values.field, values.table),
    "record of objects": _keyed(
        values.field, lambda s: {s.word(): s.number(9) for _ in "ab"}
    ),
    "record of rows": _keyed(values.field, lambda s: {"name": s.word(), "at": s.number(9)}),
    "record of orders": _keyed(values.field, values.order),
    "deep objects": _listed(values.deep(100)),
    "one level less than too deep": _listed(values.deep(58)),
    "six levels": _listed(values.deep(6)),
    "escaped rows": _listed(values.escaped(1)),
    "rows escaped twice": _listed(values.escaped(2)),
    "escaped as a whole": _whole(1),
    "escaped as a whole, twice": _whole(2),
    "geojson": _geojson,
    "openapi": _openapi,
    "search results": _search,
    "lock file": _keyed(lambda s: f"node_modules/{s.word()}", values.package),
    "hits": _listed(values.hit),
    "edges and nodes": _listed(values.edge),
    "payment events": _listed(values.event),
    "json schema": _keyed(values.Source.word, values.schema),
    "trees": _listed(values.tree),
    "objects or nothing": _listed(lambda s: s.pick([{"a": s.number(9)}, None])),
    "lists or numbers": _listed(lambda s: s.pick([[1, 2, s.number(9)], s.number(9)])),
    "texts in braces": _listed(lambda s: f"{{{s.word()}}}"),
    "control characters": _listed(lambda s: f"{s.word()}\a{s.word()}"),
    "records of errors": _keyed(
        lambda s: f"/{s.word()}", lambda s: {"404": {"title": s.word()}}
    ),
    "one column of many names": _listed(lambda s: {s.word(): s.number(9)}),
    "rows of two kinds": _listed(
        lambda s: s.pick([s.offer(), {"id": s.id(), "note": s.words(3)}])
    ),
    "objects of any field, or nothing": _listed(
        lambda s: s.pick([{s.word(): s.number(9)}, None])
    ),
    "record of tables under ids": _keyed(
        values.field, lambda s: {"200": {"at": s.word()}, "404": {"at": s.word()}}
    ),
    "record of unlike tables": _keyed(values.field, lambda s: [{s.word(): s.number(9)}]),
    "json lines": _lines,
}
"""JSON by the name of its shape."""


def _text(line: Callable[[values.Source], str], head: str = "") -> Make:
    def make(size: int) -> str:
        source = values.Source()
        lines = [head] if head else []
        length = len(head)
        while length < size:
            lines.append(line(source))
            length += len(lines[-1]) + 1
        return "\n".join(lines)

    return make


def _cells(source: values.Source) -> list[str]:
    return [str(cell) for cell in source.offer().values()]


TEXTS: Final[dict[str, Make]] = {
    "pairs": _text(lambda s: f"{s.word()} {s.word()}: {s.words(3)}"),
    "repeated pairs": _text(
        lambda s: f"price: {s.price()}\ncity: {s.word()}\nid: {s.id()}"
    ),
    "inline pairs": _text(lambda s: f"- {s.word()}, city: {s.word()}, price: {s.price()}"),
    "markdown table": _text(
        lambda s: f"| {' | '.join(_cells(s))} |",
        "| offer | city | date | price | seats | refundable |\n|---|---|---|---|---|---|",
    ),
    "csv": _text(lambda s: ",".join(_cells(s)), "offer,city,date,price,seats,refundable"),
    "prose": _text(lambda s: f"{s.words(12).capitalize()}. {s.words(9).capitalize()}."),
    "prose with numbers": _text(
        lambda s: f"The {s.word()} costs {s.price()} in {s.word()}."
    ),
    "one long line": lambda size: _text(values.Source.word)(size).replace("\n", " "),
    "json in prose": _text(lambda s: f"Found: {json.dumps(s.offer())}"),
    "python literal": lambda size: repr(json.loads(_listed(values.Source.offer)(size))),
    "cut json": lambda size: _listed(values.Source.offer)(size)[:-20],
}
"""Texts that are no JSON, or not quite, by the name of their shape."""
