"""More sample data for the gallery: dice with states, cards in zones, a map with tokens."""

# ruff: noqa: E501 - sample data reads best one thing a line
from __future__ import annotations

from tablelight.kernel.offers import Choice, Field, Offer, Refused
from tablelight.kernel.view import Card, Cell, Count, Die, Grid, Group, Panel, Person, Tag, Token, Zone

# -- dice with states --------------------------------------------------------------------------------------------

RACK = (
    Die(4), Die(6, marks=("exhausted",)), Die(6, marks=("strained",)), Die(8, marks=("exhausted", "strained")),
    Die(10, marks=("wounded",)), Die(12), Die(8, "Vitality"),
)  # fmt: skip
EXPEDITION = (
    Group(
        "Party",
        (
            Person("mira", "Mira Quill", "Tower-born scribe · level 2", dice=RACK, yours=True, now=True, counts=(Count("XP", "3 of 5"),)),
            Person("hob", "Hob", "Lowland mason · level 1", dice=(Die(6), Die(6), Die(4, marks=("exhausted",)), Die(6, "Vitality", marks=("wounded",))), tags=(Tag("unconscious", "bad"),), out="at death's door"),
        ),
    ),
    Group("Opposition", (Person("husk", "Bone husk", "", dice=(Die(8), Die(8, marks=("wounded",)))),)),
)  # fmt: skip
THROW = Offer(
    "throw",
    "Throw this die",
    (
        Field("die", "Die", "choice", (
            Choice("d4", "d4", "25 %", Die(4)),
            Choice("d6a", "d6", "33 %", Die(6, marks=("strained",))),
            Choice("d6b", "d6", "", Die(6, marks=("exhausted",)), Refused("t/x", "x", "it is exhausted")),
            Choice("d12", "d12", "67 %", Die(12, marks=("best",))),
        )),
    ),
    note="One die against 5",
)  # fmt: skip

# -- cards -------------------------------------------------------------------------------------------------------

HAND = (
    Card("sweep", "Wide Sweep", "Everyone next to you takes 2d6. You may step one cell before it.", "Attack", (Tag("2", about="action points"), Tag("3", "cool", "stamina")), ("return",)),
    Card("guard", "Stone Guard", "Until your next turn, the first hit against you does half.", "Reaction", (Tag("1", about="action points"),), ("discard", "once a round"), "cool"),
    Card("ember", "Ember Dart", "Range 6. 1d8 fire; on a power roll the target burns 2.", "Attack", (Tag("1", about="action points"),), ("return",), "bad"),
    Card("mend", "Mend", "Touch. Heal 2d4.", "Aid", (Tag("2", about="action points"),), ("discard",), "good"),
    Card("rush", "Rush", "Move your speed again.", "Move", (Tag("1"),), ("active",)),
    Card("unseen", back=True),
)  # fmt: skip


def small(who: str, number: int, tone: str = "plain", *marks: str) -> Card:
    return Card(f"{who}-{number}", who, kind=f"{number} of 3", tone=tone, marks=marks, small=True)  # type: ignore[arg-type]


CARDS = (
    Panel(
        "Round 2", "The deck of turns", "Osk's card lies on top. Anyone who holds a card may step in.",
        zones=(
            Zone("Deck", (), 14),
            Zone("Acting now", (small("Osk", 2, "good", "now"),)),
            Zone("Held", (small("Wren", 1, "cool"), small("Archibald Featherstonehaugh", 3))),
            Zone("Discard", tuple(small(who, n) for n in (1, 2, 3) for who in ("Wren", "Osk", "Gate warden")), 9),
            Zone("Lost", (), 0),
        ),
    ),
    Panel("Your cards", zones=(Zone("Hand", HAND, 6), Zone("Active", HAND[4:5], 1), Zone("Discard", HAND[3:4], 4))),
)  # fmt: skip
PLAY = Offer(
    "play",
    "Play this card",
    (
        Field("card", "Card", "choice", (
            *(Choice(card.key, card.title, card=card) for card in HAND[:3]),
            Choice("mend", "Mend", "", None, Refused("t/x", "dear", "It costs 2 AP; you have 1."), HAND[3]),
        )),
    ),
)  # fmt: skip
DISCARD = Offer(
    "give",
    "Give cards back",
    (Field("cards", "Cards", "many", tuple(Choice(card.key, card.title, card=card) for card in (small("Wren", 1), small("Wren", 2), small("Wren", 3))), 1, 2),),
)  # fmt: skip

# -- a map -------------------------------------------------------------------------------------------------------

WALLS = tuple(Cell(x, 5, "wall") for x in range(9) if x != 4) + tuple(Cell(9, y, "wall") for y in range(6))
GROUND = (*WALLS, Cell(4, 5, "door", "ajar"), *(Cell(x, 8, "rough") for x in range(2, 6)), Cell(11, 2, "dark"), Cell(12, 2, "dark"), Cell(7, 2, "fire", "burns for 2"))  # fmt: skip
TOKENS = (
    Token("wren", "Wren", 3, 3, tone="good", yours=True),
    Token("osk", "Osk", 4, 6, tone="good"),
    Token("warden", "Gate warden", 6, 3, size=2, tone="bad"),
    Token("hound", "Hound", 1, 1, tone="bad", out="down"),
    Token("arch", "Archibald Featherstonehaugh", 12, 7),
)
MAP = Grid(14, 10, "5 ft", TOKENS, GROUND)
MOVE = Offer(
    "move",
    "Move",
    (
        Field("who", "Who", "choice", (Choice("wren", "Wren"),), default="wren"),
        Field("to", "Where to", "cell", tuple(
            Choice(f"{x},{y}", f"{chr(65 + x)}{y + 1}", f"{max(abs(x - 3), abs(y - 3))} AP")
            for x in range(9) for y in range(5) if 0 < max(abs(x - 3), abs(y - 3)) <= 2
        )),
    ),
    "t/move", "1 AP a cell", group="Act",
)  # fmt: skip
BIG = Grid(40, 30, "5 ft", tuple(Token(f"t{n}", f"Raider {n}", (n * 7) % 40, (n * 11) % 30, tone=("bad", "good", "cool", "plain")[n % 4], yours=n == 1) for n in range(60)), GROUND)  # type: ignore[arg-type, misc]  # fmt: skip
