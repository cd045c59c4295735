#!/usr/bin/env python3
"""Shows loops.py loops of each kind that it must refuse, and good ones, which must pass."""

import pathlib
import sys
import tempfile

import loops

BAD = {
    "core/lcp/a.hpp": ["for (;;) { Step(); }", "while (true) Step();", "while (error > tolerance) error = Step();",
                       "do { Step(); } while (error > tolerance);", "for (; x != last; x = x->next) Step();",
                       "for (int i = 0; i < n; ++i) { if (Again()) --i; }", "for (int i = 0; i < n; ++i) Turn(&i);",
                       "for (int i = 0; i < n; ++i) { int& j = i; j = 0; }", "for (int i = 0; i < n;) i = Next();",
                       "for (float t = 0; t < 1; t += h) Step();  // soon over", "again: if (x) goto again;",
                       "while (true) Step();  // without end: a core has no such loop"],
    "core/a.c": ["for (;;) {}"],
    "firmware/a.cpp": ["while (Tick()) {}", "while (Tick()) {}  // without end"],
}
PASSING = {
    "core/lcp/a.hpp": ["for (int i = 0; i < n; ++i) Step(i);", "for (int i = n - 1; i >= 0; --i) Step(i);",
                       "for (int i = n; i-- > 0;) Step(i);", "for (int i = 0; i < n; i += 3) Step(&row(i));",
                       "for (auto& f : force) f.setZero();", "for (;;) Step();  // at most budget_ + 1",
                       "while (error > tolerance) Step();  // at most kRounds",
                       "do {  // at most kRounds\n Step();\n} while (error > tolerance);", "// for (;;) a comment"],
    "firmware/a.cpp": ["while (Tick()) {}  // without end: the board's"],
    "hal/a.cpp": ["while (true) {}"],
}


def refusals(path, text):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, path)
        file.parent.mkdir(parents=True)
        file.write_text(text + "\n", encoding="utf-8")
        return loops.check(pathlib.Path(folder))


def main():
    wrong = [f"not refused: {path}: {text}" for path, texts in BAD.items() for text in texts
             if len(refusals(path, text)) != 1]
    wrong += [f"refused: {path}: {text}" for path, texts in PASSING.items() for text in texts
              if refusals(path, text)]
    print("\n".join(wrong) or "all as they should be")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
