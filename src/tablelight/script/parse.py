"""Reading a script: lines of text become cases made of steps. docs/scripts.md describes the format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias, cast

import msgspec

QUOTED = r'"(?:\\.|[^"\\])*"'
_WORD = re.compile(rf'(?:[^\s"]|{QUOTED})+')
_ITEM = re.compile(rf'(?:[^,"]|{QUOTED})+')
_FACE = re.compile(r"(?:d(\d+)=)?(\d+)")
_THEN = re.compile(rf"((?:[^\s\"]|{QUOTED})+)\s+(=|!=|<=|>=|<|>|has no|has)\s+(.+)")

Test = Literal["=", "!=", "<=", ">=", "<", ">", "has", "has no"]
Area = Literal["news", "log", "view", "menu", "anywhere"]
AREAS: tuple[Area, ...] = ("news", "log", "view", "menu", "anywhere")
Fields: TypeAlias = dict[str, str]
"""Field values as they were written, quotes and all; what they mean depends on the offer."""


class ScriptError(Exception):
    """A script that can't be carried out as written: says what is wrong and what would be right."""


@dataclass(frozen=True)
class Sit:
    """`seat p1 Ann`"""

    seat: str
    name: str
    watch: bool = False


@dataclass(frozen=True)
class Begin:
    """`start demo`"""

    key: str


@dataclass(frozen=True)
class Facts:
    """`facts [EVENT, …]`: a beginning given by its events."""

    events: str


@dataclass(frozen=True)
class Opt:
    """`option ID VALUE`"""

    option: str
    value: str


@dataclass(frozen=True)
class Faces:
    """`dice 5 4 / d8=3`: faces for the next rolls, each with the die's size where it was written."""

    rolls: tuple[tuple[tuple[int | None, int], ...], ...]


@dataclass(frozen=True)
class Refusal:
    """What a command must be refused with; what is empty is not looked at."""

    rule: str = ""
    code: str = ""
    text: str = ""


@dataclass(frozen=True)
class Act:
    """`SEAT: KEY field=value …`, perhaps behind `refused …:`"""

    seat: str
    key: str
    fields: Fields
    refused: Refusal | None = None


@dataclass(frozen=True)
class Put:
    """`set PATH = JSON`: the GM sets a value by hand."""

    path: str
    value: str


@dataclass(frozen=True)
class Then:
    """`then PATH = JSON`"""

    path: str
    test: Test
    value: object


@dataclass(frozen=True)
class Gone:
    """`then no PATH`"""

    path: str


@dataclass(frozen=True)
class Asks:
    """`ask p1 gm "Choose"`; no seats: nothing is asked. `only`: nobody else is asked."""

    seats: tuple[str, ...]
    question: str = ""
    only: bool = False


@dataclass(frozen=True)
class Offers:
    """`offers`, `no-offer`, `refuses`: whether a seat may do something now."""

    seat: str
    key: str
    fields: Fields
    how: Literal["offers", "no-offer", "refuses"]
    rule: str = ""


@dataclass(frozen=True)
class Suggests:
    """`suggests` and `best`: a ready answer that an offer carries."""

    seat: str
    key: str
    fields: Fields
    label: str
    best: bool


@dataclass(frozen=True)
class Sees:
    """`p1 sees "x"`, `p1 does not see in view "x"`"""

    seat: str
    text: str
    area: Area
    sees: bool


@dataclass(frozen=True)
class SaveLoad:
    """`save-load`"""


@dataclass(frozen=True)
class End:
    """`end`"""


Step: TypeAlias = (
    Sit | Begin | Facts | Opt | Faces | Act | Put | Then | Gone | Asks | Offers | Suggests | Sees | SaveLoad | End
)


@dataclass(frozen=True)
class Line:
    """One step with the place it was written at."""

    number: int
    text: str
    step: Step


@dataclass
class Case:
    """A script for one fresh table: from one `==` line to the next, behind the lines before the first `==`."""

    file: str
    name: str
    number: int
    system: str = ""
    rules: tuple[str, ...] = ()
    lines: list[Line] = field(default_factory=list[Line])


def cases(path: Path) -> list[Case]:
    """The cases of a file; a ScriptError names file and line."""
    return parse(path.read_text("utf-8"), str(path))


def parse(text: str, file: str = "script") -> list[Case]:
    """The cases of a text. Lines before the first `==` belong to every case; without any `==` there is one case."""
    head = Case(file, Path(file).stem, 1)
    found: list[Case] = []
    for number, raw in enumerate(text.split("\n"), 1):
        line = cut_comment(raw).strip()
        if not line:
            continue
        try:
            if line.startswith("=="):
                found.append(_opened(head, line, number, found))
            else:
                _add(found[-1] if found else head, number, line)
        except ScriptError as error:
            raise ScriptError(f"{file}:{number}: {error}\n  {line}") from None
    whole = found or [head]
    for case in whole:
        if not case.system:
            raise ScriptError(f"{file}:{case.number}: which game? Begin the file with a line such as: system torchlite")
    return whole


def _opened(head: Case, line: str, number: int, found: list[Case]) -> Case:
    name = line.lstrip("=").strip()
    if not name:
        raise ScriptError("a case needs a name: == name")
    if any(case.name == name for case in found):
        raise ScriptError(f"there is a case {name!r} already")
    return Case(head.file, name, number, head.system, head.rules, list(head.lines))


def _add(case: Case, number: int, line: str) -> None:
    words = _words(line)
    if words[0] == "rules:":
        case.rules += tuple(word for word in words[1:])
    elif words[0] == "system":
        case.system = _one(words, "system NAME")
    else:
        case.lines.append(Line(number, line, _step(line, words)))


def cut_comment(line: str) -> str:
    """The line up to a `#` that stands at its beginning or after a space, outside quotes."""
    for match in re.finditer(rf"{QUOTED}|#", line):
        at = match.start()
        if match.group() == "#" and (at == 0 or line[at - 1].isspace()):
            return line[:at]
    return line


def _words(line: str) -> list[str]:
    words = _WORD.findall(line)
    if "".join(words) != re.sub(rf"({QUOTED})|\s", lambda m: m.group(1) or "", line):
        raise ScriptError("a quote is not closed")
    return words


def unquote(raw: str) -> str:
    """A word without its quotes; inside quotes the escapes of JSON hold."""

    def plain(match: re.Match[str]) -> str:
        try:
            return msgspec.json.decode(match.group(), type=str)
        except msgspec.DecodeError:
            raise ScriptError(f"{match.group()} has an escape that JSON doesn't know") from None

    return re.sub(QUOTED, plain, raw)


def items(raw: str) -> list[str]:
    """The items of a comma separated list, without their quotes."""
    return [unquote(item) for item in _ITEM.findall(raw)]


def value(raw: str) -> object:
    """JSON, or plain words."""
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError:
        return raw.strip()


# ---------------------------------------------------------------------- one line


def _step(line: str, words: list[str]) -> Step:
    first = words[0]
    if first in ("refused", "refused:"):
        return _refused(words)
    if first.endswith(":"):
        return _act(words)
    if first in _VERBS:
        return _VERBS[first](line, words)
    if len(words) > 1 and words[1] in ("sees", "does"):
        return _sees(words)
    known = ", ".join(sorted(_VERBS))
    raise ScriptError(f"what is {first!r}? A line begins with SEAT:, SEAT sees, or one of: {known}, refused")


def _act(words: list[str], refused: Refusal | None = None) -> Act:
    if len(words) < 2 or not words[0].endswith(":"):
        raise ScriptError("a command is written SEAT: KEY field=value …")
    return Act(unquote(words[0][:-1]), unquote(words[1]), _fields(words[2:]), refused)


def _fields(words: list[str]) -> Fields:
    fields: Fields = {}
    for word in words:
        match = re.match(rf"((?:[^=\"]|{QUOTED})+)=(.*)", word, re.DOTALL)
        if not match:
            raise ScriptError(f"{word!r} should be field=value; put quotes around a value with spaces")
        name = unquote(match.group(1))
        if name in fields:
            raise ScriptError(f"the field {name!r} is given twice")
        fields[name] = match.group(2)
    return fields


def _refused(words: list[str]) -> Act:
    stop = next((i for i, word in enumerate(words) if word.endswith(":")), None)
    if stop is None or len(words) < stop + 3:
        raise ScriptError('write: refused RULE [code] ["part of the text"]: SEAT: KEY field=value …')
    said = [word for word in (*words[:stop], words[stop][:-1])][1:] if stop else []
    refusal = Refusal()
    for word in said:
        if word.startswith('"'):
            refusal = Refusal(refusal.rule, refusal.code, unquote(word))
        elif not refusal.rule:
            refusal = Refusal(word, refusal.code, refusal.text)
        else:
            refusal = Refusal(refusal.rule, word, refusal.text)
    return _act(words[stop + 1 :], refusal)


def _sees(words: list[str]) -> Sees:
    form = 'write: SEAT sees [in AREA] "text", or SEAT does not see [in AREA] "text"'
    sees = words[1] == "sees"
    rest = words[2:] if sees else words[4:]
    if not sees and words[1:4] != ["does", "not", "see"]:
        raise ScriptError(form)
    area: Area = "news" if sees else "anywhere"
    if len(rest) > 2 and rest[0] == "in":
        if rest[1] not in AREAS:
            raise ScriptError(f"{rest[1]!r} is no place to look; there are {', '.join(AREAS)}")
        area, rest = rest[1], rest[2:]
    if len(rest) != 1:
        raise ScriptError(form)
    return Sees(unquote(words[0]), unquote(rest[0]), area, sees)


def _one(words: list[str], form: str) -> str:
    if len(words) != 2:
        raise ScriptError(f"write: {form}")
    return unquote(words[1])


def _sit(line: str, words: list[str]) -> Step:
    watch = words[-1] == "watching" and len(words) > 3
    names = words[2:-1] if watch else words[2:]
    if not names:
        raise ScriptError("write: seat p1 Ann")
    return Sit(words[1], " ".join(unquote(word) for word in names), watch)


def _opt(line: str, words: list[str]) -> Step:
    if len(words) != 3:
        raise ScriptError("write: option ID VALUE")
    return Opt(words[1], unquote(words[2]))


def _dice(line: str, words: list[str]) -> Step:
    rolls: list[list[tuple[int | None, int]]] = [[]]
    for word in words[1:]:
        match = _FACE.fullmatch(word)
        if word == "/":
            rolls.append([])
        elif match:
            rolls[-1].append((int(match.group(1)) if match.group(1) else None, int(match.group(2))))
        else:
            raise ScriptError(f"{word!r} is no face; write: dice 5 4, or dice d8=5 d8=4, with / between rolls")
    if not all(rolls):
        raise ScriptError("a roll has no faces; write: dice d8=5 d8=4 / d6=1")
    return Faces(tuple(tuple(roll) for roll in rolls))


def _put(line: str, words: list[str]) -> Step:
    match = re.fullmatch(r"set\s+(\S+)\s+(?:=\s+)?(.+)", line)
    if not match:
        raise ScriptError("write: set PATH = VALUE")
    return Put(match.group(1), match.group(2))


def _then(line: str, words: list[str]) -> Step:
    if words[1:2] == ["no"] and len(words) == 3:
        return Gone(unquote(words[2]))
    match = _THEN.fullmatch(line.removeprefix("then").strip())
    if not match:
        raise ScriptError("write: then PATH = VALUE, then PATH has VALUE, or then no PATH")
    return Then(unquote(match.group(1)), cast("Test", match.group(2)), value(match.group(3)))


def _ask(line: str, words: list[str]) -> Step:
    rest = words[1:]
    if rest in (["nobody"], ["nothing"]):
        return Asks(())
    only = rest[:1] == ["only"]
    rest = rest[1:] if only else rest
    question = unquote(rest.pop()) if rest and rest[-1].startswith('"') and len(rest) > 1 else ""
    if not rest:
        raise ScriptError('write: ask SEAT … "part of the question", or ask nobody')
    return Asks(tuple(unquote(word) for word in rest), question, only)


def _offers(line: str, words: list[str]) -> Step:
    how = cast("Literal['offers', 'no-offer', 'refuses']", words[0])
    rest = words[1:]
    rule = ""
    if how == "refuses" and len(rest) > 2 and "=" not in rest[-1]:
        rule = rest.pop()
    if len(rest) < 2:
        raise ScriptError(f"write: {how} SEAT KEY [field=value …]" + (" [RULE]" if how == "refuses" else ""))
    return Offers(unquote(rest[0]), unquote(rest[1]), _fields(rest[2:]), how, rule)


def _suggests(line: str, words: list[str]) -> Step:
    rest = words[1:]
    label = unquote(rest.pop()) if len(rest) > 2 and rest[-1].startswith('"') else ""
    if len(rest) < 2:
        raise ScriptError(f'write: {words[0]} SEAT KEY field=value … or {words[0]} SEAT KEY "label"')
    return Suggests(unquote(rest[0]), unquote(rest[1]), _fields(rest[2:]), label, words[0] == "best")


def _bare(line: str, words: list[str]) -> Step:
    if len(words) != 1:
        raise ScriptError(f"{words[0]} stands alone")
    match words[0]:
        case "save-load":
            return SaveLoad()
        case "end":
            return End()
        case key:
            return Act("gm", key, {})


def _facts(line: str, words: list[str]) -> Step:
    return Facts(line.removeprefix("facts").strip())


_VERBS: dict[str, Callable[[str, list[str]], Step]] = {
    "seat": _sit,
    "start": lambda line, words: Begin(_one(words, "start KEY")),
    "facts": _facts,
    "option": _opt,
    "dice": _dice,
    "set": _put,
    "then": _then,
    "ask": _ask,
    "offers": _offers,
    "no-offer": _offers,
    "refuses": _offers,
    "suggests": _suggests,
    "best": _suggests,
    "undo": _bare,
    "redo": _bare,
    "save-load": _bare,
    "end": _bare,
}


def files(paths: list[Path]) -> Iterator[Path]:
    """Script files: those named, and every `*.script` below a folder that is named."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.script"))
        else:
            yield path
