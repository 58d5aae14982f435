"""What is on record, asked for and not in view."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langgraph_memory.recall.reminding import Seen, Source, reminders
from langgraph_memory.recall.tokens import count_text

ROOMS = [
    {"name": f"Inn {i}", "town": f"Town {i % 9}", "rate": 700 + i, "phone": f"555-{i:04}"}
    for i in range(120)
]
PAGE = "\n".join(
    [
        *(f"Section {i}: the {i}th part of the manual." for i in range(80)),
        "Before any change run the checksum tool on the backup volume.",
    ]
)


def orders() -> dict[str, Source]:
    return {
        f"o{i}": Source(
            f"[record 0000000{i}]",
            "get_order",
            {"order_id": f"W{i}71"},
            json.dumps(
                {
                    "order_id": f"W{i}71",
                    "status": "pending" if i % 2 else "sent",
                    "address": {"street": f"{i} Elm Street", "zip": f"9{i}210"},
                    "paid_by": f"card_{i}88",
                }
            ),
        )
        for i in range(8)
    }


def sources() -> dict[str, Source]:
    listed = Source("[record aaaa0001]", "search_inns", {"region": "north"}, _text(ROOMS))
    return {
        "inns": listed,
        "page": Source("[record bbbb0002]", "read", {}, PAGE),
        **orders(),
    }


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def told(asked: str, *, seen: str = "", room: int = 300, of: object = None) -> str:
    """What is shown for a question."""
    held = of if isinstance(of, dict) else sources()
    found = reminders(asked, held, Seen([asked, seen]), room=room, count=count_text)
    return "\n".join(held[mark].shown(numbers) for mark, numbers in found.items())


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("What is the phone number of Inn 77?", '"phone":"555-0077"'),
        ("Inn 77 的电话是多少？", '"phone":"555-0077"'),
        ("Which inn has the number 555-0101?", '"name":"Inn 101"'),
        ("Where does order W371 go? I need the address.", "address.street: 3 Elm Street"),
        (
            "hi again, my wife asked me whether W571 has been sent already",
            "status: pending",
        ),
        ("What did the manual say about the checksum and the backup?", "run the checksum"),
        ("What is in record bbbb0002 about the checksum?", "run the checksum"),
    ],
)
def test_what_is_asked_for_is_shown(asked: str, shown: str) -> None:
    """Names, ids, numbers and words lead to the row, the value or the line."""
    text = told(asked)
    assert shown in text
    assert text.startswith("[record ")


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "Thanks a lot, that is great!",
        "Tell me a joke about cats.",
        "Please book the cheapest one for 3 nights.",
        "What is the weather in Paris today?",
        "Yes, go on.",
        "I grew up near an elm forest, what a lovely childhood that was.",
        "The backup singer of the third volume was great, do you like rock and jazz bands?",
        "今天天气怎么样？",
        "谢谢，请继续。",
        "Write a poem about the sea in the style of a sonnet.",
    ],
)
def test_unrelated_words_add_nothing(asked: str) -> None:
    """What no record has, or most have, brings nothing back."""
    assert told(asked) == ""


def test_what_is_in_view_is_not_said_again() -> None:
    """A row whose values all stand in the view is left out, also in a table's form."""
    row = "inns(name,town,rate,phone):\n Inn 77,Town 5,777,555-0077"
    asked = "What is the phone number of Inn 77?"
    assert told(asked, seen=row) == ""
    assert "555-0077" in told(asked, seen=row.replace(",555-0077", ",…"))


def test_an_id_alone_brings_what_is_hidden_of_its_object() -> None:
    """Of one object all hidden values come back, of the others nothing."""
    text = told("What about W371?", seen="W371 pending")
    assert "address.zip: 93210" in text
    assert "paid_by: card_388" in text
    assert "status" not in text
    assert text.count("[record ") == 1


def test_only_the_newest_answer_of_a_call_is_shown() -> None:
    """What was read again is not told as it was before."""
    before, now = ({"gate": gate, "flight": "AF221"} for gate in ("B12", "C40"))
    held = {
        mark: Source(f"[record {mark}]", "gate_of", {"flight": "AF221"}, _text(value))
        for mark, value in (("aa", before), ("bb", now))
    }
    text = told("Which gate has AF221?", of=held)
    assert "C40" in text
    assert "B12" not in text


def test_chinese_records_are_found() -> None:
    """Questions in Chinese lead to rows and lines in Chinese."""
    rows = [
        {"酒店": f"第{i}酒店", "城市": "北京", "电话": f"010-{i:04}"} for i in range(60)
    ]
    rows.append({"酒店": "长安饭店", "城市": "西安", "电话": "029-8877"})
    page = "\n".join(
        [*(f"第{i}节：关于河流。" for i in range(60)), "渡轮每天上午九点出发。"]
    )
    held = {
        "a": Source("[record a1]", "找酒店", {}, _text(rows)),
        "b": Source("[record b2]", "阅读", {}, page),
    }
    assert "029-8877" in told("长安饭店的电话号码是什么？", of=held)
    assert "上午九点" in told("渡轮几点出发？", of=held)
    assert told("请给我讲一个笑话。", of=held) == ""


@settings(max_examples=40, deadline=None)
@given(room=st.integers(0, 400), asked=st.sampled_from(["Inn 77", "W371 W571 address"]))
def test_the_room_holds(room: int, asked: str) -> None:
    """Whatever the room, what is shown takes no more of it."""
    text = told(asked, room=room)
    assert count_text(text) <= room


def test_a_huge_part_is_cut() -> None:
    """A value of many thousand characters is shown by its beginning."""
    text = _text({"id": "K9000", "dump": "x7 " * 20_000, "owner": "Ann"})
    held = {"k": Source("[record k]", "get_dump", {"id": "K9000"}, text)}
    shown = held["k"].shown(range(3))
    assert len(shown) < 2_000
    assert "owner: Ann" in told("Whose is K9000?", of=held, room=40)


def test_positions_beyond_the_record_are_left_out() -> None:
    """A record that has become shorter is told by what it still has."""
    source = Source("[record a]", "f", {}, "one\ntwo")
    assert source.shown([1, 7]) == "[record a] f()\ntwo"


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("Extension of heronfield?", '"ext":4018'),
        ("and the boss of ottermoor", '"ext":4027'),
        ("Which colour has heronfield, by the way?", '"ext":4018'),
    ],
)
def test_a_row_is_shown_that_the_user_calls_by_its_name(asked: str, shown: str) -> None:
    """It is so though no other word of the question stands in the output."""
    first, second = ("heron", "otter", "crane"), ("wood", "hill", "field", "moor")
    names = [a + b for a in first for b in second]
    rows = [{"name": name, "ext": 4000 + 9 * n} for n, name in enumerate(names)]
    rows[7], rows[3] = {"name": "ottermoor", "ext": 4027}, {"name": "hill", "ext": 1}
    held = {"list": Source("[record cccc0003]", "read", {}, _text(rows))}
    assert shown in told(asked, seen=" ".join(names), of=held)
    assert told("Is there anything up the creek?", seen="", of=held) == ""


def test_a_word_that_is_written_otherwise_is_no_name() -> None:
    """Whoever speaks of a review does not call for the row that is named Review."""
    names = ("Review", "Lunch", "Orange", "Cedar", "Maple", "Heron", "Otter", "Crane")
    rows = [{"name": name, "ext": 4000 + 9 * n} for n, name in enumerate(names)]
    held = {"list": Source("[record cccc0003]", "read", {}, _text(rows))}
    assert told("Let's review the plan", seen="", of=held) == ""
    assert '"name":"Review"' in told("The extension of Review?", seen="", of=held)


def test_the_lines_of_one_object_are_shown_together() -> None:
    """A line that is asked for comes with the others of its object."""
    text = "Notes of the day.\n\n" + "\n".join(
        f"Hut {name}\n  There is a {thing} behind it.\n  One sleeps on straw there."
        for name, thing in (("Arl", "spring"), ("Brem", "mill"), ("Corv", "barn"))
    )
    held = {"page": Source("[record dddd0004]", "read", {}, text)}
    shown = told("What is there at hut Brem?", of=held)
    assert "Hut Brem" in shown
    assert "mill" in shown
    assert "spring" not in shown


def test_sentences_of_a_long_line_stay_whole() -> None:
    """A long line is cut between sentences."""
    line = " ".join(
        f"The ward {name} is led by Dr. {name}son and lies on floor {n} of the house."
        for n, name in enumerate(
            ["alder", "birch", "cedar", "elm", "fir", "holly", "larch", "maple"]
        )
    )
    held = {"page": Source("[record eeee0005]", "read", {}, line)}
    shown = told("Who leads the ward larch?", of=held).split("\n")[1]
    assert "Dr. larchson" in shown
    assert shown.startswith("The ward")
    assert shown.endswith("of the house.")
