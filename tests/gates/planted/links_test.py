#!/usr/bin/env python3
"""Shows links.py one broken link of each kind; each must be named, and good pages must pass."""
import contextlib
import io
import pathlib
import tempfile

import planted_lines  # it says where the gates are  # noqa: F401
import links

GOOD = {
    "README.md": "# Title\n\n[a](docs/a.md) [b](docs/a.md#two-words-xi) [c](#title) [d](https://x.org/y) `[e](none)`\n",
    "docs/a.md": "# Page\n\n## Two words, xi\n\n```\n[f](none.md)\n```\n",
    "core/a.hpp": "// docs/a.md says more.\nint One;\n",
    "core/README.md": "[`One`](a.hpp#L2)\n",
}
BAD = [
    ("README.md", "[a](docs/b.md)\n", "README.md: no file docs/b.md"),
    ("README.md", "[a](docs/a.md#three)\n", "README.md: no heading docs/a.md#three"),
    ("README.md", "# One\n[a](#two)\n", "README.md: no heading #two"),
    ("docs/a.md", "![a](../docs/picture.png)\n", "docs/a.md: no file ../docs/picture.png"),
    ("README.md", "[`Two`](core/b.hpp#L1)\\n", "README.md: Two is not near line 1 of core/b.hpp, but in 30"),
    ("README.md", "[`Three`](core/b.hpp#L1)\\n", "README.md: Three is not near line 1 of core/b.hpp, but in none"),
    ("core/a.hpp", "// docs/b.md says more.\n", "core/a.hpp: no page docs/b.md"),
]


def run(pages):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in pages.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            status = links.main(root.resolve())
        return status, said.getvalue()


if __name__ == "__main__":
    assert run(GOOD) == (0, ""), run(GOOD)
    for name, text, reason in BAD:
        pages = {"docs/a.md": "# Page\n", "core/b.hpp": "int One;\n" + 28 * "\n" + "int Two;\n", name: text}
        status, said = run(pages)
        assert status == 1 and reason in said, (name, text, said)
