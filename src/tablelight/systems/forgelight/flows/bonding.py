"""Making a companion's sheet, player and GM together (forgelight/companion-sheet, forgelight/companion-build)."""

from __future__ import annotations

from msgspec.structs import replace

from tablelight.kernel.flow import at_once
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import figures, sheet
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import Attribute
from tablelight.systems.forgelight.flows import builder
from tablelight.systems.forgelight.flows.common import ForgeGame, being, lib, own, refuse, text_field, who_field
from tablelight.systems.forgelight.state import Being, ForgeState, Taken, slug

GROUP = "Companions"


def _offer_grant_companion(game: ForgeGame, seat: Seat) -> Offer | None:
    people = [
        key
        for key, one in game.state.beings.items()
        if one.kind == "pc" and not one.dead and not game.state.companion_of(key) and not one.companions_due
    ]
    if seat != GM or not people or game.state.fight:
        return None
    field = who_field(game, people)
    return Offer("grant-companion", "Grant a companion", (field,), "forgelight/companion-definition", group=GROUP)


@at_once
def _begin_grant_companion(game: ForgeGame, answer: Answer) -> None:
    game.record(e.CompanionGranted(who=answer.text("who"), rule="forgelight/companion-definition"))


def _offer_companion(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    """Player and GM make its sheet together (forgelight/companion-sheet)."""
    return tuple(
        _companion(game, who)
        for who, one in game.state.beings.items()
        if one.companions_due and not game.state.companion_of(who) and not game.state.fight
        if seat == GM or who in own(game.state, seat)
    )


def _companion(game: ForgeGame, who: str) -> Offer:
    content, one = lib(game), being(game, who)
    kinds = tuple(Choice(key, kind.name, kind.text) for key, kind in content.companions.items())
    cards = tuple(
        Choice(key, card.name, card.text, refused=_too_high(card.name, card.level, one.level))
        for key, card in content.cards.items()
        if card.kind == "companion"
    )
    most = max((kind.cards for kind in content.companions.values()), default=0)
    total = m.assigned_sum(one.level)
    fields = (
        Field("kind", "What it is", "choice", kinds),
        text_field("name", "Name", 80, least=1),
        *builder.attribute_fields(limits="-2 to +2, higher with levels" if one.level > 1 else "-2 to +2"),
        builder.skills_field(content),
        Field("cards", "Companion cards", "many", cards, least=0, most=most, default=()),
    )
    return Offer(
        f"companion:{who}",
        f"{one.name}: make a companion's sheet",
        fields,
        "forgelight/companion-build",
        note=f"Attributes add up to {total}, each from -2 to +2 but for the {one.level - 1} points of levels.",
        group=GROUP,
        main=True,
        sums=(builder.attribute_sum(total),),
    )


def _too_high(name: str, level: int, most: int) -> Refused | None:
    if level <= most:
        return None
    return refuse("companion-card-choice", "card-level", f"{name} has card level {level}; {most} at most.")


def split(totals: dict[Attribute, int], level: int) -> tuple[dict[Attribute, int], dict[Attribute, int]]:
    """Totals as a spread for creation and points of levels: what passes +2 was raised, and then as needed."""
    raised: dict[Attribute, int] = {name: max(value - m.MOST_ASSIGNED, 0) for name, value in totals.items()}
    spare = level - 1 - sum(raised.values())
    for name, value in totals.items():
        assigned = value - raised[name]
        more = min(max(spare, 0), assigned - m.LEAST_ASSIGNED)
        raised[name] += max(more, 0)
        spare -= max(more, 0)
    spread: dict[Attribute, int] = {name: value - raised[name] for name, value in totals.items()}
    return spread, {name: value for name, value in raised.items() if value}


def _built(game: ForgeGame, answer: Answer) -> Being:
    owner = answer.key.partition(":")[2]
    content, one = lib(game), being(game, owner)
    kind = content.companions[answer.text("kind")]
    assigned, raised = split(builder.read_attributes(answer), one.level)
    who = Being(
        answer.text("name"),
        kind="companion",
        owner=owner,
        companion_kind=answer.text("kind"),
        level=one.level,
        assigned=assigned,
        raised=raised,
        traits=tuple(Taken(trait, "companion") for trait in kind.traits),
        skills=answer.many("skills"),
        hand=answer.many("cards"),
        size=kind.size,
    )
    health, stamina = figures.max_health(content, who).value, figures.max_stamina(content, who).value
    return replace(who, health=health, stamina=stamina)


def _check_companion(game: ForgeGame, answer: Answer) -> Refused | None:
    who = _built(game, answer)
    wrong = sheet.faults(lib(game), who, being(game, who.owner))
    return wrong[0].refused() if wrong else None


@at_once
def _begin_companion(game: ForgeGame, answer: Answer) -> None:
    who = _built(game, answer)
    key = slug(who.name, game.state.beings)
    game.record(e.BeingJoined(who=key, being=who, rule="forgelight/companion-build"))
    game.record(e.CompanionBonded(who=who.owner, companion=key, rule="forgelight/companion-definition"))


ACTIONS: tuple[Action[ForgeState], ...] = (
    Action("grant-companion", _offer_grant_companion, _begin_grant_companion),
    Action("companion", _offer_companion, _begin_companion, _check_companion),
)
