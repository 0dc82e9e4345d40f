"""Characters typed in: reading traits from text, checking a sheet, building the pieces of one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from tablelight.kernel.offers import Refused
from tablelight.systems.torchlite.mechanics import SIZES, DieSize
from tablelight.systems.torchlite.state import Asset, Trait, slug

_ONE = re.compile(r"^(?P<name>.+?)\s+d(?P<die>\d+)$")
MOST_TRAITS = 24


def read_traits(text: str, what: str) -> tuple[Trait, ...] | Refused:
    """Traits written as `Stealth d6, Archery d8`, separated by commas or lines."""
    traits: list[Trait] = []
    for part in filter(None, (part.strip() for part in re.split(r"[,;\n]", text))):
        match = _ONE.match(part)
        if not match or int(match["die"]) not in SIZES or len(match["name"]) > 80:
            return _wrong(f"{what}: {part!r} should read like 'Stealth d6', with d4, d6, d8, d10 or d12")
        if any(trait.name.casefold() == match["name"].casefold() for trait in traits):
            return _wrong(f"{what}: {match['name']!r} stands there twice")
        traits.append(Trait(match["name"], cast("DieSize", int(match["die"]))))
    if len(traits) > MOST_TRAITS:
        return _wrong(f"{what}: at most {MOST_TRAITS}")
    return tuple(traits)


def signature_assets(traits: Sequence[Trait]) -> dict[str, Asset]:
    """Signature assets by id, at their full rating (torchlite/signature-asset)."""
    assets: dict[str, Asset] = {}
    for trait in traits:
        assets[slug(trait.name, assets)] = Asset(trait.name, trait.die, trait.die, lasts="signature")
    return assets


def written(traits: Sequence[Trait]) -> str:
    """Traits as text, the way `read_traits` reads them."""
    return ", ".join(f"{trait.name} d{trait.die}" for trait in traits)


def _wrong(text: str) -> Refused:
    return Refused("torchlite/trait", "bad-trait", text)
