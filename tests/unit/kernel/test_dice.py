"""The dice port: fair, repeatable, checkable."""

from __future__ import annotations

from collections import Counter

import pytest

from tablelight.kernel.dice import KeyedDice, ScriptedDice, commitment, faces_fit, plain_dice


def test_the_same_seed_table_number_and_word_give_the_same_faces() -> None:
    one = KeyedDice(b"secret", "t1", "fox")
    assert one.throw(5, (6, 8, 20)) == KeyedDice(b"secret", "t1", "fox").throw(5, (6, 8, 20))
    assert one.throw(5, (20,) * 8) != one.throw(6, (20,) * 8)
    assert one.throw(5, (20,) * 8) != KeyedDice(b"secret", "t2", "fox").throw(5, (20,) * 8)
    assert one.throw(5, (20,) * 8) != KeyedDice(b"secret", "t1", "owl").throw(5, (20,) * 8)


@pytest.mark.parametrize("size", [2, 4, 6, 8, 10, 12, 20, 100, 1000])
def test_every_face_comes_up_about_equally_often(size: int) -> None:
    throws = 200 * size
    faces = Counter(face for n in range(throws // 50) for face in plain_dice(3).throw(n, (size,) * 50))
    assert set(faces) == set(range(1, size + 1))
    expected = sum(faces.values()) / size
    chi_square = sum((count - expected) ** 2 / expected for count in faces.values())
    assert chi_square < size - 1 + 5 * (2 * (size - 1)) ** 0.5


def test_scripted_dice_refuse_what_cannot_come_up() -> None:
    dice = ScriptedDice([(7,)])
    with pytest.raises(ValueError, match="don't fit"):
        dice.throw(0, (6,))
    with pytest.raises(ValueError, match="no faces are left"):
        dice.throw(1, (6,))


def test_faces_fit_their_dice() -> None:
    assert faces_fit((6, 8), (6, 8))
    assert not faces_fit((6, 8), (8, 6))
    assert not faces_fit((6,), ())


def test_the_commitment_is_the_seeds_hash() -> None:
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
