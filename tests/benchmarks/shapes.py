"""Texts of many shapes and of any size, as tools return them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final

Make = Callable[[int], str]
"""Makes a text of about so many characters."""

_CITIES: Final = ("Lisbon", "Kyoto", "Oslo", "Quito", "Accra", "Hanoi", "Perth", "Lima")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_CHINESE: Final = "上海北京航班酒店价格取消可用余票预订餐厅评分地址"


class _Source:
    """Values that look like those of tools, the same ones in each run."""

    def __init__(self) -> None:
        self._random = random.Random(7)  # noqa: S311 - nothing is secret here
        self.number = self._random.randrange
        self.share = self._random.random
        self.pick = self._random.choice
        self._next = 0

    def id(self, prefix: str = "HX") -> str:
        self._next += 1
        return f"{prefix}{100_000 + self._next}"

    def word(self) -> str:
        return "".join(self._random.choices(_LETTERS, k=self.number(3, 10)))

    def words(self, count: int) -> str:
        return " ".join([self.word() for _ in range(count)])

    def price(self) -> float:
        return round(20 + 900 * self.share(), 2)

    def date(self) -> str:
        return f"2025-{self.number(1, 13):02}-{self.number(1, 29):02}"

    def offer(self) -> dict[str, Any]:
        return {
            "offer_id": self.id(),
            "city": self.pick(_CITIES),
            "date": self.date(),
            "price": self.price(),
            "seats": self.number(0, 9),
            "refundable": self.share() < 0.5,
        }


def _listed(item: Callable[[_Source], Any]) -> Make:
    """A list of so many items that the text has the size."""

    def make(size: int) -> str:
        source = _Source()
        sample = [item(source) for _ in range(50)]
        count = max(1, round(size * 50 / len(json.dumps(sample))))
        source = _Source()
        return json.dumps([item(source) for _ in range(count)])

    return make


def _keyed(
    key: Callable[[_Source], str], item: Callable[[_Source], Any], name: str = ""
) -> Make:
    """An object of so many fields that the text has the size."""

    def make(size: int) -> str:
        source = _Source()
        sample = {key(source): item(source) for _ in range(50)}
        count = max(1, round(size * len(sample) / len(json.dumps(sample))))
        source = _Source()
        value: Any = {key(source): item(source) for _ in range(count)}
        return json.dumps({name: value} if name else value)

    return make


def _field(source: _Source) -> str:
    return f"{source.word()}_{source.word()}"


def _wide(source: _Source) -> dict[str, Any]:
    return {f"column_{n}": source.price() if n % 2 else source.word() for n in range(60)}


def _ragged(source: _Source) -> dict[str, Any]:
    offer = source.offer()
    return {key: value for key, value in offer.items() if source.share() < 0.6}


def _alien(source: _Source) -> dict[str, Any]:
    return {source.word(): source.number(10_000) for _ in range(6)}


def _nested(source: _Source) -> dict[str, Any]:
    return {
        "order_id": source.id("#W"),
        "customer": {"name": {"first": source.word(), "last": source.word()}},
        "address": {"city": source.pick(_CITIES), "zip": str(source.number(99_999))},
    }


def _order(source: _Source) -> dict[str, Any]:
    items = [
        {"item": source.word(), "price": source.price(), "options": {"size": "M"}}
        for _ in range(source.number(1, 5))
    ]
    return {"order_id": source.id("#W"), "status": "delivered", "items": items}


def _deep(levels: int) -> Callable[[_Source], Any]:
    def item(source: _Source) -> Any:
        value: Any = {"leaf": source.word(), "size": source.number(100)}
        for _ in range(levels):
            value = {source.word(): value, "note": source.word()}
        return value

    return item


def _feature(source: _Source) -> dict[str, Any]:
    ring = [[source.price(), source.price()] for _ in range(source.number(3, 9))]
    return {
        "type": "Feature",
        "geometry": {"type": "Polygon", "coordinates": [ring]},
        "properties": {"name": source.words(2), "population": source.number(10_000_000)},
    }


def _operation(source: _Source) -> dict[str, Any]:
    parameters = [
        {
            "name": source.word(),
            "in": "query",
            "required": source.share() < 0.5,
            "schema": {"type": source.pick(["string", "integer"])},
        }
        for _ in range(source.number(1, 4))
    ]
    ok = {"description": "ok", "content": {"application/json": {"schema": {"$ref": "#/x"}}}}
    return {
        "get": {
            "summary": source.words(4),
            "operationId": source.word(),
            "parameters": parameters,
            "responses": {"200": ok, "404": {"description": "missing"}},
        }
    }


def _found(source: _Source) -> dict[str, Any]:
    return {
        "title": source.words(6),
        "url": f"https://{source.word()}.example/{source.word()}",
        "snippet": source.words(30),
        "score": source.share(),
    }


def _single(source: _Source) -> list[dict[str, Any]]:
    return [{"id": source.number(1000), "kind": source.word()}]


def _table(source: _Source) -> list[dict[str, Any]]:
    return [
        {"name": source.word(), "qty": source.number(9)} for _ in range(source.number(2, 4))
    ]


def _mixed(source: _Source) -> Any:
    return source.pick([source.number(9), source.word(), None, [1, 2], {"a": 1}, []])


def _escaped(levels: int) -> Callable[[_Source], Any]:
    def item(source: _Source) -> dict[str, Any]:
        value: Any = source.offer()
        for _ in range(levels):
            value = {"id": source.number(999), "payload": json.dumps(value)}
        return value

    return item


def _whole(levels: int) -> Make:
    """A list of offers, as a text within a text."""

    def make(size: int) -> str:
        text = _listed(_Source.offer)(size)
        for _ in range(levels):
            text = json.dumps(text)
        return text

    return make


def _lines(size: int) -> str:
    return "\n".join(map(json.dumps, json.loads(_listed(_Source.offer)(size))))


def _openapi(size: int) -> str:
    paths = json.loads(_keyed(lambda s: f"/{s.word()}/{s.word()}", _operation)(size))
    return json.dumps({"openapi": "3.1.0", "info": {"title": "x"}, "paths": paths})


def _geojson(size: int) -> str:
    return json.dumps(
        {"type": "FeatureCollection", "features": json.loads(_listed(_feature)(size))}
    )


def _search(size: int) -> str:
    found = json.loads(_listed(_found)(size))
    return json.dumps({"query": "a b", "total": len(found), "results": found})


SHAPES: Final[dict[str, Make]] = {
    "integers": _listed(lambda s: s.number(10_000)),
    "floats": _listed(lambda s: s.price()),
    "exponents": _listed(lambda s: float(f"{s.number(1, 99)}e{s.number(-30, 30)}")),
    "strings": _listed(_Source.word),
    "long strings": _listed(lambda s: s.words(300)),
    "chinese": _listed(lambda s: "".join([s.pick(_CHINESE) for _ in range(8)])),
    "nulls and booleans": _listed(lambda s: s.pick([None, True, False])),
    "mixed items": _listed(_mixed),
    "lists of numbers": _listed(lambda s: [s.number(100) for _ in range(s.number(1, 9))]),
    "lists of strings": _listed(lambda s: [s.word() for _ in range(s.number(1, 5))]),
    "lists of objects": _listed(_table),
    "lists of one object": _listed(_single),
    "matrix": _listed(lambda s: [s.price() for _ in range(6)]),
    "wide matrix": _listed(lambda s: [s.number(1000) for _ in range(40)]),
    "matrices": _listed(lambda s: [[s.number(9) for _ in range(3)] for _ in range(3)]),
    "empty objects": _listed(lambda _: {}),
    "empty lists": _listed(lambda _: []),
    "empty strings": _listed(lambda _: ""),
    "records of empties": _keyed(_field, lambda s: s.pick([{}, [], "", None])),
    "rows": _listed(_Source.offer),
    "rows of one column": _listed(lambda s: {"id": s.number(10_000)}),
    "rows of sixty columns": _listed(_wide),
    "ragged rows": _listed(_ragged),
    "rows without common columns": _listed(_alien),
    "rows with nested objects": _listed(_nested),
    "rows with tables": _listed(_order),
    "rows with matrices": _listed(lambda s: {"id": s.id(), "m": [[1, 2], [3, s.number(9)]]}),
    "rows with lists": _listed(lambda s: {"id": s.id(), "tags": [s.word(), s.word()]}),
    "rows of nulls and booleans": _listed(
        lambda s: {c: s.pick([None, True, False]) for c in "abcdef"}
    ),
    "keyed by ids": _keyed(_Source.id, _Source.offer),
    "keyed by ids, nested": _keyed(_Source.id, _nested),
    "keyed by ids, with tables": _keyed(_Source.id, _order),
    "keyed by ids, lists": _keyed(_Source.id, _table),
    "ids to numbers": _keyed(_Source.id, lambda s: s.number(100)),
    "record of scalars": _keyed(_field, lambda s: s.pick([s.number(99), s.word(), None])),
    "record of lists": _keyed(_field, lambda s: [s.number(99) for _ in range(3)]),
    "record of small tables": _keyed(_field, _single),
    "record of tiny tables": _keyed(_Source.word, lambda s: [{"a": s.number(99)}]),
    "record of tables": _keyed(_field, _table),
    "record of objects": _keyed(_field, lambda s: {s.word(): s.number(9) for _ in "ab"}),
    "record of rows": _keyed(_field, lambda s: {"name": s.word(), "at": s.number(9)}),
    "record of orders": _keyed(_field, _order),
    "deep objects": _listed(_deep(100)),
    "one level less than too deep": _listed(_deep(58)),
    "six levels": _listed(_deep(6)),
    "escaped rows": _listed(_escaped(1)),
    "rows escaped twice": _listed(_escaped(2)),
    "escaped as a whole": _whole(1),
    "escaped as a whole, twice": _whole(2),
    "geojson": _geojson,
    "openapi": _openapi,
    "search results": _search,
    "json lines": _lines,
}
"""JSON by the name of its shape."""


def _text(line: Callable[[_Source], str], head: str = "") -> Make:
    def make(size: int) -> str:
        source = _Source()
        lines = [head] if head else []
        length = len(head)
        while length < size:
            lines.append(line(source))
            length += len(lines[-1]) + 1
        return "\n".join(lines)

    return make


def _cells(source: _Source) -> list[str]:
    return [str(cell) for cell in source.offer().values()]


TEXTS: Final[dict[str, Make]] = {
    "pairs": _text(lambda s: f"{s.word()} {s.word()}: {s.words(3)}"),
    "repeated pairs": _text(lambda s: f"price: {s.price()}\ncity: {s.word()}\nid: {s.id()}"),
    "inline pairs": _text(lambda s: f"- {s.word()}, city: {s.word()}, price: {s.price()}"),
    "markdown table": _text(
        lambda s: f"| {' | '.join(_cells(s))} |",
        "| offer | city | date | price | seats | refundable |\n|---|---|---|---|---|---|",
    ),
    "csv": _text(lambda s: ",".join(_cells(s)), "offer,city,date,price,seats,refundable"),
    "prose": _text(lambda s: f"{s.words(12).capitalize()}. {s.words(9).capitalize()}."),
    "prose with numbers": _text(lambda s: f"The {s.word()} costs {s.price()} in {s.word()}."),
    "one long line": lambda size: _text(_Source.word)(size).replace("\n", " "),
    "json in prose": _text(lambda s: f"Found: {json.dumps(s.offer())}"),
    "python literal": lambda size: repr(json.loads(_listed(_Source.offer)(size))),
    "cut json": lambda size: _listed(_Source.offer)(size)[:-20],
}
"""Texts that are no JSON, or not quite, by the name of their shape."""
