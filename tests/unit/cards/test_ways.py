from __future__ import annotations

from typing import Any

import pytest

from tests.unit.cards.builders import cards, only

FIRM = {
    "name": "Acme",
    "owner": "Kim",
    "phone": "+49 30 0123456",
    "zip": "01234",
    "street": "Main Street 5",
    "website": "acme.example",
    "timezone": "Europe/Berlin",
}
SHOPS = [
    {"name": "Sol", "stars": 4, "location": {"address": "1 Rue A"}},
    {"name": "Mar", "stars": 3, "location": {"address": "2 Rue B"}},
]


@pytest.mark.parametrize(
    ("gives", "columns"),
    [
        (FIRM, {"phone", "zip", "street", "website"}),
        ({"name": "Acme", "phone": "+49 30 0123456"}, {"phone"}),
        ({"number": 7, "title": "Crash", "html_url": "https://x.example/7"}, {"html_url"}),
        ({"service": "web", "image": "nginx:1.10"}, {"image"}),
        ({"店名": "海底捞", "电话": "010-123456", "地址": "大街1号"}, {"电话", "地址"}),
        (SHOPS, {"location.address"}),
    ],
)
def test_how_a_few_objects_are_reached_is_kept(gives: Any, columns: set[str]) -> None:
    """Addresses, numbers and links of one object, or of a few, stand in the card."""
    card = only(cards(gives, "Find Acme", name="lookup", args={"name": "Acme"}))
    assert columns <= card.attributes.keys()


def test_what_only_machines_read_is_not_kept() -> None:
    """Hashes and cursors tell nobody anything; where there is no room, links go first."""
    marks = {"etag": "W/1", "next_cursor": "abc", "body_html": "<p>", "sha_hash": "9f"}
    card = only(cards({**FIRM, **marks}, name="lookup"))
    assert marks.keys().isdisjoint(card.attributes)
    long = {"owner": "Kim", "url": "https://x.example/" + "part/" * 200}
    assert "url" not in only(cards(long, name="lookup")).attributes


def test_of_many_objects_the_addresses_are_left_out() -> None:
    """A long list has room for what its rows are chosen by alone."""
    many = [{**shop, "name": f"{shop['name']} {n}"} for n in range(10) for shop in SHOPS]
    card = only(cards(many, name="list_shops"))
    assert "location.address" not in card.attributes
