"""How each event changes the state. Folding rolls nothing, refuses nothing and runs no rule."""

from __future__ import annotations

from tablelight.systems.actlite.evolve import acting, cards, growth, health, hexes, own, people
from tablelight.systems.actlite.evolve.changes import CHANGES

PARTS = (people, health, acting, cards, growth, hexes, own)
"""The modules that hold the changes, in the order of the book."""

evolve = CHANGES.evolve
