"""The exact chances of every roll, and the best decision. See `distribution`, `pools`, a module for each system, and
`questions` for what can be asked in words."""
