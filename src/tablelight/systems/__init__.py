"""The game systems, one folder each. A system may also live in another package; its entry point makes it known."""
