"""The run whose prompts are compared: a buyer's agent looks up offers over many turns.

Everything is drawn from fixed seeds. Tools answer in lists, nested objects and prose of up
to 600 tokens, and each turn ends in an answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from langchain_core.messages import AIMessage

PROMPT = """\
You buy spare parts for a workshop that repairs mills, pumps and lifts.

Work in this order. Look up which offers there are before you judge any of them. Read the
offer itself before you recommend it, for lists leave out what it costs to send and how long
the maker stands by it. Read what other workshops say of a maker that is new to us.
Compare at least two makers wherever two have the part in stock.

Rules of the house:
- Never order more than 2,000 EUR without asking first.
- A part that stops a machine is wanted within five days; all else has three weeks.
- Prefer makers within the country where prices differ by less than a tenth.
- Name the offer by its id, and say price, delivery and warranty in one sentence.
- Say so when something is not known. Do not guess prices, dates or measures.

Answer in the language of the question, in at most five sentences."""

PARTS = ("bearing", "gasket", "coupling", "gear wheel", "valve", "drive belt", "seal ring")
MAKERS = ("Aldersey", "Brandvold", "Cattaneo", "Dufresne", "Eklund", "Farkas", "Gruber")
MACHINES = ("mill", "pump", "lift", "press", "saw", "crane")
CALLS_OF_A_TURN = (7, 12, 9, 14, 6, 10, 8, 11)


def find_offers(part: str, machine: str) -> str:
    """Find what is on offer of a part for a machine."""
    draw = Random(f"{part} {machine}")  # noqa: S311 - made-up offers
    rows = [
        {
            "offer_id": offer_id(part, machine, number),
            "maker": draw.choice(MAKERS),
            "model": f"{part[:2].upper()}-{draw.randint(100, 999)}",
            "price_eur": round(draw.uniform(12, 900), 2),
            "in_stock": draw.randint(0, 40),
            "delivery_days": draw.randint(1, 25),
            "warehouse": draw.choice(("Lyon", "Graz", "Turku", "Porto")),
            "bore_mm": draw.choice((20, 25, 30, 40)),
        }
        for number in range(9)
    ]
    return json.dumps({"part": part, "machine": machine, "offers": rows})


def read_offer(offer: str) -> str:
    """Read one offer."""
    draw = Random(offer)  # noqa: S311 - the same
    steps = [
        {"from_pieces": pieces, "price_eur": round(draw.uniform(10, 800), 2)}
        for pieces in (1, 5, 10, 25, 50)
    ]
    measures = {
        name: {"value": round(draw.uniform(4, 120), 1), "unit": "mm", "tolerance": 0.05}
        for name in ("bore", "width", "outside", "groove", "shoulder")
    }
    return json.dumps(
        {
            "offer_id": offer,
            "maker": draw.choice(MAKERS),
            "warranty_months": draw.choice((12, 24, 36)),
            "prices": steps,
            "measures": measures,
            "shipping": {
                "cost_eur": round(draw.uniform(4, 60), 2),
                "carrier": draw.choice(("Nordfrakt", "Posta", "Rapide")),
                "leaves": f"2026-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}",
                "customs_form": draw.random() < 0.3,
            },
            "certificates": [f"EN {draw.randint(1000, 9999)}" for _ in range(3)],
        }
    )


def read_reviews(maker: str, part: str) -> str:
    """Read what other workshops say of a maker."""
    draw = Random(f"{maker} {part}")  # noqa: S311 - the same
    told = (
        "The {part} we ordered ran {n} months in a {machine} before it had to be replaced.",
        "Delivery took {n} days longer than {maker} had promised, and nobody called us.",
        "Measures were within {n} hundredths of the drawing, as far as we have checked.",
        "After {n} hours under full load the {machine} was still quiet and hardly warm.",
        "{maker} took {n} pieces back without asking why, and paid for the postage.",
        "We would not put it into a {machine} again: it was worn within {n} weeks.",
    )
    said = [
        draw.choice(told).format(
            part=part, maker=maker, machine=draw.choice(MACHINES), n=draw.randint(2, 60)
        )
        for _ in range(26)
    ]
    return f"What workshops say of {maker}, {part}:\n\n" + " ".join(said)


TOOLS = (find_offers, read_offer, read_reviews)


def offer_id(part: str, machine: str, number: int) -> str:
    """The id of one of a list's offers."""
    return f"{part[:2].upper()}{machine[:2].upper()}-{number}{len(part)}{len(machine)}"


class Story:
    """What the user asks and the agent does.

    Attributes:
        steps: Calls of the model in all.
        questions: What the user says, one for each turn.
    """

    def __init__(self, steps: int, *, seed: int = 0) -> None:
        self.steps = steps
        self.questions: list[str] = []
        self._draw = Random(seed)  # noqa: S311 - the same
        self._turns: list[list[AIMessage]] = []
        left = steps
        while left > 0:
            wanted = CALLS_OF_A_TURN[(len(self._turns) + seed) % len(CALLS_OF_A_TURN)]
            self._turns.append(self._turn(min(wanted, left - 1)))
            left -= len(self._turns[-1])

    def script(self) -> Iterator[AIMessage]:
        """What the model says, one message for each time that it is called."""
        for turn in self._turns:
            yield from turn

    def _turn(self, calls: int) -> list[AIMessage]:
        part, machine = self._draw.choice(PARTS), self._draw.choice(MACHINES)
        maker, pieces = self._draw.choice(MAKERS), self._draw.randint(2, 20)
        self.questions.append(
            f"The {machine} of hall {len(self._turns) + 1} stands still. We need {pieces} "
            f"pieces of the {part}, if possible not from {maker}. Which offer do you take?"
        )
        offers = [offer_id(part, machine, n) for n in self._draw.sample(range(9), 9)]
        looks: list[tuple[str, dict[str, Any]]] = [
            ("find_offers", {"part": part, "machine": machine})
        ]
        for number in range(calls - 1):
            other = self._draw.choice(MACHINES)
            looks.append(
                (
                    ("read_offer", {"offer": offers[number % 9]}),
                    ("read_reviews", {"maker": self._draw.choice(MAKERS), "part": part}),
                    ("find_offers", {"part": self._draw.choice(PARTS), "machine": other}),
                )[number % 3]
            )
        messages: list[AIMessage] = [
            self._call(name, args, number)
            for number, (name, args) in enumerate(looks[:calls])
        ]
        answer = (
            f"I take {offers[0]} for the {machine}: it costs {self._draw.randint(20, 900)} "
            f"EUR a piece, can be here in {self._draw.randint(1, 5)} days, has 24 months "
            f"of warranty. {offers[1]} is cheaper, but workshops say that it wears early. "
            f"For {pieces} pieces no further approval is needed."
        )
        return [*messages, AIMessage(answer)]

    def _call(self, name: str, args: dict[str, Any], number: int) -> AIMessage:
        made = {"name": name, "args": args, "id": f"call-{len(self._turns)}-{number}"}
        return AIMessage("", tool_calls=[made])
