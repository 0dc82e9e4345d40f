"""Sessions and scenes: what begins, what ends, what is kept, and rest."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.flow import Flow, ask, at_once
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows.common import (
    TorchGame,
    controller,
    die_choice,
    no_points,
    own,
    pay,
    step_trouble_down,
    text_field,
)
from tablelight.systems.torchlite.state import Asset, Character, TorchState

GROUP = "Scene"

# ------------------------------------------------------------------ sessions


def _offer_session(game: TorchGame, seat: Seat) -> Offer | None:
    if seat != GM or game.state.session.open:
        return None
    points = Field("points", "Plot points for each player", "number", least=1, most=5, default=m.SESSION_START_PP)
    return Offer(
        "session",
        "Begin a session",
        (points,),
        "torchlite/pp-session-start",
        note="Fresh start" if not game.state.session.cliffhanger else "Straight on from the cliffhanger",
        group=GROUP,
        main=True,
    )


@at_once
def _session(game: TorchGame, answer: Answer) -> None:
    """A fresh start, unless the last session ended in a cliffhanger (torchlite/fresh-start, torchlite/cliffhanger)."""
    state = game.state
    hard = game.options["start-cap-cliffhanger"] == "hard"
    fresh = not state.session.cliffhanger
    points = {
        key: m.session_start(0 if fresh else who.pp, answer.number("points"), hard)
        for key, who in state.characters.items()
        if who.kind == "pc"
    }
    number = state.session.number + 1
    rule = "torchlite/fresh-start" if fresh else "torchlite/cliffhanger"
    game.record(e.SessionBegan(number=number, points=points, bank=len(points), fresh=fresh, rule=rule))


def _offer_session_end(game: TorchGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.session.open:
        return None
    choices = (
        Choice("no", "no: points are lost, next time starts fresh"),
        Choice("yes", "yes: it goes on right there"),
    )
    cliffhanger = Field("cliffhanger", "A cliffhanger?", "choice", choices, default="no")
    return Offer("end-session", "End the session", (cliffhanger,), "torchlite/sessions-scenes-beats", group=GROUP)


def _session_end(game: TorchGame, answer: Answer) -> Flow[None]:
    """Assets are kept first, then unspent points are lost
    (torchlite/pp-keep-asset, torchlite/pp-lost-at-session-end)."""
    cliffhanger = answer.text("cliffhanger") == "yes"
    if not cliffhanger:
        yield from keep_assets(game, ("scene", "session"), "the session")
        expire(game, ("scene", "session"))
        if game.state.scene.open:
            game.record(e.SceneEnded(number=game.state.scene.number, rule="torchlite/scene-end-default"))
        return_from_out(game)
    rule = "torchlite/cliffhanger" if cliffhanger else "torchlite/pp-lost-at-session-end"
    game.record(e.SessionEnded(cliffhanger=cliffhanger, rule=rule))


# ------------------------------------------------------------------ scenes


def _offer_scene(game: TorchGame, seat: Seat) -> Offer | None:
    if seat != GM or game.state.scene.open:
        return None
    restful = Field(
        "restful",
        "A chance to rest?",
        "choice",
        (Choice("no", "no"), Choice("yes", "yes, a restful scene")),
        default="no",
    )
    fields = (text_field("title", "Where and what", least=1), text_field("text", "What everyone sees", 2000), restful)
    return Offer("scene", "Begin a scene", fields, "torchlite/sessions-scenes-beats", group=GROUP, main=True)


@at_once
def _scene(game: TorchGame, answer: Answer) -> None:
    game.record(
        e.SceneBegan(
            number=game.state.scene.number + 1,
            title=answer.text("title"),
            text=answer.text("text"),
            restful=answer.text("restful") == "yes",
            rule="torchlite/sessions-scenes-beats",
        )
    )


def _offer_scene_end(game: TorchGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.scene.open:
        return None
    return Offer("end-scene", "End the scene", rule="torchlite/scene-end-default", group=GROUP)


def _scene_end(game: TorchGame, answer: Answer) -> Flow[None]:
    """Assets may be kept for points; then assets and complications of the scene end, stress stays
    (torchlite/scene-end-default, torchlite/complications-expire)."""
    yield from keep_assets(game, ("scene",), "the scene")
    expire(game, ("scene",))
    game.record(e.SceneEnded(number=game.state.scene.number, rule="torchlite/scene-end-default"))
    return_from_out(game)


def expire(game: TorchGame, lasting: tuple[str, ...]) -> None:
    """End what lasts no longer: assets not kept, and complications that are not stress."""
    kept = game.state.scene.kept
    for key, who in game.state.characters.items():
        for asset_key, asset in who.assets.items():
            if asset.lasts in lasting and f"{key}/{asset_key}" not in kept and not _put_away(asset):
                rule = "torchlite/treasure-duration" if asset.lasts == "session" else "torchlite/scene-end-default"
                game.record(e.AssetEnded(who=key, key=asset_key, name=asset.name, reason="its time is over", rule=rule))
        for trouble_key, trouble in who.complications.items():
            if not trouble.stress and trouble.lasts == "scene":
                game.record(
                    e.ComplicationEnded(
                        who=key,
                        key=trouble_key,
                        name=trouble.name,
                        reason="the scene is over",
                        rule="torchlite/complications-expire",
                    )
                )


def _put_away(asset: Asset) -> bool:
    return asset.stored and asset.lasts == "session"


def return_from_out(game: TorchGame) -> None:
    """Who was taken out plays again once the scene is over (torchlite/taken-out-duration)."""
    for key, who in game.state.characters.items():
        if who.out:
            game.record(e.BackInPlay(who=key, rule="torchlite/taken-out-duration"))


# ------------------------------------------------------------------ keeping assets


def _ending(who: Character, lasting: tuple[str, ...]) -> dict[str, Asset]:
    return {key: a for key, a in who.assets.items() if a.lasts in lasting and not _put_away(a)}


def keep_assets(game: TorchGame, lasting: tuple[str, ...], what: str) -> Flow[None]:
    """Ask every player with a plot point which assets to keep, all at once (torchlite/pp-keep-asset)."""
    waiting = {
        key
        for key, who in game.state.characters.items()
        if who.kind == "pc" and who.pp and who.plays and _ending(who, lasting)
    }
    while waiting:
        open_ones = sorted(waiting)
        answer = yield from ask(
            f"Before {what} ends: keep an asset for a plot point?",
            lambda people=open_ones: (offer for key in people for offer in _keep_offers(game, key, lasting)),
            lambda answer: _check_keep(game, answer),
        )
        key = answer.key.partition(":")[2]
        waiting.discard(key)
        for asset in answer.many("assets") if answer.key.startswith("keep") else ():
            name = game.state.characters[key].assets[asset].name
            pay(game, key, 1, f"keeping {name}", "torchlite/pp-keep-asset")
            game.record(e.AssetKept(who=key, key=asset, name=name, rule="torchlite/pp-keep-asset"))


def _keep_offers(game: TorchGame, key: str, lasting: tuple[str, ...]) -> Iterator[tuple[Seat, Offer]]:
    who = game.state.characters[key]
    choices = tuple(die_choice(k, a.name, a.die) for k, a in _ending(who, lasting).items())
    field = Field("assets", "Which ones", "many", choices, least=1, most=len(choices))
    seat = controller(game.state, key)
    keep = Offer(
        f"keep:{key}", f"Keep assets of {who.name}", (field,), "torchlite/pp-keep-asset", cost="1 PP each", main=True
    )
    yield seat, keep
    yield seat, Offer(f"let-go:{key}", f"Let them all go ({who.name})", rule="torchlite/scene-end-default", main=True)


def _check_keep(game: TorchGame, answer: Answer) -> Refused | None:
    if not answer.key.startswith("keep"):
        return None
    there = game.state.characters[answer.key.partition(":")[2]].pp
    wanted = len(answer.many("assets"))
    return no_points(wanted, there) if wanted > there else None


# ------------------------------------------------------------------ rest


def _offer_restful(game: TorchGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.scene.open:
        return None
    already = Refused("torchlite/downtime", "already", "This scene is a restful one already; its rest counts once.")
    note = "Characters who take the chance step all their stress down."
    refused = already if game.state.scene.restful else None
    return Offer(
        "restful", "Call the scene restful", rule="torchlite/downtime", note=note, group=GROUP, refused=refused
    )


@at_once
def _restful(game: TorchGame, answer: Answer) -> None:
    game.record(e.SceneMadeRestful(rule="torchlite/downtime"))


def _offer_rest(game: TorchGame, seat: Seat) -> Offer | None:
    if not game.state.scene.open or not game.state.scene.restful:
        return None
    rested = game.state.scene.rested
    once = Refused("torchlite/downtime", "once", "Once in a scene.")
    choices = tuple(
        Choice(key, who.name, refused=once if key in rested else None)
        for key, who in own(game.state, seat)
        if who.plays and who.kind != "extra"
    )
    if not choices:
        return None
    free = [c.key for c in choices if not c.refused]
    field = Field("who", "Who rests", "choice", choices, default=free[0] if len(free) == 1 else None)
    return Offer("rest", "Rest", (field,), "torchlite/downtime", group=GROUP, refused=None if free else once)


@at_once
def _rest(game: TorchGame, answer: Answer) -> None:
    """Every stress of the character steps down; other complications stay (torchlite/downtime)."""
    who = answer.text("who")
    game.record(e.Rested(who=who, rule="torchlite/downtime"))
    for key, trouble in game.state.characters[who].complications.items():
        if trouble.stress:
            step_trouble_down(game, who, key, "torchlite/downtime")


ACTIONS: tuple[Action[TorchState], ...] = (
    Action("session", _offer_session, _session),
    Action("end-session", _offer_session_end, _session_end),
    Action("scene", _offer_scene, _scene),
    Action("end-scene", _offer_scene_end, _scene_end),
    Action("restful", _offer_restful, _restful),
    Action("rest", _offer_rest, _rest),
)
