"""Values that look like those of tools."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final

_CITIES: Final = ("Lisbon", "Kyoto", "Oslo", "Quito", "Accra", "Hanoi", "Perth", "Lima")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
CHINESE: Final = "上海北京航班酒店价格取消可用余票预订餐厅评分地址"


class Source:
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


def field(source: Source) -> str:
    return f"{source.word()}_{source.word()}"


def wide(source: Source) -> dict[str, Any]:
    return {f"column_{n}": source.price() if n % 2 else source.word() for n in range(60)}


def ragged(source: Source) -> dict[str, Any]:
    offer = source.offer()
    return {key: value for key, value in offer.items() if source.share() < 0.6}


def alien(source: Source) -> dict[str, Any]:
    return {source.word(): source.number(10_000) for _ in range(6)}


def nested(source: Source) -> dict[str, Any]:
    return {
        "order_id": source.id("#W"),
        "customer": {"name": {"first": source.word(), "last": source.word()}},
        "address": {"city": source.pick(_CITIES), "zip": str(source.number(99_999))},
    }


def order(source: Source) -> dict[str, Any]:
    items = [
        {"item": source.word(), "price": source.price(), "options": {"size": "M"}}
        for _ in range(source.number(1, 5))
    ]
    return {"order_id": source.id("#W"), "status": "delivered", "items": items}


def deep(levels: int) -> Callable[[Source], Any]:
    def item(source: Source) -> Any:
        value: Any = {"leaf": source.word(), "size": source.number(100)}
        for _ in range(levels):
            value = {source.word(): value, "note": source.word()}
        return value

    return item


def feature(source: Source) -> dict[str, Any]:
    ring = [[source.price(), source.price()] for _ in range(source.number(3, 9))]
    return {
        "type": "Feature",
        "geometry": {"type": "Polygon", "coordinates": [ring]},
        "properties": {"name": source.words(2), "population": source.number(10_000_000)},
    }


def operation(source: Source) -> dict[str, Any]:
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


def found(source: Source) -> dict[str, Any]:
    return {
        "title": source.words(6),
        "url": f"https://{source.word()}.example/{source.word()}",
        "snippet": source.words(30),
        "score": source.share(),
    }


def single(source: Source) -> list[dict[str, Any]]:
    return [{"id": source.number(1000), "kind": source.word()}]


def table(source: Source) -> list[dict[str, Any]]:
    return [
        {"name": source.word(), "qty": source.number(9)} for _ in range(source.number(2, 4))
    ]


def mixed(source: Source) -> Any:
    return source.pick([source.number(9), source.word(), None, [1, 2], {"a": 1}, []])


def escaped(levels: int) -> Callable[[Source], Any]:
    def item(source: Source) -> dict[str, Any]:
        value = source.offer()
        for _ in range(levels):
            value = {"id": source.number(999), "payload": json.dumps(value)}
        return value

    return item


def package(source: Source) -> dict[str, Any]:
    """One entry of a lock file; half of its fields are often missing."""
    found: dict[str, Any] = {"version": f"{source.number(9)}.{source.number(9)}.0"}
    if source.share() < 0.5:
        found["dev"] = True
    if source.share() < 0.6:
        wanted = range(source.number(1, 6))
        found["dependencies"] = {source.word(): f"^{source.number(9)}.0.0" for _ in wanted}
    return found


def hit(source: Source) -> dict[str, Any]:
    """One hit of a search engine, with fields that not all have."""
    inner: dict[str, Any] = {"at": source.date(), "message": source.words(8)}
    inner["tags"] = [source.word()]
    if source.share() < 0.5:
        inner["user"] = {"id": source.number(999), "name": source.word()}
    return {
        "_index": "logs",
        "_id": source.id(),
        "_score": source.share(),
        "_source": inner,
    }


def edge(source: Source) -> dict[str, Any]:
    """One edge of a graph query, with tables of none to three rows in its node."""
    comments = [
        {"node": {"id": source.id(), "body": source.words(4)}}
        for _ in range(source.number(0, 3))
    ]
    author = {"login": source.word()} if source.share() < 0.8 else None
    node = {"id": source.id(), "author": author, "comments": {"edges": comments}}
    return {"cursor": source.word(), "node": node}


def event(source: Source) -> dict[str, Any]:
    """One event of a payment service: an object in an object, with a list of lines."""
    lines = [
        {"id": source.id("il_"), "amount": source.number(999), "metadata": {}}
        for _ in range(source.number(1, 3))
    ]
    invoice = {
        "id": source.id("in_"),
        "email": None,
        "lines": {"data": lines, "has_more": False},
        "metadata": {source.word(): source.word() for _ in range(source.number(0, 3))},
    }
    return {"id": source.id("evt_"), "type": "invoice.paid", "data": {"object": invoice}}


def schema(source: Source, levels: int = 3) -> dict[str, Any]:
    """A JSON schema: objects of objects whose keys are all different."""
    if not levels or source.share() < 0.3:
        return {"type": source.pick(["string", "integer"]), "title": source.words(3)}
    named = range(source.number(1, 5))
    return {
        "type": "object",
        "properties": {source.word(): schema(source, levels - 1) for _ in named},
        "required": [source.word() for _ in range(source.number(0, 3))],
    }


def tree(source: Source, levels: int = 5) -> dict[str, Any]:
    """A folder with folders in it."""
    inner = range(source.number(0, 4)) if levels else ()
    children = [tree(source, levels - 1) for _ in inner]
    return {"name": source.word(), "size": source.number(9_999), "children": children}
