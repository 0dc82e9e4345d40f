"""Plot points at any time (torchlite/pp-any-time): a quick asset, sharing one, an opportunity; treasure."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.flow import Flow, at_once, choose
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat, fill
from tablelight.kernel.system import Action
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows import sfx
from tablelight.systems.torchlite.flows.common import (
    SHEET,
    TorchGame,
    controller,
    die_choice,
    gain_asset,
    known,
    no_points,
    own,
    pay,
    purse,
    step_trouble_down,
    text_field,
    who_field,
)
from tablelight.systems.torchlite.state import Asset, Character, TorchState

GROUP = "Plot points"


def _payers(game: TorchGame, seat: Seat) -> list[tuple[str, Character]]:
    return [(key, who) for key, who in known(game.state, seat) if who.kind != "extra"]


def _cannot_pay(game: TorchGame, people: list[tuple[str, Character]]) -> Refused | None:
    """Why none of these can spend a plot point (torchlite/taken-out-meaning, torchlite/plot-points)."""
    awake = [key for key, who in people if not who.out]
    if not awake:
        return Refused("torchlite/taken-out-meaning", "taken-out", f"{people[0][1].name} is taken out: no plot points.")
    if all(purse(game.state, key) < 1 for key in awake):
        return no_points(1, 0)
    return None


def _payer_wrong(game: TorchGame, who: str) -> Refused | None:
    return _cannot_pay(game, [(who, game.state.characters[who])])


# ------------------------------------------------------------------ a quick asset


def _offer_asset(game: TorchGame, seat: Seat) -> Offer | None:
    people = _payers(game, seat)
    if not people:
        return None
    others = tuple(Choice(key, who.name) for key, who in game.state.here() if not who.out)
    late = any(side.faces for side in game.state.contest.sides.values()) if game.state.contest else False
    return Offer(
        "pp-asset",
        "Create an asset at once",
        (
            who_field(people, "Who pays"),
            text_field("name", "Name of the asset", least=1),
            Field("for", "Whose it is", "choice", others, default=people[0][0]),
        ),
        "torchlite/pp-create-asset",
        cost="1 PP",
        note=f"d{m.BOUGHT_ASSET}, without a roll",
        group=GROUP,
        warn="It does not join dice that have been rolled." if late else "",
        refused=_cannot_pay(game, people),
    )


@at_once
def _asset(game: TorchGame, answer: Answer) -> None:
    """A d6 asset for a point, such as being unseen (torchlite/pp-create-asset, torchlite/stealth)."""
    rule = "torchlite/pp-create-asset"
    who = answer.text("who")
    pay(game, who, 1, f"the asset {answer.text('name')}", rule)
    gain_asset(game, answer.text("for"), answer.text("name"), m.BOUGHT_ASSET, rule, by=who)


# ------------------------------------------------------------------ sharing


def _shareable(game: TorchGame, seat: Seat) -> Iterator[Choice]:
    for key, who in _payers(game, seat):
        for asset_key, asset in who.assets.items():
            if not asset.shared:
                yield die_choice(f"{key}/{asset_key}", f"{asset.name} ({who.name})", asset.die)


def _offer_share(game: TorchGame, seat: Seat) -> Offer | None:
    choices = tuple(_shareable(game, seat))
    if not choices:
        return None
    return Offer(
        "share",
        "Share an asset with the group",
        (Field("asset", "Which asset", "choice", choices),),
        "torchlite/pp-share-asset",
        cost="1 PP",
        group=GROUP,
        refused=_cannot_pay(game, _payers(game, seat)),
    )


@at_once
def _share(game: TorchGame, answer: Answer) -> None:
    who, _, key = answer.text("asset").partition("/")
    name = game.state.characters[who].assets[key].name
    pay(game, who, 1, f"sharing {name}", "torchlite/pp-share-asset")
    game.record(e.AssetShared(who=who, key=key, name=name, rule="torchlite/pp-share-asset"))


# ------------------------------------------------------------------ opportunities


def usable_opportunities(game: TorchGame, seat: Seat) -> list[int]:
    """The GM's ones that this seat may still use (torchlite/opportunity-use, option opportunity-use)."""
    once_each = game.options["opportunity-use"] == "each-player-once"
    return [
        at for at, one in enumerate(game.state.opportunities) if (seat not in one.used if once_each else not one.used)
    ]


def _offer_opportunity(game: TorchGame, seat: Seat) -> Offer | None:
    people = [(key, who) for key, who in _payers(game, seat) if who.kind == "pc"]
    if seat == GM or not people or not game.state.opportunities:
        return None
    used = Refused("torchlite/opportunity-use", "used", "Every opportunity of this roll has been used.")
    choices = tuple(_opportunity_choices(game))
    nothing = Refused("torchlite/opportunity", "nothing", "There is nothing to step up or down.")
    refused = None if usable_opportunities(game, seat) else used
    return Offer(
        "opportunity",
        "Use the opportunity",
        (who_field(people, "Who pays"), Field("on", "Step up or down", "choice", choices)),
        "torchlite/opportunity",
        cost="1 PP",
        note="An asset steps up or a complication steps down.",
        group=GROUP,
        refused=refused or _cannot_pay(game, people) or (None if choices else nothing),
    )


def _opportunity_choices(game: TorchGame) -> Iterator[Choice]:
    top = Refused("torchlite/opportunity-use", "d12", "Ratings end at d12.")
    for key, who in game.state.party():
        if who.out:
            continue
        for asset_key, asset in who.assets.items():
            highest = top if asset.die == m.LARGEST else None
            yield die_choice(f"up:{key}/{asset_key}", f"{asset.name} ({who.name})", asset.die, "steps up", highest)
        for trouble_key, trouble in who.complications.items():
            yield die_choice(f"down:{key}/{trouble_key}", f"{trouble.name} ({who.name})", trouble.die, "steps down")


def _check_opportunity(game: TorchGame, answer: Answer) -> Refused | None:
    return _payer_wrong(game, answer.text("who"))


def _opportunity(game: TorchGame, answer: Answer) -> Flow[None]:
    """Pay, use the die up, and step; the owner of the asset or complication has to agree."""
    what, _, rest = answer.text("on").partition(":")
    owner, _, key = rest.partition("/")
    seat = controller(game.state, owner)
    if seat != answer.seat:
        question = f"{game.state.characters[answer.text('who')].name} offers an opportunity: agreed?"
        agreed = yield from choose(
            seat, question, [Choice("yes", "Yes, please"), Choice("no", "No, thanks")], "torchlite/opportunity-use"
        )
        if agreed == "no" or _too_late(game, answer):
            return
    rule = "torchlite/opportunity" if what == "up" else "torchlite/opportunity-recovery"
    pay(game, answer.text("who"), 1, "an opportunity", rule)
    game.record(e.OpportunityUsed(at=usable_opportunities(game, answer.seat)[0], seat=answer.seat, rule=rule))
    if what == "down":
        step_trouble_down(game, owner, key, rule)
    else:
        asset = game.state.characters[owner].assets[key]
        raised = m.step_up(asset.die)
        lasting = asset.lasts != "signature" and raised > asset.full
        game.record(e.AssetStepped(who=owner, key=key, name=asset.name, die=raised, lasting=lasting, rule=rule))


def _too_late(game: TorchGame, answer: Answer) -> bool:
    """Whether point, opportunity or trait are gone by the time the owner agreed."""
    offer = _offer_opportunity(game, answer.seat)
    return not offer or isinstance(fill(offer, answer.args), Refused) or bool(_check_opportunity(game, answer))


# ------------------------------------------------------------------ treasure


def _treasure(game: TorchGame, seat: Seat, stored: bool | None) -> Iterator[Choice]:
    for key, who in own(game.state, seat):
        for asset_key, asset in who.assets.items():
            if asset.lasts != "signature" and stored in (None, asset.stored):
                yield die_choice(f"{key}/{asset_key}", f"{asset.name} ({who.name})", asset.die)


def _offer_store(game: TorchGame, seat: Seat) -> Offer | None:
    choices = tuple(c for c in _treasure(game, seat, False) if _asset_of(game, c.key).lasts == "session")
    if not choices:
        return None
    field = Field("asset", "Which treasure", "choice", choices)
    note = "It is not lost, but gives no die any more."
    return Offer("store", "Put treasure away", (field,), "torchlite/treasure-stored", note=note, group=SHEET)


def _asset_of(game: TorchGame, path: str) -> Asset:
    who, _, key = path.partition("/")
    return game.state.characters[who].assets[key]


@at_once
def _store(game: TorchGame, answer: Answer) -> None:
    who, _, key = answer.text("asset").partition("/")
    name = _asset_of(game, answer.text("asset")).name
    game.record(e.TreasureStored(who=who, key=key, name=name, rule="torchlite/treasure-stored"))


def _offer_signature(game: TorchGame, seat: Seat) -> Offer | None:
    choices = tuple(_treasure(game, seat, None))
    if not choices:
        return None
    dear = Refused("torchlite/treasure-stored", "no-xp", f"A signature asset costs {m.SIGNATURE_ASSET_XP} XP.")
    rich = any(who.xp >= m.SIGNATURE_ASSET_XP for _, who in own(game.state, seat))
    return Offer(
        "make-signature",
        "Make an asset a signature asset",
        (Field("asset", "Which asset", "choice", choices),),
        "torchlite/signature-asset",
        cost=f"{m.SIGNATURE_ASSET_XP} XP",
        note=f"It stays for good, at d{m.BOUGHT_ASSET}.",
        group=SHEET,
        refused=None if rich else dear,
    )


def _check_signature(game: TorchGame, answer: Answer) -> Refused | None:
    who = game.state.characters[answer.text("asset").partition("/")[0]]
    if who.xp < m.SIGNATURE_ASSET_XP:
        return Refused("torchlite/treasure-stored", "no-xp", f"{who.name} has {who.xp} XP; this costs 5.")
    return None


@at_once
def _signature(game: TorchGame, answer: Answer) -> None:
    who, _, key = answer.text("asset").partition("/")
    rule = "torchlite/treasure-stored"
    game.record(e.XpSpent(who=who, xp=m.SIGNATURE_ASSET_XP, reason="a signature asset", rule=rule))
    name = _asset_of(game, answer.text("asset")).name
    game.record(e.AssetMadeSignature(who=who, key=key, name=name, die=m.BOUGHT_ASSET, rule="torchlite/signature-asset"))


def _check_payer(game: TorchGame, answer: Answer) -> Refused | None:
    return _payer_wrong(game, answer.text("who"))


def _check_sharer(game: TorchGame, answer: Answer) -> Refused | None:
    return _payer_wrong(game, answer.text("asset").partition("/")[0])


def _check_ease(game: TorchGame, answer: Answer) -> Refused | None:
    owner = answer.text("trouble").partition("/")[0]
    if answer.text("sfx").partition("/")[0] != owner:
        return Refused("torchlite/sfx-step-down-stress", "not-own", "This SFX works on its owner's own troubles.")
    return None


ACTIONS: tuple[Action[TorchState], ...] = (
    Action("pp-asset", _offer_asset, _asset, _check_payer, anytime=True),
    Action("share", _offer_share, _share, _check_sharer, anytime=True),
    Action("opportunity", _offer_opportunity, _opportunity, _check_opportunity, anytime=True),
    Action("use-sfx", sfx.ease_offer, sfx.ease_flow, _check_ease, anytime=True),
    Action("earn-by-sfx", sfx.earn_offer, sfx.earn_flow, anytime=True),
    Action("limit", sfx.limit_offer, sfx.limit_flow, anytime=True),
    Action("store", _offer_store, _store, anytime=True),
    Action("make-signature", _offer_signature, _signature, _check_signature),
)
