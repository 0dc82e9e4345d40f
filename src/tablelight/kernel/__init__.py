"""The kernel: flows, prompts, dice, log, seats, visibility, the table. It knows no game."""
