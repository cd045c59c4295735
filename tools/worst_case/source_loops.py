"""Loops of a C++ source file, and how often the source says that they run.

A loop has its bound in a comment on a line of its header, or alone on the line above:

    // at most N            its body runs at most N times each time the loop is entered
    // at most N, M in all  ... and M times each time the outermost loop around it in its function is
    // at most N, M in all of F   ... and M times in all each time that F runs, into which it is inlined
    // at most N, spends budget   ... and each turn is one step of the budget of a solve
    // at most N, spends budget / K after L   ... and after the first L turns, each K turns are one step
    // at most N, spends budget beyond L   ... and it begins when L steps of the solve have been taken
    int n;  // at most N     a count, in a class; its value can be stated too: // is 3 * contacts
    // n at most N           a parameter or a variable of the function below

N and M are expressions of constants (constants.py). A loop `for (int i = A; i < B; ++i)` with constants A and
B needs no comment if its body does not change i. A comment after a statement bounds the loops that a
library's templates make of it.
"""

import bisect
import dataclasses
import re

EXPRESSION = r"\(*[\w:]+\)*(?: ?[-+*/] ?\(*[\w:]+\)*)*"
NOTE = re.compile(rf"//\s*(?:(?P<name>\w+(?:\(\))?) )?at most (?P<most>{EXPRESSION})"
                  rf"(?:, (?P<all>{EXPRESSION}) in all(?: of (?P<of>\w+))?)?"
                  rf"(?P<spends>, spends budget(?: / (?P<per>{EXPRESSION}))?(?: after (?P<free>{EXPRESSION}))?"
                  rf"(?: beyond (?P<beyond>{EXPRESSION}))?)?"
                  r"\.?\s*$")
KEYWORD = re.compile(r"\b(for|while|do)\b")
EQUAL = re.compile(rf"//.*\bis (?P<value>{EXPRESSION})\.?\s*$")
FIELD = re.compile(r"\b(?:int|unsigned|std::size_t) (\w+)(?: = [^;,]*)?;")
COUNTED = re.compile(r"\s*(?:const )?\w[\w:<> ]*\s(?P<name>\w+) = (?P<first>[^;]+);\s*(?P=name) (?P<test><|<=|>|>=) "
                     r"(?P<last>[^;&]+?)\s*(?:&&[^;]*)?;\s*"
                     r"(?:(?P<plus>\+\+)|(?P<minus>--)|(?P=name) \+= (?P<stride>\w+)|)"
                     r"(?:(?P=name))?\s*(?P<beside>,[^;]*)?", re.DOTALL)
DOWN = re.compile(r"\s*\w[\w:]* (?P<name>\w+) = (?P<first>[^;]+); (?P=name)-- > 0;\s*", re.DOTALL)
LISTED = re.compile(r"[^;]*?:\s*\{(?P<items>.*)\}\s*", re.DOTALL)


@dataclasses.dataclass
class Note:
    line: int
    most: str
    total: str | None = None
    of: str | None = None  # the function in which `total` holds; None: the loop's own
    spends: tuple | None = None  # (turns of a step, turns before the first, steps before the loop), expressions
    name: str | None = None  # name of the count; None: the note is about a loop
    field: bool = False
    value: str | None = None  # the count's value, as an expression of counts beside it
    used: bool = False


@dataclasses.dataclass(eq=False)
class SourceLoop:
    path: str
    first: int  # lines of the header
    last: int
    end: int  # last line of the body
    body_first: int = 0
    note: Note | None = None
    counted: tuple | None = None  # (first, test, last, stride) of a counting loop
    counts: str | None = None  # its variable

    def __str__(self):
        return f"{self.path}:{self.first}"


def blank(text):
    """`text` with comments, strings and preprocessor lines as spaces."""
    pattern = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'|^\s*#[^\n]*",
                         re.DOTALL | re.MULTILINE)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def closing(text, at):
    """Where the bracket that opens at `at` closes."""
    pairs = {"(": ")", "{": "}", "[": "]"}
    depth, opens, closes = 0, text[at], pairs[text[at]]
    for i in range(at, len(text)):
        depth += (text[i] == opens) - (text[i] == closes)
        if depth == 0:
            return i
    raise ValueError("brackets do not match")


def statement_end(text, at):
    """The last character of the statement that begins at or after `at`."""
    at = re.compile(r"\s*").match(text, at).end()
    if text[at] == "{":
        return closing(text, at)
    if match := re.compile(r"(for|while|if constexpr|if|switch)\s*\(").match(text, at):
        end = statement_end(text, closing(text, match.end() - 1) + 1)
        other = re.compile(r"\s*else\b").match(text, end + 1)
        return statement_end(text, other.end()) if other and match[1].startswith("if") else end
    if match := re.compile(r"do\b").match(text, at):
        return text.index(";", statement_end(text, match.end()))
    i = at
    while text[i] != ";":
        i = closing(text, i) + 1 if text[i] in "({[" else i + 1
    return i


def touches(name, body):
    """Whether `body` writes to `name`, or takes its address or a reference to it."""
    name = re.escape(name)
    writes = r"(=[^=]|[-+*/%|&^]=|<<=|>>=|\+\+|--)"
    return re.search(rf"(?<!\.)(?:(?<!->)|(?<=this->))\b{name}\s*{writes}|(?<![\w>\])\s])\s*\(+\s*{name}\s*\)+\s*{writes}"
                     rf"|(\+\+|--|&|\b(ref|tie|addressof)\([^()]*)\(*{name}\b"
                     rf"|&\s*\w+\s*[={{]\s*{name}\b|[\w>)](\s*&|&&)\s*\w+\s*\(\s*{name}\b"
                     rf"|[\w>]\s+\w+\s*\{{\s*{name}\s*\}}", body) is not None


class SourceFile:
    def __init__(self, path, text):
        self.path = path
        self.code = blank(text)
        self.lines = text.split("\n")
        self.code_lines = self.code.split("\n")
        self._starts = [0]
        for line in self.lines:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self.notes, self.named = {}, []
        for number, line in enumerate(self.lines, 1):
            if match := NOTE.search(line):
                self._read_note(number, line[:match.start()], match)
            elif (match := EQUAL.search(line)) and (field := FIELD.search(line[:match.start()])):
                self.named.append(Note(number, "", name=field[1], field=True, value=match["value"]))
        self.loops = [self._loop(m) for m in KEYWORD.finditer(self.code)]
        self.loops = [loop for loop in self.loops if loop is not None]

    def _read_note(self, number, before, match):
        alone = before.strip() == ""
        field = FIELD.search(before)
        spends = (match["per"] or "1", match["free"] or "0", match["beyond"] or "0") if match["spends"] else None
        note = Note(number, match["most"], match["all"], match["of"], spends, match["name"])
        if note.name is None and field and not KEYWORD.search(before):
            note.name, note.field = field[1], True
        if note.name:
            self.named.append(note)
        else:
            self.notes[number + alone] = note

    def note_of_name(self, name, line):
        """The last note above `line` about the largest value of a count."""
        return next((n for n in reversed(self.named) if n.name == name and n.line <= line), None)

    def fields(self, name):
        return [n for n in self.named if n.name == name and n.field]

    def definition(self, name, line):
        """(expression, line) of a constant that is defined less than 60 lines above."""
        for at in range(line, max(0, line - 60), -1):
            if match := re.search(rf"\bconst (?:int|auto|unsigned) {name} = ([^;]+);", self.code_lines[at - 1]):
                return match[1], at
        return None

    def line(self, at):
        return bisect.bisect_right(self._starts, at)

    def offset(self, line):
        return self._starts[min(line - 1, len(self._starts) - 1)]

    def _loop(self, match):
        code = self.code
        if match[1] == "do":
            end = statement_end(code, match.end())
            test = code.index("while", end)
            close = closing(code, code.index("(", test))
            begins = self.line(match.start())
            loop = SourceLoop(self.path, self.line(test), self.line(close), self.line(close), begins)
            loop.note = self._note(begins, begins) or self._note(loop.first, loop.last)
            return loop
        opens = re.compile(r"\s*\(").match(code, match.end())
        if not opens:
            return None
        close = closing(code, opens.end() - 1)
        tail = re.compile(r"\s*;").match(code, close + 1)
        if match[1] == "while" and tail and re.search(r"\}\s*$", code[:match.start()]):
            return None  # the end of a do loop, which has been read already
        end = statement_end(code, close + 1)
        first = self.line(match.start())
        loop = SourceLoop(self.path, first, self.line(close), self.line(end), first)
        loop.note = self._note(loop.first, loop.last)
        header = code[opens.end():close]
        if match[1] == "for":
            counted, listed = COUNTED.fullmatch(header), LISTED.fullmatch(header)
            if counted and not self._moves(counted, code[close + 1:end + 1]):
                stride = 1 if counted["plus"] else -1 if counted["minus"] else counted["stride"]
                if stride is not None and (stride == -1) == (counted["test"][0] == ">"):
                    loop.counted = (counted["first"], counted["test"], counted["last"], stride)
                    loop.counts = counted["name"]
            elif down := DOWN.fullmatch(header):
                if not touches(down["name"], code[close + 1:end + 1]):
                    loop.counted = (f"{down['first']} - 1", ">=", "0", -1)
                    loop.counts = down["name"]
            elif listed:
                depth, items = 0, 1
                for c in listed["items"]:
                    depth += (c in "({[<") - (c in ")}]>")
                    items += c == "," and depth == 0
                loop.counted = ("0", "<", str(items), 1)
        return loop

    @staticmethod
    def _moves(counted, body):
        """Whether a counting loop also changes its counter or its end elsewhere."""
        body = (counted["beside"] or "") + body
        end = counted["last"] if re.fullmatch(r"[A-Za-z_]\w*(?:(?:\.|->)\w+)*", counted["last"]) else None
        return touches(counted["name"], body) or end is not None and touches(end, body)

    def _note(self, first, last):
        for line in range(first, last + 1):
            if line in self.notes:
                return self.notes[line]
        return None

    def may_end_early(self, loop):
        """Whether a loop's text has a way out before the end of its count."""
        text = "\n".join(self.code_lines[loop.body_first - 1:loop.end])
        return re.search(r"&&|\b(break|return|goto)\b", text) is not None

    def loops_around(self, line):
        """Loops that hold `line`."""
        return [loop for loop in self.loops if loop.body_first <= line <= loop.end]


class Sources:
    """The files of a project by path. Each is read on first use."""

    def __init__(self, root):
        self.root = root.resolve()
        self._files, self._names = {}, {}

    def get(self, path):
        """The file, or None if it does not belong to the project."""
        if path not in self._names:
            try:
                self._names[path] = str((self.root / path).resolve().relative_to(self.root))
            except ValueError:
                self._names[path] = None
        name = self._names[path]
        if name not in self._files:
            try:
                self._files[name] = name and SourceFile(name, (self.root / name).read_text(encoding="utf-8"))
            except OSError:
                self._files[name] = None
        return self._files[name]

    def read_files(self):
        return [file for file in self._files.values() if file]
