"""A GM and two players, each in a browser of their own, play the book's example and more."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from support.pages import Person

pytestmark = pytest.mark.browser


@pytest.fixture
def table(seated: tuple[Person, Person, Person]) -> tuple[Person, Person, Person]:
    """The demo scene with a GM, Ann and Bo; all three throw real dice."""
    for one in seated:
        one.real_dice()
    return seated


def reload(*people: Person) -> None:
    for one in people:
        one.reload()


def test_the_books_example_and_its_aftermath(table: tuple[Person, Person, Person], pictures: Path) -> None:
    gm, ann, bo = table

    # Derra feints and strikes; the knight's side rolls first: 5 + 3 = 8.
    ann.take(
        "act-stress", what="Derra feints, then strikes with the hidden knife", targets=["knight"], stress="damaged"
    )
    gm.sees("turn", "Gate Knight builds a pool and rolls")
    gm.take("roll:knight", traits=["soldier", "brawn", "shield-wall"])
    gm.type_faces(5, 2, 3)
    gm.take("take:knight", total=["d8", "d6"], effect=["d8.2"])
    reload(gm, ann, bo)

    # d10 d8 d8 d6 show 6, 2, 2, 5: total 11, effect d8.
    ann.take("roll", traits=["brawn", "scoundrel", "cunning-rebel", "hidden-knife"])
    ann.type_faces(*ordered(ann, {"Brawn": 6, "Scoundrel": 2, "Cunning Rebel": 2, "Hidden Knife": 5}))
    ann.sees("turn", "6 + 5 = 11, effect d8")
    ann.picture(pictures, "duel-choice")
    ann.page.locator('#turn .picks form:has-text("6 + 5 = 11, effect d8") button[type=submit]').click()
    for one in (gm, ann, bo):
        one.sees("log-lines", "Derra the Quick wins, 11 against 8.")
        one.sees("party", "Damaged d8")
    assert "heroic" not in ann.text("log-lines")
    gm.picture(pictures, "duel-won-gm")

    # The GM takes the last step back and puts it back; every page follows.
    gm.page.locator("#bar").get_by_role("button", name="Undo").click()
    ann.sees("turn", "6 + 5 = 11, effect d8")
    expect(bo.page.locator("#party")).not_to_contain_text("Damaged d8")
    gm.page.locator("#bar").get_by_role("button", name="Redo").click()
    for one in (ann, bo):
        one.sees("party", "Damaged d8")
    reload(gm, ann, bo)
    bo.sees("party", "Damaged d8")


def ordered(person: Person, faces: dict[str, int]) -> list[int]:
    """Faces in the order in which the page asks for the dice."""
    boxes = person.page.locator("#turn form.faces [name=face]")
    boxes.nth(len(faces) - 1).wait_for()
    labels = [box.get_attribute("aria-label") or "" for box in boxes.all()]
    return [next(face for name, face in faces.items() if name in label) for label in labels]


def test_a_failed_test_with_stress_and_a_hitch(table: tuple[Person, Person, Person], pictures: Path) -> None:
    gm, ann, bo = table
    bo.take("act-change", what="Brannoc lifts the portcullis")
    gm.sees("turn", "The GM sets and rolls the difficulty")
    gm.take("roll:difficulty", size="8", traits=[])
    gm.type_faces(5, 4)
    gm.take("take:difficulty", total=["d8", "d8.2"])
    reload(gm, ann, bo)

    bo.take("roll", traits=["brawn", "soldier", "ogre"])
    bo.type_faces(*ordered(bo, {"Brawn": 1, "Soldier": 4, "Ogre": 3}))
    bo.take("keep")  # a companion could have a hitch rolled again
    gm.sees("turn", "rolled a hitch: the GM decides")
    gm.take("hitch", trouble="new", name="Torn Sleeve")
    for one in (ann, bo, gm):
        one.sees("party", "Torn Sleeve d6")
    gm.page.locator("#bar").get_by_role("button", name="Undo").click()
    gm.sees("turn", "rolled a hitch: the GM decides")
    reload(gm, ann, bo)
    assert "Torn Sleeve" not in bo.text("party")
    gm.take("hitch", trouble="new", name="Torn Sleeve")
    bo.sees("party", "Torn Sleeve d6")
    bo.sees("turn", "Take a total")

    bo.page.locator("#turn .picks button[type=submit]").first.click()
    gm.sees("turn", "which stress?")
    reload(gm, ann, bo)
    gm.take("exhausted")
    for one in (ann, bo, gm):
        one.sees("party", "Exhausted d6")
        one.sees("log-lines", "Brannoc fails, 7 against 9.")
    gm.page.locator("#bar").get_by_role("button", name="Undo").click()
    gm.sees("turn", "which stress?")
    expect(bo.page.locator("#party")).not_to_contain_text("Exhausted d6")
    gm.take("exhausted")
    bo.sees("party", "Exhausted d6")
    bo.picture(pictures, "failed-test")
    assert ann.errors == bo.errors == gm.errors == []


def test_no_serious_fault_for_people_who_use_other_means(table: tuple[Person, Person, Person]) -> None:
    gm, ann, _ = table
    ann.take("act-change", what="cross the ledge")
    gm.sees("turn", "sets and rolls the difficulty")
    assert gm.faults() == []
    assert ann.faults() == []
    ann.open("/rules/torchlite")
    assert ann.faults() == []
    ann.open("/")
    assert ann.faults() == []
