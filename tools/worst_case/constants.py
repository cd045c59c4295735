"""Values of the constants in loop bounds.

A name is either a template parameter of the function or of its classes, whose arguments are in the demangled
name; or a constexpr of the class or namespace, whose expression is looked up in the source.
"""

import re

from worst_case import Refused

TEMPLATE = re.compile(r"template\s*<")
DECLARED = re.compile(r"\s*(?:(?:class|struct)\s+(\w+)|[^;{}()]*?[\s&*](\w+)\s*\(|[^;{}()=]*?\b(\w+)\s*=)")
CONSTEXPR = re.compile(r"\b(inline )?constexpr (?:int|unsigned|std::size_t|auto) (\w+) = ([^;]+);")
ALIAS = re.compile(r"\busing (\w+) = (?:typename )?([^;]+);")
CLASS = re.compile(r"\b(?:class|struct)\s+(\w+)[^;{()]*\{")


def split(text):
    """The parts of `text` between commas that are outside of brackets."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "<([{") - (c in ">)]}")
        if c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [p for p in parts + [text[start:].strip()] if p]


def angle_end(text, at):
    """Where the angle bracket at `at` closes. Inside round ones `<` and `>` compare."""
    depth, rounds = 0, 0
    for i in range(at, len(text)):
        rounds += (text[i] == "(") - (text[i] == ")")
        depth += (text[i] == "<") - (text[i] == ">") if rounds == 0 else 0
        if depth == 0:
            return i
    raise ValueError("brackets do not match")


def path_of(function):
    """[(name, [template arguments])] of a demangled name, the outermost scope first."""
    function = function.replace("(anonymous namespace)", "anonymous")
    depth, start, end = 0, 0, len(function)
    for i, c in enumerate(function):
        if c == "(" and depth == 0:
            end = i
            break
        depth += (c in "<") - (c in ">")
        if c == " " and depth == 0:
            start = i + 1
    parts, text = [], function[start:end]
    for match in re.finditer(r"(\w+)(<)?", text):
        if sum(text.count(c, 0, match.start()) * s for c, s in (("<", 1), (">", -1))) != 0:
            continue
        arguments = []
        if match[2]:
            arguments = split(text[match.end():angle_end(text, match.end() - 1)])
        parts.append((match[1], arguments))
    return parts


class Constants:
    """`files`: SourceFiles in which templates and constants are looked up."""

    def __init__(self, files, given=None):
        self.parameters = {}  # name of class or function: [names of template parameters], for each declaration
        self.global_values = {}  # name: {expressions}
        self.class_values = {}  # (class, name): expression
        self.aliases = {}  # (class, name): type
        self.given = given or {}
        for file in files:
            self._read(file.code)

    def _read(self, code):
        for match in TEMPLATE.finditer(code):
            end = angle_end(code, match.end() - 1)
            names = [re.split(r"\s*=\s*", p)[0].split()[-1] for p in split(code[match.end():end])]
            declared = DECLARED.match(code, end + 1)
            name = declared and next(g for g in declared.groups() if g)
            if name:
                self.parameters.setdefault(name, []).append(names)
        classes = []
        for match in CLASS.finditer(code):
            depth = 0
            for i in range(match.end() - 1, len(code)):
                depth += (code[i] == "{") - (code[i] == "}")
                if depth == 0:
                    classes.append((match.start(), i, match[1]))
                    break

        def class_at(at):
            return max((c for c in classes if c[0] < at < c[1]), default=(0, 0, None))[2]

        for match in ALIAS.finditer(code):
            self.aliases[class_at(match.start()), match[1]] = match[2]
        for match in CONSTEXPR.finditer(code):
            name, value = match[2], match[3]
            holder = class_at(match.start())
            if holder:
                self.class_values[holder, name] = value
            else:
                self.global_values.setdefault((bool(match[1]), name), set()).add(value)

    def value(self, expression, scopes):
        """`scopes`: [(name, arguments)], the innermost last. Raises Refused if a name does not have one value."""
        text = re.sub(r"\bstatic_cast<[^>]*>", "", expression)
        text = re.sub(r"\b(?:int|unsigned)\(", "(", text)
        text = re.sub(r"(\d)u\b", r"\1", text)

        def number(match):
            return str(self._name(match[0], scopes))

        text = re.sub(r"[A-Za-z_]\w*(?:::\w+)*", number, text).replace("/", "//")
        if not re.fullmatch(r"[\d\s()+\-*/<>?:]*", text) or not text.strip():
            raise Refused(f"no constant: {expression}")
        try:
            return int(eval(text, {"__builtins__": {}}))  # only digits and operators
        except (SyntaxError, TypeError, ZeroDivisionError) as error:
            raise Refused(f"no constant: {expression}") from error

    def _name(self, name, scopes):
        if "::" in name:
            scope, last = name.rsplit("::", 1)
            return self._name(last, self._type(scope, scopes))
        argument = self._argument(name, scopes)
        if argument is not None:
            return self.value(re.sub(r"(?<=\d)(ul|u|l)\b", "", argument), scopes)
        for scope, arguments in reversed(scopes):
            if (scope, name) in self.class_values:
                try:
                    return self.value(self.class_values[scope, name], scopes)
                except Refused:  # by a call, as LongestLeg(kModel)
                    if name not in self.given:
                        raise
        if name in self.given:
            value = self.given[name]
            return value(lambda expression: self.value(expression, scopes)) if callable(value) else value
        for inline in (True, False):
            values = self.global_values.get((inline, name), ())
            if len(values) == 1:
                return self.value(next(iter(values)), scopes)
        held = {value for (_, n), value in self.class_values.items() if n == name}
        if len(held) == 1:
            return self.value(held.pop(), scopes)
        raise Refused(f"no constant: {name}")

    def _type(self, name, scopes):
        """The scopes of a type, given as a template parameter, an alias, or by its own name."""
        if argument := self._argument(name, scopes):
            return path_of(argument + "(")
        for scope in [s for s, _ in reversed(scopes)] + [None]:
            if alias := self.aliases.get((scope, name)):
                if argument := self._argument(alias, scopes):
                    return path_of(argument + "(")
                return [(n, [self._filled(a, scopes) for a in arguments]) for n, arguments in path_of(alias + "(")]
        return path_of(name + "(")

    def _filled(self, argument, scopes):
        try:
            return str(self.value(argument, scopes))
        except Refused:
            return self._argument(argument, scopes) or argument

    def _argument(self, name, scopes):
        for scope, arguments in reversed(scopes):
            for parameters in self.parameters.get(scope, ()):
                if name in parameters and len(arguments) > parameters.index(name):
                    return arguments[parameters.index(name)]
        return None
