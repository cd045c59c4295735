#!/usr/bin/env python3
"""Shows loops.py loops of each kind that it must refuse, and good loops, which must pass."""

import planted_lines  # first: it says where the gates are
import loops

BAD = {
    "core/lcp/a.hpp": ["for (;;) { Step(); }", "while (true) Step();", "while (error > tolerance) error = Step();",
                       "do { Step(); } while (error > tolerance);", "for (; x != last; x = x->next) Step();",
                       "for (int i = 0; i < n; ++i) { if (Again()) --i; }", "for (int i = 0; i < n; ++i) Turn(&i);",
                       "for (int i = 0; i < n; ++i) { int& j = i; j = 0; }",
                       "for (int i = 0; i < n; ++i) { auto&& j = i; j = 0; }",
                       "for (int i = 0; i < n; ++i) { auto&& j{i}; j = 0; }",
                       "for (int i = 0; i < n; ++i) { auto&& j(i); j = 0; }",
                       "for (int i = 0; i < n; ++i) { decltype(n)& j = i; j = 0; }",
                       "for (int i = 0; i < n; ++i) { int& j(i); j = 0; }",
                       "for (int i = 0; i < n;) i = Next();",
                       "for (int i = 0; i < n; ++i) { if (Again()) ++n; }", "for (int i = 0; i < p.size; ++i) p.size = 2 * i;",
                       "for (int i = 0; i < n; ++i) { (i) = 0; }", "for (int i = 0; i < n; ++i) { (i)--; }",
                       "for (int i = 0; i < n; ++i) { Row row{i}; row = 0; }", "for (int i = 0; i < n; ++i) std::tie(i, k) = Next();",
                       "for (int i = 0; i < n; ++i) Turn(std::addressof(i));", "for (int i = 3; i < n; --i) Step(i);",
                       "for (int i = n; i > 0; ++i) Step(i);", "for (int i = 0; i < n; ++i) Step(a >i--);",
                       "for (int i = 0; i < n; ++i) this->n = 2 * i;",
                       "for (float t = 0; t < 1; t += h) Step();  // soon over", "again: if (x) goto again;",
                       "while (true) Step();  // without end: a core has no such loop"],
    "core/a.c": ["for (;;) {}"],
    "firmware/a.cpp": ["while (Tick()) {}", "while (Tick()) {}  // without end"],
    "hal/a.cpp": ["while (true) {}", "for (auto* word = from; word < to; ++word) *word = 0;"],
}
PASSING = {
    "core/lcp/a.hpp": ["for (int i = 0; i < n; ++i) Step(i);", "for (int i = n - 1; i >= 0; --i) Step(i);",
                       "for (int i = n; i-- > 0;) Step(i);", "for (int i = 0; i < n; i += 3) Step(&row(i));",
                       "for (int i = 0; i < n; ++i) if (k > 0 && Loaded(i) && k == i) Step(i);",
                       "for (int i = 0; i < n; ++i) row(i) = x.n = 0;", "for (int i = 0; i < p.size; ++i) q.size = i;",
                       "for (auto& f : force) f.setZero();", "for (;;) Step();  // at most budget_ + 1",
                       "while (error > tolerance) Step();  // at most kRounds",
                       "do {  // at most kRounds\n Step();\n} while (error > tolerance);", "// for (;;) a comment"],
    "firmware/a.cpp": ["while (Tick()) {}  // without end: the board's"],
    "hal/a.cpp": ["// without end: the text's own\nwhile (*text++) {}"],
    "tools/a.cpp": ["while (true) {}"],
}


if __name__ == "__main__":
    planted_lines.judge(lambda path, text: planted_lines.in_a_file(loops.check, path, text), BAD, PASSING)
