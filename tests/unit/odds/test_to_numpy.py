"""Numbers become numpy arrays when somebody asks for that, and only then."""

from __future__ import annotations

import subprocess
import sys
from math import isclose

import numpy
import pytest

from tablelight.odds.distribution import die
from tablelight.odds.notation import odds


@pytest.mark.parametrize("dice", ["4d6 keep highest 3", "d20 - d20", "100d6", "8d10 count 8 or more"])
def test_arrays_hold_the_same_values_and_chances(dice: str) -> None:
    numbers = odds(dice)
    values, chances = numbers.to_numpy()
    assert isinstance(values, numpy.ndarray)
    assert isinstance(chances, numpy.ndarray)
    assert values.tolist() == sorted(numbers)
    assert chances.tolist() == [float(numbers.exactly(int(value))) for value in values]
    assert isclose(float(chances.sum()), 1)
    assert isclose(float(values @ chances), float(numbers.mean()), abs_tol=1e-9)
    assert isclose(float(((values - values @ chances) ** 2 @ chances) ** 0.5), numbers.spread())


def test_without_numpy_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match=r"numpy, which is not installed; chances\(\)"):
        die(6).to_numpy()


def test_no_odds_load_numpy_by_themselves() -> None:
    code = "import sys; from tablelight.odds import notation, torchlite; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
