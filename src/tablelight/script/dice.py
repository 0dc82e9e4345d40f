"""The dice of a script: faces written down beforehand."""

from __future__ import annotations

from collections.abc import Sequence

from tablelight.kernel.dice import faces_fit
from tablelight.script.differs import differ_if
from tablelight.script.parse import ScriptError


class ScriptDice:
    """Faces written down beforehand, checked against the dice that are really rolled."""

    def __init__(self) -> None:
        self.left: list[tuple[tuple[int | None, int], ...]] = []

    def throw(self, number: int, dice: Sequence[int]) -> tuple[int, ...]:
        """The next faces written down."""
        wanted = " ".join(f"d{size}" for size in dice)
        if not self.left:
            raise ScriptError(
                f"{wanted} are rolled, and no faces are left; put a line such as this one before: "
                f"dice {' '.join(f'd{size}=1' for size in dice)}"
            )
        written = self.left[0]
        faces = tuple(face for _, face in written)
        sizes_fit = all(size in (None, real) for (size, _), real in zip(written, dice, strict=False))
        if not (sizes_fit and faces_fit(dice, faces)):
            raise ScriptError(f"{wanted} are rolled, but the script has {faces_words(written)}")
        self.left.pop(0)
        return faces

    def none_left(self) -> None:
        """Faces that were written down and never rolled are a mistake in the script."""
        left = " / ".join(faces_words(faces) for faces in self.left)
        differ_if(bool(left), "every written face rolled", f"left over: {left}")


def faces_words(written: Sequence[tuple[int | None, int]]) -> str:
    """Faces as a script has them."""
    return " ".join(f"d{size}={face}" if size else str(face) for size, face in written)
