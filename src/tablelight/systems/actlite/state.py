"""The state of an Actlite game: characters and what they carry, the AP cards, the map, the clock."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import combinations
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from tablelight.kernel.grid import Board, Body, Spot, adjacent, opposite
from tablelight.kernel.offers import Seat
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.mechanics import When

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Text: TypeAlias = Annotated[str, Meta(max_length=2000)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=999)]

DEFENSIVE = ("STR", "AGI", "WIL", "PER", "SOC")
"""The attributes that others may roll against (actlite/defensive-attributes)."""

DamageType: TypeAlias = Literal["B", "P", "S"]
SUBTYPES = {"Bashing": "B", "Picking": "P", "Slicing": "S", "Severing": "S"}
"""The common sub-types with the type that they count as (actlite/damage-subtypes)."""

Hand: TypeAlias = Literal["right", "left", "both"]
Where: TypeAlias = Literal["right", "left", "both", "belt", "pack", "ground"]
HELD: tuple[Where, ...] = ("right", "left", "both")
LIMBS = ("right arm", "left arm", "leg")

# ------------------------------------------------------------------ effects, the vocabulary of content

Deed: TypeAlias = Literal[
    "damage",
    "crit",
    "heal",
    "heal-crit",
    "inflict",
    "remove",
    "push",
    "pull",
    "bypass",
    "rend",
    "temp-ap",
    "lose-ap",
    "regain-ap",
    "stand",
    "say",
]
ConditionName: TypeAlias = Literal[
    "bleed", "exhaustion", "injury", "lame", "poison", "heal", "prone", "stun", "vulnerable", "stabilized"
]


class Effect(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing that a trigger, a skill, a card or a hex does (actlite/effects-vs-conditions).

    `amount` are points, stacks or AP; `dice` such as `2d4` are rolled instead; `on` is the target, the one who does
    it, everybody, or the author of a hex. `say` is for people: `text` tells what the GM then judges.
    """

    do: Deed
    amount: Count = 1
    dice: str = ""
    condition: ConditionName | None = None
    on: Literal["target", "self", "all", "author"] = "target"
    text: Text = ""


class Trigger(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An extra effect and the dice that set it off."""

    when: When
    effect: Effect


class Strike(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One attack of a weapon (actlite/weapon-attacks). `reach` in spaces, 1 is close; no `damage` deals none."""

    damage: str
    type: str = "B"
    name: str = ""
    crit: bool = False
    reach: Count = 1
    triggers: tuple[Trigger, ...] = ()


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon (actlite/weapon-block); `speed` are its arrow costs, `where` it is carried.

    To hit counts an attribute, a number, or both; with neither, the option default-to-hit says what.
    """

    name: Name
    tags: tuple[str, ...] = ()
    requires: dict[str, int] = {}
    speed: tuple[Annotated[int, Meta(ge=0, le=9)], ...] = (1,)
    to_hit: str = ""
    bonus: int = 0
    listed: bool = False
    strikes: Annotated[tuple[Strike, ...], Meta(min_length=1)] = (Strike("1d4"),)
    cash: Count = 0
    where: Where = "belt"
    note: Text = ""


class Armor(Struct, frozen=True, forbid_unknown_fields=True):
    """What is worn (actlite/armor-reduction): reductions by type or sub-type, now and as new; `guard` replaces
    passive AGI for attacks (actlite/armor-replaces-agi)."""

    name: str = ""
    reduces: dict[str, int] = {}
    new: dict[str, int] = {}
    guard: int | None = None
    requires: dict[str, int] = {}
    cash: Count = 0
    note: Text = ""


class Item(Struct, frozen=True, forbid_unknown_fields=True):
    """Something carried: at hand, on the body, or in the pack. `bandage` is a prepared one."""

    name: Name
    place: Literal["hand", "body", "pack"] = "body"
    count: Count = 1
    bandage: bool = False
    effect: Effect | None = None


Timing: TypeAlias = Literal["always", "window", "free", "round-begin"]


class Skill(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A skill: what it changes all the time, or what it does when it is used.

    `scores` adds to scores; `advantage` gives one on checks with these attributes, `strike_advantage` on attacks with
    weapons of a tag; `triggers` join those of such weapons, `check_triggers` those of checks. `judged` marks what a
    person must judge.
    """

    name: Name
    text: Text = ""
    timing: Timing = "always"
    cost: tuple[Count, ...] = (1,)
    effects: tuple[Effect, ...] = ()
    scores: dict[str, int] = {}
    speed: int = 0
    advantage: tuple[str, ...] = ()
    strike_advantage: str = ""
    tag: str = ""
    triggers: tuple[Trigger, ...] = ()
    check_triggers: tuple[Trigger, ...] = ()
    reduces: dict[str, int] = {}
    reach: Count = 0
    judged: bool = False


class Archetype(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An archetype table (actlite/archetype-roll): skills or hexes in order, with its XP arrows and requirements."""

    name: Name
    skills: tuple[Skill, ...] = ()
    hexes: tuple[str, ...] = ()
    cost: tuple[Count, ...] = (1,)
    requires: dict[str, int] = {}
    setting: Text = ""

    @property
    def size(self) -> int:
        """How many entries there are."""
        return len(self.skills) or len(self.hexes)

    def entry(self, number: int) -> str:
        """The name of an entry, from 1."""
        return self.skills[number - 1].name if self.skills else self.hexes[number - 1]


class Limit(Struct, frozen=True):
    """Firm limits of a score and other prices for raising it, with their source (actlite/attribute-limits)."""

    least: int = -99
    most: int = 99
    prices: dict[int, int] = {}
    source: str = ""


# ------------------------------------------------------------------ conditions


class Injury(Struct, frozen=True):
    """One injury; `disabled` marks an arm that is out of use (actlite/status-injury, actlite/injury-named)."""

    limb: str
    disabled: bool = False


class Lame(Struct, frozen=True):
    """Being lame, until a minute of the GM's clock if it has one (actlite/status-lame)."""

    until: int | None = None


class Lasting(Struct, frozen=True):
    """Something that acts at each round begin and ends at the beginning of a round (actlite/round-begin-statuses)."""

    name: Name
    damage: Count = 0
    heal: Count = 0
    ends: int | None = None


class Conditions(Struct, frozen=True):
    """What a character suffers from (actlite/condition-stacking).

    `prone`, `vulnerable` and `unconscious` list their causes.
    """

    poison: Count = 0
    heal: Count = 0
    exhaustion: Count = 0
    stun: Count = 0
    bleed: Count = 0
    lame: tuple[Lame, ...] = ()
    injuries: tuple[Injury, ...] = ()
    prone: bool = False
    vulnerable: tuple[str, ...] = ()
    unconscious: tuple[str, ...] = ()
    stabilized: bool = False
    doomed: bool = False
    lasting: tuple[Lasting, ...] = ()


# ------------------------------------------------------------------ dying

RowKind: TypeAlias = Literal["death", "bad", "stabilized", "nothing", "good"]
Outcome: TypeAlias = Literal[
    "death",
    "stabilized",
    "nothing",
    "doomed",
    "exhaustion",
    "injured-arm",
    "lame-hour",
    "lose-eye",
    "lower-str",
    "lower-crit",
    "lose-arm",
    "back-at-1",
    "text",
]
KINDS: dict[Outcome, RowKind] = {
    "death": "death",
    "stabilized": "stabilized",
    "nothing": "nothing",
    "back-at-1": "good",
    "text": "good",
}
PERMANENT: tuple[Outcome, ...] = ("lose-eye", "lower-str", "lower-crit", "lose-arm")


class TableRow(Struct, frozen=True):
    """A row of a consequence table: the faces it covers and what it brings (actlite/consequence-kinds)."""

    least: int
    most: int
    outcome: Outcome
    text: Text = ""

    @property
    def kind(self) -> RowKind:
        """Which of the kinds of row it is."""
        return KINDS.get(self.outcome, "bad")


class ConsequenceTable(Struct, frozen=True):
    """A table that the GM rolls on for somebody who is down."""

    name: Name
    die: int
    rows: tuple[TableRow, ...]


class Result(Struct, frozen=True):
    """A roll on a consequence table: the face and its row."""

    face: int
    outcome: Outcome
    text: Text = ""


# ------------------------------------------------------------------ hexes


class Hex(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A hex or a modifier as the lore has it, with every number that it may override (actlite/hex-overrides).

    `needs` is an effect requirement that the GM confirms, `on_attack` an activation condition; `independence` says
    whether it can be made independent, at how many further modifiers (`hard`).
    """

    name: Name
    text: Text = ""
    modifier: bool = False
    durable: bool = False
    durable_only: bool = False
    effects: tuple[Effect, ...] = ()
    needs: Text = ""
    on_attack: bool = False
    base_dc: int | None = None
    hours: Count = 1
    ap: Count | None = None
    cast_ap: Count | None = None
    foreign: bool = False
    partners: tuple[str, ...] = ()
    independence: Literal["easy", "hard", "impossible"] = "easy"
    hard: Count = 0
    times: Annotated[int, Meta(ge=1, le=9)] = 1
    judged: bool = False


class Written(Struct, frozen=True):
    """A hex on paper: its parts and modifiers, whose it is, who has it and where, since which minute.

    `unpaid` is the AP still to be paid; `usable` ends with sleep or after a day; `signature` shows on independent ones.
    """

    parts: tuple[str, ...]
    author: str
    bearer: str
    modifiers: tuple[str, ...] = ()
    where: Literal["hand", "body", "pack", "wrapped"] = "hand"
    since: int = 0
    independent: bool = False
    signature: str = ""
    strip: bool = False
    unpaid: Count = 0
    usable: bool = True


class Scrivening(Struct, frozen=True):
    """What a scrivener knows: hexes, keys, palettes, the signature, and what was written and tried."""

    known: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    signature: str = ""
    palettes: dict[str, tuple[str, ...]] = {}
    written: Count = 0
    tried: dict[str, int] = {}
    seen: dict[str, str] = {}


# ------------------------------------------------------------------ characters


def default_scores() -> dict[str, int]:
    """The five attributes of the default block, all 0 (actlite/character-block)."""
    return dict.fromkeys(DEFENSIVE, 0)


Secret: TypeAlias = Literal["dead", "stabilized", "doomed", "max-crit"]


class Grant(Struct, frozen=True):
    """An advantage (or, below 0, a disadvantage) for the next roll, with its reason."""

    reason: Name
    count: Annotated[int, Meta(ge=-9, le=9)] = 1


class Character(Struct, frozen=True):
    """Anybody in the game (actlite/character-block).

    `secrets` names the facts that only the GM knows; `results` are consequence rolls not revealed yet, and what they
    bring waits with them. `shown_crit` and `shown_max` are what players go on seeing meanwhile.
    """

    name: Name
    kind: Literal["pc", "npc"] = "pc"
    seat: Seat = Seat("")
    about: Text = ""
    max_crit: int = m.DEFAULT_CRIT
    max_standard: Count = m.DEFAULT_STANDARD
    crit: int = m.DEFAULT_CRIT
    standard: Count = m.DEFAULT_STANDARD
    speed: Count = m.DEFAULT_SPEED
    size: int = 0
    scores: dict[str, int] = field(default_factory=default_scores)
    cards: Count = m.CARDS
    xp: Count = 0
    limits: dict[str, Limit] = {}
    skills: dict[str, Skill] = {}
    rolls: dict[str, int] = {}
    cash: Annotated[int, Meta(ge=m.LOWEST_CASH, le=m.HIGHEST_CASH)] = 7
    weapons: dict[str, Weapon] = {}
    armor: Armor = Armor()
    items: dict[str, Item] = {}
    scrivening: Scrivening = Scrivening()
    conditions: Conditions = Conditions()
    grants: tuple[Grant, ...] = ()
    lost_arms: Count = 0
    down: bool = False
    dead: bool = False
    skip_roll: bool = False
    table: str = "generic-d6"
    results: tuple[Result, ...] = ()
    secrets: tuple[Secret, ...] = ()
    shown_crit: int | None = None
    shown_max: int | None = None
    at: Spot | None = None
    present: bool = True
    hidden: bool = False
    notes: Text = ""

    @property
    def known_dead(self) -> bool:
        """Dead, and everybody knows it."""
        return self.dead and "dead" not in self.secrets

    @property
    def out(self) -> bool:
        """Down, dead or unconscious for any reason (actlite/status-unconscious)."""
        return self.dead or self.down or bool(self.conditions.unconscious)

    @property
    def acts(self) -> bool:
        """Here and able to act."""
        return self.present and not self.out

    @property
    def body(self) -> Body | None:
        """The place on the map, if there is one; a size above 0 takes as many more cells each way."""
        return Body(self.at, max(1, self.size + 1)) if self.at else None


# ------------------------------------------------------------------ initiative


class Pile(Struct, frozen=True):
    """Where one character's AP cards lie; all cards of a character are alike (actlite/ap-cards)."""

    deck: Count = 0
    hand: Count = 0
    discard: Count = 0
    lost: Count = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.deck + self.hand + self.discard + self.lost


SpecialZone: TypeAlias = Literal["deck", "discard", "out"]


class SpecialCard(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A card of the deck that belongs to nobody (actlite/special-cards)."""

    name: Name
    text: Text = ""
    effects: tuple[Effect, ...] = ()
    goes: Literal["discard", "out"] = "discard"
    judged: bool = False


class Window(Struct, frozen=True):
    """The right to act now: after a dealt card, an interrupt or temp AP (actlite/act-when-dealt).

    `temp` is temp AP still unspent, `credit` an interrupt's AP that counts toward its action; `level` is how many
    declared actions wait for it.
    """

    who: str
    kind: Literal["dealt", "interrupt", "temp"] = "dealt"
    temp: Count = 0
    credit: Count = 0
    level: Count = 0


class Initiative(Struct, frozen=True):
    """Initiative under way (actlite/initiative-when).

    The deck has no order: which of its cards is on top is settled by a roll when it is drawn, so nobody can know it
    before (actlite/ap-piles). The last window is the open one. `spent` and `joined` count for the idle rule, `passed`
    for the round's end; `begun` once the beginning of the round is over.
    """

    round: int = 0
    piles: dict[str, Pile] = {}
    special: dict[str, SpecialZone] = {}
    windows: tuple[Window, ...] = ()
    spent: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    uses: dict[str, int] = {}
    begun: bool = False

    @property
    def open(self) -> Window | None:
        """The window in which somebody acts now."""
        return self.windows[-1] if self.windows else None

    @property
    def deck(self) -> int:
        """How many cards are left in the deck."""
        return sum(pile.deck for pile in self.piles.values()) + sum(z == "deck" for z in self.special.values())

    def top(self, face: int) -> tuple[str, bool]:
        """The card that a face (from 1) draws: a character's id, or a special card's and True."""
        for who, pile in self.piles.items():
            if face <= pile.deck:
                return who, False
            face -= pile.deck
        left = [key for key, zone in self.special.items() if zone == "deck"]
        return left[face - 1], True


class Source(Struct, frozen=True):
    """Where an advantage or (below 0) a disadvantage of a roll comes from."""

    name: str
    count: int


class Doing(Struct, frozen=True):
    """An action declared and not finished: who does what (actlite/attack-check).

    It is `going` once it is paid, and nobody can interrupt any more.
    """

    who: str
    what: str
    target: str = ""
    going: bool = False
    dc: int | None = None
    score: int = 0
    sources: tuple[Source, ...] = ()
    faces: tuple[int, ...] = ()
    picked: tuple[int, ...] = ()


class Ground(Struct, frozen=True):
    """The map, if one is used: its size in spaces and what is on it."""

    width: Annotated[int, Meta(ge=1, le=60)]
    height: Annotated[int, Meta(ge=1, le=60)]
    blocked: tuple[Spot, ...] = ()
    rough: tuple[Spot, ...] = ()

    @property
    def board(self) -> Board:
        """The same ground for the rules of the map."""
        return Board(self.width, self.height, frozenset(self.blocked), frozenset(self.rough))


class ActState(Struct, frozen=True):
    """Everything about an Actlite game. `clock` counts minutes, `grapples` who holds whom.

    What is not in the pack of content stands in `archetypes`, `hexes`, `tables` and `specials`.
    """

    characters: dict[str, Character] = {}
    initiative: Initiative | None = None
    doing: tuple[Doing, ...] = ()
    ground: Ground | None = None
    scene: Text = ""
    clock: Count = 0
    grapples: dict[str, str] = {}
    party_fallen: bool = False
    rounds: int = 0
    stash: tuple[str, ...] = ()
    to_hit: str = "STR"
    archetypes: dict[str, Archetype] = {}
    hexes: dict[str, Hex] = {}
    written: dict[str, Written] = {}
    tables: dict[str, ConsequenceTable] = {}
    specials: dict[str, SpecialCard] = {}

    def here(self) -> Iterator[tuple[str, Character]]:
        """Everyone present who is not known to be dead."""
        return ((key, who) for key, who in self.characters.items() if who.present and not who.known_dead)

    def party(self) -> list[tuple[str, Character]]:
        """The players' characters, those known to be dead left out (actlite/party-down)."""
        return [(key, who) for key, who in self.here() if who.kind == "pc"]

    @property
    def depth(self) -> int:
        """How many declared actions wait to go on: windows of this level are open now (actlite/interrupt)."""
        return sum(not doing.going for doing in self.doing)

    @property
    def round(self) -> int:
        """The round of initiative, or of rounds stepped by hand."""
        return self.initiative.round if self.initiative else self.rounds


# ------------------------------------------------------------------ looking


def with_character(state: ActState, key: str, changed: Character) -> ActState:
    """The state with one character replaced."""
    return replace(state, characters={**state.characters, key: changed})


def slug(name: str, taken: Container[str]) -> str:
    """A short readable id for a name that is not taken yet."""
    base = "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split()) or "unnamed"
    found, count = base, 1
    while found in taken:
        count += 1
        found = f"{base}-{count}"
    return found


def base_scores(who: Character) -> dict[str, int]:
    """Scores with what skills add, before exhaustion."""
    scores = dict(who.scores)
    for skill in who.skills.values():
        for attribute, plus in skill.scores.items():
            if attribute in scores:
                scores[attribute] += plus
    return scores


def tired(who: Character) -> m.Weariness:
    """What exhaustion takes off scores and speed (actlite/status-exhaustion)."""
    if not who.conditions.exhaustion:
        return m.Weariness(0, 0)
    return m.weariness(who.conditions.exhaustion, max(base_scores(who).values(), default=0))


def score(who: Character, attribute: str) -> int | None:
    """The current score, None where the attribute is lacking (actlite/attribute-absent)."""
    if attribute not in who.scores:
        return None
    if not who.skills and not who.conditions.exhaustion:
        return who.scores[attribute]
    return base_scores(who)[attribute] - tired(who).scores


def speed(who: Character) -> int:
    """Effective movement speed (actlite/movement-speed)."""
    legs = sum(injury.limb == "leg" for injury in who.conditions.injuries)
    faster = sum(skill.speed for skill in who.skills.values())
    return m.speed_left(who.speed + faster, tired(who).speed, len(who.conditions.lame), legs)


def general_type(damage: str) -> str:
    """The general type that a type or sub-type counts as, by its first letter (actlite/damage-subtypes)."""
    return damage[:1].upper()


def reduction(who: Character, damage: str) -> int:
    """What armor takes off damage of a type; what is listed for a sub-type is added (actlite/armor-reduction)."""
    general = general_type(damage)
    named = who.armor.reduces.get(general, 0)
    if damage != general:
        named += who.armor.reduces.get(damage, 0)
    return named + sum(skill.reduces.get(general, 0) for skill in who.skills.values())


def vulnerable(state: ActState, key: str, *, prone_counts: bool = True) -> tuple[str, ...]:
    """Why a character is vulnerable, or nothing (actlite/status-vulnerable)."""
    who = state.characters[key]
    causes = who.conditions.vulnerable
    if prone_counts and who.conditions.prone:
        causes = (*causes, "prone")
    return (*causes, FLANKED) if FLANKED not in causes and flanked(state, key) else causes


FLANKED = "attacked from opposite sides"


def flanked(state: ActState, key: str) -> bool:
    """Whether two of the other side stand on opposite sides of a character on the map."""
    who = state.characters[key]
    body = who.body
    if not state.ground or not body:
        return False
    others = [one.body for one in state.characters.values() if one.body and one.acts and one.kind != who.kind]
    beside = [other for other in others if adjacent(other, body)]
    return any(opposite(one, other, body) for one, other in combinations(beside, 2))


def ap(state: ActState, key: str) -> int:
    """The AP a character can pay with now: cards in hand, and what their open window adds."""
    initiative = state.initiative
    if not initiative or key not in initiative.piles:
        return 0
    window = initiative.open
    more = window.temp + window.credit if window and window.who == key else 0
    return initiative.piles[key].hand + more


def holders(state: ActState) -> list[str]:
    """Those who hold AP cards and can act (actlite/round-end)."""
    if not state.initiative:
        return []
    return [
        key
        for key, pile in state.initiative.piles.items()
        if pile.hand and key in state.characters and state.characters[key].acts
    ]
